"""Nothing is loaded from anywhere else, and the browser is told to refuse it. (That each test asks no other host is seen in conftest.py.)"""
import urllib.error
import urllib.request

from browser import Notes


def test_every_page_comes_with_the_policy(page, studio):
    """All answers of a tour through the page carry the Content-Security-Policy; it allows no inline script and no other host."""
    page.open_player("letter", [("tracker", "mosse")], 1)
    page.wait_for_run()
    page.click("To the workshop")
    page.wait_for_workshop()
    page.click("Library")
    page.waits_for_text("square")
    notes = Notes(page.driver)
    answers = [answer for answer in notes.answers if answer["url"].startswith(studio.address)]
    assert len(answers) > 30 and notes.strangers(studio.host) == [] and notes.errors() == []
    for answer in answers:
        headers = {name.lower(): value for name, value in answer["headers"].items()}
        policy = headers.get("content-security-policy", "")
        assert "default-src 'none'" in policy and "script-src 'self'" in policy, answer["url"]
        assert "unsafe" not in policy and "http" not in policy
        assert headers.get("x-content-type-options") == "nosniff", answer["url"]


def test_a_script_in_the_page_is_refused(page, expected):
    """Markup that brings a script of its own runs nothing."""
    expected += ["Content Security Policy"]
    page.open()
    page.script("""
        const script = document.createElement("script")
        script.textContent = "window.stranger = true"
        document.body.append(script)""")
    assert page.script("return window.stranger ?? null") is None


def test_another_site_cannot_save(studio):
    """A post with the page's own words but another site's Origin is refused."""
    request = urllib.request.Request(
        f"{studio.address}/api/recordings/letter/save?tracker=mosse", data=b'{"file": "stolen.obj"}', method="POST",
        headers={"X-AirDraw": "studio", "Content-Type": "application/json", "Origin": "http://example.org"})
    try:
        urllib.request.urlopen(request)
    except urllib.error.HTTPError as refusal:
        assert refusal.code == 403
    else:
        raise AssertionError("the post was taken")
    assert not (studio.folder / "stolen.obj").exists()

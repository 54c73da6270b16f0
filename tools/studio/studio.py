"""The server: `airdraw studio` on a folder of its own, started and stopped, and the command line beside it."""
import os
import queue
import shutil
import subprocess
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = Path(os.environ.get("AIRDRAW_PROGRAM", ROOT / ".build/release/airdraw")).resolve()
RECORDINGS = ROOT / "recordings"

# A machine under load is slow; a server that says nothing for so long is stuck, seconds.
PATIENCE = 60


class Studio:
    """A running server. What it says beside its address is kept in `messages`."""

    def __init__(self, folder, port=0, words=()):
        self.folder = Path(folder)
        self.process = subprocess.Popen(
            # From the folder above, so that the printed command lines have no path of this machine in them.
            [PROGRAM, "studio", self.folder.name, "--port", str(port), *words], cwd=self.folder.parent,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.messages = []
        self.threads = []
        lines = queue.Queue()
        self._read(self.process.stdout, lines.put)
        self._read(self.process.stderr, self.messages.append)
        try:
            self.address = lines.get(timeout=PATIENCE).strip().rstrip("/")
        except queue.Empty:
            self.stop()
            raise RuntimeError("the studio printed no address: " + " ".join(self.messages)) from None
        if not self.address:
            self.process.wait(PATIENCE)
            raise RuntimeError("the studio did not start: " + " ".join(self.messages))

    def _read(self, stream, take):
        def work():
            for line in stream:
                take(line)
            take("")
        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        self.threads.append(thread)

    @property
    def port(self):
        return int(self.address.rsplit(":", 1)[1])

    @property
    def host(self):
        return self.address.split("//", 1)[1]

    def stop(self):
        """Ends the server as Ctrl-C does; gives its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(2)
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        for thread in self.threads:
            thread.join(PATIENCE)
        return self.process.returncode


class Terminal:
    """Another place with the same recordings, in which command lines are run as somebody would who copied them from the page."""

    def __init__(self, place, source=RECORDINGS):
        self.place = Path(place)
        self.folder = self.place / Path(source).name
        shutil.copytree(source, self.folder)
        programs = self.place / "programs"
        programs.mkdir()
        # Not a link: the program looks for its resources beside itself.
        airdraw = programs / "airdraw"
        airdraw.write_text(f'#!/bin/sh\nexec "{PROGRAM}" "$@"\n')
        airdraw.chmod(0o755)
        self.environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"}
        self.done = set()

    def run(self, lines):
        """Runs lines one after the other; one that was run before is not run again, for the same line gives the same file."""
        for line in lines:
            if line in self.done:
                continue
            done = subprocess.run(["bash", "-c", line], cwd=self.place, env=self.environment, capture_output=True, text=True)
            assert done.returncode == 0, f"{line}\n{done.stderr}"
            self.done.add(line)

#!/usr/bin/env python3
"""Tests tools/evaluate-dask.py: a scheduler and two workers on loopback, one of which is killed in the middle of its work.

    tools/test-evaluate-dask.py [--airdraw .build/release/airdraw] [DATASET [options of airdraw evaluate]]

The folder must hold the bytes of a single run. Without a data set the repository's recordings are run with OpenCV's fastest trackers.
"""
import argparse
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

root = pathlib.Path(__file__).resolve().parent.parent


def files(folder):
    """All files of an evaluation but for the times."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*")) if path.is_file() and path.relative_to(folder).parts[0] != "times"
    }


def wait_until(condition, seconds, what):
    """Waits for something to become true."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            sys.exit(f"Error: {what} did not happen within {seconds} s")
        time.sleep(0.05)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--airdraw", default=str(root / ".build/release/airdraw"))
    options, rest = parser.parse_known_args()
    rest = rest or [str(root / "recordings"), "--tracker", "bare:kcf", "--tracker", "bare:mosse"]
    with tempfile.TemporaryDirectory(prefix="airdraw-dask-") as scratch:
        scratch = pathlib.Path(scratch)
        single = scratch / "single"
        subprocess.run([options.airdraw, "evaluate", *rest, "--out", str(single), "--quiet"], check=True, stdout=subprocess.DEVNULL)
        print(f"a single run made {len(files(single))} files")
        started = []
        try:
            test(options, rest, scratch, single, started)
        finally:
            for process in started:
                if process.poll() is None:
                    process.kill()
                process.wait()


def test(options, rest, scratch, single, started):
    """Runs the same on two workers, kills one, and compares."""
    file = scratch / "scheduler.json"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}

    def start(words):
        process = subprocess.Popen([sys.executable, "-m", "distributed.cli." + words[0], *words[1:]], **quiet)
        started.append(process)
        return process

    start(["dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)])
    wait_until(file.exists, 60, "the start of the scheduler")
    # Without a nanny, which would start a killed worker anew.
    workers = [
        start(["dask_worker", "--scheduler-file", str(file), "--host", "127.0.0.1", "--no-nanny", "--nthreads", "1", "--no-dashboard",
               "--local-directory", str(scratch)])
        for _ in range(2)
    ]
    out = scratch / "out"
    driver = subprocess.Popen(
        [sys.executable, str(root / "tools/evaluate-dask.py"), "--scheduler-file", str(file), "--shards", "6", "--airdraw",
         options.airdraw, *rest, "--out", str(out)], stdout=subprocess.PIPE, text=True)
    started.append(driver)
    results = out / "results"
    # In the middle: something is complete, and something is being written by a child of the worker that is killed.
    wait_until(lambda: any(results.rglob("[!.]*.jsonl")) and has_child(workers[0]), 120, "the first result")
    wait_until(lambda: has_child(workers[0]) or driver.poll() is not None, 60, "work on the first worker")
    workers[0].send_signal(signal.SIGKILL)
    killed_at = sum(1 for _ in results.rglob("[!.]*.jsonl"))
    table, _ = driver.communicate(timeout=600)
    print(table, end="")
    wanted = files(single)
    total = sum(name.startswith("results/") for name in wanted)
    print(f"a worker was killed with {killed_at} of {total} results done; exit code {driver.returncode}")
    if killed_at >= total:
        sys.exit("Error: the work was over before the worker was killed; give it more to do")
    if driver.returncode != 0:
        sys.exit("Error: the driver failed")
    found = files(out)
    different = sorted(name for name in set(wanted) | set(found) if wanted.get(name) != found.get(name))
    if different:
        sys.exit("Error: these files differ from those of a single run: " + ", ".join(different))
    print(f"{len(found)} files are byte for byte those of a single run")


def has_child(process):
    """Whether a process has a child that runs."""
    try:
        return bool(pathlib.Path(f"/proc/{process.pid}/task").exists()) and any(
            (task / "children").read_text().strip() for task in pathlib.Path(f"/proc/{process.pid}/task").iterdir())
    except OSError:
        return False


if __name__ == "__main__":
    os.chdir(root)
    main()

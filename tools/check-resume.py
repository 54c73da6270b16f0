#!/usr/bin/env python3
"""Kills `airdraw evaluate` at random moments, resumes it, and compares the bytes with those of a run that nobody killed.

    tools/check-resume.py [--kills 20] [--seed 1] [--airdraw .build/release/airdraw] [DATASET [options of airdraw evaluate]]

Boxes, confidences and tables must be equal; the folder `times` is left out. Every third signal is a Ctrl-C, the others are kills that
cannot be caught; some folders are killed several times. Without a data set the repository's recordings are run with OpenCV's fastest trackers.
"""
import argparse
import pathlib
import random
import shutil
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


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--airdraw", default=str(root / ".build/release/airdraw"))
    options, rest = parser.parse_known_args()
    rest = rest or [str(root / "recordings"), "--tracker", "bare:kcf", "--tracker", "bare:mosse"]
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory(prefix="airdraw-resume-") as scratch:
        scratch = pathlib.Path(scratch)

        def start(out, *more):
            return subprocess.Popen(
                [options.airdraw, "evaluate", *rest, *more, "--out", str(out)], stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL)

        begin = time.monotonic()
        code = start(scratch / "whole").wait()
        length = time.monotonic() - begin
        wanted = files(scratch / "whole")
        print(f"an uninterrupted run takes {length:.1f} s, ends with {code} and makes {len(wanted)} files")
        kills = 0
        while kills < options.kills:
            out = scratch / "killed"
            shutil.rmtree(out, ignore_errors=True)
            moments = []
            while kills < options.kills and len(moments) < chance.randint(1, 3):
                moment = chance.uniform(0, length)
                process = start(out, "--resume")
                try:
                    process.wait(moment)
                except subprocess.TimeoutExpired:
                    sent = signal.SIGINT if kills % 3 == 2 else signal.SIGKILL
                    process.send_signal(sent)
                    process.wait()
                    kills += 1
                    moments.append(f"{sent.name} after {moment:.2f} s")
                else:
                    break
            if start(out, "--resume").wait() != code:
                sys.exit(f"Error: the resumed run ends differently; seed {options.seed}, kill {kills}: {moments}")
            found = files(out)
            different = sorted(name for name in set(wanted) | set(found) if wanted.get(name) != found.get(name))
            if different:
                sys.exit(f"Error: {different} differ; seed {options.seed}, kill {kills}: {moments}")
            print(f"{kills:3} of {options.kills}: {', '.join(moments) or 'was done before'}: equal", flush=True)
    print(f"{options.kills} times killed and resumed: every byte is equal")


if __name__ == "__main__":
    main()

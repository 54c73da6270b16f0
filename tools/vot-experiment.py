#!/usr/bin/env python3
"""Lets the VOT toolkit drive `airdraw trax` on a folder in VOT's layout, and prints what its analysis says.

    tools/vot-experiment.py FOLDER [--tracker csrt]... [--airdraw PATH] [--workspace FOLDER] [--keep]

FOLDER holds list.txt and the sequences, such as tracking/vot of the real clips. The experiment is one pass over each sequence. The
toolkit's supervised and multistart experiments are left out: those of version 0.9.0 end with an error before or after the first picture,
whatever the tracker is (they take one state for a list of states, and a state for a region).
The packages vot-toolkit 0.9.0, vot-trax 4.0.2 and attributee 0.1.9 are needed on
Python 3.11; without them this program makes a virtual environment of its own beside the workspace and installs them from PyPI.
Exit code 0 when the experiments ran through and their analysis has numbers, 1 otherwise.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

PACKAGES = ["vot-toolkit==0.9.0", "vot-trax==4.0.2", "attributee==0.1.9"]

STACK = """title: AirDraw short experiment
experiments:
  baseline:
    type: unsupervised
    repetitions: 1
    analyses:
      - type: average_accuracy
        name: accuracy
        burnin: 1
      - type: average_success_plot
        name: success
      - type: average_tpr
        name: longterm
"""


def python_with_toolkit(home: pathlib.Path) -> str:
    """This Python when it has the toolkit, else that of a virtual environment that is made once."""
    test = "import vot, trax"
    if subprocess.run([sys.executable, "-c", test], capture_output=True).returncode == 0:
        return sys.executable
    python = home / "bin" / "python"
    if not python.exists() or subprocess.run([python, "-c", test], capture_output=True).returncode != 0:
        print(f"installing {', '.join(PACKAGES)} into {home}", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", home], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
    return str(python)


def link_sequences(source: pathlib.Path, target: pathlib.Path) -> list[str]:
    """Links the sequences into the workspace, each with the file of properties that the toolkit wants."""
    listed = source / "list.txt"
    if not listed.exists():
        sys.exit(f"Error: {listed} is missing\nHelp:  the folder is in VOT's layout: list.txt and a folder a sequence")
    names = listed.read_text().split()
    target.mkdir(parents=True, exist_ok=True)
    (target / "list.txt").write_text("\n".join(names) + "\n")
    for name in names:
        folder = target / name
        folder.mkdir(exist_ok=True)
        for entry in (source / name).iterdir():
            link = folder / entry.name
            if not link.exists():
                link.symlink_to(entry.resolve())
        if not (folder / "sequence").exists():
            (folder / "sequence").write_text(f"name={name}\nfps=30\nformat=default\nchannel.default=color\n")
    return names


def main() -> int:
    root = pathlib.Path(__file__).resolve().parent.parent
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--tracker", action="append", help="csrt unless given; may be repeated")
    parser.add_argument("--airdraw", default=str(root / ".build" / "release" / "airdraw"))
    parser.add_argument("--workspace", type=pathlib.Path, help="a temporary folder unless given")
    parser.add_argument("--keep", action="store_true", help="keep the workspace, with the toolkit's results")
    options = parser.parse_args()
    trackers = options.tracker or ["csrt"]
    airdraw = shutil.which(options.airdraw)
    if airdraw is None:
        sys.exit(f"Error: there is no {options.airdraw}\nHelp:  swift build -c release, or --airdraw PATH")
    workspace = options.workspace or pathlib.Path(tempfile.mkdtemp(prefix="airdraw-vot-"))
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache"))
    python = python_with_toolkit(cache / "airdraw" / "vot-toolkit-0.9.0")
    try:
        return experiment(options.folder.resolve(), workspace.resolve(), trackers, os.path.abspath(airdraw), python)
    finally:
        if options.workspace is None and not options.keep:
            shutil.rmtree(workspace, ignore_errors=True)
        else:
            print(f"workspace: {workspace}", file=sys.stderr)


def experiment(folder: pathlib.Path, workspace: pathlib.Path, trackers: list[str], airdraw: str, python: str) -> int:
    workspace.mkdir(parents=True, exist_ok=True)
    names = link_sequences(folder, workspace / "sequences")
    (workspace / "stack.yaml").write_text(STACK)
    (workspace / "config.yaml").write_text("registry:\n- ./trackers.ini\nstack: ./stack.yaml\n")
    identifiers = ["AirDraw" + name.replace("bare:", "Bare").capitalize() for name in trackers]
    (workspace / "trackers.ini").write_text(
        "".join(
            f"[{identifier}]\nlabel = {identifier}\nprotocol = trax\ncommand = \"{airdraw}\" trax --tracker {tracker}\ntimeout = 60\n\n"
            for identifier, tracker in zip(identifiers, trackers)))
    vot = [python, "-m", "vot"]
    subprocess.run([*vot, "evaluate", "--workspace", str(workspace), *identifiers], check=True, stdout=sys.stderr)
    subprocess.run(
        [*vot, "analysis", "--workspace", str(workspace), "--format", "json", "--name", "airdraw", *identifiers], check=True,
        stdout=sys.stderr)
    found = workspace / "analysis" / "airdraw.json"
    if not found.exists():
        print("Error: the toolkit wrote no analysis", file=sys.stderr)
        return 1
    numbers = json.loads(found.read_text())
    print(json.dumps(numbers, indent=1))
    print(f"{len(trackers)} trackers on {', '.join(names)}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())

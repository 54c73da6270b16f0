#!/usr/bin/env python3
"""Runs every built-in tracker over all data and prints the table of the article on accuracy, as Markdown.

    swift build -c release --product airdraw
    tools/accuracy-table.py --data FOLDER [--out DIR] [--only NAME]... [--tracker NAME]... [--jobs N]

FOLDER is what AIRDRAW_DATA names; a data set that is not in it is left out, and it is said. Each data set is evaluated by
`airdraw evaluate`, which this prints first, into a folder of its own below DIR; one that is there already is gone on with, so an
interrupted run loses nothing. Exit code 0 when every sequence was run, 1 when one was not, 64 for wrong usage.
"""
import argparse
import json
import os
import shlex
import subprocess
import sys

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# Name in the table, folder below the data or the repository, protocol.
DATA = [
    ("ti1k", "fingers/ti1k", "point"),
    ("cup", "fingers/cup", "point"),
    ("desk", "desk/mousepad", "point"),
    ("otb", "tracking/otb", "ope"),
    ("vot bag", "tracking/vot", "ope"),
    ("tld", "tracking/tld", "ope"),
    ("rendered recordings", "recordings", "drawing"),
]

# Scores of each protocol's table: key, heading, factor, decimal places.
COLUMNS = {
    "point": [
        ("average_share", "d_avg", 1, 3), ("within_20", "≤ 20 px", 100, 1), ("falsely_held_40", "held, > 40 px off", 100, 1),
        ("lost", "lost", 100, 1), ("median_error", "median px", 1, 1), ("reacquisition_frames", "again after", 1, 1),
    ],
    "ope": [
        ("auc", "AUC", 1, 3), ("precision", "P20", 1, 3), ("average_overlap", "AO", 1, 3), ("success_rate_50", "SR50", 1, 3),
        ("success_rate_75", "SR75", 1, 3), ("confidence_roc", "ROC", 1, 3),
    ],
    "drawing": [
        ("pen_median_mm", "pen, median", 1, 2), ("pen_p95_mm", "95th pct.", 1, 2), ("hausdorff_mm", "Hausdorff", 1, 1),
        ("frechet_mm", "Fréchet", 1, 1), ("covered_share", "covered", 100, 1), ("false_ink_mm", "false ink", 1, 1),
        ("missing_ink_mm", "missing ink", 1, 1), ("height_error_mm", "height", 1, 2),
    ],
}
TITLES = {
    "point": "Fingertips, protocol `point`: shares in per cent but for d_avg, distances in pixels of a picture 640 wide, frames until found again",
    "ope": "Objects, protocol `ope`",
    "drawing": "Recordings, protocol `drawing`: millimetres, covered in per cent",
}


def evaluate(arguments, name, folder, protocol):
    """Evaluates a data set; returns whether all was run, and its table."""
    out = os.path.join(arguments.out, name.replace(" ", "-"))
    command = [arguments.airdraw, "evaluate", folder, "--protocol", protocol, "--jobs", str(arguments.jobs), "--resume", "--out", out]
    for tracker in arguments.tracker or ["all"]:
        command += ["--tracker", tracker]
    print("$ " + shlex.join(command), file=sys.stderr, flush=True)
    code = subprocess.run(command, stdout=subprocess.DEVNULL).returncode
    path = os.path.join(out, "summary.json")
    if code not in (0, 1) or not os.path.exists(path):
        sys.exit(f"{name}: airdraw ended with code {code}")
    with open(path, encoding="utf-8") as file:
        return code == 0, json.load(file)["data_sets"][0]


def cell(value, factor, places):
    return "–" if value is None else f"{value * factor:.{places}f}"


def rows(name, table, columns):
    """The lines of a data set: the best first, the two that bracket them last."""
    key = columns[0][0]
    sign = 1 if key in table["lower_is_better"] else -1

    def place(tracker):
        score = tracker["scores"][key]
        return (tracker["bracket"], float("inf") if score is None else sign * score)

    for index, tracker in enumerate(sorted(table["trackers"], key=place)):
        label = f"*{tracker['tracker']}*" if tracker["bracket"] else f"`{tracker['tracker']}`"
        # Data sets judged by another toolkit may lack a score.
        cells = [cell(tracker["scores"].get(key), factor, places) for key, _, factor, places in columns]
        failed = f" ({len(tracker['failed'])} failed)" if tracker["failed"] else ""
        shown = f"{name}, {tracker['sequences']}" if index == 0 else ""
        yield f"| {shown} | {label}{failed} | " + " | ".join(cells) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", default=os.environ.get("AIRDRAW_DATA"), metavar="FOLDER", help="the real clips ($AIRDRAW_DATA)")
    parser.add_argument("--out", default="accuracy", metavar="DIR", help="where the evaluations go (accuracy)")
    parser.add_argument("--only", action="append", choices=[name for name, _, _ in DATA], help="this data set alone")
    parser.add_argument("--tracker", action="append", metavar="NAME", help="this tracker alone (all)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="sequences at the same time (1)")
    parser.add_argument("--airdraw", default=os.path.join(HERE, ".build/release/airdraw"), metavar="PROGRAM")
    try:
        arguments = parser.parse_args()
    except SystemExit as end:
        return 64 if end.code else 0
    complete = True
    for protocol, columns in COLUMNS.items():
        lines = []
        for name, folder, kind in DATA:
            if kind != protocol or (arguments.only and name not in arguments.only):
                continue
            base = HERE if folder == "recordings" else arguments.data
            if base is None or not os.path.isdir(os.path.join(base, folder)):
                print(f"{name}: left out, there is no {folder} in {base or 'AIRDRAW_DATA, which is not set'}", file=sys.stderr)
                continue
            done, table = evaluate(arguments, name, os.path.join(base, folder), protocol)
            complete = complete and done
            lines += rows(name, table, columns)
        if lines:
            print(f"\n{TITLES[protocol]}:\n")
            print("| data, clips | tracker | " + " | ".join(column[1] for column in columns) + " |")
            print("|---|---|" + "---|" * len(columns))
            print("\n".join(lines), flush=True)
    return 0 if complete else 1


if __name__ == "__main__":
    sys.exit(main())

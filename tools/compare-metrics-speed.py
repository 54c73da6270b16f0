#!/usr/bin/env python3
"""Judges the same stored results with `airdraw score` and with the got10k toolkit, and says how much faster the one is.

    python3 -m venv toolkits
    toolkits/bin/pip install got10k==0.1.3 six matplotlib shapely 'numpy<2' opencv-contrib-python-headless
    swift build -c release
    .build/release/airdraw-benchmark metrics --keep stored --runs 1
    toolkits/bin/python tools/compare-metrics-speed.py stored [--runs 7] [--airdraw .build/release/airdraw]

Whole processes, from start to end, run in turn on one core; medians are compared. The toolkit's process imports its experiment of GOT-10k
and does what its `report` does to a tracker: it reads truth, labels, results and times, and computes average overlap, success rates and success
curves of each sequence and of all, and writes them as JSON. Left out are its plots, and its listing of pictures, of which there are
none here; both would make it slower. AirDraw's process reads the same files but for the times and two labels that decide nothing, and prints
the table as JSON. What both found must agree to 1e-9, or the exit code is 1.
"""
import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def toolkit(folder):
    """What the toolkit's process does; prints AO and SR at 0.5."""
    import numpy as np
    from got10k.datasets import GOT10k
    from got10k.experiments import ExperimentGOT10k

    class WithoutPictures(GOT10k):
        def __getitem__(self, index):
            index = self.seq_names.index(index) if isinstance(index, str) else index
            if index >= len(self.seq_names):
                raise IndexError(index)
            return [], np.loadtxt(self.anno_files[index], delimiter=","), self._fetch_meta(self.seq_dirs[index])

    with tempfile.TemporaryDirectory() as reports:
        data = os.path.join(folder, "data")
        experiment = ExperimentGOT10k(data, "val", os.path.join(folder, "results"), reports)
        experiment.dataset = WithoutPictures(data, "val", True)
        experiment.plot_curves = lambda *_: None
        overall = experiment.report(["stored"])["stored"]["overall"]
    print(repr(float(overall["ao"])), repr(float(overall["sr"])))


def timed(command):
    """Runs a process; seconds from start to end, processor seconds, and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, text=True)
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", metavar="FOLDER", help="what 'airdraw-benchmark metrics --keep' wrote")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--airdraw", default=os.path.join(HERE, ".build/release/airdraw"))
    parser.add_argument("--toolkit", action="store_true", help=argparse.SUPPRESS)
    try:
        arguments = parser.parse_args()
    except SystemExit as end:
        return 64 if end.code else 0
    if arguments.toolkit:
        toolkit(arguments.folder)
        return 0
    core = min(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
    ours = [
        arguments.airdraw, "score", os.path.join(arguments.folder, "data/val"), "--layout", "got10k", "--results",
        os.path.join(arguments.folder, "results/GOT-10k/stored"), "--format", "json",
    ]
    commands = {
        "airdraw score": ours,
        "got10k toolkit": [sys.executable, os.path.abspath(__file__), "--toolkit", arguments.folder],
        "airdraw --help": [arguments.airdraw, "--help"],
        "import of the toolkit": [sys.executable, "-c", "import got10k.experiments"],
    }
    for command in commands.values():
        timed(command)
    costs = {name: [] for name in commands}
    for _ in range(arguments.runs):
        for name, command in commands.items():
            costs[name].append(timed(command))
    medians = {name: [statistics.median(run[i] for run in runs) for i in (0, 1)] for name, runs in costs.items()}
    for name, (wall, cpu) in medians.items():
        print(f"{name:24} wall {wall:.3f} s, CPU {cpu:.3f} s")
    a, b, help_, import_ = (medians[name] for name in commands)
    print(f"whole processes: {b[0] / a[0]:.1f} × by wall time, {b[1] / a[1]:.1f} × by CPU time")
    print(f"without their starts: {(b[1] - import_[1]) / (a[1] - help_[1]):.1f} × by CPU time")

    theirs = [float(text) for text in costs["got10k toolkit"][0][2].split()[-2:]]
    scores = json.loads(costs["airdraw score"][0][2])["data_sets"][0]["trackers"][0]["scores"]
    found = [scores["average_overlap"], scores["success_rate_50"]]
    difference = max(abs(our - their) for our, their in zip(found, theirs))
    print(f"AO {found[0]:.6f}, SR50 {found[1]:.6f}; the toolkit's differ by up to {difference:.2g}")
    return 0 if difference <= 1e-9 else 1


if __name__ == "__main__":
    sys.exit(main())

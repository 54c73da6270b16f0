#!/usr/bin/env python3
"""Computes the numbers of an evaluation once more with the toolkits of the field, and compares.

    python3 -m venv toolkits
    toolkits/bin/pip install got10k==0.1.3 six matplotlib shapely vot-toolkit==0.9.0 vot-trax==4.0.2 attributee==0.1.9
    toolkits/bin/python tools/compare-toolkits.py FOLDER [FOLDER ...]

FOLDER is what `airdraw evaluate --out` wrote, with the protocol ope, vot, anchor or point. The results are written in the layouts
of the toolkits, which read and judge them with their own code; every number that both have must agree to 1e-9. What cannot agree
for a known reason is said with it. Exit code 0 when all agrees, 1 when something does not, 64 for wrong usage.
"""
import argparse
import contextlib
import csv
import io
import json
import math
import os
import sys
import tempfile

TOLERANCE = 1e-9
# VOT's supervised curve is computed in single precision by the toolkit, in double by AirDraw.
SINGLE = 1e-5
# Where the picture's edge is in the files of a layout: those of MATLAB toolkits count from 1.
ONE_BASED = {"otb", "uav123", "tc128", "lasot", "tld"}


class Comparison:
    """Counts what agrees and complains about what does not."""

    def __init__(self):
        self.compared = self.wrong = 0
        self.largest = 0.0
        self.reasons = {}

    def number(self, what, ours, theirs, tolerance=TOLERANCE, reason=None):
        """Compares two numbers; with a reason a difference up to the tolerance is allowed and remembered."""
        if ours is None and (theirs is None or math.isnan(theirs)):
            return
        self.compared += 1
        difference = abs(ours - theirs) if ours is not None and theirs is not None else math.inf
        if difference <= TOLERANCE:
            self.largest = max(self.largest, difference)
        elif reason and difference <= tolerance:
            count, largest = self.reasons.get(reason, (0, 0.0))
            self.reasons[reason] = (count + 1, max(largest, difference))
        else:
            self.wrong += 1
            print(f"DIFFERENT  {what}: AirDraw {ours!r}, toolkit {theirs!r}")


class Evaluation:
    """The folder that `airdraw evaluate` wrote."""

    def __init__(self, path):
        self.path = path
        with open(os.path.join(path, "summary.json"), encoding="utf-8") as file:
            self.summary = json.load(file)
        self.protocol = self.summary["protocol"]
        self.rows = {}
        header = None
        with open(os.path.join(path, "sequences.csv"), newline="", encoding="utf-8") as file:
            for row in csv.reader(file):
                if row[:3] == ["data_set", "tracker", "sequence"]:
                    header = row
                    continue
                values = {key: float(text) if text else None for key, text in zip(header[3:], row[3:])}
                self.rows.setdefault((row[0], row[1]), []).append((row[2], values))

    def file(self, kind, *names):
        quoted = [name.replace("%", "%25").replace("/", "%2F") for name in names]
        return os.path.join(self.path, kind, *quoted) + ".jsonl"

    def truth(self, data_set, sequence):
        """A region a frame; "absent" or None where there is none; and the first line's object."""
        lines = read_lines(self.file("sequences", data_set, sequence))
        return lines[0], [region(line) or ("absent" if line.get("absent") else None) for line in lines[1:]]

    def results(self, data_set, tracker, sequence):
        """Runs with start, forward and a region a prediction; and the size of the pictures."""
        lines = read_lines(self.file("results", data_set, tracker, sequence))
        runs, size = [], None
        for line in lines[1:]:
            if "runs" in line:
                size = line.get("size")
            elif "run" in line:
                runs.append({"start": line["start"], "forward": line["forward"], "regions": [], "held": []})
            elif "frame" in line and "held" in line:
                runs[-1]["regions"].append(region(line))
                runs[-1]["held"].append(line["held"])
        return runs, size


def read_lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def region(line):
    """What a line says: a kind and its numbers, with (0, 0) at the centre of the first pixel."""
    if "box" in line:
        return ("box", line["box"])
    if "polygon" in line:
        return ("polygon", [number for point in line["polygon"] for number in point])
    if "point" in line:
        return ("point", line["point"])
    return None


def bounds(found, origin):
    """A region's box as x, y, width and height in a file whose picture's edge is at the origin; None for none."""
    if not isinstance(found, tuple):
        return None
    kind, n = found
    if kind == "box":
        box = n
    else:
        xs, ys = n[0::2], n[1::2]
        box = [min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)]
    return [box[0] + (origin + 0.5), box[1] + (origin + 0.5), box[2], box[3]]


def write_boxes(path, boxes):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        for box in boxes:
            file.write(",".join(repr(float(number)) for number in box) + "\n")


class Clips:
    """What got10k's experiments want of a data set: pictures, truth and, when asked, what is known besides."""

    def __init__(self, clips):
        self.seq_names = [name for name, _, _ in clips]
        self.clips = clips
        self.return_meta = False

    def __len__(self):
        return len(self.clips)

    def __getitem__(self, index):
        if isinstance(index, str):
            index = self.seq_names.index(index)
        if index >= len(self.clips):
            raise IndexError(index)
        _, truth, meta = self.clips[index]
        return ([], truth.copy(), meta) if self.return_meta else ([], truth.copy())


def got10k_report(kind, clips, records, tracker):
    """Writes result files, and lets got10k's experiment judge them."""
    import matplotlib

    matplotlib.use("Agg")
    import got10k.experiments as experiments

    experiment = getattr(experiments, kind).__new__(getattr(experiments, kind))
    experiment.dataset = Clips(clips)
    experiment.nbins_iou, experiment.nbins_ce = 21, 51
    experiment.subset, experiment.repetitions = "val", 1
    experiment.plot_curves = lambda *arguments, **named: None
    with tempfile.TemporaryDirectory() as folder:
        experiment.result_dir = os.path.join(folder, "results")
        experiment.report_dir = os.path.join(folder, "reports")
        for name, boxes in records.items():
            if kind == "ExperimentGOT10k":
                write_boxes(os.path.join(experiment.result_dir, tracker, name, f"{name}_001.txt"), boxes)
                write_boxes(os.path.join(experiment.result_dir, tracker, name, f"{name}_time.txt"), [[0.1]] * len(boxes))
            else:
                write_boxes(os.path.join(experiment.result_dir, tracker, f"{name}.txt"), boxes)
        with contextlib.redirect_stdout(io.StringIO()):
            return experiment.report([tracker])[tracker]


def compare_ope(evaluation, table, comparison):
    import numpy as np

    layout, data_set = table["layout"], table["data_set"]
    origin = 1 if layout in ONE_BASED - {"lasot"} else 0
    for tracker in table["trackers"]:
        name = tracker["tracker"]
        clips, records, invalid = [], {}, set()
        for sequence, _ in evaluation.rows.get((data_set, name), []):
            _, truth = evaluation.truth(data_set, sequence)
            runs, size = evaluation.results(data_set, name, sequence)
            start = runs[0]["start"]
            truth = truth[start:]
            regions = runs[0]["regions"] + [None] * (len(truth) - len(runs[0]["regions"]))
            anno = np.array([bounds(found, origin) or [np.nan] * 4 for found in truth])
            if layout == "got10k":
                cover = np.array([8 if isinstance(found, tuple) else 0 for found in truth])
                anno = np.nan_to_num(anno)
                meta = {"cover": cover, "resolution": f"({size[0]!r}, {size[1]!r})"}
                missing = [0.0] * 4
            else:
                meta, missing = {}, [np.nan] * 4
            if (~(anno > 0).all(axis=1)).any():
                invalid.add(sequence)
            clips.append((sequence, anno, meta))
            records[sequence] = [bounds(found, origin) or missing for found in regions]
        if not clips:
            continue
        kind = {"otb": "ExperimentOTB", "got10k": "ExperimentGOT10k"}.get(layout, "ExperimentUAV123")
        theirs = got10k_report(kind, clips, records, name)
        if layout == "got10k":
            keys = {"average_overlap": "ao", "success_rate_50": "sr"}
        else:
            keys = {"auc": "success_score", "precision": "precision_score", "success_rate_50": "success_rate"}
        reason, tolerance, loosest = None, TOLERANCE, TOLERANCE
        for sequence, ours in evaluation.rows[(data_set, name)]:
            if layout == "otb":
                # The table follows OTB's own toolkit.
                reason = ("OTB's toolkit passes an invalid truth in precision" if sequence in invalid
                          else "OTB's toolkit rounds errors, and its thresholds and overlaps differ in the last bit")
                frames = len(records[sequence])
                tolerance = 1 if sequence in invalid else 3 / frames
                loosest = max(loosest, tolerance)
            for our, their in keys.items():
                comparison.number(
                    f"{data_set}/{name}/{sequence} {our}", ours[our], float(theirs["seq_wise"][sequence][their]),
                    tolerance, reason)
        for our, their in keys.items():
            if layout == "otb":
                reason = "OTB's toolkit differs in single sequences"
            comparison.number(
                f"{data_set}/{name} {our}", tracker["scores"][our], float(theirs["overall"][their]),
                loosest, reason)


class VOTSequence:
    """What VOT's analyses want of a sequence."""

    def __init__(self, name, regions, size, anchors):
        self.name, self.regions, self.size = name, regions, (int(size[0]), int(size[1]))
        self.anchors = dict(anchors)

    def __len__(self):
        return len(self.regions)

    def groundtruth(self, index=None):
        return self.regions if index is None else self.regions[index]

    def object(self, identifier, index=None):
        return None

    def objects(self):
        return ["object"]

    def values(self, index):
        return {"anchor": self.anchors[index]} if index in self.anchors else {}


class VOTExperiment:
    """Keeps trajectories as files, which the toolkit reads."""

    anchor = "anchor"

    def __init__(self, folder):
        self.folder = folder

    def results(self, tracker, sequence):
        from vot.tracker.results import Results
        from vot.workspace.storage import LocalStorage

        return Results(LocalStorage(os.path.join(self.folder, sequence.name)))

    def gather(self, tracker, sequence):
        from vot.tracker import Trajectory

        return [Trajectory.read(self.results(tracker, sequence), f"{sequence.name}_001")]

    def write(self, sequence, name, lines):
        folder = os.path.join(self.folder, sequence.name)
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, name + ".txt"), "w", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in lines)


def vot_text(found):
    """A region as VOT writes it, counted from 0 at the picture's edge; its code 0 for none."""
    if not isinstance(found, tuple) or found[0] == "point":
        return "0"
    kind, n = found
    moved = [n[0] + 0.5, n[1] + 0.5, n[2], n[3]] if kind == "box" else [number + 0.5 for number in n]
    return ",".join(repr(float(number)) for number in moved)


def vot_sequences(evaluation, data_set, tracker):
    from vot.region.io import parse_region

    for name, ours in evaluation.rows.get((data_set, tracker), []):
        header, truth = evaluation.truth(data_set, name)
        runs, size = evaluation.results(data_set, tracker, name)
        anchors = {run["start"]: 1 if run["forward"] else -1 for run in runs}
        yield VOTSequence(name, [parse_region(vot_text(found)) for found in truth], size, anchors), runs, ours


def compare_supervised(evaluation, table, comparison):
    import numpy as np
    from vot.analysis import supervised
    from vot.region import calculate_overlap
    from vot.region.io import parse_region

    analysis = supervised.AccuracyRobustness()
    for tracker in table["trackers"]:
        name, data_set = tracker["tracker"], table["data_set"]
        with tempfile.TemporaryDirectory() as folder:
            experiment, sequences, results = VOTExperiment(folder), [], []
            for sequence, runs, ours in vot_sequences(evaluation, data_set, name):
                lines = ["0"] * len(sequence)
                for run in runs:
                    for i, found in enumerate(run["regions"]):
                        frame = run["start"] + i
                        text = vot_text(found)
                        overlap = calculate_overlap(parse_region(text), sequence.groundtruth(frame), sequence.size)
                        lines[frame] = "1" if i == 0 else text if overlap > 0 else "2"
                experiment.write(sequence, f"{sequence.name}_001", lines)
                theirs = analysis.subcompute(experiment, None, sequence, [])
                sequences.append(sequence)
                results.append(theirs)
                what = f"{data_set}/{name}/{sequence.name}"
                comparison.number(f"{what} accuracy", ours["accuracy"], float(theirs[0]))
                comparison.number(f"{what} failures", ours["failures"], float(theirs[1]))
                comparison.number(f"{what} reliability", ours["reliability"], float(theirs[2][0]))
            if not results:
                continue
            total = supervised.AverageAccuracyRobustness().aggregate(None, sequences, results)
            scores, what = tracker["scores"], f"{data_set}/{name}"
            comparison.number(f"{what} accuracy", scores["accuracy"], float(total[0]))
            comparison.number(f"{what} failures", scores["failures"], float(total[1]))
            comparison.number(f"{what} reliability", scores["reliability"], float(total[2][0]))
            curve = np.asarray(supervised.EAOCurve().subcompute(experiment, None, sequences, [])[0])
            theirs = float(np.mean(curve[100:357])) if len(curve) > 100 else math.nan
            comparison.number(
                f"{what} expected_average_overlap", scores["expected_average_overlap"], theirs, SINGLE,
                "the VOT toolkit computes the supervised curve in single precision")


def compare_anchors(evaluation, table, comparison):
    import numpy as np
    from vot.analysis import multistart

    analysis, curves = multistart.AccuracyRobustness(), multistart.EAOCurves(high=755)
    for tracker in table["trackers"]:
        name, data_set = tracker["tracker"], table["data_set"]
        with tempfile.TemporaryDirectory() as folder:
            experiment, results, parts = VOTExperiment(folder), [], []
            for sequence, runs, ours in vot_sequences(evaluation, data_set, name):
                for run in runs:
                    lines = ["1"] + [vot_text(found) for found in run["regions"][1:]]
                    experiment.write(sequence, f"{sequence.name}_{run['start']:08d}", lines)
                theirs = analysis.subcompute(experiment, None, sequence, [])
                results.append(theirs)
                parts.append(curves.subcompute(experiment, None, sequence, []))
                what = f"{data_set}/{name}/{sequence.name}"
                comparison.number(f"{what} accuracy", ours["accuracy"], float(theirs[0]))
                comparison.number(f"{what} robustness", ours["robustness"], float(theirs[1]))
            if not results:
                continue
            total = multistart.AverageAccuracyRobustness().aggregate(None, [], results)
            scores, what = tracker["scores"], f"{data_set}/{name}"
            comparison.number(f"{what} accuracy", scores["accuracy"], float(total[0]))
            comparison.number(f"{what} robustness", scores["robustness"], float(total[1]))
            curve = multistart.EAOCurve(curves=curves, high=755).aggregate(None, [], parts)[0]
            comparison.number(
                f"{what} expected_average_overlap", scores["expected_average_overlap"], float(np.mean(curve[115:756])))


def compare_points(evaluation, table, comparison):
    from vot.analysis.point import compute_point_accuracy
    from vot.region import Point, Special

    for tracker in table["trackers"]:
        name, data_set = tracker["tracker"], table["data_set"]
        for sequence, ours in evaluation.rows.get((data_set, name), []):
            _, truth = evaluation.truth(data_set, sequence)
            runs, size = evaluation.results(data_set, name, sequence)
            run = runs[0]
            truth = truth[run["start"]:]
            known = [point(found) for found in truth]
            # A lost point is below no threshold for AirDraw; the toolkit leaves it out, and gets one that is far away instead.
            said = [point(found) if held else (1e9, 1e9) for found, held in zip(run["regions"], run["held"])]
            said += [(1e9, 1e9)] * (len(known) - len(said))
            theirs = compute_point_accuracy(
                [Point(*(place or (1e9, 1e9))) for place in said],
                [Point(*place) if place else Special(0) for place in known], int(size[0]), int(size[1]))
            comparison.number(f"{data_set}/{name}/{sequence} average_share", ours["average_share"], float(theirs[0]))


def point(found):
    """The point of a region, or the middle of its box; None for none."""
    if not isinstance(found, tuple):
        return None
    if found[0] == "point":
        return tuple(found[1])
    x, y, width, height = bounds(found, -0.5)
    return (x + width / 2, y + height / 2)


COMPARISONS = {"ope": compare_ope, "vot": compare_supervised, "anchor": compare_anchors, "point": compare_points}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", metavar="FOLDER")
    try:
        arguments = parser.parse_args()
    except SystemExit as end:
        return 64 if end.code else 0
    comparison = Comparison()
    for folder in arguments.folders:
        evaluation = Evaluation(folder)
        compare = COMPARISONS.get(evaluation.protocol)
        if compare is None:
            print(f"{folder}: no toolkit here judges the protocol {evaluation.protocol}; compared are {', '.join(COMPARISONS)}")
            return 1
        for table in evaluation.summary["data_sets"]:
            if evaluation.protocol == "ope" and table["layout"] in ("lasot", "trackingnet"):
                print(f"{folder}: got10k has no experiment of {table['layout']}: {table['data_set']} is left out")
                continue
            before = comparison.compared
            compare(evaluation, table, comparison)
            print(f"{folder}: {table['data_set']}, protocol {evaluation.protocol}: {comparison.compared - before} numbers")
    for reason, (count, largest) in sorted(comparison.reasons.items()):
        print(f"{count} numbers differ by up to {largest:.2g}: {reason}")
    print(f"{comparison.compared} numbers compared, {comparison.wrong} differ without a reason, "
          f"the others by up to {comparison.largest:.2g}")
    return 0 if comparison.compared and not comparison.wrong else 1


if __name__ == "__main__":
    sys.exit(main())

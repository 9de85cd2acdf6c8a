"""Compares the exact figures of a run with those in Thresholds/, one file per suite.

compare.py THRESHOLDS MEASURED yes|no    the last word: whether to accept what was measured
"""

import json
import os
import platform
import sys

# Hash tables, seeded anew in every process, make one block more or less.
ALLOWANCE = 4
TOLERANCE = 0.02


def read_measured(path):
    """All values of every figure: (suite, benchmark, metric) -> [value]."""
    figures = {}
    with open(path) as file:
        for line in file:
            suite, benchmark, metric, value = line.rstrip("\n").split("\t")
            figures.setdefault((suite, benchmark, metric), []).append(int(value))
    return figures


def suites(folder):
    """The files of figures; Thresholds/ also holds those of other gates."""
    for name in sorted(os.listdir(folder)):
        if name.endswith(".figures.json"):
            yield name.removesuffix(".figures.json"), os.path.join(folder, name)


def read_expected(folder):
    figures = {}
    for suite, path in suites(folder):
        with open(path) as file:
            for benchmark, metrics in json.load(file).items():
                for metric, value in metrics.items():
                    figures[suite, benchmark, metric] = value
    return figures


def write_expected(folder, figures):
    for _, path in suites(folder):
        os.remove(path)
    for suite in sorted({key[0] for key in figures}):
        benchmarks = {}
        for (own, benchmark, metric), value in sorted(figures.items()):
            if own == suite:
                benchmarks.setdefault(benchmark, {})[metric] = value
        with open(os.path.join(folder, f"{suite}.figures.json"), "w") as file:
            json.dump(benchmarks, file, indent=2)
            file.write("\n")


def most(metric, figure):
    """The largest value that passes. None where there was none at all before."""
    if metric == "events" or figure == 0:
        return figure
    return int(figure * (1 + TOLERANCE)) + ALLOWANCE


def judge(metric, values, figure):
    """An error or None, and a note or None."""
    if metric == "events":
        if any(value != figure for value in values):
            return f"{values[-1]:,} events, the figure is {figure:,}", None
    elif max(values) > most(metric, figure):
        return f"{max(values):,} {metric}, the figure is {figure:,}", None
    elif max(values) < figure - ALLOWANCE - figure * TOLERANCE:
        return None, f"only {max(values):,} {metric}, the figure is {figure:,}: keep the gain"
    return None, None


def main():
    folder, path, update = sys.argv[1:]
    measured = read_measured(path)
    # Two iterations of one program with the same seed: anything but the same is a defect.
    unsteady = [key for key, values in measured.items()
                if key[2] == "events" and len(set(values)) > 1]
    for suite, benchmark, _ in unsteady:
        values = measured[suite, benchmark, "events"]
        print(f"error: {suite} {benchmark}: events differ between iterations: {values}",
              file=sys.stderr)
    if unsteady:
        return 1

    expected = read_expected(folder)
    # Where they can be counted, none counted means that the counter is broken.
    counts = platform.system() == "Linux" or any(key[2] == "mallocs" for key in measured)
    if update == "yes":
        figures = {key: max(values) for key, values in measured.items()}
        if not counts:
            figures |= {key: value for key, value in expected.items() if key[2] == "mallocs"}
        write_expected(folder, figures)
        print(f"{len(figures)} figures accepted")
        return 0

    errors, notes, compared = [], [], 0
    for key in sorted(expected.keys() | measured.keys()):
        name = f"{key[0]} {key[1]}"
        if key not in measured:
            if key[2] != "mallocs" or counts:
                errors.append(f"{name}: {key[2]} not measured")
        elif key not in expected:
            errors.append(f"{name}: {key[2]} has no figure")
        else:
            compared += 1
            error, note = judge(key[2], measured[key], expected[key])
            if error:
                errors.append(f"{name}: {error}")
            if note:
                notes.append(f"{name}: {note}")
    if not counts:
        notes.append("allocations cannot be counted on this platform: not compared")
    for note in notes:
        print(f"note: {note}")
    for error in errors:
        print(f"error: {error}", file=sys.stderr)
    if errors:
        print("If that is meant, accept it with Benchmarks/check.sh --update and say why in the "
              "commit.", file=sys.stderr)
        return 1
    print(f"{compared} figures as expected")
    return 0


sys.exit(main())

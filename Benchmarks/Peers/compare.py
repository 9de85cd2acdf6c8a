#!/usr/bin/env python3
"""Runs Squall and its peers in turn, checks that their answers agree and prints a table of ratios.

Python 3.9 or later, standard library only. run.sh prepares what is needed and calls this.

When do the answers agree?
    Each program draws its own random numbers, so answers differ from seed to seed and can only be
    compared as samples. The C++ peer is cheap: it is run with --calibrate seeds of its own (not
    timed), and the standard deviation s of an answer between these M seeds is what one seed is
    worth. The means of k and l independent runs of the same model then differ by about
    s * sqrt(1/k + 1/l), and they agree if the difference is at most t times that.
    t is Student's quantile with M - 1 degrees of freedom, for s is an estimate. It is chosen so that
    all comparisons of one invocation together raise a false alarm once in a thousand (Bonferroni:
    the probability is divided by the number of comparisons, two-sided).
    The tolerance is at least one count or one millisecond, for answers that are the same for every
    seed (s = 0: no wasted work at 10,000 clients), and for rounding.
    What can be seen: with 3 runs against 27, a shift of about 3 s. More runs see less.
    An answer that does not exist (p99 when less than 99 % connected) must not exist on both sides.
"""

import argparse
import datetime
import itertools
import json
import math
import os
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
NAMES = {"squall": "Squall", "cpp": "C++, std::priority_queue", "simpy": "SimPy 4.1, callbacks"}
# The answers that are compared, and the least tolerance of each.
ANSWERS = {
    "attempts": 1, "timeouts": 1, "services": 1, "wasted": 1, "connected": 1,
    "p50_s": 0.001, "p99_s": 0.001, "last_s": 0.001,
}
FALSE_ALARMS = 0.001
SIMPY_MOST_CLIENTS = 200_000  # more takes SimPy very long: only if --simpy-repeat asks for it


class Failure(Exception):
    pass


def whole(least, most=2**32):
    def parse(text):
        if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
            raise argparse.ArgumentTypeError(f"not a whole number from {least} to {most}: {text}")
        return int(text)

    return parse


def list_of_clients(text):
    values = [whole(1, 100_000_000)(part) for part in text.split(",")]
    if len(set(values)) < len(values):
        raise argparse.ArgumentTypeError(f"a number occurs twice: {text}")
    return values


def arguments():
    parser = argparse.ArgumentParser(prog="compare.py", allow_abbrev=False,
                                     description="Squall and its peers on the reference storm.")
    parser.add_argument("--squall", required=True, metavar="PATH", help="the simulate binary")
    parser.add_argument("--cpp", required=True, metavar="PATH", help="cpp/storm.cpp, compiled")
    parser.add_argument("--python", metavar="PATH", help="a Python that has SimPy; without it SimPy is left out")
    parser.add_argument("--clients", type=list_of_clients, default=[100_000], metavar="N,N",
                        help="default: 100000")
    parser.add_argument("--repeat", type=whole(1, 1000), default=3, metavar="R", help="runs of each program; default: 3")
    parser.add_argument("--simpy-repeat", type=whole(1, 1000), metavar="R",
                        help="runs of SimPy; default: as --repeat, but at most 2 from 50,000 clients on, "
                             f"and none above {SIMPY_MOST_CLIENTS:,}")
    parser.add_argument("--calibrate", type=whole(12, 10_000), default=24, metavar="M",
                        help="untimed runs of the C++ peer for the spread between seeds; default: 24")
    parser.add_argument("--seed", type=whole(0), default=1, metavar="S", help="seed of the first run; default: 1")
    parser.add_argument("--json", metavar="FILE", help="also write everything to this file")
    parser.add_argument("--check-arguments", action="store_true", help="look at the arguments and stop")
    options = parser.parse_args()
    for path in (options.squall, options.cpp, options.python):
        if path is not None and not (os.path.isfile(path) and os.access(path, os.X_OK)):
            parser.error(f"no program at {path}")
    if options.json is not None:
        # Found out now rather than after minutes of runs.
        folder = os.path.dirname(os.path.abspath(options.json))
        if os.path.isdir(options.json) or not os.access(folder, os.W_OK | os.X_OK):
            parser.error(f"cannot be written: {options.json}")
    if options.check_arguments:
        sys.exit(0)
    return options


# Running


def run(command, accepted=(0,)):
    """The program's standard output and the CPU seconds (user and system) of its process."""
    process = subprocess.Popen([os.path.abspath(command[0]), *command[1:]],
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    output = process.stdout.read()
    process.stdout.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in accepted:
        raise Failure(f"exit code {process.returncode}: {' '.join(command)}")
    try:
        return json.loads(output), usage.ru_utime + usage.ru_stime
    except ValueError:
        raise Failure(f"no JSON on standard output: {' '.join(command)}") from None


def run_squall(options, clients, seed):
    # 3: the scenario's promise that nobody is stuck is broken, as it is with a million clients.
    summary, cpu = run([options.squall, "reference-storm", "--clients", str(clients), "--seed", str(seed),
                        "--format", "json", "--no-out", "--quiet"], accepted=(0, 3))
    metrics = summary["metrics"]

    def absolute(percentile):  # recover counts from clear; the peers count from 0
        seconds = metrics["recover"][percentile]
        if seconds is None or metrics["recovered"] < clients and percentile == "max":
            return None
        return seconds + metrics["clear_s"]

    services = metrics["stations"]["auth"]["served"]
    return {
        "clients": summary["clients"], "seed": summary["seed"],
        "attempts": metrics["attempts"], "timeouts": metrics["attempt_failures"]["timeout"],
        "services": services, "wasted": services - metrics["recovered"], "connected": metrics["recovered"],
        "p50_s": absolute("p50"), "p99_s": absolute("p99"), "last_s": absolute("max"),
        "events": summary["events"],
    }, cpu


def run_peer(command, clients, seed):
    answers, cpu = run([*command, "--clients", str(clients), "--seed", str(seed)])
    del answers["cpu_seconds"]  # measured from outside, alike for all
    return answers, cpu


def measure(options, clients, log):
    """All timed runs of each program, in turn, and the untimed ones of the C++ peer."""
    programs = {
        "squall": lambda seed: run_squall(options, clients, seed),
        "cpp": lambda seed: run_peer([options.cpp], clients, seed),
    }
    repeats = dict.fromkeys(programs, options.repeat)
    if options.python is not None:
        if options.simpy_repeat is None and clients > SIMPY_MOST_CLIENTS:
            log(f"{clients:,} clients: SimPy is left out; --simpy-repeat 1 includes it")
        else:
            storm = os.path.join(HERE, "simpy", "storm.py")
            programs["simpy"] = lambda seed: run_peer([options.python, storm], clients, seed)
            repeats["simpy"] = options.simpy_repeat or min(options.repeat, 2 if clients >= 50_000 else 1000)

    runs = {name: [] for name in programs}
    for turn in range(max(repeats.values())):
        seed = options.seed + turn
        # Who begins changes from turn to turn, so that nobody always follows the same neighbour.
        names = list(programs)
        names = names[turn % len(names):] + names[:turn % len(names)]
        for name in names:
            if turn < repeats[name]:
                answers, cpu = programs[name](seed)
                if (answers["clients"], answers["seed"]) != (clients, seed):
                    raise Failure(f"{name} simulated something else than it was asked to")
                runs[name].append({**answers, "cpu_seconds": cpu})
                log(f"{clients:,} clients, seed {seed}: {NAMES[name]}, {cpu:.2f} s of CPU time")

    log(f"{clients:,} clients: {options.calibrate} runs for the spread between seeds")
    first = options.seed + max(repeats.values())  # seeds that no timed run has
    calibration = [programs["cpp"](first + i)[0] for i in range(options.calibrate)]
    return runs, calibration


# Agreement


def student(probability, freedom):
    """Student's quantile, by the Cornish-Fisher expansion about the normal one. Within 1 % for the
    probabilities and degrees of freedom (at least 11) that are used here."""
    z = statistics.NormalDist().inv_cdf(probability)
    n = freedom
    return (z + (z**3 + z) / (4 * n)
            + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
            + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
            + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4))


def agreement(runs, calibration, comparisons):
    """One entry for each answer and each pair of programs."""
    t = student(1 - FALSE_ALARMS / comparisons / 2, len(calibration) - 1)
    samples = dict(runs)
    samples["cpp"] = runs["cpp"] + calibration
    checks = []
    for answer, least in ANSWERS.items():
        spread = [run[answer] for run in calibration]
        exists = all(value is not None for value in spread)
        deviation = statistics.stdev(spread) if exists else None
        for one, other in itertools.combinations(samples, 2):
            values = [[run[answer] for run in samples[name]] for name in (one, other)]
            check = {"answer": answer, "one": one, "other": other, "deviation": deviation,
                     "difference": None, "tolerance": None}
            if all(value is not None for value in values[0] + values[1]) and exists:
                check["difference"] = statistics.fmean(values[0]) - statistics.fmean(values[1])
                check["tolerance"] = max(least, t * deviation * math.sqrt(1 / len(values[0]) + 1 / len(values[1])))
                check["agrees"] = abs(check["difference"]) <= check["tolerance"]
            else:
                check["agrees"] = all(value is None for value in values[0] + values[1])
            checks.append(check)
    return checks


# Output


def processor():
    try:
        with open("/proc/cpuinfo") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return "unknown CPU"


def mean(runs, answer):
    values = [run[answer] for run in runs]
    return None if None in values else statistics.fmean(values)


def rows(clients, runs):
    cpu = {name: statistics.median(run["cpu_seconds"] for run in runs[name]) for name in runs}
    return [{
        "implementation": NAMES[name], "clients": clients, "runs": len(runs[name]),
        "cpu_seconds": cpu[name], "ratio": cpu[name] / cpu["squall"],
        "events": mean(runs[name], "events"),
        "events_per_second": statistics.median(run["events"] / run["cpu_seconds"] for run in runs[name]),
        "attempts": mean(runs[name], "attempts"), "p99_s": mean(runs[name], "p99_s"),
        "last_s": mean(runs[name], "last_s"), "wasted": mean(runs[name], "wasted"),
    } for name in runs]


def table(lines):
    def count(value):
        return f"{value:,.0f}"

    def seconds(value):
        return "never" if value is None else f"{value:,.1f} s"

    text = ["| implementation | clients | runs | CPU s | ratio to Squall | events/s | attempts | p99 | last | wasted |",
            "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|"]
    for row in lines:
        cells = [row["implementation"], count(row["clients"]), count(row["runs"]),
                 f"{row['cpu_seconds']:.3g}" if row["cpu_seconds"] < 100 else count(row["cpu_seconds"]),
                 f"{row['ratio']:.2f}", f"{row['events_per_second'] / 1e6:.2f} M",
                 count(row["attempts"]), seconds(row["p99_s"]), seconds(row["last_s"]), count(row["wasted"])]
        text.append("| " + " | ".join(cells) + " |")
    return "\n".join(text)


def describe(clients, check):
    pair = f"{clients:,} clients: {check['answer']} of {NAMES[check['one']]} and of {NAMES[check['other']]}"
    if check["tolerance"] is None:
        return f"{pair}: defined in some runs and undefined in others"
    return f"{pair} differ by {check['difference']:+.6g}; tolerance {check['tolerance']:.4g}"


def main():
    options = arguments()

    def log(text):
        print(text, file=sys.stderr, flush=True)

    date = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d")
    measured = {clients: measure(options, clients, log) for clients in options.clients}

    comparisons = sum(len(ANSWERS) * math.comb(len(runs), 2) for runs, _ in measured.values())
    lines, checks, report = [], [], []
    for clients, (runs, calibration) in measured.items():
        own = agreement(runs, calibration, comparisons)
        lines += rows(clients, runs)
        checks += [(clients, check) for check in own]
        report.append({"clients": clients, "table": rows(clients, runs), "checks": own,
                       "runs": runs, "calibration": calibration})

    print(f"{date}, {processor()}, {os.cpu_count()} cores. CPU seconds are medians, answers are means.\n")
    print(table(lines))
    wrong = [describe(clients, check) for clients, check in checks if not check["agrees"]]
    print(f"\n{len(checks) - len(wrong)} of {len(checks)} comparisons of answers agree.", flush=True)
    if options.json is not None:
        with open(options.json, "w") as file:
            json.dump({"date": date, "cpu": processor(), "cores": os.cpu_count(), "agree": not wrong,
                       "sizes": report}, file, indent=1)
            file.write("\n")
    for line in wrong:
        log(f"error: {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Failure, OSError, KeyError) as failure:
        what = f"an answer is missing: {failure}" if isinstance(failure, KeyError) else failure
        print(f"error: {what}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)

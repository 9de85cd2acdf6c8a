#!/usr/bin/env python3
"""Measures Squall against its targets for speed and memory, and prints a Markdown table.

usage: Benchmarks/targets.py [--simulate PATH] [--before PATH] [--repeat N] [--large]

Times are CPU seconds of the whole process, start-up and summary included, the least of N runs
(default 3); wall time is used for start-up and for the gain of a second core. --before names an
earlier build, which takes turns with the present one: the other session systems are compared with
it, with a million clients each. --large adds the runs with 10,000,000 clients and the quiet hour
without skipping. Needs a release build and a quiet machine. The future event list is measured by the
benchmark package, and other programs by Peers/run.sh.
"""

import argparse
import json
import os
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MIB = 1024 * 1024


def run(simulate, *arguments):
    """One run: (CPU seconds, wall seconds, peak bytes, its JSON)."""
    begin = time.monotonic()
    child = subprocess.Popen(
        [simulate, *arguments, "--no-out", "--quiet", "--format", "json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    output = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.monotonic() - begin
    # 3: a service level was broken, which is no failure of the run.
    if os.waitstatus_to_exitcode(status) not in (0, 3):
        sys.exit(f"error: simulate {' '.join(arguments)}: {child.stderr.read().decode()}")
    peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return usage.ru_utime + usage.ru_stime, wall, peak, json.loads(output)


class Table:
    def __init__(self):
        print("| what | target | measured | |\n|---|--:|--:|---|")

    def row(self, what, target, measured, is_met):
        print(f"| {what} | {target} | {measured} | {'met' if is_met else 'missed'} |", flush=True)


def compared(simulate, before, repeat, *arguments):
    """The least CPU seconds of both builds, in turn."""
    pairs = [
        (run(before, *arguments)[0], run(simulate, *arguments)[0]) for _ in range(repeat)]
    return min(one for one, _ in pairs), min(other for _, other in pairs)


def against_before(table, simulate, before, repeat):
    for scenario in ("reference-storm", "gateway-restart"):
        then, now = compared(simulate, before, repeat, scenario, "--clients", "100k")
        table.row(
            f"`simulate {scenario} --clients 100k` against before", "0.33 x",
            f"{now / then:.2f} x ({then:.2f} s, {now:.2f} s)", now <= 0.33 * then)
    for session in ("chatSocket", "primer", "appExtension"):
        arguments = ("--session", session, "--clients", "1M", "--threads", "1")
        then, now = compared(simulate, before, 1, *arguments)
        table.row(
            f"`simulate {' '.join(arguments)}` against before", "0.50 x",
            f"{now / then:.2f} x ({then:.1f} s, {now:.1f} s)", now <= 0.5 * then)


def least(simulate, repeat, *arguments):
    return min((run(simulate, *arguments) for _ in range(repeat)), key=lambda r: r[0])


def storms(table, simulate, repeat):
    for clients, limit in (("100k", 0.30), ("1M", 3.5)):
        cpu, _, _, found = least(simulate, repeat, "reference-storm", "--clients", clients)
        table.row(
            f"`simulate reference-storm --clients {clients}`", f"{limit:.2f} s CPU", f"{cpu:.2f} s",
            cpu <= limit)


def throughput(table, simulate, repeat, idle):
    walls, rates = {}, {}
    for clients, limit in (("100k", 15.0), ("1M", 13.0)):
        cpu, wall, peak, found = least(simulate, repeat, "--clients", clients)
        walls[clients] = wall
        rate = found["events"] / cpu / 1e6
        table.row(
            f"`simulate --clients {clients}`", f"{limit:.0f} M events/s", f"{rate:.1f} M/s",
            rate >= limit)
        if clients == "1M":
            each = (peak - idle) / 1e6
            table.row(
                "peak memory a client, `simulate --clients 1M`", "96 B", f"{each:.0f} B",
                each <= 96)
    ratio = walls["1M"] / walls["100k"]
    table.row("wall time, 1M clients against 100k", "13 x", f"{ratio:.1f} x", ratio <= 13)


def quiet_hour(table, simulate, repeat, is_large):
    cpu, _, _, skipped = least(simulate, repeat, "quiet-hour", "--clients", "1M")
    table.row("`simulate quiet-hour --clients 1M`", "1.5 s CPU", f"{cpu:.2f} s", cpu <= 1.5)
    if not is_large:
        return
    cpu, _, _, played = run(simulate, "quiet-hour", "--clients", "1M", "--no-skip")
    table.row(
        "the same with `--no-skip`", "40 s CPU", f"{cpu:.1f} s", cpu <= 40)
    table.row(
        "their digests, events and metrics", "equal",
        "equal" if skipped == played else "different", skipped == played)


def large(table, simulate, idle):
    cpu, wall, peak, found = run(simulate, "--clients", "10M")
    table.row(
        "peak memory, `simulate --clients 10M`", "1024 MiB", f"{peak / MIB:.0f} MiB",
        peak <= 1024 * MIB)
    table.row("wall time of these", "30 s", f"{wall:.0f} s", wall <= 30)
    each = (peak - idle) / 1e7
    table.row("a client of these", "96 B", f"{each:.0f} B", each <= 96)
    print(f"\n10,000,000 clients took {wall:.0f} s, {found['events']:,} events.\n")


def cores(table, simulate, repeat):
    def wall(threads):
        arguments = ("--clients", "100k", "--replications", "8", "--threads", str(threads))
        return run(simulate, *arguments)[1]
    pairs = [(wall(1), wall(2)) for _ in range(repeat)]
    ratio = min(one for one, _ in pairs) / min(two for _, two in pairs)
    table.row(
        "8 replications of 100k clients, 2 threads against 1", "1.8 x", f"{ratio:.2f} x",
        ratio >= 1.8)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--simulate", default=os.path.join(ROOT, ".build/release/simulate"))
    parser.add_argument("--before")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--large", action="store_true")
    options = parser.parse_args()
    if options.repeat < 1:
        parser.error("--repeat is 1 or more")
    for program in filter(None, (options.simulate, options.before)):
        if not os.access(program, os.X_OK):
            sys.exit(f"error: {program} is no program; swift build -c release")
    idle = run(options.simulate, "--clients", "1")[2]
    table = Table()
    startup = min(
        run(options.simulate, "--clients", "1000")[1] for _ in range(3 * options.repeat))
    table.row(
        "`simulate --clients 1000`, wall", "25 ms", f"{startup * 1e3:.0f} ms", startup <= 0.025)
    storms(table, options.simulate, options.repeat)
    throughput(table, options.simulate, options.repeat, idle)
    quiet_hour(table, options.simulate, options.repeat, options.large)
    if (os.cpu_count() or 1) >= 2:
        cores(table, options.simulate, options.repeat)
    if options.before:
        against_before(table, options.simulate, options.before, options.repeat)
    if options.large:
        large(table, options.simulate, idle)


if __name__ == "__main__":
    main()

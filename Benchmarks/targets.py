#!/usr/bin/env python3
"""Measures Squall against its targets for speed and memory, and prints a Markdown table.

usage: Benchmarks/targets.py [--simulate PATH] [--before PATH] [--peer PATH] [--repeat N] [--large]
                             [--only WORD]...

Instructions are those of the whole process under callgrind, in a stripped build; these rows are left
out where valgrind is missing. Times are CPU seconds of the whole process, start-up and summary
included, or wall time where a row says so: the least of N runs (default 3), in which the programs that
are compared take turns. Rows that take minutes are measured once.

--before names an earlier build and adds the rows "against before". --peer names the bare loop over
std::priority_queue, compiled, and adds the rows against it:
    g++ -std=c++17 -O3 -o PATH Benchmarks/Peers/cpp/storm.cpp
Peers/run.sh also holds its answers against Squall's, which this script does not. --large adds the rows
with 10,000,000 clients. --only measures the rows alone that contain a word, or one of several.

Needs a release build and a quiet machine. The future event list is measured by the benchmark package.
"""

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from typing import Callable, NamedTuple, Optional, Tuple

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GIB = 1 << 30
STORM, DEFAULT = "reference-storm", "gateway-restart"
# 3: a promise was broken, which is no failure of the run.
ACCEPTED = (0, 3)


# Running


class Run(NamedTuple):
    cpu: float  # seconds, user and system
    wall: float
    peak: int  # bytes
    output: bytes

    @property
    def seconds_an_event(self):
        return self.cpu / json.loads(self.output)["events"]


def run(command):
    with tempfile.TemporaryFile() as messages:
        begin = time.monotonic()
        child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=messages)
        output = child.stdout.read()
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.monotonic() - begin
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode not in ACCEPTED:
            messages.seek(0)
            fail(command, child.returncode, messages.read())
    peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return Run(usage.ru_utime + usage.ru_stime, wall, peak, output)


def fail(command, code, messages):
    text = messages.decode(errors="replace").strip()
    sys.exit(f"error: exit code {code}: {shlex.join(command)}\n{text}")


def least(commands, repeat, clock="cpu"):
    """The run of each command that took least. They take turns, and who begins changes."""
    runs = [[] for _ in commands]
    for turn in range(repeat):
        for step in range(len(commands)):
            place = (turn + step) % len(commands)
            runs[place].append(run(commands[place]))
    return [min(each, key=lambda one: getattr(one, clock)) for each in runs]


def command_of(program, *arguments):
    return [program, *arguments, "--no-out", "--quiet", "--format", "json"]


def counted(program, *arguments):
    """The instructions of a run; as in instructions.sh."""
    with tempfile.TemporaryDirectory() as folder:
        stripped, log = os.path.join(folder, "simulate"), os.path.join(folder, "log")
        # Older valgrinds give up on the debug information of newer compilers.
        if subprocess.run(["strip", "--strip-debug", "-o", stripped, program],
                          stderr=subprocess.DEVNULL).returncode != 0:
            shutil.copy(program, stripped)
        command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
                   f"--log-file={log}", *command_of(stripped, *arguments)]
        # Swift seeds its hashing anew in each process unless told not to.
        child = subprocess.run(
            command, capture_output=True, cwd=folder,
            env={**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"})
        if child.returncode not in ACCEPTED:
            fail(command, child.returncode, child.stderr)
        with open(log, errors="replace") as file:
            total = re.search(r"Collected : (\d+)", file.read())
        return int(total[1]) if total else sys.exit("error: callgrind printed no total")


# Rows


class Row(NamedTuple):
    what: str
    target: str
    # What was measured, and whether that meets the target; None where it could not be measured.
    measure: Callable[[], Tuple[str, Optional[bool]]]


def seconds(value):
    return f"{value:,.0f} s" if value >= 100 else f"{value:.3g} s"


def instructions(options, scenario, most):
    arguments = (scenario, "--clients", "100k")

    def measure():
        if shutil.which("valgrind") is None:
            return "skipped: no valgrind", None
        count = counted(options.simulate, *arguments)
        return f"{count / 1e9:.2f} G", count <= most * 1e9

    return Row(f"`simulate {shlex.join(arguments)}`, instructions", f"{most:.1f} G", measure)


def against_before(options, arguments, most, clock="cpu", repeat=None):
    def measure():
        commands = [command_of(program, *arguments)
                    for program in (options.before, options.simulate)]
        then, now = (getattr(one, clock)
                     for one in least(commands, repeat or options.repeat, clock))
        return f"{now / then:.2f} x ({seconds(then)}, {seconds(now)})", now <= most * then

    unit = "CPU" if clock == "cpu" else "wall time"
    return Row(f"`simulate {shlex.join(arguments)}`, {unit} against before", f"{most:.2f} x", measure)


def against_peer(options, clients, factor):
    def measure():
        commands = [[options.peer, "--clients", str(clients), "--seed", "1"],
                    command_of(options.simulate, STORM, "--clients", str(clients))]
        peer, own = (one.cpu for one in least(commands, options.repeat))
        return f"{peer / own:.2f} x ({seconds(peer)}, {seconds(own)})", peer >= factor * own

    return Row(
        f"`simulate {STORM} --clients {clients}`, times as fast as the C++ peer", f"{factor} x",
        measure)


def start_up(options):
    def measure():
        command = command_of(options.simulate, "--clients", "1000")
        cpu = least([command], 3 * options.repeat)[0].cpu
        return f"{cpu * 1e3:.1f} ms", cpu <= 0.015

    return Row("`simulate --clients 1000`, start-up and all, CPU", "15 ms", measure)


def an_event(options, scenario):
    """Guards what is fetched ahead, which a count of instructions does not see."""
    def measure():
        commands = [command_of(options.simulate, scenario, "--clients", clients)
                    for clients in ("100k", "1M")]
        few, many = (one.seconds_an_event for one in least(commands, options.repeat))
        return (f"{many / few:.2f} x ({few * 1e9:.0f} ns, {many * 1e9:.0f} ns)",
                many <= 1.1 * few)

    return Row(f"`simulate {scenario}`, CPU an event, 1M clients over 100k", "1.1 x", measure)


def a_client(options):
    def measure():
        idle = run(command_of(options.simulate, "--clients", "1")).peak
        peak = run(command_of(options.simulate, "--clients", "1M")).peak
        each = (peak - idle) / 1e6
        return f"{each:.0f} B ({peak / GIB:.3f} GiB in all)", each <= 120

    return Row("`simulate --clients 1M`, memory a client", "120 B", measure)


def peak_of_ten_millions(options):
    def measure():
        one = run(command_of(options.simulate, DEFAULT, "--clients", "10M"))
        return f"{one.peak / GIB:.2f} GiB ({seconds(one.cpu)} CPU)", one.peak <= 1.2 * GIB

    return Row(f"`simulate {DEFAULT} --clients 10M`, peak memory", "1.2 GiB", measure)


def rows_against_before(options):
    for scenario, few, many in ((STORM, 0.42, 0.33), (DEFAULT, 0.55, 0.45)):
        yield against_before(options, (scenario, "--clients", "100k"), few)
        yield against_before(options, (scenario, "--clients", "1M"), many)
    for kind, most in (("primer", 0.2), ("chatSocket", 0.4), ("appExtension", 0.4)):
        arguments = ("--session", kind, "--clients", "1M", "--threads", "1")
        yield against_before(options, arguments, most, repeat=1)
    capacity = (
        "capacity", "--clients", "100k", "--slo", "recover.p99 < 5m", "--replications", "3",
        "--backoff", "stoat-web", "--backoff", "aws-full", "--worlds", "limits", "--threads", "2")
    yield against_before(options, capacity, 0.33, clock="wall", repeat=1)
    compare = ("compare", "--all", "--worlds", "limits", "--replications", "5")
    yield against_before(options, compare, 0.55, clock="wall", repeat=1)


def all_rows(options):
    yield instructions(options, STORM, 2.8)
    yield instructions(options, DEFAULT, 3.0)
    yield start_up(options)
    yield an_event(options, STORM)
    yield an_event(options, DEFAULT)
    yield a_client(options)
    if options.peer:
        yield against_peer(options, 100_000, 2)
        yield against_peer(options, 1_000_000, 4)
    if options.before:
        yield from rows_against_before(options)
    if options.large:
        if options.before:
            ten_millions = (DEFAULT, "--clients", "10M")
            yield against_before(options, ten_millions, 0.45, repeat=1)
        yield peak_of_ten_millions(options)


# The command


def parsed():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
        usage=argparse.SUPPRESS)
    parser.add_argument("--simulate", default=os.path.join(ROOT, ".build/release/simulate"))
    parser.add_argument("--before", metavar="PATH")
    parser.add_argument("--peer", metavar="PATH")
    parser.add_argument("--repeat", type=int, default=3, metavar="N")
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--only", action="append", default=[], metavar="WORD")
    options = parser.parse_args()
    if options.repeat < 1:
        parser.error("--repeat is 1 or more")
    for name in ("simulate", "before", "peer"):
        path = getattr(options, name)
        if path is None:
            continue
        if not (os.path.isfile(path) and os.access(path, os.X_OK)):
            parser.error(f"--{name}: no program at {path}")
        setattr(options, name, os.path.abspath(path))
    return options


def main():
    options = parsed()
    words = [word.lower() for word in options.only]
    rows = [row for row in all_rows(options)
            if not words or any(word in row.what.lower() for word in words)]
    if not rows:
        sys.exit(f"error: no row contains {' or '.join(options.only)}")
    print("| what | target | measured | |\n|---|--:|--:|---|", flush=True)
    for row in rows:
        measured, is_met = row.measure()
        verdict = {True: "met", False: "missed", None: ""}[is_met]
        print(f"| {row.what} | {row.target} | {measured} | {verdict} |", flush=True)


if __name__ == "__main__":
    main()

"""Runs the program in the working folder and reads what it writes with the programs of others.

usage: formats.py SIMULATE JUNIT_SCHEMA
"""

import bisect
import csv
import json
import math
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree

import xmlschema
from hdrh.histogram import HdrHistogram
from hdrh.log import HistogramLogReader
from prometheus_client.openmetrics.parser import text_string_to_metric_families as openmetrics
from prometheus_client.parser import text_string_to_metric_families as prometheus

SIMULATE, SCHEMA = sys.argv[1:]
FORMATS = {"junit": "xml", "openmetrics": "prom", "benchmark-smaller": "less.json",
           "benchmark-bigger": "more.json", "markdown": "md"}
# What is markup in some of the formats and may stand in a formula, which names itself.
HOSTILE = "if(x<3 , 1s,2^x * uniform(.5,1)*1)"


def fail(text):
    sys.exit(f"error: {text}")


def check(truth, text):
    if not truth:
        fail(text)


def run(name, *words, expect=(0, 3)):
    """Runs the program with every format written beside its results folder."""
    files = [f"--write={format}={name}.{ending}" for format, ending in FORMATS.items()]
    ending = subprocess.run([SIMULATE, *words, "--quiet", "--out", name, *files],
                            stdout=subprocess.DEVNULL)
    check(ending.returncode in expect, f"{name}: exit code {ending.returncode}")
    return ending.returncode


def rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


# JUnit


def cases(name):
    """The cases by their names, each with its kind; the file is held against the schema first."""
    path = f"{name}.xml"
    SCHEMA_OF_JUNIT.validate(path)
    found = {}
    for suite in ElementTree.parse(path).getroot():
        kinds = []
        for case in suite.iter("testcase"):
            kind = next((child.tag for child in case), "passed")
            key = (case.get("classname"), case.get("name"))
            check(key not in found, f"{path}: two cases {key}")
            found[key] = kind
            kinds.append(kind)
        for attribute, kind in [("failures", "failure"), ("errors", "error"),
                                ("skipped", "skipped")]:
            check(int(suite.get(attribute)) == kinds.count(kind), f"{path}: {attribute}")
        check(int(suite.get("tests")) == len(kinds), f"{path}: tests")
        names = [property.get("name") for property in suite.iter("property")]
        check(names == ["seeds", "digest", "version"], f"{path}: properties {names}")
    return found


def check_promises(name, code):
    """Every promise is a case, and fails where promises.csv says so."""
    found = cases(name)
    promises = {row["promise"]: row["kept"] == "true" for row in rows(f"{name}/promises.csv")}
    check({key[1]: kind == "passed" for key, kind in found.items()} == promises,
          f"{name}: cases {found}, promises {promises}")
    check((code == 3) == ("failure" in found.values()), f"{name}: failures and exit code {code}")
    return found


# OpenMetrics


def samples(name):
    """Value by name and labels. Both parsers must read the same."""
    with open(f"{name}.prom", encoding="utf-8") as file:
        text = file.read()
    found = {}
    for family in openmetrics(text):
        check(family.documentation and family.name.startswith("squall_"), f"{name}: {family}")
        check(not family.unit or family.name.endswith("_" + family.unit), f"{name}: {family.name}")
        for sample in family.samples:
            key = (sample.name, *sorted(sample.labels.items()))
            check(key not in found, f"{name}: {key} is there twice")
            found[key] = sample.value
    older = {(sample.name, *sorted(sample.labels.items())): sample.value
             for family in prometheus(text) for sample in family.samples}
    check(older == found, f"{name}: the two parsers differ")
    return found


def check_figures(name):
    """Each figure of summary.csv is a sample: the same number of them, of every value."""
    values = [float(row["value"]) for row in rows(f"{name}/summary.csv") if row["value"] != ""]
    found = [value for key, value in samples(name).items() if key[0] != "squall_run_info"]
    check(sorted(found) == sorted(values), f"{name}: OpenMetrics and summary.csv differ")


def one(found, name, **labels):
    """The value of the only sample with those labels."""
    matching = [value for key, value in found.items()
                if key[0] == name and labels.items() <= dict(key[1:]).items()]
    check(len(matching) == 1, f"{name} {labels}: {len(matching)} samples")
    return matching[0]


# github-action-benchmark


def check_benchmarks(name):
    """What the action asks of a file; no metric is in both."""
    names = []
    for ending in ["less", "more"]:
        with open(f"{name}.{ending}.json", encoding="utf-8") as file:
            entries = json.load(file)
        for entry in entries:
            check({"name", "unit", "value", "extra"} <= entry.keys()
                  and isinstance(entry["value"], (int, float)) and math.isfinite(entry["value"]),
                  f"{name}: {entry}")
            check(re.fullmatch(r"± [0-9.e+-]+", entry.get("range", "± 0")), f"{name}: {entry}")
            names.append(entry["name"])
    check(names and len(set(names)) == len(names), f"{name}: names of the benchmarks {names}")


# Histograms


class Percentiles:
    """A histogram as PyPI's hdrhistogram decodes it; values in seconds."""

    def __init__(self, histogram, infinite):
        self.histogram = histogram
        self.infinite = infinite
        self.count = histogram.get_total_count()
        self.precision = 10.0 ** -histogram.significant_figures
        self.least = histogram.get_min_value() / 1e6
        self.most = histogram.get_max_value() / 1e6
        items = [(item.value_iterated_to, item.count_added_in_this_iter_step)
                 for item in histogram.get_recorded_iterator()]
        self.cumulative = []
        for value, count in items:
            before = self.cumulative[-1][1] if self.cumulative else 0
            self.cumulative.append((value, before + count))

    def at(self, fraction, infinite=0):
        """By nearest rank, which is rounded up here and to the nearest there; None for a rank beyond
        the finite values, of which there are so many infinite ones more."""
        rank = max(1, math.ceil(fraction * (self.count + infinite) - 1e-9))
        if rank > self.count:
            return None
        return self.histogram.get_value_at_percentile(100 * rank / self.count) / 1e6

    def first_at(self, rank):
        """The value of a rank from 1, off the decoded counts: one look-up for each of many rows."""
        place = bisect.bisect_left(self.cumulative, max(1, rank), key=lambda item: item[1])
        return self.cumulative[place][0] / 1e6

    def up_to(self, microseconds):
        """How many values there are up to one, and equal to it."""
        end = self.histogram.get_highest_equivalent_value(microseconds)
        place = bisect.bisect_right(self.cumulative, end, key=lambda item: item[0])
        return self.cumulative[place - 1][1] if place else 0

    def is_close(self, value, other):
        if value is None or other is None:
            return value is other
        return abs(value - other) <= self.precision * abs(other) + 1e-6


def log(name):
    """Every histogram of the log by its tag."""
    with open(f"{name}/histograms.hlog") as file:
        comments = re.findall(r"^#\[(\S+): (\d+) more are never reached\]$", file.read(), re.MULTILINE)
    infinite = {metric: int(count) for metric, count in comments}
    reader = HistogramLogReader(f"{name}/histograms.hlog", HdrHistogram(1, 2, 3))
    found = {}
    while (histogram := reader.get_next_interval_histogram()) is not None:
        check(histogram.get_start_time_stamp() == 0, f"{name}: start time")
        tag = histogram.get_tag()
        found[tag] = Percentiles(histogram, infinite.get(tag, 0))
    return found


def check_log(name):
    """Total, least, greatest, p50 and p99 of every distribution, as percentiles.csv and the .hgrm
    files have them. Returns how many have values."""
    found = log(name)
    exact = {}
    for row in rows(f"{name}/percentiles.csv"):
        exact.setdefault(row["metric"], {})[float(row["percentile"])] = row["value_s"]
    check(list(found) == list(exact), f"{name}: tags {list(found)}")
    full = {}
    for metric, histogram in found.items():
        if histogram.count == 0:
            check(all(value in ("", "inf") for value in exact[metric].values()), f"{name}: {metric}")
            continue
        full[metric] = histogram
        for percentile, value in exact[metric].items():
            there = histogram.at(percentile / 100, histogram.infinite)
            here = None if value == "inf" else float(value)
            check(histogram.is_close(there, here),
                  f"{name}: {metric} p{percentile}: {there}, not {here}")
        check_text(name, metric, histogram)
    return full


def check_text(name, metric, histogram):
    """A .hgrm file: its own totals, and each of its rows against the histogram of the log."""
    file = re.sub(r"^stations\.(\w+)\.wait$", r"wait-\1", metric).replace(".", "-")
    file = re.sub(r"^recover_", "recover-", file)
    file = re.sub(r"^spread-(\d)$", r"spread-0\1", file)
    with open(f"{name}/{file}.hgrm") as stream:
        text = stream.read()
    most, total = re.search(r"#\[Max += +([0-9.]+), Total count += +(\d+)\]", text).groups()
    check(int(total) == histogram.count, f"{name}: {file} has {total}, the log {histogram.count}")
    check(histogram.is_close(histogram.most, float(most) / 1e3), f"{name}: {file}: max {most}")
    never = re.search(r"#\[Never += +(\d+)\]", text)
    check(int(never.group(1) if never else 0) == histogram.infinite, f"{name}: {file}: never")
    table = [[float(word) for word in line.split()] for line in text.splitlines()
             if re.match(r" +[0-9]", line)]
    check(histogram.is_close(histogram.least, table[0][0] / 1e3)
          and table[-1][2] == histogram.count, f"{name}: {file}: ends")
    # Levels have twelve decimals, and count what never comes, too.
    everything = histogram.count + histogram.infinite
    for value, level, count, *_ in table:
        there = histogram.first_at(math.ceil(level * everything - 1e-6))
        check(histogram.is_close(there, value / 1e3), f"{name}: {file}: {level}: {value}, {there}")
        check(histogram.up_to(round(value * 1e3)) == count, f"{name}: {file}: {level}: {count}")


def check_summary(name):
    """The same against summary.json of a single run."""
    with open(f"{name}/summary.json") as file:
        metrics = json.load(file)["metrics"]
    compared = 0
    for path, histogram in check_log(name).items():
        figures = metrics
        for word in path.split("."):
            figures = figures[word]
        check(histogram.count == figures["count"], f"{name}: {path}: {histogram.count} values")
        for found, key in [(histogram.at(0.5, histogram.infinite), "p50"),
                           (histogram.at(0.99, histogram.infinite), "p99"),
                           (None if histogram.infinite else histogram.most, "max")]:
            if key not in figures:
                continue
            check(histogram.is_close(found, figures[key]),
                  f"{name}: {path}.{key}: {found}, not {figures[key]}")
            compared += 1
    return compared


def interrupted():
    """A run that is broken off is an error case."""
    process = subprocess.Popen([SIMULATE, "--clients", "200k", "--no-out", "--quiet", "--no-skip",
                                "--write=junit=interrupted.xml"], stdout=subprocess.DEVNULL)
    time.sleep(0.4)
    process.send_signal(signal.SIGINT)
    check(process.wait() == 130, "the run was over before it was interrupted")
    check("error" in cases("interrupted").values(), "interrupted: no error case")


def main():
    # A run, and the same with another seed: the names of the cases stay.
    code = run("run", "--clients", "2000", "--slo", "recover.p99 < 60s", "--slo", "gave_up == 0")
    names = check_promises("run", code)
    code = run("other", "--clients", "2000", "--slo", "recover.p99 < 600s", "--slo", "gave_up == 0",
               "--seed", "9")
    others = check_promises("other", code)
    check(len(set(names) & set(others)) == len(names) - 1, "names of cases change")
    compared = 0
    # The last of them has clients that never come back, the others cohorts and stations that are busy.
    for name, words in {"other": None, "run": None, "mixed": ["mixed-fleet", "--clients", "2000"],
                        "queue": ["region-blackhole", "--clients", "20k"],
                        "never": ["--clients", "1000", "--backoff", "2^x, attempts: 3"]}.items():
        if words:
            run(name, *words)
        check_figures(name)
        check_benchmarks(name)
        compared += check_summary(name)
    check(one(samples("never"), "squall_recover_seconds", quantile="0.99") == math.inf, "never")

    # Several seeds: medians and their intervals, and pooled distributions.
    code = run("seeds", "--clients", "500", "--replications", "5", "--slo", "recover.p99 < 60s")
    check_promises("seeds", code)
    check_benchmarks("seeds")
    with open("seeds/summary.json") as file:
        recovery = json.load(file)["metrics"]["recover.p99"]
    found = samples("seeds")
    for suffix, key in [("", "median"), ("_low", "low"), ("_high", "high")]:
        sample = one(found, f"squall_recover{suffix}_seconds", quantile="0.99")
        check(sample == recovery[key], f"seeds: {key} {sample}")
    check(check_log("seeds")["recover"].count == 2500, "seeds: pooled values")

    # Several backoffs and scenarios, with a name that is markup.
    run("comparison", "compare", "gateway-restart", "--scenario", "long-outage", "--clients", "300",
        "--replications", "3", "--backoff", "aws-full", "--backoff", HOSTILE,
        "--slo", "recover.p99 < 30s")
    found = cases("comparison")
    check(any(HOSTILE in key[0] for key in found), f"comparison: {list(found)}")
    promises = {scenario: sum(key[0].startswith(scenario) for key in found)
                for scenario in ["gateway-restart", "long-outage"]}
    check(sum(promises.values()) == len(found) and min(promises.values()) >= 2,
          f"comparison: {list(found)}")
    found = samples("comparison")
    check({dict(key[1:])["variant"] for key in found} == {"aws-full", HOSTILE},
          "comparison: variants")
    check_benchmarks("comparison")

    run("capacity", "capacity", "--clients", "2000", "--slo", "recover.p99 < 60s", "--replications",
        "2", "--backoff", "aws-full", "--backoff", "socketio", "--least", "gateway.nodes=1..8")
    check(len(cases("capacity")) == 2, "capacity: cases")
    check(one(samples("capacity"), "squall_capacity_gateway_nodes", variant="aws-full") >= 1,
          "capacity: value")
    interrupted()
    print("JUnit, OpenMetrics and benchmark files of nine commands are read by others; "
          f"{compared} figures of summary.json stand in the histograms")


SCHEMA_OF_JUNIT = xmlschema.XMLSchema(SCHEMA)
main()

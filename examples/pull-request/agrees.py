#!/usr/bin/env python3
"""Holds the library's code against the formula that is simulated.

usage: agrees.py FORMULA-FILE [SIMULATE]

`simulate backoffs` gives the least, the greatest and the mean delay of each failure; 20,000 draws of the code
must have the same. Without this a formula could be guarded that no client waits by.
Exit codes: 0 they agree, 1 they do not, 2 the formula cannot be read.
"""

import json
import random
import subprocess
import sys

import reconnect

FAILURES = 10
DRAWS = 20_000
# Of the greatest delay: eight times what chance alone moves the mean by.
TOLERANCE = 0.02


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        formula = "".join(line for line in file if not line.startswith("#")).strip()
    program = sys.argv[2] if len(sys.argv) > 2 else "simulate"
    command = [program, "backoffs", formula, "--failures", str(FAILURES), "--format", "json"]
    printed = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    if printed.returncode:
        sys.exit(2)
    luck = random.Random(1)
    wrong = 0
    for row in json.loads(printed.stdout):
        delays = [reconnect.delay_s(row["failures"], luck) for _ in range(DRAWS)]
        found = {"min": min(delays), "mean": sum(delays) / DRAWS, "max": max(delays)}
        for name, value in found.items():
            if abs(value - row[name]) > TOLERANCE * max(row["max"], 0.001):
                wrong += 1
                print(
                    f"failure {row['failures']}: the {name} delay of the code is {value:.3f} s, "
                    f"of the formula {row[name]:.3f} s",
                    file=sys.stderr,
                )
    if wrong:
        sys.exit(1)
    print(f"the code waits as the formula says, for {FAILURES} failures")


main()

"""Rules for workflows and actions that no schema knows. Called by .ci/workflows.

usage: workflows.py FOLDER FILE...

- Every `uses:` names 40 hexadecimal digits, with the version in a comment behind it. A path in the
  repository (`./`) needs neither.
- No `${{ }}` stands inside a script: what it brings would be run as code. It goes through `env`.
- A workflow says its permissions, its concurrency, and a time limit for each job; by default a job may
  only read.
- A step that runs a script in an action names its shell.

Writes each script to FOLDER, for shellcheck. Exit codes: 0 all is well, 1 a rule is broken.
"""

import pathlib
import re
import sys

from ruamel.yaml import YAML

PIN = re.compile(r"^[\w.-]+/[\w./-]+@[0-9a-f]{40}$")
LINE = re.compile(r"^\s*(?:-\s+)?uses:\s*(\S+)\s*(#\s*v\d+\.\d+\.\d+\b.*)?$")


def steps(document):
    """Each step of a workflow or of an action."""
    for job in document.get("jobs", {}).values():
        yield from job.get("steps", [])
    yield from document.get("runs", {}).get("steps", [])


def about_uses(text):
    for number, line in enumerate(text.splitlines(), 1):
        if not re.match(r"^\s*(-\s+)?uses:", line):
            continue
        found = LINE.match(line)
        name = found[1] if found else line.strip()
        if name.startswith("./"):
            continue
        if not PIN.match(name):
            yield number, f"'{name}' is not pinned: write OWNER/NAME@ and 40 hexadecimal digits"
        elif not found[2]:
            yield number, f"'{name}' needs its version behind it, such as # v4.3.0"


def about_workflow(document):
    if document.get("permissions") != {"contents": "read"}:
        yield "the permissions of the whole are not 'contents: read'"
    if "concurrency" not in document:
        yield "there is no concurrency group"
    for name, job in document["jobs"].items():
        if "timeout-minutes" not in job:
            yield f"job '{name}' has no timeout-minutes"


def about_steps(document):
    for index, step in enumerate(steps(document), 1):
        script = step.get("run")
        if script is None:
            continue
        if "${{" in script:
            yield f"step {index}: '${{{{' inside a script: hand it over through env"
        if "runs" in document and "shell" not in step:
            yield f"step {index}: no shell"


def main():
    folder = pathlib.Path(sys.argv[1])
    broken, pins, count = [], set(), 0
    for name in sys.argv[2:]:
        text = pathlib.Path(name).read_text()
        document = YAML(typ="safe").load(text)
        broken += [f"{name}:{number}: {what}" for number, what in about_uses(text)]
        pins |= set(re.findall(r"uses:\s*(\S+@\S+)", text))
        if "jobs" in document:
            broken += [f"{name}: {what}" for what in about_workflow(document)]
        broken += [f"{name}: {what}" for what in about_steps(document)]
        for step in steps(document):
            if "run" in step:
                count += 1
                head = "#!/usr/bin/env bash\n# shellcheck shell=bash\n"
                (folder / f"{count}.sh").write_text(head + step["run"])
    by_name = {}
    for pin in pins:
        by_name.setdefault(pin.split("@")[0], set()).add(pin)
    broken += [f"{name} is pinned to {len(all)} commits" for name, all in by_name.items() if len(all) > 1]
    for line in broken:
        print(f"error: {line}", file=sys.stderr)
    if not count or not pins:
        sys.exit("error: no step, or nothing that is used, was found")
    sys.exit(1 if broken else 0)


main()

"""What the action and the example of a pull request must do. Called by .ci/action.

usage: action.py [--build] SIMULATE
"""

import hashlib
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile

from runner import Runner

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "examples/pull-request"
OPTIONS = "--clients 200 --duration 5m --quiet"


class Failure(Exception):
    pass


def expect(condition, what, log=""):
    if not condition:
        raise Failure(f"{what}\n{log}")


class Trial:
    """A clean folder with the action as a checkout brings it, and a workspace beside it."""

    def __init__(self, work, simulate):
        self.folder, self.simulate = pathlib.Path(tempfile.mkdtemp(dir=work)), simulate
        self.workspace = self.folder / "work space"
        self.workspace.mkdir()
        self.checkout = self.folder / "action"
        shutil.copytree(ROOT / ".github/action", self.checkout / ".github/action")
        shutil.copy(ROOT / "action.yml", self.checkout)

    def runner(self, **options):
        actions = {"OWNER/squall": self.checkout}
        github = {"action_repository": "OWNER/squall"} | options.pop("github", {})
        return Runner(self.folder, self.workspace, actions, github, **options)

    def run(self, arguments, **inputs):
        """The action with a program that is there: conclusion, outputs and the runner."""
        runner = self.runner()
        given = {"program": str(self.simulate), "arguments": arguments} | inputs
        return *runner.action(self.checkout, given), runner

    def artifact(self, name="squall-results"):
        return self.folder / "artifacts" / name


def a_kept_promise_is_green(trial):
    fine, outputs, runner = trial.run(f"{OPTIONS} \\\n  --slo 'stuck == 0' --out 'results/a b'\n")
    expect(fine and outputs["exit-code"] == "0", "it failed", runner.log)
    expect(outputs["results"] == str(trial.workspace / "results"), str(outputs))
    expect((trial.artifact() / "a b/manifest.json").is_file(), "no artifact", runner.log)
    expect("stuck" in runner.summary.read_text(), "the step has no summary", runner.log)


def a_broken_promise_is_red_and_kept(trial):
    fine, outputs, runner = trial.run(
        f"{OPTIONS} --slo 'recover.p99 < 1ms' --out there/x", results="there", artifact="mine"
    )
    expect(not fine and outputs["exit-code"] == "3", f"{fine} {outputs}", runner.log)
    expect((trial.artifact("mine") / "x/summary.json").is_file(), "no artifact", runner.log)
    expect("::error" in runner.log, "there is no annotation", runner.log)


def a_wrong_option_is_red_without_results(trial):
    fine, outputs, runner = trial.run("--cleints 5")
    expect(not fine and outputs == outputs | {"exit-code": "2", "results": ""}, f"{outputs}", runner.log)
    expect(not trial.artifact().exists(), "an artifact")


def another_folder_is_worked_in(trial):
    (trial.workspace / "sub").mkdir()
    fine, outputs, runner = trial.run(f"{OPTIONS}", **{"working-directory": "sub", "artifact": ""})
    expect(fine and outputs["results"] == str(trial.workspace / "sub/results"), f"{outputs}", runner.log)
    expect(not trial.artifact().exists(), "an artifact that nobody asked for")


def inputs_are_no_code(trial):
    hostile = "$(touch hacked)", "`touch hacked`", "; touch hacked;", "${{ x }} && touch hacked", "'\"$(touch hacked)\"'"
    for text in hostile:
        for inputs in ({"arguments": text}, {"arguments": OPTIONS, "working-directory": text},
                       {"arguments": OPTIONS, "version": text, "program": ""}, {"program": text}):  # fmt: skip
            fine, _, runner = trial.run(**({"arguments": "-n"} | inputs))
            expect(not fine, f"{inputs} was taken", runner.log)
        trial.run(f"{OPTIONS}", results=text, artifact="")
    expect(not list(trial.folder.rglob("hacked")), "an input was run")


def an_open_quote_is_named(trial):
    fine, _, runner = trial.run("--slo 'recover.p99 < 90s")
    expect(not fine and "a quote is opened" in runner.log, "it was taken", runner.log)


def without_arguments_the_path_has_it(trial):
    link = trial.folder / "bin/simulate"
    link.parent.mkdir()
    link.symlink_to(trial.simulate)
    workflow = trial.folder / "w.yml"
    workflow.write_text(
        "jobs: {a: {steps: [{uses: OWNER/squall@1, with: {program: '%s'}},\n"
        "  {run: 'command -v simulate'}]}}\n" % link
    )
    runner = trial.runner()
    expect(runner.job(workflow, "a"), "simulate was not found", runner.log)
    expect(str(link.parent) in runner.log, "another one was found", runner.log)


def a_release_is_fetched_checked_and_cached(trial):
    name = f"squall-9.9.9-linux-{platform.machine()}"
    place = trial.folder / "releases/v9.9.9"
    place.mkdir(parents=True)
    archive = place / f"{name}.tar.gz"
    # Linked against Swift's libraries, so it stays where it is: its name is enough.
    starter = trial.folder / "simulate"
    starter.write_text(f'#!/bin/sh\nexec "{trial.simulate}" "$@"\n')
    starter.chmod(0o755)
    with tarfile.open(archive, "w:gz") as tar:
        tar.add(starter, f"{name}/simulate")
    right = hashlib.sha256(archive.read_bytes()).hexdigest()
    beside = place / f"{name}.tar.gz.sha256"

    def run(**inputs):
        shutil.rmtree(trial.folder / "temp", ignore_errors=True)
        runner = trial.runner(environment={"SQUALL_RELEASES": f"file://{trial.folder}/releases"})
        given = {"version": "v9.9.9", "arguments": OPTIONS, "artifact": ""} | inputs
        return *runner.action(trial.checkout, given), runner

    beside.write_text(f"{'0' * 64}  {name}.tar.gz\n")
    fine, _, runner = run()
    expect(not fine and "has the SHA-256" in runner.log, "tampering is not seen", runner.log)
    fine, _, runner = run(sha256="1" * 64)
    expect(not fine, "a wrong sha256 was taken", runner.log)
    fine, _, runner = run(version="v9.9.8")
    expect(not fine and "there is no squall-9.9.8" in runner.log, "no release", runner.log)
    beside.write_text(f"{right}  {name}.tar.gz\n")
    fine, outputs, runner = run()
    expect(fine and outputs["exit-code"] == "0", f"{outputs}", runner.log)
    shutil.rmtree(place)
    fine, _, runner = run()
    expect(fine, "the cache was not used", runner.log)
    fine, _, runner = run(sha256="1" * 64)
    expect(not fine, "another sha256 was answered from the cache", runner.log)


def it_builds_from_its_own_sources(trial):
    for name in ("Package.swift", "Sources", "Plugins", "scenarios", "Tests"):
        source, copy = ROOT / name, trial.checkout / name
        shutil.copytree(source, copy, symlinks=True) if source.is_dir() else shutil.copy(source, copy)
    if (ROOT / "Package.resolved").exists():
        shutil.copy(ROOT / "Package.resolved", trial.checkout)
    for _ in range(2):
        shutil.rmtree(trial.folder / "temp", ignore_errors=True)
        runner = trial.runner()
        fine, outputs = runner.action(trial.checkout, {"arguments": OPTIONS, "artifact": ""})
        expect(fine and outputs["exit-code"] == "0", f"{outputs}", runner.log)
    expect("Compiling" not in runner.log, "it was built twice", runner.log)


FORMULAS = {
    "unchanged": None,
    # Everybody comes back in the same instant, again and again.
    "without jitter": "min(32s, 1s * 2^x), connectTimeout: 10s",
    "impatient": "uniform(0s, 200ms), connectTimeout: 2s",
    "gives up": "uniform(0s, min(20s, 1s * 2^x)), connectTimeout: 10s, attempts: 3",
    "slow": "uniform(0s, 1s * 4^x), connectTimeout: 10s",
}
# It keeps every promise, and makes more attempts.
WORSE = "uniform(0s, min(15s, 750ms * 2^x)), connectTimeout: 10s"
GREEN = {"calmer": "uniform(0s, min(24s, 2s * 2^x)), connectTimeout: 10s"}


def git(folder, *arguments):
    identity = ["-c", "user.name=nobody", "-c", "user.email=nobody@example.com"]
    command = ["git", *identity, *arguments]
    done = subprocess.run(command, cwd=folder, check=True, text=True, stdout=subprocess.PIPE)
    return done.stdout.strip()


def example(trial):
    """The example as a repository of its own; its first commit."""
    shutil.copytree(EXAMPLE, trial.workspace, dirs_exist_ok=True)
    shutil.rmtree(trial.workspace / "results", ignore_errors=True)
    git(trial.workspace, "init", "-q", "-b", "main")
    git(trial.workspace, "add", "-A")
    git(trial.workspace, "commit", "-q", "-m", "base")
    return git(trial.workspace, "rev-parse", "HEAD")


def guard(trial, base, formula):
    """What guard.sh says of a formula, outside GitHub."""
    if formula is not None:
        (trial.workspace / "reconnect.backoff").write_text(f"# A comment.\n{formula}\n")
    scale = {"SQUALL_CLIENTS": "2000", "SQUALL_LIMIT": "100/s"}
    environment = {k: v for k, v in os.environ.items() if not k.startswith("GITHUB_")} | scale
    return subprocess.run(
        ["./guard.sh", base, str(trial.simulate)], cwd=trial.workspace, env=environment, text=True,
        check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip


def a_regression_is_red_and_an_improvement_green(trial):
    base = example(trial)
    for name, formula in FORMULAS.items():
        done = guard(trial, base, formula)
        wanted = 0 if formula is None else 3
        expect(done.returncode == wanted, f"{name}: {done.returncode}, not {wanted}", done.stdout)
        table = (trial.workspace / "results/pull-request.md").read_text()
        expect("| " in table and "new" in table, f"{name}: no table", table)
    git(trial.workspace, "checkout", "-q", ".")
    for name, formula in GREEN.items():
        done = guard(trial, base, formula)
        expect(done.returncode == 0, f"{name}: {done.returncode}", done.stdout)
    done = guard(trial, base, WORSE)
    expect(done.returncode == 4, f"more attempts: {done.returncode}", done.stdout)
    expect("attempts_per_client" in done.stdout, "the figure is not named", done.stdout)
    # What is replaced may be as bad as it likes.
    (trial.workspace / "reconnect.backoff").write_text(FORMULAS["without jitter"] + "\n")
    git(trial.workspace, "commit", "-q", "-a", "-m", "bad")
    bad = git(trial.workspace, "rev-parse", "HEAD")
    done = guard(trial, bad, GREEN["calmer"])
    expect(done.returncode == 0, f"an improvement: {done.returncode}", done.stdout)
    expect(guard(trial, bad, "min(2s").returncode == 2, "a formula that cannot be read")
    expect(guard(trial, "nowhere", None).returncode == 2, "a base that is not there")
    git(trial.workspace, "rm", "-q", "-f", "reconnect.backoff")
    git(trial.workspace, "commit", "-q", "-m", "none")
    none = git(trial.workspace, "rev-parse", "HEAD")
    done = guard(trial, none, GREEN["calmer"])
    expect(done.returncode == 0, f"a first formula: {done.returncode}", done.stdout)


def the_workflow_of_the_example(trial):
    """Its steps as they stand there, on the branch of a pull request."""
    base = example(trial)
    path = trial.workspace / ".github/workflows/reconnect.yml"
    text = path.read_text()
    expect(text.count("version: v0.2.0\n") == 1, "the action's step was not found")
    path.write_text(text.replace("version: v0.2.0\n", f"program: {trial.simulate}\n"))
    code = (trial.workspace / "reconnect.py").read_text()

    def job(cap, formula):
        (trial.workspace / "reconnect.py").write_text(code.replace("CAP_S = 20.0", f"CAP_S = {cap}"))
        (trial.workspace / "reconnect.backoff").write_text(formula + "\n")
        shutil.rmtree(trial.artifact("reconnect"), ignore_errors=True)
        scale = {"SQUALL_CLIENTS": "2000", "SQUALL_LIMIT": "100/s"}
        runner = trial.runner(github={"event": {"pull_request": {"base": {"sha": base}}}}, environment=scale)
        return runner.job(path, "guard"), runner

    formula = "uniform(0s, min({}s, 1s * 2^x)), connectTimeout: 10s"
    fine, runner = job(16.0, formula.format(16))
    expect(fine, "a change that keeps every promise is red", runner.log)
    expect((trial.artifact("reconnect") / "pull-request/report.html").is_file(), "no page", runner.log)
    expect("| " in runner.summary.read_text(), "no table in the summary", runner.log)
    fine, runner = job(20000.0, formula.format(20000))
    expect(not fine, "a regression is green", runner.log)
    expect((trial.artifact("reconnect") / "pull-request.md").is_file(), "red, and nothing kept", runner.log)
    fine, runner = job(20.0, formula.format(16))
    expect(not fine and "of the formula" in runner.log, "the code waits otherwise", runner.log)


CASES = [
    a_kept_promise_is_green, a_broken_promise_is_red_and_kept, a_wrong_option_is_red_without_results,
    another_folder_is_worked_in, inputs_are_no_code, an_open_quote_is_named,
    without_arguments_the_path_has_it, a_release_is_fetched_checked_and_cached,
    a_regression_is_red_and_an_improvement_green, the_workflow_of_the_example,
]  # fmt: skip


def main():
    cases = CASES + ([it_builds_from_its_own_sources] if "--build" in sys.argv else [])
    failed = 0
    with tempfile.TemporaryDirectory() as work:
        for case in cases:
            name = case.__name__.replace("_", " ")
            try:
                case(Trial(work, pathlib.Path(sys.argv[-1])))
                print(f"ok: {name}", flush=True)
            except Failure as failure:
                failed += 1
                print(f"FAILED: {name}: {failure}", flush=True)
    sys.exit(1 if failed else 0)


main()

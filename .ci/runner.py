"""Runs the steps of a workflow's job and of composite actions as GitHub's runner does, in a folder of its
own, so that they can be tried without GitHub. Knows what this repository uses, and refuses the rest.

Stand-ins: actions/checkout does nothing (the workspace is there), actions/cache keeps folders in
`FOLDER/caches`, actions/upload-artifact copies to `FOLDER/artifacts`.
"""

import os
import pathlib
import re
import shutil
import subprocess

from ruamel.yaml import YAML

TOKEN = re.compile(r"\s*('(?:[^']|'')*'|\|\||&&|==|!=|[()!]|[A-Za-z_][\w.-]*)")


def load(path):
    return YAML(typ="safe").load(pathlib.Path(path).read_text())


class Expression:
    """A value of `${{ }}`: texts, contexts, `always()`, and the operators || && == != !."""

    def __init__(self, text, contexts):
        self.tokens, self.contexts, at = [], contexts, 0
        while text[at:].strip():
            found = TOKEN.match(text, at)
            if not found:
                raise ValueError(f"the runner does not know: {text}")
            self.tokens.append(found[1])
            at = found.end()
        self.value = self.either()
        if self.tokens:
            raise ValueError(f"the runner does not know: {text}")

    def takes(self, token):
        if self.tokens[:1] != [token]:
            return False
        self.tokens.pop(0)
        return True

    def either(self):
        value = self.both()
        while self.takes("||"):
            other = self.both()
            value = value or other
        return value

    def both(self):
        value = self.equality()
        while self.takes("&&"):
            other = self.equality()
            value = value and other
        return value

    def equality(self):
        value = self.single()
        for operator in ("==", "!="):
            if self.takes(operator):
                return (value == self.single()) is (operator == "==")
        return value

    def single(self):
        if self.takes("!"):
            return not self.single()
        if self.takes("("):
            value = self.either()
            if not self.takes(")"):
                raise ValueError("a parenthesis is not closed")
            return value
        name = self.tokens.pop(0)
        if name.startswith("'"):
            return name[1:-1].replace("''", "'")
        if name == "always" and self.takes("(") and self.takes(")"):
            return True
        value = self.contexts
        for part in name.split("."):
            value = (value or {}).get(part, "")
        return value


def filled(value, contexts):
    """A value of a file with what stands in `${{ }}` put in."""
    if not isinstance(value, str):
        return "" if value is None else str(value)
    return re.sub(r"\$\{\{(.*?)\}\}", lambda found: str(Expression(found[1], contexts).value), value)


class Runner:
    """One job on a machine of its own. `actions` says which folder an action lies in."""

    def __init__(self, folder, workspace, actions, github=None, environment=None):
        self.folder, self.workspace = pathlib.Path(folder), pathlib.Path(workspace)
        self.actions, self.github = actions, github or {}
        self.path, self.saves, self.log = [], [], ""
        self.summary = self.folder / "summary.md"
        self.summary.touch()
        self.environment = environment or {}
        for name in ("temp", "artifacts", "caches"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)

    def job(self, workflow, name):
        """Runs a job of a workflow; its conclusion."""
        steps = load(workflow)["jobs"][name]["steps"]
        return self.finish(self.run_steps(steps, {"github": self.github}, None)[0])

    def action(self, folder, inputs):
        """Runs one action; its conclusion and outputs."""
        succeeded, outputs = self.composite(pathlib.Path(folder), inputs)
        return self.finish(succeeded), outputs

    def finish(self, succeeded):
        # As actions/cache does, caches are kept where the job succeeded.
        for source, kept in self.saves if succeeded else []:
            if source.is_dir() and not kept.exists():
                shutil.copytree(source, kept)
        return succeeded

    def run_steps(self, steps, contexts, action_path):
        """All steps in turn; whether none failed, and the contexts with their outputs."""
        contexts = dict(contexts, steps={})
        succeeded = True
        for step in steps:
            condition = step.get("if")
            is_wanted = bool(Expression(condition, contexts).value) if condition else True
            if not is_wanted or not (succeeded or "always()" in (condition or "")):
                continue
            fine, outputs = self.step(step, contexts, action_path)
            succeeded = succeeded and fine
            if "id" in step:
                contexts["steps"][step["id"]] = {"outputs": outputs}
        return succeeded, contexts

    def step(self, step, contexts, action_path):
        if "run" in step:
            return self.script(step, contexts, action_path)
        name = step["uses"].split("@")[0]
        given = {key: filled(value, contexts) for key, value in step.get("with", {}).items()}
        if name in self.actions:
            return self.composite(self.actions[name], given)
        if name == "actions/checkout":
            return True, {}
        if name == "actions/cache":
            return True, self.cache(given)
        if name == "actions/upload-artifact":
            return self.upload(given), {}
        raise ValueError(f"the runner does not know {name}")

    def composite(self, folder, given):
        action = load(folder / "action.yml")
        unknown = set(given) - set(action["inputs"])
        if unknown:
            raise ValueError(f"the action has no input {', '.join(sorted(unknown))}")
        inputs = {name: str(what.get("default", "")) for name, what in action["inputs"].items()}
        contexts = {"inputs": inputs | given, "github": self.github}
        succeeded, contexts = self.run_steps(action["runs"]["steps"], contexts, folder)
        return succeeded, {
            name: filled(what["value"], contexts) for name, what in action["outputs"].items()
        }

    def script(self, step, contexts, action_path):
        file, output, path = (self.folder / "temp" / name for name in ("step.sh", "output", "path"))
        file.write_text(step["run"])
        for written in (output, path):
            written.write_text("")
        environment = {
            "HOME": os.environ["HOME"], "PATH": ":".join([*reversed(self.path), os.environ["PATH"]]),
            "GITHUB_ACTIONS": "true", "CI": "true", "GITHUB_OUTPUT": str(output),
            "GITHUB_PATH": str(path), "GITHUB_STEP_SUMMARY": str(self.summary),
            "GITHUB_WORKSPACE": str(self.workspace), "RUNNER_TEMP": str(self.folder / "temp"),
        } | self.environment  # fmt: skip
        if action_path:
            environment["GITHUB_ACTION_PATH"] = str(action_path)
        environment |= {key: filled(value, contexts) for key, value in step.get("env", {}).items()}
        # How GitHub starts `shell: bash`.
        command = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", str(file)]
        done = subprocess.run(
            command, cwd=self.workspace, env=environment, text=True, check=False,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        self.log += done.stdout
        self.path += path.read_text().split()
        lines = output.read_text().splitlines()
        return done.returncode == 0, dict(line.split("=", 1) for line in lines)

    def cache(self, given):
        source, kept = pathlib.Path(given["path"]), self.folder / "caches" / given["key"]
        self.saves.append((source, kept))
        if kept.is_dir():
            shutil.copytree(kept, source, dirs_exist_ok=True)
        return {"cache-hit": "true" if kept.is_dir() else ""}

    def upload(self, given):
        source = self.workspace / given["path"]
        if not source.exists():
            return given.get("if-no-files-found") == "ignore"
        kept = self.folder / "artifacts" / given["name"]
        if kept.exists():
            self.log += f"there is an artifact {given['name']} already\n"
            return False
        shutil.copytree(source, kept)
        return True

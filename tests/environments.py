"""Virtual environments for tests of packages that are installed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
from functools import cached_property
from pathlib import Path

DESK = """
import json, sys
from importlib import metadata
from click.testing import CliRunner
from underdraft.cli import cli
for line in sys.stdin:
    order = json.loads(line)
    if "code" in order:
        names = {"argv": order["argv"]}
        exec(order["code"], names)
        answer = names["answer"]
    else:
        result = CliRunner().invoke(cli, order["argv"])
        answer = [result.exit_code, result.stdout]
    print(json.dumps(answer), flush=True)
"""


class Environment:
    """A virtual environment of the test's own that also sees what the tests themselves run with.

    One interpreter in it answers the orders of all tests, since starting one takes about a second.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        # Without pip: the one of the surrounding environment is visible through the .pth file.
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(root)], check=True)
        self.python = root / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        paths = {sysconfig.get_path(kind) for kind in ("purelib", "platlib")}
        lines = [f"import site; site.addsitedir({path!r})" for path in sorted(paths)]
        self.site = Path(self("-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
        (self.site / "surrounding.pth").write_text("\n".join(lines) + "\n", "utf-8")

    def __call__(self, *arguments: str) -> str:
        """What a fresh interpreter prints."""
        done = subprocess.run(
            [str(self.python), *arguments], **self.options, capture_output=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    @property
    def options(self):
        variables = {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1", "PYTHONPATH": ""}
        return {"encoding": "utf-8", "cwd": self.root, "env": {**os.environ, **variables}}

    @cached_property
    def desk(self):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        return subprocess.Popen([str(self.python), "-c", DESK], **self.options, **pipes)

    def ask(self, *argv: str, **order: str):
        """The answer of the running interpreter to one order."""
        self.desk.stdin.write(json.dumps({"argv": argv, **order}) + "\n")
        self.desk.stdin.flush()
        return json.loads(self.desk.stdout.readline())

    def cli(self, *arguments: str, code: int = 0):
        """``underdraft ... --json`` in this environment."""
        found, out = self.ask(*arguments, "--json")
        assert found == code, out
        return json.loads(out)

    def close(self) -> None:
        """End the interpreter."""
        self.desk.communicate(timeout=60)
        assert self.desk.returncode == 0

    def install(self, source: Path) -> None:
        """Install a package as anybody would, but for the network."""
        options = ["-q", "--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check"]
        self("-m", "pip", "install", *options, str(source))

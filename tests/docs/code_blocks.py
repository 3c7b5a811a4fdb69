"""Runs the code blocks of a page in order, as a reader would, and compares what they print with what the page shows.

``sh`` and ``python`` are run, one with ``title="PATH"`` is written to that file instead, ``text`` is what the block before
it prints; the rest is not looked at here.
"""

from __future__ import annotations

import ast
import asyncio
import contextlib
import inspect
import io
import os
import re
import signal
import subprocess
import sys
import tempfile
from itertools import pairwise
from pathlib import Path

from markdown_it import MarkdownIt

TITLE = re.compile(r'title="([^"]+)"')
SHELL = """
# Installing the project itself is tried in fresh environments (by .ci/run and nox); a package of the reader's is installed.
python() {
  case "$*" in
    "-m pip "*) [ -z "${REAL-}" ] || { command python "$@"; return; } ;;&
    "-m pip install -e "*) [ -n "${REAL-}" ] || command python -m pip install -q --no-index --no-deps --no-build-isolation -e . ;;
    "-m pip "* | "-m build"*) ;;
    *) command python "$@" ;;
  esac
}
pip() { :; }
pre-commit() { :; }
underdraft() {
  case "$1" in
    serve) command python -m underdraft "$@" >"$STATE/served" 2>&1 & echo $! >"$STATE/server"
           for _ in $(seq 100); do grep -q http: "$STATE/served" && break; sleep 0.1; done
           cat "$STATE/served" ;;
    *) command python -m underdraft "$@" ;;
  esac
}
set -euo pipefail
[ -f "$STATE/exports" ] && . "$STATE/exports"
cd "$1"
"""
"""What a reader's shell knows before a block begins."""


class Reader:
    """Somebody who follows a page, in a folder and with a writer's home of their own."""

    def __init__(
        self,
        folder: Path,
        environment: dict[str, str],
        names: dict | None = None,
        python: str = sys.executable,
    ) -> None:
        self.folder = folder
        self.state = folder.parent / "state"
        self.state.mkdir()
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("PYTEST")},
            "PATH": f"{Path(python).parent}{os.pathsep}{os.environ['PATH']}",
            "STATE": str(self.state),
            "PYTHONPATH": "",
            "PYTHONDONTWRITEBYTECODE": "1",
            "COLUMNS": "100",
            **environment,
        }
        self.names = dict(names or {})
        self.printed = ""

    def follow(self, text: str, page: str) -> int:
        """Run a page's blocks; how many were run, kept as files or compared."""
        tokens = MarkdownIt().parse(text)
        fences = [(before, token) for before, token in pairwise(tokens) if token.type == "fence"]
        for before, token in fences:
            if before.type == "html_block" and "ci:" in before.content:
                continue  # .ci/run does what stands here
            language, _, rest = token.info.partition(" ")
            place = f"{page}:{token.map[0] + 1}"
            if title := TITLE.search(rest):
                path = self.folder / title[1]
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(token.content, "utf-8")
            elif language == "sh":
                self.printed = self.shell(token.content, place)
            elif language == "python":
                self.printed = self.python(token.content, token.map[0] + 1, page)
            elif language == "text":
                self.compare(token.content, place)
        return len(fences)

    def shell(self, commands: str, place: str) -> str:
        """What bash prints; where it ends up is where the next block begins."""
        script = f'{SHELL}{commands}\npwd >"$STATE/where"\nexport -p >"$STATE/exports"\n'
        done = subprocess.run(
            ["bash", "-c", script, "reader", str(self.folder)],
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{place}\n{done.stdout}{done.stderr}"
        self.folder = Path((self.state / "where").read_text("utf-8").strip())
        return done.stdout + done.stderr

    def python(self, code: str, line: int, page: str) -> str:
        """What the code prints; names last until the end of the page, and ``await`` may stand outside of functions."""
        source = "\n" * line + code
        compiled = compile(source, page, "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        before = Path.cwd()
        printed = io.StringIO()
        os.chdir(self.folder)
        try:
            with contextlib.redirect_stdout(printed):
                given = eval(compiled, self.names)  # noqa: S307 - our own pages
                if inspect.isawaitable(given):
                    asyncio.run(_finish(given))
        finally:
            os.chdir(before)
        return printed.getvalue()

    def type(self, text: str, page: str) -> None:
        """Type a page's Python, block by block, at the prompt of ``python -m asyncio``, and compare what is printed."""
        blocks = [token for token in MarkdownIt().parse(text) if token.type == "fence"]
        typed = "\n\n".join(token.content for token in blocks if token.info == "python")
        done = subprocess.run(
            ["python", "-m", "asyncio"],
            cwd=self.folder,
            env=self.environment,
            input=typed,
            capture_output=True,
            text=True,
            check=False,
        )
        assert not re.search(r"^\w*(Error|Warning)\b", done.stderr, re.MULTILINE), done.stderr
        self.printed = re.sub(r"^(?:(?:>>>|\.\.\.) )+", "", done.stdout, flags=re.MULTILINE)
        shown = [b.content for a, b in pairwise(blocks) if (a.info, b.info) == ("python", "text")]
        self.compare("\n".join(shown), page)

    def close(self) -> None:
        """Stop what the page has started."""
        if (self.state / "server").exists():
            os.kill(int((self.state / "server").read_text("utf-8")), signal.SIGTERM)

    def compare(self, shown: str, place: str) -> None:
        """Each line that the page shows was printed, in this order; ``...`` stands for anything."""
        rest = self.printed
        for line in (line.rstrip() for line in shown.splitlines() if line.strip() not in {"", "..."}):
            pattern = ".*?".join(re.escape(part) for part in line.split("..."))
            found = re.search(rf"^\s*{pattern}\s*$", rest, re.MULTILINE)
            assert found, f"{place}: not printed: {line}\n--- printed:\n{self.printed}"
            rest = rest[found.end() :]


async def _finish(given):
    await given


def has_a_model(page: str) -> bool:
    """Whether the reader of a page has a model: a plugin that has read the page's book answers in its place."""
    return page.startswith("docs/tutorials/story.")


def with_model(home: Path, site: Path) -> dict[str, str]:
    """The environment of a reader who has named a model in a file of their own."""
    (home / "config.toml").write_text('model = "openai/gpt-4.1-mini"\n', "utf-8")
    info = site / "story_model-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Name: story-model\nVersion: 1\n", "utf-8")
    (info / "entry_points.txt").write_text("[underdraft]\nstory = story_model:plugin\n", "utf-8")
    return {"PYTHONPATH": os.pathsep.join([str(site), str(Path(__file__).parent)])}


def main(page: str, python: str = sys.executable) -> None:
    """Follow a page with a Python of one's own, installing for real."""
    with tempfile.TemporaryDirectory() as scratch:
        folder, home = Path(scratch) / "reader", Path(scratch) / "home"
        folder.mkdir()
        home.mkdir()
        language = "zh" if "zh-CN" in page else "en"
        environment = {"REAL": "1", "UNDERDRAFT_LANGUAGE": language, "UNDERDRAFT_HOME": str(home)}
        if has_a_model(page):
            environment |= with_model(home, Path(scratch) / "site")
        os.environ |= environment  # for the blocks of Python, which this process runs
        reader = Reader(folder, environment, python=python)
        try:
            reader.follow(Path(page).read_text("utf-8"), page)
        finally:
            reader.close()


if __name__ == "__main__":
    main(*sys.argv[1:])

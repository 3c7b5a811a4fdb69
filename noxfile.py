"""The checks that hold for every commit, a session each: `nox -j 2` runs them, `nox -s mypy` one, `nox -l` lists them.

The quick ones run in the environment that nox itself is installed in (README's second command makes it); those about
installing make environments of their own. What is too long for every commit goes round by the date.
"""

import contextlib
import datetime as dt
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import nox

nox.needs_version = ">=2026.10"
nox.options.error_on_missing_interpreters = False  # an absent Python is named and left out, in CI too
nox.options.default_venv_backend = "none"
nox.options.allow_parallel = True

DAY = dt.datetime.now(dt.UTC).date().toordinal()
"""Decides what is looked at today of what goes round."""

PYTHONS = ("3.11", "3.12", "3.13")

PARTS = 8
"""Of how many long tests one is run for a commit: on as many days each has been."""

LEAN_MB = 240
"""Most megabytes of an environment without litellm, pip among them."""

NEWCOMER_S = 600
"""Most seconds from README to a plugin of one's own."""


def _python_of_today() -> str:
    """The Python of this day; where it is not here, the next that is, else the one that runs nox."""
    for place in range(len(PYTHONS)):
        version = PYTHONS[(DAY + place) % len(PYTHONS)]
        with contextlib.suppress(OSError):
            command = [f"python{version}", "-c", ""]
            if subprocess.run(command, capture_output=True, check=False).returncode == 0:  # noqa: S603
                return version
    return f"3.{sys.version_info.minor}"


def _readme_command(name: str) -> str:
    """The command behind the marker `<!-- ci: name -->` in README.md, so that the two cannot drift apart."""
    found = re.search(
        rf"<!-- ci: {name} -->\n```sh\n(.+?)\n```",
        pathlib.Path("README.md").read_text(encoding="utf-8"),
        re.DOTALL,
    )
    assert found is not None, f"README.md has no command marked {name}"
    return found[1]


@nox.session
def ruff(session: nox.Session) -> None:
    """Style and formatting."""
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")


@nox.session
def mypy(session: nox.Session) -> None:
    """Types, strictly."""
    session.run("mypy")


@nox.session
def pyright(session: nox.Session) -> None:
    """Types, by a second checker."""
    session.run("pyright")


@nox.session
def imports(session: nox.Session) -> None:
    """The order of the rooms."""
    session.run("lint-imports")


@nox.session
def docstrings(session: nox.Session) -> None:
    """Every public name says what it is."""
    session.run("interrogate", "-q", "pipeline", "plugins")


@nox.session
def docs(session: nox.Session) -> None:
    """The site, with no link that leads nowhere; `site/` has it afterwards."""
    session.run("zensical", "build", "--clean", "--strict", "-f", "mkdocs.yml")


@nox.session(default=False, allow_parallel=False)
def tests(session: nox.Session) -> None:
    """The plain suite; what follows `--` goes to pytest."""
    session.run("pytest", *session.posargs)


FOLLOWED = "--deselect=tests/docs/test_code_blocks.py::test_a_page_can_be_followed[docs/tutorials/plugin.md]"
"""The plugin's tutorial, which ``newcomer`` follows in a fresh environment."""


@nox.session(allow_parallel=False)
def sample(session: nox.Session) -> None:
    """A part of the long tests, of each file some, another one each day."""
    session.run("pytest", "-m", "long", f"--part={DAY % PARTS}/{PARTS}", FOLLOWED, *session.posargs)


@nox.session(default=False, allow_parallel=False)
def long(session: nox.Session) -> None:
    """All long tests."""
    session.run("pytest", "-m", "long", FOLLOWED, *session.posargs)


@nox.session(venv_backend="venv", default=False, allow_parallel=False)  # 700 MB
def proxy(session: nox.Session) -> None:
    """The real LiteLLM proxy, in an environment of its own: it pins other versions than the checks."""
    pinned = re.search(
        r"^litellm==(\S+)", pathlib.Path("constraints.txt").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert pinned is not None
    session.install(".", "./examples/underdraft-litellm-proxy", f"litellm[proxy]=={pinned[1]}")
    session.run(
        sys.executable,
        *("-m", "pytest", "-n0", "-m", "long", "tests/e2e/test_litellm_proxy.py"),
        env={"UNDERDRAFT_PROXY_PYTHON": str(pathlib.Path(session.bin) / "python")},
        external=True,
    )


@nox.session(venv_backend="venv", default=False)
def langchain(session: nox.Session) -> None:
    """The recipe of docs/prefix-only.md, with the real package in an environment of its own."""
    session.install(".", "langchain>=1.5,<2")
    session.run(
        sys.executable,
        *("-m", "pytest", "-n0", "tests/docs/test_langchain_recipe.py"),
        env={"UNDERDRAFT_LANGCHAIN_PYTHON": str(pathlib.Path(session.bin) / "python")},
        external=True,
    )


@nox.session(default=False, allow_parallel=False)  # most of an hour
def mutants(session: nox.Session) -> None:
    """Whether the tests catch small faults, room by room; needs `pip install -e '.[mutants]'`."""
    rooms = ("run", "memory", "learning", "service")
    # With a test that fails as it is, each mutant would be caught.
    session.run("pytest", *(f"tests/{room}" for room in rooms))
    session.run("python", "benchmarks/mutants.py", *session.posargs)


@nox.session(venv_backend="venv")
def lean(session: nox.Session) -> None:
    """The wheel without litellm: small enough, demo and imports run, and prompts are the same bytes as with it."""
    made = pathlib.Path(session.create_tmp())
    for stale in made.glob("*.whl"):
        stale.unlink()
    session.run(
        sys.executable, "-m", "build", "--wheel", "--outdir", str(made), ".", external=True, silent=True
    )
    (built,) = made.glob("*.whl")
    session.run("check-wheel-contents", str(built), external=True)
    session.install("--require-hashes", "-r", "constraints-lean.txt")
    session.install("--no-deps", "--force-reinstall", str(built))
    folder = pathlib.Path(session.bin).parent
    megabytes = sum(file.lstat().st_size for file in folder.rglob("*") if file.is_file()) / 1e6
    session.log(f"the environment without litellm takes {megabytes:.0f} MB")
    if megabytes > LEAN_MB:
        session.error(f"that is more than {LEAN_MB} MB")
    script = str(pathlib.Path("tests/e2e/lean_prefixes.py").absolute())
    beside = session.run(sys.executable, script, external=True, silent=True)
    own = str(pathlib.Path(session.bin) / "python")
    session.run(sys.executable, "tests/docs/code_blocks.py", "docs/import.md", own, external=True)
    session.chdir(made)  # nothing of the checkout is beside it
    session.run("underdraft", "demo", silent=True)
    alone = session.run("python", script, silent=True)
    if alone != beside:
        session.error(f"prompts differ without litellm:\n{alone}\n{beside}")


@nox.session(venv_backend="venv", default=False, allow_parallel=False)
def release(session: nox.Session) -> None:
    """Make and check what a release uploads, in `dist/`: everything but the upload."""
    folder = pathlib.Path("dist").absolute()
    for stale in folder.glob("underdraft-*"):
        stale.unlink()
    # The wheel is built from the sdist, so the sdist is complete.
    session.run(sys.executable, "-m", "build", "--outdir", str(folder), external=True, silent=True)
    made = sorted(str(path) for path in folder.glob("underdraft-*"))
    wheel = next(path for path in made if path.endswith(".whl"))
    session.run("check-wheel-contents", wheel, external=True)
    session.run(sys.executable, ".ci/check_dists.py", *made, external=True)
    if "unreleased" in pathlib.Path("CHANGELOG.md").read_text(encoding="utf-8"):
        session.warn("CHANGELOG.md still says unreleased")
    session.install("--require-hashes", "-r", "constraints.txt")
    session.install("--no-deps", wheel)
    session.chdir(session.create_tmp())  # nothing of the checkout is beside it
    session.run("underdraft", "--version")
    session.run("underdraft", "demo", silent=True)
    session.log(f"ready to upload: {' '.join(made)}")


@nox.session(python=PYTHONS, venv_backend="venv")
def newcomer(session: nox.Session) -> None:
    """From README to a plugin of one's own with green tests, in a fresh environment, in under ten minutes."""
    begin = time.monotonic()
    session.run("bash", "-euo", "pipefail", "-c", _readme_command("demo"), external=True, silent=True)
    page, own = "docs/tutorials/plugin.md", pathlib.Path(session.bin) / "python"
    session.run(sys.executable, "tests/docs/code_blocks.py", page, str(own), external=True)
    taken = time.monotonic() - begin
    session.log(f"a newcomer's path took {taken:.0f} s")
    if taken > NEWCOMER_S:
        session.error("that is too long")


WALKS = (
    *("tutorials/writer.md", "tutorials/writer.zh-CN.md", "tutorials/story.md", "tutorials/story.zh-CN.md"),
    *("tutorials/application.md", "import.md", "import.zh-CN.md"),
)
"""Pages that a novelist, an application's developer and a migrant follow; ``newcomer`` follows a plugin author's."""


@nox.session(venv_backend="venv")
def walks(session: nox.Session) -> None:
    """Each command and call of the first pages, in a fresh environment in which the wheel is installed."""
    with (
        tempfile.TemporaryDirectory() as made
    ):  # no folder of the checkout, where its pyproject.toml would be found
        session.run(
            sys.executable, "-m", "build", "--wheel", "--outdir", made, ".", external=True, silent=True
        )
        (built,) = pathlib.Path(made).glob("*.whl")
        session.install("--require-hashes", "-r", "constraints.txt")
        session.install("--no-deps", "--force-reinstall", str(built))
        session.install("markdown-it-py>=3.0")  # reads the pages
        for page in WALKS:
            session.run("python", "tests/docs/code_blocks.py", f"docs/{page}")
        session.install(f"{built}[service]", "httpx", "pytest")  # as the next page says
        session.run("python", "tests/docs/code_blocks.py", "docs/web-application.md")


nox.options.sessions = [
    *("newcomer-" + _python_of_today(), "walks", "lean", "pyright", "mypy"),
    *("docs", "ruff", "imports", "docstrings", "sample"),
]
"""What `nox` runs, the longest first."""

"""Makes the stores of earlier commits: ``python tests/memory/old_stores/make.py [COMMIT...]``, in a clone with its history.

Each is kept as a dump in SQL, with what its own code said of it in JSON, so that the tests need neither the history nor
the libraries of then. The commit's code runs in a process of its own, over the libraries that are installed.
"""

from __future__ import annotations

import os
import shutil
import sqlite3  # noqa: TID251 - the process that wrote has ended
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

HERE = Path(__file__).parent
COMMITS = ("262f660", "4016e55")
SHADOWS = frozenset({"data", "idx", "content", "docsize", "config"})
"""Ends of the names of the tables that an FTS5 table keeps."""


def check_out(commit: str, folder: Path) -> dict[str, str]:
    """Put a commit's files into a folder; gives the environment in which its package is imported."""
    root = HERE.parents[2]
    archive = subprocess.run(["git", "-C", root, "archive", commit], capture_output=True, check=False)
    if archive.returncode:
        raise SystemExit(f"{commit}: not in this clone; fetch the whole history: git fetch --unshallow")
    (folder / "all.tar").write_bytes(archive.stdout)
    with tarfile.open(folder / "all.tar") as files:
        files.extractall(folder, filter="data")
    meta = folder / "pipeline" / "underdraft-0.1.0.dist-info"
    meta.mkdir()
    (meta / "METADATA").write_text("Metadata-Version: 2.1\nName: underdraft\nVersion: 0.1.0\n", "utf-8")
    points = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"][
        "underdraft"
    ]
    lines = "\n".join(f"{name} = {target}" for name, target in points.items())
    (meta / "entry_points.txt").write_text(f"[underdraft]\n{lines}\n", "utf-8")
    path = os.pathsep.join(str(folder / part) for part in ("pipeline", "plugins"))
    return {**os.environ, "PYTHONPATH": path, "UNDERDRAFT_HOME": str(folder / "home")}


def dump(store: Path) -> str:
    """A store as SQL; what a virtual table keeps in tables of its own is made by its rows again."""
    with closing(sqlite3.connect(store)) as link:
        made = link.execute(
            "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type <> 'table', name"
        ).fetchall()
        virtual = [name for _, name, sql in made if sql.startswith("CREATE VIRTUAL")]
        lines = ["PRAGMA foreign_keys = OFF;", "BEGIN;"]
        later = []
        for kind, name, sql in made:
            owned = any(
                name.startswith(f"{one}_") and name.removeprefix(f"{one}_") in SHADOWS for one in virtual
            )
            if name.startswith("sqlite_") or owned:
                continue
            (lines if kind == "table" else later).append(f"{sql};")
            if kind == "table":
                lines += rows(link, name, numbered=name in virtual)
        version = link.execute("PRAGMA user_version").fetchone()[0]
        return "\n".join([*lines, *later, f"PRAGMA user_version = {version};", "COMMIT;"]) + "\n"


def rows(link: sqlite3.Connection, table: str, *, numbered: bool) -> Iterator[str]:
    """The rows of a table as statements."""
    names = [row[1] for row in link.execute(f"PRAGMA table_info({table})")]
    names = ["rowid", *names] if numbered else names
    listed = ", ".join(f'"{name}"' if name != "rowid" else name for name in names)
    values = " || ', ' || ".join(f"quote({name})" for name in listed.split(", "))
    for (row,) in link.execute(f"SELECT {values} FROM {table} ORDER BY 1"):
        yield f"INSERT INTO {table} ({listed}) VALUES ({row});"


def load(sql: str, store: Path) -> None:
    """The reverse of :func:`dump`."""
    with closing(sqlite3.connect(store)) as link:
        link.executescript(sql)


def make(commit: str, into: Path = HERE) -> None:
    """Make one commit's files."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = check_out(commit, folder)
        novel = folder / "novel"
        subprocess.run(
            [sys.executable, str(HERE / "session.py"), str(novel)], env=environment, cwd=folder, check=True
        )
        (into / f"{commit}.sql").write_text(dump(novel / "store.db"), "utf-8")
        shutil.copyfile(novel / "answers.json", into / f"{commit}.json")


if __name__ == "__main__":
    for wanted in sys.argv[1:] or COMMITS:
        make(wanted)

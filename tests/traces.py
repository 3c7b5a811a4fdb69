"""Looks for a text in everything that a store has written: tables, indexes, vectors, raw bytes."""

from __future__ import annotations

import json
from pathlib import Path

from payloads import PROJECT
from underdraft.memory.db.dialect import on_server
from underdraft.memory.db.schema.runs import RUN_RECORD
from underdraft.memory.runs.compression import expand
from underdraft.text.clean import sha256

CONFIG = f'locale = "zh"\nembedder = "local"\n\n[project]\nid = "{PROJECT}"\nname = "privacy check"\n'


def files_of(database) -> list[Path]:
    """The files of a store on this machine, with what waits beside it and copies made before migrations."""
    return sorted(
        path for path in database.place.path.parent.glob(f"{database.place.path.name}*") if path.is_file()
    )


def forms(text: str) -> set[bytes]:
    """The byte forms that a text can have in a store; none is empty."""
    return {text.encode(), text.encode("utf-16-le"), json.dumps(text)[1:-1].encode()} - {b""}


def holds(value: object, needles: set[bytes]) -> bool:
    """Whether a value of a column or a file's content holds one of the forms."""
    held = value if isinstance(value, bytes) else str(value).encode(errors="surrogatepass")
    return any(needle in held for needle in needles)


def columns_by_table(connection) -> dict[str, list[str]]:
    """Every table of the store, also those that an index keeps for itself, with its columns."""
    listed = (
        "SELECT table_name, column_name FROM information_schema.columns"
        " WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position"
        if on_server(connection)
        else "SELECT t.name, c.name FROM sqlite_master t, pragma_table_info(t.name) c"
        " WHERE t.type = 'table' ORDER BY t.name, c.cid"
    )
    found: dict[str, list[str]] = {}
    for table, column in connection.exec_driver_sql(listed):
        found.setdefault(table, []).append(column)
    return found


def find_traces(database, text: str, *, more_files=()) -> set[str]:
    """Columns (``table.column``) and names of files, free pages included, that hold the text in some form."""
    needles, found = forms(text), set()
    with database.read() as connection:
        for table, columns in columns_by_table(connection).items():
            known = needles | ({sha256(text).encode()} if table == "embedding" else set())
            for row in connection.exec_driver_sql(f'SELECT * FROM "{table}"'):
                for column, value in zip(columns, row, strict=True):
                    whole = expand(value) if (table, column) == (RUN_RECORD.name, "record") else value
                    if holds(whole, known):
                        found.add(f"{table}.{column}")
    return found | {p.name for p in (*files_of(database), *more_files) if holds(p.read_bytes(), needles)}


def traces_beside(workspace, folder: Path, text: str) -> set[str]:
    """The same, in all other files below the folder too, a log among them."""
    others = [p for p in folder.rglob("*") if p.is_file() and not p.name.startswith("store.db")]
    return find_traces(workspace.store.database, text, more_files=others)


def told(workspace, channel: str, payload):
    """Return what a channel answers; an error is an empty mapping."""
    answer = workspace.invoke_sync(channel, payload)
    return answer["data"] if answer["ok"] else {}

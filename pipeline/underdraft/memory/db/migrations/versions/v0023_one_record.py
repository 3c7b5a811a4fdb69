"""One record of all that is remembered: facts move to the memories, and ``atomic_memory`` is a view."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

from underdraft.memory.db.migrations.writers import OWN, run

revision = "0023"
down_revision = "0022"

AT_ONCE = 500
MARKS = re.compile(r"[\W_]+")
TRIGGERS = ("insert", "update", "delete")

INDEXES = {
    "section": ("section", "state", "project_id"),
    "same_key": ("same_key",),
    "about": ("about",),
    "session_id": ("session_id",),
    "replaced_by": ("replaced_by",),
}

SHARED = (
    "memory_item",
    "memory_revision",
    "memory_tidy",
    "memory_tidy_verdict",
    "lexical_entry",
    "preference",
    "preference_kind",
    "store_change",
    "atomic_memory",
)
"""What is read or changed: on a server these tables have the rows of all writers."""

REFS = {"memory_tidy": ("stays", "other"), "memory_tidy_verdict": ("first", "second")}
"""Columns with refs of facts, ``atomic:<id>``."""

MEMORIES = """
UPDATE memory_item SET said_at = created_at,
  state = CASE WHEN deleted_at IS NULL THEN 'active' ELSE 'deleted' END,
  source = CASE
    WHEN EXISTS (SELECT 1 FROM preference p JOIN preference_kind k ON k.id = p.kind_id {same_writer}
      WHERE p.id = memory_item.id {own_preference} AND k.axis = 'worded') THEN 'worded'
    WHEN origin = 'learned' THEN 'measured'
    WHEN EXISTS (SELECT 1 FROM memory_revision r WHERE r.memory_id = memory_item.id {own_revision}
      AND r.action = 'import' AND r.before IS NULL) THEN 'imported'
    ELSE 'typed' END
"""

FACTS = """
INSERT INTO memory_item ({writer} id, type, scope, project_id, origin, content, content_hash, confidence, evidence,
  metadata, version, created_at, updated_at, deleted_at, user_confirmed, faded, section, source, state, tags, session_id,
  said_at, about, value, same_key, replaces, replaced_by)
SELECT {writer} id, 'fact', CASE WHEN project_id IS NULL THEN 'global' ELSE 'project' END, project_id, 'manual', content,
  content_hash, 1.0, evidence, '{{}}', version, create_time, updated_at, deleted_at, user_confirmed, 0, 'facts',
  CASE origin WHEN 'manual' THEN 'typed' ELSE 'said' END,
  CASE WHEN deleted_at IS NOT NULL THEN 'deleted' WHEN contradicted_by IS NOT NULL THEN 'outdated' ELSE 'active' END,
  tags, session_id, timestamp, about, value, same_key, contradicts, contradicted_by
FROM atomic_memory
"""

VIEW = """
CREATE VIEW atomic_memory AS
SELECT id, said_at AS timestamp, content, tags, session_id, created_at AS create_time, project_id, version, updated_at,
  deleted_at
FROM memory_item WHERE section = 'facts' {own}
"""
"""The columns of seed 004, and a few that say what a row is worth."""


def upgrade() -> None:
    """Move what there is. Nobody holds rows in memory now, so that nothing is counted or logged."""
    link = op.get_bind()
    server = link.dialect.name == "postgresql"
    noted: list[str] = []
    if server:
        for table in SHARED:
            run(link, f"ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY")
        run(link, "ALTER TABLE memory_item DISABLE TRIGGER USER")
    else:
        for event in TRIGGERS:
            name = f"changed_memory_item_{event}"
            made = link.exec_driver_sql("SELECT sql FROM sqlite_master WHERE name = ?", (name,))
            noted.append(made.scalar_one())
            run(link, f"DROP TRIGGER {name}")
    op.drop_index("ix_memory_item_project_id", "memory_item")
    add_columns(server=server)
    run(link, MEMORIES.format(**writers_of(server=server)))
    key_memories(link, server=server)
    rename_clashes(link, server=server)
    run(link, FACTS.format(writer="writer," if server else ""))
    begin_histories(link, server=server)
    run(link, "UPDATE lexical_entry SET owner = 'memory_item' WHERE owner = 'atomic_memory'")
    run(link, "DELETE FROM store_change WHERE area = 'facts'")
    op.drop_table("atomic_memory")
    for name, columns in INDEXES.items():
        led = ["writer", *columns] if server else list(columns)
        op.create_index(f"ix_memory_item_{name}", "memory_item", led)
    run(link, VIEW.format(own=f"AND {OWN}" if server else ""))
    for statement in noted:
        run(link, statement)
    if server:
        run(link, "ALTER TABLE memory_item ENABLE TRIGGER USER")
        for table in SHARED[:-1]:
            run(link, f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY")


def writers_of(*, server: bool) -> dict[str, str]:
    """The conditions by which rows of one writer are joined."""
    joins = {
        "same_writer": "AND k.writer = p.writer",
        "own_preference": "AND p.writer = memory_item.writer",
        "own_revision": "AND r.writer = memory_item.writer",
    }
    return joins if server else dict.fromkeys(joins, "")


def add_columns(*, server: bool) -> None:
    """The new columns of the record; on a server texts are compared by code points."""
    word: Any = sa.Text(collation="C") if server else sa.String()
    long: Any = sa.Text(collation="C") if server else sa.Text()
    for name, kind, default in (
        ("section", word, "memories"),
        ("source", word, "typed"),
        ("state", word, "active"),
        ("tags", long, "[]"),
        ("scene", word, None),
        ("session_id", word, None),
        ("said_at", word, ""),
        ("about", word, ""),
        ("value", word, ""),
        ("same_key", word, ""),
        ("replaces", long, "[]"),
        ("replaced_by", word, None),
    ):
        column = sa.Column(name, kind, nullable=default is None, server_default=default)
        op.add_column("memory_item", column)


def batches(link: sa.Connection, query: str) -> Iterator[Sequence[dict[str, Any]]]:
    """The rows of a query, some at a time, read to the end before anything is written."""
    rows = [dict(row) for row in link.execute(sa.text(query)).mappings()]
    for start in range(0, len(rows), AT_ONCE):
        yield rows[start : start + AT_ONCE]


def key_memories(link: sa.Connection, *, server: bool) -> None:
    """What memories are compared by: SHA-256 of their words without case, white space and marks."""
    mine = " AND writer = :writer" if server else ""
    write = sa.text(f"UPDATE memory_item SET same_key = :key WHERE id = :id{mine}")  # noqa: S608
    for rows in batches(link, f"SELECT id, content{', writer' if server else ''} FROM memory_item"):  # noqa: S608
        link.execute(write, [{**row, "key": key_of(row["content"])} for row in rows])


def key_of(content: str) -> str:
    """Equal for statements that differ in case, white space and marks only."""
    plain = MARKS.sub("", unicodedata.normalize("NFKC", content).casefold())
    return hashlib.sha256((plain or content).encode()).hexdigest()


def rename_clashes(link: sa.Connection, *, server: bool) -> None:
    """Give a fact that has a memory's id another one, everywhere that it is named."""
    writer, joined = (", a.writer", " AND m.writer = a.writer") if server else ("", "")
    mine = " AND writer = :writer" if server else ""
    clashes = f"SELECT a.id{writer} FROM atomic_memory a JOIN memory_item m ON m.id = a.id{joined}"  # noqa: S608
    changes = [
        "UPDATE atomic_memory SET id = :new WHERE id = :id",
        "UPDATE atomic_memory SET contradicted_by = :new WHERE contradicted_by = :id",
        "UPDATE atomic_memory SET contradicts = replace(contradicts, :quoted, :new_quoted) WHERE true",
        "UPDATE lexical_entry SET owner_id = :new WHERE owner = 'atomic_memory' AND owner_id = :id",
        *(
            f"UPDATE {table} SET {column} = :new_ref WHERE {column} = :ref"  # noqa: S608
            for table, columns in REFS.items()
            for column in columns
        ),
    ]
    for rows in batches(link, clashes):
        for row in rows:
            old, new = row["id"], f"{row['id']}-fact-{hashlib.sha256(row['id'].encode()).hexdigest()[:8]}"
            named = {"new": new, "quoted": f'"{old}"', "new_quoted": f'"{new}"'}
            named |= {"ref": f"atomic:{old}", "new_ref": f"atomic:{new}"}
            for change in changes:
                link.execute(sa.text(change + mine), {**row, **named})


def begin_histories(link: sa.Connection, *, server: bool) -> None:
    """A first revision of each fact; facts had none."""
    write = sa.text(
        f"INSERT INTO memory_revision ({'writer, ' if server else ''}memory_id, version, action, actor, at, before, after) "  # noqa: S608
        f"VALUES ({':writer, ' if server else ''}:id, :version, 'import', 'migration', :updated_at, NULL, :after)"
    )
    for rows in batches(link, "SELECT * FROM memory_item WHERE section = 'facts' ORDER BY created_at, id"):
        link.execute(write, [{**row, "after": plain_of(row)} for row in rows])


def plain_of(row: Mapping[str, Any]) -> str:
    """A record as revisions hold it."""
    left_out = {"writer", "content_hash", "same_key", "faded"}
    plain = {name: value for name, value in row.items() if name not in left_out}
    for name in ("evidence", "metadata", "tags", "replaces"):
        plain[name] = json.loads(plain[name])
    plain["user_confirmed"] = bool(plain["user_confirmed"])
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"), sort_keys=True)

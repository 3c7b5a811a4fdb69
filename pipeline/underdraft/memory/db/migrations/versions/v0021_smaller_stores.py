"""Runs, vectors and episodes that take less room, counts of changes, and tables for what came until version 0.1.

A store on a server is at least of this revision.
"""

from __future__ import annotations

import re
import zlib
from importlib.resources import files

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0006"

AT_ONCE = 200
TEXT = re.compile(r'\{"\$blob":"([0-9a-f]{64})"\}')


def upgrade() -> None:
    """Change what a file holds."""
    link = op.get_bind()
    op.add_column("run", sa.Column("status", sa.String, nullable=False, server_default="done"))
    op.add_column("run", sa.Column("finish_reason", sa.String))
    op.add_column("memory_item", sa.Column("faded", sa.Integer, nullable=False, server_default="0"))
    for copied in ("vector", "vector_model"):
        op.drop_column("episode", copied)
    # Episodes are searched by words in memory; merging the index leaves no trace of theirs.
    op.execute("DELETE FROM lexical WHERE rowid IN (SELECT id FROM lexical_entry WHERE owner = 'episode')")
    op.execute("DELETE FROM lexical_entry WHERE owner = 'episode'")
    op.execute("INSERT INTO lexical(lexical) VALUES ('optimize')")
    pack_runs(link)
    halve_vectors(link)
    add_tables()
    columns = ["kind_id", "stance", "seq"]
    op.create_index("ix_preference_signal_kind_id_stance_seq", "preference_signal", columns)


def pack_runs(link: sa.Connection) -> None:
    """Records compressed and apart, texts by number, one table a list instead of two."""
    for name in ("blob", "run_blob", "run_source"):
        op.rename_table(name, f"old_{name}")
    for name in ("run_blob_sha256", "run_source_item_id"):
        op.drop_index(f"ix_{name}")
    op.create_table(
        "run_record",
        sa.Column("run_seq", sa.Integer, sa.ForeignKey("run.seq", ondelete="CASCADE"), primary_key=True),
        sa.Column("record", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "blob",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("sha256", sa.LargeBinary, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.UniqueConstraint("sha256", name="uq_blob_sha256"),
    )
    for name, column, kind in (("run_blob", "blob_id", sa.Integer), ("run_source", "item_id", sa.String)):
        op.create_table(
            name,
            sa.Column("run_seq", sa.Integer, sa.ForeignKey("run.seq", ondelete="CASCADE"), nullable=False),
            sa.Column(column, kind, nullable=False),
            sa.PrimaryKeyConstraint("run_seq", column, name=f"pk_{name}"),
            sqlite_with_rowid=False,
        )
        op.create_index(f"ix_{name}_{column}", name, [column])
    numbers = number_texts(link)
    move_records(link, numbers)
    pairs = sa.text("SELECT run_seq, sha256 FROM old_run_blob")
    keep = sa.text("INSERT INTO run_blob VALUES (:seq, :blob)")
    for rows in link.execute(pairs).partitions(AT_ONCE):
        if known := [{"seq": seq, "blob": numbers[key]} for seq, key in rows if key in numbers]:
            link.execute(keep, known)
    op.execute("INSERT INTO run_source SELECT run_seq, item_id FROM old_run_source")
    for name in ("old_run_blob", "old_run_source", "old_blob"):
        op.drop_table(name)
    op.drop_column("run", "record")


def number_texts(link: sa.Connection) -> dict[str, int]:
    """Copy the texts; the number of each by its hash."""
    numbers: dict[str, int] = {}
    write = sa.text("INSERT INTO blob VALUES (:id, :sha256, :text)")
    for rows in link.execute(sa.text("SELECT sha256, text FROM old_blob")).partitions(AT_ONCE):
        new = {row.sha256: (len(numbers) + n, row.text) for n, row in enumerate(rows, 1)}
        link.execute(write, [{"id": i, "sha256": bytes.fromhex(k), "text": t} for k, (i, t) in new.items()])
        numbers |= {key: number for key, (number, _) in new.items()}
    return numbers


def move_records(link: sa.Connection, numbers: dict[str, int]) -> None:
    """Compress the records, but those of privacy mode, with the numbers of their texts in them."""
    dictionary = (files("underdraft.memory.runs") / "dictionary_1.txt").read_bytes()

    def moved(record: str, *, privacy: bool) -> bytes:
        # A hash that is unknown stays: its text is missing then, as before.
        named = TEXT.sub(lambda m: f'{{"$blob":{numbers[m[1]]}}}' if m[1] in numbers else m[0], record)
        work = zlib.compressobj(zdict=dictionary)
        return named.encode() if privacy else work.compress(named.encode()) + work.flush()

    write = sa.text("INSERT INTO run_record VALUES (:seq, :record)")
    for rows in link.execute(sa.text("SELECT seq, record, privacy FROM run")).partitions(AT_ONCE):
        link.execute(write, [{"seq": r.seq, "record": moved(r.record, privacy=r.privacy)} for r in rows])


def halve_vectors(link: sa.Connection) -> None:
    """Half precision, some at a time; what has another dimension goes, and is made anew in the background."""
    import numpy as np

    link.exec_driver_sql("DELETE FROM embedding WHERE length(vector) <> 4 * dimension")
    some = sa.text("SELECT id, vector FROM embedding WHERE id > :last ORDER BY id LIMIT :many")
    write = sa.text("UPDATE embedding SET vector = :vector WHERE id = :id")
    last = -1
    while rows := link.execute(some, {"last": last, "many": AT_ONCE}).all():
        half = [(row.id, np.frombuffer(row.vector, "<f4").astype("<f2").tobytes()) for row in rows]
        link.execute(write, [{"id": number, "vector": vector} for number, vector in half])
        last = rows[-1].id


def add_tables() -> None:
    """Those that begin empty."""
    op.create_table(
        "store_change",
        sa.Column("area", sa.String, primary_key=True),
        sa.Column("value", sa.Integer, nullable=False),
    )
    op.create_table(
        "store_log",
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("area", sa.String, nullable=False),
        sa.Column("row_id", sa.String, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "project_folder",
        sa.Column("project_id", sa.String, primary_key=True),
        sa.Column("folder", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
    )
    op.create_table(
        "memory_tidy",
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("settlement_id", sa.String, nullable=False),
        sa.Column("project_id", sa.String),
        sa.Column("action", sa.String, nullable=False),
        sa.Column("stays", sa.String, nullable=False),
        sa.Column("stays_hash", sa.String, nullable=False),
        sa.Column("stays_version", sa.Integer),
        sa.Column("other", sa.String, nullable=False),
        sa.Column("other_hash", sa.String, nullable=False),
        sa.Column("at", sa.String, nullable=False),
        sa.Column("undone_at", sa.String),
    )
    op.create_index("ix_memory_tidy_settlement_id", "memory_tidy", ["settlement_id"])
    op.create_index("ix_memory_tidy_project_id", "memory_tidy", ["project_id", "action"])
    op.create_table(
        "memory_tidy_verdict",
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("project_id", sa.String),
        sa.Column("first", sa.String, nullable=False),
        sa.Column("first_hash", sa.String, nullable=False),
        sa.Column("second", sa.String, nullable=False),
        sa.Column("second_hash", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("holds_hash", sa.String),
        sa.Column("first_begin", sa.Integer, nullable=False),
        sa.Column("first_end", sa.Integer, nullable=False),
        sa.Column("second_begin", sa.Integer, nullable=False),
        sa.Column("second_end", sa.Integer, nullable=False),
        sa.Column("at", sa.String, nullable=False),
    )
    op.create_index("ix_memory_tidy_verdict_project_id", "memory_tidy_verdict", ["project_id"])
    op.create_table(
        "memory_use",
        sa.Column("item_id", sa.String, primary_key=True),
        sa.Column("recalled_on", sa.String, nullable=False),
    )
    op.create_table(
        "writer_token",
        sa.Column("sha256", sa.String, primary_key=True),
        sa.Column("owner", sa.String, nullable=False),
        sa.Column("created_at", sa.String, nullable=False),
    )
    op.create_index("ix_writer_token_owner", "writer_token", ["owner"])
    op.create_table(
        "known_writer",
        sa.Column("owner", sa.String, primary_key=True),
        sa.Column("due", sa.String),
    )
    op.create_index("ix_known_writer_due", "known_writer", ["due"])

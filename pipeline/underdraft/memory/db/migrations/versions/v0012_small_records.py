"""Runs that take less room: records compressed and apart, texts by number, one table a list instead of two."""

from __future__ import annotations

import re
import zlib
from importlib.resources import files

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

AT_ONCE = 200
TEXT = re.compile(r'\{"\$blob":"([0-9a-f]{64})"\}')


def upgrade() -> None:
    """Copy what there is into the new tables."""
    if op.get_bind().dialect.name != "sqlite":
        for name in ("run_blob", "run_source", "blob"):
            op.drop_table(name)  # nothing was kept there before revision 0014
        make_tables()
        make_indexes()
        return
    for name in ("blob", "run_blob", "run_source"):
        op.rename_table(name, f"old_{name}")
    for name in ("run_blob_sha256", "run_source_item_id"):
        op.drop_index(f"ix_{name}")
    make_tables()
    link = op.get_bind()
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
    make_indexes()


def make_indexes() -> None:
    """What is made last, since the old tables had indexes of these names."""
    op.create_index("ix_run_blob_blob_id", "run_blob", ["blob_id"])
    op.create_index("ix_run_source_item_id", "run_source", ["item_id"])
    op.drop_column("run", "record")


def make_tables() -> None:
    """The new ones."""
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

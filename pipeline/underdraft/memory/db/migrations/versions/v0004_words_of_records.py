"""Records are found by their words in lists that each write keeps; the tables of FTS5 and ``tsvector`` go."""

from __future__ import annotations

import json
import struct
from array import array
from collections import defaultdict
from zlib import crc32

import sqlalchemy as sa
from alembic import op

from underdraft.memory.db.migrations.writers import each_writer, keep_apart, run
from underdraft.text.stems import stems_of

revision = "0004"
down_revision = "0003"

FULL = 2_048
"""Numbers of a list that grows no more."""

SEARCHED = """
SELECT id, project_id, content, tags FROM memory_item
WHERE state IN ('active', 'outdated') AND section IN ('memories', 'facts') ORDER BY id
"""


def upgrade() -> None:
    """Make a table, fill it and the lists, and drop tables and a column."""
    link = op.get_bind()
    whole = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "record_words",
        sa.Column("memory_id", sa.String, primary_key=True),
        sa.Column("number", whole, nullable=False),
        sa.Column("place", whole, nullable=False),
        sa.Column("words", sa.LargeBinary, nullable=False),
        sa.UniqueConstraint("number", name="uq_record_words_number"),
        sqlite_with_rowid=False,
    )
    if link.dialect.name == "postgresql":
        keep_apart(link, ("record_words",))
    for _ in each_writer(link):
        run(link, "DELETE FROM posting WHERE key & 4294967295 <> 0")
        fill(link)
    op.drop_table("lexical")
    op.drop_table("lexical_entry")
    op.drop_column("embedding", "words")


def fill(link: sa.Connection) -> None:
    """Make the lists of all records that are searched."""
    lists: dict[int, array[int]] = defaultdict(lambda: array("I"))
    totals: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    rows = []
    for number, (memory_id, project, content, tags) in enumerate(link.exec_driver_sql(SEARCHED).all(), 1):
        place = (crc32(f"words {project or ''}".encode()) & 0x7FFF_FFFF) << 32
        words = sorted({crc32(stem.encode()) for stem in stems_of(" ".join([content, *json.loads(tags)]))})
        packed = struct.pack(f"<{len(words)}I", *words)
        rows.append({"memory_id": memory_id, "number": number, "place": place, "words": packed})
        totals[place][:2] = totals[place][0] + 1, totals[place][1] + len(words)
        for word in words:
            if len(lists[place | word]) < FULL:
                lists[place | word].append(number)
    made = [{"key": key, "numbers": struct.pack(f"<{len(list_)}I", *list_)} for key, list_ in lists.items()]
    made += [{"key": key, "numbers": struct.pack("<3q", *total)} for key, total in totals.items()]
    tables = {"record_words": rows, "posting": made}
    for name, values in tables.items():
        if values:
            link.execute(sa.table(name, *map(sa.column, values[0])).insert(), values)

"""The index of words, copied."""

from __future__ import annotations

from underdraft.memory.db.database import Database
from underdraft.memory.index import fulltext
from underdraft.memory.index.word_rows import WordRows


def test_entries_are_read_in_steps_and_written_again(tmp_path):
    """What was read finds the same when it is written; accents, which the index does not tell apart, go."""
    store = Database(tmp_path / "store.db", clock=str, new_id=str)
    rows = WordRows()
    with store.write() as connection:
        for number, text in enumerate(("Café 港口", "灯塔", "harbour"), 1):
            fulltext.put_tokens(connection, number, fulltext.tokens(text))
        first = rows.read(connection, None, 2)
        rest = rows.read(connection, first[-1][0], 2)
        assert [row for _, row in [*first, *rest]] == [(1, "cafe 港 口"), (2, "灯 塔"), (3, "harbour")]
        rows.empty(connection)
        assert rows.count(connection) == 0
        rows.write(connection, [row for _, row in first])
        assert rows.count(connection) == 2
        assert fulltext.holds_phrase(connection, "café")
    store.close()

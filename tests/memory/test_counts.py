"""How much a store holds."""

from __future__ import annotations

from memory.store_samples import open_database
from underdraft.memory.counts import count_rows
from underdraft.memory.notes.crud import UserMemory
from underdraft.memory.sections import FACTS, RULES


def test_memories_facts_and_rules_are_counted_apart(tmp_path):
    """A record counts where it stands; a deleted one counts too, and a distilled rule is neither of both."""
    database = open_database(tmp_path / "store.db")
    records = UserMemory(database)
    hidden = records.create(type="note", content="The harbour is called Quay Seven.")
    records.delete(hidden.id)
    for content in ("Chen Jiu is left-handed.", "The ferry leaves at dusk."):
        records.create(type="fact", content=content, section=FACTS)
    records.create(type="rule", content="A pause before each answer.", section=RULES)
    with database.read() as connection:
        assert count_rows(connection) == {"memories": 1, "facts": 2, "runs": 0, "sessions": 0}
    database.close()

"""The purge of facts of the story."""

from __future__ import annotations

import pytest

from memory.store_samples import open_database
from underdraft.knowledge.area import STORY
from underdraft.memory.areas.scope import PurgeScope
from underdraft.memory.db.schema.knowledge import KNOWLEDGE_FACT


@pytest.mark.parametrize(
    ("scope", "left"),
    [
        (PurgeScope(project_id="p"), ["b"]),
        (PurgeScope(everything=True), []),
        (PurgeScope(item_ids=frozenset({"a"})), ["a", "b"]),
    ],
)
def test_facts_go_with_their_project(tmp_path, scope, left):
    """They are no memories: none is counted, and the id of a memory reaches none."""
    database = open_database(tmp_path / "u.db")
    values = {c.name: "" if c.type.python_type is str else 0 for c in KNOWLEDGE_FACT.c if not c.primary_key}
    with database.write() as connection:
        for name, project_id in (("a", "p"), ("b", "q")):
            connection.execute(
                KNOWLEDGE_FACT.insert().values(**values | {"id": name, "project_id": project_id})
            )
        for step in STORY.tables[0].plan(connection, scope):
            assert not step.memories
            step.write(connection, [key for key, _ in step.rows])
        assert (
            sorted(connection.scalars(KNOWLEDGE_FACT.select().with_only_columns(KNOWLEDGE_FACT.c.id))) == left
        )
    database.close()

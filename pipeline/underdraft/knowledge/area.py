"""The area of the story: facts that were written over a channel, or proposed and confirmed by the writer."""

from __future__ import annotations

from collections.abc import Sequence

import attrs
from sqlalchemy import Connection, select

from underdraft.knowledge.graph.rows import fact_of, update
from underdraft.memory.areas.area import Area, PurgedTable
from underdraft.memory.areas.scope import PurgeScope
from underdraft.memory.db.schema.knowledge import KNOWLEDGE_FACT


def take_out(scope: PurgeScope, connection: Connection, seqs: Sequence[int]) -> None:
    """Take purged words out of facts, in which the writer's names may stand, and have their readers read them again."""
    rows = connection.execute(select(KNOWLEDGE_FACT).where(KNOWLEDGE_FACT.c.seq.in_(seqs))).mappings().all()
    for fact in map(fact_of, rows):
        update(connection, attrs.evolve(fact, fact=scope.words.take_out(fact.fact)), scope.at)


STORY = Area(tables=(PurgedTable(kind="story_fact", key=KNOWLEDGE_FACT.c.seq, rewrite=take_out),))

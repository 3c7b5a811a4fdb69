"""What the store keeps of the story: facts that were written over a channel, or proposed and confirmed by the writer."""

from __future__ import annotations

from underdraft.memory.areas.area import Area, KeptTable
from underdraft.memory.db.schema.knowledge import KNOWLEDGE_FACT

STORY = Area(name="story", tables=(KeptTable(kind="story_fact", key=KNOWLEDGE_FACT.c.seq),))

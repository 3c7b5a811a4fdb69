"""What gives way to what was learned elsewhere, or said: as much of learning as every prompt and every write needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Select, select

from underdraft.learning.rules import DISTIL_JOB
from underdraft.learning.rules.opposed_styles import contradicts
from underdraft.memory.db.schema.feedback import PREFERENCE_TOPIC
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.notes.record import ACTIVE, LEARNED, WRITERS, MemoryItem
from underdraft.memory.notes.rows import items_in, same_key
from underdraft.memory.sections import MEMORIES

if TYPE_CHECKING:
    from underdraft.memory.store import Store


def opposed(connection: Connection, item: MemoryItem) -> Iterator[MemoryItem]:
    """The learned records in use that a statement of the writer's speaks against, and that it takes the place of.

    What the writer confirmed gives way only to the exact opposite; the rest is offered in ``memory:offers:list``.
    """
    if item.source not in WRITERS or item.state != ACTIVE or item.document_id is not None:
        return
    c, t = MEMORY_ITEM.c, PREFERENCE_TOPIC.c
    learned = select(MEMORY_ITEM).where(c.topic_id > "", c.source.in_(LEARNED), c.state == ACTIVE)
    if item.project_id is not None:
        learned = learned.where(c.project_id == item.project_id)
    found = items_in(connection, learned)
    topics = {one.topic_id for one in found}
    poles = {
        row.id: row for row in connection.execute(select(t.id, t.accept, t.reject).where(t.id.in_(topics)))
    }
    said = same_key(item.content)
    for one in found:
        topic = poles.get(one.topic_id)
        other = "" if topic is None else topic.reject if one.pole == "accept" else topic.accept
        if (other and same_key(other) == said and one.scene is None) or (
            not one.user_confirmed and contradicts(one.content, item.content)
        ):
            yield one


def overruled(project_id: str) -> Select[tuple[str]]:
    """The query for ids of global records that a project's own contradict: they stay out of that project's prompts."""
    their_topic, my_topic = PREFERENCE_TOPIC.alias("their_topic"), PREFERENCE_TOPIC.alias("my_topic")
    theirs, mine = MEMORY_ITEM.alias("theirs"), MEMORY_ITEM.alias("mine")
    return (
        select(theirs.c.id)
        .join(their_topic, (their_topic.c.id == theirs.c.topic_id) & theirs.c.project_id.is_(None))
        .join(my_topic, (my_topic.c.axis == their_topic.c.axis) & (my_topic.c.key == their_topic.c.key))
        .join(mine, (mine.c.topic_id == my_topic.c.id) & (mine.c.pole != theirs.c.pole))
        .where(mine.c.project_id == project_id, mine.c.state == ACTIVE, mine.c.section == MEMORIES)
    )


def background_jobs(store: Store) -> Mapping[str, Callable[[str], object]]:
    """The work in the background that feedback leaves, by kind of job."""

    def distilled(subject: str) -> object:
        from underdraft.learning.rules.distil import distil

        return distil(store.database, subject or None, store.config.locale)

    return {DISTIL_JOB: distilled}

"""The writer's decisions: confirm, reword or refuse a record, or what may become one; clear what was learned."""

from __future__ import annotations

from typing import Any, Literal

import attrs
from sqlalchemy import Connection, delete, select

from underdraft.errors import CapacityExceeded, NotFound
from underdraft.learning.ledger.topics import SEEN_BY_PROJECT, load_states
from underdraft.learning.rules.lifecycle import live_again, new_item, rated
from underdraft.learning.rules.overruling import opposed
from underdraft.memory.db.dialect import is_value
from underdraft.memory.db.schema.feedback import PREFERENCE_SIGNAL, PREFERENCE_TOPIC
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.notes.crud import check_in, implied
from underdraft.memory.notes.record import ACTIVE, DELETED, PROPOSED, REFUSED, MemoryItem, in_state
from underdraft.memory.notes.replacing import RESTORE, rewrite
from underdraft.memory.notes.rows import items_in, load, read_rules, remove, write
from underdraft.memory.sections import MEMORIES, RULES
from underdraft.memory.settings import read_settings
from underdraft.types.checks import check_reach
from underdraft.types.episodes import SEMANTIC_RULE_BUDGET

Choice = Literal["confirm", "refuse"]

USER = "user"
CLEARING = "learning:clear"
"""The actor of removals when the writer clears what was learned: no refusal, it may be learned anew."""


def settle(
    connection: Connection,
    id_: str,
    choice: Choice,
    project_id: str | None,
    at: str,
    *,
    content: str | None = None,
) -> MemoryItem:
    """Do what the writer has decided about a record, or a candidate for one; gives it as it is now.

    Confirmed, it stands in prompts, in the words of ``content`` if given, and learning leaves it alone; refused, it is
    removed and never learned or offered again.

    Raises:
        InvalidArgument: The text is blank or too long.
        NotFound: There is no such record or candidate in this project.
        CapacityExceeded: The project has as many confirmed rules as it may.
    """
    before = load(connection, id_)
    item = before or candidate(connection, id_, project_id, at)
    check_reach("id", item.project_id, project_id, "preference")
    after = attrs.evolve(live_again(item, at), state=ACTIVE)
    if choice == "confirm":
        said: dict[str, Any] = {} if content is None else {"content": content}
        after = attrs.evolve(after, user_confirmed=True, **said, **implied(item, said))
        check_in(connection, after)
        if after.section == RULES:
            after = attrs.evolve(after, content=" ".join(after.content.split()))
            rules = read_rules(connection, item.project_id)
            count = len({item.id, *(one.id for one in rules if one.state == ACTIVE)})
            if count > SEMANTIC_RULE_BUDGET:
                raise CapacityExceeded(
                    f"a project has room for {SEMANTIC_RULE_BUDGET} semantic rules",
                    details={"limit": SEMANTIC_RULE_BUDGET, "count": count},
                )
        if (after.content, after.state) != (item.content, item.state):
            after = attrs.evolve(after, updated_at=at)
    else:
        after = attrs.evolve(after, deleted_at=item.deleted_at or at, updated_at=item.updated_at)
    if before is None:
        return write(connection, None, after, action="create", actor=USER, at=at)
    if in_state(after) == before:
        return before
    action = "delete" if choice == "refuse" else "update" if before.deleted_at is None else RESTORE
    return rewrite(connection, before, after, action=action, actor=USER, at=at, opposed=opposed)


def candidate(connection: Connection, id_: str, project_id: str | None, at: str) -> MemoryItem:
    """The record that a pole would have whose signals are short of the threshold, else ``NotFound``."""
    threshold = int(read_settings(connection)["preferenceLearningThreshold"])
    states = load_states(connection, SEEN_BY_PROJECT, threshold=threshold, project_id=project_id)
    for state in states.values():
        for pole in state.poles:
            if state.id_of(pole) == id_:
                return rated(connection, new_item(state.topic, pole, at), state, state.tallies()[pole])
    raise NotFound("id: there is no such preference", details={"field": "id"})


def clear(connection: Connection, project_id: str | None, at: str) -> int:
    """Remove a scope's learned records and signals; manual ones, refusals and the log of events stay. Returns how many stood in prompts."""
    own = MEMORY_ITEM.c
    mine = (own.section == MEMORIES, own.origin == "learned", is_value(own.project_id, project_id))
    found = select(MEMORY_ITEM).where(*mine, own.state.not_in((REFUSED, DELETED))).order_by(own.id)
    items = items_in(connection, found)
    remove(connection, [item.id for item in items if item.state == PROPOSED])
    for item in items:
        if item.state != PROPOSED:
            gone = attrs.evolve(
                live_again(item, at), state=DELETED, deleted_at=item.deleted_at or at, user_confirmed=False,
                updated_at=item.updated_at,
            )  # fmt: skip
            write(connection, item, gone, action="delete", actor=CLEARING, at=at)
    in_scope = is_value(PREFERENCE_TOPIC.c.project_id, project_id)
    topics = select(PREFERENCE_TOPIC.c.id).where(in_scope)
    connection.execute(delete(PREFERENCE_SIGNAL).where(PREFERENCE_SIGNAL.c.topic_id.in_(topics)))
    refused = select(own.topic_id).where(*mine, own.state == REFUSED, own.topic_id.is_not(None))
    connection.execute(delete(PREFERENCE_TOPIC).where(in_scope, PREFERENCE_TOPIC.c.id.not_in(refused)))
    return sum(item.deleted_at is None and item.state != PROPOSED for item in items)

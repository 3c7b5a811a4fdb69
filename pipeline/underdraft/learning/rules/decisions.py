"""The writer's decisions about learned records: confirm, edit, refuse, clear."""

from __future__ import annotations

from typing import Literal

import attrs
from sqlalchemy import Connection, delete, select

from underdraft.errors import CapacityExceeded, NotFound
from underdraft.learning.ledger.scores import POLES, Pole
from underdraft.learning.ledger.topics import (
    BY_ID,
    SEEN_BY_PROJECT,
    TopicState,
    load_states,
    preference_id_of,
)
from underdraft.learning.rules.distil import RULE_PREFIX
from underdraft.learning.rules.lifecycle import REASON, live_again, new_item, opposed, rated, save
from underdraft.memory.db.dialect import is_value
from underdraft.memory.db.schema.feedback import PREFERENCE_SIGNAL, PREFERENCE_TOPIC
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.notes.record import ACTIVE, DELETED, PROPOSED, REFUSED, WRITERS, MemoryItem
from underdraft.memory.notes.replacing import rewrite
from underdraft.memory.notes.rows import items_in, load, read_rules, remove, write
from underdraft.memory.sections import CONTENT_MAXIMUM, MEMORIES, RULE_MAXIMUM
from underdraft.memory.settings import read_settings
from underdraft.types.checks import check_reach, check_text
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
) -> MemoryItem | None:
    """Do what the writer has decided about a preference, a distilled rule or an offer; gives the record, unless refused.

    Confirmed, it stands in prompts, in the words of ``content`` if given, and learning leaves it alone; refused, it is
    removed and never learned again.

    Raises:
        InvalidArgument: The text is blank or too long.
        NotFound: There is no such preference or rule in this project.
        CapacityExceeded: The project has as many confirmed rules as it may.
    """
    if id_.startswith(RULE_PREFIX):
        return settle_rule(connection, id_, project_id, at, confirmed=choice == "confirm", content=content)
    if content is not None:
        check_text("content", content, CONTENT_MAXIMUM)
    item = load(connection, id_)
    if item is not None and item.state == PROPOSED and item.source in WRITERS:
        return settle_offer(connection, item, choice, project_id, at, content=content)
    state, pole = find_preference(connection, id_, project_id)
    if choice == "confirm":
        return keep(connection, state, pole, at, content)
    refuse(connection, state, pole, at)
    return None


def settle_offer(
    connection: Connection,
    offer: MemoryItem,
    choice: Choice,
    project_id: str | None,
    at: str,
    *,
    content: str | None,
) -> MemoryItem | None:
    """Take what a talk has offered, in other words if given, or turn it down: it is not offered again."""
    check_reach("id", offer.project_id, project_id, "preference")
    changed = {"user_confirmed": True, "content": content or offer.content}
    after = attrs.evolve(offer, **(changed if choice == "confirm" else {"deleted_at": at}))
    action = "update" if choice == "confirm" else "delete"
    settled = rewrite(connection, offer, after, action=action, actor=USER, at=at, opposed=opposed)
    return settled if choice == "confirm" else None


def find_preference(
    connection: Connection, preference_id: str, project_id: str | None
) -> tuple[TopicState, Pole]:
    """A pole that this project sees and its topic, else ``NotFound``."""
    item = load(connection, preference_id)
    if item is not None:
        chosen = item.topic_id
    else:  # a candidate: its id follows from its topic's
        seen = connection.scalars(
            select(PREFERENCE_TOPIC.c.id).where(SEEN_BY_PROJECT), {"project_id": project_id}
        )
        named = (one for one in seen for pole in POLES if preference_id_of(one, pole) == preference_id)
        chosen = next(named, None)
    threshold = int(read_settings(connection)["preferenceLearningThreshold"])
    state = load_states(connection, BY_ID, threshold=threshold, ids=[chosen]).get(chosen or "")
    pole: Pole | None = (
        next((p for p in state.poles if state.id_of(p) == preference_id), None) if state else None
    )
    if state is None or pole is None or state.topic.project_id not in {None, project_id}:
        raise NotFound("id: there is no such preference", details={"field": "id"})
    return state, pole


def keep(
    connection: Connection, state: TopicState, pole: Pole, at: str, content: str | None = None
) -> MemoryItem:
    """Confirm a pole's record, in other words if given; it is made or brought back where it is not in use."""
    before = state.items.get(pole)
    after = new_item(state.topic, pole, at) if before is None else live_again(before, at)
    if before is None or before.state == PROPOSED:
        after = rated(connection, after, state, state.tallies()[pole])
    after = attrs.evolve(
        after, state=ACTIVE, replaced_by=None, content=content or after.content, user_confirmed=True
    )
    if before is None:
        return save(connection, state, None, after, action="create", actor=USER, at=at)
    if (after.content, after.state) != (before.content, before.state):
        after = attrs.evolve(after, updated_at=at)
    if after == before:
        return before
    action = "update" if before.deleted_at is None else "restore"
    return save(connection, state, before, after, action=action, actor=USER, at=at)


def refuse(connection: Connection, state: TopicState, pole: Pole, at: str) -> None:
    """Take a pole's record out of use and never learn it again."""
    before = state.items.get(pole)
    item = before or rated(connection, new_item(state.topic, pole, at), state, state.tallies()[pole])
    if item.state != REFUSED:
        metadata = {name: value for name, value in item.metadata.items() if name != REASON}
        gone = attrs.evolve(
            item, state=REFUSED, deleted_at=item.deleted_at or at, replaced_by=None, metadata=metadata
        )
        action = "create" if before is None else "delete"
        save(connection, state, before, gone, action=action, actor=USER, at=at)


def settle_rule(
    connection: Connection,
    rule_id: str,
    project_id: str | None,
    at: str,
    *,
    confirmed: bool,
    content: str | None,
) -> MemoryItem:
    """Let a distilled rule stand in prompts, in the writer's words if given, or keep it out for good."""
    rules = {item.id: item for item in read_rules(connection, project_id)}
    if (before := rules.get(rule_id)) is None:
        raise NotFound("id: there is no such rule", details={"field": "id"})
    if confirmed:
        if content is not None:
            check_text("text", content, RULE_MAXIMUM)
        count = len({rule_id, *(item.id for item in rules.values() if item.state == ACTIVE)})
        if count > SEMANTIC_RULE_BUDGET:
            raise CapacityExceeded(
                f"a project has room for {SEMANTIC_RULE_BUDGET} semantic rules",
                details={"limit": SEMANTIC_RULE_BUDGET, "count": count},
            )
        words = " ".join((content or before.content).split())
        after = attrs.evolve(live_again(before, at), state=ACTIVE, content=words, user_confirmed=True)
    else:
        after = attrs.evolve(before, state=REFUSED, deleted_at=before.deleted_at or at)
    if (after.state, after.content) == (before.state, before.content):
        return before
    after = attrs.evolve(after, updated_at=at)
    return write(connection, before, after, action="update" if confirmed else "delete", actor=USER, at=at)


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

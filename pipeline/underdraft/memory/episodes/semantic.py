"""Distilled rules: records of the section ``rules``, and those of them that stand in prompts."""

from __future__ import annotations

from sqlalchemy import Connection, select

from underdraft.memory.db.dialect import is_value
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.notes.record import ACTIVE, MemoryItem
from underdraft.memory.notes.rows import items_in
from underdraft.memory.sections import RULES
from underdraft.types.copies import copied
from underdraft.types.episodes import SemanticRule


def read_items(connection: Connection, project_id: str | None) -> list[MemoryItem]:
    """Read a project's rules in all states, by scene and time: new evidence moves none of them."""
    c = MEMORY_ITEM.c
    mine = select(MEMORY_ITEM).where(c.section == RULES, is_value(c.project_id, project_id))
    return sorted(items_in(connection, mine), key=lambda item: (item.scene or "", item.created_at, item.id))


def rules_in_force(connection: Connection, project_id: str | None) -> tuple[SemanticRule, ...]:
    """Return the rules that the writer confirmed."""
    return tuple(rule_of(item) for item in read_items(connection, project_id) if item.state == ACTIVE)


def rule_of(item: MemoryItem) -> SemanticRule:
    """A record as it goes into a prompt."""
    counts = {name: item.metadata.get(name, 0) for name in ("support", "against")}
    run_id = next((one["runId"] for one in item.evidence), None)
    return copied(SemanticRule, item, text=item.content, run_id=run_id, **counts)

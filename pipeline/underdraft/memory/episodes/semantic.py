"""Distilled rules: a view of records of the section ``rules``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from sqlalchemy import Connection, select

from underdraft.memory.db.dialect import is_value
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.notes.record import ACTIVE, PROPOSED, MemoryItem
from underdraft.memory.notes.replacing import items_in
from underdraft.memory.sections import RULES
from underdraft.types.copies import copied
from underdraft.types.episodes import RuleEvidence, SemanticRule

CONFIRMED = "confirmed"
"""The name of an active rule on this boundary: a rule is active once the writer has confirmed it."""


def read_items(connection: Connection, project_id: str | None) -> list[MemoryItem]:
    """A project's rules as records."""
    c = MEMORY_ITEM.c
    return items_in(
        connection, select(MEMORY_ITEM).where(c.section == RULES, is_value(c.project_id, project_id))
    )


def read_rules(connection: Connection, project_id: str | None) -> Sequence[SemanticRule]:
    """A project's rules, by scene, the best supported first; ties by id."""
    rules = map(rule_of, read_items(connection, project_id))
    return sorted(rules, key=lambda rule: (rule.scene_type, -rule.support, rule.id))


def rules_in_force(connection: Connection, project_id: str | None) -> tuple[SemanticRule, ...]:
    """Return the rules that the writer confirmed, by scene and time: new evidence moves none of them."""
    found = [rule for rule in read_rules(connection, project_id) if rule.state == CONFIRMED]
    return tuple(sorted(found, key=lambda rule: (rule.scene_type, rule.created_at, rule.id)))


def rule_of(item: MemoryItem) -> SemanticRule:
    """A record as a rule."""
    shown: dict[str, Literal["proposed", "confirmed"]] = {PROPOSED: "proposed", ACTIVE: "confirmed"}
    return copied(
        SemanticRule,
        item,
        text=item.content,
        scene_type=item.scene or "other",
        state=shown.get(item.state, "refused"),
        support=item.metadata.get("support", 0),
        against=item.metadata.get("against", 0),
        evidence=tuple(RuleEvidence(episode_id=e["episodeId"], run_id=e["runId"]) for e in item.evidence),
    )

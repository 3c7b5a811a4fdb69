"""Distilled rules: a view of records of the section ``rules``, and the writer's decisions about them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import attrs
from sqlalchemy import Connection, select

from underdraft.errors import NotFound
from underdraft.memory.db.database import Database
from underdraft.memory.db.dialect import is_value
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.episodes.limits import check_rule_budget
from underdraft.memory.notes.record import ACTIVE, PROPOSED, REFUSED, RULE_MAXIMUM, RULES, MemoryItem
from underdraft.memory.notes.replacing import items_in
from underdraft.memory.notes.rows import load, write
from underdraft.types.checks import check_text
from underdraft.types.copies import copied
from underdraft.types.episodes import RuleEvidence, SemanticRule

CONFIRMED = "confirmed"
"""What an active rule is called on this boundary: a rule is active once the writer has confirmed it."""


@attrs.frozen
class SemanticRuleBook:
    """The semantic rules of one store and the writer's decisions about them."""

    database: Database

    def list(self, project_id: str | None) -> tuple[SemanticRule, ...]:
        """A project's rules in all states, by scene, the best supported first."""
        with self.database.read() as connection:
            return tuple(read_rules(connection, project_id))

    def confirm(self, rule_id: str, project_id: str | None, *, text: str | None = None) -> SemanticRule:
        """Let a rule stand in prompts, in the writer's words if given; also one that was refused.

        Raises:
            InvalidArgument: The text is blank or too long.
            NotFound: There is no such rule in this project.
            CapacityExceeded: The project has as many confirmed rules as it may.
        """
        if text is not None:
            check_text("text", text, RULE_MAXIMUM)
        with self.database.write() as connection:
            before = existing_rule(connection, rule_id, project_id)
            confirmed = {item.id for item in read_items(connection, project_id) if item.state == ACTIVE}
            check_rule_budget(len(confirmed | {rule_id}))
            content = " ".join((text or before.content).split())
            kept = attrs.evolve(before, state=ACTIVE, deleted_at=None, content=content, user_confirmed=True)
            return self._write(connection, before, kept, "update")

    def refuse(self, rule_id: str, project_id: str | None) -> SemanticRule:
        """Keep a rule out of prompts for good: it is not proposed again. Raises as :meth:`confirm`."""
        with self.database.write() as connection:
            before = existing_rule(connection, rule_id, project_id)
            gone = before.deleted_at or self.database.clock()
            refused = attrs.evolve(before, state=REFUSED, deleted_at=gone)
            return self._write(connection, before, refused, "delete")

    def _write(
        self, connection: Connection, before: MemoryItem, after: MemoryItem, action: str
    ) -> SemanticRule:
        if (after.state, after.content) == (before.state, before.content):
            return rule_of(before)
        at = self.database.clock()
        after = attrs.evolve(after, updated_at=at)
        return rule_of(write(connection, before, after, action=action, actor="user", at=at))


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
    """What the writer confirmed, by scene and time: new evidence moves none of them."""
    found = [rule for rule in read_rules(connection, project_id) if rule.state == CONFIRMED]
    return tuple(sorted(found, key=lambda rule: (rule.scene_type, rule.created_at, rule.id)))


def existing_rule(connection: Connection, rule_id: str, project_id: str | None) -> MemoryItem:
    """The rule of this id and project, else ``NotFound``."""
    item = load(connection, rule_id)
    if item is None or item.section != RULES or item.project_id != project_id:
        raise NotFound("id: there is no such rule", details={"field": "id"})
    return item


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


def item_of_rule(rule: SemanticRule, *, topic_id: str, pole: str) -> MemoryItem:
    """The record of a rule that was found, with what it was distilled from."""
    evidence = tuple({"episodeId": one.episode_id, "runId": one.run_id} for one in rule.evidence)
    facts = {"support": rule.support, "against": rule.against, "topicId": topic_id, "pole": pole}
    return MemoryItem(
        id=rule.id,
        type="rule",
        section=RULES,
        origin="learned",
        source="distilled",
        state=ACTIVE if rule.state == CONFIRMED else rule.state,
        scope=rule.scope,
        project_id=rule.project_id,
        scene=rule.scene_type,
        content=rule.text,
        confidence=rule.confidence,
        evidence=evidence,
        metadata=facts,
        version=rule.version,
        created_at=rule.created_at,
        updated_at=rule.updated_at,
    )

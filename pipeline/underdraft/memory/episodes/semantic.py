"""Semantic rules as rows: read for prompts and lists, confirmed, reworded and refused by the writer."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import attrs
from sqlalchemy import Connection, select

from underdraft.errors import NotFound
from underdraft.memory.db.database import Database
from underdraft.memory.db.dialect import is_value
from underdraft.memory.db.schema.semantic import SEMANTIC_RULE
from underdraft.memory.episodes.limits import check_rule_budget
from underdraft.memory.items.rows import packed
from underdraft.types.checks import check_text
from underdraft.types.episodes import RuleEvidence, SemanticRule

if TYPE_CHECKING:
    from sqlalchemy import RowMapping

RULE_MAXIMUM = 200
"""Code points of a rule: one line of layer 2."""

PROPOSED, CONFIRMED, REFUSED = "proposed", "confirmed", "refused"


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
            confirmed = [rule for rule in read_rules(connection, project_id) if rule.state == CONFIRMED]
            check_rule_budget(len({rule.id for rule in confirmed} | {rule_id}))
            after = attrs.evolve(before, state="confirmed", text=" ".join((text or before.text).split()))
            return self._write(connection, before, after)

    def refuse(self, rule_id: str, project_id: str | None) -> SemanticRule:
        """Keep a rule out of prompts for good: it is not proposed again. Raises as :meth:`confirm`."""
        with self.database.write() as connection:
            before = existing_rule(connection, rule_id, project_id)
            return self._write(connection, before, attrs.evolve(before, state="refused"))

    def _write(self, connection: Connection, before: SemanticRule, after: SemanticRule) -> SemanticRule:
        if after == before:
            return before
        after = attrs.evolve(after, version=before.version + 1, updated_at=self.database.clock())
        changed = {name: getattr(after, name) for name in ("state", "text", "version", "updated_at")}
        connection.execute(SEMANTIC_RULE.update().where(SEMANTIC_RULE.c.id == after.id).values(changed))
        return after


def read_rules(connection: Connection, project_id: str | None) -> Sequence[SemanticRule]:
    """A project's rules, by scene, the best supported first; ties by id."""
    c = SEMANTIC_RULE.c
    mine = select(SEMANTIC_RULE).where(is_value(c.project_id, project_id))
    rows = connection.execute(mine.order_by(c.scene_type, c.support.desc(), c.id)).mappings()
    return [rule_of(row) for row in rows]


def rules_in_force(connection: Connection, project_id: str | None) -> tuple[SemanticRule, ...]:
    """What the writer confirmed, by scene and time: new evidence moves none of them."""
    found = [rule for rule in read_rules(connection, project_id) if rule.state == CONFIRMED]
    return tuple(sorted(found, key=lambda rule: (rule.scene_type, rule.created_at, rule.id)))


def existing_rule(connection: Connection, rule_id: str, project_id: str | None) -> SemanticRule:
    """The rule of this id and project, else ``NotFound``."""
    c = SEMANTIC_RULE.c
    mine = select(SEMANTIC_RULE).where(c.id == rule_id, is_value(c.project_id, project_id))
    row = connection.execute(mine).mappings().first()
    if row is None:
        raise NotFound("id: there is no such rule", details={"field": "id"})
    return rule_of(row)


def rule_of(row: RowMapping) -> SemanticRule:
    """The rule in a row."""
    names = {a.name for a in attrs.fields(SemanticRule)} - {"scope", "evidence"}
    values: dict[str, Any] = {name: row[name] for name in names}
    evidence = tuple(RuleEvidence(**one) for one in json.loads(row["evidence"]))
    return SemanticRule(**values, evidence=evidence)


def row_of(rule: SemanticRule, *, topic_id: str, pole: str) -> dict[str, Any]:
    """The reverse of :func:`rule_of`."""
    plain = attrs.asdict(rule, recurse=False, filter=lambda a, _: a.name not in {"scope", "evidence"})
    evidence = packed([attrs.asdict(one) for one in rule.evidence])
    return plain | {"evidence": evidence, "topic_id": topic_id, "pole": pole}

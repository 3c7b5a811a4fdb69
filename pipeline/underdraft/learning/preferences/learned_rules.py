"""What was found out about kinds of scene, in one list: tastes that a model worded, rules that were distilled.

A worded taste *is* a rule that a model distils from the edits of a kind of scene; what is distilled without a model
comes from all verdicts and every measured axis. Both wait for the writer, and stand in layer 2 with their evidence.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, select

from underdraft.learning.preferences.kept_share import read_survival
from underdraft.learning.preferences.ledger import SPANS, read_ledger
from underdraft.learning.preferences.worded_keys import WORDED_AXIS
from underdraft.memory.db.schema.feedback import PREFERENCE_SIGNAL
from underdraft.memory.episodes.semantic import CONFIRMED, read_items, read_rules
from underdraft.types.episodes import SemanticRule
from underdraft.types.preferences import LearnedOffer, LedgerEntry, Span

RUNS_SHOWN = 20
"""Most runs of an offer."""


def read_learned_offers(connection: Connection, project_id: str | None) -> tuple[LearnedOffer, ...]:
    """A project's worded tastes and distilled rules in all states, by scene, the best supported first."""
    entries = read_ledger(connection, project_id).items
    tastes = [offer_of_taste(one) for one in entries if one.axis == WORDED_AXIS]
    spans = spans_of_rules(connection, project_id)
    rules = [
        offer_of_rule(connection, rule, spans.get(rule.id, ())) for rule in read_rules(connection, project_id)
    ]
    return tuple(sorted([*tastes, *rules], key=lambda one: (one.scene_type, -one.support, one.id)))


def offer_of_taste(entry: LedgerEntry) -> LearnedOffer:
    """A worded taste of the ledger."""
    return LearnedOffer(
        id=entry.id,
        kind="taste",
        state=entry.state,
        text=entry.statement,
        scene_type=entry.scene_type or "",
        support=entry.support,
        against=entry.against,
        runs=entry.runs[-RUNS_SHOWN:],
        spans=entry.spans,
        trial=entry.trial,
        survival=entry.survival,
        reason=entry.reason,
    )


def offer_of_rule(connection: Connection, rule: SemanticRule, spans: Sequence[Span]) -> LearnedOffer:
    """A distilled rule; it is not judged by how runs fare, but they are shown."""
    survival = None
    if rule.state == CONFIRMED:
        survival = read_survival(connection, rule.id, project_id=rule.project_id, scene_type=rule.scene_type)
    runs = [one.run_id for one in reversed(rule.evidence)]
    shown = [span for span in spans if span.run_id in runs]
    return LearnedOffer(
        id=rule.id,
        kind="rule",
        state=rule.state,
        text=rule.text,
        scene_type=rule.scene_type,
        support=rule.support,
        against=rule.against,
        runs=tuple(runs),
        spans=tuple(shown[-SPANS:]),
        survival=survival,
    )


def spans_of_rules(connection: Connection, project_id: str | None) -> Mapping[str, Sequence[Span]]:
    """By rule the edits that speak for it, oldest first, as far as their words are known."""
    of = {
        item.id: (item.metadata["topicId"], item.metadata["pole"])
        for item in read_items(connection, project_id)
    }
    s = PREFERENCE_SIGNAL.c
    query = select(s.topic_id, s.stance, s.run_id, s.before, s.after).where(
        (s.before != "") | (s.after != "")
    )
    topics = sorted({topic for topic, _ in of.values()})
    found: defaultdict[tuple[str, str], list[Span]] = defaultdict(list)
    for row in connection.execute(query.where(s.topic_id.in_(topics)).order_by(s.seq)):
        found[row.topic_id, row.stance].append(Span(run_id=row.run_id, before=row.before, after=row.after))
    return {rule_id: found[key] for rule_id, key in of.items()}

"""Distils what edits and verdicts in one kind of scene have in common into a few rules, which are proposed.

Preferences are learned over all scenes; what a writer wants in dialogue alone, or in action the other way round, is
lost there. Here each topic is judged scene by scene, by the same measure.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs
from sqlalchemy import Connection, func, select

from underdraft.learning.preferences.apply_scores import LEARNING
from underdraft.learning.preferences.scores import POLES, Pole, Tally, tally
from underdraft.learning.preferences.worded_keys import WORDED_AXIS
from underdraft.memory.db.database import Database
from underdraft.memory.db.dialect import is_value
from underdraft.memory.db.jobs import enqueue, later
from underdraft.memory.db.schema.episodes import EPISODE
from underdraft.memory.db.schema.feedback import PREFERENCE, PREFERENCE_SIGNAL, PREFERENCE_TOPIC
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.episodes.semantic import item_of_rule, read_items
from underdraft.memory.notes.record import PROPOSED, RULE_MAXIMUM, MemoryItem
from underdraft.memory.notes.rows import note_figures, remove, write
from underdraft.memory.settings import SettingValue, read_settings
from underdraft.text.clean import one_line
from underdraft.text.strings import strings
from underdraft.types.episodes import SEMANTIC_RULE_BUDGET, RuleEvidence, SemanticRule
from underdraft.types.feedback import FeedbackEvent

DISTIL_JOB = "distil"
"""Distil a project's signals; the subject is its id, empty for runs without a project."""

WAIT_SECONDS = 60.0
"""How long a feedback waits for others before its project is distilled."""

SIGNALS_MAXIMUM = 2_000
"""Signals that are looked at, the last ones."""

PROPOSED_MAXIMUM = 20
"""Proposals of a project that may wait for the writer."""

EVIDENCE_MAXIMUM = 20
"""Runs that are kept as evidence, the last ones; ``support`` counts all."""

SURE = 0.5
"""Confidence from which on an inferred kind of scene is believed."""

UNNAMED = "other"
"""The kind of scene that is none."""


@attrs.frozen(kw_only=True)
class SceneTopic:
    """The signals for one topic in one kind of scene, oldest first."""

    scene_type: str
    topic_id: str
    axis: str
    signals: Sequence[Any]

    def tallies(self, threshold: int) -> dict[Pole, Tally]:
        """Both poles, judged."""
        stances = [signal.stance for signal in self.signals]
        return {pole: tally(stances, pole=pole, threshold=threshold, axis=self.axis) for pole in POLES}


@attrs.frozen(kw_only=True)
class Distiller:
    """Distils one store.

    Attributes:
        locale: Language of the scenes' names.
    """

    database: Database
    locale: str = "zh"

    def register(self, connection: Connection, event: FeedbackEvent) -> bool:
        """Write down, in the transaction that keeps a feedback, that its project may have a new rule; whether it is."""
        settings = read_settings(connection)
        if event.run_id is None or event.scene_type in {None, UNNAMED} or not may_distil(settings):
            return False
        topics = select(PREFERENCE_TOPIC.c.id).where(
            is_value(PREFERENCE_TOPIC.c.project_id, event.project_id)
        )
        c = PREFERENCE_SIGNAL.c
        counted = select(func.count()).where(c.topic_id.in_(topics), c.run_id.is_not(None))
        if (connection.scalar(counted) or 0) < int(settings["preferenceLearningThreshold"]):
            return False
        now = self.database.clock()
        enqueue(connection, DISTIL_JOB, event.project_id or "", at=now, not_before=later(now, WAIT_SECONDS))
        return True

    def distil(self, subject: str) -> int:
        """Propose what a project's scenes have shown, and bring what was proposed up to date; how many are new.

        What the writer confirmed or refused keeps its text and state; a proposal that is no longer so goes.
        """
        project_id = subject or None
        with self.database.write() as connection:
            settings = read_settings(connection)
            if not may_distil(settings):
                return 0
            threshold = int(settings["preferenceLearningThreshold"])
            found = self._rules(connection, project_id, threshold)
            known = {item.id: item for item in read_items(connection, project_id)}
            waiting = {item.id for item in known.values() if item.state == PROPOSED}
            gone = waiting - found.keys()
            remove(connection, gone)
            room = min(PROPOSED_MAXIMUM - len(waiting - gone), SEMANTIC_RULE_BUDGET - len(known) + len(gone))
            new = sorted(
                (found[key] for key in found.keys() - known.keys()),
                key=lambda item: (-item.metadata["support"], item.id),
            )[: max(0, room)]
            for item in new:
                write(connection, None, item, action="create", actor=LEARNING, at=item.created_at)
            for key in found.keys() & known.keys():
                renew(connection, known[key], found[key])
        return len(new)

    def _rules(self, connection: Connection, project_id: str | None, threshold: int) -> dict[str, MemoryItem]:
        """All rules that the signals bear out and that no memory in use says already, by id."""
        now = self.database.clock()
        statements = statements_of(connection, project_id)
        found: dict[str, MemoryItem] = {}
        for topic in scene_topics(connection, project_id):
            for pole, judged in topic.tallies(threshold).items():
                said = statements.get((topic.topic_id, pole))
                if not judged.reached or judged.contradicted or said is None or said[1]:
                    continue
                rule = SemanticRule(
                    id=rule_id_of(project_id, topic.scene_type, topic.topic_id, pole),
                    project_id=project_id,
                    text=self._text(topic.scene_type, said[0]),
                    scene_type=topic.scene_type,
                    support=judged.support,
                    against=judged.against,
                    evidence=tuple(evidence_of(topic.signals, pole)),
                    confidence=judged.confidence,
                    created_at=now,
                    updated_at=now,
                )
                found[rule.id] = item_of_rule(rule, topic_id=topic.topic_id, pole=pole)
        return found

    def _text(self, scene_type: str, statement: str) -> str:
        scene = strings("episode_scenes", self.locale).get(scene_type, scene_type)
        return one_line(f"{scene}{strings('punctuation', self.locale)['colon']}{statement}", RULE_MAXIMUM)


def may_distil(settings: Mapping[str, SettingValue]) -> bool:
    """Whether rules may be distilled."""
    return bool(
        settings["preferenceLearningEnabled"] and settings["memory.enable_distillation"]
    ) and not bool(settings["privacyModeEnabled"])


def scene_topics(connection: Connection, project_id: str | None) -> Iterator[SceneTopic]:
    """The signals of a project's runs by kind of scene and topic; runs whose scene is a guess are left out."""
    s, e, t = PREFERENCE_SIGNAL.c, EPISODE.c, PREFERENCE_TOPIC.c
    query = (
        select(s.seq, s.topic_id, s.stance, s.run_id, t.axis, e.scene_type, e.id.label("episode_id"))
        .join(EPISODE, e.run_id == s.run_id)
        .join(PREFERENCE_TOPIC, t.id == s.topic_id)
        .where(
            is_value(t.project_id, project_id),
            is_value(e.project_id, project_id),
            t.axis != WORDED_AXIS,
            e.scene_type != UNNAMED,
            e.scene_confidence >= SURE,
        )
    )
    groups: defaultdict[tuple[str, str, str], list[Any]] = defaultdict(list)
    for row in reversed(connection.execute(query.order_by(s.seq.desc()).limit(SIGNALS_MAXIMUM)).all()):
        groups[row.scene_type, row.topic_id, row.axis].append(row)
    for (scene_type, topic_id, axis), signals in sorted(groups.items()):
        yield SceneTopic(scene_type=scene_type, topic_id=topic_id, axis=axis, signals=signals)


def statements_of(connection: Connection, project_id: str | None) -> dict[tuple[str, str], tuple[str, bool]]:
    """By topic and pole: its statement, and whether a memory in use says it or the writer refused it."""
    p, i = PREFERENCE.c, MEMORY_ITEM.c
    query = (
        select(p.topic_id, p.pole, p.statement, p.refused_at, i.id, i.deleted_at)
        .join(PREFERENCE_TOPIC, PREFERENCE_TOPIC.c.id == p.topic_id)
        .outerjoin(MEMORY_ITEM, i.id == p.id)
        .where(is_value(PREFERENCE_TOPIC.c.project_id, project_id))
    )
    return {
        (row.topic_id, row.pole): (
            row.statement,
            row.refused_at is not None or (row.id is not None and row.deleted_at is None),
        )
        for row in connection.execute(query)
    }


def evidence_of(signals: Sequence[Any], pole: Pole) -> Iterator[RuleEvidence]:
    """The last runs that speak for a pole, the newest first."""
    speaking = [signal for signal in reversed(signals) if signal.stance == pole]
    for signal in speaking[:EVIDENCE_MAXIMUM]:
        yield RuleEvidence(episode_id=signal.episode_id, run_id=signal.run_id)


def renew(connection: Connection, known: MemoryItem, found: MemoryItem) -> None:
    """Bring counts and evidence up to date."""
    if any(known.metadata[name] != found.metadata[name] for name in ("support", "against")):
        names = ("confidence", "evidence", "metadata")
        note_figures(connection, attrs.evolve(known, **{name: getattr(found, name) for name in names}))


def rule_id_of(project_id: str | None, scene_type: str, topic_id: str, pole: Pole) -> str:
    """The id of a rule."""
    told = json.dumps([project_id, scene_type, topic_id, pole])
    return f"rule-{hashlib.sha256(told.encode()).hexdigest()[:24]}"

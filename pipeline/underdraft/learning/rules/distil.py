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

from underdraft.learning.ledger.scores import Pole, tally
from underdraft.learning.ledger.topics import OF_PROJECT, load_states
from underdraft.learning.rules import DISTIL_JOB
from underdraft.learning.rules.lifecycle import LEARNING, new_item
from underdraft.memory.db.database import Database
from underdraft.memory.db.dialect import is_value
from underdraft.memory.db.jobs import enqueue, later
from underdraft.memory.db.schema.episodes import EPISODE
from underdraft.memory.db.schema.feedback import PREFERENCE_SIGNAL, PREFERENCE_TOPIC
from underdraft.memory.notes.record import ACTIVE, PROPOSED, REFUSED, MemoryItem
from underdraft.memory.notes.rows import note_figures, read_rules, remove, write
from underdraft.memory.sections import RULE_MAXIMUM, RULES
from underdraft.memory.settings import SettingValue, read_settings
from underdraft.text.clean import one_line
from underdraft.text.strings import strings
from underdraft.types.episodes import SEMANTIC_RULE_BUDGET
from underdraft.types.feedback import FeedbackEvent

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


def register(connection: Connection, event: FeedbackEvent, now: str) -> None:
    """Write down, in the transaction that keeps a feedback, that its project may have a new rule."""
    settings = read_settings(connection)
    if event.run_id is None or event.scene_type in {None, UNNAMED} or not may_distil(settings):
        return
    topics = select(PREFERENCE_TOPIC.c.id).where(is_value(PREFERENCE_TOPIC.c.project_id, event.project_id))
    c = PREFERENCE_SIGNAL.c
    counted = select(func.count()).where(c.topic_id.in_(topics), c.run_id.is_not(None))
    if (connection.scalar(counted) or 0) >= int(settings["preferenceLearningThreshold"]):
        enqueue(connection, DISTIL_JOB, event.project_id or "", at=now, not_before=later(now, WAIT_SECONDS))


def may_distil(settings: Mapping[str, SettingValue]) -> bool:
    """Whether anything may be learned this way: of texts nothing is in privacy mode."""
    allowed = settings["preferenceLearningEnabled"] and settings["memory.enable_distillation"]
    return bool(allowed) and not settings["privacyModeEnabled"]


def distil(database: Database, project_id: str | None, locale: str) -> int:
    """Propose what a project's scenes have shown, and bring what was proposed up to date; how many are new.

    What the writer confirmed or refused keeps its text and state; a proposal that is no longer so goes. Scenes are
    named in the language.
    """
    with database.write() as connection:
        settings = read_settings(connection)
        if not may_distil(settings):
            return 0
        threshold = int(settings["preferenceLearningThreshold"])
        found = {
            rule.id: rule for rule in rules_of(connection, project_id, threshold, locale, database.clock())
        }
        known = {item.id: item for item in read_rules(connection, project_id)}
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
            figures = {name: getattr(found[key], name) for name in ("confidence", "evidence", "metadata")}
            note_figures(connection, attrs.evolve(known[key], **figures))
    return len(new)


def rules_of(
    connection: Connection, project_id: str | None, threshold: int, locale: str, now: str
) -> Iterator[MemoryItem]:
    """Yield all rules that the signals bear out and that no memory in use says already."""
    states = load_states(connection, OF_PROJECT, project_id=project_id)
    scenes, colon = strings("episode_scenes", locale), strings("punctuation", locale)["colon"]
    for (scene, topic_id), signals in signals_by_scene(connection, project_id).items():
        state, stances = states[topic_id], [signal.stance for signal in signals]
        for pole in state.poles:
            judged = tally(stances, pole=pole, threshold=threshold, axis=state.topic.axis)
            known = state.items.get(pole)
            settled = known is not None and known.state in {ACTIVE, REFUSED}
            if not judged.reached or judged.contradicted or settled:
                continue
            said = f"{scenes.get(scene, scene)}{colon}{state.topic.says(pole)}"
            yield attrs.evolve(
                new_item(state.topic, pole, now),
                id=rule_id_of(project_id, scene, topic_id, pole),
                type="rule",
                section=RULES,
                source="distilled",
                state=PROPOSED,
                scene=scene,
                content=one_line(said, RULE_MAXIMUM),
                confidence=judged.confidence,
                evidence=tuple(evidence_of(signals, pole)),
                metadata={"support": judged.support, "against": judged.against},
            )


def signals_by_scene(
    connection: Connection, project_id: str | None
) -> Mapping[tuple[str, str], Sequence[Any]]:
    """The signals of a project's runs by kind of scene and topic, oldest first; runs whose scene is a guess are left out."""
    s, e, t = PREFERENCE_SIGNAL.c, EPISODE.c, PREFERENCE_TOPIC.c
    query = (
        select(s.topic_id, s.stance, s.run_id, e.scene_type, e.id.label("episode_id"))
        .join(EPISODE, e.run_id == s.run_id)
        .join(PREFERENCE_TOPIC, t.id == s.topic_id)
        .where(
            is_value(t.project_id, project_id),
            is_value(e.project_id, project_id),
            t.axis != "worded",  # of a store that held rules of a model: they are for one scene
            e.scene_type != UNNAMED,
            e.scene_confidence >= SURE,
        )
    )
    found: defaultdict[tuple[str, str], list[Any]] = defaultdict(list)
    for row in reversed(connection.execute(query.order_by(s.seq.desc()).limit(SIGNALS_MAXIMUM)).all()):
        found[row.scene_type, row.topic_id].append(row)
    return found


def evidence_of(signals: Sequence[Any], pole: Pole) -> Iterator[dict[str, str]]:
    """The last runs that speak for a pole, the newest first."""
    speaking = [signal for signal in reversed(signals) if signal.stance == pole]
    for signal in speaking[:EVIDENCE_MAXIMUM]:
        yield {"episodeId": signal.episode_id, "runId": signal.run_id}


def rule_id_of(project_id: str | None, scene_type: str, topic_id: str, pole: Pole) -> str:
    """The id of a rule."""
    told = json.dumps([project_id, scene_type, topic_id, pole])
    return f"rule-{hashlib.sha256(told.encode()).hexdigest()[:24]}"

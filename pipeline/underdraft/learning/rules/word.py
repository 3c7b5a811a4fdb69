"""Has the model word tastes from batches of edits, in the background, and puts them into the ledger as proposals."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

import attrs
from sqlalchemy import Connection, select

from underdraft.errors import StoreError
from underdraft.learning.ledger.topics import (
    BY_ID,
    OF_PROJECT,
    WORDED_AXIS,
    TopicState,
    add_topics,
    load_states,
    new_topic,
    topic_id_of,
)
from underdraft.learning.rules.lifecycle import (
    in_scene,
    live_again,
    may_learn,
    new_item,
    rated,
    save,
    scene_name,
)
from underdraft.learning.rules.question import ORDER, SCHEMA, WordedTaste, question, tastes_of
from underdraft.memory import log
from underdraft.memory.db.database import Database
from underdraft.memory.db.dialect import insert_missing
from underdraft.memory.db.jobs import enqueue
from underdraft.memory.db.schema.feedback import PREFERENCE_SIGNAL, PREFERENCE_TOPIC
from underdraft.memory.episodes.rewrites import FoundRewrite, find_rewrites, load_rewrite
from underdraft.memory.episodes.semantic import read_items
from underdraft.memory.notes.record import DELETED, PROPOSED
from underdraft.memory.settings import read_settings
from underdraft.text.clean import normalised
from underdraft.types.episodes import Rewrite
from underdraft.types.feedback import FeedbackEvent
from underdraft.types.model_call import AskModel

WORD_JOB = "word"
"""Word the tastes of a kind of scene; the subject is JSON: project and scene."""

EDITS_TOGETHER = 3
"""New edits of a kind of scene that make a batch."""

EDITS_SHOWN = 6
"""Maximum edits that the model reads at once, the last ones: earlier ones again beside the new."""

PROPOSED_MAXIMUM = 3
"""Proposals of a kind of scene that may wait for the writer; with as many the model is not asked."""


@attrs.frozen(kw_only=True)
class Batch:
    """Edits of one kind of scene, oldest first, with their rows in the store, and what is known of the scene."""

    project_id: str | None
    scene_type: str
    rows: Sequence[FoundRewrite]
    edits: Sequence[Rewrite]
    known: Sequence[str]


@attrs.frozen(kw_only=True)
class TasteProposer:
    """Proposes the tastes of one store.

    Attributes:
        ask_of: The model of this name that may be asked in the background, or ``None``.
        locale: Language of the scenes' names.
    """

    database: Database
    ask_of: Callable[[str], AskModel | None]
    locale: str = "zh"

    def register(self, connection: Connection, event: FeedbackEvent) -> bool:
        """Write down, in the transaction that keeps a feedback, that a batch is to be worded; whether it is."""
        if event.run_id is None or event.scene_type is None or not event.edit_distance:
            return False
        if not may_learn(read_settings(connection), "worded"):
            return False
        new = self._new_edits(connection, event.project_id, event.scene_type)
        if len(new) < EDITS_TOGETHER or self.ask_of(new[0].model) is None:
            return False
        states = worded_states(connection, event.project_id, event.scene_type)
        waiting = [one for state in states for one in state.items.values() if one.state == PROPOSED]
        if len(waiting) >= PROPOSED_MAXIMUM:
            return False
        subject = json.dumps([event.project_id, event.scene_type])
        enqueue(connection, WORD_JOB, subject, at=self.database.clock())
        return True

    def word(self, subject: str) -> int:
        """Ask the model about a batch and propose what it words; how many proposals are new.

        Where the call fails, the edits stay new: the next one asks again.
        """
        project_id, scene_type = json.loads(subject)
        with self.database.read() as connection:
            batch = self._read_batch(connection, project_id, scene_type)
        ask = self.ask_of(batch.rows[-1].model) if batch is not None else None
        if batch is None or ask is None:
            return 0
        scene = scene_name(scene_type, self.locale)
        try:
            answer = ask(system=ORDER, text=question(scene, batch.edits, batch.known), schema=SCHEMA)
        except StoreError:
            raise
        except Exception as error:  # noqa: BLE001 - a provider may raise anything
            log.info("no tastes were worded (%s)", type(error).__name__)
            return 0
        tastes = tastes_of(answer, batch.edits)
        with self.database.write() as connection:
            if not may_learn(read_settings(connection), "worded"):
                return 0
            mark_shown(connection, batch, at=self.database.clock())
            return sum(self._propose(connection, batch, taste) for taste in tastes)

    def _new_edits(
        self, connection: Connection, project_id: str | None, scene_type: str
    ) -> Sequence[FoundRewrite]:
        """The edits that the model has not seen, the last one first."""
        shown = select(PREFERENCE_TOPIC.c.counted_after).where(
            PREFERENCE_TOPIC.c.id == topic_id_of(project_id, WORDED_AXIS, scene_type)
        )
        since = connection.scalar(shown) or 0
        return find_rewrites(connection, project_id, scene_type, most=EDITS_TOGETHER, since=since)

    def _read_batch(self, connection: Connection, project_id: str | None, scene_type: str) -> Batch | None:
        """The last edits of a scene, as far as their texts are kept; ``None`` where too few are new."""
        if not may_learn(read_settings(connection), "worded"):
            return None
        if len(self._new_edits(connection, project_id, scene_type)) < EDITS_TOGETHER:
            return None
        rows = reversed(find_rewrites(connection, project_id, scene_type, most=EDITS_SHOWN))
        both = [(row, edit) for row in rows if (edit := load_rewrite(connection, row)) is not None]
        if not both:
            return None
        known = [state.topic.accept for state in worded_states(connection, project_id, scene_type)]
        known += [rule.content for rule in read_items(connection, project_id) if rule.scene == scene_type]
        found, edits = zip(*both, strict=True)
        return Batch(project_id=project_id, scene_type=scene_type, rows=found, edits=edits, known=known)

    def _propose(self, connection: Connection, batch: Batch, taste: WordedTaste) -> bool:
        """Write a taste down as proposed, or only its evidence where it is known; whether it is new."""
        at, scene = self.database.clock(), batch.scene_type
        statement = in_scene(scene, taste.wording, self.locale)
        key = f"{scene}\n{normalised(taste.wording)}"
        topic = new_topic(batch.project_id, WORDED_AXIS, key, at, accept=statement)
        known = connection.scalar(select(PREFERENCE_TOPIC.c.id).where(PREFERENCE_TOPIC.c.id == topic.id))
        add_topics(connection, [topic])
        rows = [
            {
                "source": f"run:{batch.rows[quote.edit].run_id}",
                "event_seq": batch.rows[quote.edit].event_seq,
                "topic_id": topic.id,
                "run_id": batch.rows[quote.edit].run_id,
                "stance": "accept",
                "before": quote.before,
                "after": quote.after,
                "at": at,
            }
            for quote in taste.evidence
        ]
        insert_missing(connection, PREFERENCE_SIGNAL, rows)
        state = load_states(connection, BY_ID, ids=[topic.id])[topic.id]
        before = state.items.get("accept")
        if before is None or before.state == DELETED:
            fresh = new_item(topic, "accept", at) if before is None else live_again(before, at)
            made = rated(connection, attrs.evolve(fresh, state=PROPOSED), state, state.tallies()["accept"])
            action = "create" if before is None else "restore"
            save(connection, state, before, made, action=action, at=at)
        return known is None


def worded_states(connection: Connection, project_id: str | None, scene_type: str) -> list[TopicState]:
    """The tastes of a kind of scene, also those that were refused or lost their place."""
    states = load_states(connection, OF_WORDED, project_id=project_id).values()
    return [state for state in states if state.topic.accept and state.topic.scene == scene_type]


OF_WORDED = OF_PROJECT & (PREFERENCE_TOPIC.c.axis == WORDED_AXIS)
"""A project's own worded tastes."""


def mark_shown(connection: Connection, batch: Batch, *, at: str) -> None:
    """Remember up to which feedback the model has seen the edits of the scene."""
    topic = attrs.evolve(
        new_topic(batch.project_id, WORDED_AXIS, batch.scene_type, at),
        counted_after=max(row.event_seq for row in batch.rows),
    )
    mine = PREFERENCE_TOPIC.c.id == topic.id
    add_topics(connection, [topic])
    connection.execute(PREFERENCE_TOPIC.update().where(mine).values(counted_after=topic.counted_after))

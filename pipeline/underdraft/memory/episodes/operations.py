"""Operations on an episode, as plain JSON, and the episode after each: a pure function.

The spool holds these operations, the writer applies them; applying one to an episode that has it
already changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from underdraft.memory.episodes.episode import clipped, content_of, importance_of, run_episode_id
from underdraft.memory.runs.store import PackedRun
from underdraft.text.clean import tag_or_none
from underdraft.types.episodes import Episode
from underdraft.types.feedback import FeedbackEvent
from underdraft.types.run import RunRecord
from underdraft.types.run_inputs import RunInputs
from underdraft.types.signals import WEIGHTS, Signal

Operation = dict[str, Any]
"""``{"op": "record" | "complete" | "undo" | "recalled", "id": ..., ...}``; JSON values only. The id is the episode's; empty where recalls are counted."""

RUN = "run"
"""The operation that keeps a whole run which the store could not take; no episode's."""

RECALLED = "recalled"
"""The operation that counts recalls, of any number of episodes."""

PACKED = tuple(a.name for a in attrs.fields(PackedRun))

KEPT = (
    "created_at",
    "recall_count",
    "last_recalled_at",
    "user_confirmed",
    "compressed",
    "summary",
    "version",
)
"""Fields that recording a run again leaves alone."""


def record(episode: Episode, *, automatic: bool = False) -> Operation:
    """Remember a run; an ``automatic`` recording never replaces what an application has recorded."""
    episode = attrs.evolve(episode, content=content_of(episode))
    return {"op": "record", "id": episode.id, "episode": attrs.asdict(episode), "automatic": automatic}


def episode_of_run(run: RunRecord, inputs: RunInputs) -> Episode:
    """A run before anybody has judged it; a second recording of it has the same id."""
    scene = inputs.scene
    return Episode(
        id=run_episode_id(run.project_id, run.id),
        project_id=run.project_id,
        scope="project" if run.project_id is not None else "global",
        chapter_id=run.document_id,
        scene_type=run.scene_type or (scene.type if scene else "other"),
        scene_confidence=scene.confidence if scene else 1.0,
        skill_used=run.skill_id,
        candidate_count=len(run.texts),
        importance=importance_of(0.0),
        created_at=run.created_at,
        updated_at=run.created_at,
        run_id=run.id,
        session_id=run.session_id,
        input_context=clipped(inputs.query),
    )


def operation_of_feedback(event: FeedbackEvent, run_id: str) -> Operation:
    """Return the operation of feedback on the run's episode."""
    episode_id = run_episode_id(event.project_id, run_id)
    if event.undo:
        return undo(episode_id, at=event.at)
    index = -1 if event.action == "reject" else event.selected_index or 0
    unedited = event.action == "accept" and event.final_text is None and event.edit_distance is None
    kept = event.model_text if unedited else event.final_text
    return {
        "op": "complete",
        "id": episode_id,
        "at": event.at,
        "selected_index": index,
        "edit_distance": 0.0 if unedited else event.edit_distance,
        "implicit_signal": event.signal,
        "implicit_weight": event.weight,
        "final_text": clipped(kept) if index >= 0 else None,
    }


def undo(episode_id: str, *, at: str) -> Operation:
    """Note that an accept was taken back."""
    return {"op": "undo", "id": episode_id, "at": at}


def recalled(project_id: str | None, episode_ids: Sequence[str], *, at: str) -> Operation:
    """Count episodes of a project as brought back."""
    return {"op": RECALLED, "id": "", "project": project_id, "ids": list(episode_ids), "at": at}


def without_text(operation: Operation) -> Operation:
    """The operation in privacy mode: numbers, ids, times and abstract words only."""
    bare = dict(operation)
    if bare["op"] == RUN:
        return bare | attrs.asdict(PackedRun(**{name: bare[name] for name in PACKED}).without_text())
    if "final_text" in bare:
        bare["final_text"] = None
    if "episode" in bare:
        plain = {
            "scene_type": tag_or_none(bare["episode"]["scene_type"]) or "other",
            "skill_used": tag_or_none(bare["episode"]["skill_used"]) or "other",
            "input_context": tag_or_none(bare["episode"]["input_context"]),
        } | dict.fromkeys(("final_text", "summary", "chapter_id"))
        episode = Episode(**{**bare["episode"], **plain})
        bare["episode"] = record(episode)["episode"]
    return bare


def fold(before: Episode | None, operation: Operation) -> Episode | None:
    """The episode after the operation; ``None`` when there is none to change."""
    if operation["op"] == "record":
        return _recorded(before, operation)
    if before is None:
        return None
    after = undone(before, operation) if operation["op"] == "undo" else _completed(before, operation)
    return before if after == before else attrs.evolve(after, version=before.version + 1)


def _recorded(before: Episode | None, operation: Operation) -> Episode:
    new = Episode(**operation["episode"])
    if before is None:
        return new
    if operation["automatic"] or before.undone_at is not None:
        return before
    kept: dict[str, Any] = {name: getattr(before, name) for name in KEPT}
    for name in ("input_context", "final_text", "session_id", "chapter_id", "run_id"):
        if getattr(new, name) is None:
            kept[name] = getattr(before, name)
    after = attrs.evolve(new, **kept)
    if before.compressed:
        after = attrs.evolve(after, input_context=None, final_text=None)
    after = attrs.evolve(after, content=before.content if before.compressed else content_of(after))
    if attrs.evolve(after, updated_at=before.updated_at) == before:
        return before
    return attrs.evolve(after, version=before.version + 1)


def _completed(before: Episode, operation: Operation) -> Episode:
    taken = operation["selected_index"] >= 0
    after = attrs.evolve(
        before,
        selected_index=operation["selected_index"],
        edit_distance=operation["edit_distance"],
        accepted_at=operation["at"] if taken else None,
        undone_at=None,
    )
    if operation["final_text"] is not None and not before.compressed:
        after = attrs.evolve(after, final_text=operation["final_text"])
        after = attrs.evolve(after, content=content_of(after))
    return _weighed(after, operation["implicit_signal"], operation["implicit_weight"], operation["at"])


def undone(before: Episode, operation: Operation) -> Episode:
    """The episode after an undo."""
    if before.undone_at is not None:
        return before
    after = attrs.evolve(before, undone_at=operation["at"])
    signal = Signal.UNDO_AFTER_ACCEPT
    return _weighed(after, signal.value, WEIGHTS[signal], operation["at"])


def _weighed(episode: Episode, signal: str, weight: float, at: str) -> Episode:
    importance = (
        episode.importance if episode.importance_given else importance_of(weight, episode.recall_count)
    )
    return attrs.evolve(
        episode, implicit_signal=signal, implicit_weight=weight, importance=importance, updated_at=at
    )

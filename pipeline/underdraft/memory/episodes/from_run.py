"""Operations on episodes from a run that has just ended, and from the feedback on it."""

from __future__ import annotations

from underdraft.memory.episodes import operations
from underdraft.memory.episodes.episode import clipped, importance_of, run_episode_id
from underdraft.types.episodes import Episode
from underdraft.types.feedback import FeedbackEvent
from underdraft.types.run import RunRecord
from underdraft.types.run_inputs import RunInputs


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


def operation_of_feedback(event: FeedbackEvent, run_id: str) -> operations.Operation:
    """Return the operation of feedback on the run's episode."""
    episode_id = run_episode_id(event.project_id, run_id)
    if event.undo:
        return operations.undo(episode_id, at=event.at)
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

"""What is remembered of a run that has just ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from underdraft.memory.episodes.episode import clipped, importance_of, run_episode_id
from underdraft.types.episodes import Episode

if TYPE_CHECKING:
    from underdraft.types.facts import RunFacts
    from underdraft.types.run import RunRecord


def episode_of_run(run: RunRecord, facts: RunFacts) -> Episode:
    """A run before anybody has judged it; a second recording of it has the same id."""
    scene = facts.scene
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
        input_context=clipped(facts.query),
    )

"""Derived fields of an episode, and the values that each may have."""

from __future__ import annotations

import attrs

from underdraft.text.clean import canonical_text, one_line, sha256
from underdraft.types.checks import check_fraction, check_name
from underdraft.types.episodes import Episode
from underdraft.types.signals import Outcome, check_outcome, implicit_signal

TEXT_MAXIMUM = 2_000
"""Code points that are kept of a context and of a final text: three pages, enough to show a taste."""

CONTENT_CONTEXT = 180
CONTENT_FINAL = 110
"""Code points of each text that an episode is recalled by; together within the 300 that are embedded."""

IMPORTANCE_BASE = 0.3
IMPORTANCE_BY_WEIGHT = 0.5
IMPORTANCE_BY_RECALL = 0.02
RECALLS_COUNTED = 10
"""Importance = base + 0.5 x |weight| + 0.02 x recalls (10 at most): it ends at 1.0 and never at 0."""

NAME_MAXIMUM = 200
SCENE_MAXIMUM = 64


def run_episode_id(project_id: str | None, run_id: str) -> str:
    """The id of a run's episode: recording a run again, also from another process, changes no count."""
    return "ep-" + sha256(f"{project_id or ''}\x1f{run_id}")[:32]


def importance_of(weight: float, recall_count: int = 0) -> float:
    """Return how much an episode matters, 0 to 1: strong reactions, of either sign, and frequent recalls count."""
    recalls = IMPORTANCE_BY_RECALL * min(recall_count, RECALLS_COUNTED)
    return round(min(1.0, IMPORTANCE_BASE + IMPORTANCE_BY_WEIGHT * abs(weight) + recalls), 4)


def clipped(text: str | None) -> str | None:
    """The text as it is kept: clean, and its first 2,000 code points; blank becomes ``None``."""
    if text is None or not text.strip():
        return None
    text = canonical_text(text).replace("\x00", "").strip()
    return text if len(text) <= TEXT_MAXIMUM else text[: TEXT_MAXIMUM - 1] + "…"


def content_of(episode: Episode) -> str:
    """Return the text that an episode is recalled by: scene and skill, then the beginning of each text."""
    lines = [f"{episode.scene_type} {episode.skill_used}"]
    if episode.input_context:
        lines.append(one_line(episode.input_context, CONTENT_CONTEXT))
    if episode.final_text:
        lines.append(one_line(episode.final_text, CONTENT_FINAL))
    return "\n".join(lines if len(lines) == 1 else lines[1:])


def checked(episode: Episode) -> Episode:
    """The episode, when everything that a caller may set is in order."""
    for field, name, most in (
        ("projectId", episode.project_id, NAME_MAXIMUM),
        ("sceneType", episode.scene_type, SCENE_MAXIMUM),
        ("skillUsed", episode.skill_used, NAME_MAXIMUM),
        ("chapterId", episode.chapter_id, NAME_MAXIMUM),
        ("runId", episode.run_id, NAME_MAXIMUM),
    ):
        if name is not None:
            check_name(field, name, most)
    check_fraction("importance", episode.importance)
    check_outcome(outcome_of_episode(episode))
    return episode


def outcome_of_episode(episode: Episode, *, earlier_runs: int = 0) -> Outcome:
    """Return the writer's choice among the candidates."""
    return Outcome(
        selected_index=episode.selected_index,
        candidate_count=episode.candidate_count,
        edit_distance=episode.edit_distance,
        earlier_runs=earlier_runs,
    )


def judged(episode: Episode, *, earlier_runs: int) -> Episode:
    """The episode, which is in order (:func:`checked`), as it is recorded: with the outcome's signal."""
    signal = implicit_signal(outcome_of_episode(episode, earlier_runs=earlier_runs))
    taken = episode.selected_index is not None and episode.selected_index >= 0 < episode.candidate_count
    return attrs.evolve(
        episode,
        scope="project" if episode.project_id is not None else "global",
        implicit_signal=signal.signal.value,
        implicit_weight=signal.weight,
        importance=episode.importance if episode.importance_given else importance_of(signal.weight),
        input_context=clipped(episode.input_context),
        final_text=clipped(episode.final_text),
        updated_at=episode.created_at,
        accepted_at=episode.created_at if taken else None,
    )

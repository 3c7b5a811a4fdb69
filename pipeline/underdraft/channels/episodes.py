"""Past runs as they are remembered, and what keeps that memory in bounds."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

import attrs

from underdraft.boundary.channel import channel
from underdraft.boundary.shape import fields_of
from underdraft.channels.answers import fields_from
from underdraft.channels.arguments import Cursor, ProjectId, ProjectOrNone
from underdraft.memory.db.paging import Page
from underdraft.memory.episodes.episode import run_episode_id
from underdraft.types.copies import copied
from underdraft.types.episodes import Episode, RecalledEpisode
from underdraft.types.json_marks import OMIT_NONE
from underdraft.types.memory import Degradation
from underdraft.workspace import Workspace

EpisodeId = Annotated[str, "An episode of the project."]
Trigger = Literal[
    "realtimeEvictionTrigger", "dailyDecayRecomputeTrigger", "weeklyCompressTrigger", "monthlyPurgeTrigger"
]
FLUSH_SECONDS = 1.0
"""How long a list waits for what has just been taken in."""


@attrs.frozen(kw_only=True)
class RecordAnswer:
    """An episode that was taken in."""

    accepted: Literal[True] = True
    episode_id: str
    implicit_signal: Annotated[str, "What the reaction says."]
    implicit_weight: Annotated[float, "How much, -1 to 1."]


@attrs.frozen(kw_only=True)
@fields_from(
    Episode,
    "id project_id scope version scene_type skill_used selected_index candidate_count edit_distance implicit_signal "
    "implicit_weight importance recall_count compressed user_confirmed created_at updated_at chapter_id "
    "last_recalled_at undone_at run_id session_id input_context final_text summary",
)
@fields_from(RecalledEpisode, "score parts")
class RecalledAnswer:
    """A past run that fits: the fields of an :class:`Episode`, and its score explained."""


@attrs.frozen(kw_only=True)
class QueryAnswer:
    """Past runs that fit."""

    items: Annotated[tuple[RecalledAnswer, ...], "3 to 5, best first; fewer when there are no more."]
    memory_degraded: Annotated[bool, "Nothing could be read: the fallback rules take their place."]
    fallback_rules: Annotated[tuple[str, ...], "The built-in rules; empty unless degraded."]
    mode: Annotated[Literal["semantic", "lexical", "none"], "How nearness was found."]
    diagnostics: Annotated[Degradation | None, "Why it is degraded, or less than semantic."] = OMIT_NONE


@attrs.frozen(kw_only=True)
class Forgotten:
    """The episode is gone."""

    forgotten: Literal[True] = True


@attrs.frozen(kw_only=True)
class Maintained:
    """What a trigger did; each counts something else."""

    trigger: Trigger
    projects: Annotated[int, "How many projects it went through."]
    compressed: Annotated[int | None, "Texts replaced by a summary."] = OMIT_NONE
    expired: Annotated[int | None, "Removed because their time was over."] = OMIT_NONE
    evicted: Annotated[int | None, "Removed to make room."] = OMIT_NONE
    over_budget: Annotated[int | None, "Left over the budget, because the writer confirmed them."] = OMIT_NONE
    examined: Annotated[int | None, "Looked at."] = OMIT_NONE
    recomputed: Annotated[int | None, "Whose importance changed."] = OMIT_NONE
    purged_active: Annotated[int | None, "Removed for good."] = OMIT_NONE
    purged_compressed: Annotated[int | None, "Removed for good, of those with a summary only."] = OMIT_NONE
    journal_notes: Annotated[int | None, "Notes about journals that are no more."] = OMIT_NONE


@channel("memory:episode:record")
async def record(
    workspace: Workspace,
    *,
    project_id: ProjectOrNone,
    scene_type: Annotated[str, "`dialogue`, `action` ..."],
    skill_used: Annotated[str, "The skill's name."],
    selected_index: Annotated[int, "The candidate that was taken, from 0; -1 for none."],
    candidate_count: Annotated[int, "How many there were."],
    edit_distance: Annotated[float, "From the candidate to the kept text, 0 to 1."],
    chapter_id: Annotated[str | None, "The application's name for the document."] = None,
    importance: Annotated[float | None, "0 to 1; worked out from the reaction if missing."] = None,
    input_context: Annotated[str | None, "What was asked; its first 2,000 characters are kept."] = None,
    final_text: Annotated[str | None, "What was kept; its first 2,000 characters are kept."] = None,
    run_id: Annotated[str | None, "The run; recording it again changes no count."] = None,
    undo_episode_id: Annotated[str | None, "Take back the accept of this episode instead."] = None,
    wait: Annotated[bool, "Answer when it is written."] = False,
) -> RecordAnswer:
    """Remember how a run went; answers at once."""
    if undo_episode_id is not None:
        accepted = await asyncio.to_thread(
            workspace.store.episodes.undo, undo_episode_id, project_id=project_id
        )
    else:
        episode = Episode(
            id=run_episode_id(project_id, run_id) if run_id else workspace.new_id(),
            project_id=project_id,
            chapter_id=chapter_id,
            scene_type=scene_type,
            skill_used=skill_used,
            selected_index=selected_index,
            candidate_count=candidate_count,
            edit_distance=edit_distance,
            importance=importance if importance is not None else 0.0,
            importance_given=importance is not None,
            input_context=input_context,
            final_text=final_text,
            run_id=run_id,
            created_at=workspace.clock(),
        )
        accepted = await asyncio.to_thread(workspace.store.episodes.record, episode)
    if wait:
        await accepted.pending
    return RecordAnswer(
        episode_id=accepted.episode_id,
        implicit_signal=accepted.signal.signal.value,
        implicit_weight=accepted.signal.weight,
    )


@channel("memory:episode:query")
def query(
    workspace: Workspace,
    *,
    project_id: ProjectOrNone,
    scene_type: Annotated[str | None, "The kind of scene."] = None,
    query_text: Annotated[str | None, "What they should be near to."] = None,
    limit: Annotated[int | None, "How many, 3 to 5."] = None,
) -> QueryAnswer:
    """The 3 to 5 past runs that fit best, with their score explained."""
    found = workspace.store.episodes.query(
        project_id, scene_type=scene_type, query=query_text or "", limit=limit
    )
    return copied(
        QueryAnswer, found, items=tuple(copied(RecalledAnswer, item, item.episode) for item in found.items)
    )


@channel("memory:episode:list")
def list_episodes(
    workspace: Workspace,
    *,
    project_id: ProjectId,
    limit: Annotated[int, "Most items of a page, 1 to 500."] = 50,
    cursor: Cursor = None,
) -> Page[Episode]:
    """A project's past runs, newest first, with what has been taken in until now."""
    workspace.store.episodes.flush(FLUSH_SECONDS)
    return workspace.store.episodes.stored.list(project_id, limit=limit, cursor=cursor)


@channel("memory:episode:confirm")
def confirm(
    workspace: Workspace,
    *,
    id: EpisodeId,
    project_id: ProjectId,
    confirmed: Annotated[bool, "False gives it free again."] = True,
) -> Episode:
    """Protect a past run from eviction."""
    workspace.store.episodes.flush(FLUSH_SECONDS)
    stored = workspace.store.episodes.stored
    return stored.confirm(id, project_id, confirmed=confirmed)


@channel("memory:episode:forget")
def forget(workspace: Workspace, *, id: EpisodeId, project_id: ProjectId) -> Forgotten:
    """Remove a past run for good."""
    workspace.store.episodes.flush(FLUSH_SECONDS)
    workspace.store.episodes.stored.forget(id, project_id)
    return Forgotten()


@channel("memory:maintenance:run")
def maintain(
    workspace: Workspace,
    *,
    trigger: Annotated[Trigger, "Which one."],
    project_id: ProjectId,
    all: Annotated[bool, "For all projects, whatever the project is."] = False,
) -> Maintained:
    """Run one of the four triggers that keep a project's past runs within their budgets."""
    done = workspace.store.episodes.maintain(trigger, project_id, everywhere=all)
    names = {field.key: field.name for field in fields_of(Maintained)}
    found: dict[str, Any] = {names[key]: count for key, count in done.items()}
    return Maintained(**found)

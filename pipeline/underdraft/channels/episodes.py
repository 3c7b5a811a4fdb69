"""The channels of episodes, working memory, sessions and maintenance."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import attrs

from underdraft.boundary.envelope import Channel, to_json
from underdraft.errors import InvalidArgument
from underdraft.hookspecs import hookimpl
from underdraft.memory.episodes.episode import run_episode_id
from underdraft.memory.sessions.working import FOCUS_DEFAULT
from underdraft.types.episodes import Episode, RecalledEpisode
from underdraft.types.request import OWN_PROJECT, Own

if TYPE_CHECKING:
    from collections.abc import Iterable

    from underdraft.memory.episodes.service import AcceptedEpisode
    from underdraft.workspace import Workspace


INTERNAL = ("importance_given", "content")
"""Fields of an episode that are no business of an application."""

RECALLED = [
    "id",
    "project_id",
    "scope",
    "version",
    "scene_type",
    "skill_used",
    "selected_index",
    "candidate_count",
    "edit_distance",
    "implicit_signal",
    "implicit_weight",
    "importance",
    "recall_count",
    "compressed",
    "user_confirmed",
    "created_at",
    "updated_at",
    "chapter_id",
    "last_recalled_at",
    "undone_at",
    "run_id",
    "session_id",
    "input_context",
    "final_text",
    "summary",
]
"""Fields of an episode that an answer to a query shows, in order."""


@attrs.frozen(kw_only=True)
class RecordPayload:
    """``memory:episode:record``; with ``wait`` the answer comes when the episode is written."""

    project_id: str | None
    scene_type: str
    skill_used: str
    selected_index: int
    candidate_count: int
    edit_distance: float
    chapter_id: str | None = None
    importance: float | None = None
    input_context: str | None = None
    final_text: str | None = None
    run_id: str | None = None
    undo_episode_id: str | None = None
    wait: bool = False


@attrs.frozen(kw_only=True)
class QueryPayload:
    """``memory:episode:query``."""

    project_id: str | None
    scene_type: str | None = None
    query_text: str | None = None
    limit: int | None = None


@attrs.frozen(kw_only=True)
class EpisodeListPayload:
    """``memory:episode:list``."""

    project_id: str | Own | None = OWN_PROJECT
    limit: int = 50
    cursor: str | None = None


@attrs.frozen(kw_only=True)
class EpisodeIdPayload:
    """Names an episode of a project."""

    id: str
    project_id: str | Own | None = OWN_PROJECT


@attrs.frozen(kw_only=True)
class ConfirmPayload:
    """``memory:episode:confirm``."""

    id: str
    project_id: str | Own | None = OWN_PROJECT
    confirmed: bool = True


@attrs.frozen(kw_only=True)
class MaintenancePayload:
    """``memory:maintenance:run``."""

    trigger: str
    project_id: str | None = None


@attrs.frozen(kw_only=True)
class WorkingPutPayload:
    """``working:put``."""

    session_id: str
    project_id: str | None
    kind: str
    content: str
    importance: float
    focus: float = FOCUS_DEFAULT
    token_count: int | None = None


@attrs.frozen(kw_only=True)
class SessionPayload:
    """Names a session."""

    session_id: str


@attrs.frozen(kw_only=True)
class SessionStartPayload:
    """``session:start``; a missing project is the workspace's own."""

    project_id: str | Own | None = OWN_PROJECT


@attrs.frozen(kw_only=True)
class SessionListPayload:
    """``session:list``; without ``projectId`` those of all projects."""

    project_id: str | None = None
    limit: int = 50


def own(workspace: Workspace, project_id: str | Own | None) -> str | None:
    """The project that is meant."""
    if isinstance(project_id, Own):
        return workspace.config.project.id if workspace.config.project else None
    return project_id


async def record(workspace: Workspace, payload: RecordPayload) -> dict[str, Any]:
    """Take an episode and answer at once, or with ``wait`` when it is written."""
    booked = await asyncio.to_thread(taken, workspace, payload)
    if payload.wait:
        await booked.pending
    return {
        "accepted": True,
        "episodeId": booked.episode_id,
        "implicitSignal": booked.signal.signal.value,
        "implicitWeight": booked.signal.weight,
    }


def taken(workspace: Workspace, payload: RecordPayload) -> AcceptedEpisode:
    """The episode, accepted; with ``undoEpisodeId`` the accept of that one, taken back."""
    episodes = workspace.store.episodes
    if payload.undo_episode_id is not None:
        return episodes.undo(payload.undo_episode_id, project_id=payload.project_id)
    episode = Episode(
        id=run_episode_id(payload.project_id, payload.run_id) if payload.run_id else workspace.new_id(),
        project_id=payload.project_id,
        chapter_id=payload.chapter_id,
        scene_type=payload.scene_type,
        skill_used=payload.skill_used,
        selected_index=payload.selected_index,
        candidate_count=payload.candidate_count,
        edit_distance=payload.edit_distance,
        importance=payload.importance if payload.importance is not None else 0.0,
        importance_given=payload.importance is not None,
        input_context=payload.input_context,
        final_text=payload.final_text,
        run_id=payload.run_id,
        created_at=workspace.clock(),
    )
    return episodes.record(episode)


def query(workspace: Workspace, payload: QueryPayload) -> dict[str, Any]:
    """The 3 to 5 episodes that fit best, with their score explained."""
    found = workspace.store.episodes.query(
        payload.project_id,
        scene_type=payload.scene_type,
        query=payload.query_text or "",
        limit=payload.limit,
    )
    answer = to_json(attrs.evolve(found, items=())) | {"items": [recalled_json(item) for item in found.items]}
    if found.diagnostics is None:
        del answer["diagnostics"]
    return answer  # type: ignore[no-any-return]


def list_episodes(workspace: Workspace, payload: EpisodeListPayload) -> dict[str, Any]:
    """A project's episodes, newest first, with what has been taken in until now."""
    workspace.store.episodes.flush(1.0)
    page = workspace.store.episodes.shelf.list(
        own(workspace, payload.project_id), limit=payload.limit, cursor=payload.cursor
    )
    return {"items": [episode_json(item) for item in page.items], "nextCursor": page.next_cursor}


def confirm(workspace: Workspace, payload: ConfirmPayload) -> dict[str, Any]:
    """Protect an episode, or give it free again."""
    workspace.store.episodes.flush(1.0)
    shelf = workspace.store.episodes.shelf
    return episode_json(
        shelf.confirm(payload.id, own(workspace, payload.project_id), confirmed=payload.confirmed)
    )


def forget(workspace: Workspace, payload: EpisodeIdPayload) -> dict[str, bool]:
    """Remove an episode for good."""
    workspace.store.episodes.flush(1.0)
    workspace.store.episodes.shelf.forget(payload.id, own(workspace, payload.project_id))
    return {"forgotten": True}


def maintain(workspace: Workspace, payload: MaintenancePayload) -> dict[str, int | str]:
    """Run one of the four triggers."""
    return workspace.store.episodes.maintain(payload.trigger, payload.project_id)


def put(workspace: Workspace, payload: WorkingPutPayload) -> Any:
    """Put something at hand, in memory only."""
    fields = {
        a.name: getattr(payload, a.name) for a in attrs.fields(WorkingPutPayload) if a.name != "session_id"
    }
    return workspace.store.working.put(payload.session_id, **fields)


def list_working(workspace: Workspace, payload: SessionPayload) -> Any:
    """What is at hand in a session."""
    return workspace.store.working.list(payload.session_id)


def start_session(workspace: Workspace, payload: SessionStartPayload) -> dict[str, str]:
    """Begin a session."""
    return {"sessionId": workspace.store.sessions.start(own(workspace, payload.project_id))}


def end_session(workspace: Workspace, payload: SessionPayload) -> Any:
    """End a session: archive what is worth it, empty the rest."""
    return workspace.store.sessions.end(payload.session_id)


def list_sessions(workspace: Workspace, payload: SessionListPayload) -> Any:
    """Sessions, newest first."""
    if payload.project_id is not None and not payload.project_id:
        raise InvalidArgument("projectId: expected a project's id")
    return {"items": workspace.store.sessions.list(payload.project_id, limit=payload.limit)}


def episode_json(episode: Episode) -> dict[str, Any]:
    """An episode as the boundary shows it."""
    shown = {a.name: getattr(episode, a.name) for a in attrs.fields(Episode) if a.name not in INTERNAL}
    return {_camel(name): to_json(value) for name, value in shown.items()}


def recalled_json(item: RecalledEpisode) -> dict[str, Any]:
    """A recalled episode as the boundary shows it: flat, with its score explained."""
    shown = {_camel(name): to_json(getattr(item.episode, name)) for name in RECALLED}
    return {**shown, "score": item.score, "parts": to_json(item.parts)}


def _camel(name: str) -> str:
    head, *rest = name.split("_")
    return head + "".join(word.capitalize() for word in rest)


@hookimpl
def underdraft_channels() -> Iterable[Channel]:
    """How past runs went, what is at hand, and the sittings in between."""
    table: list[tuple[str, type, Any, str]] = [
        ("memory:episode:record", RecordPayload, record, "remember how a run went; answers at once"),
        ("memory:episode:query", QueryPayload, query, "the past runs that fit best"),
        ("memory:episode:list", EpisodeListPayload, list_episodes, "a project's past runs"),
        ("memory:episode:confirm", ConfirmPayload, confirm, "protect a past run from eviction"),
        ("memory:episode:forget", EpisodeIdPayload, forget, "remove a past run for good"),
        ("memory:maintenance:run", MaintenancePayload, maintain, "run one of the four maintenance triggers"),
        ("working:put", WorkingPutPayload, put, "put something at hand, in memory only"),
        ("working:list", SessionPayload, list_working, "what is at hand in a session"),
        ("session:start", SessionStartPayload, start_session, "begin a session"),
        ("session:end", SessionPayload, end_session, "end a session"),
        ("session:list", SessionListPayload, list_sessions, "sessions, newest first"),
    ]
    return [Channel(name=n, payload=p, handle=h, about=a) for n, p, h, a in table]

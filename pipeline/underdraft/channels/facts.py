"""What is remembered besides memories: atomic facts, the profile, compacts; search, and the work in the background."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import attrs

from underdraft.boundary.channel import channel
from underdraft.channels.answers import List, Revisions
from underdraft.channels.arguments import (
    Cursor,
    ProjectId,
    SeenVersion,
    admit,
    conversation_of,
    episode_of,
    fact_of,
    memory_of,
    patched,
    run_of,
)
from underdraft.errors import NotFound
from underdraft.memory.db.jobs import Pending
from underdraft.memory.db.paging import Page
from underdraft.memory.facts.crud import PATCHABLE
from underdraft.memory.items.item import MemoryItem
from underdraft.memory.search_tool import TimeRange
from underdraft.memory.sessions.profile import ProfileRevision
from underdraft.memory.store import Store
from underdraft.types.checks import refuse
from underdraft.types.copies import copied
from underdraft.types.episodes import Episode
from underdraft.types.memory import Found
from underdraft.types.prompt import Message
from underdraft.types.sessions import AtomicMemory, Compact, Profile, SessionSummary, StoredMessage
from underdraft.workspace import Workspace

FactId = Annotated[str, "A fact's id."]
CompactLimit = Annotated[int, "Most items, 1 to 500."]
SESSION_MESSAGES = 2_000
"""Most messages that a reference to a session shows."""


@attrs.frozen(kw_only=True)
class Compacted:
    """How many runs were condensed."""

    compacted: int


@attrs.frozen(kw_only=True)
class ShownRun:
    """A run's whole record."""

    ref: str
    kind: Literal["run"] = "run"
    skill_id: str
    project_id: str | None
    created_at: Annotated[str, "When it began."]
    messages: Annotated[tuple[Message, ...], "What was sent."]
    text: Annotated[str, "The first candidate."]
    candidates: Annotated[tuple[str, ...], "All candidates."]
    complete: Annotated[bool, "Whether every text is there."]


@attrs.frozen(kw_only=True)
class ShownSession:
    """A session's summary, if it has one, and its messages."""

    ref: str
    kind: Literal["session"] = "session"
    summary: Annotated[SessionSummary | None, "What it was about, or null."]
    messages: Annotated[tuple[StoredMessage, ...], "The first 2,000."]
    next_cursor: Annotated[str | None, "Asks `conversation:list` for the others; null when there are none."]


@attrs.frozen(kw_only=True)
class ShownEpisode:
    """A past run as it is remembered, with the reference that led to it."""

    ref: str
    kind: Literal["episode"] = "episode"
    item: Episode


@attrs.frozen(kw_only=True)
class ShownFact:
    """A fact, with the reference that led to it."""

    ref: str
    kind: Literal["atomic"] = "atomic"
    item: AtomicMemory


@attrs.frozen(kw_only=True)
class ShownMemory:
    """A memory, with the reference that led to it."""

    ref: str
    kind: Literal["memory"] = "memory"
    item: MemoryItem


@channel("atomic:create")
def create_fact(
    workspace: Workspace,
    *,
    content: Annotated[str, "The fact, complete in itself."],
    tags: Annotated[tuple[str, ...], "Short words to find it by."] = (),
    session_id: Annotated[str | None, "The session in which it was said."] = None,
    project_id: ProjectId,
) -> AtomicMemory:
    """Write a fact down; with a null project it is true for all."""
    if session_id is not None:
        admit(workspace, session_id, project_id)
    return conversation_of(workspace).atomic.create(
        content=content, tags=tags, session_id=session_id, project_id=project_id
    )


@channel("atomic:get")
def get_fact(
    workspace: Workspace,
    *,
    id: FactId,
    project_id: ProjectId,
    expected_version: Annotated[int | None, "Has no effect here."] = None,
) -> AtomicMemory:
    """One fact."""
    del expected_version
    return fact_of(workspace, id, project_id)


@channel("atomic:list")
def list_facts(
    workspace: Workspace,
    *,
    project_id: ProjectId,
    session_id: Annotated[str | None, "Only those said in this session."] = None,
    tag: Annotated[str | None, "Only those with this tag."] = None,
    include_deleted: Annotated[bool, "Deleted ones, too."] = False,
    limit: Annotated[int, "Most items of a page, 1 to 1,000."] = 100,
    cursor: Cursor = None,
) -> Page[AtomicMemory]:
    """The project's facts and those for all, newest first."""
    if session_id is not None:
        admit(workspace, session_id, project_id)
    return conversation_of(workspace).atomic.list(
        project_id=project_id,
        session_id=session_id,
        tag=tag,
        include_deleted=include_deleted,
        limit=limit,
        cursor=cursor,
    )


@channel("atomic:update")
def update_fact(
    workspace: Workspace,
    *,
    id: FactId,
    patch: Annotated[
        Mapping[str, object], "New values of `content`, `tags` ...; a refusal names the others."
    ],
    project_id: ProjectId,
    expected_version: SeenVersion = None,
) -> AtomicMemory:
    """Change a fact; the writer's edit also confirms it."""
    changes = patched(patch, PATCHABLE)
    fact_of(workspace, id, project_id)
    return conversation_of(workspace).atomic.update(id, changes, expected_version=expected_version)


@channel("atomic:delete")
def delete_fact(
    workspace: Workspace, *, id: FactId, project_id: ProjectId, expected_version: SeenVersion = None
) -> AtomicMemory:
    """Hide a fact; it can be restored, and is not learned again by itself."""
    fact_of(workspace, id, project_id)
    return conversation_of(workspace).atomic.delete(id, expected_version=expected_version)


@channel("atomic:restore")
def restore_fact(
    workspace: Workspace, *, id: FactId, project_id: ProjectId, expected_version: SeenVersion = None
) -> AtomicMemory:
    """Bring a deleted fact back."""
    fact_of(workspace, id, project_id)
    return conversation_of(workspace).atomic.restore(id, expected_version=expected_version)


@channel("profile:get")
def get_profile(workspace: Workspace) -> Profile:
    """The writer's profile: a Markdown document."""
    return conversation_of(workspace).profile_document.get()


@channel("profile:update")
def update_profile(
    workspace: Workspace,
    *,
    markdown: Annotated[str, "The document; an empty one clears the profile."],
    expected_version: SeenVersion = None,
) -> Profile:
    """Replace the writer's profile."""
    return conversation_of(workspace).profile_document.update(markdown, expected_version=expected_version)


@channel("profile:delete")
def delete_profile(workspace: Workspace, *, expected_version: SeenVersion = None) -> Profile:
    """Clear the writer's profile; its history stays."""
    return conversation_of(workspace).profile_document.update("", expected_version=expected_version)


@channel("profile:history")
def profile_history(workspace: Workspace) -> Revisions[ProfileRevision]:
    """Every write to the profile."""
    return Revisions(conversation_of(workspace).profile_document.history())


@channel("memory:search")
def search(
    workspace: Workspace,
    *,
    keyword: Annotated[str, "One or a few words; any of them is enough, more are nearer."],
    time_range: Annotated[TimeRange | None, "When it was said."] = None,
    project_id: ProjectId,
    limit: Annotated[int, "Most hits, 1 to 100."] = 10,
) -> List[Found]:
    """Find what is remembered, by keyword and time."""
    conversation_of(workspace)
    found = workspace.store.memory.search(keyword, project_id=project_id, time_range=time_range, limit=limit)
    return List(found)


@channel("memory:show")
def show(
    workspace: Workspace,
    *,
    ref: Annotated[str, "`run:<id>`, `session:<id>`, `episode:<id>`, `atomic:<id>` or `memory:<id>`."],
    project_id: ProjectId,
) -> ShownRun | ShownSession | ShownEpisode | ShownFact | ShownMemory:
    """The whole thing behind a reference."""
    kind, _, name = ref.removeprefix("ref:").partition(":")
    short = f"{kind}:{name}"
    match kind if name else "":
        case "run":
            stored = run_of(workspace, name, project_id)
            texts = stored.record.texts
            return copied(ShownRun, stored.record, stored, stored.record.preview, ref=short, candidates=texts)
        case "session":
            return shown_session(workspace.store, short, name, project_id)
        case "episode":
            return ShownEpisode(ref=short, item=episode_of(workspace, name, project_id))
        case "atomic":
            return ShownFact(ref=short, item=fact_of(workspace, name, project_id))
        case "memory":
            return ShownMemory(ref=short, item=memory_of(workspace, name, project_id))
        case _:
            return refuse("ref", "run:<id>, session:<id>, episode:<id>, atomic:<id>, memory:<id>")


def shown_session(store: Store, ref: str, name: str, project_id: str | None) -> ShownSession:
    """A session's summary and messages, when there are any that the project may see."""
    page = store.conversation.transcript.list(name, project_id, limit=SESSION_MESSAGES)
    if not page.items:
        raise NotFound("ref: there is no such session", details={"field": "ref"})
    try:
        summary = store.conversation.summaries.get(name)
    except NotFound:
        summary = None
    return ShownSession(ref=ref, summary=summary, messages=page.items, next_cursor=page.next_cursor)


@channel("compact:list")
def list_compacts(workspace: Workspace, *, project_id: ProjectId, limit: CompactLimit = 50) -> List[Compact]:
    """The project's runs in a few words each, newest first."""
    return List(conversation_of(workspace).compacts.list(project_id, limit=limit))


@channel("compact:run")
def run_compaction(
    workspace: Workspace,
    *,
    project_id: ProjectId,
    limit: Annotated[int, "Has no effect here."] = 50,
) -> Compacted:
    """Condense the project's runs now, whatever the threshold."""
    del limit
    return Compacted(compacted=conversation_of(workspace).compacts.compact(project_id))


@channel("memory:pending")
def pending(workspace: Workspace) -> Pending:
    """What is still to be done in the background."""
    return conversation_of(workspace).worker.pending()


@channel("memory:pending:run")
def run_pending(workspace: Workspace) -> Pending:
    """Do now what is to be done in the background, and say what is left."""
    worker = conversation_of(workspace).worker
    worker.drain(whole=True)
    return worker.pending()

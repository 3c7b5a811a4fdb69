"""The channels ``conversation:* summary:* profile:* atomic:* compact:*`` and the search."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from underdraft.boundary.envelope import Channel, Nothing, camel
from underdraft.channels import session_payloads as p
from underdraft.channels.payloads import IdPayload, UpdatePayload
from underdraft.errors import InvalidArgument
from underdraft.hookspecs import hookimpl
from underdraft.memory import references
from underdraft.memory.search_tool import read_arguments
from underdraft.types.request import Own

if TYPE_CHECKING:
    from collections.abc import Iterable

    from underdraft.memory.sessions.service import ConversationService
    from underdraft.types.sessions import AtomicMemory, Profile, SessionSummary, StoredMessage
    from underdraft.workspace import Workspace


def sessions_of(workspace: Workspace) -> ConversationService:
    """The workspace's service; work that an earlier process left behind is taken up."""
    service: ConversationService = workspace.store.conversation
    service.worker.wake()
    return service


def own(workspace: Workspace, project_id: str | Own | None) -> str | None:
    """The project that is meant: a missing one is the workspace's."""
    if isinstance(project_id, Own):
        return workspace.config.project.id if workspace.config.project else None
    return project_id


# --- transcripts ------------------------------------------------------------------------------


def append(workspace: Workspace, payload: p.AppendPayload) -> StoredMessage:
    """Add a message that no run made."""
    return sessions_of(workspace).transcript.append(
        payload.session_id, own(workspace, payload.project_id), role=payload.role, content=payload.content
    )


def list_messages(workspace: Workspace, payload: p.MessageListPayload) -> Any:
    """All messages of a session, also those that the window has dropped."""
    return sessions_of(workspace).transcript.list(
        payload.session_id,
        own(workspace, payload.project_id),
        collected=payload.collected,
        limit=payload.limit,
        cursor=payload.cursor,
    )


def window(workspace: Workspace, payload: p.SessionPayload) -> dict[str, Any]:
    """The earlier messages as the next request would send them."""
    messages = sessions_of(workspace).history(payload.session_id, own(workspace, payload.project_id))
    return {"messages": messages}


def get_message(workspace: Workspace, payload: p.MessagePayload) -> StoredMessage:
    """One message."""
    transcript = sessions_of(workspace).transcript
    message = transcript.get(payload.id)
    transcript.check_session(message.session_id, own(workspace, payload.project_id))
    return message


def collect(workspace: Workspace, payload: p.CollectPayload) -> StoredMessage:
    """Mark a message as a favourite, or no longer."""
    get_message(workspace, p.MessagePayload(id=payload.id, project_id=payload.project_id))
    return sessions_of(workspace).transcript.collect(payload.id, collected=payload.collected)


def delete_messages(workspace: Workspace, payload: p.ConversationDeletePayload) -> dict[str, int]:
    """Delete a transcript, or one turn of it."""
    gone = sessions_of(workspace).transcript.delete(
        payload.session_id, own(workspace, payload.project_id), message_id=payload.id
    )
    return {"deleted": gone}


# --- summaries --------------------------------------------------------------------------------


def list_summaries(workspace: Workspace, payload: p.SummaryListPayload) -> dict[str, Any]:
    """What the project's sessions were about, newest first."""
    project_id = own(workspace, payload.project_id)
    return {"items": sessions_of(workspace).summaries.list(project_id, limit=payload.limit)}


def get_summary(workspace: Workspace, payload: p.SessionPayload) -> SessionSummary:
    """One session's summary."""
    service = sessions_of(workspace)
    service.transcript.check_session(payload.session_id, own(workspace, payload.project_id))
    return service.summaries.get(payload.session_id)


def create_summary(workspace: Workspace, payload: p.SummaryCreatePayload) -> SessionSummary:
    """Write a summary by hand."""
    project_id = own(workspace, payload.project_id)
    service = sessions_of(workspace)
    service.transcript.check_session(payload.session_id, project_id)
    return service.summaries.create(
        session_id=payload.session_id, project_id=project_id, title=payload.title, snippet=payload.snippet
    )


def update_summary(workspace: Workspace, payload: p.SummaryUpdatePayload) -> SessionSummary:
    """Change a summary's words."""
    get_summary(workspace, p.SessionPayload(session_id=payload.session_id, project_id=payload.project_id))
    return sessions_of(workspace).summaries.update(
        payload.session_id, title=payload.title, snippet=payload.snippet
    )


def delete_summary(workspace: Workspace, payload: p.SessionPayload) -> SessionSummary:
    """Hide a summary for good; the session gets no other by itself."""
    get_summary(workspace, payload)
    return sessions_of(workspace).summaries.delete(payload.session_id)


# --- the profile ------------------------------------------------------------------------------


def get_profile(workspace: Workspace, _: Nothing) -> Profile:
    """The profile document."""
    return sessions_of(workspace).profile_document.get()


def update_profile(workspace: Workspace, payload: p.ProfileUpdatePayload) -> Profile:
    """Replace the profile document."""
    return sessions_of(workspace).profile_document.update(
        payload.markdown, expected_version=payload.expected_version
    )


def delete_profile(workspace: Workspace, payload: p.ProfileDeletePayload) -> Profile:
    """Clear the profile document; its history stays."""
    return sessions_of(workspace).profile_document.update("", expected_version=payload.expected_version)


def profile_history(workspace: Workspace, _: Nothing) -> dict[str, Any]:
    """Every write to the profile, oldest first."""
    return {"revisions": sessions_of(workspace).profile_document.history()}


# --- atomic memories --------------------------------------------------------------------------


def create_atomic(workspace: Workspace, payload: p.AtomicCreatePayload) -> AtomicMemory:
    """Write a fact down."""
    return sessions_of(workspace).atomic.create(
        content=payload.content,
        tags=tuple(payload.tags),
        session_id=payload.session_id,
        project_id=payload.project_id,
    )


def get_atomic(workspace: Workspace, payload: IdPayload) -> AtomicMemory:
    """One fact."""
    return sessions_of(workspace).atomic.get(payload.id)


def list_atomic(workspace: Workspace, payload: p.AtomicListPayload) -> Any:
    """Facts, newest first."""
    return sessions_of(workspace).atomic.list(
        project_id=payload.project_id,
        session_id=payload.session_id,
        tag=payload.tag,
        include_deleted=payload.include_deleted,
        limit=payload.limit,
        cursor=payload.cursor,
    )


def update_atomic(workspace: Workspace, payload: UpdatePayload) -> AtomicMemory:
    """Change a fact."""
    from underdraft.memory.facts.crud import PATCHABLE  # late: it brings the store's library along

    if not isinstance(payload.patch, Mapping):
        raise InvalidArgument("patch: expected an object")
    names = {camel(name): name for name in PATCHABLE}
    if any(key not in names for key in payload.patch):
        raise InvalidArgument("patch: unknown field; known are " + ", ".join(sorted(names)))
    patch = {names[key]: value for key, value in payload.patch.items()}
    return sessions_of(workspace).atomic.update(payload.id, patch, expected_version=payload.expected_version)


def delete_atomic(workspace: Workspace, payload: IdPayload) -> AtomicMemory:
    """Hide a fact; it can be restored, and is not learned again by itself."""
    return sessions_of(workspace).atomic.delete(payload.id, expected_version=payload.expected_version)


def restore_atomic(workspace: Workspace, payload: IdPayload) -> AtomicMemory:
    """Bring a deleted fact back."""
    return sessions_of(workspace).atomic.restore(payload.id, expected_version=payload.expected_version)


# --- search, references, compacts, the work behind ----------------------------------------------


def search(workspace: Workspace, payload: p.SearchPayload) -> dict[str, Any]:
    """What is remembered, by keyword and time."""
    span = payload.time_range if payload.time_range is not None else {}
    if not isinstance(span, Mapping) or not set(span) <= {"from", "to"}:
        raise InvalidArgument("timeRange: expected an object with from and to")
    _, time_range = read_arguments({"keyword": payload.keyword, "time_range": span})
    sessions_of(workspace)
    found = workspace.store.memory.search(
        payload.keyword,
        project_id=own(workspace, payload.project_id),
        time_range=time_range,
        limit=payload.limit,
    )
    return {"items": found}


def show(workspace: Workspace, payload: p.RefPayload) -> dict[str, Any]:
    """The whole thing behind a reference."""
    return references.show(workspace.store, payload.ref, own(workspace, payload.project_id))


def list_compacts(workspace: Workspace, payload: p.CompactPayload) -> dict[str, Any]:
    """The project's runs in a few words each, newest first."""
    project_id = own(workspace, payload.project_id)
    return {"items": sessions_of(workspace).compacts.list(project_id, limit=payload.limit)}


def run_compaction(workspace: Workspace, payload: p.CompactPayload) -> dict[str, int]:
    """Condense the project's runs now, whatever the threshold."""
    return {"compacted": sessions_of(workspace).compacts.compact(own(workspace, payload.project_id))}


def pending(workspace: Workspace, _: Nothing) -> Any:
    """What is still to be done behind replies, in counts."""
    return sessions_of(workspace).worker.pending()


def run_pending(workspace: Workspace, _: Nothing) -> Any:
    """Do what is due, and say what is left."""
    worker = sessions_of(workspace).worker
    worker.drain(whole=True)
    return worker.pending()


@hookimpl
def underdraft_channels() -> Iterable[Channel]:
    """Sessions and what is learned from them."""
    table = (
        ("conversation:append", p.AppendPayload, append, "add a message that no run made"),
        ("conversation:list", p.MessageListPayload, list_messages, "all messages of a session"),
        ("conversation:get", p.MessagePayload, get_message, "one message"),
        ("conversation:window", p.SessionPayload, window, "earlier messages as the next request sends them"),
        ("conversation:collect", p.CollectPayload, collect, "mark a message as a favourite"),
        (
            "conversation:delete",
            p.ConversationDeletePayload,
            delete_messages,
            "delete a transcript or a turn",
        ),
        ("summary:list", p.SummaryListPayload, list_summaries, "what sessions were about"),
        ("summary:get", p.SessionPayload, get_summary, "what one session was about"),
        ("summary:create", p.SummaryCreatePayload, create_summary, "write a session's summary by hand"),
        ("summary:update", p.SummaryUpdatePayload, update_summary, "change a session's summary"),
        ("summary:delete", p.SessionPayload, delete_summary, "hide a session's summary"),
        ("profile:get", Nothing, get_profile, "the writer's profile"),
        ("profile:update", p.ProfileUpdatePayload, update_profile, "replace the writer's profile"),
        ("profile:delete", p.ProfileDeletePayload, delete_profile, "clear the writer's profile"),
        ("profile:history", Nothing, profile_history, "every write to the profile"),
        ("atomic:create", p.AtomicCreatePayload, create_atomic, "write a fact down"),
        ("atomic:get", IdPayload, get_atomic, "one fact"),
        ("atomic:list", p.AtomicListPayload, list_atomic, "facts, newest first"),
        ("atomic:update", UpdatePayload, update_atomic, "change a fact"),
        ("atomic:delete", IdPayload, delete_atomic, "hide a fact; it can be restored"),
        ("atomic:restore", IdPayload, restore_atomic, "bring a deleted fact back"),
        ("memory:search", p.SearchPayload, search, "find what is remembered"),
        ("memory:show", p.RefPayload, show, "the whole thing behind a reference"),
        ("memory:pending", Nothing, pending, "what is still to be done behind replies"),
        ("memory:pending:run", Nothing, run_pending, "do it now"),
        ("compact:list", p.CompactPayload, list_compacts, "runs in a few words each"),
        ("compact:run", p.CompactPayload, run_compaction, "condense a project's runs now"),
    )
    return [
        Channel(name=name, payload=payload, handle=handle, about=about)
        for name, payload, handle, about in table
    ]

"""References in prompts and answers, followed back to the whole thing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from underdraft.boundary.envelope import to_json
from underdraft.errors import NotFound
from underdraft.types.checks import refuse

if TYPE_CHECKING:
    from underdraft.memory.store import Store


KINDS = ("run", "session", "atomic", "memory")
"""What a reference may begin with."""


def show(store: Store, ref: str, project_id: str | None) -> dict[str, Any]:
    """The whole thing that a reference names.

    Args:
        store: Where it is kept.
        ref: ``run:<id>``, ``session:<id>``, ``atomic:<id>`` or ``memory:<id>``.
        project_id: Who asks: a session of another project is not shown.

    Raises:
        InvalidArgument: It is no reference.
        NotFound: It names nothing.
    """
    kind, _, name = ref.removeprefix("ref:").partition(":")
    if kind not in KINDS or not name:
        refuse("ref", ", ".join(f"{k}:<id>" for k in KINDS))
    shown = {"run": run, "session": session, "atomic": atomic, "memory": memory}[kind](
        store, name, project_id
    )
    return {"ref": f"{kind}:{name}", "kind": kind, **shown}


def run(store: Store, name: str, _: str | None) -> dict[str, Any]:
    """A run's whole record: what was sent, and the reply."""
    stored = store.runs.get(name)
    record = stored.record
    return {
        "skillId": record.skill_id,
        "projectId": record.project_id,
        "createdAt": record.created_at,
        "messages": to_json(record.preview.messages),
        "text": record.text,
        "candidates": list(record.texts),
        "complete": stored.complete,
    }


def session(store: Store, name: str, project_id: str | None) -> dict[str, Any]:
    """A session's summary and all of its messages that one page holds."""
    page = store.conversation.transcript.list(name, project_id, limit=2_000)
    if not page.items:
        raise NotFound("ref: there is no such session", details={"field": "ref"})
    try:
        summary = store.conversation.summaries.get(name)
    except NotFound:
        summary = None
    return {"summary": to_json(summary), "messages": to_json(page.items), "nextCursor": page.next_cursor}


def atomic(store: Store, name: str, _: str | None) -> dict[str, Any]:
    """An atomic memory."""
    return {"item": to_json(store.conversation.atomic.get(name))}


def memory(store: Store, name: str, _: str | None) -> dict[str, Any]:
    """A memory of the writer's."""
    return {"item": to_json(store.memory.items.get(name))}

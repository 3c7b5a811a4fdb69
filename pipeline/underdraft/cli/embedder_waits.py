"""Waits for the embedder where a program that goes on need not: a command has no later run that would be better off."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from underdraft.cli import output
from underdraft.errors import UnderdraftError

if TYPE_CHECKING:
    from underdraft.workspace import Workspace


WAIT_SECONDS = 60.0
"""How long a command waits for vectors in all; what is left then is done by a later one."""


def wait_before(workspace: Workspace, channel: str, payload: Mapping[str, Any]) -> None:
    """Load the embedder, and embed what has no vector yet, where the channel is to recall something by meaning."""
    with suppress(UnderdraftError):  # the channel itself says what is wrong
        if usable(workspace) and recalls(workspace, channel, payload):
            with output.progress("loading the embedder"):
                workspace.store.memory.indexer.wait(WAIT_SECONDS)
            say_change(workspace)


def wait_after(workspace: Workspace) -> None:
    """Embed what was written, so that the next command finds it by meaning."""
    with suppress(UnderdraftError):
        if usable(workspace):
            with output.progress("indexing what is new"):
                workspace.store.finish(WAIT_SECONDS)
            say_change(workspace)


def say_change(workspace: Workspace) -> None:
    """Say once that another embedder has read the texts anew."""
    if (changed := workspace.store.memory.indexer.take_change()) is not None:
        name, count = changed
        output.note(
            "the embedder is now {name}: {count} texts were read anew, and scores of recall are calibrated for it",
            name=name,
            count=f"{count:,}",
        )


def usable(workspace: Workspace) -> bool:
    """Whether there is an embedder, and a store already."""
    from underdraft.memory.store import NO_EMBEDDER  # it brings SQLAlchemy

    return workspace.config.embedder != NO_EMBEDDER and workspace.store.database.place.exists()


def recalls(workspace: Workspace, channel: str, payload: Mapping[str, Any]) -> bool:
    """Whether a call looks for what fits by meaning, and there is anything to be found."""
    store, project_id = workspace.store, payload.get("projectId", workspace.config.project_id)
    if channel in {"ai:skill:run", "ai:skill:preview"}:
        rules = workspace.skills.get(payload["skillId"]).rules
        memories, episodes = rules.asks_for("memories"), rules.asks_for("episodes")
    else:
        asked = bool(payload.get("queryText"))
        memories = asked and channel == "memory:injection:preview"
        episodes = asked and channel == "memory:episode:query"
    return (memories and store.memory.has_any(project_id, payload.get("documentId"))) or (
        episodes and store.episodes.has_any(project_id)
    )

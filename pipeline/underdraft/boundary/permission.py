"""Limits of a key: the projects that it is for, and whether it only reads. They hold for every channel that it calls."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from typing import Annotated

from underdraft.errors import NotFound, Unauthorized
from underdraft.types.model_call import MemoryUse
from underdraft.types.values import frozen

READING = frozenset(
    [
        "blame",
        "check",
        "draw",
        "estimate",
        "get",
        "health",
        "history",
        "info",
        "ledger",
        "list",
        "pending",
        "preview",
        "query",
        "replay",
        "report",
        "scene",
        "search",
        "show",
        "validate",
        "window",
    ]
)
"""Last words of the names of channels that change nothing; a channel with another one is taken for writing."""

OF_ALL_PROJECTS = frozenset({"memory:import", "memory:settings:update"})
"""Channels that write for all projects, or for any that the payload names in its own way."""


@frozen(kw_only=True)
class Permission:
    """The limits of one key."""

    projects: Annotated[
        frozenset[str] | None, "Ids of the projects that it is for; `None`: all of the writer's."
    ]
    read_only: bool
    memory: Annotated[
        MemoryUse, "What chats with it see of the memory; with any other than `on` it is for chats alone."
    ] = "on"

    def check(self, channel: str, payload: object) -> None:
        """See that a channel may be called.

        Raises:
            Unauthorized: The key may only read, or is not for all projects.
            NotFound: It is not for this project.
        """
        if self.read_only and channel.rpartition(":")[2] not in READING:
            raise Unauthorized("the key may only read")
        if self.projects is None or not isinstance(payload, Mapping):
            return
        if channel in OF_ALL_PROJECTS or payload.get("all"):
            raise Unauthorized("the key is not for all projects")
        for name in named_projects(payload):
            if name not in self.projects:
                raise NotFound("projectId: there is no such project", details={"field": "projectId"})


def named_projects(value: object) -> frozenset[str]:
    """Collect the ids of projects that a payload names, however deep."""
    if isinstance(value, Mapping):
        own = {str(value["projectId"])} if value.get("projectId") is not None else set()
        return frozenset(own).union(*map(named_projects, value.values()))
    return frozenset().union(*map(named_projects, value)) if isinstance(value, list | tuple) else frozenset()


permission: ContextVar[Permission | None] = ContextVar("underdraft_permission", default=None)
"""The limits of the key that the running code was called with."""

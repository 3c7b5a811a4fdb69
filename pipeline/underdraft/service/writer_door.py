"""The writers of a shared store behind one server: whose token it is, and the projects as that writer sees them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager

import attrs

from underdraft.boundary.permission import Permission, permission
from underdraft.memory.db.database import Database
from underdraft.memory.db.tokens import WriterToken, token_of
from underdraft.service.pool import WorkspacePool
from underdraft.service.projects import Projects


def door_of(projects: Projects, pool: WorkspacePool, folders: Mapping[str, str | None]) -> StoreDoor:
    """The door of a server over these projects."""
    database = projects.named(None).store.database
    return StoreDoor(database, pool, folders, own=None if database.shared else projects)


@attrs.frozen
class StoreDoor:
    """Knows the tokens that a store has given out.

    Attributes:
        database: Where the tokens are; whose rows it sees makes no difference.
        pool: Opens the workspaces, and keeps those of the writers who come often.
        folders: The projects' folders, each with the locale that it is opened with.
        own: The projects of a store in a file, which has one writer; else each token opens its writer's.
    """

    database: Database
    pool: WorkspacePool
    folders: Mapping[str, str | None]
    own: Projects | None = None

    async def open(self, token: str) -> AbstractAsyncContextManager[Projects] | None:
        """The projects of the token's writer, open until the request is over; ``None`` where nobody has given it out."""
        known = await asyncio.to_thread(token_of, self.database, token)
        return None if known is None else self._opened(known)

    @asynccontextmanager
    async def _opened(self, known: WriterToken) -> AsyncGenerator[Projects, None]:
        stack = ExitStack()
        chosen = None if known.projects is None else frozenset(known.projects)
        limits = Permission(projects=chosen, read_only=known.read_only, memory=known.memory)
        before = permission.set(limits)
        try:
            projects = self.own
            if projects is None:
                projects = await asyncio.to_thread(self._open_all, stack, known.writer)
            yield projects if chosen is None else projects.only(chosen)
        finally:
            permission.reset(before)
            await asyncio.shield(
                asyncio.to_thread(stack.close)
            )  # the pool may have to close another writer's

    def _open_all(self, stack: ExitStack, writer: str) -> Projects:
        opened = [
            self.pool.open(folder, writer=writer, locale=locale) for folder, locale in self.folders.items()
        ]
        return Projects.of([stack.enter_context(one) for one in opened])

"""The writers of a shared store behind one server: whose token it is, and the projects as that writer sees them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from underdraft.boundary.permission import Permission, permission
from underdraft.memory.db.choose_backend import DEFAULT_WRITER
from underdraft.memory.db.database import Database
from underdraft.memory.db.tokens import WriterToken, token_of
from underdraft.memory.project_files import StoredFiles, stored_projects
from underdraft.service.pool import WorkspacePool
from underdraft.service.projects import Projects
from underdraft.types.values import frozen

FILES_KEPT = 256
"""Projects of which the files in the store are held in memory."""

NO_FILES: Mapping[str, str] = MappingProxyType({})
"""The files of a writer without a project."""


def door_of(projects: Projects, pool: WorkspacePool, folders: Mapping[str, str | None]) -> StoreDoor:
    """The door of a server over these projects."""
    first = projects.named(None)
    database, config = first.store.database, first.config
    same = {name: getattr(config, name) for name in ("model", "reader_model", "model_options", "embedder")}

    def files_of(writer: str, project_id: str) -> StoredFiles:
        return StoredFiles(lambda: database.of_writer(writer), project_id)

    return StoreDoor(
        database,
        pool,
        folders,
        owner=first.writer or DEFAULT_WRITER,
        options={**same, "store": str(database.where)},
        locale=config.locale,
        files_of=lru_cache(FILES_KEPT)(files_of),
        own=None if database.place.shared else projects,
    )


@frozen
class StoreDoor:
    """Knows the tokens that a store has given out.

    Attributes:
        database: Where the tokens are; whose rows it sees makes no difference.
        pool: Opens the workspaces, and keeps those of the writers who come often.
        folders: The owner's folders, each with the locale that it is opened with; nobody else's request reads them.
        owner: The writer whose folders they are.
        options: How the projects of other writers are opened: with the server's store and models.
        locale: The language of a writer without a project.
        files_of: The files of a writer's project that are in the store.
        own: The projects of a store in a file, which has one writer; else each token opens its writer's.
    """

    database: Database
    pool: WorkspacePool
    folders: Mapping[str, str | None]
    owner: str
    options: Mapping[str, Any]
    locale: str
    files_of: Callable[[str, str], StoredFiles]
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
            projects = await asyncio.to_thread(self.open_for, stack, known.writer)
            yield projects if chosen is None else projects.only(chosen)
        finally:
            permission.reset(before)
            await asyncio.shield(
                asyncio.to_thread(stack.close)
            )  # the pool may have to close another writer's

    def open_for(self, stack: ExitStack, writer: str) -> Projects:
        """The owner's folders, the writer's projects in the store, and a place for what belongs to no project."""
        if self.own is not None:
            return self.own
        same = {**self.options, "writer": writer}
        folders = self.folders.items() if writer == self.owner else ()
        opened = [self.pool.open(folder, writer=writer, locale=locale) for folder, locale in folders]
        found = [stack.enter_context(one) for one in opened]
        none = stack.enter_context(
            self.pool.open(f"writer {writer}", files=NO_FILES, locale=self.locale, **same)
        )
        known = {workspace.config.project_id for workspace in found}
        for project_id in stored_projects(none.store.database):
            if project_id not in known:
                files = self.files_of(writer, project_id)
                found.append(
                    stack.enter_context(self.pool.open(f"project {project_id}", files=files, **same))
                )
        return Projects.of(found if None in known else [*found, none])

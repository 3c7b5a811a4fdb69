"""Memory alone, for an application that builds its prompts itself: no folder, no skill, no model."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Self

import attrs

from underdraft.memory.db.location import store_location
from underdraft.memory.notes.record import MemoryItem
from underdraft.text.clean import sha256
from underdraft.types.checks import check_limit, check_text, refuse
from underdraft.types.memory import InjectionItem
from underdraft.workspace import Workspace

SEARCH_MAXIMUM, USER_MAXIMUM = 100, 200
VECTOR_SECONDS = 5.0
"""How long a search waits for the vectors of what was just written; without them it compares words."""

_PLAIN = re.compile(r"[a-z0-9_-]{1,64}\Z")


@attrs.define(eq=False, init=False)
class Memory:
    """The memories that an application has of one user; safe to share between threads, and every method blocks."""

    _workspace: Workspace = attrs.field(repr=False)

    def __init__(
        self, *, store: str | os.PathLike[str], user: str | None = None, embedder: str | None = None
    ) -> None:
        """Name a store; its file is made by the first memory.

        Args:
            store: A file of the application's own; with ``user`` a folder with a file for each user; or a
                ``postgresql://`` URL.
            user: Whose memories are meant, 1 to 200 characters; on a server the name of the writer.
            embedder: Instead of the local embedder; ``"none"`` searches by words alone.

        Raises:
            InvalidArgument: The store is the writer's own, which programs reach through a workspace, or a value is wrong.
        """
        if not isinstance(store, str | os.PathLike) or not os.fspath(store):
            refuse("store", "a path, or the URL of a server")
        if user is not None:
            check_text("user", user, USER_MAXIMUM)
        where, served = os.fspath(store), "://" in os.fspath(store)
        if not served and user is not None:
            where = os.path.join(where, f"{user if _PLAIN.match(user) else sha256(user)[:32]}.db")  # noqa: PTH118
        own = os.fspath(store_location(environ=os.environ))
        if where == own or (not served and Path(where).resolve() == Path(own).resolve()):
            refuse(
                "store", "a store of the application's, not the writer's own, which Workspace.open() reaches"
            )
        self._workspace = Workspace.open(
            files={}, store=where, writer=user if served else None, embedder=embedder, prepare_model=False
        )

    def add(self, text: str, *, type: str = "fact") -> MemoryItem:  # noqa: A002 - the contract's word
        """Remember a text; ``type`` is ``preference``, ``fact``, ``note`` or another lower-case word."""
        return self._workspace.memory.create(type=type, content=text)

    def search(self, query: str, *, limit: int = 5) -> tuple[InjectionItem, ...]:
        """Return the memories that fit a query by meaning, nearest first, else those that share a word with it.

        The first 300 characters of the query count; ``limit`` is 1 to 100.
        """
        check_limit(limit, SEARCH_MAXIMUM)
        memory = self._workspace.store.memory
        if not memory.database.place.exists():
            return ()
        if memory.lacks_vectors():
            memory.indexer.wait(VECTOR_SECONDS)
        return memory.recall(None, query, limit=limit).items or memory.by_words(None, query, limit)

    def correct(self, id: str, text: str) -> MemoryItem:  # noqa: A002
        """Replace the text of a memory; the earlier one stays in its history. ``NotFound`` without one."""
        return self._workspace.memory.update(id=id, patch={"content": text})

    def forget(self, id: str) -> None:  # noqa: A002
        """Remove a memory for good, with its history and vectors, and its text wherever it stands. ``NotFound`` without one."""
        self._workspace.memory.purge(id=id, confirm=True)

    def forget_all(self) -> None:
        """Remove everything of this user for good."""
        self._workspace.memory.purge(all=True, confirm=True)

    def close(self) -> None:
        """Close the store; closing twice is allowed."""
        self._workspace.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

"""Finds out under which id a workspace's project goes in its store, before anything is read or written for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import attrs

from underdraft.boundary.private_logging import logger_of
from underdraft.errors import StoreError
from underdraft.project.config import Configured
from underdraft.types.run_inputs import Project
from underdraft.types.values import frozen

if TYPE_CHECKING:
    from underdraft.memory.project_folders import ProjectClaim
    from underdraft.memory.store import Store

log = logger_of("underdraft.memory")

CLAIM_SECONDS = 2.0
"""How long a folder that is not confirmed is taken for that before the store is asked again."""

FROM_STORE = ("memory", "conversation", "episodes")
"""Fields of :class:`underdraft.RunInputs` that read the store."""


@attrs.define(eq=False)
class ProjectIdentity:
    """Of one workspace; a workspace in no folder, or without a project, has nothing to find out."""

    project: Annotated[Project | None, "As `config.toml` has it."]
    root: Path | None
    open_store: Callable[[], Store]
    holder: Annotated[Configured, "What has the settings, and gets them with the id that was found."]
    confirm: Annotated[bool, "Whether the caller says that this is the project whose id it has."] = False
    claim: Annotated[ProjectClaim | None, "What was found out last."] = attrs.field(default=None, init=False)
    _asked_at: float = attrs.field(default=0.0, init=False)
    _said: bool = attrs.field(default=False, init=False)
    _fault: StoreError | None = attrs.field(default=None, init=False)

    def find(self) -> ProjectClaim | None:
        """Ask the store, which is made where there is none. A folder that is not confirmed gets an id of its own.

        It is asked once, and for a folder that is not confirmed every two seconds.

        Raises:
            StoreError: The store cannot be read.
        """
        if self.project is None or self.root is None:
            return None
        before = self.claim
        again = self.confirm or time.monotonic() - self._asked_at > CLAIM_SECONDS
        if before is not None and (before.confirmed or not again):
            return before
        from underdraft.memory.project_folders import claim_id

        claim = claim_id(self.open_store().database, self.project, self.root, confirm=self.confirm)
        self._asked_at = time.monotonic()
        if claim.warning is not None and claim != before:
            log.warning("%s", claim.warning)
        if self.holder.config.project_id != claim.project_id:
            self.holder.config = self.holder.config.known_as(self.project.id, claim.project_id)
        self.claim = claim
        return claim

    def find_if_stored(self) -> ProjectClaim | None:
        """:meth:`find`, but no store is made: the first folder that writes into one is confirmed."""
        return self.find() if self.open_store().database.place.exists() else None

    async def know(self, *, make: bool = True) -> None:
        """:meth:`find` off the loop, until the folder is confirmed; unless ``make`` only where there is a store."""
        if self.project is None or self.root is None or (self.claim is not None and self.claim.confirmed):
            return
        try:
            await asyncio.to_thread(self.find if make else self.find_if_stored)
            self._fault = None
        except StoreError as error:
            self._fault = error if self.claim is None else None

    def warning(self) -> str | None:
        """Warn the writer: each time that the folder is not confirmed, once that it has moved."""
        if self.claim is None or (self.claim.confirmed and self._said):
            return None
        self._said = self.claim.confirmed
        return self.claim.warning

    def readers(self, found: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the readers for fetchers, without those of a store that has not said yet which project owns the id."""
        if self._fault is None:
            return found
        return {**found, **dict.fromkeys(FROM_STORE, _Unread(self._fault))}


@frozen
class _Unread:
    """Service over a store that did not say whose the project's id is: it fails as the store did, and the run goes on."""

    fault: StoreError

    def __getattr__(self, name: str) -> NoReturn:
        raise StoreError(self.fault.message, details=self.fault.details)

"""The interface of a kind of database."""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlalchemy import Engine


class Backend(ABC):
    """Where a store's tables are. Making one touches nothing.

    Attributes:
        kind: The kind of database, as a workspace names it.
        path: The file, or what stands for it on this machine: what could not be written yet waits beside it.
        shared: Whether several writers and machines use it, so that what waits on this disk is seen by none of them.
    """

    kind: str
    path: Path
    shared: bool

    def exists(self) -> bool:
        """Whether there may be a store; asking makes none."""
        return True

    @abstractmethod
    def prepare(self) -> Engine:
        """An engine over tables that have the newest schema. ``immediate=True`` is an option of what will write."""

    def turn(self) -> AbstractContextManager[None]:
        """Held around a write: other writers of this process wait, and a place that is gone is refused."""
        return nullcontext()

    def compact(self) -> None:  # noqa: B027 - a default
        """Write the whole store anew, so that nothing that was deleted is left on any page; a server clears them of itself."""

    def checkpoint(self) -> bool:
        """Fold a file's write-ahead log into it and cut it to nothing; whether all of it could be.

        A reader elsewhere can keep a part of it, and a server's log is its own matter.
        """
        return False

    def remove_copies(self) -> bool:
        """Remove the copies that were made before migrations; whether none is left. On a server none are made."""
        done = True
        for copy in self.path.parent.glob(f"{self.path.name}.bak-*"):
            try:
                copy.unlink(missing_ok=True)
            except OSError:
                done = False
        return done

    @abstractmethod
    def close(self) -> None:
        """Give all connections back."""

    @abstractmethod
    def after_fork(self) -> None:
        """In a forked process: let go of the parent's connections without closing them."""

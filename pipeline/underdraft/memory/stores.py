"""The services over one store, each made when it is first needed."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from underdraft.memory.database import Database

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from underdraft.calls import RunRecord
    from underdraft.memory.runs import RunStore
    from underdraft.workspace import Workspace

__all__ = ["Stores"]


class Stores:
    """What a workspace remembers. Making it touches no file."""

    def __init__(self, database: Database, workspace: Workspace) -> None:
        self.database = database
        self.workspace = workspace

    @classmethod
    def open(cls, where: Path | str, workspace: Workspace) -> Self:
        """The services over the store at ``where``."""
        return cls(Database.open(where, clock=workspace.clock, new_id=workspace.new_id), workspace)

    @cached_property
    def runs(self) -> RunStore:
        """Run records."""
        from underdraft.memory.runs import RunStore

        return RunStore(self.database)

    def add_run(self, run: RunRecord, *, locale: str, templates: Mapping[str, str]) -> None:
        """Keep a finished run, without its texts in privacy mode.

        Raises:
            StoreError: Nothing was written.
        """
        self.runs.add(run, privacy=self.privacy(), locale=locale, templates=templates)

    def privacy(self) -> bool:
        """Whether privacy mode is on."""
        return False

    def readers(self) -> dict[str, Any]:
        """What fetchers may see, by field of :class:`underdraft.RunFacts`."""
        return {}

    def close(self) -> None:
        """Write what is waiting and close the store."""
        self.database.close()

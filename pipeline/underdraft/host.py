"""What a workspace offers to the parts that work inside it: they know this, and not the workspace."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from underdraft.learning.service import FeedbackDesk
    from underdraft.plugins import Plugins
    from underdraft.project.config import Config
    from underdraft.project.files import DiskFiles
    from underdraft.skill.registry import SkillRegistry


class Host(Protocol):
    """The read-only side of a workspace; see :class:`underdraft.Workspace` for what each part is."""

    @property
    def root(self) -> Path:
        """The project's folder."""
        ...

    @property
    def config(self) -> Config:
        """The configuration."""
        ...

    @property
    def plugins(self) -> Plugins:
        """What is loaded."""
        ...

    @property
    def skills(self) -> SkillRegistry:
        """The skills that can be run."""
        ...

    @property
    def files(self) -> DiskFiles:
        """The project's files."""
        ...

    @property
    def clock(self) -> Callable[[], str]:
        """Gives the time in ISO 8601 UTC with milliseconds."""
        ...

    @property
    def new_id(self) -> Callable[[], str]:
        """Gives a fresh unique id."""
        ...

    @property
    def stores(self) -> Any:
        """The services over the store (:class:`underdraft.memory.store.Stores`)."""
        ...

    @property
    def feedback_desk(self) -> FeedbackDesk:
        """Takes in feedback."""
        ...

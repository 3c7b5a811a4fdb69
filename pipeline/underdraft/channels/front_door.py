"""The services of a workspace by their names: ``ws.memory``, ``ws.rules`` ...; each is imported when it is first used."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

import attrs

from underdraft.channels.parts import Service, WorkspaceParts
from underdraft.types.values import frozen

if TYPE_CHECKING:
    from underdraft.channels.cache import Cache
    from underdraft.channels.conversation import Conversation
    from underdraft.channels.episodes import Episodes
    from underdraft.channels.estimates import Estimates
    from underdraft.channels.facts import Facts
    from underdraft.channels.files import Files
    from underdraft.channels.memory import Memories
    from underdraft.channels.profile import Profiles
    from underdraft.channels.rules import Rules
    from underdraft.channels.runs import Runs
    from underdraft.channels.sessions import Sessions
    from underdraft.channels.settings import MemorySettings
    from underdraft.channels.story import Story
    from underdraft.channels.upkeep import Upkeep
    from underdraft.channels.working import Working
    from underdraft.channels.workspace import WorkspaceInfo


Served = TypeVar("Served", bound=Service)


@frozen
class Door(Generic[Served]):
    """A service by its module and its class."""

    module: str
    service: str

    def __get__(self, workspace: WorkspaceParts, _: object = None) -> Served:
        """The service of a workspace."""
        kind: type[Served] = getattr(import_module(f"underdraft.channels.{self.module}"), self.service)
        return kind(workspace)


@attrs.define(eq=False)
class FrontDoor(WorkspaceParts):
    """The services of a workspace besides running skills, one an area."""

    runs: ClassVar[Door[Runs]] = Door("runs", "Runs")
    """Run and preview skills, and look up what was run."""
    cache: ClassVar[Door[Cache]] = Door("cache", "Cache")
    """Explain and report what the provider's prompt cache did."""
    memory: ClassVar[Door[Memories]] = Door("memory", "Memories")
    """Create, list, change, search and remove memories."""
    facts: ClassVar[Door[Facts]] = Door("facts", "Facts")
    """Write down and change facts of sessions."""
    stored_files: ClassVar[Door[Files]] = Door("files", "Files")
    """Write and list the files of a project that is in no folder."""
    profile: ClassVar[Door[Profiles]] = Door("profile", "Profiles")
    """Read and replace the writer's profile."""
    memory_settings: ClassVar[Door[MemorySettings]] = Door("settings", "MemorySettings")
    """Read and change the store's settings."""
    episodes: ClassVar[Door[Episodes]] = Door("episodes", "Episodes")
    """Record past runs, and recall those that fit a scene."""
    estimates: ClassVar[Door[Estimates]] = Door("estimates", "Estimates")
    """Say what work that asks a model will cost."""
    upkeep: ClassVar[Door[Upkeep]] = Door("upkeep", "Upkeep")
    """Do now what the engine does in the background."""
    rules: ClassVar[Door[Rules]] = Door("rules", "Rules")
    """Take in feedback; list and settle what was learned from it, and what could be tidied."""
    sessions: ClassVar[Door[Sessions]] = Door("sessions", "Sessions")
    """Begin, end and summarise sessions."""
    conversation: ClassVar[Door[Conversation]] = Door("conversation", "Conversation")
    """Read and write the messages of a session."""
    working: ClassVar[Door[Working]] = Door("working", "Working")
    """Put something at hand in a session, in memory only."""
    story: ClassVar[Door[Story]] = Door("story", "Story")
    """Query, check, draw and extend what is known of the story."""

    def info(self, *, ask: bool | None = None) -> WorkspaceInfo:
        """Versions, locale, paths relative to the workspace, and the health of each part.

        Args:
            ask: True asks the model for a word, too; false calls nobody, no embedder either, and makes no store.
        """
        from underdraft.channels.workspace import info

        found: WorkspaceInfo = info.handle(self, ask=ask)
        return found

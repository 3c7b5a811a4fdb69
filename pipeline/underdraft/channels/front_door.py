"""The services of a workspace by their names: ``ws.memory``, ``ws.rules`` ...; each is imported when it is first used."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from underdraft.channels.parts import WorkspaceParts

if TYPE_CHECKING:
    from underdraft.channels.cache import Cache
    from underdraft.channels.conversation import Conversation
    from underdraft.channels.episodes import Episodes
    from underdraft.channels.facts import Facts
    from underdraft.channels.memory import Memory
    from underdraft.channels.profile import Profiles
    from underdraft.channels.rules import Rules
    from underdraft.channels.runs import Runs
    from underdraft.channels.sessions import Sessions
    from underdraft.channels.settings import MemorySettings
    from underdraft.channels.story import Story
    from underdraft.channels.tidy import Tidy
    from underdraft.channels.upkeep import Upkeep
    from underdraft.channels.working import Working
    from underdraft.channels.workspace import WorkspaceInfo


@attrs.define(eq=False)
class FrontDoor(WorkspaceParts):
    """What a workspace can do besides running skills, by area."""

    def info(self, *, ask: bool | None = None) -> WorkspaceInfo:
        """Versions, locale, paths relative to the workspace, and the health of each part.

        Args:
            ask: True asks the model for a word, too; false calls nobody, no embedder either, and makes no store.
        """
        from underdraft.channels.workspace import info

        found: WorkspaceInfo = info.handle(self, ask=ask)
        return found

    @property
    def runs(self) -> Runs:
        """Run and preview skills, and look up what was run."""
        from underdraft.channels.runs import Runs

        return Runs(self)

    @property
    def cache(self) -> Cache:
        """Explain and report what the provider's prompt cache did; lock the prompts."""
        from underdraft.channels.cache import Cache

        return Cache(self)

    @property
    def memory(self) -> Memory:
        """Create, list, change, search and remove memories."""
        from underdraft.channels.memory import Memory

        return Memory(self)

    @property
    def facts(self) -> Facts:
        """Write down and change facts of sessions."""
        from underdraft.channels.facts import Facts

        return Facts(self)

    @property
    def profile(self) -> Profiles:
        """Read and replace the writer's profile."""
        from underdraft.channels.profile import Profiles

        return Profiles(self)

    @property
    def memory_settings(self) -> MemorySettings:
        """Read and change the store's settings."""
        from underdraft.channels.settings import MemorySettings

        return MemorySettings(self)

    @property
    def episodes(self) -> Episodes:
        """Record past runs, and recall those that fit a scene."""
        from underdraft.channels.episodes import Episodes

        return Episodes(self)

    @property
    def upkeep(self) -> Upkeep:
        """Do now what the engine does in the background."""
        from underdraft.channels.upkeep import Upkeep

        return Upkeep(self)

    @property
    def rules(self) -> Rules:
        """Take in feedback; list and settle what was learned from it."""
        from underdraft.channels.rules import Rules

        return Rules(self)

    @property
    def tidy(self) -> Tidy:
        """Find statements that say the same or contradict each other, and settle them."""
        from underdraft.channels.tidy import Tidy

        return Tidy(self)

    @property
    def sessions(self) -> Sessions:
        """Begin, end and summarise sessions."""
        from underdraft.channels.sessions import Sessions

        return Sessions(self)

    @property
    def conversation(self) -> Conversation:
        """Read and write the messages of a session."""
        from underdraft.channels.conversation import Conversation

        return Conversation(self)

    @property
    def working(self) -> Working:
        """Put something at hand in a session, in memory only."""
        from underdraft.channels.working import Working

        return Working(self)

    @property
    def story(self) -> Story:
        """Query, check, draw and extend what is known of the story."""
        from underdraft.channels.story import Story

        return Story(self)

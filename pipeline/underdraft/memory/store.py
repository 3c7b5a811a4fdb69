"""The services over one store, each made when it is first needed."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from underdraft.errors import InvalidArgument
from underdraft.memory.db.database import Database

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from underdraft.host import Host
    from underdraft.knowledge.service import KnowledgeService
    from underdraft.learning.preferences.service import Preferences
    from underdraft.memory.episodes.service import EpisodeService
    from underdraft.memory.items.service import MemoryService
    from underdraft.memory.runs.store import RunStore
    from underdraft.memory.sessions.lifecycle import SessionService
    from underdraft.memory.sessions.service import ConversationService
    from underdraft.memory.sessions.working import WorkingMemory
    from underdraft.types.facts import RunFacts
    from underdraft.types.model_call import Embedder, ToolSpec
    from underdraft.types.request import RunRequest
    from underdraft.types.run import Preview, RunRecord


NO_EMBEDDER = "none"
"""The configured name that switches recall by meaning off."""


class Store:
    """What a workspace remembers. Making it touches no file."""

    def __init__(self, database: Database, workspace: Host) -> None:
        self.database = database
        self.workspace = workspace

    @classmethod
    def open(cls, where: Path | str, workspace: Host) -> Self:
        """The services over the store at ``where``."""
        return cls(Database.open(where, clock=workspace.clock, new_id=workspace.new_id), workspace)

    @cached_property
    def runs(self) -> RunStore:
        """Run records."""
        from underdraft.memory.runs.store import RunStore

        return RunStore(self.database)

    @cached_property
    def memory(self) -> MemoryService:
        """The writer's memories and settings."""
        from underdraft.memory.items.service import MemoryService
        from underdraft.types.layers import LAYERS, Layer

        cap = self.workspace.config.caps.get(Layer.PROFILE, LAYERS[Layer.PROFILE].cap_tokens)
        return MemoryService(self.database, find_embedder=self._find_embedder, cap_tokens=cap)

    @cached_property
    def knowledge(self) -> KnowledgeService:
        """The project's knowledge: files, and facts in the store."""
        from underdraft.knowledge.graph.rows import FactRows
        from underdraft.knowledge.service import KnowledgeService

        return KnowledgeService(self.workspace.files, self.workspace.config, FactRows(self.database))

    @cached_property
    def preferences(self) -> Preferences:
        """What is learned from feedback."""
        from underdraft.learning.preferences.service import Preferences

        return Preferences(
            self.database,
            self.runs,
            written=self.memory.indexer.wake,
            heard=lambda event: self.episodes.complete(event),  # noqa: PLW0108 - opened when first needed
        )

    def _find_embedder(self) -> Embedder | None:
        """The configured embedder; the first plugin that answers to its name.

        Raises:
            InvalidArgument: No plugin answers.
        """
        name = self.workspace.config.embedder
        if name == NO_EMBEDDER:
            return None
        found: Embedder | None = self.workspace.plugins.manager.hook.underdraft_embedder(name=name)
        if found is None:
            raise InvalidArgument("embedder: no plugin answers to this name")
        return found

    @cached_property
    def conversation(self) -> ConversationService:
        """Sessions: transcripts, summaries, atomic memories, the profile, the work behind replies."""
        from underdraft.memory.sessions.service import ConversationService

        return ConversationService(
            self.database, self.workspace, runs=self.runs, written=self.memory.indexer.wake
        )

    @cached_property
    def episodes(self) -> EpisodeService:
        """How past runs went."""
        from underdraft.memory.episodes.service import EpisodeService
        from underdraft.memory.items.service import privacy_enabled

        return EpisodeService(
            self.database,
            slot=self.memory.embedder,
            privacy=privacy_enabled,
            locale=self.workspace.config.locale,
            written=self.memory.indexer.wake,
        )

    @cached_property
    def working(self) -> WorkingMemory:
        """What is at hand in the sessions of this process; it never touches the store."""
        from underdraft.memory.sessions.working import WorkingMemory
        from underdraft.text.tokens import counter_for

        model = self.workspace.config.model
        return WorkingMemory(
            clock=self.workspace.clock, new_id=self.workspace.new_id, counter=lambda: counter_for(model)
        )

    @cached_property
    def sessions(self) -> SessionService:
        """Sessions, from start to end."""
        from underdraft.memory.sessions.lifecycle import SessionService

        return SessionService(self.database, self.working, self.episodes)

    def message_sent(self, preview: Preview, request: RunRequest) -> None:
        """Put the user's message of a session's turn on disk while the model is being asked.

        Raises:
            StoreError: Nothing was written; :meth:`add_run` will bring it along.
        """
        self.conversation.message_sent(preview, request)

    def tools(self, facts: RunFacts) -> tuple[ToolSpec, ...]:
        """What the model may call in this run."""
        from underdraft.memory.search import tools_of

        return tools_of(self.database, facts)

    def add_run(
        self, run: RunRecord, *, locale: str, templates: Mapping[str, str], facts: RunFacts | None = None
    ) -> None:
        """Keep a finished run and, in the same transaction, the turn that it is of its session.

        Texts are left out in privacy mode. What is to be done behind the reply begins here.

        Args:
            run: The run.
            locale: The workspace's locale.
            templates: Name and source of the templates that rendered it.
            facts: What the run was told; its request makes it a turn of a session, and the run an episode.

        Raises:
            StoreError: Nothing was written; the episode waits for the store.
        """
        request = facts.request if facts else None
        try:
            privacy = self.privacy()
            self.runs.add(
                run,
                privacy=privacy,
                locale=locale,
                templates=templates,
                also=lambda connection: self.conversation.run_kept(connection, run, request, privacy=privacy),
            )
        finally:
            if facts is not None:
                self.episodes.after_run(run, facts)
        self.conversation.worker.wake()

    def privacy(self) -> bool:
        """Whether privacy mode is on."""
        return self.memory.privacy()

    def readers(self) -> dict[str, Any]:
        """What fetchers may see, by field of :class:`underdraft.RunFacts`."""
        return {
            "memory": self.memory,
            "conversation": self.conversation,
            "knowledge": self.knowledge,
            "episodes": self.episodes,
            "working": self.working,
        }

    def settle(self) -> None:
        """Write what is waiting, here and from processes that are gone: after a purge nothing comes back."""
        self.episodes.writer.drain()
        self.episodes.flush()

    def close(self) -> None:
        """Write what is waiting and close the store."""
        if "working" in self.__dict__ and self.working.sessions():
            self.sessions.close()
        if "episodes" in self.__dict__:
            self.episodes.close()
        if "conversation" in self.__dict__:
            self.conversation.close()
        if "memory" in self.__dict__:
            self.memory.close()
        self.database.close()

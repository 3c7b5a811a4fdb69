"""The parts of an open workspace, which its services work with."""

from __future__ import annotations

import os
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import attrs

from underdraft.boundary.forks import start_anew
from underdraft.boundary.private_logging import log_without_words_if
from underdraft.errors import Conflict, UnderdraftError
from underdraft.opening.open_store import open_store, store_key
from underdraft.opening.shared_parts import SharedParts
from underdraft.plugins import Plugins
from underdraft.project.config import Config
from underdraft.project.files import DiskFiles
from underdraft.project.settings import Settings
from underdraft.project.source_files import SourceFiles
from underdraft.run.gate import Gate
from underdraft.run.project_identity import ProjectIdentity
from underdraft.run.proposals import all_proposals
from underdraft.run.runner import Runner
from underdraft.skill.registry import SkillRegistry
from underdraft.types.values import frozen

if TYPE_CHECKING:
    from underdraft.knowledge.service import KnowledgeService
    from underdraft.learning.service import FeedbackService
    from underdraft.memory.store import Store


@attrs.define(eq=False)
class WorkspaceParts(ABC):
    """The parts of a workspace: the project as it was opened, and services that open when they are first needed."""

    gate: Annotated[Gate, "The way to models and embedders, with the settings that hold."]
    skills: Annotated[SkillRegistry, "The skills that can be run."]
    files: DiskFiles | SourceFiles
    clock: Annotated[Callable[[], str], "Gives the time in ISO 8601 UTC with milliseconds."]
    new_id: Annotated[Callable[[], str], "Gives a fresh unique id."]
    _where: Path | str | None = attrs.field(default=None, alias="where", repr=False)
    writer: Annotated[str | None, "Whose rows of a store on a server are meant."] = None
    _shared: SharedParts = attrs.field(factory=SharedParts, alias="shared")
    _owns_shared: bool = attrs.field(default=True, alias="owns_shared")
    _lock: threading.RLock = attrs.field(factory=threading.RLock, init=False)
    _store: Store | None = attrs.field(default=None, init=False)
    _knowledge: KnowledgeService | None = attrs.field(default=None, init=False)
    _learning: FeedbackService | None = attrs.field(default=None, init=False)
    _runner: Runner = attrs.field(init=False)
    root: Annotated[Path | None, "The folder, if it is in one."] = attrs.field(init=False)
    plugins: Annotated[Plugins, "What is loaded."] = attrs.field(init=False)
    identity: Annotated[ProjectIdentity, "Whose its project's id is in the store."] = attrs.field(init=False)
    _closed: bool = attrs.field(default=False, init=False)

    def __attrs_post_init__(self) -> None:
        self.root, self.plugins = self.files.root, self.gate.plugins
        self.identity = ProjectIdentity(self.config.project, self.root, lambda: self.store, self.gate)
        self._runner = Runner(
            gate=self.gate,
            skills=self.skills,
            files=self.files,
            clock=self.clock,
            new_id=self.new_id,
            open_store=lambda: self.store,
            readers=lambda: self.identity.readers({**self.store.readers(), "knowledge": self.knowledge}),
            identity=self.identity,
        )
        log_without_words_if(self, WorkspaceParts._is_private)
        start_anew(self)

    def after_fork(self) -> None:
        """Let go of the parent's store and runs; see :mod:`underdraft.boundary.forks`."""
        self._lock = threading.RLock()
        self._store = self._knowledge = self._learning = None
        self.identity.claim = None
        self._runner.after_fork()

    @abstractmethod
    def beside(self, *, store: str | os.PathLike[str] | None = None, **options: Any) -> WorkspaceParts:
        """The same folder and plugins over another store, or the same one; see `Workspace.open`."""

    @property
    def config(self) -> Config:
        """The settings that hold."""
        return self.gate.config

    @property
    def settings(self) -> Settings:
        """The settings in force, their origins, and what the folder proposes and is not used, read from its files now."""
        proposals = all_proposals(self.gate.settings, self.files, self.skills)
        return attrs.evolve(self.gate.settings, proposals=proposals)

    @property
    def runner(self) -> Runner:
        """Runs skills. A closed workspace is a ``Conflict``."""
        if self._closed:
            raise Conflict("the workspace is closed")
        return self._runner

    @property
    def store(self) -> Store:
        """The services over the store. Opening touches no file; the first read or write does."""
        with self._lock:
            if self._store is not None and self._store.database.purged:
                self._let_go_of_purged()
            if self._store is None:
                self._store = self._open_store()
            return self._store

    def _let_go_of_purged(self) -> None:
        """Let go of a store that another process has purged as a whole, with all that this one held of it."""
        store, self._store = self._store, None
        self._knowledge = self._learning = self.identity.claim = None
        threading.Thread(target=self._shared.give_back, args=(store,), name="underdraft-purged").start()

    def _is_private(self) -> bool:
        """Whether its store, if there is one, keeps nothing; one that cannot be read counts as if."""
        try:
            return not self._closed and self.store.database.place.exists() and self.store.privacy()
        except UnderdraftError:
            return True

    def _open_store(self) -> Store:
        from underdraft.memory.db.location import store_location

        folder = self.root if self.config.project else None
        where = store_location(
            store=self._where, configured=self.config.store, project_dir=folder, environ=os.environ
        )
        make = partial(
            open_store,
            where,
            gate=self.gate,
            clock=self.clock,
            new_id=self.new_id,
            writer=self.writer,
            project=self.root if self._where is None and self.config.store == "project" else None,
        )
        return self._shared.take_store(store_key(where, gate=self.gate, writer=self.writer), make)

    @property
    def knowledge(self) -> KnowledgeService:
        """The project's knowledge: its files, and the facts in the store."""
        with self._lock:
            if self._knowledge is None:
                from underdraft.knowledge.graph.rows import FactRows
                from underdraft.knowledge.service import KnowledgeService

                self._knowledge = KnowledgeService(self.files, self.gate, FactRows(self.store.database))
            return self._knowledge

    @property
    def learning(self) -> FeedbackService:
        """Takes in feedback, and holds what was learned from it."""
        with self._lock:
            if self._learning is None:
                from underdraft.learning.service import FeedbackService

                self._learning = FeedbackService(gate=self.gate, clock=self.clock, store=self.store)
            return self._learning

    def close(self) -> None:
        """Stop what is running, write what is waiting, close the store; closing twice is allowed."""
        with self._lock:
            closed, self._closed = self._closed, True
        if closed:
            return
        if self._owns_shared:
            self._shared.portal.close()
        if self._store is not None:
            self._shared.give_back(self._store)


@frozen
class Service:
    """One area of what a workspace can do; its methods with a channel's name answer that channel, too."""

    workspace: WorkspaceParts

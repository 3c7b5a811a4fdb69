"""Parts that the workspaces of one process may share: plugins, one event loop, stores and their threads."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import attrs

from underdraft.boundary.forks import leave_alone, start_anew
from underdraft.opening.blocking import Portal
from underdraft.plugins import Plugins, load_plugins
from underdraft.project.config import FOLDER
from underdraft.project.shipped import builtin
from underdraft.skill.context_rules import rule_table
from underdraft.skill.registry import ParsedSkills, SkillRegistry
from underdraft.text.strings import folder_in

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from underdraft.memory.store import Store
    from underdraft.project.files import DiskFiles
    from underdraft.project.source_files import SourceFiles


@attrs.define
class _OpenStore:
    """A store with how many workspaces have it open."""

    store: Store
    users: int = 0


@attrs.define(eq=False, slots=False, kw_only=True)
class SharedParts:
    """The parts of one workspace, or of all those of a pool; safe to share between threads."""

    plugins: Sequence[object] = ()
    entry_points: bool = True
    portal: Portal = attrs.field(factory=Portal, init=False)
    _stores: dict[str, _OpenStore] = attrs.field(factory=dict, init=False)
    _lock: threading.RLock = attrs.field(factory=threading.RLock, init=False)

    def __attrs_post_init__(self) -> None:
        start_anew(self)

    def before_fork(self) -> None:
        """Let background work come to a pause; see :mod:`underdraft.boundary.forks`."""
        for found in list(self._stores.values()):
            found.store.before_fork()

    def after_fork(self) -> None:
        """Open new stores when they are asked for."""
        self._lock = threading.RLock()
        for found in self._stores.values():
            leave_alone(found.store)
        self._stores = {}

    @cached_property
    def loaded(self) -> Plugins:
        """The plugins, loaded once."""
        return load_plugins(self.plugins, entry_points=self.entry_points)

    @cached_property
    def skills(self) -> ParsedSkills:
        """The skills of all folders, each parsed once for all."""
        return ParsedSkills(rule_table(self.loaded.rule_fields), self.loaded.unloaded)

    def registry(self, files: DiskFiles | SourceFiles, locale: str) -> SkillRegistry:
        """A project's skills: its own, then those of plugins, then the shipped ones."""
        folders: list[tuple[str, Traversable]] = [("project", files.folder(f"{FOLDER}/skills"))]
        folders += self.loaded.folders["underdraft_skill_dirs"]
        folders.append(("underdraft", folder_in(builtin("skills"), locale)))
        return SkillRegistry(folders, parsed=self.skills)

    def take_store(self, key: str, make: Callable[[], Store]) -> Store:
        """The store of workspaces with this key; made for the first of them."""
        with self._lock:
            found = self._stores.get(key)
            if found is not None and found.store.database.purged:
                self._stores[f"{key} purged {id(found)}"] = found
                found = None
            if found is None:
                found = self._stores[key] = _OpenStore(make())
            found.users += 1
            return found.store

    def give_back(self, store: Store) -> None:
        """Close a store that no workspace has open any more."""
        with self._lock:
            key = next(key for key, found in self._stores.items() if found.store is store)
            found = self._stores[key]
            found.users -= 1
            if found.users:
                return
            del self._stores[key]
        store.close()

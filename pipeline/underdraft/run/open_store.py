"""Opens the store of a workspace, with what it needs of the plugins and the model."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from underdraft.plugins import Plugins
from underdraft.project.config import Config
from underdraft.run.ask_model import ModelAsker

if TYPE_CHECKING:
    from underdraft.memory.store import Store


def place_of(config: Config, root: Path | None, where: Path | str | None) -> Path | str:
    """Where a workspace's store is.

    Args:
        config: Its configuration.
        root: Its folder, if it is in one.
        where: What the caller of ``Workspace.open`` says; it wins.

    Raises:
        InvalidArgument: The project wants its own store and is in no folder.
    """
    from underdraft.memory.db.location import store_location

    return store_location(
        store=where,
        configured=config.store,
        project_dir=root if config.project else None,
        environ=os.environ,
    )


def open_store(
    where: Path | str,
    *,
    config: Config,
    plugins: Plugins,
    clock: Callable[[], str],
    new_id: Callable[[], str],
    writer: str | None = None,
) -> Store:
    """The services over the store at ``where``, for a ``writer`` where it has several; opening touches no file."""
    from underdraft.learning.preferences.conflicts import overruled
    from underdraft.learning.service import background_jobs
    from underdraft.memory.db.database import Database
    from underdraft.memory.store import Store

    asker = ModelAsker(config=config, plugins=plugins, new_id=new_id)
    return Store(
        database=Database(where, clock=clock, new_id=new_id, writer=writer),
        config=config,
        ask_of=asker.of,
        extractors=lambda: plugins.implementations("underdraft_extract_memories"),
        find_embedder=lambda name: plugins.manager.hook.underdraft_embedder(name=name),
        overruled=overruled,
        more_jobs=background_jobs,
    )

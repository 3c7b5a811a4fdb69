"""Opens the store of a workspace, with what it needs of the plugins and the model."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from underdraft.project.config import KnowledgeSettings
from underdraft.run.gate import Gate

if TYPE_CHECKING:
    from underdraft.memory.areas.area import Area
    from underdraft.memory.store import Store
    from underdraft.types.model_call import AskModel


def store_key(where: Path | str, *, gate: Gate, writer: str | None) -> str:
    """Build the key of a store: workspaces with the same key share it. A project's own settings are not part of it."""
    common = attrs.evolve(gate.config, project=None, claimed_id=None, knowledge=KnowledgeSettings())
    return f"{where} {writer!r} {gate.settings.trusts_store} {common}"


def open_store(
    where: Path | str,
    *,
    gate: Gate,
    clock: Callable[[], str],
    new_id: Callable[[], str],
    writer: str | None = None,
    project: Path | None = None,
) -> Store:
    """The services over the store at ``where``, for a ``writer`` where it has several; opening touches no file.

    ``project`` is the folder whose own store it is: that leads nowhere else.
    """
    from underdraft.learning.rules.overruling import background_jobs, opposed, overruled
    from underdraft.memory.db.database import Database
    from underdraft.memory.store import Store

    database = Database(where, clock=clock, new_id=new_id, writer=writer, project=project)

    def ask_of(model: str) -> AskModel | None:
        from underdraft.memory.runs.questions import QuestionLog
        from underdraft.run.ask_model import ModelAskers

        return ModelAskers(gate=gate, new_id=new_id, log=QuestionLog(database=database)).for_model(model)

    return Store(
        database=database,
        config=gate.config,
        ask_of=ask_of,
        extractors=lambda: gate.plugins.implementations("underdraft_extract_memories"),
        find_embedder=gate.embedder,
        overruled=overruled,
        opposed=opposed,
        more_jobs=background_jobs,
        more_areas=areas_above,
    )


def areas_above() -> tuple[Area, ...]:
    """Return the areas of the store that rooms above the memory use."""
    from underdraft.knowledge.area import STORY
    from underdraft.learning.area import LEARNING

    return LEARNING, STORY

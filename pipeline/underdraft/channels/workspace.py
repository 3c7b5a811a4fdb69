"""How a workspace is: versions, what is configured, and whether store, index and model answer."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from importlib import metadata
from typing import Annotated, Literal

import attrs

from underdraft.boundary.channel import channel
from underdraft.errors import UnderdraftError
from underdraft.memory import db
from underdraft.memory.db.migrate import current
from underdraft.project.config import CONFIG_PATH, FOLDER
from underdraft.types.json_marks import OMIT_NONE
from underdraft.types.memory import IndexDegraded, IndexHealth
from underdraft.workspace import Workspace

LIBRARIES = tuple(sorted(("jinja2", "litellm", "pluggy", "tiktoken", *db.LIBRARIES)))
FOLDERS = ("rules", "skills", "templates", "characters", "world", "knowledge")


@attrs.frozen(kw_only=True)
class ProjectName:
    """The project of a workspace."""

    id: str
    name: str


@attrs.frozen(kw_only=True)
class StoreHealth:
    """A store that can be read, and its schema's revision."""

    healthy: Literal[True] = True
    kind: str
    revision: str | None


@attrs.frozen(kw_only=True)
class Unhealthy:
    """A part that cannot be used, and why."""

    healthy: Literal[False] = False
    code: str
    message: str


@attrs.frozen(kw_only=True)
class EmbedderName:
    """The configured embedder."""

    name: str


@attrs.frozen(kw_only=True)
class ModelHealth:
    """Whether a plugin answers to the model's name; the model itself is not called."""

    name: str
    healthy: Annotated[bool, "Whether a plugin answers to it."]
    message: Annotated[str | None, "What the plugin raised instead."] = OMIT_NONE


@attrs.frozen(kw_only=True)
class PluginCount:
    """How many plugins work, and the names of those that do not."""

    loaded: int
    failed: tuple[str, ...]


@attrs.frozen(kw_only=True)
class WorkspaceInfo:
    """How a workspace is."""

    versions: Annotated[Mapping[str, str], "Of Underdraft, Python and the main libraries."]
    locale: Annotated[str, "The language of prompts."]
    project: ProjectName | None
    paths: Annotated[Mapping[str, str | None], "Relative to the workspace; null for what is elsewhere."]
    store: Annotated[StoreHealth | Unhealthy, "Whether the store can be read."]
    index: Annotated[IndexHealth | IndexDegraded | Unhealthy, "Whether recall by meaning works."]
    embedder: EmbedderName
    model: Annotated[ModelHealth, "Whether the model can be asked."]
    plugins: Annotated[PluginCount, "What is loaded."]


@channel("workspace:info")
def info(workspace: Workspace) -> WorkspaceInfo:
    """Versions, locale, paths relative to the workspace, and the health of each part; no absolute path."""
    config = workspace.config
    loaded = workspace.plugins.loaded
    return WorkspaceInfo(
        versions={
            "underdraft": metadata.version("underdraft"),
            "python": platform.python_version(),
            **{name: metadata.version(name) for name in LIBRARIES},
        },
        locale=config.locale,
        project=ProjectName(id=config.project.id, name=config.project.name) if config.project else None,
        paths={
            "config": CONFIG_PATH,
            **{name: f"{FOLDER}/{name}" for name in FOLDERS},
            "store": f"{FOLDER}/underdraft.db" if config.store == "project" else None,
        },
        store=_store(workspace),
        index=_index(workspace),
        embedder=EmbedderName(name=config.embedder),
        model=_model(workspace),
        plugins=PluginCount(
            loaded=len([p for p in loaded if p.error is None]),
            failed=tuple(p.name for p in loaded if p.error is not None),
        ),
    )


def _store(workspace: Workspace) -> StoreHealth | Unhealthy:
    try:
        with workspace.store.database.read() as connection:
            return StoreHealth(kind=workspace.store.database.place.kind, revision=current(connection))
    except UnderdraftError as error:
        return Unhealthy(code=error.code, message=error.message)


def _index(workspace: Workspace) -> IndexHealth | IndexDegraded | Unhealthy:
    try:
        return workspace.store.memory.index_state()
    except UnderdraftError as error:
        return Unhealthy(code=error.code, message=error.message)


def _model(workspace: Workspace) -> ModelHealth:
    name = workspace.config.model
    try:
        found = workspace.plugins.manager.hook.underdraft_model(name=name)
    except Exception as error:  # noqa: BLE001 - a stranger's hook
        return ModelHealth(name=name, healthy=False, message=type(error).__name__)
    return ModelHealth(name=name, healthy=found is not None)

"""How a workspace is: versions, what is configured, and whether store, index and model answer."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from importlib import metadata
from typing import Annotated, Literal

import attrs

from underdraft.boundary.channel import channel
from underdraft.cache.prices import prices_of
from underdraft.channels.parts import WorkspaceParts
from underdraft.errors import UnderdraftError
from underdraft.memory import db
from underdraft.memory.counts import count_rows
from underdraft.memory.db.migrate import current
from underdraft.project.config import CONFIG_PATH, FOLDER
from underdraft.project.settings import Origin, Proposal
from underdraft.project.trust import Trust
from underdraft.run.ask_model import ModelAskers, reader_of
from underdraft.types.json_marks import OMIT_NONE
from underdraft.types.knowledge import CARD_FOLDERS
from underdraft.types.memory import IndexDegraded, IndexHealth
from underdraft.types.model_call import STAND_IN
from underdraft.types.values import frozen

LIBRARIES = tuple(sorted(("jinja2", "litellm", "pluggy", "tiktoken", "toktok-rs", *db.LIBRARIES)))
FOLDERS = ("rules", "skills", "templates", *(folder.name for folder in CARD_FOLDERS), "knowledge")


@frozen(kw_only=True)
class ProjectName:
    """The project of a workspace."""

    id: str
    name: str


@frozen(kw_only=True)
class StoreHealth:
    """A store that can be read, and its schema's revision; one that is made with the first record has none."""

    healthy: Literal[True] = True
    kind: str
    revision: str | None
    counts: Annotated[Mapping[str, int], "How many memories, facts, runs and sessions it holds."]


@frozen(kw_only=True)
class Unhealthy:
    """A part that cannot be used, and why."""

    healthy: Literal[False] = False
    code: str
    message: str
    reason: Annotated[str | None, "Of a store: such as `disk_full` or `corrupt`."] = OMIT_NONE

    @classmethod
    def of(cls, error: UnderdraftError) -> Unhealthy:
        """A part that this error keeps from working."""
        reason = (error.details or {}).get("reason")
        return cls(code=error.code, message=error.message, reason=str(reason) if reason else None)


@frozen(kw_only=True)
class EmbedderName:
    """The configured embedder."""

    name: str


@frozen(kw_only=True)
class ModelHealth:
    """Whether a plugin answers to the model's name; the model itself is called only with `ask`."""

    name: str
    healthy: Annotated[bool, "Whether a plugin answers to it; with `ask` whether the model does."]
    input_usd: Annotated[float | None, "US dollars for a million tokens of a prompt, if known."] = OMIT_NONE
    message: Annotated[str | None, "What went wrong instead."] = OMIT_NONE


@frozen(kw_only=True)
class PluginCount:
    """How many plugins work, and the names of those that do not."""

    loaded: int
    failed: tuple[str, ...]


@frozen(kw_only=True)
class WorkspaceInfo:
    """How a workspace is."""

    versions: Annotated[Mapping[str, str], "Of Underdraft, Python and the main libraries."]
    locale: Annotated[str, "The language of prompts."]
    origins: Annotated[Mapping[str, Origin], "Where `locale`, `model`, `embedder` and `store` are set."]
    trusted: Annotated[bool, "Whether the writer trusts the folder, or what it said when it was trusted."]
    project: ProjectName | None
    paths: Annotated[Mapping[str, str | None], "Relative to the workspace; null for what is elsewhere."]
    store: Annotated[StoreHealth | Unhealthy, "Whether the store can be read."]
    index: Annotated[
        IndexHealth | IndexDegraded | Unhealthy | None,
        "Whether recall by meaning works; null if not looked at.",
    ]
    embedder: EmbedderName
    model: Annotated[ModelHealth, "Whether the model can be asked."]
    reader: Annotated[
        str | None, "The model that reads what is said in chats; null: they are read without a model."
    ]
    plugins: Annotated[PluginCount, "What is loaded."]
    not_used: Annotated[
        tuple[Proposal, ...], "What the folder says that is not used until it is trusted."
    ] = ()


def _version_of(library: str) -> str | None:
    """The installed version; ``None`` where the library was left out."""
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return None


@channel("workspace:info")
def info(
    workspace: WorkspaceParts,
    *,
    ask: Annotated[
        bool | None,
        "True: ask the model for a word, too. False: call nobody, no embedder either; make no store.",
    ] = None,
) -> WorkspaceInfo:
    """Versions, locale, paths relative to the workspace, and the health of each part; no absolute path."""
    config, settings = workspace.config, workspace.settings
    loaded = workspace.plugins.loaded
    return WorkspaceInfo(
        versions={
            "underdraft": metadata.version("underdraft"),
            "python": platform.python_version(),
            **{name: version for name in LIBRARIES if (version := _version_of(name))},
        },
        locale=config.locale,
        origins={key: settings.origin(key) for key in ("locale", "model", "embedder", "store")},
        trusted=settings.trust != Trust(),
        project=ProjectName(id=config.project.id, name=config.project.name) if config.project else None,
        paths={
            "config": CONFIG_PATH,
            **{name: f"{FOLDER}/{name}" for name in FOLDERS},
            "store": f"{FOLDER}/underdraft.db" if config.store == "project" else None,
        },
        store=_store(workspace, make=ask is not False),
        index=None if ask is False and not _is_here(workspace) else _index(workspace),
        embedder=EmbedderName(name=config.embedder),
        model=_asked(workspace) if ask else _model(workspace),
        reader=reader_of(config),
        plugins=PluginCount(
            loaded=len([p for p in loaded if p.error is None]),
            failed=tuple(p.name for p in loaded if p.error is not None),
        ),
        not_used=settings.proposals,
    )


def _store(workspace: WorkspaceParts, *, make: bool) -> StoreHealth | Unhealthy:
    database = workspace.store.database
    try:
        if not make and not database.place.exists():
            return StoreHealth(kind=database.place.kind, revision=None, counts={})
        with database.read() as connection:
            revision, counts = current(connection), count_rows(connection)
            return StoreHealth(kind=database.place.kind, revision=revision, counts=counts)
    except UnderdraftError as error:
        return Unhealthy.of(error)


def _is_here(workspace: WorkspaceParts) -> bool:
    """Whether there is a store, and the embedder is on this machine."""
    return workspace.config.embedder in {"local", "none"} and workspace.store.database.place.exists()


def _index(workspace: WorkspaceParts) -> IndexHealth | IndexDegraded | Unhealthy:
    try:
        return workspace.store.memory.index_state()
    except UnderdraftError as error:
        return Unhealthy.of(error)


def _model(workspace: WorkspaceParts) -> ModelHealth:
    name = workspace.config.model
    try:
        found = workspace.plugins.manager.hook.underdraft_model(name=name)
    except Exception as error:  # noqa: BLE001 - a stranger's hook
        return ModelHealth(name=name, healthy=False, message=type(error).__name__)
    prices = prices_of(name)
    return ModelHealth(name=name, healthy=found is not None, input_usd=prices.input_usd if prices else None)


def _asked(workspace: WorkspaceParts) -> ModelHealth:
    """Whether the model answers one short question."""
    found = _model(workspace)
    if found.name == STAND_IN or not found.healthy:
        return found
    asker = ModelAskers(gate=workspace.gate, new_id=workspace.new_id).by_name(found.name)
    try:
        asker(system="JSON", text='{"ok": true}', schema={"type": "object"})
    except UnderdraftError as error:
        return attrs.evolve(found, healthy=False, message=error.message)
    return found

"""How a workspace is: versions, what is configured, and whether store, index and model answer."""

from __future__ import annotations

import platform
from importlib import metadata
from typing import TYPE_CHECKING, Any

from underdraft.errors import UnderdraftError
from underdraft.memory import db
from underdraft.project.config import CONFIG_PATH, FOLDER

if TYPE_CHECKING:
    from underdraft.workspace import Workspace


LIBRARIES = tuple(sorted(("jinja2", "litellm", "pluggy", "tiktoken", *db.LIBRARIES)))


def workspace_info(host: Workspace) -> dict[str, Any]:
    """Versions, locale, paths relative to the workspace, and the health of each part; no absolute path."""
    config = host.config
    return {
        "versions": {
            "underdraft": metadata.version("underdraft"),
            "python": platform.python_version(),
            **{name: metadata.version(name) for name in LIBRARIES},
        },
        "locale": config.locale,
        "project": {"id": config.project.id, "name": config.project.name} if config.project else None,
        "paths": {
            "config": CONFIG_PATH,
            **{
                name: f"{FOLDER}/{name}"
                for name in ("rules", "skills", "templates", "characters", "world", "knowledge")
            },
            "store": f"{FOLDER}/underdraft.db" if config.store == "project" else None,
        },
        "store": _store(host),
        "index": _index(host),
        "embedder": {"name": config.embedder},
        "model": _model(host),
        "plugins": {
            "loaded": len([p for p in host.plugins.loaded if p.error is None]),
            "failed": [p.name for p in host.plugins.loaded if p.error is not None],
        },
    }


def _store(host: Workspace) -> dict[str, Any]:
    """Whether the store can be read, and its schema's revision."""
    from underdraft.memory.db.migrate import current

    try:
        with host.store.database.read() as connection:
            return {"healthy": True, "kind": db.KIND, "revision": current(connection)}
    except UnderdraftError as error:
        return {"healthy": False, "code": error.code, "message": error.message}


def _index(host: Workspace) -> Any:
    """Whether recall by meaning works."""
    try:
        return host.store.memory.index_state()
    except UnderdraftError as error:
        return {"healthy": False, "code": error.code, "message": error.message}


def _model(host: Workspace) -> dict[str, Any]:
    """Whether a plugin answers to the model's name; the model itself is not called."""
    name = host.config.model
    try:
        found = host.plugins.manager.hook.underdraft_model(name=name)
    except Exception as error:  # noqa: BLE001 - a stranger's hook
        return {"name": name, "healthy": False, "message": type(error).__name__}
    return {"name": name, "healthy": found is not None}

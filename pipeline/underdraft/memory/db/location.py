"""Where a workspace's store lives."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from underdraft.errors import InvalidArgument

STORE_VARIABLE = "UNDERDRAFT_STORE"
"""Environment variable with the path or URL of the writer's store."""

HOME_VARIABLE = "UNDERDRAFT_HOME"
"""Environment variable with the folder of the writer's store."""

STORE_FILE = "underdraft.db"


def store_location(
    *,
    store: Path | str | None = None,
    configured: str | None = None,
    project_dir: Path | None = None,
    environ: Mapping[str, str],
) -> Path | str:
    """Return where the store is: what the caller says, else the project's own, else the writer's.

    ``store`` is a file's path or a URL; ``configured`` is ``store`` of ``config.toml``: ``"project"``,
    ``"user"``, a URL or ``None``. ``UNDERDRAFT_STORE`` in the environment is the writer's store, ``UNDERDRAFT_HOME``
    moves it.
    """
    if store is not None:
        return store
    if configured == "project" and project_dir is not None:
        return project_dir / ".underdraft" / STORE_FILE
    if configured == "project":
        raise InvalidArgument(
            'config.toml: store: "project" needs a folder with a [project]; else give open() a store',
            details={"field": "store"},
        )
    if configured is not None and "://" in configured:
        return configured
    if configured not in {None, "user"}:
        raise InvalidArgument(
            'config.toml: store: expected "project", "user" or a URL', details={"field": "store"}
        )
    return environ.get(STORE_VARIABLE) or user_folder(environ) / STORE_FILE


def user_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """The folder of the writer's own store."""
    home = environ.get(HOME_VARIABLE)
    if home:
        return Path(home).expanduser()
    from platformdirs import user_data_path  # late: only the writer's own store needs it

    return user_data_path("underdraft", appauthor=False)

"""Where a workspace's store lives."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from underdraft.errors import InvalidArgument

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
    """Where the store is: what the caller says, else the project's own, else the writer's.

    ``store`` is a file's path or a URL; ``configured`` is ``store`` of ``config.toml``: ``"project"``,
    ``"user"`` or ``None``. ``UNDERDRAFT_HOME`` in the environment moves the writer's store.
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
    if configured not in {None, "user"}:
        raise InvalidArgument('config.toml: store: expected "project" or "user"', details={"field": "store"})
    home = environ.get(HOME_VARIABLE)
    if home:
        return Path(home).expanduser() / STORE_FILE
    from platformdirs import user_data_path  # late: only the writer's own store needs it

    return user_data_path("underdraft", appauthor=False) / STORE_FILE

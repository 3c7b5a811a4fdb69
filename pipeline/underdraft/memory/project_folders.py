"""Two folders with one project's id would share their memories: this tells them apart."""

from __future__ import annotations

import os
from pathlib import Path

from sqlalchemy import select

from underdraft.errors import PROJECT_ID_SHARED, UnderdraftError
from underdraft.memory.db.database import Database
from underdraft.memory.db.dialect import insert_missing
from underdraft.memory.db.schema.projects import PROJECT_FOLDER
from underdraft.project.config import read_config
from underdraft.project.files import DiskFiles
from underdraft.types.facts import Project


def claim_id(database: Database, project: Project, root: Path) -> str | None:
    """Note which folder uses a project's id in this store.

    A folder that has moved, or uses another id now, gives the id up; a store that lies in the folder is its own.

    Returns:
        A warning with both names, where another folder uses the id; else ``None``.
    """
    folder = root.resolve()
    if database.path.resolve().is_relative_to(folder):
        return None
    row = {"project_id": project.id, "folder": os.fspath(folder), "name": project.name}
    c = PROJECT_FOLDER.c
    noted = select(c.folder, c.name).where(c.project_id == project.id)
    with database.read() as connection:
        found = connection.execute(noted).first()
    if found is not None and tuple(found) == (row["folder"], row["name"]):
        return None
    if found is not None and found.folder != row["folder"] and uses(Path(found.folder), project.id):
        return (
            f"{PROJECT_ID_SHARED}: {project.name} and {found.name} are two folders with one id, and share what is "
            "remembered; underdraft validate --fix-id gives this one an id of its own"
        )
    with database.write() as connection:
        if found is None:
            insert_missing(connection, PROJECT_FOLDER, [row])
        else:
            connection.execute(PROJECT_FOLDER.update().where(c.project_id == project.id).values(row))
    return None


def uses(folder: Path, project_id: str) -> bool:
    """Whether there is a project of this id in the folder now."""
    try:
        return folder.is_dir() and read_config(DiskFiles(folder)).project_id == project_id
    except (UnderdraftError, OSError):
        return False

"""Owners of project ids: folders that the writer confirmed have the project's memories, any other with that id has none.

::

    no folder noted                 the first one is confirmed
    the folder is noted             confirmed
    a noted one is gone, and        moved: it keeps its memories
    config.toml has its marker
    else                            a copy, or a stranger's: an id of its own, until the writer confirms it

Folders on other machines cannot be looked at: in a store on a server the first one of each machine is noted, too.
"""

from __future__ import annotations

import os
import platform
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

from sqlalchemy import delete, select

from underdraft.errors import PROJECT_ID_SHARED, PROJECT_MOVED, StoreError, UnderdraftError
from underdraft.memory.db.database import Database
from underdraft.memory.db.dialect import insert_missing
from underdraft.memory.db.schema.projects import PROJECT_FOLDER
from underdraft.project.config import CONFIG_PATH, read_config
from underdraft.project.files import DiskFiles
from underdraft.text.clean import sha256
from underdraft.types.run_inputs import Project
from underdraft.types.values import frozen

KEPT_OF_ID = 51
"""Characters of the shared id that an unconfirmed folder's own id begins with; an id has at most 64."""


@frozen(kw_only=True)
class ProjectClaim:
    """The project of a folder, as one store knows it."""

    project_id: Annotated[str, "The id in use: one of the folder's own until it is confirmed."]
    confirmed: Annotated[bool, "Whether the id in `config.toml` holds for this folder."] = True
    warning: Annotated[str | None, "What the writer should know; it holds no path."] = None
    folders: Annotated[
        tuple[str, ...], "With a warning: this folder, then the one that has or had the id."
    ] = ()


def claim_id(database: Database, project: Project, root: Path, *, confirm: bool = False) -> ProjectClaim:
    """Decide whether a folder's project keeps its id in this store, and note the folder if it does.

    A store that lies in the folder is its own. With ``confirm`` the writer says that it is the same project. Else a
    store that another process writes to is not waited for: the folder is noted another time.

    Raises:
        StoreError: The store cannot be read, or with ``confirm`` not be written.
    """
    folder = Path(os.path.realpath(root))
    if Path(os.path.realpath(database.place.path)).is_relative_to(
        folder
    ):  # resolve() stumbles over a loop of links
        return ProjectClaim(project_id=project.id)
    here: dict[str, Any] = {
        "project_id": project.id,
        "folder": os.fspath(folder),
        "name": project.name,
        "marker": marker_of(folder),
    }
    noted = select(PROJECT_FOLDER).where(PROJECT_FOLDER.c.project_id == project.id)
    with database.read() as connection:
        rows = [dict(row) for row in connection.execute(noted.order_by("folder")).mappings()]
    if here in rows:
        return ProjectClaim(project_id=project.id)
    known = confirm or not rows or any(row["folder"] == here["folder"] for row in rows)
    moved = None if known else moved_from(rows, here, on_server=database.place.shared)
    if not (known or moved):
        return unconfirmed(project, folder, rows[0])
    replaced = (
        [here["folder"]] if moved is None or database.place.shared else [here["folder"], moved["folder"]]
    )
    with suppress(*([] if confirm else [StoreError])), database.write(patient=confirm) as connection:
        if not rows and not confirm and connection.execute(noted).first() is not None:
            rows.append(here)  # another folder was first, a moment ago
        else:
            of_project = PROJECT_FOLDER.c.project_id == project.id
            connection.execute(
                delete(PROJECT_FOLDER).where(of_project, PROJECT_FOLDER.c.folder.in_(replaced))
            )
            insert_missing(connection, PROJECT_FOLDER, [here])
    if rows == [here]:
        return claim_id(database, project, root)
    if moved is None:
        return ProjectClaim(project_id=project.id)
    before = Path(moved["folder"])
    said = f"{PROJECT_MOVED}: {project.name} has moved from {before.name} to {folder.name} and keeps its memories"
    return ProjectClaim(project_id=project.id, warning=said, folders=(here["folder"], moved["folder"]))


def marker_of(folder: Path) -> str | None:
    """The machine, and what ``config.toml`` keeps when its folder is moved and a clone or a copy seldom has."""
    try:
        found = (folder / CONFIG_PATH).stat()
    except OSError:
        return None
    return f"{sha256(platform.node())[:8]} {found.st_mtime_ns}-{found.st_size}"


def moved_from(rows: list[dict[str, Any]], here: dict[str, Any], *, on_server: bool) -> dict[str, Any] | None:
    """The noted folder that is this one now; one that was noted without a marker counts if it is gone."""
    machine, _, kept = str(here["marker"]).partition(" ")
    gone = [row for row in rows if not uses(Path(row["folder"]), here["project_id"])]
    elsewhere = on_server and not any(row["marker"].startswith(machine) for row in rows if row["marker"])
    return next(
        (r for r in gone if r["marker"] is None or elsewhere or r["marker"].endswith(f" {kept}")), None
    )


def unconfirmed(project: Project, folder: Path, row: dict[str, Any]) -> ProjectClaim:
    """The project under an id of its own, the same each time, with what the writer can do about it."""
    token = sha256(f"{project.id}\n{folder}")[:12]
    here, there = f"{project.name} in {folder.name}", f"{row['name']} in {Path(row['folder']).name}"
    own = f"{project.id[:KEPT_OF_ID]}-{token}"
    return ProjectClaim(
        project_id=own,
        confirmed=False,
        warning=(
            f"{PROJECT_ID_SHARED}: {here} has the id of {there}, another folder, and gets no memories from it; "
            f'underdraft status --confirm-id says that both are one project; if not, write id = "{own}" into config.toml'
        ),
        folders=(os.fspath(folder), row["folder"]),
    )


def uses(folder: Path, project_id: str) -> bool:
    """Whether there is a project of this id in the folder now."""
    try:
        return folder.is_dir() and read_config(DiskFiles(folder)).project_id == project_id
    except (UnderdraftError, OSError):
        return False

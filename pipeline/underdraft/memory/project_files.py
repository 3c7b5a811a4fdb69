"""Files of projects that are in no folder: kept in the store, with their past, and read as a folder's are.

A file is its newest version; one without text is removed. What they say about hosts, models and stores is never used,
since their writer does not decide where the server sends anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any
from weakref import finalize

import attrs
from sqlalchemy import Connection, func, select

from underdraft.errors import CapacityExceeded, Conflict, InvalidArgument
from underdraft.memory.db.database import Database
from underdraft.memory.db.schema.projects import PROJECT_FILE
from underdraft.memory.db.snapshot import cached
from underdraft.project.config import CONFIG_PATH, config_values
from underdraft.project.files import check_relative
from underdraft.types.checks import check_storable
from underdraft.types.values import frozen

FILES_MAXIMUM = 2_000
"""Files of one project."""

FILE_BYTES_MAXIMUM = 20_000_000
"""Largest file: an export, or a lock; what is read as material is smaller, see ``project/files.py``."""

AREA = "files"
"""The area of the files in the counts of changes."""


@frozen(kw_only=True)
class StoredFile:
    """A version of a file."""

    path: Annotated[str, "Project-relative POSIX path."]
    version: Annotated[int, "From 1."]
    text: Annotated[str | None, "The content; null in a list of files, and where the file was removed."]
    removed: bool
    at: Annotated[str, "When it was written."]


def put_file(
    database: Database, project_id: str, path: str, text: str | None, *, expected_version: int | None = None
) -> StoredFile:
    """Write a file, or remove it with ``None``; the versions before it stay.

    Raises:
        InvalidArgument: The path is none inside a project, the text is too large, or a ``config.toml`` is none of this
            project.
        Conflict: Another version is stored than was seen.
        CapacityExceeded: The project has as many files as it may.
    """
    path = check_relative(path).as_posix()
    if text is not None:
        _check(project_id, path, text)
    c = PROJECT_FILE.c
    with database.write() as connection:
        stored = _newest(connection, project_id)
        before = stored.get(path)
        if expected_version is not None and expected_version != (before.version if before else 0):
            raise Conflict("expectedVersion: another version is stored", details={"field": "expectedVersion"})
        if before is None and len(stored) >= FILES_MAXIMUM:
            raise CapacityExceeded(
                f"a project has at most {FILES_MAXIMUM} files", details={"limit": FILES_MAXIMUM}
            )
        last = select(func.max(c.version)).where(c.project_id == project_id, c.path == path)
        file = StoredFile(
            path=path,
            version=(connection.scalar(last) or 0) + 1,
            text=text,
            removed=text is None,
            at=database.clock(),
        )
        row = {"project_id": project_id, **attrs.asdict(file)}
        row.pop("removed")
        connection.execute(PROJECT_FILE.insert().values(row))
    return file


def list_files(database: Database, project_id: str, path: str | None = None) -> tuple[StoredFile, ...]:
    """The files of a project, in order and without their texts; or all versions of one, the newest first."""
    c = PROJECT_FILE.c
    with database.read() as connection:
        if path is None:
            return tuple(attrs.evolve(file, text=None) for file in _newest(connection, project_id).values())
        mine = (
            select(PROJECT_FILE).where(c.project_id == project_id, c.path == path).order_by(c.version.desc())
        )
        return tuple(map(_file, connection.execute(mine)))


def files_in(database: Database, project_id: str, folder: str) -> tuple[StoredFile, ...]:
    """The files of a project below a folder, in order and with their texts."""
    with database.read() as connection:
        files = _newest(connection, project_id)
        return tuple(file for path, file in files.items() if path.startswith(f"{folder}/"))


def stored_projects(database: Database) -> tuple[str, ...]:
    """The ids of the writer's projects that have a ``config.toml`` in the store, in order."""
    c = PROJECT_FILE.c
    with database.read() as connection:
        named = connection.scalars(select(c.project_id).where(c.path == CONFIG_PATH).distinct())
        return tuple(one for one in sorted(named) if CONFIG_PATH in _newest(connection, one))


@attrs.define(eq=False)
class StoredFiles:
    """A project's files in the store, as a :class:`underdraft.types.files.FileSource`; read again when any has changed.

    Attributes:
        open_database: Opens the writer's store; asked again after all of it was purged.
        project_id: Whose files.
    """

    open_database: Callable[[], Database]
    project_id: str
    _database: Database | None = attrs.field(default=None, init=False)

    trusted = False
    """Whether what they say about hosts and models is used."""

    def read(self, path: str) -> str | None:
        """See :class:`underdraft.types.files.FileSource`."""
        file = self._files().get(path)
        return None if file is None else file.text

    def stamps(self, folder: str) -> list[tuple[str, int]]:
        """See :class:`underdraft.types.files.FileSource`."""
        return [(p, file.version) for p, file in self._files().items() if p.startswith(f"{folder}/")]

    def write(self, path: str, text: str) -> None:
        """Write a file; see :func:`put_file`."""
        put_file(self._open(), self.project_id, path, text)

    def _open(self) -> Database:
        if self._database is None or self._database.purged:
            self._database = self.open_database()
            finalize(self, self._database.close)
        return self._database

    def _files(self) -> Mapping[str, StoredFile]:
        database = self._open()
        with database.view(), database.read() as connection:
            return cached(connection, self.project_id, (AREA,), lambda: _newest(connection, self.project_id))


def _newest(connection: Connection, project_id: str) -> dict[str, StoredFile]:
    c, last = PROJECT_FILE.c, PROJECT_FILE.alias()
    newest = select(func.max(last.c.version)).where(last.c.project_id == c.project_id, last.c.path == c.path)
    rows = select(PROJECT_FILE).where(c.project_id == project_id, c.version == newest.scalar_subquery())
    return {row.path: _file(row) for row in connection.execute(rows.order_by(c.path)) if row.text is not None}


def _file(row: Any) -> StoredFile:
    return StoredFile(path=row.path, version=row.version, text=row.text, removed=row.text is None, at=row.at)


def _check(project_id: str, path: str, text: str) -> None:
    check_storable("text", text)
    if len(text.encode()) > FILE_BYTES_MAXIMUM:
        raise InvalidArgument(f"text: larger than {FILE_BYTES_MAXIMUM} bytes", details={"field": "text"})
    project = config_values(text).get("project") if path == CONFIG_PATH else None
    if path == CONFIG_PATH and (project is None or project.id != project_id):
        raise InvalidArgument(
            "text: expected a config.toml with this project's id", details={"field": "text"}
        )

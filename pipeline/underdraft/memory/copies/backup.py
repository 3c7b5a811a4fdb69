"""One file with all that a store holds of a writer, and a store filled from it: each whole or not at all.

The file is a store of its own that any command opens with ``--store``. What belongs to a store and to no writer (its
log, tokens) and to a machine (which folders are trusted) is not in it.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from underdraft.errors import Conflict, InvalidArgument, NotFound, StoreError
from underdraft.memory.areas.area import Area, copied_tables
from underdraft.memory.copies.copying import Advance, CopiedTable, copy_store
from underdraft.memory.copies.writers import is_empty
from underdraft.memory.db.database import Database
from underdraft.memory.db.db_errors import translated
from underdraft.memory.db.migrate import migrate
from underdraft.memory.db.soundness import limited_engine, other_schema, other_value
from underdraft.memory.db.store_file import is_store

if TYPE_CHECKING:
    from sqlalchemy import Table


def write_backup(
    source: Database, file: Path, areas: Sequence[Area], *, advance: Advance | None = None
) -> tuple[CopiedTable, ...]:
    """Write all that a store holds into a new file, which only its owner may read, and compare both.

    Raises:
        NotFound: There is no store.
        Conflict: The file exists.
        StoreError: The store cannot be read or the file not written; then there is none.
    """
    if not source.place.exists() or is_empty(source):
        raise NotFound("store: there is nothing to back up yet")
    if file.exists():
        raise Conflict("FILE already exists", details={"field": "file"})
    with scratch_store(source, file.parent) as made:
        copied = copy_store(source, made, areas, advance=advance)
        made.place.checkpoint()
        made.close()
        made.place.path.replace(file)
    return copied


def read_backup(
    file: Path,
    target: Database,
    areas: Sequence[Area],
    *,
    replace: bool = False,
    advance: Advance | None = None,
) -> tuple[CopiedTable, ...]:
    """Fill a store from a backup of this or an earlier version, and compare both; the file is left as it is.

    Args:
        file: What :func:`write_backup` made.
        target: Is empty. If the process is killed at any moment, it holds all of the backup or is as before.
        areas: All areas of the store.
        replace: Whether what the target holds is removed first.
        advance: Gets how many rows are done, of how many.

    Raises:
        InvalidArgument: The file is no backup, or holds what no backup does.
        Conflict: The target holds something.
        StoreError: The file is damaged or of a newer version, or the target cannot be written.
    """
    with scratch_store(target) as found:
        check_backup(file)
        shutil.copyfile(file, found.place.path)
        check_content(found.place.path, copied_tables(areas))
        return copy_store(found, target, areas, replace=replace, advance=advance)


@contextmanager
def scratch_store(like: Database, folder: Path | None = None) -> Iterator[Database]:
    """A store in a folder of its own, for its owner only, which is removed at the end."""
    try:
        with TemporaryDirectory(prefix=".underdraft-", dir=folder) as name:
            made = Database(Path(name) / "store.db", clock=like.clock, new_id=like.new_id)
            with closing(made):
                yield made
    except OSError as error:
        raise StoreError(
            "the backup cannot be read or written here: see the folder's permissions and the space on the disk",
            details={"reason": "cannot_open"},
        ) from error


def check_backup(file: Path) -> None:
    """Refuse what is no store, and a store that is in use: a part of it is in another file."""
    log = file.with_name(f"{file.name}-wal")
    if log.exists() and log.stat().st_size:
        raise InvalidArgument(
            "FILE: a store that is in use, not a backup; make one with: underdraft --store FILE backup OTHER",
            details={"field": "file"},
        )
    if not is_store(file):
        raise InvalidArgument("FILE: not a backup that underdraft has made", details={"field": "file"})


def check_content(path: Path, tables: Sequence[Table]) -> None:
    """Migrate a copy of a backup, and refuse what a stranger has put into it: its rows are read as our own later."""
    engine = limited_engine(path)
    try:
        with translated("read"):
            migrate(engine, path)
            with engine.connect() as connection:
                found = other_schema(connection) or other_value(connection, tables)
    finally:
        engine.dispose()
    if found is not None:
        raise InvalidArgument(
            f"FILE: not a backup that underdraft has made: {found}", details={"field": "file", "found": found}
        )

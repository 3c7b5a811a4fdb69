"""The durable queue: operations on disk before they stand in the store, one file a process.

An entry is one line, ``crc32 number json``. Appending hands it to the operating system, so that it
survives the end of this process; :meth:`Journal.sync` makes it survive a power cut too. Each file is
locked by its process; one that nobody holds was left behind and is adopted. The store remembers the
number of the last entry that it holds, in the same transaction as the entry: nothing is done twice.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import zlib
from pathlib import Path
from typing import IO, TYPE_CHECKING, Self

import attrs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from underdraft.memory.episodes.operations import Operation


log = logging.getLogger("underdraft.memory")

MARK = ".episodes-"
SUFFIX = ".jsonl"
LOCK_AT = 1 << 40
"""Byte that is locked on Windows, far beyond the content: a locked byte cannot be read there."""


@attrs.frozen
class Entry:
    """One operation and its number in its journal, from 1."""

    number: int
    operation: Operation


class Journal:
    """One journal file, locked for as long as it is open.

    Attributes:
        id: Its name in the store.
        path: The file.
        last: Number of the last entry.
    """

    def __init__(self, path: Path, journal_id: str, file: IO[bytes]) -> None:
        self.path = path
        self.id = journal_id
        self.last = 0
        self._file = file
        self._end = 0

    @classmethod
    def create(cls, store: Path, journal_id: str) -> Self:
        """A new journal beside the store, readable by its owner only.

        Raises:
            OSError: It cannot be made.
        """
        store.parent.mkdir(parents=True, exist_ok=True)
        path = store.with_name(f"{store.name}{MARK}{journal_id}{SUFFIX}")
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR | getattr(os, "O_BINARY", 0), 0o600)
        file = os.fdopen(descriptor, "r+b", buffering=0)
        if not locked(file):
            file.close()
            raise OSError("the new journal cannot be locked")
        return cls(path, journal_id, file)

    @classmethod
    def adopt(cls, path: Path) -> Self | None:
        """A journal that nobody holds, or ``None``."""
        try:
            file = path.open("r+b", buffering=0)
        except OSError:
            return None
        try:
            if locked(file) and os.path.samestat(os.fstat(file.fileno()), path.stat()):
                return cls(path, path.name.rpartition(MARK)[2].removesuffix(SUFFIX), file)
        except OSError:
            pass
        file.close()
        return None

    def append(self, operation: Operation) -> int:
        """Hand an operation to the operating system; returns its number.

        Raises:
            OSError: It could not be written whole; nothing of it is left.
        """
        body = f"{self.last + 1} {json.dumps(operation, ensure_ascii=False, separators=(',', ':'))}".encode()
        line = b"%08x %b\n" % (zlib.crc32(body), body)
        self._file.seek(self._end)
        try:
            written = self._file.write(line)
            if written != len(line):
                raise OSError("the journal took a part of an entry only")  # noqa: TRY301
        except OSError:
            with contextlib.suppress(OSError):
                self._file.truncate(self._end)
            raise
        self._end += len(line)
        self.last += 1
        return self.last

    def sync(self) -> None:
        """Make what was appended survive a power cut.

        Raises:
            OSError: The disk refuses.
        """
        os.fsync(self._file.fileno())

    def entries(self) -> Iterator[Entry]:
        """What the file holds; a torn or damaged line is left out with a log line."""
        self._file.seek(0)
        for line in self._file.readall().splitlines():  # type: ignore[attr-defined]
            entry = parsed(line)
            if entry is None:
                log.warning("an episode journal holds a damaged entry; it is left out")
            else:
                self.last = max(self.last, entry.number)
                yield entry

    def clear(self) -> None:
        """Empty the file; numbers go on.

        Raises:
            OSError: The disk refuses.
        """
        if self._end:
            self._file.truncate(0)
            self._end = 0

    def close(self, *, remove: bool) -> None:
        """Give the lock back, and remove the file when nothing in it is waiting."""
        if remove and os.name == "posix":
            self.path.unlink(missing_ok=True)  # while the lock is held: nobody can adopt it meanwhile
        self._file.close()
        if remove and os.name != "posix":
            with contextlib.suppress(OSError):
                self.path.unlink(missing_ok=True)


def left_behind(store: Path) -> list[Path]:
    """All journals beside the store, whoever holds them, in a fixed order."""
    return sorted(store.parent.glob(f"{store.name}{MARK}*{SUFFIX}"))


def parsed(line: bytes) -> Entry | None:
    """The entry of a line, or ``None`` for a damaged one."""
    checksum, _, body = line.partition(b" ")
    try:
        if int(checksum, 16) != zlib.crc32(body):
            return None
        number, _, text = body.decode().partition(" ")
        operation = json.loads(text)
    except ValueError:
        return None
    return Entry(int(number), operation) if isinstance(operation, dict) else None


def locked(file: IO[bytes]) -> bool:
    """Lock the file for this handle without waiting; whether it worked."""
    try:
        import fcntl
    except ImportError:
        import msvcrt

        file.seek(LOCK_AT)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        except OSError:
            return False
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True

"""What processes that have ended left beside the store: spools, and journals of the time before spools."""

from __future__ import annotations

import contextlib
import json
import zlib
from pathlib import Path
from typing import IO, Self

from underdraft.memory import log
from underdraft.memory.db import spool
from underdraft.memory.db.spool import Spool, SpoolEntry

MARK = ".episodes-"
SUFFIX = ".jsonl"


class OldJournal:
    """A journal of the time before spools: one line an operation, ``crc32 number json``; read once."""

    def __init__(self, path: Path, file: IO[bytes]) -> None:
        self.path = path
        self.id = path.name.rpartition(MARK)[2].removesuffix(SUFFIX)
        self._file = file

    @classmethod
    def adopt(cls, path: Path) -> Self | None:
        """A journal that nobody holds, or ``None``."""
        try:
            file = path.open("r+b")
        except OSError:
            return None
        with contextlib.suppress(ImportError):  # without it, on Windows, a file in use cannot be removed
            import fcntl

            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                file.close()
                return None
        return cls(path, file)

    def entries(self) -> list[SpoolEntry]:
        """What is in it, in order; a torn or damaged line is left out with a log line."""
        found = []
        for line in self._file.read().splitlines():
            checksum, _, body = line.partition(b" ")
            try:
                if int(checksum, 16) != zlib.crc32(body):
                    raise ValueError("the checksum is another")  # noqa: TRY301
                number, _, text = body.decode().partition(" ")
                found.append(SpoolEntry(int(number), json.loads(text)))
            except ValueError:
                log.warning("an episode journal holds a damaged entry; it is left out")
        return found

    def close(self, *, empty: bool) -> None:
        """Give the lock back, and remove the file when nothing in it is waiting."""
        with contextlib.suppress(OSError):
            if empty:
                self._file.truncate(0)  # whoever has opened it already finds nothing
            self._file.close()
        if empty:
            with contextlib.suppress(OSError):
                self.path.unlink(missing_ok=True)


def left_behind(store: Path) -> list[Path]:
    """All files of operations beside the store, whoever holds them, in a fixed order."""
    journals = sorted(p for p in store.parent.glob(f"{store.name}{MARK}*{SUFFIX}") if not p.is_symlink())
    return [*journals, *spool.left_behind(store)]


def adopt(path: Path) -> Spool | OldJournal | None:
    """What is in such a file, held for as long as it is open; ``None`` while another process holds it."""
    return OldJournal.adopt(path) if path.name.endswith(SUFFIX) else Spool.adopt(path)

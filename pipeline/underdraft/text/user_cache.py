"""Values that take long to make and hold nothing of the writer, as files in the user's cache folder.

A file is named by what its value was made from, by whom, and in which form, so it never becomes stale.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import tempfile
import zlib
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import IO, Any

FORM = 3
"""Raised where a maker gives another value for the same source than an earlier version of it."""

ALIGNED = 64
"""Bytes: arrays begin at a multiple of it, as in numpy's own files."""


def user_cached(source: str, make: Callable[[str], Any]) -> Any:
    """Return ``make(source)``, read from the folder where an earlier process put it; ``None`` where nothing can be put.

    Arrays of numpy's lie in the file as they are: later processes map it, share their memory, and must not change them.
    """
    try:
        folder = _folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _is_ours(folder):
            return None
        path = folder / hashlib.sha256(f"{FORM} {make.__qualname__}\n{source}".encode()).hexdigest()
        if path.is_file() and (found := _read(path)):
            return found[0]
        file = tempfile.NamedTemporaryFile(dir=folder, buffering=0, delete=False)  # noqa: SIM115 - open while it is made
    except OSError:
        return None
    try:
        with file:
            value = make(source)
            with suppress(OSError):
                _write(file, value)
        with suppress(OSError):
            Path(file.name).replace(path)
    finally:
        Path(file.name).unlink(missing_ok=True)
    return value


def _write(file: IO[bytes], value: object) -> None:
    """Checksum and length of the value, and the value, whose arrays follow; each begins at :data:`ALIGNED` bytes."""
    arrays: list[pickle.PickleBuffer] = []
    body = pickle.dumps(value, 5, buffer_callback=arrays.append)
    parts = [array.raw() for array in arrays]
    head = pickle.dumps((body, [len(part) for part in parts]))
    at = file.write(zlib.crc32(head).to_bytes(4, "big") + len(head).to_bytes(8, "big") + head)
    for part in parts:
        at += file.write(bytes(-at % ALIGNED))
        at += file.write(part)


def _read(path: Path) -> tuple[Any] | None:
    """The value in a file that is whole."""
    with path.open("rb") as file:
        content = memoryview(mmap(file.fileno(), 0, access=ACCESS_READ)) if path.stat().st_size else b""
    at = 12 + int.from_bytes(content[4:12], "big")
    if len(content) < at or zlib.crc32(content[12:at]).to_bytes(4, "big") != content[:4]:
        return None
    body, sizes = pickle.loads(content[12:at])  # noqa: S301 - as trusted as the bytecode beside the modules
    arrays = []
    for size in sizes:
        at += -at % ALIGNED
        arrays.append(content[at : at + size])
        at += size
    return (pickle.loads(body, buffers=arrays),) if len(content) == at else None  # noqa: S301 - as above


def _is_ours(folder: Path) -> bool:
    """Whether nobody else can have put a file there, since what is unpickled may do anything."""
    if os.name == "nt":
        return True  # the folder is in the user's profile
    stat = folder.lstat()
    return stat.st_uid == os.geteuid() and not stat.st_mode & 0o022


@cache
def _folder() -> Path:
    from platformdirs import user_cache_path  # late: many processes read no words

    return user_cache_path("underdraft", appauthor=False)

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
from pathlib import Path
from typing import Any

FORM = 1
"""Raised where a maker gives another value for the same source than an earlier version of it."""


def user_cached(source: str, make: Callable[[str], Any]) -> Any:
    """Return ``make(source)``, read from the folder where an earlier process put it; ``None`` where nothing can be put."""
    try:
        folder = _folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _is_ours(folder):
            return None
        path = folder / hashlib.sha256(f"{FORM} {make.__qualname__}\n{source}".encode()).hexdigest()
        if path.is_file():
            content = path.read_bytes()
            if zlib.crc32(content[4:]).to_bytes(4, "big") == content[:4]:
                return pickle.loads(content[4:])  # noqa: S301 - as trusted as the bytecode beside the modules
        file = tempfile.NamedTemporaryFile(dir=folder, buffering=0, delete=False)  # noqa: SIM115 - open while it is made
    except OSError:
        return None
    try:
        with file:
            value = make(source)
            content = pickle.dumps(value)
            with suppress(OSError):
                file.write(zlib.crc32(content).to_bytes(4, "big") + content)
        with suppress(OSError):
            Path(file.name).replace(path)
    finally:
        Path(file.name).unlink(missing_ok=True)
    return value


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

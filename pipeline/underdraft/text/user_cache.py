"""Values that take long to make and hold nothing of the writer, as files in the user's cache folder.

A file is named by what its value was made from, so it never becomes stale.
"""

from __future__ import annotations

import hashlib
import pickle
import tempfile
import zlib
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any


def cached(source: str, make: Callable[[str], Any]) -> Any:
    """Return ``make(source)``, read from the folder where an earlier process put it; ``None`` where nothing can be put."""
    try:
        path = _folder() / hashlib.sha256(f"{make.__qualname__}\n{source}".encode()).hexdigest()
        if path.is_file():
            content = path.read_bytes()
            if zlib.crc32(content[4:]).to_bytes(4, "big") == content[:4]:
                return pickle.loads(content[4:])  # noqa: S301 - as trusted as the bytecode beside the modules
        path.parent.mkdir(parents=True, exist_ok=True)
        file = tempfile.NamedTemporaryFile(dir=path.parent, buffering=0, delete=False)  # noqa: SIM115 - open while it is made
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


@cache
def _folder() -> Path:
    from platformdirs import user_cache_path  # late: many processes read no words

    return user_cache_path("underdraft", appauthor=False)

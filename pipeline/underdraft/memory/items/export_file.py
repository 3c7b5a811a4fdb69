"""Files of exported memories: inside the workspace only, and never in the place of something else."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from pathlib import Path

from underdraft.errors import InvalidArgument
from underdraft.project.files import check_relative

SUFFIX = ".jsonl"
BYTES_MAXIMUM = 200_000_000


def read_lines(root: Path, path: str) -> list[str]:
    """The lines of a UTF-8 file below ``root`` of at most :data:`BYTES_MAXIMUM` bytes."""
    place = inside(root, path)
    try:
        if place.stat().st_size > BYTES_MAXIMUM:
            raise InvalidArgument(f"path: larger than {BYTES_MAXIMUM} bytes")
        return place.read_text(encoding="utf-8-sig").split("\n")
    except FileNotFoundError:
        raise InvalidArgument("path: there is no such file") from None
    except (OSError, UnicodeDecodeError):
        raise InvalidArgument("path: cannot be read as UTF-8 text") from None


def write_lines(root: Path, path: str, lines: Iterable[str]) -> int:
    """Write lines to a ``.jsonl`` file below ``root``, whole or not at all; returns how many."""
    place = inside(root, path)
    if place.suffix != SUFFIX:
        raise InvalidArgument(f"path: expected a file ending in {SUFFIX}")
    count = 0
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", newline="\n", dir=place.parent, prefix=".export-", delete=False
        ) as file:
            partial = Path(file.name)
            try:
                for line in lines:
                    file.write(line + "\n")
                    count += 1
            except BaseException:
                partial.unlink(missing_ok=True)
                raise
        partial.replace(place)
    except OSError:
        raise InvalidArgument("path: the file cannot be written") from None
    return count


def inside(root: Path, path: str) -> Path:
    """The place below ``root``; a path that leads elsewhere is refused."""
    real_root = root.resolve()
    place = (real_root / check_relative(path)).resolve()
    if not place.is_relative_to(real_root) or place == real_root:
        raise InvalidArgument("path: expected a file inside the workspace")
    return place

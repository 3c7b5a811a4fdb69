"""Files of exported memories: inside the workspace only, and never in the place of something else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from underdraft.errors import InvalidArgument
from underdraft.project.files import DiskFiles, decoded
from underdraft.project.source_files import WritableFiles

SUFFIX = ".jsonl"
BYTES_MAXIMUM = 200_000_000
OWNER_ONLY = 0o600


def read_lines(files: DiskFiles | WritableFiles, path: str) -> list[str]:
    """Read the lines for an import from a UTF-8 file of at most :data:`BYTES_MAXIMUM` bytes."""
    content = files.read_bytes(path, BYTES_MAXIMUM)
    if content is None:
        raise InvalidArgument("path: there is no such file")
    return decoded(path, content).split("\n")


def write_lines(files: DiskFiles | WritableFiles, path: str, lines: Iterable[str]) -> int:
    """Write lines to a ``.jsonl`` file, whole or not at all; returns how many."""
    if not path.endswith(SUFFIX):
        raise InvalidArgument(f"path: expected a file ending in {SUFFIX}")
    count = 0

    def encoded() -> Iterator[bytes]:
        nonlocal count
        for count, line in enumerate(lines, 1):  # noqa: B007 - how many is asked at the end
            yield f"{line}\n".encode()

    files.write(path, encoded(), make_folders=True, mode=OWNER_ONLY)
    return count

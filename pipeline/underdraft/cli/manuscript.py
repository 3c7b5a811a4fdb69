"""Reads the document of a run and finds what is selected in it."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Annotated

from underdraft.errors import InvalidArgument, NotFound
from underdraft.project.discovery import STDIN
from underdraft.project.files import decoded
from underdraft.types.values import frozen

MAX_BYTES = 80_000_000
"""Largest document that is read: four bytes for each of the 20 million code points that a run takes."""

_RANGE = re.compile(r"(\d{1,9})(?::(\d{1,9}))?")
_LINES = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?")


@frozen
class Manuscript:
    """A document."""

    text: str
    id: Annotated[str | None, "Its path inside the workspace, else its file's name; `None` from stdin."]


def read_manuscript(name: str, folder: str, *, named: str = "--document") -> Manuscript:
    """Read a document by its path, relative to the current folder or else to the workspace, or ``-`` for stdin.

    What is wrong with it is said of ``named``, the option that named it.
    """
    if name == STDIN:
        return Manuscript(_decoded(sys.stdin.buffer.read(MAX_BYTES + 1), named), None)
    path = next((p for p in (Path(name), Path(folder) / name) if p.exists()), None)
    if path is None:
        raise NotFound(f"{named}: there is no such file here or in the workspace")
    if not path.is_file():
        raise InvalidArgument(f"{named}: expected a file")
    try:
        with path.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except OSError:
        raise InvalidArgument(f"{named}: the file cannot be read") from None
    return Manuscript(_decoded(content, named), _identity(path, folder))


def _decoded(content: bytes, named: str) -> str:
    if len(content) > MAX_BYTES:
        raise InvalidArgument(f"{named}: larger than {MAX_BYTES} bytes")
    return decoded(named, content)


def _identity(path: Path, folder: str) -> str:
    try:
        return path.resolve().relative_to(Path(folder).resolve()).as_posix()
    except ValueError:
        return path.name


def select(text: str, *, offsets: str | None = None, lines: str | None = None) -> tuple[int, int] | None:
    """The selection as code point offsets, from at most one of two ways to say it.

    ``START:END`` or one offset for a cursor; or whole lines ``A-B`` or ``A``, counted
    from 1, without the last line's newline.
    """
    if offsets is not None and lines is not None:
        raise InvalidArgument("--select, --select-lines: give one of them")
    if offsets is not None:
        return _by_offsets(text, offsets)
    return None if lines is None else _by_lines(text, lines)


def _by_offsets(text: str, offsets: str) -> tuple[int, int]:
    match = _RANGE.fullmatch(offsets)
    if match is None:
        raise InvalidArgument("--select: expected START:END in code points, or one offset for a cursor")
    start = int(match[1])
    end = int(match[2]) if match[2] is not None else start
    if not start <= end <= len(text):
        raise InvalidArgument(f"--select: expected START <= END <= {len(text)}, the length of the document")
    return start, end


def _by_lines(text: str, lines: str) -> tuple[int, int]:
    match = _LINES.fullmatch(lines)
    if match is None:
        raise InvalidArgument("--select-lines: expected A-B or one line, counted from 1")
    first = int(match[1])
    last = int(match[2]) if match[2] is not None else first
    rows = text.split("\n")
    if not 1 <= first <= last <= len(rows):
        raise InvalidArgument(f"--select-lines: expected 1 <= A <= B <= {len(rows)}, the document's lines")
    start = sum(len(row) + 1 for row in rows[: first - 1])
    end = start + sum(len(row) + 1 for row in rows[first - 1 : last]) - 1
    return start, end - text[start:end].endswith("\r")

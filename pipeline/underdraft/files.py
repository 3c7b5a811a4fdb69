"""Reads the text files of one project, and refuses everything outside it."""

from __future__ import annotations

import os
import stat
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

import attrs

from underdraft.errors import InvalidArgument
from underdraft.ports import TextFile
from underdraft.text import canonical_text, sha256

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["MAX_FILE_BYTES", "DiskFiles", "NoFiles", "check_relative"]

MAX_FILE_BYTES = 2_000_000
"""Largest file that is read as project knowledge or rules; a chapter of 500,000 characters fits."""

MAX_LISTED = 20_000
MAX_DEPTH = 8
_Stamp = tuple[int, int, int, int]


def check_relative(path: str) -> PurePosixPath:
    """The path as a relative POSIX path.

    Raises:
        InvalidArgument: It is absolute, holds ``..``, a backslash, a drive or a control character.
    """
    pure = PurePosixPath(path)
    if (
        not path
        or pure.is_absolute()
        or ".." in pure.parts
        or "\\" in path
        or (len(path) > 1 and path[1] == ":")
        or any(not c.isprintable() for c in path)
    ):
        raise InvalidArgument("path: expected a project-relative path without '..'")
    return pure


@attrs.define
class DiskFiles:
    """The text files below ``root``; contents are cached until a file's stat changes."""

    root: Path
    _real_root: Path = attrs.field(init=False)
    _cache: dict[str, tuple[_Stamp, TextFile]] = attrs.field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        self._real_root = self.root.resolve()

    def read(self, path: str) -> TextFile | None:
        """See :class:`underdraft.ports.ProjectFiles`."""
        pure = check_relative(path)
        try:
            real = (self._real_root / pure).resolve()
            if not real.is_relative_to(self._real_root):
                raise InvalidArgument(f"{path}: the link leads out of the project")
            state = real.stat()
        except FileNotFoundError:
            return None
        except (OSError, RuntimeError) as error:
            raise InvalidArgument(f"{path}: cannot be read ({_reason(error)})") from None
        if not stat.S_ISREG(state.st_mode):
            raise InvalidArgument(f"{path}: not a regular file")
        if state.st_size > MAX_FILE_BYTES:
            raise InvalidArgument(f"{path}: larger than {MAX_FILE_BYTES} bytes")
        stamp = (state.st_mtime_ns, state.st_ctime_ns, state.st_size, state.st_ino)
        known = self._cache.get(path)
        if known and known[0] == stamp:
            return known[1]
        file = _load(path, real)
        self._cache[path] = (stamp, file)
        return file

    def list(self, folder: str, suffixes: tuple[str, ...] = (".md",)) -> Sequence[str]:
        """See :class:`underdraft.ports.ProjectFiles`; hidden files and links to folders are passed over."""
        pure = check_relative(folder)
        top = self._real_root / pure
        found: list[str] = []
        if top.is_dir() and top.resolve().is_relative_to(self._real_root):
            _walk(top, pure.as_posix(), suffixes, MAX_DEPTH, found)
        return sorted(found)


class NoFiles:
    """Stands for the files of a run that has no project."""

    def read(self, path: str) -> TextFile | None:
        """Nothing."""
        check_relative(path)

    def list(self, folder: str, suffixes: tuple[str, ...] = (".md",)) -> Sequence[str]:  # noqa: ARG002
        """Nothing."""
        check_relative(folder)
        return ()


def _load(path: str, real: Path) -> TextFile:
    try:
        raw = real.read_bytes()
    except OSError as error:
        raise InvalidArgument(f"{path}: cannot be read ({_reason(error)})") from None
    try:
        text = canonical_text(raw.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise InvalidArgument(f"{path}: not UTF-8 at line {line}") from None
    return TextFile(path=path, text=text, digest=sha256(text))


def _walk(folder: Path, prefix: str, suffixes: tuple[str, ...], depth: int, found: list[str]) -> None:
    if depth == 0:
        return
    with os.scandir(folder) as entries:
        for entry in entries:
            name = entry.name
            if name.startswith(".") or len(found) >= MAX_LISTED or not name.isprintable() or "\\" in name:
                continue
            path = f"{prefix}/{name}"
            if entry.is_dir(follow_symlinks=False):
                _walk(Path(entry.path), path, suffixes, depth - 1, found)
            elif name.lower().endswith(suffixes):
                found.append(path)


def _reason(error: BaseException) -> str:
    return os.strerror(error.errno).lower() if isinstance(error, OSError) and error.errno else "a link loop"

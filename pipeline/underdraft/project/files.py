"""Reads the text files of one project, and refuses everything outside it."""

from __future__ import annotations

import os
import re
import stat
import time
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path, PurePosixPath

import attrs

from underdraft.errors import InvalidArgument
from underdraft.project.redaction import looks_secret, redact
from underdraft.text.clean import canonical_text, sha256
from underdraft.types.files import Listing, TextFile

MAX_FILE_BYTES = 2_000_000
"""Largest file that is read as project knowledge or rules; a chapter of 500,000 characters fits."""

MAX_LISTED = 20_000
MAX_DEPTH = 8
UNSETTLED_NS = 2_000_000_000
"""How long after a write a file's stamp proves nothing: the coarsest clock of a file system (FAT, 2 s)."""

_UNSHOWN = ("Cc", "Cs", "Zl", "Zp")
"""Unicode categories that no name may hold: controls, lone surrogates, line and paragraph separators."""

_Stamp = tuple[int, ...]


_ADDRESS = re.compile(
    r"[a-z]:|[a-z][a-z0-9+.-]*:/|(?:data|file|ftp|https?|javascript|mailto):", re.IGNORECASE
)
"""A drive, or an address such as ``https://x`` and ``file:x``."""


@lru_cache(maxsize=4_096)
def check_relative(path: str) -> PurePosixPath:
    """The path as a relative POSIX path; it is never repeated in the message of a refusal.

    Refused is what is absolute, an address or looks like a secret, and ``..``, a backslash, a drive, control
    characters.
    """
    pure = PurePosixPath(path)
    if (
        not path
        or pure.is_absolute()
        or ".." in pure.parts
        or "\\" in path
        or _ADDRESS.match(path)
        or not _can_be_shown(path)
    ):
        raise InvalidArgument("path: expected a project-relative path without '..'")
    if looks_secret(path):
        raise InvalidArgument("path: a file name looks like a secret")
    return pure


@attrs.define(eq=False)
class DiskFiles:
    """The text files below ``root``; contents are cached until a file's stat changes."""

    root: Path
    _real_root: Path = attrs.field(init=False)
    _cache: dict[str, tuple[_Stamp, TextFile]] = attrs.field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        self._real_root = self.root.resolve()

    def read(self, path: str) -> TextFile | None:
        """See :class:`underdraft.types.files.ProjectFiles`."""
        pure = check_relative(path)
        try:
            real, state = self._locate(path, pure)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, RuntimeError) as error:
            raise InvalidArgument(f"{path}: cannot be read ({_reason(error)})") from None
        if not stat.S_ISREG(state.st_mode):
            raise InvalidArgument(f"{path}: not a regular file")
        if state.st_size > MAX_FILE_BYTES:
            raise InvalidArgument(f"{path}: larger than {MAX_FILE_BYTES} bytes")
        stamp = _stamp(state)
        known = self._cache.get(path)
        if known and known[0] == stamp:
            return known[1]
        file = _load(path, real)
        if _settled(stamp, time.time_ns()) == stamp:
            self._cache[path] = (stamp, file)
        return file

    def _locate(self, path: str, pure: PurePosixPath) -> tuple[str, os.stat_result]:
        """The file that the path leads to, inside the project whatever links there are."""
        current = os.fspath(self._real_root)
        state = None
        for part in pure.parts:
            current = f"{current}{os.sep}{part}"
            state = os.lstat(current)
            if stat.S_ISLNK(state.st_mode) or os.name == "nt":  # Windows has junctions besides links
                state = None
                break
        if state is not None:
            return current, state
        real = (self._real_root / pure).resolve()
        if not real.is_relative_to(self._real_root):
            raise InvalidArgument(f"{path}: the link leads out of the project")
        return os.fspath(real), real.stat()

    def list(self, folder: str, suffixes: tuple[str, ...] = (".md",)) -> Sequence[str]:
        """See :class:`underdraft.types.files.ProjectFiles`; hidden files and links to folders are passed over."""
        return [path for path, _ in self.stamps(folder, suffixes).files]

    def stamps(self, folder: str, suffixes: tuple[str, ...] = (".md",)) -> Listing:
        """See :class:`underdraft.types.files.ProjectFiles`; one look at the folder, no file is opened."""
        pure = check_relative(folder)
        top = self._real_root / pure
        walk = _Walk(suffixes)
        try:
            inside = stat.S_ISDIR(self._locate(folder, pure)[1].st_mode)
        except (OSError, RuntimeError, InvalidArgument):
            inside = False
        if inside:
            walk.into(os.fspath(top), pure.as_posix(), MAX_DEPTH)
        elif os.path.lexists(top):
            walk.refused.append(f"{folder}: not a folder of the project")
        return Listing(files=tuple(sorted(walk.found)), refused=tuple(sorted(walk.refused)))

    def folder(self, path: str) -> Path:
        """A folder to look for skills and templates in; it may be missing."""
        return self.root / check_relative(path)

    def target(self, path: str, suffixes: tuple[str, ...]) -> Path:
        """Where a new file may be written: its name ends so, in a folder of the project that exists."""
        pure = check_relative(path)
        if not path.lower().endswith(suffixes):
            raise InvalidArgument(f"path: expected a name that ends with {' or '.join(suffixes)}")
        full = self._real_root / pure
        if not full.parent.is_dir() or not full.resolve().is_relative_to(self._real_root) or full.is_dir():
            raise InvalidArgument("path: expected a file in a folder of the project that exists")
        return full


def _load(path: str, real: str) -> TextFile:
    try:
        with open(real, "rb") as stream:  # noqa: PTH123 - a string costs a third of a Path here
            raw = stream.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise InvalidArgument(f"{path}: cannot be read ({_reason(error)})") from None
    if len(raw) > MAX_FILE_BYTES:
        raise InvalidArgument(f"{path}: larger than {MAX_FILE_BYTES} bytes")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise InvalidArgument(f"{path}: not UTF-8 at line {line}") from None
    return redacted(path, text)


def redacted(path: str, text: str) -> TextFile:
    """The file as a value, in canonical form and without what looks like a secret."""
    clean = redact(canonical_text(text))
    return TextFile(
        path=path,
        text=clean.text,
        digest=sha256(clean.text),
        redactions=tuple(f"line {line}: {what}" for line, what in clean.findings),
    )


@attrs.define
class _Walk:
    """One look through a folder: what is there, and what cannot be named or looked into."""

    suffixes: tuple[str, ...]
    now: int = attrs.field(factory=time.time_ns)
    found: list[tuple[str, _Stamp]] = attrs.field(factory=list)
    refused: list[str] = attrs.field(factory=list)

    def into(self, folder: str, prefix: str, depth: int) -> None:
        """Go through one folder and those below it."""
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    self.take(entry, prefix, depth)
        except OSError as error:
            self.refused.append(f"{prefix}: cannot be listed ({_reason(error)})")

    def take(self, entry: os.DirEntry[str], prefix: str, depth: int) -> None:
        """Take one entry down."""
        name = entry.name
        if name.startswith("."):
            return
        if _unshowable(name):
            self.refuse(f"{prefix}: a name that cannot be shown is passed over")
            return
        path = f"{prefix}/{name}"
        if entry.is_dir(follow_symlinks=False):
            if depth > 1:
                self.into(entry.path, path, depth - 1)
            else:
                self.refuse(f"{prefix}: folders more than {MAX_DEPTH} deep are passed over")
        elif name.lower().endswith(self.suffixes):
            if len(self.found) >= MAX_LISTED:
                self.refuse(f"more than {MAX_LISTED} files; the rest is passed over")
                return
            try:
                self.found.append((path, _settled(_stamp(entry.stat()), self.now)))
            except OSError:
                self.refuse(f"{path}: cannot be read (a link that leads nowhere)")

    def refuse(self, why: str) -> None:
        """Note a reason once."""
        if why not in self.refused:
            self.refused.append(why)


@lru_cache(maxsize=32_768)
def _unshowable(name: str) -> bool:
    """Whether a file's name must not be shown in a prompt or a log."""
    return not _can_be_shown(name) or "\\" in name or looks_secret(name)


def _can_be_shown(name: str) -> bool:
    """Whether the name fits on a line; an ideographic space or a joined emoji does."""
    return name.isprintable() or all(unicodedata.category(c) not in _UNSHOWN for c in name)


def _settled(stamp: _Stamp, now: int) -> _Stamp:
    """The stamp, or right after a write one that never comes again: a second write may leave the same stamp."""
    return stamp if now - max(stamp[0], stamp[1]) > UNSETTLED_NS else (*stamp, now)


def _stamp(state: os.stat_result) -> _Stamp:
    """What changes when a file is written."""
    return (state.st_mtime_ns, state.st_ctime_ns, state.st_size, state.st_ino)


def _reason(error: BaseException) -> str:
    return os.strerror(error.errno).lower() if isinstance(error, OSError) and error.errno else "a link loop"

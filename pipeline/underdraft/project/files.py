"""Reads and writes the files of one project, and refuses everything outside it."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path, PurePosixPath

import attrs

from underdraft.errors import InvalidArgument
from underdraft.project.confined import ConfinedFolder, NotUsable
from underdraft.project.folder import DiskFolder
from underdraft.project.redaction import looks_secret, redact
from underdraft.text.clean import STEERING, canonical_text, sha256
from underdraft.types.files import Listing, TextFile

BOM = b"\xef\xbb\xbf"

MAX_FILE_BYTES = 2_000_000
"""Largest file that is read as project knowledge or rules; a chapter of 500,000 characters fits."""

MAX_LISTED = 20_000
MAX_DEPTH = 8
UNSETTLED_NS = 2_000_000_000
"""How long after a write a file's stamp proves nothing: the coarsest clock of a file system (FAT, 2 s)."""

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
    """The files below ``root``, for reading and writing; read texts are cached until a file's stat changes."""

    root: Path
    writable: bool = attrs.field(default=True, init=False)
    _folder: ConfinedFolder = attrs.field(init=False)
    _cache: dict[str, tuple[_Stamp, TextFile]] = attrs.field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        self._folder = ConfinedFolder(self.root)

    def read(self, path: str) -> TextFile | None:
        """See :class:`underdraft.types.files.ProjectFiles`."""
        pure = check_relative(path)
        known = self._cache.get(path)
        if known is not None:
            # Whatever leads there by now: the same file, unchanged, is the one that was read through the door.
            with suppress(OSError):
                now = os.stat(self._folder.place(pure))  # noqa: PTH116 - of a text, many times in each preview
                if _stamp(now) == known[0]:
                    return known[1]
        with _named(path):
            try:
                content, state = self._folder.read(pure, MAX_FILE_BYTES)
            except (FileNotFoundError, NotADirectoryError):
                return None
        file = redacted(path, decoded(path, content))
        stamp = _stamp(state)
        if _settled(stamp, time.time_ns()) == stamp:
            self._cache[path] = (stamp, file)
        return file

    def read_bytes(self, path: str, most: int = MAX_FILE_BYTES) -> bytes | None:
        """The bytes of a regular file as they are, or ``None`` when there is none; refuses as :meth:`read` does."""
        pure = check_relative(path)
        with _named(path):
            try:
                return self._folder.read(pure, most)[0]
            except (FileNotFoundError, NotADirectoryError):
                return None

    def exists(self, path: str) -> bool:
        """Whether there is anything, a link that leads nowhere too."""
        with _named(path):
            return self._folder.state(check_relative(path), follow=False) is not None

    def write(
        self, path: str, parts: Iterable[bytes], *, make_folders: bool = False, mode: int = 0o666
    ) -> None:
        """Write a file whole or not at all, by :meth:`underdraft.project.confined.ConfinedFolder.write`.

        Raises:
            InvalidArgument: It cannot be written there, and why.
        """
        pure = check_relative(path)
        with _named(path, "cannot be written"):
            self._folder.write(pure, parts, make_folders=make_folders, mode=mode)

    def remove(self, path: str) -> None:
        """Remove a file; refuses as :meth:`write` does."""
        with _named(path, "cannot be removed"):
            os.unlink(self._folder.place(check_relative(path)))  # noqa: PTH108

    def make_folder(self, path: str) -> None:
        """Make a folder, and those on the way to it; refuses as :meth:`write` does."""
        with _named(path, "cannot be made"):
            self._folder.make(check_relative(path))

    def list(self, folder: str, suffixes: tuple[str, ...] = (".md",)) -> Sequence[str]:
        """See :class:`underdraft.types.files.ProjectFiles`; hidden files and links to folders are passed over."""
        return [path for path, _ in self.stamps(folder, suffixes).files]

    def stamps(self, folder: str, suffixes: tuple[str, ...] = (".md",)) -> Listing:
        """See :class:`underdraft.types.files.ProjectFiles`; one look at the folder, no file is opened.

        The folder ``"."`` is the project's own, without those below it.
        """
        pure = check_relative(folder)
        walk = _Walk(self._folder, suffixes)
        walk.into(pure, MAX_DEPTH if pure.parts else 1)
        return Listing(
            files=tuple(sorted(walk.found)),
            refused=tuple(sorted(walk.refused)),
            passed_over=tuple(sorted({*walk.passed_over})),
        )

    def folder(self, path: str) -> DiskFolder:
        """A folder to look for skills and templates in; it may be missing."""
        return DiskFolder(check_relative(path), self._folder)


@contextmanager
def _named(path: str, failed: str = "cannot be read") -> Iterator[None]:
    """Refuse what the system refuses, with the path."""
    try:
        yield
    except NotUsable as error:
        raise InvalidArgument(f"{path}: {error}") from None
    except OSError as error:
        raise InvalidArgument(f"{path}: {failed} ({_reason(error)})") from None


def encoded(text: str, before: bytes) -> bytes:
    """The bytes of a text that takes the place of others: they begin with a byte order mark if those did."""
    return (BOM if before.startswith(BOM) else b"") + text.encode()


def decoded(path: str, content: bytes) -> str:
    """The text of a file in UTF-8, without a byte order mark."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise InvalidArgument(f"{path}: not UTF-8 at line {line}") from None


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

    folder: ConfinedFolder
    suffixes: tuple[str, ...]
    now: int = attrs.field(factory=time.time_ns)
    found: list[tuple[str, _Stamp]] = attrs.field(factory=list)
    refused: list[str] = attrs.field(factory=list)
    passed_over: list[str] = attrs.field(factory=list)

    def into(self, path: PurePosixPath, depth: int) -> None:
        """Go through one folder and those below it."""
        prefix = path.as_posix() if path.parts else ""
        try:
            with self.folder.entries(path) as entries:
                for entry in entries:
                    self.take(entry, prefix, depth)
        except OSError as error:
            if not isinstance(error, FileNotFoundError) or self._dangles(path):
                self.refuse(f"{prefix}: cannot be listed ({_reason(error)})")

    def _dangles(self, path: PurePosixPath) -> bool:
        with suppress(OSError):
            return self.folder.state(path, follow=False) is not None
        return False

    def take(self, entry: os.DirEntry[str], prefix: str, depth: int) -> None:
        """Take one entry down."""
        name = entry.name
        if name.startswith("."):
            return
        if _unshowable(name):
            self.passed_over.append(f"{prefix}: a name that cannot be shown is passed over")
            self.refuse(self.passed_over[-1])
            return
        path = f"{prefix}/{name}" if prefix else name
        if entry.is_dir(follow_symlinks=False):
            if depth > 1:
                self.into(PurePosixPath(path), depth - 1)
            elif prefix:
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
    return name.isprintable() or not (STEERING.search(name) or "\n" in name or "\t" in name)


def _settled(stamp: _Stamp, now: int) -> _Stamp:
    """The stamp, or right after a write one that never comes again: a second write may leave the same stamp."""
    return stamp if now - max(stamp[0], stamp[1]) > UNSETTLED_NS else (*stamp, now)


def _stamp(state: os.stat_result) -> _Stamp:
    """Return the numbers of a file that change when it is written."""
    return (state.st_mtime_ns, state.st_ctime_ns, state.st_size, state.st_ino, state.st_dev)


def _reason(error: OSError) -> str:
    return os.strerror(error.errno).lower() if error.errno else str(error)

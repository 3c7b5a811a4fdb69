"""Opens, lists and writes the files below one folder, whatever links stand in it: nothing leads out.

Where the system has handles of folders, each part of a path is opened from the handle of the one before and never
through a link; where a link is on the way, the path is resolved, checked and opened in the same way. So nobody can swap
a file for a link to elsewhere between a check and its use. On Windows another process could swap it in between.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath

import attrs

from underdraft.types.values import frozen

HANDLES = os.scandir in os.supports_fd and {os.open, os.stat, os.mkdir, os.rename, os.unlink} <= set(
    os.supports_dir_fd
)
"""Whether files can be opened from a folder's handle."""

_NO_LINK = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | _NO_LINK
_FILE = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | _NO_LINK
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | _NO_LINK
_LINK_INSTEAD = frozenset({errno.ELOOP, errno.ENOTDIR, errno.EMLINK})
"""Error codes of systems for a link, or a file, in the place of a folder."""


class NotUsable(OSError):
    """Something is there and must not be used; its text says why."""


@frozen
class _Found:
    """The target of a path; ``handle`` is its folder's, which must be closed, or ``None`` where ``name`` is the path."""

    handle: int | None
    name: str
    state: os.stat_result | None


@attrs.frozen(eq=False)
class ConfinedFolder:
    """The files below ``root``, by POSIX paths relative to it that hold no ``..``; errors are those of the system."""

    root: Path
    _real: str = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_real", os.path.realpath(self.root))

    def place(self, path: PurePosixPath) -> str:
        """Return where a path is, if no link is on the way: only to ask whether anything is there, or has changed."""
        return os.path.join(self._real, path)  # noqa: PTH118 - many times in each preview

    def state(self, path: PurePosixPath, *, follow: bool = True) -> os.stat_result | None:
        """Return the state of a path, or ``None`` when there is nothing; ``follow`` links that stay inside."""
        try:
            if follow:
                os.lstat(
                    self.place(path)
                )  # most of what is asked for is not there, and nothing need be opened
            with self._reach(path, follow=follow) as found:
                return found.state
        except (FileNotFoundError, NotADirectoryError):
            return None

    def read(self, path: PurePosixPath, most: int) -> tuple[bytes, os.stat_result]:
        """The content of a regular file of at most ``most`` bytes, and its state as it was opened."""
        with self._reach(path) as found:
            if found.state is None:
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
            check_regular(found.state, most)  # first: opening a device can have effects
            opened = os.open(found.name, _FILE, dir_fd=found.handle)
        with os.fdopen(opened, "rb") as stream:
            state = os.fstat(opened)
            check_regular(state, most)
            content = stream.read(most + 1)
        if len(content) > most:
            raise NotUsable(f"larger than {most} bytes")
        return content, state

    @contextmanager
    def entries(self, path: PurePosixPath) -> Iterator[Iterator[os.DirEntry[str]]]:
        """The entries of a folder, in no order."""
        with self._reach(path) as found:
            opened = None if found.handle is None else os.open(found.name, _FOLDER, dir_fd=found.handle)
        try:
            with os.scandir(found.name if opened is None else opened) as entries:
                yield entries
        finally:
            if opened is not None:
                os.close(opened)

    def write(
        self, path: PurePosixPath, parts: Iterable[bytes], *, make_folders: bool = False, mode: int = 0o666
    ) -> None:
        """Put a file in its place whole or not at all; what is there and no regular file, or a link, is refused.

        Args:
            path: Where.
            parts: The content; what it raises is raised on, and nothing is left of the new file.
            make_folders: Make the folders on the way.
            mode: Of a new file, less the process's umask; a file that is replaced hands its own on.
        """
        with self._reach(path, follow=False, make=make_folders) as found:
            if found.state is not None:
                check_regular(found.state)
            part = os.fspath(Path(found.name).with_name(f".underdraft-{secrets.token_hex(8)}.part"))
            opened = os.open(part, _NEW, mode, dir_fd=found.handle)
            try:
                with os.fdopen(opened, "wb") as stream:
                    if found.state is not None and os.chmod in os.supports_fd:
                        with suppress(OSError):  # some file systems keep no modes
                            os.chmod(opened, stat.S_IMODE(found.state.st_mode))  # noqa: PTH101 - by handle
                    stream.writelines(parts)
                    stream.flush()
                    os.fsync(opened)
                os.replace(part, found.name, src_dir_fd=found.handle, dst_dir_fd=found.handle)
            except BaseException:
                with suppress(OSError):
                    os.unlink(part, dir_fd=found.handle)
                raise
            if found.handle is not None:
                with suppress(OSError):  # the file is in its place; some file systems cannot do more
                    os.fsync(found.handle)

    def make(self, path: PurePosixPath) -> None:
        """Make a folder, and those on the way to it."""
        with self._reach(path / "_", make=True):
            pass

    @contextmanager
    def _reach(self, path: PurePosixPath, *, follow: bool = True, make: bool = False) -> Iterator[_Found]:
        if path.is_absolute() or ".." in path.parts:
            raise NotUsable("the path leads out of the project")
        try:
            found = self._open(path.parts if HANDLES else self._resolved(path, follow=follow), follow, make)
        except OSError as error:
            if not HANDLES or error.errno not in _LINK_INSTEAD:
                raise
            found = self._open(self._resolved(path, follow=follow), follow, make)
        try:
            yield found
        finally:
            if found.handle is not None:
                os.close(found.handle)

    def _resolved(self, path: PurePosixPath, *, follow: bool) -> tuple[str, ...]:
        """The parts of a path without links, of which one at its end may stay; what leads out is refused."""
        given = Path(self._real, path)
        real = Path(os.path.realpath(given)) if follow else Path(os.path.realpath(given.parent), given.name)
        if not real.is_relative_to(self._real):
            raise NotUsable("the link leads out of the project")
        return real.relative_to(self._real).parts

    def _open(self, parts: tuple[str, ...], follow: bool, make: bool) -> _Found:  # noqa: FBT001 - see _reach
        """Go from handle to handle, through no link; one at the end is an error too, if it is to be followed."""
        if not HANDLES:
            place = Path(self._real, *parts)
            if make:
                place.parent.mkdir(parents=True, exist_ok=True)
            return _Found(None, os.fspath(place), _state(None, os.fspath(place)))
        handle = os.open(self._real, _FOLDER)
        try:
            for name in parts[:-1]:
                handle, outer = _open_folder(handle, name, make=make), handle
                os.close(outer)
            name = parts[-1] if parts else "."
            state = _state(handle, name)
            if follow and state is not None and stat.S_ISLNK(state.st_mode):
                raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))  # noqa: TRY301 - the handle is closed
        except BaseException:
            os.close(handle)
            raise
        return _Found(handle, name, state)


def check_regular(state: os.stat_result, most: int | None = None) -> None:
    """Refuse what is no regular file, or larger than ``most`` bytes."""
    if not stat.S_ISREG(state.st_mode):
        raise NotUsable("not a regular file")
    if most is not None and state.st_size > most:
        raise NotUsable(f"larger than {most} bytes")


def _open_folder(handle: int, name: str, *, make: bool) -> int:
    """The handle of a folder in a folder; a link in its place is an error."""
    if make:
        with suppress(FileExistsError):
            os.mkdir(name, dir_fd=handle)
    return os.open(name, _FOLDER, dir_fd=handle)


def _state(handle: int | None, name: str) -> os.stat_result | None:
    try:
        return os.stat(name, dir_fd=handle, follow_symlinks=False)
    except FileNotFoundError:
        return None

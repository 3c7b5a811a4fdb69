"""Opens, lists and writes the files below one folder, whatever links stand in it: nothing leads out.

Where the system has handles of folders, each part of a path is opened from the handle of the one before and never
through a link; a link is read, and its target is walked in the same way. So nobody can swap a file for a link to
elsewhere between a check and its use. On Windows a path is resolved and checked first, and another process could
swap it in between.
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

HANDLES = os.scandir in os.supports_fd and {os.open, os.stat, os.mkdir, os.rename, os.unlink} <= set(
    os.supports_dir_fd
)
"""Whether files can be opened from a folder's handle."""

LINKS_MAXIMUM = 40
"""Maximum number of links on the way to one file, as of Linux."""

_NO_LINK = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | _NO_LINK
_FILE = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | _NO_LINK
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | _NO_LINK
_LINK_INSTEAD = frozenset({errno.ELOOP, errno.ENOTDIR, errno.EMLINK})
"""Error codes of systems for a link, or a file, in the place of a folder."""


class NotUsable(OSError):
    """Something is there and must not be used; its text says why."""


@attrs.frozen
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
            if found.handle is None:
                with os.scandir(found.name) as entries:
                    yield entries
                return
            opened = os.open(found.name, _FOLDER, dir_fd=found.handle)
        try:
            with os.scandir(opened) as entries:
                yield entries
        finally:
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
        find = self._walk if HANDLES else self._resolve
        found = find(path.parts, follow=follow, make=make)
        try:
            yield found
        finally:
            if found.handle is not None:
                os.close(found.handle)

    def _walk(self, parts: tuple[str, ...], *, follow: bool, make: bool) -> _Found:
        """Go from handle to handle; after a link begin anew with where it leads."""
        for _ in range(LINKS_MAXIMUM):
            handle, at = self._descend(parts[:-1], make=make)
            found = None
            try:
                name = parts[at] if parts else "."
                state = _state(handle, name)
                last = at >= len(parts) - 1
                if last and not (follow and state is not None and stat.S_ISLNK(state.st_mode)):
                    found = _Found(handle, name, state)
                    return found
                parts = (*self._inside(parts[:at], os.readlink(name, dir_fd=handle)), *parts[at + 1 :])
            finally:
                if found is None:
                    os.close(handle)
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))

    def _descend(self, folders: tuple[str, ...], *, make: bool) -> tuple[int, int]:
        """The handle of the last folder on the way before a link, and how many parts lead there."""
        handle = os.open(self._real, _FOLDER)
        try:
            for at, name in enumerate(folders):
                inner = _open_folder(handle, name, make=make)
                if inner is None:
                    return handle, at
                handle, outer = inner, handle
                os.close(outer)
        except BaseException:
            os.close(handle)
            raise
        return handle, len(folders)

    def _inside(self, before: tuple[str, ...], target: str) -> tuple[str, ...]:
        """The parts of a link's target below the root; ``before`` are those of the folder, which has no link in it."""
        if os.path.isabs(target):  # noqa: PTH117 - the rest of the module speaks of texts, too
            before, target = (), os.path.relpath(os.path.realpath(target), self._real)
        parts = list(before)
        for part in PurePosixPath(target).parts:
            if part != "..":
                parts.append(part)
            elif parts:
                parts.pop()
            else:
                raise NotUsable("the link leads out of the project")
        return tuple(parts)

    def _resolve(self, parts: tuple[str, ...], *, follow: bool, make: bool) -> _Found:
        """The way of a system without handles: resolve, then check."""
        given = Path(self._real, *parts)
        real = Path(os.path.realpath(given if follow else given.parent))
        place = real if follow else real / given.name
        if not place.is_relative_to(self._real):
            raise NotUsable("the link leads out of the project")
        if make:
            place.parent.mkdir(parents=True, exist_ok=True)
        return _Found(None, os.fspath(place), _state(None, os.fspath(place)))


def check_regular(state: os.stat_result, most: int | None = None) -> None:
    """Refuse what is no regular file, or larger than ``most`` bytes."""
    if not stat.S_ISREG(state.st_mode):
        raise NotUsable("not a regular file")
    if most is not None and state.st_size > most:
        raise NotUsable(f"larger than {most} bytes")


def _open_folder(handle: int, name: str, *, make: bool) -> int | None:
    """The handle of a folder in a folder; ``None`` where a link is in its place."""
    try:
        return os.open(name, _FOLDER, dir_fd=handle)
    except FileNotFoundError:
        if not make:
            raise
        with suppress(FileExistsError):
            os.mkdir(name, dir_fd=handle)
        return os.open(name, _FOLDER, dir_fd=handle)
    except OSError as error:
        if error.errno in _LINK_INSTEAD and _is_link(handle, name):
            return None
        raise


def _is_link(handle: int, name: str) -> bool:
    state = _state(handle, name)
    return state is not None and stat.S_ISLNK(state.st_mode)


def _state(handle: int | None, name: str) -> os.stat_result | None:
    try:
        return os.stat(name, dir_fd=handle, follow_symlinks=False)
    except FileNotFoundError:
        return None

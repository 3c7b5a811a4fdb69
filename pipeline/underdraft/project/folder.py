"""A folder of a project as packages have theirs, so that skills and templates of both are found in one way."""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath
from typing import IO, Any, Self

import attrs

from underdraft.project.confined import ConfinedFolder
from underdraft.types.files import FileSource
from underdraft.types.values import frozen

MAX_BYTES = 2_000_000
"""Largest skill or template that is read."""


@frozen
class ProjectFolder(Traversable):
    """A folder or file of a project, whether it is there or not."""

    path: PurePosixPath

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.path.name

    def joinpath(self, *descendants: str | os.PathLike[str]) -> Self:
        """Return the file or folder below."""
        return attrs.evolve(self, path=self.path.joinpath(*descendants))

    def open(self, mode: str = "r", *_: Any, **__: Any) -> IO[Any]:
        """The content in UTF-8, as text or bytes."""
        return io.BytesIO(self.read_bytes()) if "b" in mode else io.StringIO(self.read_text())

    def read_text(self, encoding: str | None = None) -> str:  # noqa: ARG002 - it is UTF-8
        """The content as text."""
        return self.read_bytes().decode()


@frozen
class DiskFolder(ProjectFolder):
    """One on the disk; what leads out of the project, or is no file, is :class:`NotUsable`."""

    below: ConfinedFolder

    def iterdir(self) -> Iterator[Traversable]:
        """List the files and folders directly inside."""
        with self.below.entries(self.path) as entries:
            return iter([self / entry.name for entry in entries])

    def is_dir(self) -> bool:
        """Whether it is a folder; where that cannot be seen, reading it will tell."""
        try:
            state = self.below.state(self.path)
        except OSError:
            return True
        return state is not None and stat.S_ISDIR(state.st_mode)

    def is_file(self) -> bool:
        """Whether it is a regular file."""
        state = self.below.state(self.path)
        return state is not None and stat.S_ISREG(state.st_mode)

    def read_bytes(self) -> bytes:
        """The content."""
        return self.below.read(self.path, MAX_BYTES)[0]


@frozen
class SourceFolder(ProjectFolder):
    """One of a source that an application writes."""

    source: FileSource

    def iterdir(self) -> Iterator[Traversable]:
        """List the files and folders directly inside."""
        prefix = f"{self.path}/"
        names = {
            path.removeprefix(prefix).partition("/")[0] for path, _ in self.source.stamps(str(self.path))
        }
        return (self / name for name in sorted(names))

    def is_dir(self) -> bool:
        """Whether there is something below."""
        return any(True for _ in self.source.stamps(str(self.path)))

    def is_file(self) -> bool:
        """Whether it is a file."""
        return self.source.read(str(self.path)) is not None

    def read_bytes(self) -> bytes:
        """The content; what has no form in UTF-8 cannot be decoded again."""
        text = self.source.read(str(self.path))
        if text is None:
            raise FileNotFoundError(self.name)
        return text.encode("utf-8", "surrogatepass")

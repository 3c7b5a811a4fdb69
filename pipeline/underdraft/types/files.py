"""A project's files as values, and who reads them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Annotated, Protocol, runtime_checkable

from underdraft.errors import SECRET_REDACTED, InvalidArgument
from underdraft.types.values import frozen


@frozen(kw_only=True)
class TextFile:
    """A file of the project as text."""

    path: Annotated[str, "Project-relative POSIX path."]
    text: Annotated[str, r"The content with `\n` newlines, without a byte order mark."]
    digest: Annotated[str, "SHA-256 of the text, lower-case hex."]
    redactions: Annotated[tuple[str, ...], "`line N: what` for each thing that looked like a secret."] = ()

    @property
    def warnings(self) -> tuple[str, ...]:
        """A warning for each thing that was taken out."""
        return tuple(f"{SECRET_REDACTED}: {self.path}: {found}" for found in self.redactions)


@frozen(kw_only=True)
class Listing:
    """One look at a folder."""

    files: Annotated[tuple[tuple[str, Hashable], ...], "Path and a stamp of the content; sorted."] = ()
    refused: Annotated[tuple[str, ...], "One sentence for each thing that cannot be used."] = ()
    passed_over: Annotated[
        tuple[str, ...], "Those of `refused` that are only names which cannot be shown."
    ] = ()


class ProjectFiles(Protocol):
    """Reads text files inside one project, and nothing outside."""

    def read(self, path: str) -> TextFile | None:
        """The file at a project-relative POSIX ``path``, or ``None`` when there is none.

        Raises:
            InvalidArgument: The path is absolute, holds ``..`` or leads out of the project through
                a link; the file is not UTF-8 or larger than the limit.
        """
        ...

    def list(self, folder: str, suffixes: tuple[str, ...] = (".md",)) -> Sequence[str]:
        """Project-relative paths of the files below ``folder``, in code point order."""
        ...

    def stamps(self, folder: str, suffixes: tuple[str, ...] = (".md",)) -> Listing:
        """The files below ``folder`` with their stamps; none is opened."""
        ...


def read_or_none(files: ProjectFiles, path: str) -> TextFile | None:
    """The file; ``None`` where there is none, or it is refused, which the folder's listing says."""
    try:
        return files.read(path)
    except InvalidArgument:
        return None


class FileSource(Protocol):
    """Where an application keeps a project's files, if not in a folder: a database, a cache, a mapping.

    It is asked at each run, from the event loop and from worker threads; an answer should take about a
    millisecond. Paths are project-relative POSIX paths, such as ``.underdraft/config.toml``.
    """

    def read(self, path: str) -> str | None:
        """The text of the file, or ``None`` when there is none."""
        ...

    def stamps(self, folder: str) -> Iterable[tuple[str, Hashable]]:
        """Every file below the folder with a stamp, which differs when the file has changed."""
        ...


@runtime_checkable
class WritableSource(FileSource, Protocol):
    """One that channels with a path may write into."""

    def write(self, path: str, text: str) -> None:
        """Write a file."""
        ...

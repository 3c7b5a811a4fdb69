"""A project's files as values, and who reads them."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Protocol

import attrs

from underdraft.errors import SECRET_REDACTED


@attrs.frozen(kw_only=True)
class TextFile:
    r"""A file of the project as text.

    Attributes:
        path: Project-relative POSIX path.
        text: The content with ``\n`` newlines, without a byte order mark.
        digest: SHA-256 of the text, lower-case hex.
        redactions: ``line N: what`` for each thing that looked like a secret and was taken out.
    """

    path: str
    text: str
    digest: str
    redactions: tuple[str, ...] = ()

    @property
    def warnings(self) -> tuple[str, ...]:
        """A warning for each thing that was taken out."""
        return tuple(f"{SECRET_REDACTED}: {self.path}: {found}" for found in self.redactions)


@attrs.frozen(kw_only=True)
class Listing:
    """One look at a folder.

    Attributes:
        files: ``(path, stamp)`` in code point order; a stamp changes when its file is written.
        refused: One sentence for each thing that is there and may not or cannot be used.
    """

    files: tuple[tuple[str, Hashable], ...] = ()
    refused: tuple[str, ...] = ()


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

"""What the stages and plugins need from the outside, as protocols: files, memory, the story graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import attrs

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from underdraft.injection import InjectionPreview, RecallResult

__all__ = ["KnowledgeReader", "MemoryReader", "ProjectFiles", "TextFile"]


@attrs.frozen(kw_only=True)
class TextFile:
    r"""A file of the project as text.

    Attributes:
        path: Project-relative POSIX path.
        text: The content with ``\n`` newlines, without a byte order mark.
        digest: SHA-256 of the text, lower-case hex.
    """

    path: str
    text: str
    digest: str


class ProjectFiles(Protocol):
    """Reads text files inside one project, and nothing outside."""

    def read(self, path: str) -> TextFile | None:
        """The file at a project-relative POSIX ``path``, or ``None`` when there is none.

        Raises:
            InvalidArgument: The path is absolute, holds ``..`` or leads out of the project through
                a link; the file is not UTF-8 or larger than the limit.
        """

    def list(self, folder: str, suffixes: tuple[str, ...] = (".md",)) -> Sequence[str]:
        """Project-relative paths of the files below ``folder``, in code point order."""


class MemoryReader(Protocol):
    """The writer's memories, as far as fetchers may see them; methods block, call them off the loop."""

    def preview_injection(
        self, project_id: str | None, document_id: str | None = None, query_text: str | None = None
    ) -> InjectionPreview:
        """The memories of the stable prefix; without ``query_text`` they depend on the store alone.

        Raises:
            StoreError: The store cannot be read.
        """

    def recall(
        self,
        project_id: str | None,
        query: str,
        *,
        limit: int | None = None,
        exclude_ids: Collection[str] = (),
        document_id: str | None = None,
    ) -> RecallResult:
        """Memories that fit ``query``: by meaning, else by words, and the result says which.

        Args:
            project_id: Its memories and the global ones are looked through.
            query: Anything that was typed; only its first 300 code points count.
            limit: Most items; ``None`` takes the setting ``memory.rag_top_n``.
            exclude_ids: Never in the result, such as what the prefix holds already.
            document_id: Memories bound to other documents are left out.

        Raises:
            StoreError: The store cannot be read.
        """


class KnowledgeReader(Protocol):
    """The story graph, as far as fetchers may see it."""


@attrs.frozen(kw_only=True)
class CandidateMemory:
    """A fact that an extractor proposes.

    Attributes:
        content: The statement.
        kind: ``"fact"`` goes to the atomic memories, ``"preference"`` to the profile.
        tags: Short words to find it by.
        evidence: The words in the turn that say so.
    """

    content: str
    kind: str = "fact"
    tags: tuple[str, ...] = ()
    evidence: str = ""


class Embedder(Protocol):
    """Turns texts into vectors.

    Attributes:
        name: Name and version: vectors of different names are never compared.
        dimensions: Length of a vector.
    """

    name: str
    dimensions: int

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """One vector of ``dimensions`` floats for each text, in order; called off the event loop."""

"""What the stages and plugins need from the outside, as protocols: files, memory, the story graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import attrs

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Mapping, Sequence

    from underdraft.injection import InjectionPreview, RecallResult
    from underdraft.knowledge.excerpts import Choice, Piece
    from underdraft.knowledge.story import StoryLine
    from underdraft.models import Message, RunFacts
    from underdraft.recollection import EpisodeRecall, SemanticRules, WorkingView
    from underdraft.sessions import Compact, SessionSummary

__all__ = [
    "AskModel",
    "CandidateFact",
    "ConversationReader",
    "EpisodeReader",
    "KnowledgeReader",
    "Listing",
    "MemoryReader",
    "ProjectFiles",
    "TextFile",
    "WorkingReader",
]


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


class MemoryReader(Protocol):
    """The writer's memories, as far as fetchers may see them; methods block, call them off the loop."""

    def preview_injection(
        self, project_id: str | None, document_id: str | None = None, query_text: str | None = None
    ) -> InjectionPreview:
        """The memories of the stable prefix; without ``query_text`` they depend on the store alone.

        Raises:
            StoreError: The store cannot be read.
        """
        ...

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
        ...


class ConversationReader(Protocol):
    """What sessions left behind, as far as fetchers may see it; methods block, call them off the loop."""

    def history(self, session_id: str, project_id: str | None, *, room_tokens: int = 0) -> Sequence[Message]:
        """The session's window: earlier turns exactly as they were sent, oldest first.

        Args:
            session_id: The session.
            project_id: The run's project.
            room_tokens: Most estimated tokens that they may take together; 0 for no limit.

        Raises:
            NotFound: The session belongs to another project.
            StoreError: The store cannot be read.
        """
        ...

    def profile(self) -> str:
        """The writer's profile as Markdown; empty while ``memory.enable_user_profile`` is off.

        Raises:
            StoreError: The store cannot be read.
        """
        ...

    def session_summaries(
        self, project_id: str | None, *, exclude_session: str | None = None
    ) -> Sequence[SessionSummary]:
        """The project's newest ones, at most ``memory.session_summary_limit``, newest first.

        Raises:
            StoreError: The store cannot be read.
        """
        ...

    def recent_compacts(self, project_id: str | None, limit: int) -> Sequence[Compact]:
        """The project's last ``limit`` runs as compacts, oldest first.

        Raises:
            StoreError: The store cannot be read.
        """
        ...


class AskModel(Protocol):
    """Asks the workspace's own model one question behind a run; blocks."""

    def __call__(self, *, system: str, text: str, schema: Mapping[str, object]) -> Mapping[str, object]:
        """The model's answer as a JSON object; whether it keeps to the schema is the caller's to check.

        Args:
            system: What to do.
            text: What to do it with; material, to be fenced by the caller.
            schema: A JSON schema of the answer, for models that can be held to one.

        Raises:
            ModelError: The model failed, or gave something else than a JSON object.
            Timeout: It took too long.
        """
        ...


class KnowledgeReader(Protocol):
    """The project's knowledge, as far as fetchers may see it; methods block, call them off the loop.

    What they give depends on the run's document and selection only through the names that are found
    there and the chapter, so that layer 3 stays the same while the writer stays in a scene.
    """

    def choice(self, facts: RunFacts, folder: str) -> tuple[Choice, tuple[str, ...]]:
        """Which files of a folder are given whole and which on one line, and warnings."""
        ...

    def sections(self, facts: RunFacts, path: str) -> tuple[Piece, ...]:
        """What of an outline concerns the run's chapter; nothing when there is no such file.

        Raises:
            InvalidArgument: The file cannot be used.
        """
        ...

    def story(self, facts: RunFacts) -> tuple[tuple[StoryLine, ...], int | None, tuple[str, ...]]:
        """What of the story graph concerns the scene, as of which chapter (``None``: all), and warnings."""
        ...


@attrs.frozen(kw_only=True)
class CandidateMemory:
    """A fact that an extractor proposes.

    Attributes:
        content: The statement.
        kind: ``"fact"`` goes to the atomic memories, ``"preference"`` to the profile.
        tags: Short words to find it by.
        evidence: The words in the turn that say so, literally; with them the engine checks that the
            writer said it.
        about: What it gives the one value of, e.g. ``"user.name"``: another ``value`` for the same thing
            is a contradiction. ``""`` for none. Things of the writer begin with ``user.`` and hold for
            all projects.
        value: That value.
    """

    content: str
    kind: str = "fact"
    tags: tuple[str, ...] = ()
    evidence: str = ""
    about: str = ""
    value: str = ""


@attrs.frozen(kw_only=True)
class CandidateFact:
    """A fact of the story that an extractor proposes; the writer confirms or rejects it.

    Attributes:
        kind: ``"entity"``, ``"relation"``, ``"event"`` or ``"state"``.
        fact: What a file in ``.underdraft/knowledge/`` would say, with ``ref`` as evidence.
    """

    kind: str
    fact: Mapping[str, object]


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
        ...


class EpisodeReader(Protocol):
    """Past runs, as far as fetchers may see them; methods block, call them off the loop."""

    def recall(
        self,
        project_id: str | None,
        *,
        scene_type: str | None = None,
        query: str = "",
        limit: int | None = None,
    ) -> EpisodeRecall:
        """Past runs that fit; when nothing can be read, built-in rules, and the answer says so.

        Args:
            project_id: Its runs alone; ``None`` for those without a project.
            scene_type: Only runs in this kind of scene.
            query: Text to be near to; its first 300 code points count.
            limit: Most items, kept within 3 to 5; ``None`` means 5.
        """
        ...

    def semantic_rules(self, project_id: str | None) -> SemanticRules:
        """What was distilled from past runs; it may be empty. It depends on the store alone."""
        ...


class WorkingReader(Protocol):
    """What is at hand in a session; methods read memory only."""

    def list(
        self, session_id: str, project_id: str | None = None, *, any_project: bool = True
    ) -> WorkingView:
        """The items in the order in which they were put; nothing for an unknown session."""
        ...

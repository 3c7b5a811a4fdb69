"""Facts about a run for its fetchers, and the readers through which they may ask for more."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Protocol

import attrs

from underdraft.types.episodes import EpisodeRecall, RewriteRecall, SemanticRules, WorkingView
from underdraft.types.files import ProjectFiles
from underdraft.types.knowledge import Choice, Piece, StoryLine
from underdraft.types.layers import Layer
from underdraft.types.memory import InjectionItem, InjectionPreview, RecallResult
from underdraft.types.prompt import Message
from underdraft.types.request import RunRequest
from underdraft.types.sessions import Compact, EarlierWords, SessionSummary
from underdraft.types.skill import ContextRules, Skill
from underdraft.types.values import frozen


class MemoryReader(Protocol):
    """The writer's memories, as far as fetchers may see them; a store that cannot be read is a ``StoreError``.

    Reading what the store holds takes about a millisecond; what has to be embedded first takes longer, and
    belongs off the loop (see :meth:`at_hand`).
    """

    def at_hand(self, query: str) -> bool:
        """Whether a recall by this query need not wait for an embedder."""
        ...

    def preview_injection(
        self,
        project_id: str | None,
        document_id: str | None = None,
        query_text: str | None = None,
        *,
        cap_tokens: int | None = None,
        excluded_limit: int | None = None,
    ) -> InjectionPreview:
        """Return the memories of the stable prefix; without ``query_text`` they depend on the store alone.

        ``excluded_limit`` is the maximum number of listed memories that the cap kept out, which may be thousands.
        """
        ...

    def injectable(
        self, ids: Collection[str], project_id: str | None, document_id: str | None = None
    ) -> Sequence[InjectionItem]:
        """Return the memories that layer 2 may show, whether its cap has room for them or not."""
        ...

    def recall(
        self,
        project_id: str | None,
        query: str,
        *,
        limit: int | None = None,
        exclude_ids: Collection[str] = (),
        document_id: str | None = None,
        passage: str = "",
    ) -> RecallResult:
        """Memories that fit ``query``: by meaning and words, else by words alone, and the result says which.

        There are none where nothing fits well enough.

        Args:
            project_id: Its memories and the global ones are looked through.
            query: Anything that was typed; only its first 300 code points count.
            limit: Most items; ``None`` takes the setting ``memory.rag_top_n``.
            exclude_ids: Never in the result, such as what the prefix holds already.
            document_id: Memories bound to other documents are left out.
            passage: Text whose names and rare words count, too; its first 1,700 code points or so.
        """
        ...


class ConversationReader(Protocol):
    """Stored sessions, as far as fetchers may see them; methods block, call them off the loop.

    A store that cannot be read is a ``StoreError``.
    """

    def history(self, inputs: RunInputs) -> Sequence[Message]:
        """The window of the run's session: earlier turns exactly as they were sent, oldest first.

        Together they take at most the inputs' ``room_tokens``. A session of another project is ``NotFound``.
        """
        ...

    def has_earlier(self, inputs: RunInputs) -> bool:
        """Whether the writer said something that stands nowhere in the :meth:`history`."""
        ...

    def earlier_words(self, inputs: RunInputs, *, most_tokens: int) -> Sequence[EarlierWords]:
        """Return the writer's earlier words that fit the query and stand nowhere in the :meth:`history`, oldest first.

        Together it takes at most ``most_tokens``, as estimated. What was asked and what was answered is not in it.
        """
        ...

    def window_block(self, inputs: RunInputs) -> int:
        """Return how many messages leave a full window at once; the inputs' ``auto_block`` is what the setting "auto" means."""
        ...

    def profile(self) -> str:
        """The writer's profile as Markdown; empty while ``memory.enable_user_profile`` is off."""
        ...

    def session_summaries(self, inputs: RunInputs) -> Sequence[SessionSummary]:
        """The project's newest ones but the run's own session's, at most ``memory.session_summary_limit``, newest first."""
        ...

    def recent_compacts(self, inputs: RunInputs, limit: int) -> Sequence[Compact]:
        """The project's last ``limit`` runs as compacts, oldest first; of a chat less what stands in its :meth:`history`."""
        ...


class KnowledgeReader(Protocol):
    """The project's knowledge, as far as fetchers may see it; methods block, call them off the loop.

    What they give depends on the run's document and selection only through the names that are found
    there and the chapter, so that layer 3 stays the same while the writer stays in a scene.
    """

    def at_hand(self, folder: str) -> bool:
        """Whether :meth:`choice` takes a moment: a small folder that was read before."""
        ...

    def choice(self, inputs: RunInputs, folder: str) -> tuple[Choice, tuple[str, ...]]:
        """Return which files of a folder are given whole and which on one line, and warnings."""
        ...

    def sections(self, inputs: RunInputs, path: str) -> tuple[Piece, ...]:
        """Return the parts of an outline about the run's chapter and its neighbours; nothing when there is no such file."""
        ...

    def story(self, inputs: RunInputs) -> tuple[tuple[StoryLine, ...], int | None, tuple[str, ...]]:
        """Return the story graph's lines about the scene, as of which chapter (``None``: all), and warnings."""
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
        """Past runs that fit; when nothing can be read, built-in rules, and the answer names the reason.

        Args:
            project_id: Its runs alone; ``None`` for those without a project.
            scene_type: Only runs in this kind of scene.
            query: Text to be near to; its first 300 code points count.
            limit: Most items, kept within 3 to 5; ``None`` means 5.
        """
        ...

    def rewrites(
        self, project_id: str | None, *, scene_type: str | None = None, query: str = "", limit: int = 1
    ) -> RewriteRecall:
        """Return the writer's rewrites of earlier replies, the nearest to the request first.

        Args:
            project_id: Its runs alone; ``None`` for those without a project.
            scene_type: Only runs in this kind of scene.
            query: Text to be near to; its first 300 code points count.
            limit: Most of them.

        Raises:
            StoreError: Nothing can be read.
        """
        ...

    def semantic_rules(self, project_id: str | None) -> SemanticRules:
        """Return the rules that were distilled from past runs; there may be none. They depend on the store alone."""
        ...


class WorkingReader(Protocol):
    """A session's working memory; methods read memory only."""

    def list(self, session_id: str) -> WorkingView:
        """The items in the order in which they were put; nothing for an unknown session."""
        ...


@frozen(kw_only=True)
class Project:
    """The project's table in ``config.toml``; every field that is set goes into layer 1."""

    id: str
    name: str
    language: str | None = None
    genre: str | None = None
    document_kind: str | None = None
    settings: Mapping[str, str] = attrs.field(factory=dict)


@frozen(kw_only=True)
class RunInputs:
    """All that a fetcher gets about the run."""

    request: Annotated[RunRequest, "The request, with `project_id` resolved (never :data:`OWN_PROJECT`)."]
    skill: Skill
    rules: ContextRules
    project: Annotated[Project | None, "The project, or `None` when the run has none."]
    locale: Annotated[str, 'The workspace\'s locale (`"zh"`, `"en"`).']
    query: Annotated[str, "What to recall by, at most 300 code points, maybe none; for layers 4 and 5 only."]
    files: Annotated[ProjectFiles, "Reads the project's files; refuses everything outside."]
    passage: Annotated[str, "What is worked on or before the cursor, 1,000 code points; as `query`."] = ""
    memory: Annotated[MemoryReader | None, "The writer's memories, or `None` when no store is open."] = None
    knowledge: KnowledgeReader | None = None
    episodes: Annotated[EpisodeReader | None, "How past runs went, or `None`."] = None
    working: Annotated[WorkingReader | None, "What is at hand in the session, or `None`."] = None
    scene: Annotated[SceneType | None, "Named by the caller or inferred; never for layers 0-3."] = None
    conversation: Annotated[ConversationReader | None, "Transcripts, summaries, the profile."] = None
    transcript: Annotated[
        tuple[Message, ...] | None, "Earlier turns of a chat client, in place of the session's window."
    ] = None
    apart: Annotated[bool, "As in :attr:`underdraft.types.model_call.ModelInput.apart`."] = False
    caps: Annotated[Mapping[Layer, int], "Most tokens of the layers' content."] = attrs.field(factory=dict)
    room_tokens: Annotated[int, "Most estimated tokens of earlier turns; 0 for no limit."] = 0
    auto_block: Annotated[int, "Messages that leave a full window at once, where it suits the cache."] = 0
    run_id: Annotated[str, "The id that the run's record will have; never put it into a chunk."] = ""
    pinned_ids: Annotated[
        frozenset[str], "Memories in the last run's layer 2, while a provider may have it cached."
    ] = frozenset()
    now: Annotated[str, "The run's start; never put it into layers 0-3."] = ""
    default_task: Annotated[str, "The template's words for a run without an instruction."] = ""

    @property
    def project_id(self) -> str | None:
        """The id of the run's project, or ``None``."""
        return self.project.id if self.project else None


@frozen(kw_only=True)
class SceneType:
    """A kind of scene."""

    type: Annotated[str, "One of :data:`SCENE_TYPES`, or the application's own word."]
    confidence: Annotated[float, "0 to 1; 1 for what the caller named."]
    given: Annotated[bool, "Whether the caller named it."] = False

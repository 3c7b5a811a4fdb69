"""Past runs and working memory, as far as a prompt sees them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import attrs

from underdraft.types.json_marks import HIDE
from underdraft.types.layers import LAYERS, Layer, View
from underdraft.types.memory import Degradation
from underdraft.types.signals import Signal

EPISODES_SOURCE = "memory:episodes"
"""The source of layer 4's episodes."""

WORKING_SOURCE = "memory:working"
"""The source of layer 5's working memory."""

SEMANTIC_SOURCE = "memory:semantic"
"""The source of layer 2's semantic rules."""

SEMANTIC_RULE_BUDGET = 200
"""Most semantic rules of a project; docs/contract.md, section 6."""


@attrs.frozen(kw_only=True)
class Episode:
    """A past run and what the writer made of it.

    Attributes:
        id: Unique; of a run it follows from project and run, so that a run is one episode.
        project_id: The project that alone may recall it; ``None`` for runs without one.
        scope: ``"project"``, or ``"global"`` without a project.
        version: 1 at first, one more with each change.
        chapter_id: The application's name for the document.
        scene_type: ``dialogue``, ``action`` ...
        scene_confidence: 0 to 1; 1 when the caller named the scene.
        skill_used: The skill's name.
        selected_index: The candidate that was taken, -1 for none, ``None`` before any reaction.
        candidate_count: How many there were.
        edit_distance: From the candidate to the kept text, 0 to 1, or ``None``.
        implicit_signal: What the reaction says.
        implicit_weight: How much, -1 to 1.
        importance: 0 to 1; worked out when it is recorded, unless ``importance_given``.
        importance_given: The caller set ``importance``: no recomputation changes it.
        recall_count: How often it was brought back.
        compressed: Its texts have been replaced by ``summary``.
        user_confirmed: Never evicted, never compressed.
        created_at: When it was recorded.
        updated_at: When it was last changed, recalls aside.
        last_recalled_at: When it was last brought back.
        accepted_at: When a candidate was taken, for the undo.
        undone_at: When the accept was taken back.
        run_id: The run; its record holds the full texts.
        session_id: The session.
        content: What it is recalled by.
        input_context: What was asked; at most 2,000 code points.
        final_text: What was kept; at most 2,000 code points.
        summary: What compression has left of both.
    """

    id: str
    project_id: str | None
    scene_type: str
    skill_used: str
    created_at: str
    scope: str = "project"
    version: int = 1
    chapter_id: str | None = None
    scene_confidence: float = 1.0
    selected_index: int | None = None
    candidate_count: int = 1
    edit_distance: float | None = None
    implicit_signal: str = Signal.NEUTRAL.value
    implicit_weight: float = 0.0
    importance: float = 0.0
    importance_given: bool = attrs.field(default=False, metadata=HIDE)
    recall_count: int = 0
    compressed: bool = False
    user_confirmed: bool = False
    updated_at: str = ""
    last_recalled_at: str | None = None
    accepted_at: str | None = None
    undone_at: str | None = None
    run_id: str | None = None
    session_id: str | None = None
    content: str = attrs.field(default="", metadata=HIDE)
    input_context: str | None = None
    final_text: str | None = None
    summary: Mapping[str, str | float] | None = None

    @property
    def asked(self) -> str:
        """What was asked, as far as it is still known."""
        return self.input_context or str((self.summary or {}).get("asked") or "")

    @property
    def kept(self) -> str:
        """What was kept, as far as it is still known."""
        return self.final_text or str((self.summary or {}).get("kept") or "")


@attrs.frozen(kw_only=True)
class ScorePart:
    """One part of a score: ``points`` = ``value`` (0 to 1) x ``weight``."""

    value: float
    weight: float
    points: float


@attrs.frozen(kw_only=True)
class RecalledEpisode:
    """A past run that fits the query.

    Attributes:
        episode: The run.
        score: 0 to 1, the sum of the parts' points.
        parts: ``semantic``, ``importance``, ``recency``.
    """

    episode: Episode
    score: float = 0.0
    parts: Mapping[str, ScorePart] = attrs.field(factory=dict)


@attrs.frozen(kw_only=True)
class EpisodeRecall:
    """The answer to a query.

    Attributes:
        items: 3 to 5, best first; fewer when there are no more.
        memory_degraded: Nothing could be read: ``fallback_rules`` take their place.
        fallback_rules: The built-in rules, empty unless degraded.
        mode: How nearness was found: ``"semantic"``, ``"lexical"`` or ``"none"``.
        diagnostics: Why it is less than semantic, or why it is degraded.
    """

    items: tuple[RecalledEpisode, ...] = ()
    memory_degraded: bool = False
    fallback_rules: tuple[str, ...] = ()
    mode: Literal["semantic", "lexical", "none"] = "none"
    diagnostics: Degradation | None = None


@attrs.frozen(kw_only=True)
class WorkingItem:
    """One thing at hand in a session.

    Attributes:
        id: Its id.
        project_id: The project.
        session_id: The session.
        kind: A word, e.g. ``"note"``, ``"preference"``.
        content: The text.
        token_count: Its tokens.
        importance: 0 to 1.
        focus: How near it is to what is being edited, 0 to 1.
        created_at: When it was put.
        updated_at: When it was last changed.
    """

    id: str
    project_id: str | None
    session_id: str
    kind: str
    content: str
    token_count: int
    importance: float
    focus: float
    created_at: str
    updated_at: str


@attrs.frozen(kw_only=True)
class WorkingView:
    """A session's working memory, in the order in which it was put, with its tokens."""

    items: tuple[WorkingItem, ...] = ()
    tokens: int = 0


@attrs.frozen(kw_only=True)
class SemanticRule:
    """A rule that was distilled from many episodes; nothing distils any yet."""

    id: str
    project_id: str | None
    text: str
    scope: str = "project"
    version: int = 1
    confidence: float = 0.0


@attrs.frozen(kw_only=True)
class SemanticRules:
    """The semantic layer as the settings view takes it; it may be empty.

    Attributes:
        rules: The rules, at most ``budget``.
        budget: Most rules.
        layer: Where they go.
    """

    rules: tuple[SemanticRule, ...] = ()
    budget: int = SEMANTIC_RULE_BUDGET
    layer: Layer = Layer.PROFILE

    @property
    def view(self) -> View:
        """The view that shows them."""
        return LAYERS[self.layer].view


@attrs.frozen(kw_only=True)
class MemoryLayers:
    """The three memories, each for the view that takes it.

    Attributes:
        immediate: Working memory, for layer 5.
        retrieved: Episodes, for layer 4.
        settings: Semantic rules, for layer 2.
    """

    immediate: WorkingView
    retrieved: EpisodeRecall
    settings: SemanticRules

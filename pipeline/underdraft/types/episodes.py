"""Past runs and working memory, as far as a prompt sees them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal

import attrs

from underdraft.types.json_marks import HIDE, INLINE, OMIT_NONE
from underdraft.types.layers import LAYERS, Layer, View
from underdraft.types.memory import Degradation
from underdraft.types.sessions import SCOPE
from underdraft.types.signals import Signal
from underdraft.types.values import frozen

if TYPE_CHECKING:
    from underdraft.text.rewritten import Rewritten

EPISODES_SOURCE = "memory:episodes"
"""The source of layer 4's episodes."""

SEMANTIC_RULE_BUDGET = 200
"""Maximum number of semantic rules of a project; docs/contract.md, section 6."""


@frozen(kw_only=True)
class Episode:
    """A past run and what the writer made of it."""

    id: Annotated[str, "Unique; of a run it follows from project and run, so that a run is one episode."]
    project_id: Annotated[str | None, "The project that alone may recall it; `None` for runs without one."]
    scene_type: Annotated[str, "`dialogue`, `action` ..."]
    skill_used: Annotated[str, "The skill's name."]
    created_at: Annotated[str, "When it was recorded."]
    scope: Annotated[str, '`"project"`, or `"global"` without a project.'] = "project"
    version: Annotated[int, "1 at first, one more with each change."] = 1
    chapter_id: Annotated[str | None, "The application's name for the document."] = None
    scene_confidence: Annotated[float, "0 to 1; 1 when the caller named the scene."] = 1.0
    selected_index: Annotated[int | None, "The candidate taken; -1: none; `None`: no reaction yet."] = None
    candidate_count: Annotated[int, "How many there were."] = 1
    edit_distance: Annotated[float | None, "From the candidate to the kept text, 0 to 1, or `None`."] = None
    implicit_signal: Annotated[str, "What the reaction says."] = Signal.NEUTRAL.value
    implicit_weight: Annotated[float, "How much, -1 to 1."] = 0.0
    importance: Annotated[float, "0 to 1; worked out when it is recorded, unless `importance_given`."] = 0.0
    importance_given: Annotated[bool, "By the caller: no recomputation changes it."] = attrs.field(
        default=False, metadata=HIDE
    )
    recall_count: Annotated[int, "How often it was brought back."] = 0
    compressed: Annotated[bool, "Its texts have been replaced by `summary`."] = False
    user_confirmed: Annotated[bool, "Never evicted, never compressed."] = False
    updated_at: Annotated[str, "When it was last changed, recalls aside."] = ""
    last_recalled_at: Annotated[str | None, "When it was last brought back."] = None
    accepted_at: Annotated[str | None, "When a candidate was taken, for the undo."] = None
    undone_at: Annotated[str | None, "When the accept was taken back."] = None
    run_id: Annotated[str | None, "The run; its record holds the full texts."] = None
    session_id: str | None = None
    content: Annotated[str, "What it is recalled by."] = attrs.field(default="", metadata=HIDE)
    input_context: Annotated[str | None, "What was asked; at most 2,000 code points."] = None
    final_text: Annotated[str | None, "What was kept; at most 2,000 code points."] = None
    summary: Annotated[Mapping[str, str] | None, "What compression has left of both."] = None

    @property
    def asked(self) -> str:
        """The request, in full or, where only that is left, from the summary."""
        return self.input_context or str((self.summary or {}).get("asked") or "")

    @property
    def kept(self) -> str:
        """The text that the writer kept, in full or, where only that is left, from the summary."""
        return self.final_text or str((self.summary or {}).get("kept") or "")


@frozen(kw_only=True)
class ScorePart:
    """One part of a score: ``points`` = ``value`` (0 to 1) x ``weight``."""

    value: float
    weight: float
    points: float


@frozen(kw_only=True)
class RecalledEpisode:
    """A past run that fits the query."""

    episode: Episode = INLINE
    score: Annotated[float, "0 to 1, the sum of the parts' points."] = 0.0
    parts: Annotated[Mapping[str, ScorePart], "By name: semantic, importance, recency."] = attrs.field(
        factory=dict
    )


@frozen(kw_only=True)
class EpisodeRecall:
    """The answer to a query."""

    items: Annotated[tuple[RecalledEpisode, ...], "3 to 5, best first; fewer when there are no more."] = ()
    memory_degraded: Annotated[bool, "Nothing could be read: `fallback_rules` take their place."] = False
    fallback_rules: Annotated[tuple[str, ...], "The built-in rules, empty unless degraded."] = ()
    mode: Annotated[Literal["semantic", "lexical", "none"], "How nearness was found."] = "none"
    diagnostics: Annotated[Degradation | None, "Why it is less than semantic, or why it is degraded."] = (
        OMIT_NONE
    )


@frozen(kw_only=True)
class Rewrite:
    """A reply that the writer kept in other words."""

    run_id: Annotated[str, "The run."]
    scene_type: Annotated[str, "The kind of scene."]
    before: Annotated[str, "What the model wrote."]
    after: Annotated[str, "What the writer made of it; at most 2,000 code points."]
    near: Annotated[float, "How near it is to what is asked now, 0 to 1."] = 0.0

    @property
    def passages(self) -> list[Rewritten]:
        """The sentences that differ."""
        from underdraft.text.rewritten import rewritten  # late: most prompts hold none

        return rewritten(self.before, self.after)


@frozen(kw_only=True)
class RewriteRecall:
    """The answer to who asks for rewrites."""

    items: Annotated[tuple[Rewrite, ...], "The nearest first."] = ()
    mode: Annotated[Literal["semantic", "lexical", "none"], "How nearness was found."] = "none"
    diagnostics: Annotated[Degradation | None, "Why it is less than semantic."] = None


@frozen(kw_only=True)
class WorkingItem:
    """One thing at hand in a session."""

    id: str
    project_id: str | None
    scope: str = SCOPE
    version: int = 1
    session_id: str
    kind: Annotated[str, 'A word, e.g. `"note"`, `"preference"`.']
    content: str
    token_count: int
    importance: Annotated[float, "0 to 1."]
    focus: Annotated[float, "How near it is to what is being edited, 0 to 1."]
    created_at: Annotated[str, "When it was put."]
    updated_at: Annotated[str, "When it was last changed."]


@frozen(kw_only=True)
class WorkingView:
    """A session's working memory, in the order in which it was put, with its tokens."""

    items: tuple[WorkingItem, ...] = ()
    tokens: int = 0


@frozen(kw_only=True)
class SemanticRule:
    """A rule that was distilled from many episodes, and that the writer confirmed."""

    id: Annotated[str, "It follows from project, scene and what is preferred."]
    text: Annotated[str, "The rule, in a line."]
    support: Annotated[int, "How many runs speak for it."] = 0
    against: Annotated[int, "How many speak against it."] = 0
    run_id: Annotated[str | None, "The last run that speaks for it."] = None


@frozen(kw_only=True)
class SemanticRules:
    """The semantic layer as the settings view takes it; it may be empty."""

    rules: Annotated[tuple[SemanticRule, ...], "The rules, at most `budget`."] = ()
    budget: Annotated[int, "Most rules."] = SEMANTIC_RULE_BUDGET
    layer: Annotated[Layer, "Where they go."] = Layer.PROFILE

    @property
    def view(self) -> View:
        """The view that shows them."""
        return LAYERS[self.layer].view

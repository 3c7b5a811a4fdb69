"""The six layers of a prompt, as data: what each holds, how often it changes, what a fault means."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Annotated

from underdraft.types.knowledge import CARD_FOLDERS
from underdraft.types.values import frozen


class Layer(enum.IntEnum):
    """A layer's number is its place in the prompt, 0 to 5."""

    SYSTEM = 0
    SESSION = 1
    PROFILE = 2
    PROJECT = 3
    RECENT = 4
    CURRENT = 5

    @property
    def stable(self) -> bool:
        """Whether the layer belongs to the byte-stable prefix."""
        return self <= Layer.PROJECT

    @property
    def view(self) -> View:
        """The view that shows this layer to people."""
        return LAYERS[self].view


class View(enum.StrEnum):
    """The four views: a projection of the layers for people."""

    RULES = "rules"
    SETTINGS = "settings"
    RETRIEVED = "retrieved"
    IMMEDIATE = "immediate"


@frozen(kw_only=True)
class LayerDefinition:
    """The fixed properties of a layer."""

    layer: Layer
    view: Annotated[View, "The view that shows it."]
    cap_tokens: Annotated[int, "Least cap: tokens of the layer's content on a small model."]
    cap_percent: Annotated[int, "Share of the budget that is its cap on a larger one; 0: none."] = 0
    trimmed: Annotated[bool, "Whether the cap cuts content; layer 0 gets a warning instead."] = True
    source: Annotated[str, "Where the content comes from."]
    changes: Annotated[str, "How often the bytes change."]
    serialisation: Annotated[str, "How the content is put into bytes."] = (
        "fenced chunks, ordered by priority, plugin and position; UTF-8, \\n"
    )
    on_missing: Annotated[str, "Where nothing is found."] = "the section's fixed placeholder line"
    on_timeout: Annotated[str, "When a fetcher fails or is too slow."] = (
        "warning FETCHER_TIMEOUT or FETCHER_FAILED, the placeholder, the run goes on"
    )
    on_cancel: Annotated[str, "When the run is cancelled meanwhile."] = (
        "CANCELED; fetchers are stopped, nothing is recorded"
    )

    def cap_for(self, budget_tokens: int, *, percent: int | None = None) -> int:
        """Return the cap of the layer's content in a budget, in tokens, by its own share of the budget or by ``percent``."""
        share = (self.cap_percent if percent is None else percent) * budget_tokens
        share = share // 100 // CAP_STEP * CAP_STEP
        return max(self.cap_tokens, min(share, CAP_FACTOR * self.cap_tokens))


CAP_STEP = 100
"""Tokens to a multiple of which a share of the budget is rounded down (docs/contract.md, section 1)."""
CAP_FACTOR = 10
"""How many times its least cap a layer may hold at most (docs/contract.md, section 1)."""

LAYERS: dict[Layer, LayerDefinition] = {
    d.layer: d
    for d in (
        LayerDefinition(
            layer=Layer.SYSTEM,
            view=View.RULES,
            cap_tokens=1500,
            trimmed=False,
            source="the template's role and constraints; .underdraft/rules/*.md",
            changes="when a rule file or the template changes",
            on_timeout="CONTEXT_LAYER_FAILED: a writer's hard constraints are never dropped silently",
        ),
        LayerDefinition(
            layer=Layer.SESSION,
            view=View.SETTINGS,
            cap_tokens=400,
            source="config.toml: project name, language, genre, document kind",
            changes="when the project's settings change; never a time, an id of a run or a cursor",
        ),
        LayerDefinition(
            layer=Layer.PROFILE,
            view=View.SETTINGS,
            cap_tokens=600,
            cap_percent=2,
            source="the user's profile document; injected preference memories",
            changes="when a memory or the profile is written",
        ),
        LayerDefinition(
            layer=Layer.PROJECT,
            view=View.SETTINGS,
            cap_tokens=1200,
            cap_percent=8,
            source=f".underdraft/: style guide, {', '.join(f.name for f in CARD_FOLDERS)}, outline, knowledge",
            changes="when a file changes, or the set of names found in the scene",
        ),
        LayerDefinition(
            layer=Layer.RECENT,
            view=View.RETRIEVED,
            cap_tokens=800,
            cap_percent=4,
            source="episodes, query-dependent memories, session summaries, compact run history",
            changes="with every query",
        ),
        LayerDefinition(
            layer=Layer.CURRENT,
            view=View.IMMEDIATE,
            cap_tokens=3000,
            cap_percent=10,
            source="working memory, capability lines, surrounding text, selection, the task",
            changes="with every run",
            on_timeout="the task: CONTEXT_LAYER_FAILED; others: a warning, and the run goes on",
        ),
    )
}
"""The definition of each layer, in prompt order."""


def caps_for(budget_tokens: int, own: Mapping[Layer, int | str] | None = None) -> dict[Layer, int]:
    """The caps of all layers in a budget: the model's window less the output reserve.

    ``own`` are caps that a project or a skill sets: tokens, or a share of the budget (``"13%"``) in place of the layer's.
    """
    caps = {layer: definition.cap_for(budget_tokens) for layer, definition in LAYERS.items()}
    for layer, cap in (own or {}).items():
        percent = int(cap.removesuffix("%")) if isinstance(cap, str) else None
        caps[layer] = LAYERS[layer].cap_for(budget_tokens, percent=percent) if percent else int(cap)
    return caps


STABLE_LAYERS = tuple(layer for layer in Layer if layer.stable)
"""Layers 0 to 3, whose rendering is the stable prefix."""

WARNING_PERCENT = 87
"""From this share of the budget on, a warning is given (docs/contract.md, section 1)."""
FORCE_TRIM_PERCENT = 95
"""Above this share of the budget, layers 4 and 5 are trimmed down to it (docs/contract.md, section 1)."""
RULES_PERCENT = 15
"""A layer 0 above this share of the budget gets a warning (docs/contract.md, section 1)."""

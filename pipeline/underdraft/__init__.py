"""Fixed layers, a byte-stable prefix and visible memory for AI-writing applications.

The names here are what most programs and plugins need. What fetchers read through their readers is
in :mod:`underdraft.types`, warning codes in :mod:`underdraft.errors`, the plugin author's kit in
:mod:`underdraft.testing`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from underdraft.boundary.channel import Channel, channel
    from underdraft.errors import (
        Canceled,
        CapacityExceeded,
        Conflict,
        ContextOverflow,
        EpisodeWriteFailed,
        InvalidArgument,
        LayerFailed,
        ModelError,
        NotFound,
        StoreError,
        Timeout,
        Unauthorized,
        UnderdraftError,
    )
    from underdraft.hookspecs import hookimpl
    from underdraft.pool import WorkspacePool
    from underdraft.project.frontmatter import without_frontmatter
    from underdraft.text.quotes import own_lines, quoted_spans
    from underdraft.text.strings import strings
    from underdraft.text.surrounding import surrounding
    from underdraft.text.tokens import estimate
    from underdraft.types.chunk import Chunk, Part, Ref
    from underdraft.types.facts import Project, RunFacts
    from underdraft.types.feedback import FeedbackEvent, PreferenceSignal, PreferenceWriter
    from underdraft.types.fetcher import Fetched, Fetcher
    from underdraft.types.files import TextFile
    from underdraft.types.knowledge import CandidateFact
    from underdraft.types.layers import LAYERS, Layer
    from underdraft.types.memory import CandidateMemory
    from underdraft.types.model_call import (
        AskModel,
        CachePlan,
        Embedder,
        Model,
        ModelCall,
        Reply,
        TextDelta,
        ToolCall,
        ToolSpec,
        Usage,
    )
    from underdraft.types.observation import Observation
    from underdraft.types.prompt import Excluded, Injected, Message, Trim
    from underdraft.types.request import OWN_PROJECT, RunRequest, Selection
    from underdraft.types.run import Preview, RunFinished, RunRecord, RunStarted, Turn
    from underdraft.types.skill import ContextRules, RuleField, Skill
    from underdraft.workspace import Workspace

__version__ = "0.1.0"

__all__ = [
    "LAYERS",
    "OWN_PROJECT",
    "AskModel",
    "CachePlan",
    "Canceled",
    "CandidateFact",
    "CandidateMemory",
    "CapacityExceeded",
    "Channel",
    "Chunk",
    "Conflict",
    "ContextOverflow",
    "ContextRules",
    "Embedder",
    "EpisodeWriteFailed",
    "Excluded",
    "FeedbackEvent",
    "Fetched",
    "Fetcher",
    "Injected",
    "InvalidArgument",
    "Layer",
    "LayerFailed",
    "Message",
    "Model",
    "ModelCall",
    "ModelError",
    "NotFound",
    "Observation",
    "Part",
    "PreferenceSignal",
    "PreferenceWriter",
    "Preview",
    "Project",
    "Ref",
    "Reply",
    "RuleField",
    "RunFacts",
    "RunFinished",
    "RunRecord",
    "RunRequest",
    "RunStarted",
    "Selection",
    "Skill",
    "StoreError",
    "TextDelta",
    "TextFile",
    "Timeout",
    "ToolCall",
    "ToolSpec",
    "Trim",
    "Turn",
    "Unauthorized",
    "UnderdraftError",
    "Usage",
    "Workspace",
    "WorkspacePool",
    "channel",
    "estimate",
    "hookimpl",
    "own_lines",
    "quoted_spans",
    "strings",
    "surrounding",
    "without_frontmatter",
]

_HOMES = {
    "underdraft.boundary.channel": ("Channel", "channel"),
    "underdraft.errors": (
        "Canceled",
        "CapacityExceeded",
        "Conflict",
        "ContextOverflow",
        "EpisodeWriteFailed",
        "InvalidArgument",
        "LayerFailed",
        "ModelError",
        "NotFound",
        "StoreError",
        "Timeout",
        "Unauthorized",
        "UnderdraftError",
    ),
    "underdraft.hookspecs": ("hookimpl",),
    "underdraft.pool": ("WorkspacePool",),
    "underdraft.project.frontmatter": ("without_frontmatter",),
    "underdraft.text.quotes": ("own_lines", "quoted_spans"),
    "underdraft.text.strings": ("strings",),
    "underdraft.text.surrounding": ("surrounding",),
    "underdraft.text.tokens": ("estimate",),
    "underdraft.types.chunk": ("Chunk", "Part", "Ref"),
    "underdraft.types.facts": ("Project", "RunFacts"),
    "underdraft.types.feedback": ("FeedbackEvent", "PreferenceSignal", "PreferenceWriter"),
    "underdraft.types.fetcher": ("Fetched", "Fetcher"),
    "underdraft.types.files": ("TextFile",),
    "underdraft.types.knowledge": ("CandidateFact",),
    "underdraft.types.layers": ("LAYERS", "Layer"),
    "underdraft.types.memory": ("CandidateMemory",),
    "underdraft.types.model_call": (
        "AskModel",
        "CachePlan",
        "Embedder",
        "Model",
        "ModelCall",
        "Reply",
        "TextDelta",
        "ToolCall",
        "ToolSpec",
        "Usage",
    ),
    "underdraft.types.observation": ("Observation",),
    "underdraft.types.prompt": ("Excluded", "Injected", "Message", "Trim"),
    "underdraft.types.request": ("OWN_PROJECT", "RunRequest", "Selection"),
    "underdraft.types.run": ("Preview", "RunFinished", "RunRecord", "RunStarted", "Turn"),
    "underdraft.types.skill": ("ContextRules", "RuleField", "Skill"),
    "underdraft.workspace": ("Workspace",),
}
"""Where each name is; it is imported when it is first asked for, so that ``import underdraft`` costs next to
nothing. The imports above say the same to type checkers."""


def __getattr__(name: str) -> object:
    """A public name, or a module of this package."""
    for home, names in _HOMES.items():
        if name in names:
            value: object = getattr(importlib.import_module(home), name)
            globals()[name] = value
            return value
    try:
        return importlib.import_module(f"underdraft.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"underdraft.{name}":
            raise
    raise AttributeError(f"module 'underdraft' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

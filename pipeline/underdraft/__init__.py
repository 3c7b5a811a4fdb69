"""Fixed layers, a byte-stable prefix and visible memory for AI-writing applications."""

from underdraft.calls import (
    CachePlan,
    FeedbackEvent,
    Model,
    ModelCall,
    Preview,
    Reply,
    RunFinished,
    RunRecord,
    RunStarted,
    TextDelta,
    ToolCall,
    ToolSpec,
    Turn,
)
from underdraft.envelope import Channel
from underdraft.errors import *  # noqa: F403
from underdraft.errors import __all__ as _errors
from underdraft.hookspecs import hookimpl
from underdraft.layers import LAYERS, Layer
from underdraft.models import *  # noqa: F403
from underdraft.models import __all__ as _models
from underdraft.ports import CandidateMemory, Embedder, TextFile
from underdraft.surrounding import surrounding
from underdraft.text import without_frontmatter
from underdraft.tokens import estimate
from underdraft.workspace import Workspace

__version__ = "0.1.0"

__all__ = [  # noqa: PLE0604
    *_errors,
    *_models,
    "LAYERS",
    "CachePlan",
    "CandidateMemory",
    "Channel",
    "Embedder",
    "FeedbackEvent",
    "Layer",
    "Model",
    "ModelCall",
    "Preview",
    "Reply",
    "RunFinished",
    "RunRecord",
    "RunStarted",
    "TextDelta",
    "TextFile",
    "ToolCall",
    "ToolSpec",
    "Turn",
    "Workspace",
    "estimate",
    "hookimpl",
    "surrounding",
    "without_frontmatter",
]

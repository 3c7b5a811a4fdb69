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
from underdraft.edits.observation import Observation
from underdraft.envelope import Channel
from underdraft.errors import *  # noqa: F403
from underdraft.errors import __all__ as _errors
from underdraft.hookspecs import hookimpl
from underdraft.injection import *  # noqa: F403
from underdraft.injection import __all__ as _injection
from underdraft.layers import LAYERS, Layer
from underdraft.learning import EVIDENCE_AXIS, PreferenceSignal, PreferenceWriter
from underdraft.models import *  # noqa: F403
from underdraft.models import __all__ as _models
from underdraft.ports import (
    AskModel,
    CandidateFact,
    CandidateMemory,
    ConversationReader,
    Embedder,
    EpisodeReader,
    MemoryReader,
    TextFile,
    WorkingReader,
)
from underdraft.quotes import own_lines, quoted_spans
from underdraft.recollection import *  # noqa: F403
from underdraft.recollection import __all__ as _recollection
from underdraft.sessions import *  # noqa: F403
from underdraft.sessions import __all__ as _sessions
from underdraft.surroundings import surrounding
from underdraft.text import without_frontmatter
from underdraft.tokens import estimate
from underdraft.workspace import Workspace

__version__ = "0.1.0"

__all__ = [  # noqa: PLE0604
    *_errors,
    *_injection,
    *_models,
    *_recollection,
    *_sessions,
    "EVIDENCE_AXIS",
    "LAYERS",
    "AskModel",
    "CachePlan",
    "CandidateFact",
    "CandidateMemory",
    "Channel",
    "ConversationReader",
    "Embedder",
    "EpisodeReader",
    "FeedbackEvent",
    "Layer",
    "MemoryReader",
    "Model",
    "ModelCall",
    "Observation",
    "PreferenceSignal",
    "PreferenceWriter",
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
    "WorkingReader",
    "Workspace",
    "estimate",
    "hookimpl",
    "own_lines",
    "quoted_spans",
    "surrounding",
    "without_frontmatter",
]

"""Builds the prompts of AI writing applications: cheap to repeat, visible, and learned from the writer's edits.

The names here are what most programs and plugins need. What fetchers read through their readers is
in :mod:`underdraft.types`, warning codes in :mod:`underdraft.errors`, the plugin author's kit in
:mod:`underdraft.testing`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from underdraft.boundary.channel import Channel as Channel
    from underdraft.boundary.channel import channel as channel
    from underdraft.cache.own_messages import StablePrefix as StablePrefix
    from underdraft.cache.own_messages import prefix as prefix
    from underdraft.errors import Canceled as Canceled
    from underdraft.errors import CapacityExceeded as CapacityExceeded
    from underdraft.errors import Conflict as Conflict
    from underdraft.errors import ContextOverflow as ContextOverflow
    from underdraft.errors import EpisodeWriteFailed as EpisodeWriteFailed
    from underdraft.errors import InvalidArgument as InvalidArgument
    from underdraft.errors import LayerFailed as LayerFailed
    from underdraft.errors import ModelError as ModelError
    from underdraft.errors import NotFound as NotFound
    from underdraft.errors import StoreError as StoreError
    from underdraft.errors import Timeout as Timeout
    from underdraft.errors import Unauthorized as Unauthorized
    from underdraft.errors import UnderdraftError as UnderdraftError
    from underdraft.hookspecs import hookimpl as hookimpl
    from underdraft.project.frontmatter import without_frontmatter as without_frontmatter
    from underdraft.service.memory_only import Memory as Memory
    from underdraft.service.pool import WorkspacePool as WorkspacePool
    from underdraft.text.language import HAN as HAN
    from underdraft.text.language import language_in as language_in
    from underdraft.text.language import numbers_in as numbers_in
    from underdraft.text.language import word_alternatives as word_alternatives
    from underdraft.text.language import word_list as word_list
    from underdraft.text.language import word_pattern as word_pattern
    from underdraft.text.language import word_tables as word_tables
    from underdraft.text.material import own_parts as own_parts
    from underdraft.text.material import own_sheet as own_sheet
    from underdraft.text.material import own_words as own_words
    from underdraft.text.material import text_weight as text_weight
    from underdraft.text.strings import strings as strings
    from underdraft.text.surrounding import surrounding as surrounding
    from underdraft.text.tokens import estimate as estimate
    from underdraft.text.user_cache import user_cached as user_cached
    from underdraft.types.chunk import Chunk as Chunk
    from underdraft.types.chunk import Part as Part
    from underdraft.types.chunk import Ref as Ref
    from underdraft.types.feedback import FeedbackEvent as FeedbackEvent
    from underdraft.types.feedback import PreferenceSignal as PreferenceSignal
    from underdraft.types.feedback import PreferenceWriter as PreferenceWriter
    from underdraft.types.fetcher import Fetched as Fetched
    from underdraft.types.fetcher import Fetcher as Fetcher
    from underdraft.types.files import TextFile as TextFile
    from underdraft.types.imports import ImportedText as ImportedText
    from underdraft.types.imports import ImportPlan as ImportPlan
    from underdraft.types.imports import ImportSource as ImportSource
    from underdraft.types.knowledge import ToldBeside as ToldBeside
    from underdraft.types.layers import LAYERS as LAYERS
    from underdraft.types.layers import Layer as Layer
    from underdraft.types.memory import CandidateMemory as CandidateMemory
    from underdraft.types.model_call import AskModel as AskModel
    from underdraft.types.model_call import CachePlan as CachePlan
    from underdraft.types.model_call import Embedder as Embedder
    from underdraft.types.model_call import Model as Model
    from underdraft.types.model_call import ModelCall as ModelCall
    from underdraft.types.model_call import NamedTool as NamedTool
    from underdraft.types.model_call import Reply as Reply
    from underdraft.types.model_call import TextDelta as TextDelta
    from underdraft.types.model_call import ToolCall as ToolCall
    from underdraft.types.model_call import ToolSpec as ToolSpec
    from underdraft.types.model_call import Usage as Usage
    from underdraft.types.observation import Observation as Observation
    from underdraft.types.prompt import Excluded as Excluded
    from underdraft.types.prompt import Injected as Injected
    from underdraft.types.prompt import Message as Message
    from underdraft.types.prompt import Trim as Trim
    from underdraft.types.request import OWN_PROJECT as OWN_PROJECT
    from underdraft.types.request import RunRequest as RunRequest
    from underdraft.types.request import Selection as Selection
    from underdraft.types.run import Preview as Preview
    from underdraft.types.run import RunFinished as RunFinished
    from underdraft.types.run import RunRecord as RunRecord
    from underdraft.types.run import RunStarted as RunStarted
    from underdraft.types.run import Turn as Turn
    from underdraft.types.run_inputs import Project as Project
    from underdraft.types.run_inputs import RunInputs as RunInputs
    from underdraft.types.skill import ContextRules as ContextRules
    from underdraft.types.skill import RuleField as RuleField
    from underdraft.types.skill import Skill as Skill
    from underdraft.workspace import Workspace as Workspace

__version__ = "0.2.0"

_HOMES = {
    "underdraft.boundary.channel": "Channel channel",
    "underdraft.cache.own_messages": "StablePrefix prefix",
    "underdraft.errors": (
        "Canceled CapacityExceeded Conflict ContextOverflow EpisodeWriteFailed InvalidArgument LayerFailed "
        "ModelError NotFound StoreError Timeout Unauthorized UnderdraftError"
    ),
    "underdraft.hookspecs": "hookimpl",
    "underdraft.service.memory_only": "Memory",
    "underdraft.service.pool": "WorkspacePool",
    "underdraft.project.frontmatter": "without_frontmatter",
    "underdraft.text.language": "HAN language_in numbers_in word_alternatives word_list word_pattern word_tables",
    "underdraft.text.material": "own_parts own_sheet own_words text_weight",
    "underdraft.text.strings": "strings",
    "underdraft.text.surrounding": "surrounding",
    "underdraft.text.tokens": "estimate",
    "underdraft.text.user_cache": "user_cached",
    "underdraft.types.chunk": "Chunk Part Ref",
    "underdraft.types.run_inputs": "Project RunInputs",
    "underdraft.types.feedback": "FeedbackEvent PreferenceSignal PreferenceWriter",
    "underdraft.types.fetcher": "Fetched Fetcher",
    "underdraft.types.files": "TextFile",
    "underdraft.types.imports": "ImportedText ImportPlan ImportSource",
    "underdraft.types.knowledge": "ToldBeside",
    "underdraft.types.layers": "LAYERS Layer",
    "underdraft.types.memory": "CandidateMemory",
    "underdraft.types.model_call": "AskModel CachePlan Embedder Model ModelCall NamedTool Reply TextDelta ToolCall ToolSpec Usage",
    "underdraft.types.observation": "Observation",
    "underdraft.types.prompt": "Excluded Injected Message Trim",
    "underdraft.types.request": "OWN_PROJECT RunRequest Selection",
    "underdraft.types.run": "Preview RunFinished RunRecord RunStarted Turn",
    "underdraft.types.skill": "ContextRules RuleField Skill",
    "underdraft.workspace": "Workspace",
}
"""Where each name is; it is imported when it is first asked for, so that ``import underdraft`` costs next to
nothing. The imports above say the same to type checkers."""

__all__ = [name for names in _HOMES.values() for name in names.split()]  # pyright: ignore[reportUnsupportedDunderAll]


def __getattr__(name: str) -> object:
    """A public name, or a module of this package."""
    for home, names in _HOMES.items():
        if name in names.split():
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

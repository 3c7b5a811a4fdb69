"""The options of a workspace's methods, as type checkers know them: a misspelt one is an error."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Annotated, TypedDict

from underdraft.types.model_call import Usage
from underdraft.types.prefix import PrefixUpdates
from underdraft.types.request import Own, Selection


class OpenOptions(TypedDict, total=False):
    """Options for opening one workspace of a pool; see :meth:`underdraft.Workspace.open`."""

    store: str | os.PathLike[str] | None
    writer: str | None
    model: str | None
    reader_model: str | None
    model_options: Mapping[str, str] | None
    embedder: str | None
    locale: str | None
    trusted: bool
    prepare_model: bool
    confirm: bool


class PoolOptions(OpenOptions, total=False):
    """Options for opening all workspaces of a pool; those that share a store share its clock and ids."""

    clock: Callable[[], str]
    new_id: Callable[[], str]


class RunOptions(TypedDict, total=False):
    """Options of a run; see :class:`underdraft.RunRequest`. ``selection`` may be a pair of offsets."""

    project_id: str | Own | None
    document_id: str | None
    session_id: str | None
    document: str | None
    selection: Selection | tuple[int, int] | None
    instruction: str | None
    model: str | None
    scene_type: str | None
    candidates: int
    timeout_ms: int | None
    prefix_updates: PrefixUpdates | None
    leave_out: tuple[str, ...]


class FeedbackOptions(TypedDict, total=False):
    """Options of a feedback; see :class:`underdraft.types.feedback.Feedback`."""

    evidence_ref: str | None
    final_text: str | None
    selected_index: int | None
    undo: bool
    project_id: str | Own | None
    timeout_ms: Annotated[int | None, "Limit; `None` means 30 seconds."]


class CallOptions(TypedDict, total=False):
    """Known numbers of a model call that the application made itself."""

    usage: Annotated[Usage | None, "Tokens as the provider counted them."]
    model: Annotated[str | None, "Who answered, where it was not the preview's model."]
    finish_reason: Annotated[
        str | None, "Why the model stopped; of `length` and its like nothing is learned."
    ]
    model_ms: Annotated[float, "How long it took, in milliseconds."]
    project_id: Annotated[str | Own | None, "Where a run id is reached from."]

"""The request for a run."""

from __future__ import annotations

import enum
from typing import Annotated

from underdraft.types.prefix import PrefixUpdates
from underdraft.types.values import frozen


class Own(enum.Enum):
    """The type of :data:`OWN_PROJECT`."""

    PROJECT = "own"


OWN_PROJECT = Own.PROJECT
"""Means "the workspace's own project" where ``None`` means "no project"."""

MAX_ID = 200
"""Longest id or name, in code points."""


@frozen
class Selection:
    """A half-open range of code points in the document; ``start == end`` is a cursor."""

    start: int
    end: int


@frozen(kw_only=True)
class RunRequest:
    """One call of a skill."""

    skill_id: Annotated[str, "Name of the skill."]
    project_id: Annotated[str | Own | None, "An id, `None` for none; if missing the own."] = OWN_PROJECT
    document_id: Annotated[str | None, "The application's own name for it; never put into layers 0-3."] = None
    session_id: Annotated[str | None, "A session that gives conversation and working memory."] = None
    document: Annotated[str | None, "The whole text that is being written, or `None`."] = None
    selection: Annotated[Selection | None, "What is selected in `document`."] = None
    instruction: Annotated[str | None, "The task in the writer's words, next to the skill's own."] = None
    model: Annotated[str | None, "A model's name; `None` takes the skill's, then the workspace's."] = None
    scene_type: Annotated[str | None, "`dialogue`, `action` ...; `None` lets the engine infer it."] = None
    candidates: Annotated[int, "How many alternative replies are wanted, 1 to 8."] = 1
    timeout_ms: Annotated[int | None, "Limit for the whole run; `None` takes the workspace's."] = None
    prefix_updates: Annotated[
        PrefixUpdates | None, "When additions to layer 2 enter the prefix; `None` takes the workspace's."
    ] = None
    leave_out: Annotated[
        tuple[str, ...], "Ids of memories, facts or episodes that this run does without, 100 at most."
    ] = ()

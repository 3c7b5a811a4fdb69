"""What a run is asked for."""

from __future__ import annotations

import enum

import attrs


class Own(enum.Enum):
    """The type of :data:`OWN_PROJECT`."""

    PROJECT = "own"


OWN_PROJECT = Own.PROJECT
"""Means "the workspace's own project" where ``None`` means "no project"."""


# --- what is asked for ------------------------------------------------------------------------


@attrs.frozen
class Selection:
    """A half-open range of code points in the document; ``start == end`` is a cursor."""

    start: int
    end: int


@attrs.frozen(kw_only=True)
class RunRequest:
    """One call of a skill.

    Attributes:
        skill_id: Name of the skill.
        project_id: A project's id, or ``None`` for no project; the workspace's own if missing.
        document_id: The application's own name for the document; it is never put into layers 0-3.
        session_id: A session from ``session:start``, for conversation and working memory.
        document: The whole text that is being written, or ``None``.
        selection: What is selected in ``document``.
        instruction: What the writer asks for in words; the task, next to the skill's own.
        model: A model's name; ``None`` takes the skill's, then the workspace's.
        scene_type: ``dialogue``, ``action`` ...; ``None`` lets the engine infer it.
        candidates: How many alternative replies are wanted, 1 to 8.
        timeout_ms: Limit for the whole run; ``None`` takes the workspace's.
    """

    skill_id: str
    project_id: str | Own | None = OWN_PROJECT
    document_id: str | None = None
    session_id: str | None = None
    document: str | None = None
    selection: Selection | None = None
    instruction: str | None = None
    model: str | None = None
    scene_type: str | None = None
    candidates: int = 1
    timeout_ms: int | None = None

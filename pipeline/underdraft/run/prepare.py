"""Checks a request before anything is fetched, and works out what to recall by."""

from __future__ import annotations

import re

import attrs

from underdraft.errors import InvalidArgument
from underdraft.text.clean import one_line
from underdraft.text.sentences import inside_cluster
from underdraft.types.request import OWN_PROJECT, RunRequest, Selection

MAX_DOCUMENT = 20_000_000
"""Longest document in code points: some forty long novels; beyond it a mistake is likelier."""
MAX_INSTRUCTION = 100_000
MAX_CANDIDATES = 8
MAX_TIMEOUT_MS = 3_600_000
MAX_ID = 200
QUERY_LIMIT = 300
"""Code points of a query that are embedded; 10 ms with the local embedder (measured, 200: 10 ms)."""

_CONTROL = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")


def as_selection(value: Selection | tuple[int, int] | None) -> Selection | None:
    """A pair of offsets as a :class:`Selection`.

    Raises:
        InvalidArgument: Not two whole numbers.
    """
    if value is None or isinstance(value, Selection):
        return value
    if not isinstance(value, tuple | list) or [type(v) for v in value] != [int, int]:
        raise InvalidArgument("selection: expected two whole numbers (start, end)")
    return Selection(*value)


def checked(request: RunRequest) -> RunRequest:
    """The request, when everything in it is in range.

    Raises:
        InvalidArgument: A field has the wrong type or is out of range; the message names it.
    """
    for name in ("skill_id", "document_id", "session_id", "model", "scene_type"):
        _name(getattr(request, name), name, required=name == "skill_id")
    if request.project_id is not OWN_PROJECT:
        _name(request.project_id, "project_id", required=False)
    _text(request.document, "document", MAX_DOCUMENT)
    _text(request.instruction, "instruction", MAX_INSTRUCTION)
    _count(request.candidates, "candidates", MAX_CANDIDATES)
    if request.timeout_ms is not None:
        _count(request.timeout_ms, "timeout_ms", MAX_TIMEOUT_MS)
    if request.selection is not None:
        _check_selection(request.selection, request.document)
    return request


def _check_selection(selection: Selection, document: str | None) -> None:
    if document is None:
        raise InvalidArgument("selection: there is no document to select in")
    start, end = selection.start, selection.end
    if type(start) is not int or type(end) is not int:
        raise InvalidArgument("selection: expected two whole numbers (start, end)")
    if not 0 <= start <= end <= len(document):
        raise InvalidArgument(
            "selection: expected 0 <= start <= end <= length of the document, in code points",
            details={"length": len(document)},
        )
    for name, offset in (("start", start), ("end", end)):
        if inside_cluster(document, offset):
            raise InvalidArgument(
                f"selection.{name}: lies inside a character that is made of several code points"
            )


def query_of(request: RunRequest) -> str:
    """What to recall by: the instruction, then the selection or the text before the cursor."""
    document = request.document or ""
    selection = request.selection or Selection(len(document), len(document))
    chosen = (
        document[selection.start : selection.end]
        or document[max(0, selection.start - QUERY_LIMIT) : selection.start]
    )
    return one_line(f"{(request.instruction or '')[:QUERY_LIMIT]} {chosen[-QUERY_LIMIT:]}", 3 * QUERY_LIMIT)[
        :QUERY_LIMIT
    ]


def _name(value: str | None, name: str, *, required: bool) -> None:
    if value is None and not required:
        return
    if not isinstance(value, str) or not 0 < len(value) <= MAX_ID or _CONTROL.search(value):
        raise InvalidArgument(f"{_camel(name)}: expected a name of 1 to {MAX_ID} characters")


def _text(value: str | None, name: str, most: int) -> None:
    if value is not None and not isinstance(value, str):
        raise InvalidArgument(f"{name}: expected text")
    if value is not None and len(value) > most:
        raise InvalidArgument(f"{name}: longer than {most} code points", details={"limit": most})


def _count(value: int, name: str, most: int) -> None:
    if type(value) is not int or not 1 <= value <= most:
        raise InvalidArgument(f"{_camel(name)}: expected a whole number from 1 to {most}")


def _camel(name: str) -> str:
    head, *rest = name.split("_")
    return head + "".join(word.capitalize() for word in rest)


def with_project(request: RunRequest, own: str | None) -> RunRequest:
    """The request with :data:`OWN_PROJECT` replaced by the workspace's own project, or ``None``."""
    return attrs.evolve(request, project_id=own) if request.project_id is OWN_PROJECT else request

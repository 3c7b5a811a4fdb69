"""Checks a request before anything is fetched."""

from __future__ import annotations

from typing import Any

import attrs

from underdraft.errors import InvalidArgument
from underdraft.text.sentences import inside_cluster
from underdraft.types.checks import check_known, check_name, check_whole
from underdraft.types.prefix import PREFIX_UPDATES
from underdraft.types.request import MAX_ID, OWN_PROJECT, RunRequest, Selection

MAX_DOCUMENT = 20_000_000
"""Longest document in code points: some forty long novels; beyond it a mistake is likelier."""
MAX_INSTRUCTION = 100_000
MAX_CANDIDATES = 8
MAX_TIMEOUT_MS = 3_600_000
MAX_LEFT_OUT = 100


def request_of(
    skill_id: str, *, selection: Selection | tuple[int, int] | None = None, **options: Any
) -> RunRequest:
    """The request that a skill's name and options make; an option that does not exist is refused."""
    known = {a.name for a in attrs.fields(RunRequest)} - {"skill_id"}
    for name in options:
        check_known(name, [name], known, what="option")
    return RunRequest(skill_id=skill_id, selection=as_selection(selection), **options)


def as_selection(value: Selection | tuple[int, int] | None) -> Selection | None:
    """A pair of offsets as a :class:`Selection`; anything but two whole numbers is refused."""
    if value is None or isinstance(value, Selection):
        return value
    if not isinstance(value, tuple | list) or [type(v) for v in value] != [int, int]:
        raise InvalidArgument("selection: expected two whole numbers (start, end)")
    return Selection(*value)


def check_request(request: RunRequest) -> RunRequest:
    """The request, when everything in it is in range; else the error names the field."""
    check_name("skillId", request.skill_id, MAX_ID, may_be_blank=True)
    for field, name in (
        ("documentId", request.document_id),
        ("sessionId", request.session_id),
        ("model", request.model),
        ("sceneType", request.scene_type),
        ("projectId", request.project_id),
    ):
        if name is not None and name is not OWN_PROJECT:
            check_name(field, name, MAX_ID, may_be_blank=True)
    if not isinstance(request.leave_out, tuple | list) or len(request.leave_out) > MAX_LEFT_OUT:
        raise InvalidArgument(f"leaveOut: expected at most {MAX_LEFT_OUT} ids")
    for id_ in request.leave_out:
        check_name("leaveOut", id_, MAX_ID)
    _check_text("document", request.document, MAX_DOCUMENT)
    _check_text("instruction", request.instruction, MAX_INSTRUCTION)
    check_whole("candidates", request.candidates, 1, MAX_CANDIDATES)
    if request.prefix_updates not in {None, *PREFIX_UPDATES}:
        raise InvalidArgument(f"prefixUpdates: expected one of {', '.join(PREFIX_UPDATES)}")
    if request.timeout_ms is not None:
        check_whole("timeoutMs", request.timeout_ms, 1, MAX_TIMEOUT_MS)
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


def _check_text(field: str, value: str | None, most: int) -> None:
    if value is not None and not isinstance(value, str):
        raise InvalidArgument(f"{field}: expected text")
    if value is not None and len(value) > most:
        raise InvalidArgument(f"{field}: longer than {most} code points", details={"limit": most})

"""One memory of the writer, and what may be written into it."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import attrs

from underdraft.types.checks import check_flag, check_fraction, check_one_of, check_text, refuse

TYPES = ("preference", "fact", "note")
"""The known types, in the order of injection; others are allowed and follow by name."""

SCOPES = ("project", "global")
"""The scopes, in the order of injection."""

ORIGINS = ("manual", "learned")

CONTENT_MAXIMUM = 10_000
"""Most code points of a memory: far beyond what layer 2 can hold, short of a pasted manuscript."""

ID_MAXIMUM = 200
JSON_MAXIMUM = 20_000
"""Most characters of ``evidence`` and ``metadata`` as JSON."""

LIST_LIMIT = 100
LIST_MAXIMUM = 1_000

PATCHABLE = frozenset({
    "type", "scope", "project_id", "document_id", "content", "confidence", "evidence", "metadata", "user_confirmed",
})  # fmt: skip
"""Attributes that an update may change."""

KEEPS_PLACE = frozenset({"evidence", "metadata", "user_confirmed", "confidence"})
"""Attributes whose change leaves ``updated_at``, and so the order of injection, alone."""

TYPE = re.compile(r"[a-z][a-z0-9_-]{0,63}\Z")


@attrs.frozen(kw_only=True)
class MemoryItem:
    """A memory."""

    id: Annotated[str, "Never used again, also after a purge."]
    type: Annotated[str, "One of :data:`TYPES`, or another lower-case word."]
    scope: Annotated[str, '`"global"`, or `"project"` with `project_id`.']
    content: Annotated[str, "What is remembered."]
    origin: Annotated[str, '`"manual"` or `"learned"`.'] = "manual"
    project_id: Annotated[str | None, "The project that it belongs to."] = None
    document_id: Annotated[str | None, "It is injected for this document only; `None` means for all."] = None
    confidence: Annotated[float, "0 to 1."] = 1.0
    evidence: Annotated[tuple[Any, ...], 'Where it comes from, e.g. `{"runId": ...}`; JSON values.'] = ()
    metadata: Annotated[Mapping[str, Any], "The application's own; JSON values."] = attrs.field(factory=dict)
    version: Annotated[int, "1 at first, one more with each write."] = 1
    created_at: Annotated[str, "When it was made."] = ""
    updated_at: Annotated[
        str, "When its content or kind was last changed; deleting and restoring do not count."
    ] = ""
    deleted_at: Annotated[str | None, "When it was deleted, or `None`."] = None
    user_confirmed: Annotated[
        bool, "The writer wrote, edited or confirmed it: learning does not overwrite it."
    ] = False


def check_item(item: MemoryItem) -> None:
    """See that everything that a caller may choose is in order."""
    check_one_of("scope", item.scope, SCOPES)
    check_one_of("origin", item.origin, ORIGINS)
    check_text("content", item.content, CONTENT_MAXIMUM)
    for field, value in (("id", item.id), ("projectId", item.project_id), ("documentId", item.document_id)):
        if value is not None:
            check_text(field, value, ID_MAXIMUM)
    if type(item.type) is not str or not TYPE.match(item.type):
        refuse("type", "preference, fact, note or another lower-case word")
    if item.scope == "project" and item.project_id is None:
        refuse("projectId", "a project's id, because scope is project")
    if item.scope == "global" and item.project_id is not None:
        refuse("projectId", "none, because scope is global")
    check_fraction("confidence", item.confidence)
    check_flag("userConfirmed", item.user_confirmed)
    check_json("evidence", item.evidence, Sequence, "a list of JSON values")
    check_json("metadata", item.metadata, Mapping, "an object of JSON values")


def check_json(field: str, value: object, kind: Any, expected: str) -> None:
    """Refuse what JSON cannot hold, or too much of it."""
    if not isinstance(value, kind) or isinstance(value, str) or not finite(value):
        refuse(field, expected)
    try:
        size = len(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError, RecursionError):
        refuse(field, expected)
    if size > JSON_MAXIMUM:
        refuse(field, f"at most {JSON_MAXIMUM} characters as JSON")


def finite(value: Any) -> bool:
    """Whether the value is made of strings without lone surrogates, finite numbers, lists and mappings."""
    if isinstance(value, Mapping):
        return all(type(k) is str and finite(k) and finite(v) for k, v in value.items())
    if isinstance(value, list | tuple):
        return all(finite(v) for v in value)
    if isinstance(value, str):
        return not any("\ud800" <= c <= "\udfff" for c in value)
    return (
        value is None or isinstance(value, bool | int) or (isinstance(value, float) and math.isfinite(value))
    )

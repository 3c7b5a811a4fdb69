"""Envelopes over HTTP: the status of each error code, bodies in, bodies out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

from starlette.responses import Response

from underdraft.boundary.envelope import failure
from underdraft.errors import InvalidArgument, UnderdraftError

JSON = "application/json"
MAX_DEPTH = 100
"""How deep the lists and objects of a body may be."""

STATUS = {
    "INVALID_ARGUMENT": 400,
    "UNAUTHORIZED": 401,
    "NOT_FOUND": 404,
    "CONFLICT": 409,
    "DB_ERROR": 503,
    "INTERNAL": 500,
}
"""The HTTP status of an error code; the others are :data:`UNDERSTOOD`."""

UNDERSTOOD = 422
"""A request that was understood and could not be carried out: the model failed, the prompt does not fit,
time ran out. Statuses from 500 on are kept for faults of the server itself."""


def envelope_response(envelope: Mapping[str, Any], *, status: int | None = None) -> Response:
    """An envelope as a response, with the status that its error code has."""
    if status is None:
        status = 200 if envelope["ok"] else status_of(envelope["error"]["code"])
    return Response(dump(envelope), status, media_type=JSON)


def status_of(code: str) -> int:
    """The HTTP status of an error's code."""
    return STATUS.get(code, UNDERSTOOD)


def refusal(error: UnderdraftError, *, status: int | None = None) -> Response:
    """The response of a request that reaches no channel."""
    return envelope_response(failure(error), status=status)


def dump(value: object) -> str:
    """JSON text; text stays readable, and what UTF-8 cannot hold is escaped."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text if text.isascii() or _encodable(text) else json.dumps(value, separators=(",", ":"))


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def read_json(body: bytes, content_type: str) -> Any:
    """The value that a body holds; it must be declared as JSON and be it. An empty body is an empty object."""
    if not body:
        return {}
    if content_type.partition(";")[0].strip().lower() != JSON:
        # Else another site's page could send it without asking the browser's leave first.
        raise InvalidArgument(f"content-type: expected {JSON}")
    try:
        value = json.loads(body, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise InvalidArgument("body: expected JSON in UTF-8") from None
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [inner for held in level for inner in _inside(held)]
    if level:
        raise InvalidArgument(f"body: expected at most {MAX_DEPTH} levels")
    return value


def _inside(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _refuse(_: str) -> NoReturn:
    raise ValueError

"""Envelopes over HTTP: the status of each error code, bodies in, bodies out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from starlette.responses import Response

from underdraft.boundary.envelope import failure
from underdraft.errors import InvalidArgument, UnderdraftError

JSON = "application/json"

STATUS = {
    "INVALID_ARGUMENT": 400,
    "UNAUTHORIZED": 401,
    "NOT_FOUND": 404,
    "CONFLICT": 409,
    "DB_ERROR": 503,
    "INTERNAL": 500,
}
"""The HTTP status of an error code; the others are :data:`UNDERSTOOD`."""

V1 = "/v1/"
"""Beginning of the paths of OpenAI's interface."""

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


def refusal(error: UnderdraftError, path: str = "", *, status: int | None = None) -> Response:
    """The response of a request that reaches no channel; below ``/v1`` in the form that OpenAI's clients read."""
    if path.startswith(V1):
        return envelope_response(openai_error(error), status=status or status_of(error.code))
    return envelope_response(failure(error), status=status)


def openai_error(error: BaseException) -> dict[str, Any]:
    """An error in the form that OpenAI's clients read."""
    found = failure(error)["error"]
    return {
        "error": {
            "message": found["message"],
            "type": found["code"].lower(),
            "code": found["code"],
            "param": None,
        }
    }


def dump(value: object) -> str:
    """JSON text; text stays readable, and what UTF-8 cannot hold is escaped."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace").decode()


def read_json(body: bytes, content_type: str) -> Any:
    """The value that a body holds; it must be declared as JSON and be it. An empty body is an empty object."""
    if not body:
        return {}
    if content_type.partition(";")[0].strip().lower() != JSON:
        # Else another site's page could send it without asking the browser's leave first.
        raise InvalidArgument(f"content-type: expected {JSON}")
    try:
        return json.loads(body, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise InvalidArgument("body: expected JSON in UTF-8") from None


def _refuse(_: str) -> NoReturn:
    raise ValueError

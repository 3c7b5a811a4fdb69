"""The description of the HTTP interface (OpenAPI 3.1), made from the channels' own signatures."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from importlib.resources import files
from typing import Any

from underdraft import __version__
from underdraft.boundary.channel import Channel
from underdraft.boundary.schema import Schemas
from underdraft.service.ipc import EVENTS
from underdraft.service.projects import HEADER
from underdraft.service.status import JSON, STATUS, UNDERSTOOD

_ROOT = "#/components/schemas/"
_CODES = sorted({*STATUS, "CANCELED", "CONTEXT_LAYER_FAILED", "CONTEXT_OVERFLOW", "MODEL_ERROR", "TIMEOUT"})
_MEMORY_CODES = ["MEMORY_CAPACITY_EXCEEDED", "MEMORY_EPISODE_WRITE_FAILED"]
_ERROR = {
    "type": "object",
    "description": "What went wrong: never a trace, a path or a secret.",
    "properties": {
        "ok": {"const": False},
        "error": {
            "type": "object",
            "properties": {
                "code": {"enum": [*_CODES, *_MEMORY_CODES], "description": "Stable; for programs."},
                "message": {"type": "string", "description": "One sentence for a person."},
                "details": {"type": "object", "description": "What helps to find the fault."},
            },
            "required": ["code", "message"],
            "additionalProperties": False,
        },
    },
    "required": ["ok", "error"],
    "additionalProperties": False,
}

_FAILURES = sorted({*STATUS.values(), UNDERSTOOD, 403, 408, 413, 421})


def describe(channels: Iterable[Channel]) -> dict[str, Any]:
    """The document for these channels, in their order, and for OpenAI's interface, which a file beside this one describes."""
    schemas = Schemas(root=_ROOT)
    chat = json.loads(files("underdraft.service").joinpath("openapi_chat.json").read_text("utf-8"))
    paths = {f"/ipc/{channel.name}": {"post": _operation(channel, schemas)} for channel in channels}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Underdraft",
            "version": __version__,
            "description": "Every channel of a workspace. Payloads and answers have camelCase keys; a missing"
            " projectId means the project that the request means, null means no project.",
        },
        "paths": paths | chat["paths"],
        "components": {
            "schemas": {
                **dict(sorted(schemas.definitions.items())),
                **chat["components"]["schemas"],
                "Failure": _ERROR,
            },
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "parameters": {
                "project": {
                    "name": HEADER,
                    "in": "header",
                    "description": "The id of one of the open projects; the first, if missing.",
                    "schema": {"type": "string"},
                }
            },
            "responses": {
                **chat["components"]["responses"],
                "Failure": {
                    "description": "It could not be done.",
                    "content": {JSON: {"schema": {"$ref": f"{_ROOT}Failure"}}},
                },
            },
        },
        "security": [{"token": []}],
    }


def operation_id(name: str) -> str:
    """A channel's name as a function's: ``ai:skill:run`` is ``aiSkillRun``."""
    first, *others = re.split(r"[^0-9A-Za-z]+", name)
    return first + "".join(part[:1].upper() + part[1:] for part in others)


def _operation(channel: Channel, schemas: Schemas) -> dict[str, Any]:
    signature = channel.signature
    payload = schemas.payload(signature.fields)
    answered = {
        "type": "object",
        "properties": {"ok": {"const": True}, "data": schemas.answer(signature.answer)},
        "required": ["ok", "data"],
        "additionalProperties": False,
    }
    content = {JSON: {"schema": answered}}
    if signature.streams:
        content[EVENTS] = {"schema": {"type": "string"}}
    return {
        "operationId": operation_id(channel.name),
        "summary": signature.summary,
        **({"description": signature.about} if signature.about else {}),
        "tags": [channel.name.partition(":")[0]],
        "parameters": [{"$ref": "#/components/parameters/project"}],
        "requestBody": {"required": bool(payload["required"]), "content": {JSON: {"schema": payload}}},
        "responses": {
            "200": {"description": "Done.", "content": content},
            **{str(status): {"$ref": "#/components/responses/Failure"} for status in _FAILURES},
        },
    }

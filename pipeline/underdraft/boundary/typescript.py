"""The channels as TypeScript types, for clients that call them over HTTP."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from underdraft.boundary.channel import Channel
from underdraft.boundary.schema import Schemas

HEAD = """\
// Written by `underdraft serve --types` from the channels' own signatures.

export interface Success<T> { ok: true; data: T }
export interface Failure { ok: false; error: { code: string; message: string; details?: unknown } }

/** Calls a channel: `POST /ipc/<channel>` with the payload as JSON. */
export type Invoke = <C extends keyof Channels>(
  channel: C, payload: Channels[C]["payload"],
) => Promise<Success<Channels[C]["answer"]> | Failure>;
"""
SCALARS = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def typescript(channels: Iterable[Channel]) -> str:
    """A declaration file: ``Channels`` with each one's payload and answer, and an interface an object."""
    schemas = Schemas()
    lines = []
    for channel in channels:
        signature = channel.signature
        payload, answer = schemas.payload(signature.fields), schemas.answer(signature.answer)
        lines.append(f"  /** {signature.summary} */\n")
        lines.append(
            f"  {json.dumps(channel.name)}: {{ payload: {written(payload)}; answer: {written(answer)} }};\n"
        )
    objects = (
        f"\nexport interface {name} {written(schema)}\n"
        for name, schema in sorted(schemas.definitions.items())
    )
    return "".join([HEAD, "\nexport interface Channels {\n", *lines, "}\n", *objects])


def written(schema: dict[str, Any]) -> str:
    """A type as TypeScript writes it."""
    found: str
    match schema:
        case {"$ref": reference}:
            found = reference.rpartition("/")[2]
        case {"enum": values}:
            found = " | ".join(json.dumps(value, ensure_ascii=False) for value in values)
        case {"anyOf": options}:
            found = " | ".join(dict.fromkeys(written(option) for option in options))
        case {"prefixItems": items}:
            found = f"[{', '.join(written(item) for item in items)}]"
        case {"items": item}:
            found = f"Array<{written(item)}>"
        case {"properties": _}:
            found = f"{{ {'; '.join(members(schema))} }}" if schema["properties"] else "Record<string, never>"
        case {"propertyNames": {"enum": keys}, "additionalProperties": value}:
            found = f"Partial<Record<{' | '.join(map(json.dumps, keys))}, {written(value)}>>"
        case {"additionalProperties": value}:
            found = f"Record<string, {written(value)}>"
        case _:
            found = SCALARS.get(schema.get("type", ""), "unknown")
    return found


def members(schema: dict[str, Any]) -> Iterator[str]:
    """The fields of an object with their types."""
    for key, field in schema["properties"].items():
        yield f"{key}{'' if key in schema['required'] else '?'}: {written(field)}"

"""Writes ``docs/channels.md`` from the channels themselves: ``python docs/write_channels_page.py``."""

from __future__ import annotations

import json
import re
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from underdraft.boundary.limits import LIMITS, MAX_DEPTH, MAX_TEXT
from underdraft.boundary.schema import Schemas
from underdraft.boundary.shape import json_key
from underdraft.channels import underdraft_channels
from underdraft.channels.front_door import Door, FrontDoor
from underdraft.memory.notes.import_export import VERSION_MAXIMUM

if TYPE_CHECKING:
    from collections.abc import Iterator

    from underdraft import Channel


PAGE = Path(__file__).with_name("channels.md")

DOORS = {found.service: name for name, found in vars(FrontDoor).items() if isinstance(found, Door)}
"""The name on the workspace of each service."""

AREAS = {
    "ai": "Runs and feedback",
    "atomic": "Atomic memories",
    "compact": "Compacts",
    "conversation": "Conversations",
    "file": "Files of projects in no folder",
    "knowledge": "Project knowledge",
    "memory": "User memory, preferences, episodes",
    "profile": "The writer's profile",
    "session": "Sessions",
    "skill": "Skills",
    "summary": "Session summaries",
    "working": "Working memory",
    "workspace": "Workspace",
}
"""The heading of the channels whose names begin so."""

INTRODUCTION = """\
# Channels

<!-- Written by docs/write_channels_page.py from the handlers' signatures and docstrings. Change those. -->

`Workspace.invoke(channel, payload)` (or `invoke_sync`) answers `{"ok": true, "data": ...}` or
`{"ok": false, "error": {"code", "message", "details"?}}`, never an exception. Payloads are checked strictly: an unknown or
missing field or a wrong type is `INVALID_ARGUMENT` and names the field. The shapes of answers are at the end of the page.
`underdraft serve --openapi` prints all of them as OpenAPI.

In Python the services of a workspace do the same with typed arguments and answers, `ws.memory.create(...)`, and raise
what `invoke` answers as an error. What is `async` there is awaited; `ws.wait_for(...)` waits for it where nothing is async.

`projectId: null` means no project; what a missing one means is in [the contract](contract/channels.md).
"""


def page() -> str:
    """The whole page."""
    schemas = Schemas()
    channels = sorted(underdraft_channels(), key=lambda c: c.name)
    parts = [INTRODUCTION]
    for area, members in groupby(channels, key=lambda c: c.name.partition(":")[0]):
        parts.append(f"## {AREAS[area]}\n")
        parts += [section(channel, schemas) for channel in members]
    parts.append(limits())
    parts.append("## Shapes\n")
    parts += [shape(name, schema) for name, schema in sorted(schemas.definitions.items())]
    keys = {key for schema in schemas.definitions.values() for key in schema["properties"]}
    return re.sub(
        r"`(\w+_\w+)`", lambda m: f"`{key}`" if (key := json_key(m[1])) in keys else m[0], "\n".join(parts)
    )


def limits() -> str:
    """What no payload may hold."""
    rows = [(f"`{key}`", f"{most:,}") for key, most in sorted(LIMITS.items())]
    rows.append(("any other string, unless its meaning says less", f"{MAX_TEXT:,}"))
    words = (
        "Strings hold no lone surrogates, whole numbers at most 64 bits, objects of free form at most "
        f"{MAX_DEPTH} levels; a memory's imported `version` is at most {VERSION_MAXIMUM:,}."
    )
    return f"## Limits\n\n{words}\n\n{table(('field', 'most characters'), rows)}"


def section(channel: Channel, schemas: Schemas) -> str:
    """What one channel does, takes and answers."""
    signature = channel.signature
    payload, answer = schemas.payload(signature.fields), schemas.answer(signature.answer)
    rows = [
        (f"`{key}`", words(field), default(key, field, payload), field.get("description", ""))
        for key, field in payload["properties"].items()
    ]
    takes = table(("field", "type", "default", "meaning"), rows) if rows else "Takes nothing.\n"
    streams = "The caller's listener gets its events.\n\n" if signature.streams else ""
    about = prose(" ".join(filter(None, (signature.summary, signature.about))))
    return (
        f"### `{channel.name}`\n\n{about}{in_python(channel)}\n\n{takes}\n{streams}Answer: {words(answer)}\n"
    )


def in_python(channel: Channel) -> str:
    """How a caller in Python has it: a method of one of the workspace's services."""
    service, _, method = channel.handle.__qualname__.rpartition(".")
    if channel.name == "workspace:info":
        return " In Python: `ws.info()`."
    return f" In Python: `ws.{DOORS[service]}.{method}(...)`." if service in DOORS else ""


def shape(name: str, schema: dict[str, Any]) -> str:
    """One named object."""
    rows = [
        (f"`{key}`" + ("" if key in schema["required"] else "?"), words(field), field.get("description", ""))
        for key, field in schema["properties"].items()
    ]
    body = table(("field", "type", "meaning"), rows)
    return f"### {name}\n\n{prose(schema.get('description', ''))}\n\n{body}"


def default(key: str, field: dict[str, Any], payload: dict[str, Any]) -> str:
    """What a missing field counts as."""
    if key in payload["required"]:
        return "required"
    return f"`{json.dumps(field['default'])}`" if "default" in field else "own project"


def words(schema: dict[str, Any]) -> str:
    """A type in words, with links to named objects."""
    match schema:
        case {"$ref": reference}:
            name = reference.rpartition("/")[2]
            found = f"[{name}](#{name.lower()})"
        case {"enum": values}:
            found = " or ".join(f"`{json.dumps(value)}`" for value in values)
        case {"anyOf": options}:
            found = " or ".join(words(option) for option in options)
        case {"items": item}:
            found = f"list of {words(item)}"
        case {"additionalProperties": value}:
            keys = schema.get("propertyNames", {}).get("enum")
            among = f" (keys: {', '.join(f'`{key}`' for key in keys)})" if keys else ""
            found = f"object of {words(value)}{among}"
        case _:
            found = schema.get("type", "any JSON")
    return found


def table(heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A Markdown table."""
    return "".join(f"{line}\n" for line in lines(heads, rows))


def lines(heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> Iterator[str]:
    """Its lines."""
    yield f"| {' | '.join(heads)} |"
    yield "| " + " | ".join("---" for _ in heads) + " |"
    for row in rows:
        yield re.sub(r" +", " ", f"| {' | '.join(prose(cell).replace('|', chr(92) + '|') for cell in row)} |")


def prose(text: str) -> str:
    """A docstring's words in Markdown."""
    text = re.sub(r":\w+:`~?([^`]*)`", lambda m: f"`{m[1].rpartition('.')[2]}`", text)
    return text.replace("``", "`").replace("`None`", "null")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

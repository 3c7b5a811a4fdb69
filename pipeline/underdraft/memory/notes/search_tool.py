"""The tool with which a model searches the memories itself, and how its arguments are read; without the store."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Annotated

from underdraft.text.strings import strings
from underdraft.types.checks import refuse
from underdraft.types.memory import Found
from underdraft.types.model_call import ToolSpec
from underdraft.types.values import frozen

KEYWORD_MAXIMUM = 300

SETTING = "memory.enable_agentic_search"
RULE = "memories"
"""The rule of a skill whose runs get the tool."""

TOOL_NAME = "memory_search"
TOOL_PARAMETERS: Mapping[str, object] = {
    "type": "object",
    "properties": {
        "keyword": {"type": "string", "minLength": 1, "maxLength": KEYWORD_MAXIMUM},
        "time_range": {
            "type": "object",
            "description": "ISO 8601 dates or times in UTC, both ends included.",
            "properties": {"from": {"type": "string"}, "to": {"type": "string"}},
            "additionalProperties": False,
        },
    },
    "required": ["keyword"],
    "additionalProperties": False,
}


@frozen(kw_only=True)
class TimeRange:
    """From when to when something was said: ISO 8601, both ends included."""

    from_: Annotated[str, 'A date or time; `""` for no limit.'] = ""
    to: Annotated[str, 'A date (its whole day counts) or time; `""` for no limit.'] = ""

    def holds(self, at: str) -> bool:
        """Whether the time lies within; an end that is not ISO 8601 is refused."""
        return (not self.from_ or at >= moment(self.from_, "from")) and (
            not self.to or at <= moment(self.to, "to")
        )


def moment(text: str, end: str) -> str:
    """An end of a range as UTC with milliseconds; what is not ISO 8601 is refused."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        refuse(f"timeRange.{end}", "a date or time in ISO 8601")
    if len(text) == len("2026-01-01") and end == "to":
        found = found.replace(hour=23, minute=59, second=59, microsecond=999_000)
    found = found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
    return found.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def tool_description(locale: str) -> str:
    """The tool as a model sees it."""
    return strings("memory_search", locale)["description"]


def search_tool(search: Callable[[str, TimeRange], tuple[Found, ...]], locale: str) -> ToolSpec:
    """The tool over a search by keyword and time; in one language its bytes are always the same."""

    async def run(arguments: Mapping[str, object]) -> str:
        """Answer one call of the tool, as JSON text."""
        keyword, time_range = read_arguments(arguments)
        return as_text(await asyncio.to_thread(search, keyword, time_range))

    description = tool_description(locale)
    return ToolSpec(name=TOOL_NAME, description=description, parameters=TOOL_PARAMETERS, run=run)


def read_arguments(arguments: Mapping[str, object]) -> tuple[str, TimeRange]:
    """Keyword and range out of what the model gave; what does not keep to :data:`TOOL_PARAMETERS` is refused."""
    keyword, span = arguments.get("keyword"), arguments.get("time_range") or {}
    if not isinstance(keyword, str):
        refuse("keyword", "a string")
    if not isinstance(span, Mapping) or not all(isinstance(end, str) for end in span.values()):
        refuse("time_range", "an object with from and to")
    return keyword, TimeRange(from_=span.get("from", ""), to=span.get("to", ""))


def as_text(found: tuple[Found, ...]) -> str:
    """The hits as JSON for the model."""
    lines = [
        {
            "ref": hit.ref,
            "said": hit.timestamp,
            "text": hit.content,
            **({"outdated": True} if hit.contradicted else {}),
        }
        for hit in found
    ]
    return json.dumps(lines, ensure_ascii=False)

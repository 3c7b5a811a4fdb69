"""Lists of memories: mem0's ``get_all()``, ChatGPT's ``memory.json``, one sentence a line."""

from __future__ import annotations

import json
import re
from typing import Any

from underdraft import ImportPlan, ImportSource, InvalidArgument, hookimpl

LINE_MAXIMUM = 400
"""The largest number of characters of a line in a list of sentences; a longer one is a paragraph of prose."""

_MARK = re.compile(r"^[ \t]*(?:[-*+•]|\d{1,6}[.)])[ \t]+|^[ \t]*#+(?:[ \t].*)?$", re.MULTILINE)
_KEYS = ("memory", "content", "text")
"""Keys of a memory's words: mem0's, ChatGPT's, others'."""


@hookimpl(trylast=True)
def underdraft_import(source: ImportSource) -> ImportPlan | None:
    """Take JSON with a list of memories, and a text all lines of which are short."""
    entries: Any = None
    if source.text is not None and source.name.lower().endswith(".json"):
        entries = parse_json(source)
        entries = entries.get("results", entries.get("memories")) if isinstance(entries, dict) else entries
    elif source.text is not None and source.name.lower().endswith((".md", ".txt")):
        lines = _MARK.sub("", source.text).split("\n")
        entries = lines if max(map(len, lines)) <= LINE_MAXIMUM else None
    if not isinstance(entries, list):
        return None
    kept = {words: entry for entry in entries if (words := _words(entry))}
    left = [
        "memories that are switched off or empty"
        for entry in entries
        if isinstance(entry, dict) and not _words(entry)
    ]
    if any(isinstance(entry, dict) for entry in kept.values()):
        left.append("ids, dates and categories of memories")
    return ImportPlan(memories=tuple(kept), left=tuple(left))


def parse_json(source: ImportSource, text: str | None = None) -> Any:
    """Return what a JSON text holds; a malformed one, or one that is nested too deep, is refused with its line."""
    try:
        return json.loads(source.text or "" if text is None else text)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 1)
        raise InvalidArgument(f"{source.name}: not JSON, or nested too deep, at line {line}") from None


def _words(entry: Any) -> str:
    """Return the text of an entry, unless it is switched off."""
    if isinstance(entry, dict) and entry.get("enabled") is not False:
        entry = next((entry[key] for key in _KEYS if isinstance(entry.get(key), str)), "")
    return entry.strip() if isinstance(entry, str) else ""

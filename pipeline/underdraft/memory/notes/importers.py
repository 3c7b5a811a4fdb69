"""Importers of memories: each reads the text of one kind of file as the lines that an import takes in."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping

_MARK = re.compile(r"^\s*(?:(?:[-*+•]|\d+[.)])\s+|#+(?:\s.*)?$)")


def lines_of(name: str, text: str) -> list[str]:
    """Return the lines for an import, one a line of the text, so that an error names the file's own line.

    Args:
        name: The file's name; its end chooses the importer, and one without has JSON lines.
        text: What is in the file.
    """
    found = (read for suffix, read in IMPORTERS.items() if name.lower().endswith(suffix))
    return next(found, read_json_lines)(text)


def read_json_lines(text: str) -> list[str]:
    """Return the lines as they are."""
    return text.split("\n")


def read_list(text: str) -> list[str]:
    """Return a memory for each line of a list, less its bullet or number; nothing for headings, JSON as it is."""
    items = (_MARK.sub("", line).strip() for line in text.split("\n"))
    return [
        item if not item or item.startswith("{") else json.dumps({"content": item}, ensure_ascii=False)
        for item in items
    ]


IMPORTERS: Mapping[str, Callable[[str], list[str]]] = {".md": read_list, ".txt": read_list}
"""The importers by the end of a file's name; a new one is an entry here."""

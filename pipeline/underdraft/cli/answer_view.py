"""Prints any answer of a channel for people: names with values, and a table for each list of things."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from underdraft.cli import output
from underdraft.cli.language import translated
from underdraft.cli.table import GAP, LEAST_LAST, cell_len

CELL = 64
"""Maximum code points of a text in a table."""
_LINE = 200
"""Maximum code points of a text beside its name; a longer one is printed below."""
_FIRST = {"id", "ref"}
"""Fields that are printed in full however long they are, because they are names."""
_HASH = re.compile(r"^([0-9a-f]{12})[0-9a-f]{52}$")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:[\d.]+Z\Z")


def show(data: Any) -> None:
    """An answer: first what has a value, then long texts, lists and parts, each below its name."""
    if not isinstance(data, Mapping):
        output.text(cell(data))
        return
    short = {key: value for key, value in data.items() if _is_short(value) and key != "items"}
    output.pairs([(output.words(key), cell(value)) for key, value in short.items() if value is not None])
    for key, value in data.items():
        if key in short:
            continue
        if key != "items":
            output.heading(output.words(key))
        elif short and value:
            output.text()
        if isinstance(value, str):
            output.text(value)
        elif isinstance(value, Mapping):
            show(value)
        else:
            show_list(value)
    if data.get("items") == []:
        output.note("nothing found")


def show_list(items: Sequence[Any]) -> None:
    """A list: a table of what tells its things apart, or a line each."""
    if len(items) == 1 and isinstance(items[0], Mapping):
        show(items[0])
        return
    if not all(isinstance(item, Mapping) for item in items):
        for item in items:
            output.text(cell(item))
        return
    cells = [
        {key: _HASH.sub(r"\1", output.one_line(cell(value), CELL)) for key, value in item.items()}
        for item in items
    ]
    keys = _columns(items, cells)
    output.table([output.words(key) for key in keys], [[row.get(key, "-") for key in keys] for row in cells])


def _columns(items: Sequence[Mapping[str, Any]], cells: Sequence[Mapping[str, str]]) -> list[str]:
    """The keys that tell things apart, a longer text last, as many as the screen has room for."""
    keys = [
        key
        for key in dict.fromkeys(key for item in items for key in item)
        if len({row.get(key) for row in cells}) > 1
        and not any(isinstance(item.get(key), Mapping | list) and item[key] for item in items)
    ]
    widths = {
        key: max(map(cell_len, (output.words(key), *(row.get(key, "") for row in cells)))) for key in keys
    }
    keys.sort(key=lambda key: widths[key] > CELL // 2 and key not in _FIRST)
    room = (output.screen_width() or output.PLAIN_WIDTH) - LEAST_LAST
    while len(keys) > 2 and sum(widths[key] + len(GAP) for key in keys[:-1]) > room:  # noqa: PLR2004
        del keys[-2]
    return keys


def _is_short(value: Any) -> bool:
    """Whether a value stands beside its name."""
    if isinstance(value, str):
        return len(value) <= _LINE and "\n" not in value
    return not isinstance(value, Mapping | list) or value in ([], {})


def cell(value: Any) -> str:
    """A value in a cell."""
    if value is None or value in ([], {}):
        return "-"
    if isinstance(value, bool):
        return translated("yes" if value else "no")
    if isinstance(value, list):
        return ", ".join(map(cell, value))
    if isinstance(value, Mapping):
        return "; ".join(f"{output.words(key)}: {cell(held)}" for key, held in value.items())
    if isinstance(value, str):
        return output.when(value) if _TIME.match(value) else value
    return f"{value:,}" if isinstance(value, int) else f"{value:g}"

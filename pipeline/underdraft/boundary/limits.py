"""The limits of what a payload may hold, whatever channel it is for; docs/channels.md prints them."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any

from underdraft.types.checks import refuse
from underdraft.types.request import MAX_ID

MAX_TEXT = 20_000_000
"""Longest string of any field: that of a document."""

MAX_INTEGER = 2**63 - 1
"""Largest whole number, and less one the smallest, that every store can hold."""

MAX_DEPTH = 40
"""How deep an object of free form may be."""

LIMITS: Mapping[str, int] = {
    **dict.fromkeys(("id", "beforeId", "runId", "sessionId", "undoEpisodeId"), MAX_ID),
    "cursor": 2_000,
    "path": 4_000,
    "ref": 300,
}
"""Maximum code points of a field of this name; other fields have limits of their own below ``MAX_TEXT``."""

_SURROGATE = re.compile(r"[\ud800-\udfff]")


def check_string(path: str, value: str) -> None:
    """A string that can be stored and is not longer than its field may be."""
    most = LIMITS.get(path.rpartition(".")[2], MAX_TEXT)
    if len(value) > most:
        refuse(path, f"at most {most:,} characters")
    if _SURROGATE.search(value):
        refuse(path, "a string without lone surrogates")


def check_number(path: str, value: float) -> None:
    """A whole number of 64 bits, or a finite one."""
    if isinstance(value, int):
        if not -MAX_INTEGER - 1 <= value <= MAX_INTEGER:
            refuse(path, "a number of at most 64 bits")
    elif not math.isfinite(value):
        refuse(path, "a finite number")


def check_keys(path: str, value: Mapping[Any, Any]) -> None:
    """Keys that are strings and that a message can repeat."""
    if not all(isinstance(key, str) and not _SURROGATE.search(key) for key in value):
        refuse(path, "keys that are strings without lone surrogates")


def check_free(path: str, value: Any, depth: int = 0) -> Any:
    """A value of free form, as far down as it goes; keys are strings."""
    if depth > MAX_DEPTH:
        refuse(path, f"at most {MAX_DEPTH} levels")
    if isinstance(value, str):
        check_string(path, value)
    elif isinstance(value, float | int) and not isinstance(value, bool):
        check_number(path, value)
    elif isinstance(value, Mapping):
        check_keys(path, value)
        for held in value.values():
            check_free(path, held, depth + 1)
    elif isinstance(value, list | tuple):
        for held in value:
            check_free(path, held, depth + 1)
    return value

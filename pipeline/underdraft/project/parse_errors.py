"""How a fault in a skill is put into words: field first, then what is expected, then where."""

from __future__ import annotations

import re
from collections.abc import Iterable

from underdraft.errors import InvalidArgument

# Longer keys, or keys with other characters, may be pasted text: they are never repeated.
_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,39}")


def fault(field: str, what: str, *, skill: str | None, line: int | None = None) -> InvalidArgument:
    """The error for one field of a skill, which the caller raises; ``what`` must not hold a given value."""
    known = {"skill": skill, "line": line}
    details = {key: value for key, value in known.items() if value is not None}
    place = ", ".join(f"{key} {value}" for key, value in details.items())
    return InvalidArgument(
        f"{field}: {what}" + (f" ({place})" if place else ""), details={"field": field, **details}
    )


def unknown_key(
    parent: str, key: object, position: int, known: Iterable[str], *, skill: str | None, line: int | None
) -> InvalidArgument:
    """The error for a key that nobody knows, with the nearest known key, or else all of them.

    ``parent`` is the mapping's name with a dot, ``position`` the key's place in it, from 1; the key is repeated
    only if it looks like one.
    """
    known = sorted(known)
    name = printable_key(key)
    if name is None:
        field = parent.rstrip(".") or "SKILL.md"
        what = f"unknown key at position {position}; known keys: {', '.join(known)}"
        return fault(field, what, skill=skill, line=line)
    near = near_matches(name.lower().replace("-", "_"), known)
    hint = f"did you mean {near[0]}?" if near else f"known keys: {', '.join(known)}"
    return fault(parent + name, f"unknown key; {hint}", skill=skill, line=line)


def printable_key(key: object) -> str | None:
    """``key`` if it looks like a key and may be shown in a message, else ``None``."""
    return key if isinstance(key, str) and _KEY.fullmatch(key) else None


def near_matches(word: str, known: Iterable[str]) -> list[str]:
    """At most three of ``known`` that look like ``word``, the nearest first."""
    from difflib import get_close_matches

    return get_close_matches(word[:64], sorted(known), n=3, cutoff=0.6)

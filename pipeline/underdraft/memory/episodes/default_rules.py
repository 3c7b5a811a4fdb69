"""The rules that stand in when no episode can be read: what holds for most writers."""

from __future__ import annotations

from underdraft.text.strings import strings


def default_rules(locale: str) -> tuple[str, ...]:
    """The built-in rules in the locale's language."""
    return tuple(strings("default_rules", locale).values())

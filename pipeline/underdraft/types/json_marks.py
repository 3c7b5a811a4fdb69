"""Marks on fields and properties of values: how channels answer with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, Generic, TypeVar

import attrs

Getter = TypeVar("Getter", bound=Callable[[Any], Any])
Class = TypeVar("Class", bound=type)
Value = TypeVar("Value")

OMITTED = "underdraft.omitted"
OMIT_NONE: Any = attrs.field(default=None, metadata={OMITTED: None})
"""The default of a field whose key is left out where there is nothing."""
OMIT_EMPTY: Any = attrs.field(default=(), metadata={OMITTED: ()})
"""The same of a field that has any number of things."""

INLINED = "underdraft.inlined"
INLINE: Any = attrs.field(metadata={INLINED: True})
"""A field of an answer whose own fields stand in its place."""

KEY = "underdraft.key"


def keyed(key: str) -> Mapping[str, str]:
    """Metadata of a field that has another key than its name."""
    return {KEY: key}


HIDDEN = "underdraft.hidden"
HIDE: Mapping[str, bool] = {HIDDEN: True}
"""Metadata of a field that is no business of an application."""

SHOWN = "underdraft_shown"
"""The attribute of a shown property's function; its value is like a field's metadata."""


def shown_by(marks: Mapping[str, Any]) -> Callable[[Getter], Getter]:
    """Below ``@property``: channels answer with it as with a field of this metadata; the docstring says what it is."""

    def mark(getter: Getter) -> Getter:
        setattr(getter, SHOWN, marks)
        return getter

    return mark


shown = shown_by({})
"""The same for a property without marks."""
shown_if_any = shown_by({OMITTED: None})
"""The same; the key is left out where there is nothing."""


class OfPart(Generic[Value]):
    """Something of a part of a value, as ``ClassVar[OfPart[str]]``: channels answer with it as with a field."""

    def __init__(self, path: str, about: str) -> None:
        """``path`` leads to it, such as ``prompt.messages``."""
        self.about, self._get = about, attrgetter(path)

    def __get__(self, owner: Any, _: object = None) -> Value:
        """Return the current value."""
        found: Value = self._get(owner)
        return found


WORDS = "underdraft_words"
"""The attribute of a class whose values channels answer with as text."""


def in_words(cls: Class) -> Class:
    """Above a class: channels answer with ``str()`` of the values."""
    setattr(cls, WORDS, True)
    return cls

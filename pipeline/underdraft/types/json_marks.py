"""Marks on fields and properties of values: how channels answer with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import attrs

Getter = TypeVar("Getter", bound=Callable[[Any], Any])

OMITTED = "underdraft.omitted"
OMIT_NONE: Any = attrs.field(default=None, metadata={OMITTED: None})
"""The default of a field whose key is left out where there is nothing."""
OMIT_EMPTY: Any = attrs.field(default=(), metadata={OMITTED: ()})
"""The same of a field that has any number of things."""

INLINED = "underdraft.inlined"
INLINE: Any = attrs.field(metadata={INLINED: True})
"""A field of an answer whose own fields stand in its place."""

HIDDEN = "underdraft.hidden"
HIDE: Mapping[str, bool] = {HIDDEN: True}
"""Metadata of a field that is no business of an application."""

SHOWN = "underdraft_shown"
"""The attribute of a shown property's function; its value is like a field's metadata."""


def shown(getter: Getter) -> Getter:
    """Below ``@property``: channels answer with it as with a field; the docstring says what it is."""
    setattr(getter, SHOWN, {})
    return getter


def shown_if_any(getter: Getter) -> Getter:
    """As :func:`shown`; the key is left out where there is nothing."""
    setattr(getter, SHOWN, {OMITTED: None})
    return getter

"""Marks on fields of values: how channels answer with them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

OMITTED = "underdraft.omitted"
OMIT_NONE: Any = attrs.field(default=None, metadata={OMITTED: True})
"""The default of a field whose key is left out where there is nothing."""

INLINED = "underdraft.inlined"
INLINE: Any = attrs.field(metadata={INLINED: True})
"""A field of an answer whose own fields stand in its place."""

HIDDEN = "underdraft.hidden"
HIDE: Mapping[str, bool] = {HIDDEN: True}
"""Metadata of a field that is no business of an application."""

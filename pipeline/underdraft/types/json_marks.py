"""Marks on fields of values, ``attrs.field(metadata=...)``: how channels answer with them."""

from __future__ import annotations

from collections.abc import Mapping

OMITTED = "underdraft.omitted"
OMIT_NONE: Mapping[str, bool] = {OMITTED: True}
"""The key is left out where there is nothing."""

HIDDEN = "underdraft.hidden"
HIDE: Mapping[str, bool] = {HIDDEN: True}
"""The field is no business of an application."""

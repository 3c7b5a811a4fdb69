"""Caches of what layers 0-3 give: kept while a layer has the very same chunks, without reading them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from typing import TypeVar, TypeVarTuple

from underdraft.types.prompt import Section

REMEMBERED = 64
"""Number of sections for which each function's result is cached: those of 16 prefixes."""

Given = TypeVarTuple("Given")
Made = TypeVar("Made")


def cached_for_stable_layers(make: Callable[[Section, *Given], Made]) -> Callable[[Section, *Given], Made]:
    """Call a pure function of a section once for the same chunks of a layer of the prefix; of another one each time."""
    cached: OrderedDict[Hashable, tuple[Section, Made]] = OrderedDict()

    @wraps(make)
    def made(section: Section, *given: *Given) -> Made:
        if not section.layer.stable:
            return make(section, *given)
        key = (section.layer, tuple(map(id, section.chunks)), given)
        found = cached.get(key)
        if found is None:  # the section is kept, too: no other chunk has one of these ids meanwhile
            found = cached[key] = (section, make(section, *given))
            while len(cached) > REMEMBERED:
                cached.popitem(last=False)
        return found[1]

    return made

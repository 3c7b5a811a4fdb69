"""Caches of what is made of the very same objects: kept without reading them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, TypeVar, TypeVarTuple

from underdraft.types.prompt import Section

REMEMBERED = 128
"""Results of each function that are cached; the oldest goes first. Of functions of sections: those of 32 prefixes."""

Given = TypeVarTuple("Given")
Made = TypeVar("Made")


def cached_for_same_objects(make: Callable[[*Given], Made]) -> Callable[[*Given], Made]:
    """Call a pure function once for the same objects and equal texts and numbers; other equal objects are looked at anew."""
    return _cached(make, lambda given: tuple(one if isinstance(one, str | int) else id(one) for one in given))


def cached_for_stable_layers(make: Callable[[*Given], Made]) -> Callable[[*Given], Made]:
    """Call a pure function of sections once for the same chunks of layers of the prefix; of other ones each time."""
    return _cached(make, _chunks_and_others)


def _chunks_and_others(given: tuple[Any, ...]) -> Hashable | None:
    key: list[Hashable] = []
    for one in given:
        if isinstance(one, Section):
            if not one.layer.stable:
                return None
            key.append((one.layer, *map(id, one.chunks)))
        else:
            key.append(one)
    return tuple(key)


def _cached(
    make: Callable[[*Given], Made], key_of: Callable[[tuple[Any, ...]], Hashable | None]
) -> Callable[[*Given], Made]:
    cached: OrderedDict[Hashable, tuple[tuple[Any, ...], Made]] = OrderedDict()

    @wraps(make)
    def made(*given: *Given) -> Made:
        key = key_of(given)
        if key is None:
            return make(*given)
        found = cached.get(key)
        if found is None:  # what was given is kept, too: no other object has one of these ids meanwhile
            found = cached[key] = (given, make(*given))
            while len(cached) > REMEMBERED:
                cached.popitem(last=False)
        return found[1]

    return made

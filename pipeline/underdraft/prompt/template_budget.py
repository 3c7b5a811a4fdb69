"""The budget of one rendering: steps, the size of what it makes and, behind those, processor time.

Counted where the template runs, without a thread: each block that is entered, each filter, test, comparison and
operator, and each text or list that is made. The counts are the same on every machine; the processor's time is asked
only for what no count foresees, and is far beyond what an honest template takes (1 ms).
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import attrs

STEPS = 100_000
"""Blocks entered, operations done, and 64 characters made: each is a step; more for what the template is given."""

TEXT_MAXIMUM = 1_000_000
"""Maximum characters of a text that is made, or of all texts in a list, beyond twice those that the template is given."""

ITEMS_MAXIMUM = 50_000
BITS_MAXIMUM = 4_096
SECONDS = 0.3
_LOOKS_AT_CLOCK = 32
"""After so many counts, and whenever so many steps are counted at once, the clock is asked."""

_WIDE = re.compile(r"\d{4}|\*")
"""A width in a format that is none."""


class TooMuch(Exception):
    """A template does more than it may."""


@attrs.define
class _Spent:
    given: int = 0
    steps: int = 0
    calls: int = 0
    began: float = attrs.field(factory=lambda: time.thread_time())  # noqa: PLW0108 - looked up when it is called
    inside: float = 0.0


_spent: ContextVar[_Spent | None] = ContextVar("spent", default=None)


@contextmanager
def budget(given: object = ()) -> Iterator[None]:
    """Count what is done inside, anew; a long text that the template is ``given`` may be printed whole.

    Renderings inside one budget have their counts each, and its time together: a prompt is rendered until it fits.
    """
    outer = _spent.get()
    spent = _Spent(characters_of(given))
    spent.began -= outer.inside if outer else 0
    token = _spent.set(spent)
    try:
        yield
    finally:
        _spent.reset(token)
        if outer is not None:
            outer.inside = time.thread_time() - spent.began


def characters_of(value: object) -> int:
    """The characters of all texts in a value."""
    if isinstance(value, str):
        return len(value)
    inside = value.values() if isinstance(value, Mapping) else value
    return sum(map(characters_of, inside)) if isinstance(inside, Iterable) else 0


def spend(steps: int) -> None:
    """Count steps; too many are ``TooMuch``."""
    spent = _spent.get()
    if spent is None:
        return
    spent.steps += steps
    spent.calls += 1
    if spent.steps - spent.given // 8 > STEPS:
        raise TooMuch(f"more than {STEPS} steps")
    looks = steps >= _LOOKS_AT_CLOCK or spent.calls % _LOOKS_AT_CLOCK == 0
    if looks and time.thread_time() - spent.began > SECONDS:
        raise TooMuch(f"more than {SECONDS:.1f} seconds")


def kept(value: Any) -> Any:
    """A value that was made, counted by its size: a list in a list counts as often as it is there."""
    text = items = 0
    todo = [value]
    while todo:
        one = todo.pop()
        if isinstance(one, str):
            text += len(one)
        elif isinstance(one, int) and one.bit_length() > BITS_MAXIMUM:
            raise TooMuch(f"a number of more than {BITS_MAXIMUM} bits")
        elif isinstance(one, (list, tuple)):
            items += len(one)
            todo += one if items <= ITEMS_MAXIMUM else ()
        elif isinstance(one, dict):
            items += len(one)
            todo += [*one.keys(), *one.values()] if items <= ITEMS_MAXIMUM else ()
        _check_size(text, items)
    spend(1 + items // 8 + text // 64)
    return value


def _check_size(text: int, items: int = 0) -> None:
    spent = _spent.get()
    if text > TEXT_MAXIMUM + 2 * (spent.given if spent else 0):
        raise TooMuch(f"a text of more than {TEXT_MAXIMUM} characters")
    if items > ITEMS_MAXIMUM:
        raise TooMuch(f"a list of more than {ITEMS_MAXIMUM} items")


def concat(pieces: Iterable[str]) -> str:
    """Join the printed pieces into one text."""
    made, text = [], 0
    for piece in pieces:
        text += len(piece)
        _check_size(text)
        made.append(piece)
    spend(1 + text // 64)
    return "".join(made)


def joined(values: tuple[Any, ...]) -> str:
    """The operator ``~``."""
    return concat(map(str, values))


def check_operator(operator: str, left: Any, right: Any) -> None:
    """Refuse an operation whose result would be too large, before it is done."""
    if operator == "*":
        for one, other in ((left, right), (right, left)):
            if isinstance(one, (str, list, tuple)) and isinstance(other, int):
                _check_size(*((len(one) * other, 0) if isinstance(one, str) else (0, len(one) * other)))
    elif operator == "**" and isinstance(left, int) and isinstance(right, int):
        if left.bit_length() * right > BITS_MAXIMUM:
            raise TooMuch(f"a number of more than {BITS_MAXIMUM} bits")
    elif operator == "%" and isinstance(left, str):
        if _WIDE.search(left):
            raise TooMuch("a format that is wider than 999 characters")
        values = right if isinstance(right, tuple) else (right,)
        values = tuple(values[0].values()) if values and isinstance(values[0], Mapping) else values
        _check_size(left.count("%") * (999 + max((len(str(v)) for v in values), default=0)))


def _indent(text: Any, width: Any = 4, *_: Any, **__: Any) -> int:
    return (str(text).count("\n") + 1) * (len(width) if isinstance(width, str) else int(width))


def _join(_: Any, value: Any, d: Any = "", *__: Any, **___: Any) -> int:
    return len(value) * len(str(d)) if hasattr(value, "__len__") else 0


def _replace(_: Any, text: Any, old: Any, new: Any, *__: Any, **___: Any) -> int:
    return (str(text).count(str(old)) + 1) * len(str(new))


_GROWTH: Mapping[str, Callable[..., int]] = {"indent": _indent, "join": _join, "replace": _replace}
"""How many characters a filter adds at most, by the arguments that Jinja gives it."""


_OF_ITEMS = frozenset(
    (
        "groupby",
        "join",
        "list",
        "map",
        "max",
        "min",
        "reject",
        "rejectattr",
        "select",
        "selectattr",
        "sort",
        "unique",
    )
)
"""Filters that take a text for a list of characters."""


def check_filter(name: str, args: tuple[Any, ...], options: Mapping[str, Any]) -> None:
    """Count a filter or a test, and refuse one whose result would be too large."""
    longest = max((len(value) for value in args if isinstance(value, str)), default=0)
    if name in _OF_ITEMS:
        items = max((len(value) for value in args if isinstance(value, (str, list, tuple, dict))), default=0)
        _check_size(0, items)
        spend(1 + items)
    else:
        spend(1 + longest // 64)
    if name in _GROWTH:
        _check_size(_GROWTH[name](*args, **options))

"""Counts tokens with the target model's own tokenizer where that is public, else estimates.

A counter's name says how it counts, so that an estimate is never passed off as a count.
"""

from __future__ import annotations

import functools
import os
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Annotated

import attrs
import regex

from underdraft.text.encodings import (
    ADDITIVE,
    cut_for_counting,
    encoding_of,
    load_measure,
)
from underdraft.text.token_rates import TokenRates, rates_for

ESTIMATE = "estimate"
"""The name of the counter that estimates."""

_REMEMBERED = 8192
_LONG = 128
"""Code points above which a text is counted piece by piece."""

_CJK_RANGES = (
    (0x1100, 0x11FF), (0xA960, 0xA97F), (0xAC00, 0xD7FF),  # Hangul: jamo, extended jamo, syllables
    (0x2E80, 0x2FFF),  # radicals, description characters
    (0x3000, 0x4DBF),  # punctuation, kana, bopomofo, compatibility, extension A, hexagrams
    (0x4E00, 0x9FFF), (0xF900, 0xFAFF),  # unified and compatibility ideographs
    (0xFE30, 0xFE4F), (0xFF00, 0xFFEF),  # vertical, full-width and half-width forms
    (0x1AFF0, 0x1B16F),  # kana extensions
    (0x20000, 0x3FFFF),  # ideographs: extensions B and later
)  # fmt: skip
_CJK = regex.compile("[" + "".join(f"{chr(first)}-{chr(last)}" for first, last in _CJK_RANGES) + "]+")

_loading = threading.Lock()

if hasattr(os, "register_at_fork"):  # its holder is not in the child
    os.register_at_fork(after_in_child=_loading._at_fork_reinit)  # type: ignore[attr-defined]  # noqa: SLF001


@attrs.define(kw_only=True, eq=False)
class TokenCounter:
    """Counts the tokens of texts and remembers 8,192 counts, pieces' among them; safe to share between threads."""

    name: Annotated[str, '`"tiktoken:<encoding>"`, or `ESTIMATE`.'] = attrs.field(
        on_setattr=attrs.setters.frozen
    )
    measure: Annotated[Callable[[str], int], "Counts anew each time."] = attrs.field(
        repr=False, on_setattr=attrs.setters.frozen
    )
    additive: Annotated[bool, "Whether the counts of :func:`.cut_for_counting`'s pieces add up."] = False
    _counts: OrderedDict[tuple[int, int], int] = attrs.field(factory=OrderedDict, init=False, repr=False)

    def count(self, text: str) -> int:
        """Return how many tokens ``text`` is; text that looks like a special token counts as ordinary text."""
        key = (hash(text), len(text))  # 64 bits, which a string keeps; the cache does not hold manuscripts
        tokens = self._counts.get(key)
        if tokens is None:
            pieces = cut_for_counting(text) if self.additive and len(text) > _LONG else []
            tokens = sum(map(self.count, pieces)) if len(pieces) > 1 else self.measure(text)
            self._counts[key] = tokens  # each of these calls is whole under the interpreter's lock
            while len(self._counts) > _REMEMBERED:
                self._counts.popitem(last=False)
        return tokens


def estimate(text: str) -> int:
    """1.5 tokens a CJK character and 0.25 a byte of the remaining UTF-8, rounded up.

    CJK are ideographs with all extensions and the compatibility forms, radicals, kana, bopomofo, hangul,
    CJK punctuation and full-width and half-width forms. Quotes and dashes that Chinese shares with other
    scripts (``“”‘’……——``) are not: they count by their three bytes. A lone surrogate counts as three bytes.
    """
    remaining = _CJK.sub("", text)
    quarters = 6 * (len(text) - len(remaining)) + len(_encoded(remaining))
    return -(-quarters // 4)


def counter_for(model: str) -> TokenCounter:
    """The counter for a model, named as litellm names it (``"gpt-4o"``, ``"azure/gpt-4o"``).

    The first call for an encoding unpacks its vocabulary (about 0.4 s), later ones share the counter.
    A model whose tokenizer is not public is estimated, by the family's rates where there are some.
    """
    encoding = encoding_of(model)
    return (_shared_counter(encoding) if encoding else None) or _estimator(model)


def _estimator(model: str) -> TokenCounter:
    rates = rates_for(model)
    measure = _measure_by(rates) if rates else None
    family = rates.family if rates and measure else None
    with _loading:
        if family not in _estimators:
            _estimators[family] = TokenCounter(name=ESTIMATE, measure=measure or estimate)
        return _estimators[family]


def _measure_by(rates: TokenRates) -> Callable[[str], int] | None:
    """Estimates by a family's rates, or ``None`` while its vocabulary cannot be read; that for Chinese is read when needed."""
    nearest = _shared_counter(rates.vocabulary)
    if nearest is None:
        return None

    @functools.cache
    def for_chinese() -> TokenCounter:
        return _shared_counter(rates.chinese_vocabulary) or nearest

    return functools.partial(
        rates.estimate, count=nearest.measure, count_chinese=lambda text: for_chinese().measure(text)
    )


_estimators: dict[str | None, TokenCounter] = {}
_counters: dict[str, TokenCounter] = {}


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _shared_counter(encoding: str) -> TokenCounter | None:
    """The shared counter of an encoding, or ``None`` where no vocabulary is at hand."""
    if encoding in _counters:
        return _counters[encoding]
    with _loading:
        if encoding not in _counters:
            measure = load_measure(encoding)
            if measure is None:
                return None
            _counters[encoding] = TokenCounter(
                name=f"tiktoken:{encoding}", measure=measure, additive=encoding in ADDITIVE
            )
        return _counters[encoding]

"""Causes in words: one sentence for what happened, one for what to do about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from underdraft.cache.blame_cause import Cause, CauseCode
from underdraft.text.clean import one_line
from underdraft.text.strings import strings

SHOWN = 80
"""Maximum length of a value in a sentence, in code points."""


def cause_in_words(cause: Cause, locale: str) -> str:
    """Put a cause into one sentence."""
    values = {name: one_line(getattr(cause, name), SHOWN) for name in ("what", "before", "after")}
    return strings("cache.causes", locale)[cause.code][0].format(**values)


def advice_on(code: CauseCode, locale: str) -> str:
    """Return the advice about a cause, in one sentence."""
    words: Mapping[str, Sequence[str]] = strings("cache.causes", locale)
    return next(iter(words[code][1:]), strings("cache", locale)["nothing_to_do"])


def prefix_in_words(receipt: Mapping[str, Any] | None, locale: str) -> str:
    """One sentence on additions to layer 2, from a receipt as it is answered; empty where there are none."""
    if not receipt:
        return ""
    words = strings("cache.prefix", locale)
    if "folded" in receipt:
        return words[receipt["folded"]]
    if not receipt["waiting"]:
        return ""
    usd = receipt.get("foldUsd")
    return words["kept"].format(
        count=receipt["waiting"],
        tokens=f"{receipt['waitingTokens']:,}",
        until=receipt["warmUntil"][11:16],
        again=f"{receipt['foldTokens']:,}",
        price="" if usd is None else words["price"].format(usd=f"{usd:.4f}"),
    )

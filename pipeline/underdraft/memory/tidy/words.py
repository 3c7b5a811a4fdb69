"""The words by which statements are compared, from ``opposites.toml``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

import attrs


@attrs.frozen(kw_only=True)
class Lexicon:
    """What is looked for in a statement.

    Attributes:
        axes: By axis, its values with the pattern of each.
        frames: By relation, the words between what it is of and its one value.
        change: Says that something is not as it was.
        denial: Turns round what follows it.
        harmless: Holds a sign of a denial and is none.
        idle: Says nothing about what a statement is about.
        numbered: A number after it says which one is meant.
    """

    axes: Mapping[str, Mapping[str, re.Pattern[str]]]
    frames: Mapping[str, re.Pattern[str]]
    change: re.Pattern[str]
    denial: re.Pattern[str]
    harmless: re.Pattern[str]
    idle: re.Pattern[str]
    numbered: re.Pattern[str]


@cache
def lexicon() -> Lexicon:
    """The words, read once."""
    told = tomllib.loads(files("underdraft.memory.tidy").joinpath("opposites.toml").read_text("utf-8"))
    words = {name: pattern_of(found) for name, found in told["words"].items()}
    return Lexicon(
        axes={
            axis: {value: pattern_of(found) for value, found in values.items()}
            for axis, values in told["axes"].items()
        },
        frames={name: pattern_of(found) for name, found in told["frames"].items()},
        **words,
    )


def pattern_of(alternatives: Iterable[str]) -> re.Pattern[str]:
    """One pattern; alternatives in Latin letters are whole words, longer ones come first."""
    ranked = sorted(alternatives, key=len, reverse=True)
    whole = (
        rf"(?<![A-Za-z])(?:{one})(?![A-Za-z])" if re.search("[A-Za-z]{2}|^[a-z]$", one) else one
        for one in ranked
    )
    return re.compile("|".join(whole), re.IGNORECASE)

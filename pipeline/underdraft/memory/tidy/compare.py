"""Whether two statements say the same, or contradict each other: by their vectors and by their words.

Nearness of meaning alone does not tell "prefers short" from "prefers long", so that what is opposite is looked
for first. A pure function; what it finds is offered to the writer and never done.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import product
from typing import Annotated, Literal

import attrs

from underdraft.memory.tidy.reading import ReadStatement, read
from underdraft.text.clean import normalised

SAME = 0.6
"""Cosine from which on two statements say the same thing in other words."""

SAME_IF_LONG = 0.68
"""The same for statements of more than :data:`LONG` tokens, which are near by what they are about alone."""

LONG = 14

SAME_BUT_ONE = 0.8
"""The same where one thing stands in the place of another: "short sentences", "short chapters"."""

RELATED = 0.45
"""Cosine from which on two statements may contradict each other."""

SAME_WORDS = 0.6
"""Share of words in common from which on two statements are the same, where there are no vectors."""

TOPIC = 0.65
"""Share of the smaller topic that both have, from which on they are about the same thing."""

TOPIC_NEAR = 0.5
"""The same where their meanings are nearer than :data:`NEAR`, or one says that something has changed."""

NEAR = 0.65

Why = Literal[
    "same_words", "same_meaning", "opposite", "another_value", "another_number", "denied", "model_says"
]


@attrs.frozen(kw_only=True)
class Likeness:
    """What two statements are to each other."""

    kind: Annotated[Literal["duplicate", "contradiction"], "What they are."]
    why: Annotated[Why, "How that is known."]
    words: Annotated[tuple[str, ...], "What stands against each other: of the first, of the second."] = ()
    score: Annotated[float | None, "Cosine of their meanings, or null without vectors."] = None
    holds: Annotated[Literal["first", "second"] | None, "The one that a model says holds."] = None


def compare(first: str, second: str, cosine: float | None) -> Likeness | None:
    """What two statements are to each other; ``None`` for two that are merely near, or strange.

    Args:
        first: The one.
        second: The other.
        cosine: Of their vectors, or ``None`` where there are none.
    """
    if normalised(first) == normalised(second):
        return Likeness(kind="duplicate", why="same_words", score=cosine)
    mine, theirs = read(first), read(second)
    if (cosine is not None and cosine < RELATED) or differ(mine.which, theirs.which):
        return None
    found = contradiction(mine, theirs, cosine) or duplicate(mine, theirs, cosine)
    return attrs.evolve(found, score=cosine) if found else None


def duplicate(mine: ReadStatement, theirs: ReadStatement, cosine: float | None) -> Likeness | None:
    """Whether both say the same, in the same words or in others."""
    if differ(mine.names, theirs.names) or differ(mine.numbers, theirs.numbers) or opposed(mine, theirs):
        return None
    if mine.denied != theirs.denied and not agreeing(mine, theirs):
        return None
    apart = swapped(mine, theirs)
    if cosine is None:
        alike = jaccard(frozenset(mine.tokens), frozenset(theirs.tokens)) >= SAME_WORDS
        return Likeness(kind="duplicate", why="same_words") if alike and not apart else None
    long = min(len(mine.tokens), len(theirs.tokens)) > LONG
    least = SAME_BUT_ONE if apart else SAME_IF_LONG if long else SAME
    return Likeness(kind="duplicate", why="same_meaning") if cosine >= least else None


def contradiction(mine: ReadStatement, theirs: ReadStatement, cosine: float | None) -> Likeness | None:
    """How one contradicts the other, if they are about the same thing."""
    for relation, (of, value) in mine.frames.items():
        other = theirs.frames.get(relation)
        enough = TOPIC if relation == "identity" else TOPIC_NEAR
        if other and shared(*sorted((of, other[0]), key=len)) >= enough and not value & other[1]:
            return Likeness(
                kind="contradiction",
                why="another_value",
                words=(joined(value, mine), joined(other[1], theirs)),
            )
    if differ(mine.names, theirs.names) or not about_the_same(mine, theirs, cosine):
        return None
    against = opposed(mine, theirs)
    if against:
        return Likeness(kind="contradiction", why="opposite", words=against)
    if differ(mine.numbers, theirs.numbers):
        words = tuple(", ".join(map(str, sorted(one.numbers))) for one in (mine, theirs))
        return Likeness(kind="contradiction", why="another_number", words=words)
    near = cosine is None or cosine >= SAME or mine.topic == theirs.topic
    if mine.denied != theirs.denied and near and not agreeing(mine, theirs) and not swapped(mine, theirs):
        return Likeness(kind="contradiction", why="denied")
    return None


def opposed(mine: ReadStatement, theirs: ReadStatement) -> tuple[str, ...]:
    """Values of one axis that cannot both be, where all of them differ."""
    for axis, own in mine.values.items():
        other = theirs.values.get(axis, {})
        if own.keys() & other.keys():
            continue
        for value, against in product(sorted(own), sorted(other)):
            if excludes(value, against):
                return own[value], other[against]
    return ()


def excludes(value: str, other: str) -> bool:
    """Whether two values of an axis cannot both be; ``!`` stands before a denied one."""
    if value.startswith("!") == other.startswith("!"):
        return value != other and not value.startswith("!")
    return value.lstrip("!") == other.lstrip("!")


def agreeing(mine: ReadStatement, theirs: ReadStatement) -> bool:
    """Whether they give values of one axis, and none against the other."""
    return not mine.values.keys().isdisjoint(theirs.values) and not opposed(mine, theirs)


def about_the_same(mine: ReadStatement, theirs: ReadStatement, cosine: float | None) -> bool:
    """Whether their topics are one: what the smaller has is in the other, or most of it."""
    near = mine.changed or theirs.changed or (cosine or 0.0) >= NEAR
    return shared(*sorted((mine.topic, theirs.topic), key=len)) >= (TOPIC_NEAR if near else TOPIC)


def shared(small: frozenset[str], large: frozenset[str]) -> float:
    """Share of the smaller topic that is in the larger; a lone CJK character is in every pair that has it."""
    if not small:
        return float(not large)
    found = (
        any(
            one == other or (1 in {len(one), len(other)} and (one in other or other in one))
            for other in large
        )
        for one in small
    )
    return sum(found) / len(small)


def swapped(mine: ReadStatement, theirs: ReadStatement) -> bool:
    """Whether they are alike but for one thing that stands in the place of another."""
    blocks = SequenceMatcher(a=mine.tokens, b=theirs.tokens, autojunk=False).get_opcodes()
    changed = [tag for tag, *_ in blocks if tag != "equal"]
    alike = sum(end - begin for tag, begin, end, *_ in blocks if tag == "equal")
    return changed == ["replace"] and 2 * alike >= min(len(mine.tokens), len(theirs.tokens))


def differ(mine: frozenset[str] | frozenset[int], theirs: frozenset[str] | frozenset[int]) -> bool:
    """Whether both have some, and none in common."""
    return bool(mine) and bool(theirs) and not mine & theirs


def jaccard(mine: frozenset[str], theirs: frozenset[str]) -> float:
    """Share of words in common."""
    return len(mine & theirs) / max(1, len(mine | theirs))


def joined(tokens: frozenset[str], statement: ReadStatement) -> str:
    """Tokens in the order of the statement."""
    place = statement.text.casefold()
    return " ".join(sorted(tokens, key=lambda token: (place.find(token), token)))

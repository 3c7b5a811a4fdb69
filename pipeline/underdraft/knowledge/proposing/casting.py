"""Puts the writings of one name together: full names, given names, surnames with a form of address, nicknames."""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Annotated

import attrs

from underdraft.knowledge.checks.lexicon import HAN
from underdraft.knowledge.proposing.chinese_text import HALF, PAIR, acting, offsets
from underdraft.knowledge.proposing.story_text import StoryText, Written, listed, words

NEAR = 600
"""So many code points back somebody of the name may have been written in full."""

SURE, LIKELY = 0.9, 0.6
"""How sure another name is: one bearer alone fits, or the one who was named last."""

_AFTER = 90
_SHE = re.compile(r"\b(?:she|her|hers|herself)\b|她(?!们)", re.IGNORECASE)
_HE = re.compile(r"\b(?:he|his|him|himself)\b|他(?!们)", re.IGNORECASE)


@attrs.frozen(kw_only=True)
class Alias:
    """Another name of somebody."""

    text: str
    at: tuple[int, ...]
    confidence: Annotated[float, "0 to 1."]


@attrs.frozen(kw_only=True)
class FoundEntity:
    """Somebody or something that the chapters name again and again."""

    name: str
    kind: str
    at: Annotated[tuple[int, ...], "Where any of its names stands, in order."]
    name_at: Annotated[tuple[int, ...], "Where the name itself stands."]
    aliases: tuple[Alias, ...] = ()
    confidence: Annotated[float, "0 to 1."]


@attrs.define
class _Head:
    """One bearer of names, as they are gathered."""

    name: Written
    others: list[tuple[Written, float]] = attrs.field(factory=list)
    sex: int = 0

    @property
    def writings(self) -> list[Written]:
        return [self.name, *(w for w, _ in self.others)]

    @property
    def at(self) -> list[int]:
        return sorted({s for w in self.writings for s in w.at})


def cast_of(story: StoryText, found: Iterable[Written]) -> list[FoundEntity]:
    """Who and what is named, the surest first."""
    found = list(found)
    people = [w for w in found if w.kind == "character"]
    heads = _heads(story, people)
    things = [_Head(w) for w in found if w.kind != "character" and w.count > 1]
    made = [_entity(head) for head in (*heads, *_distinct(things, heads))]
    return sorted((e for e in made if e is not None), key=lambda e: (-e.confidence, e.name))


def _distinct(things: list[_Head], heads: list[_Head]) -> list[_Head]:
    """Places and things without those that are a part of another's name."""
    taken = {w.text for head in heads for w in head.writings}
    names = {t.name.text for t in things}
    return [t for t in things if t.name.text not in taken and not _in_longer(t.name, names, things)]


def _in_longer(written: Written, names: set[str], things: list[_Head]) -> bool:
    if HAN.search(written.text):
        return False
    return any(
        other != written.text
        and written.text in other.split()
        and written.count < 3 * next(t.name.count for t in things if t.name.text == other)
        and written.text in listed("english", "places") | listed("english", "organisations")
        for other in names
    )


def _heads(story: StoryText, people: Sequence[Written]) -> list[_Head]:
    full = [w for w in people if _is_full(w)]
    heads: list[_Head] = []
    for written in sorted(full, key=lambda w: (-len(_parts(w)), -len(w.core), -w.count, w.text)):
        same = next((h for h in heads if _same_full(h.name, written)), None)
        if same:
            same.others.append((written, SURE))
        else:
            heads.append(_Head(written))
    if full:
        for head in heads:
            head.sex = _sex(story, head.writings)
    rest = sorted((w for w in people if w not in full), key=lambda w: (not w.title, -w.count, w.text))
    loose: list[Written] = []
    for written in rest:
        fitting = _bearers(story, written, heads)
        if len(fitting) == 1:
            fitting[0].others.append((written, SURE))
        elif fitting:
            loose.append(written)
        else:
            heads.append(_Head(written, sex=_sex(story, [written])))
    for written in loose:
        bearer = _named_last(written, _bearers(story, written, heads))
        if bearer:
            bearer.others.append((written, LIKELY))
    _add_given_names(story, heads)
    return heads


def _is_full(written: Written) -> bool:
    if HAN.search(written.text):
        return not written.title and (
            "·" in written.text or len(written.core) > PAIR or written.core[0] in words("chinese")["surnames"]
        )
    return len(_parts(written)) > 1


def _parts(written: Written) -> list[str]:
    return re.split(r"[· ]", written.core)


def _same_full(first: Written, second: Written) -> bool:
    """Two full names of one bearer: with a form of address, or with a middle name."""
    one, two = _parts(first), _parts(second)
    if HAN.search(first.text) or len(two) == 1:
        return first.text == second.text
    return one[0].rstrip(".")[: len(two[0].rstrip("."))] == two[0].rstrip(".") and one[-1] == two[-1]


def _bearers(story: StoryText, written: Written, heads: Sequence[_Head]) -> list[_Head]:
    """Those whose name this may be a part or a form of."""
    if HAN.search(written.text):
        fitting = [h for h in heads if _fits_chinese(written, h.name)]
    else:
        first = [h for h in heads if _parts(h.name)[0] == written.core and len(_parts(h.name)) > 1]
        fitting = first or [h for h in heads if written.core in _parts(h.name)]
        if written.title and not _titled_sex(
            written
        ):  # a sergeant is not Mrs: she has her own form of address
            fitting = [
                h for h in fitting if not any(_titled_sex(w) for w in h.writings if len(_parts(w)) == 1)
            ]
    sex = _titled_sex(written) or _sex(story, [written])
    same = [h for h in fitting if h.sex * sex > 0]
    if _titled_sex(written) and same:
        return same
    return [h for h in fitting if h.sex * sex >= 0] if _titled_sex(written) or len(fitting) > 1 else fitting


def _fits_chinese(written: Written, name: Written) -> bool:
    own, core = name.core, written.core
    if not HAN.search(name.text) or (
        name.title and (name.core != core or not _alike(name.title, written.title))
    ):
        return False
    if "·" in own:
        return core in own.split("·")
    if written.title == "阿":
        return core in own[1:]
    if written.title:
        return own.startswith(core)
    return own != core and (own.endswith(core) or (len(core) == PAIR and core in own[1:]))


def _alike(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)


def _titled_sex(written: Written) -> int:
    """Above 0 for a woman's form of address, below 0 for a man's."""
    if HAN.search(written.text):
        return int(written.title in listed("chinese", "women"))
    titles = set(written.title.split())
    return bool(titles & listed("english", "women")) - bool(titles & listed("english", "men"))


def _sex(story: StoryText, writings: Sequence[Written]) -> int:
    """The same by the forms of address, else by the pronouns that follow, where they are clear."""
    by_title = sum(_titled_sex(w) for w in writings)
    if by_title:
        return by_title
    she = he = 0
    for written in writings:
        for start in written.at:
            after = story.narration[start + len(written.text) : start + len(written.text) + _AFTER]
            first = min(
                (m.start(), sex)
                for sex, m in ((1, _SHE.search(after)), (-1, _HE.search(after)), (0, re.search("$", after)))
                if m
            )
            she += first[1] > 0
            he += first[1] < 0
    return (she > max(1, 2 * he)) - (he > max(1, 2 * she))


def _named_last(written: Written, bearers: Sequence[_Head]) -> _Head | None:
    """The bearer who was named shortly before nearly every time."""
    votes: Counter[int] = Counter()
    for start in written.at:
        last = [
            (at[i - 1], n)
            for n, at in ((n, b.at) for n, b in enumerate(bearers))
            if (i := bisect_left(at, start))
        ]
        if last and start - max(last)[0] <= NEAR:
            votes[max(last)[1]] += 1
    if not votes:
        return None
    best, count = votes.most_common(1)[0]
    return bearers[best] if count > 1 and count >= 0.7 * votes.total() else None


def _add_given_names(story: StoryText, heads: Sequence[_Head]) -> None:
    """The given name of a Chinese full name, where it stands alone and nobody else has it."""
    text = story.text
    taken = {w.text for head in heads for w in head.writings}
    for head in heads:
        name = head.name.core
        given = name[-2:]
        if not HAN.search(name) or head.name.title or len(name) <= PAIR or given in taken or "·" in name:
            continue
        inner = {s + len(name) - 2 for s in head.name.at}
        alone = tuple(s for s in offsets(text, given) if s not in inner)
        if len(alone) > 1 and _stands_alone(text, given, alone) and given not in listed("chinese", "people"):
            head.others.append((Written(text=given, at=alone, core=given), 0.8))


def _stands_alone(text: str, given: str, at: Sequence[int]) -> bool:
    """Whether it is used as a name: at the edge of clauses, or before what people do."""
    return acting(text, given, at) >= HALF


def _entity(head: _Head) -> FoundEntity | None:
    at = head.at
    if len(at) < PAIR:
        return None
    name = head.name
    if name.title and not HAN.search(name.text):
        name = max((w for w in head.writings if w.core == name.core), key=lambda w: (w.count, not w.title))
    untitled = name.core if len(_parts(name)) > 1 else name.text
    strongest = max(w.evidence for w in head.writings)
    weak = 0.0 if name.kind == "character" else 0.05
    confidence = round(min(0.98, 0.3 + 0.3 * strongest + 0.35 * min(1.0, math.log2(len(at)) / 5) - weak), 2)
    sure = {w.text: Alias(text=w.text, at=w.at, confidence=c) for w, c in ((head.name, SURE), *head.others)}
    aliases = tuple(alias for text, alias in sure.items() if text != untitled)
    return FoundEntity(
        name=untitled, kind=name.kind, at=tuple(at), name_at=name.at, aliases=aliases, confidence=confidence
    )

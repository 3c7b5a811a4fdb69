"""Finds places, organisations, ships and books in Chinese text by how their names end, or by their marks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from underdraft.knowledge.proposing.chinese import chinese_people
from underdraft.knowledge.proposing.chinese_text import (
    HAN,
    MOSTLY,
    PAIR,
    TRIPLE,
    ChineseText,
    gathered,
    is_common,
    is_known,
    offsets,
)
from underdraft.knowledge.proposing.story_text import StoryText, Written, listed, words

_SHIP = re.compile(rf"[{HAN}]{{2,3}}号(?![码称召角令筒线房楼])")
_BOOK = re.compile(r"《([^》\n]{2,20})》")
_NUMERAL = re.compile("[零一二三四五六七八九十百千几两]")


def chinese_names(story: StoryText) -> list[Written]:
    """Everything that looks like a name in Chinese: people, places, organisations, ships and books."""
    cut = ChineseText.of(story.text)
    found = chinese_people(cut)
    for written in (*_places(cut, dict(found)), *_things(cut)):
        found.setdefault(written.text, written)
    return list(found.values())


def _places(cut: ChineseText, people: Mapping[str, Written]) -> Iterator[Written]:
    """What ends like a place or a house, and is no common word."""
    for kind in ("place", "organisation"):
        endings = sorted(listed("chinese", f"{kind}s"), key=lambda e: (-len(e), e))
        ending = re.compile("|".join(endings))
        places = gathered(_before(cut, ending))
        counts = {name: len(at) for name, at in places.items()}
        chosen = {
            name: at for name, at in places.items() if len(at) >= PAIR and _is_proper(cut, name, at, people)
        }
        for name, at in chosen.items():
            longer = [o for o in chosen if o != name and o.endswith(name) and counts[o] >= MOSTLY * len(at)]
            shorter = [o for o in chosen if o != name and name.endswith(o) and len(at) < MOSTLY * counts[o]]
            if not longer and not shorter:
                whole = _extended(cut, name, at)
                yield Written(
                    text=whole, at=tuple(offsets(cut.text, whole)), core=whole, kind=kind, evidence=0.6
                )


def _extended(cut: ChineseText, name: str, at: Sequence[int]) -> str:
    """The name with the character that always stands before it: jieba took that for a word of its own."""
    before = Counter(cut.text[s - 1 : s] for s in at)
    first, often = before.most_common(1)[0]
    if len(at) < TRIPLE or often < 0.8 * len(at) or not re.match(rf"[{HAN}]", first):
        return name
    return name if first in "的在到了从这那是座" else first + name


def _before(cut: ChineseText, ending: re.Pattern[str]) -> Iterator[tuple[str, int]]:
    for found in ending.finditer(cut.text):
        for start in range(found.start() - 1, found.end() - 7, -1):
            if start < 0 or not re.match(rf"[{HAN}]", cut.text[start]):
                break
            if start in cut.tags and found.end() in cut.tags:
                yield cut.text[start : found.end()], start


def _is_proper(cut: ChineseText, name: str, at: Sequence[int], people: Mapping[str, Written]) -> bool:
    """Whether it is no common word, no verb with its object, and seldom counted or described."""
    if name[0] in words("chinese")["not_first"] or name in listed("chinese", "unnamed"):
        return False
    if name in people or any(name.endswith(p) or (len(p) > PAIR and p in name) for p in people):
        return False
    tags = cut.tags_of(at[0], at[0] + len(name))
    person = tags[0].startswith("nr") and name[0] in words("chinese")["surnames"]
    common = tags[0] in {"i", "l"} or (is_known(name) and tags[0][:2] not in {"nr", "ns", "nt", "nz"})
    if len(tags) == 1 and (person or common):
        return False
    if any(t[:1] in set("rpcumqdyvil") or t in {"f", "uj", "ul", "a"} for t in tags[:-1]):
        return False
    described = sum(re.search(r"[的个座条间家所那这]$", cut.text[max(0, s - 1) : s]) is not None for s in at)
    plain = len(tags) > 1 and all(
        is_common(cut.tags[s][0]) for s in range(at[0], at[0] + len(name)) if s in cut.tags
    )
    needed = TRIPLE if plain or len(name) == PAIR else PAIR
    return len(at) >= needed and described <= (0.15 if plain else 0.3) * len(at)


def _things(cut: ChineseText) -> Iterator[Written]:
    """Ships, and books by their marks."""

    def ships() -> Iterator[tuple[str, int]]:
        for found in _SHIP.finditer(cut.text):
            tags = cut.tags_of(found.start(), found.end() - 1)
            verb = any(t[:1] in set("vprdcumq") for t in tags)
            if (
                found.start() in cut.tags
                and not verb
                and not _NUMERAL.search(found[0])
                and not is_common(found[0])
            ):
                yield found[0], found.start()

    books = ((m[1], m.start(1)) for m in _BOOK.finditer(cut.text))
    for text, at in gathered(chain(ships(), books)).items():
        if len(at) >= PAIR:
            yield Written(text=text, at=tuple(at), core=text, kind="thing", evidence=0.7)

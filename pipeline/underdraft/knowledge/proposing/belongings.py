"""Finds things that a story comes back to: a watch, a key, a letter, by a list of what stories are made of."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from underdraft.knowledge.proposing.chinese_text import HAN, MOSTLY
from underdraft.knowledge.proposing.story_text import StoryText, Written, listed, words

OFTEN, CHAPTERS = 3, 2
"""A thing is named so often, in so many chapters, before it is worth a card."""

EVIDENCE = 0.3
_PLAIN = frozenset(
    [
        "little",
        "old",
        "big",
        "small",
        "great",
        "long",
        "short",
        "same",
        "other",
        "own",
        "new",
        "first",
        "last",
        "next",
        "second",
        "only",
        "whole",
        "good",
        "bad",
        "large",
    ]
)


def belongings(story: StoryText) -> Iterator[Written]:
    """Each thing by the name that it mostly has: ``the gold watch``, ``黄铜钥匙``."""
    for found in (_english(story.text), _chinese(story.text)):
        for name, at in found.items():
            chapters = {story.place(s)[0].chapter.number for s in at}
            if len(at) >= OFTEN and len(chapters) >= CHAPTERS:
                yield Written(text=name, at=tuple(at), core=name, kind="thing", evidence=EVIDENCE)


def _english(text: str) -> Mapping[str, list[int]]:
    nouns = "|".join(sorted(listed("english", "belongings"), key=lambda n: (-len(n), n)))
    owner = r"(?:[Tt]he|[Hh]is|[Hh]er|[Tt]heir|[A-Z]\w+['’]s)"
    pattern = re.compile(rf"\b{owner} ((?:[a-z-]+ )?)({nouns})\b(?! ?(?:of|[a-z]*-))")
    kinds: dict[str, Counter[str]] = defaultdict(Counter)
    places: dict[str, list[int]] = defaultdict(list)
    for found in pattern.finditer(text):
        which = found[1].strip()
        kinds[found[2]]["" if which in _PLAIN else which] += 1
        places[found[2]].append(found.start())
    return {f"the {_described(noun, kinds[noun])}": at for noun, at in places.items()}


def _described(noun: str, kinds: Counter[str]) -> str:
    """The noun with the word that tells it from others, where one does."""
    which, often = max(
        ((k, n) for k, n in kinds.items() if k), key=lambda kn: (kn[1], kn[0]), default=("", 0)
    )
    alone = often > 1 and often + kinds[""] >= MOSTLY * kinds.total()
    return f"{which} {noun}" if alone else noun


def _chinese(text: str) -> Mapping[str, list[int]]:
    nouns = "|".join(sorted(listed("chinese", "belongings"), key=lambda n: (-len(n), n)))
    material = words("chinese")["materials"]
    pattern = re.compile(rf"((?:{material})?)({nouns})(?![{HAN}]?(?:店|铺|匠|行))")
    kinds: dict[str, Counter[str]] = defaultdict(Counter)
    places: dict[str, list[int]] = defaultdict(list)
    for found in pattern.finditer(text):
        kinds[found[2]][found[1]] += 1
        places[found[2]].append(found.start())
    return {(_described(noun, kinds[noun]).replace(" ", "")): at for noun, at in places.items()}

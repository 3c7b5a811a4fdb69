"""Whom a reader of a story knows: names as a text writes them, who is a woman, who is whose mother, who tells it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated

import attrs

from underdraft.knowledge.checks.kinship import relatives
from underdraft.knowledge.checks.lexicon import HAN, pattern, table
from underdraft.knowledge.checks.prose import Chapter, paragraphs
from underdraft.knowledge.graph.model import Entity, StoryGraph
from underdraft.knowledge.scene.names import NameIndex

PRONOUN = re.compile(r"\b(?:he|she|his|her|hers|him|himself|herself|it|its)\b|[他她它](?!们)", re.IGNORECASE)


FIRST_PERSON = re.compile(r"\b(?:I|[Mm]e|[Mm]y|mine|myself)\b|(?<!自)[我俺咱](?!们)")


_FEMALE = {"she", "her", "hers", "herself", "她"}


_MALE = {"he", "his", "him", "himself", "他"}


NEUTER = {"it", "its", "它"}


SURNAMES = frozenset(
    "陈李王张刘杨赵黄吴徐孙胡朱郭梁宋郑谢韩唐冯董萧曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎潘杜戴钟汪任姜范姚谭廖邹熊陆郝崔邱秦顾侯邵孟薄郁"
)


_TITLES = [
    "先生",
    "太太",
    "小姐",
    "师傅",
    "老师",
    "医生",
    "大夫",
    "警官",
    "队长",
    "律师",
    "经理",
    "老板",
    "主任",
    "教授",
    "叔",
    "伯",
    "姨",
    "婶",
    "哥",
    "姐",
    "爷",
    "嫂",
    "家的",
]


FULL = 3
"""Characters of a Chinese full name; letters of the shortest part of another name."""


OFTEN = 30
"""A narrator says ``I`` so many times in all."""


NAMED = 3
"""So many times a narrator is called by name."""


@attrs.frozen(eq=False)
class Cast:
    """Whom a reader knows, and whom a pronoun may mean."""

    graph: StoryGraph
    index: NameIndex
    female: frozenset[str]
    male: frozenset[str]
    kin: Annotated[Mapping[tuple[str, str], str], "Who is the mother, the son, ... of whom."] = attrs.Factory(
        dict
    )
    narrator: Annotated[str | None, "Who tells the story, where an alias is `I` or 我."] = None

    @classmethod
    def of(cls, graph: StoryGraph, chapters: Sequence[Chapter]) -> Cast:
        """Who is a woman and who is a man by title, kinship, and the pronouns that follow the name."""
        index = _index(graph)
        counts = _pronouns_after(index, graph, chapters)
        female, male = set[str](), set[str]()
        for entity in graph.entities:
            if entity.kind == "character":
                sex = _by_words((entity.name, *entity.aliases)) or counts.get(entity.name, 0)
                sex = sex or _by_words(tuple(a.value for a in entity.attributes))
                if sex:
                    (female if sex > 0 else male).add(entity.name)
        return cls(
            graph,
            index,
            frozenset(female),
            frozenset(male),
            relatives(graph, index),
            _narrator(graph, index, chapters),
        )

    def fits(self, name: str, pronoun: str) -> bool:
        """Whether the pronoun may stand for the name."""
        word = pronoun.lower()
        if self.graph.by_name[name].kind != "character":
            return word in NEUTER
        if word in _FEMALE:
            return name not in self.male
        return word in _MALE and name not in self.female


def _narrator(graph: StoryGraph, index: NameIndex, chapters: Sequence[Chapter]) -> str | None:
    """Who says ``I``: by an alias, or else the one who is only ever named in what is said."""
    people = [e for e in graph.entities if e.kind == "character"]
    named = next((e.name for e in people if {"I", "me", "我", "俺"} & set(e.names)), None)
    if named:
        return named
    told, said, first = Counter[str](), Counter[str](), 0
    for paragraph in (p for chapter in chapters for p in paragraphs(chapter)):
        first += len(FIRST_PERSON.findall(paragraph.narration))
        for found in index.find(paragraph.text):
            (said if paragraph.narration[found.start] == "\x00" else told)[found.name] += 1
    silent = [e.name for e in people if said[e.name] >= NAMED and told[e.name] * 10 <= said[e.name]]
    return silent[0] if first >= OFTEN and len(silent) == 1 else None


def _index(graph: StoryGraph) -> NameIndex:
    """Names as a text writes them: also given names alone, and descriptions at the beginning of a sentence."""
    written = [(w, entity.name) for w, entity in graph.by_name.items()]
    people = [entity for entity in graph.entities if entity.kind == "character"]
    parts = [(part, e.name) for e in people for part in _parts(e.name)]
    often = Counter(part for part, _ in parts)
    capital = [(w[0].upper() + w[1:], name) for w, name in written if w[0].islower()]
    known = [
        (f"{this} {w[4:]}", name) for w, name in written if w.startswith("the ") for this in ("that", "this")
    ]
    bare = [(w[4:], name) for w, name in written if w.startswith("the ") and " " in w[4:]]
    once = [(part, name) for part, name in parts if often[part] == 1]
    return NameIndex.of([*written, *bare, *known, *capital, *once, *_addresses(people)])


def _addresses(people: Sequence[Entity]) -> Iterator[tuple[str, str]]:
    """老陆, 陆师傅: how somebody is called whose surname nobody else has."""
    family = [
        (name[0], e.name)
        for e in people
        for name in e.names
        if HAN.match(name) and name[0] in SURNAMES and len(name) in {2, 3}
    ]
    often = Counter(surname for surname, _ in set(family))
    for surname, name in set(family):
        if often[surname] == 1:
            yield from ((f"{prefix}{surname}", name) for prefix in "老小")
            yield from ((f"{surname}{title}", name) for title in _TITLES)


def _parts(name: str) -> list[str]:
    """The given name of a Chinese name of three characters; the capitalised words of another one."""
    if HAN.match(name):
        return [name[1:]] if len(name) == FULL else []
    return [word for word in name.split() if word[0].isupper() and len(word) >= FULL and word.isalpha()]


@cache
def _sexed() -> tuple[re.Pattern[str], re.Pattern[str]]:
    people = table("people")
    return pattern(people["she"]), pattern(people["he"])


def _by_words(texts: Sequence[str]) -> int:
    """Above 0 for a woman, below 0 for a man; the last word of a Chinese text counts, the first of an English one."""
    she, he = _sexed()
    score = 0
    for text in texts:
        women, men = ([m.span() for m in found.finditer(text)] for found in (she, he))
        if not women or not men:
            score += bool(women) - bool(men)
        elif text.isascii():
            score += 1 if women[0] < men[0] else -1
        else:
            score += 1 if women[-1][1] >= men[-1][1] else -1
    return score


def _pronouns_after(index: NameIndex, graph: StoryGraph, chapters: Sequence[Chapter]) -> Mapping[str, int]:
    """For each name how much oftener a woman's pronoun is the next one than a man's."""
    counts: Counter[str] = Counter()
    for chapter in chapters:
        for paragraph in paragraphs(chapter):
            found = list(index.find(paragraph.narration))
            for one, following in zip(found, [*found[1:], None], strict=False):
                until = following.start if following else len(paragraph.narration)
                word = PRONOUN.search(paragraph.narration, one.end, min(until, one.end + 120))
                if word and graph.by_name[one.name].kind == "character":
                    counts[one.name] += (word[0].lower() in _FEMALE) - (word[0].lower() in _MALE)
    return counts


def is_person(entity: Entity | None) -> bool:
    """Whether it is a character."""
    return entity is not None and entity.kind == "character"

"""Traits: plain values of closed kinds, as a fact gives them and as a told sentence states them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import product

import attrs

from underdraft.knowledge.checks.language import (
    ELSE,
    NUMBER,
    PERSON,
    TARGET,
    WHO,
    StoryLanguage,
    lines_in,
    lines_of,
    patterns,
    story_language,
)
from underdraft.knowledge.graph.model import Attribute
from underdraft.text.language import read_number, word_alternatives, word_pattern

_CLAUSE = re.compile(r"[，,；;：:—–\x00]+")
_YEARS = re.compile(rf"({NUMBER})\s*(?:{word_alternatives('story.values.years')})?", re.IGNORECASE)
_SECTIONS = {"colour": "colours", "own_colour": "colours", "occupation": "occupations", "kin": "kin"}
_LISTED = re.compile(r"[,，、;；]\s*| and ")
_ENDS = "，。；！？,.;!?:：\x00"
_COLOURED = frozenset({"eye", "hair", "fur", "beard"})
_PASSING = frozenset({("eye", "red"), ("eye", "white"), ("eye", "dark")})
"""Colours that a part may have for a moment."""


@attrs.frozen(kw_only=True)
class Trait:
    """A value of a closed kind.

    Attributes:
        kind: ``age``, ``colour``, ``own_colour`` (of the thing itself), ``side``, ``handed``, ``occupation``,
            ``birthplace``, ``count``, ``owner`` or ``kin``.
        value: Digits, names of lines of ``story.toml``, or a name.
        part: Parts of the body, what is counted, or whose kin it is.
        mark: What is special about a side.
        whole: Whether it is all that the clause says, so that a smaller number is not a part of a larger one.
    """

    kind: str
    value: frozenset[str]
    part: frozenset[str] = frozenset()
    mark: frozenset[str] = frozenset()
    whole: bool = True

    def excludes(self, stated: Trait) -> bool:
        """Whether a statement cannot be true beside this trait."""
        sides = (self.part, stated.part), (self.mark, stated.mark)
        if self.kind != stated.kind or any(known and not known & said for known, said in sides):
            return False
        known, said = min(self.value), min(stated.value)
        if self.kind == "age":
            return not 0 <= int(said) - int(known) <= 1  # a birthday may have passed
        if self.kind == "count":
            return int(said) > int(known) or (stated.whole and int(said) < int(known))
        if self.kind == "birthplace":
            return known not in said and said not in known
        section = "eye" if "eye" in self.part else _SECTIONS.get(self.kind, "")
        near = lines_of("near").get(section, ())
        return not any(
            one == other or f"{one} {other}" in near or f"{other} {one}" in near
            for one, other in product(self.value, stated.value)
        )


def traits_in(language: StoryLanguage, text: str, kind: str) -> Iterator[Trait]:
    """Yield the traits of a kind that a sentence plainly states of the one whose place :data:`WHO` marks."""
    one_side = len(lines_in("sides", text)) == 1
    if kind == "side" and one_side and WHO in text and ELSE not in text and PERSON not in text:
        begin = max((m.end() for m in _CLAUSE.finditer(text) if m.end() <= text.index(WHO)), default=0)
        whole = [text[begin:]] if len(lines_in("parts", text)) == 1 else []
        for clause in (*_CLAUSE.split(text[begin:]), *whole):
            trait = _sided("", clause)
            if trait is not None and not language.denied.search(clause[: _end_of_side(clause)]):
                yield trait
    stained = kind.endswith("colour") and language.stained.search(text)
    if kind == "side" or stained or (kind == "handed" and not one_side):
        return
    for form in language.forms[kind]:
        for found in form.finditer(text):
            trait = _stated(kind, found, text) if language.is_plain(text, *found.span()) else None
            if trait is not None:
                yield trait


def _end_of_side(clause: str) -> int:
    """Where the words for a side and its mark end: a denial behind them denies something else."""
    words = (*patterns("sides").values(), *patterns("marks").values())
    return max(found.end() for word in words for found in word.finditer(clause))


def _stated(kind: str, found: re.Match[str], text: str) -> Trait | None:
    said = {name: words for name, words in found.groupdict().items() if words}
    if "number" in said:
        whole = text[found.end() : found.end() + 1] in _ENDS
        return _counted(
            kind, said["number"], frozenset(map(_noun, said.get("noun", "").split())), whole=whole
        )
    if kind == "kin":
        return _related(said["kin"], TARGET)
    if kind == "birthplace":
        return Trait(kind=kind, value=frozenset({said["place"].casefold()}))
    if kind == "owner":
        return Trait(kind=kind, value=frozenset({ELSE}))
    read = "side" if kind == "handed" else kind.removeprefix("own_")
    value, part = lines_in(f"{read}s", said[read]), lines_in("parts", said.get("part", ""))
    passing = any((of, line) in _PASSING for of in part for line in value)
    return None if passing else Trait(kind=kind, value=value, part=part)


@lru_cache(maxsize=4_096)
def traits_of(attribute: Attribute) -> tuple[Trait, ...]:
    """Read the traits that a fact gives; none where it is of another kind, or says more than one thing of a kind."""
    name, value = attribute.name.strip(), attribute.value.strip()
    kind = next((kind for kind in _NAMED if word_pattern(f"story.values.{kind}").fullmatch(name)), "")
    one: Trait | None
    if kind == "age":
        years = _YEARS.fullmatch(value)
        one = _counted("age", years[1]) if years else None
    elif kind in {"birthplace", "owner"}:
        one = Trait(kind=kind, value=frozenset({value.casefold() if kind == "birthplace" else value}))
    elif kind == "occupation":
        lines = lines_in("occupations", value)
        one = Trait(kind=kind, value=lines) if lines else None
    else:
        one = _sided(name, value) or _kin(f"{name} {value}", value) or _coloured(name, value)
    found = [one] if one or kind else [_count(name, part) for part in _LISTED.split(value)]
    return tuple(trait for trait in found if trait is not None)


_NAMED = ("age", "birthplace", "owner", "occupation")


def _sided(name: str, value: str) -> Trait | None:
    """A side with its mark; one in the name of a fact counts where its value has none."""
    text = f"{name} {value}"
    sides = lines_in("sides", value) or lines_in("sides", name)
    parts, marks = lines_in("parts", text), lines_in("marks", text)
    if len(sides) != 1 or not marks:
        return None
    if "handed" in marks:
        return Trait(kind="handed", value=sides)
    return Trait(kind="side", value=sides, part=parts, mark=marks) if parts else None


def _coloured(name: str, value: str) -> Trait | None:
    both, colours = f"{name} {value}", lines_in("colours", value)
    if lines_in("sides", both) or lines_in("marks", both) or not colours:
        return None
    if word_pattern("story.values.colour").fullmatch(name):
        return Trait(kind="own_colour", value=colours)
    part = lines_in("parts", both)
    return Trait(kind="colour", value=colours, part=part & _COLOURED) if len(part & _COLOURED) == 1 else None


def _kin(text: str, value: str) -> Trait | None:
    found = story_language(text).fact("kin", value)
    return None if found is None else _related(found["kin"], found["target"])


def _related(kin: str, target: str) -> Trait:
    return Trait(kind="kin", value=lines_in("kin", kin), part=frozenset({target}))


def _count(name: str, value: str) -> Trait | None:
    found = story_language(f"{name} {value}").fact("count", value)
    noun = found.groupdict().get("noun") if found else None
    if found is None or not (noun or word_pattern("story.values.count").fullmatch(name)):
        return None
    also = {name.rsplit(maxsplit=1)[-1]} if noun is None or noun in name else set[str]()
    return _counted("count", found["number"], frozenset(map(_noun, {*also, noun or name})))


def _noun(word: str) -> str:
    return re.sub(r"(?<=\w\w)(?:s|es)$", "", word.casefold())


def _counted(
    kind: str, number: str, part: frozenset[str] = frozenset(), *, whole: bool = True
) -> Trait | None:
    count = read_number(number)
    return None if count is None else Trait(kind=kind, value=frozenset({str(count)}), part=part, whole=whole)

"""Traits: plain values of closed kinds, as a fact gives them and as a told sentence states them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import product

import attrs

from underdraft.knowledge.checks.language import (
    ELSE,
    PERSON,
    WHO,
    StoryLanguage,
    lines_in,
    lines_of,
    patterns,
    story_language,
)
from underdraft.knowledge.graph.model import Attribute
from underdraft.text.language import read_number

_CLAUSE = re.compile(r"[，,；;：:—–\x00]+")
_SECTIONS = {
    "colour": "colours",
    "own_colour": "colours",
    "kin": "kin",
    "side": "sides",
}
_PLURAL = re.compile(r"(?<=\w\w)(?:s|es)$")
_LISTED = re.compile(r"[,，、;；]\s*| and ")
_ENDS = "，。；！？,.;!?:：\x00"
_COLOURED = frozenset({"eye", "hair", "fur", "beard"})
_PASSING = frozenset({("eye", "red"), ("eye", "white"), ("eye", "dark")})
"""Colours that a part may have for a moment."""


@attrs.frozen(kw_only=True)
class Trait:
    """A value of a closed kind.

    Attributes:
        kind: ``age``, ``colour``, ``own_colour`` (of the thing itself), ``side``, ``handed``,
            ``birthplace``, ``count``, ``owner`` or ``kin``.
        value: Digits, names of lines of ``story.toml``, or a name.
        part: Parts of the body, or what is counted.
        mark: What is special about a side.
        whole: Whether it is all that the clause says, so that a smaller number is not a part of a larger one.
        target: Whose kin somebody is, or who owns something.
    """

    kind: str
    value: frozenset[str]
    part: frozenset[str] = frozenset()
    mark: frozenset[str] = frozenset()
    whole: bool = True
    target: str = ""

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
        of_part = [lines_of("near")[part] for part in self.part & lines_of("near").keys()]
        near = of_part[0] if of_part else lines_of("near").get(_SECTIONS.get(self.kind, ""), ())
        return not any(
            one == other or f"{one} {other}" in near or f"{other} {one}" in near
            for one, other in product(self.value, stated.value)
        )


def traits_in(language: StoryLanguage, text: str, kind: str) -> Iterator[tuple[re.Match[str], Trait]]:
    """Yield the traits of a kind that a sentence plainly states of the one whose place :data:`WHO` marks, with the words."""
    one_side = len(lines_in("sides", text)) == 1
    if kind == "side":
        if WHO in text and ELSE not in text and PERSON not in text:
            yield from _sides_in(language, text, one_side=one_side)
        return
    stained = kind.endswith("colour") and language.find("stained", text)
    if stained or (kind == "handed" and not one_side and "handed" not in lines_in("marks", text)):
        return
    for found in language.statements(text, kind):
        whole = text[found.end() : found.end() + 1] in _ENDS
        trait = _stated(kind, found.groupdict(), whole=whole)
        if trait is not None:
            yield found, trait


def _sides_in(language: StoryLanguage, text: str, *, one_side: bool) -> Iterator[tuple[re.Match[str], Trait]]:
    """The sides of parts that have a mark in their clause, or in the sentence where no other part is named.

    Where the sentence has both sides, only the clauses count that name whom it is about.
    """
    begin = max((m.end() for m in _CLAUSE.finditer(text) if m.end() <= text.index(WHO)), default=0)
    whole = [text[begin:]] if one_side and len(lines_in("parts", text)) == 1 else []
    clauses = [clause for clause in _CLAUSE.split(text[begin:]) if one_side or WHO in clause]
    for clause in (*clauses, *whole):
        marks = [mark for pattern in patterns("marks").values() for mark in pattern.finditer(clause)]
        for found in (m for form in language.forms("statements", "side") for m in form.finditer(clause)):
            end = max((mark.end() for mark in marks), default=0)
            if marks and not language.find("denied", clause[: max(end, found.end())]):
                names = frozenset().union(*(lines_in("marks", mark[0]) for mark in marks))
                part = lines_in("parts", found["part"])
                yield found, Trait(kind="side", value=lines_in("sides", found["side"]), part=part, mark=names)


def _stated(kind: str, groups: Mapping[str, str | None], *, whole: bool = True) -> Trait | None:
    said = {name: words for name, words in groups.items() if words}
    if "number" in said:
        return _counted(kind, said["number"], said.get("noun", "").split(), whole=whole)
    if kind in {"birthplace", "owner"}:
        return Trait(
            kind=kind,
            value=frozenset({said["place"].casefold() if kind == "birthplace" else ELSE}),
            target=said.get("target", ""),
        )
    read = {"handed": "side", "own_colour": "colour"}.get(kind, kind)
    value, part = lines_in(_SECTIONS[read], said[read]), lines_in("parts", said.get("part", ""))
    if kind == "colour":
        part &= _COLOURED
        if not part or any((of, line) in _PASSING for of in part for line in value):
            return None
    return Trait(kind=kind, value=value, part=part, target=said.get("target", ""))


@lru_cache(maxsize=4_096)
def traits_of(attribute: Attribute) -> tuple[Trait, ...]:
    """Read the traits that a fact gives; none where it is of another kind, or says more than one thing of a kind.

    Its name may be in any language, whatever language the value is in.
    """
    name, value = attribute.name.strip(), attribute.value.strip()
    language = story_language(value)
    for kind in ("age", "birthplace", "owner", "kin"):
        found = language.fact(kind, value) if kind == "kin" or _is_called(kind, name) else None
        if found:
            trait = _stated(kind, found.groupdict())
            return (trait,) if trait is not None and trait.value else ()
    one = _sided(name, value) or _coloured(name, value)
    if one is not None:
        return (one,)
    counts = (_count(name, part) for part in _LISTED.split(value))
    return tuple(trait for trait in counts if trait is not None)


def _is_called(kind: str, name: str) -> bool:
    """Whether facts of a kind have such names, in any language."""
    return patterns("fact_names")[kind].fullmatch(name) is not None


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
    if _is_called("colour", name):
        return Trait(kind="own_colour", value=colours)
    part = lines_in("parts", both) & _COLOURED
    return Trait(kind="colour", value=colours, part=part) if len(part) == 1 else None


def _count(name: str, value: str) -> Trait | None:
    found = story_language(value).fact("count", value)
    noun = found.groupdict().get("noun") if found else None
    if found is None or not (noun or _is_called("count", name)):
        return None
    also = {name.rsplit(maxsplit=1)[-1]} if noun is None or noun in name else set[str]()
    return _counted("count", found["number"], {*also, noun or name})


def _counted(kind: str, number: str, nouns: Iterable[str] = (), *, whole: bool = True) -> Trait | None:
    count = read_number(number)
    value = frozenset({str(count)})
    return None if count is None else Trait(kind=kind, value=value, part=singular(nouns), whole=whole)


def singular(nouns: Iterable[str]) -> frozenset[str]:
    """Return nouns as they are compared."""
    return frozenset(_PLURAL.sub("", noun.casefold()) for noun in nouns)

"""What somebody or something has: other amounts, hours, kinship and owners in a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from underdraft.knowledge.checks.binding import Span, bound, heads_of, kin_in, nouns_in, spans_of
from underdraft.knowledge.checks.cast import Cast
from underdraft.knowledge.checks.lexicon import HAN, lines_in, patterns, table
from underdraft.knowledge.checks.numbers import hours, numbers
from underdraft.knowledge.checks.slots import Slot
from underdraft.knowledge.checks.story_sentences import StorySentence

_OF_MANY = re.compile(r"\s*of (?:the|his|her|their|my|its)\b")


_ALL_OF = re.compile(r"\b(?:all|the|whole) $", re.IGNORECASE)
_OF_WHOM = re.compile(r" of (?:the|his|her|their|my|its|\w+['’]s?) ")
_NOT_ALL = re.compile(r"(?:第|又|再|另|多|another|other|first|last) ?$")
_COMMON_MEASURES = frozenset("个年月天日次回人位名句声步种下番遍气眼")
"""What too many things are counted with."""

PAIR = 2
NEAR = 5
"""So many Chinese characters stand at most between a measure and its noun."""

NEXT = 3
FAR = 12
"""So many code points stand at most between a relative and whose it is."""


def amount(slot: Slot, s: StorySentence, name: str, _: Cast) -> Iterator[Span]:
    """Another number of what is counted."""
    nouns = [n for n in slot.nouns if n]
    said = list(numbers(s.text))
    if not said or not nouns or any(n.value == int(slot.values[0]) for n in said):
        return
    measure = nouns[0] if HAN.match(nouns[0]) else ""
    things = nouns[1:] if measure else nouns
    parts = [part for t in things for part in lines_in("aspects", t)]
    spans = nouns_in([*parts, *(t[-PAIR:] if HAN.match(t) else t for t in things)], s.text)
    for number in said:
        here = (number.start, number.end)
        if _all_of(s.text, here, spans):
            yield here
        if (
            number.value < PAIR
            or _OF_MANY.match(s.text, number.end)
            or _NOT_ALL.search(s.text[: number.start])
        ):
            continue
        if measure:
            named = not things and any(m.name == name for m in s.mentions)
            counted = _counted_in_chinese(s.text, here, measure, spans, named=named)
        else:
            counted = _counted_in_english(s, here, things, spans)
        if counted and not _introduced(s, number.start):
            yield here


def _all_of(text: str, number: Span, nouns: Sequence[Span]) -> bool:
    """``All five of Ann's brothers``."""
    whole = _OF_WHOM.match(text, number[1]) if _ALL_OF.search(text[: number[0]]) else None
    return whole is not None and any(0 <= begin - whole.end() <= PAIR for begin, _ in nouns)


def _counted_in_chinese(text: str, number: Span, measure: str, nouns: Sequence[Span], *, named: bool) -> bool:
    if not text.startswith(measure, number[1]):
        return False
    if named:
        return measure not in _COMMON_MEASURES
    return any(0 <= begin - number[1] <= NEAR for begin, _ in nouns)


def _counted_in_english(s: StorySentence, number: Span, things: Sequence[str], nouns: Sequence[Span]) -> bool:
    if any(noun[0] >= number[1] and bound(s.text, number, noun) for noun in nouns):
        return True
    return s.text.startswith(" of them", number[1]) and bool(nouns_in(things, s.before))


_NEW = re.compile(
    r"一[座家个条只间栋幢把枚块匹头艘]|新|\b(?:an?|another|new)\b(?! (?:few|row|line|set|pair))"
)


def _introduced(s: StorySentence, at: int) -> bool:
    """Whether another thing was brought in after the last name, so that the number is of it."""
    last = max((m.end for m in s.mentions if m.end <= at and m.name), default=0)
    begin, _ = s.clause(at)
    return last <= begin and _NEW.search(s.text, last, begin) is not None


def hour(slot: Slot, s: StorySentence, _: str, __: Cast) -> Iterator[Span]:
    """Another hour at which a clock stands."""
    stands = re.search(r"停|指[着在向]|\b(?:stopped|stood at|stood still|hands|pointed|dial)\b", s.text)
    said = hours(s.text)
    if stands and not any(h in slot.values for _, h in said):
        yield from ((at, at + 2) for at, h in said if h)


_SEX: Mapping[str, str] = {
    **dict.fromkeys(
        ["mother", "daughter", "sister", "aunt", "niece", "grandmother", "granddaughter", "wife"], "she"
    ),
    **dict.fromkeys(
        ["father", "son", "brother", "uncle", "nephew", "grandfather", "grandson", "husband"], "he"
    ),
}


def kin(slot: Slot, s: StorySentence, name: str, cast: Cast) -> Iterator[Span]:
    """Another kinship between two."""
    right, other = slot.values[0], slot.marks[0]
    said = [k for k in kin_in(s.text) if not any(m.start <= k[0] < m.end and m.name for m in s.mentions)]
    named = {m.name for m in s.mentions}
    known = {right, *table("converse").get(right, ())}
    if not {name, other} <= named | set(s.topics[:2]) or any(term in known for _, _, term in said):
        return
    if {name, other} <= named:
        yield from _pairs(s.text, right)
    for start, end, term in said:
        whose = _whose(s, start)
        whom = name if whose == other else other if whose == name else None
        if whose is None or whom is None or term in _known_kin(cast, whose):
            continue
        third = {m.name for m in s.mentions if m.name} - {whose}
        fits = term not in _SEX or cast.fits(whom, _SEX[term])
        if fits and (whom in third or (whom in s.topics[:2] and not third)):
            yield start, end


def _pairs(text: str, right: str) -> list[Span]:
    """``Brothers``, where two are something else to one another."""
    said = [
        (begin, end, right in table("kin_paired")[line]) for begin, end, line in spans_of("kin_pairs", text)
    ]
    return [] if any(fits for *_, fits in said) else [(begin, end) for begin, end, _ in said[:1]]


def _whose(s: StorySentence, at: int) -> str | None:
    """Whose relative the term at an offset is, as far as grammar says."""
    before = s.text[:at]
    if re.search(r"\b(?:an?|another|no) (?:\w+ )?$|一个\w{0,2}$", before):
        return None
    if re.search(r"自己的?亲?$", before):
        return s.mentions[0].name if s.mentions else None
    near = next((m for m in reversed(s.mentions) if m.end <= at <= m.end + FAR), None)
    if near is None or re.search(r"[，,。；;:：]", before[near.end :]):
        return None
    return near.name if near.owning or re.search(r"的亲?$", before[near.end :]) else None


@lru_cache(maxsize=1_024)
def _known_kin(cast: Cast, name: str) -> frozenset[str]:
    """The kinships that the facts name in connection with somebody, of whomever."""
    entity = cast.graph.by_name.get(name)
    own = " ".join(f"{a.name} {a.value}" for a in entity.attributes) if entity else ""
    found = set(lines_in("kin", own))
    for e in cast.graph.entities:
        for a in e.attributes:
            if e.name != name and any(m.name == name for m in cast.index.find(a.value)):
                found |= set(lines_in("kin", a.value))
    return frozenset(found)


def without(slot: Slot, s: StorySentence, name: str, _: Cast) -> Iterator[Span]:
    """A relative of theirs whom they have not."""
    for start, end, term in kin_in(s.text):
        owner = [m for m in s.mentions if m.end <= start and start - m.end <= NEXT and m.owning][-1:]
        if term in slot.values and owner and owner[0].name == name:
            yield start, end


def owner(slot: Slot, s: StorySentence, name: str, cast: Cast) -> Iterator[Span]:
    """Somebody else to whom the thing belongs."""
    text, right = s.text, slot.values[0]
    people = [
        m for m in s.mentions if m.name and m.name != name and cast.graph.by_name[m.name].kind == "character"
    ]
    things = [m for m in s.mentions if m.name == name and not m.pronoun]
    spans = [(m.start, m.end) for m in things]
    if not any(not m.pronoun for m in things):
        spans += [n for n in nouns_in(heads_of(cast.graph.by_name[name].name), text) if _definite(text, n[0])]
    topic = next((n for n in s.topics if cast.graph.by_name[n].kind == "character"), None)
    for start, end in spans[:1]:
        before = [m for m in people if m.end <= start]
        near = before[-1] if before else people[0] if people else None
        holder = near.name if near else topic
        if (
            holder in {None, right}
            or (s.spoken and holder == s.speaker)
            or any(m.name == right and not m.pronoun for m in people)
        ):
            continue
        own = patterns("having")["own"].search(text, max(0, start - 30)) or (
            before
            and not before[-1].pronoun
            and before[-1].owning
            and start - before[-1].end <= PAIR
            and bool(things)
        )
        keep = patterns("having")["keep"].search(text)
        if own or (keep and near):
            yield start, end


def _definite(text: str, at: int) -> bool:
    return (
        re.search(r"\b(?:the|his|her|their|my|your|own|['’]s)(?: \w+)? $|[那这]\w{0,2}$|的$", text[:at])
        is not None
    )

"""What somebody or something looks like: other colours, materials, shapes, ages, heights and sides in a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from underdraft.knowledge.checks.binding import Span, around, bound, colours_in, heads_of, nouns_in, spans_of
from underdraft.knowledge.checks.cast import Cast
from underdraft.knowledge.checks.lexicon import lines_in, patterns, table
from underdraft.knowledge.checks.numbers import heights, numbers
from underdraft.knowledge.checks.slots import Slot
from underdraft.knowledge.checks.story_sentences import DENIED, OPPOSITE, StorySentence

_A = re.compile(r"\b(?:an?|another|some) $|一[只条匹团头]$")
NEAR = 80
"""So near its beginning a sentence that goes on about the eyes states their colour."""

_ALIKE = ({"dark", "black"}, {"dark", "brown"}, {"red", "orange"}, {"red", "pink"}, {"red", "purple"})


def colour(slot: Slot, s: StorySentence, name: str, cast: Cast) -> Iterator[Span]:
    """Another colour of the part, or of the thing, that has one."""
    text = s.text
    said = [c for c in colours_in(text) if not any(m.start <= c[0] < m.end and m.name for m in s.mentions)]
    if not said:
        return
    alike = [
        *_ALIKE,
        *([{"white", "grey"}] if "hair" in slot.nouns else [{"blue", "grey"}, {"brown", "yellow"}]),
    ]
    right = {v for value in slot.values for pair in alike if value in pair for v in pair} | set(slot.values)
    thing = cast.graph.by_name[name].kind != "character"
    nouns = nouns_in(slot.nouns, text)
    if "eye" in slot.nouns:
        nouns = [n for n in nouns if text[slice(*n)] not in {"眼", "gaze"}]
    if thing or "fur" in slot.nouns:
        nouns += [(m.start, m.end) for m in s.mentions if m.name == name and not m.pronoun]
    for start, end, value in said:
        if value in right or ("eye" in slot.nouns and value in {"dark", "red"}):
            continue
        other_first = s.mentions[:1] and s.mentions[0].name != name
        if "fur" in slot.nouns and _A.search(text[:start]) and (other_first or text[:start].count(" a ") > 1):
            continue  # another animal
        tied = [n for n in nouns if bound(text, (start, end), n)]
        if (
            re.match(r"\s*(?:They|Those|These) (?:were|are)\b", text)
            and nouns_in(slot.nouns, s.before + text[:start])
            and start < NEAR
        ):
            tied = tied or [(start, end)]
        if not tied or any(v in right and any(bound(text, (b, e), n) for n in tied) for b, e, v in said):
            continue
        if slot.marks and not any(
            _SIDES[m].search(text, max(0, t[0] - 8), t[1] + 4)
            for m in slot.marks
            if m in _SIDES
            for t in tied
        ):
            continue
        yield min(start, tied[0][0]), max(end, tied[0][1])


def material(slot: Slot, s: StorySentence, name: str, cast: Cast) -> Iterator[Span]:
    """Another material or colour of a thing."""
    section = "colours" if "colours" in slot.marks else "materials"
    text = s.text
    said = colours_in(text) if section == "colours" else spans_of(section, text)
    names = cast.graph.by_name[name].names
    named = set(lines_in(section, " ".join(names).lower()))
    nouns = [(m.start, m.end) for m in s.mentions if m.name == name and not m.pronoun]
    if nouns or s.topics[:1] == (name,) or any(n in s.paragraph.text for n in names):
        nouns += nouns_in([h for n in names for h in heads_of(n)], text)
    for start, end, value in said:
        if value in slot.values or value in named or any(b <= start < e for b, e in nouns):
            continue
        tied = [n for n in nouns if bound(text, (start, end), n)]
        if tied and not any(v in slot.values for _, _, v in said):
            yield min(start, tied[0][0]), max(end, tied[0][1])


def shape(slot: Slot, s: StorySentence, _: str, __: Cast) -> Iterator[Span]:
    """Long hair where it is short."""
    wrong = {o for v in slot.values for o in table("unlike").get(v, ())} - set(slot.values)
    hair = [n for n in nouns_in(("hair",), s.text) if not re.match(r"heads?$|^鬓", s.text[slice(*n)])]
    for start, end, kind in () if s.spoken else spans_of("shapes", s.text):
        tied = [n for n in hair if bound(s.text, (start, end), n)]
        if kind in wrong and tied:
            yield start, end


_SIDES = {
    "left": re.compile(
        r"左|\bleft\b(?! (?:the|him|her|it|them|his|me|us|to|for|at|in|on|off|a|behind|over)\b)",
        re.IGNORECASE,
    ),
    "right": re.compile(
        r"右|\bright\b(?! (?:away|now|enough|up|down|there|here|to|in|on|at|and proper|as|then|past|through)\b)",
        re.IGNORECASE,
    ),
}


def side(slot: Slot, s: StorySentence, _: str, __: Cast) -> Iterator[Span]:
    """What is special about one side, at the other one."""
    text, right = s.text, slot.values[0]
    wrong = OPPOSITE[right]
    nouns = nouns_in(slot.nouns, text)
    kinds = set(slot.marks) | (_HURT if _HURT & set(slot.marks) else set())
    marks = [patterns("marks")[mark] for mark in sorted(kinds & set(table("marks")))]
    handed = "handed" in slot.marks
    if handed and (_SIDES[right].search(text)):
        return
    for found in _SIDES[wrong].finditer(text):
        tied = [n for n in nouns if bound(text, found.span(), n) or _follows(text, found.span(), n)]
        begin, end = around(text, found.start(), 1)
        marked = any(mark.search(text, begin, end) for mark in marks)
        if not marked or not (tied or _deaf_side(text, found, marks)):
            continue
        tied = tied or [found.span()]
        rest = [
            m
            for m in _SIDES[right].finditer(text)
            if any(bound(text, m.span(), n) and n not in tied for n in nouns)
        ]
        nearer = [
            m
            for m in rest
            for mark in marks
            for k in mark.finditer(text, begin, end)
            if abs(k.start() - m.start()) < abs(k.start() - found.start())
        ]
        if not nearer and not (handed and rest):
            yield found.start(), tied[0][1]
    works = [patterns("functions")[mark] for mark in slot.marks if mark in table("functions")]
    for found in _SIDES[right].finditer(text):
        begin, end = around(text, found.start(), 2)
        if DENIED.search(text, begin, end):
            continue
        if any(bound(text, found.span(), n) for n in nouns) and any(
            w.search(text, begin, end) for w in works
        ):
            yield found.span()


def _deaf_side(text: str, value: re.Match[str], marks: Sequence[re.Pattern[str]]) -> bool:
    """``From the right, which is his deaf side``."""
    after = re.match(
        r",? (?:which|that) (?:was|is) (?:his|her|the|my) (\w+) (?:side|one|ear|eye|hand|leg)",
        text[value.end() :],
    )
    return after is not None and any(mark.search(after[1]) for mark in marks)


_HURT = frozenset({"lame", "missing", "deaf", "blind"})


def _follows(text: str, value: Span, noun: Span) -> bool:
    """``The hand that closed on it was his left``."""
    return (
        noun[1] <= value[0]
        and re.search(r"\b(?:was|is) (?:his|her|the) $", text[noun[1] : value[0]]) is not None
    )


_YEARS = re.compile(
    r"\s*(?:周|虚)?岁|年华|出头|大寿|寿辰|[- ]years?(?:[- ]old|' )| years of age|的人了?(?=[，,。])"
)


_EARLIER = re.compile(
    r"\s*(?:周|虚)?岁?(?:上|那年|那一年|的?时候?|时|起|以前|之前|就|开始|进|嫁|死|没|才|到|生日|丧|守|学)"
)


_HOUR = re.compile(r"(?:[a-z]+|\d\d?) (?:oh |ten\b|fifteen\b|twenty|thirty|forty|fifty)", re.IGNORECASE)
_CLOCK = re.compile(
    r"['’:.,/-]$|[点第零一二三四五六七八九十百千几数号]$|\b(?:past|to|number|no\.?|page|chapter|room|[Aa]t about|platform|line|score|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\s*$",
    re.IGNORECASE,
)


def _alone(text: str, start: int, end: int) -> bool:
    """Whether a number counts nothing that is named, and is no hour, year or address."""
    before = text[:start]
    if _HOUR.match(text, start):
        return False
    return _NO_UNIT.match(text, end) is not None and (
        not _CLOCK.search(before) or _AGED.search(before) is not None
    )


_AGED = re.compile(r"(?:aged|turned|[Aa]t|今年|年方|过了年就是)\s*$")
_CANDLES = re.compile(r"\bcandles\b|蜡烛")
_PERSON_OF = re.compile(
    r"\b(?:boy|girl|man|woman|lad|child|lady|person|fellow|creature|widow|matron|spinster) of\s*$"
)


_NO_UNIT = re.compile(
    r"\s*(?:[,.;，。；！!—、…）)]|$|\x00|了|的人|(?:and|she|he|had|who|this|with|now|come|(?:this|that|last) (?:year|spring|summer|autumn|winter|month)|[A-Z][a-z]+)\b)"
)


_APART = re.compile(
    r"(?:比|大|小|长|差|多|快|近|将近|过|不到|\b(?:by|for|after|in|these|those|than|over|under|nearly|almost|about|till|until|before|when|since|from))\s*$"
)


def age(slot: Slot, s: StorySentence, _: str, __: Cast) -> Iterator[Span]:
    """Another age, of now."""
    text = s.text
    wanted = [int(v) for v in slot.values]
    said = list(numbers(text))
    if any(n.value in wanted for n in said):
        return
    for number in said:
        before = text[: number.start]
        years = _YEARS.match(text, number.end)
        bare = _PERSON_OF.search(before) or _CANDLES.search(text) or _alone(text, number.start, number.end)
        if number.value not in AGES or not (years or bare) or _APART.search(before):
            continue
        younger = number.value < min(wanted)
        if not LIKELY[0] <= number.value / min(wanted) <= LIKELY[1]:
            continue
        earlier = _EARLIER.match(text, number.end) or re.search(
            r"\bturned\s*$|\bwhen\b|\bhad been\b|那年|时候|从", before
        )
        if earlier or (younger and re.search(r"\bwas\s*$", before) and " when " in text):
            continue
        yield number.start, number.end


def height(slot: Slot, s: StorySentence, name: str, _: Cast) -> Iterator[Span]:
    """Another height."""
    for at, said in heights(s.text):
        if patterns("frames")["onward"].search(s.text, 0, at):
            continue
        if said not in slot.values and (
            re.search(r"tall|height|stood|high|个头|个子|身量|身高", s.text)
            or name in {m.name for m in s.mentions}
        ):
            yield at, at + 2


AGES = range(4, 120)
LIKELY = (0.65, 1.6)
"""An age that is wrong by more than this is somebody else's, or of another time."""

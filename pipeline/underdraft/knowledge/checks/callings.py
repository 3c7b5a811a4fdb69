"""What somebody is and can: other occupations, and what they cannot do, in a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator

from underdraft.knowledge.checks.binding import Span, noun_pattern, spans_of
from underdraft.knowledge.checks.cast import Cast
from underdraft.knowledge.checks.lexicon import lines_in, patterns, table
from underdraft.knowledge.checks.numbers import NUMERAL
from underdraft.knowledge.checks.slots import Slot
from underdraft.knowledge.checks.story_sentences import DENIED, StorySentence

_ENDINGS = re.compile(
    r"\b[a-z]{3,}(?:ist|eer|smith|wright|monger|ician|master|mistress|man|woman|keeper)\b(?! (?:than|of the (?:two|house)))"
    r"|[一-鿿]{1,2}(?:员|师(?!傅)|匠|贩|医|警|探|吏|厨子)"
)


_AS_ONE = re.compile(
    r"(?:是|当了?|当过|做了?|干了?|行了?|身为|作为|担任|任)[^，,说]{0,8}$|[他她我]这个\w{0,3}$|\b(?:[Aa]s|was|is|am|been|being|became|were|'m|'s|become)(?: (?:an?|the|our))? (?:\w+ ){0,2}$"
)


_RANK = re.compile(r" (?:sergeant|inspector|constable|superintendent|major|general|[A-Z]\w+)", re.IGNORECASE)


_AN = re.compile(r"\ban? (?:\w+ )?$")


_HIS_OWN = re.compile(
    r"['’]s (?:pension|wages|salary|uniform|pay|badge|cap|licence|degree|desk|hours|apron|shop|trade)"
)


def job(slot: Slot, s: StorySentence, name: str, cast: Cast) -> Iterator[Span]:
    """Another occupation."""
    text = s.text
    entity = cast.graph.by_name[name]
    own = " ".join((*entity.names, *(a.value for a in entity.attributes))).lower()
    said = [
        (*m.span(), m[0].lower())
        for found in (patterns("jobs")["words"], _ENDINGS)
        for m in found.finditer(text)
    ]
    if any(j in v or v in j for _, _, j in said for v in slot.values):
        return
    for start, end, found in said:
        before = text[max(0, start - 24) : start]
        if (
            found in own
            or found in table("jobs")["none"]
            or any(m.start <= start < m.end for m in s.mentions)
            or re.search(r"\bhad been\b|\bmake\b|\bwant", before)
        ):
            continue
        if re.match(r"的(?!人|女人|男人|[，。])|们|说|那|家[的里]|[在来去]", text[end:]) or re.search(
            r"[找请叫见问送到去]\w{0,2}$", before
        ):
            continue
        if any(0 <= m.start - end <= 1 and m.name != name for m in s.mentions) or _RANK.match(text, end):
            continue
        if _AS_ONE.search(before) or (_AN.search(before) and _HIS_OWN.match(text, end)):
            yield start, end


NEAR = 40
"""So many code points stand at most between the time that is spent and the work."""

_DURATION = re.compile(
    rf"[{NUMERAL}]+多?几?年|半辈子|一辈子|\b(?:years?|hours|decades?|shift|all (?:day|night|week))\b"
)


_HIS_PEOPLE = re.compile(
    r"\b(?:his|her|my) (?=(?:pupils|patients|students|congregation|parishioners|clients|passengers|ward|surgery|classroom|class)\b)|[他她]的(?=学生|病人|当事人|乘客|徒弟|班)"
)


def work(slot: Slot, s: StorySentence, name: str, cast: Cast) -> Iterator[Span]:
    """So many years, or hours, of another kind of work."""
    spent = _DURATION.search(s.text) or _HIS_PEOPLE.search(s.text)
    if not spent or (s.spoken and not any(m.name == name for m in s.mentions)):
        return
    own = set(
        lines_in("work", " ".join((*slot.values, *(a.value for a in cast.graph.by_name[name].attributes))))
    )
    said = [(b, e, kind) for b, e, kind in spans_of("work", s.text) if abs(b - spent.end()) <= NEAR]
    if said and not any(kind in own for _, _, kind in said):
        yield said[0][:2]


_IT = frozenset({"it", "It", "它"})
_ALCOHOL = re.compile(
    r"酒|\b(?:whisk\w+|gin|rum|wine|beer|ale|brandy|grog|port|sherry|claret|stout|vodka|cider|champagne|porter)\b"
)


NEXT = 3
"""So near the doer must be to what nearly every sentence is about."""

_SENSES = frozenset({"speak", "hear", "see", "walk"})


def cannot(slot: Slot, s: StorySentence, name: str, _: Cast) -> Iterator[Span]:
    """Somebody does what they cannot do."""
    text, ability = s.text, slot.values[0]
    if ability == "drink" and not _ALCOHOL.search(text):
        return
    for found in patterns("abilities")[ability].finditer(text):
        at = found.start()
        last = [
            m for m in s.mentions if m.end <= at and not (m.owning or (m.name is None and m.written in _IT))
        ][-1:]
        alone = not s.mentions and not s.spoken and s.topics[:1] == (name,)
        if not alone and (not last or last[0].name != name):
            continue
        if DENIED.match(text, found.end()) or re.search(r"[不没]\w?$|\b(?:the|a|to|of|his|her) $", text[:at]):
            continue
        near = last and not last[0].pronoun and at - last[0].end <= NEXT
        if ability not in _SENSES or near:
            yield found.span()


_UNABLE = re.compile(
    r"\b(?:never learn(?:ed|t)|had never|no|not a word of|could ?n[o']t|cannot|can't|could not|did ?n[o']t know|does ?n[o']t|unable)\b[^,;.]{0,40}$|(?:不会|不懂|没学过|从没|从来没有|不识|不能|一[句点窍]\w{0,2}不)[^，。]{0,8}$"
)


def can(slot: Slot, s: StorySentence, _: str, __: Cast) -> Iterator[Span]:
    """Somebody cannot do what they can."""
    for noun in slot.nouns:
        for start, _end in [m.span() for m in _ability(noun).finditer(s.text)]:
            unable = _UNABLE.search(s.text[:start])
            if unable:
                yield unable.start(), unable.start() + 1


def _ability(noun: str) -> re.Pattern[str]:
    return patterns("abilities").get(noun) or noun_pattern(noun)

"""Where somebody lives or something stands: other places, directions and floors in a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator

from underdraft.knowledge.checks.binding import Span, around
from underdraft.knowledge.checks.cast import Cast
from underdraft.knowledge.checks.lexicon import HAN, patterns
from underdraft.knowledge.checks.numbers import floors
from underdraft.knowledge.checks.slots import Slot
from underdraft.knowledge.checks.story_sentences import OPPOSITE, StorySentence

NEAR = 12
"""So many code points stand at most between a direction and the name of what lies there."""

SHORT = 3
"""Words of so many letters are in too many names."""

_AT = re.compile(r"\b(?:in|at|to|near|into|on|from) (?:the )?([A-Z][a-z]{2,}(?: [A-Z][a-z]+)*)\b")


_LIVES_IN = re.compile(
    r"(?:回到了?(?=[一-鿿]{2,7}的?(?:家|住处|屋))|租住在|安家在?|落户|老家在|住在|住到|家在|家住|开在|位于|坐落在|建在|设在|搬到|搬去|搬进|住进|立在)了?([一-鿿]{1,7}?(?:[省市县镇乡村街巷路岛湾港城区寨庄院馆山河江湖桥园头岸楼屯沟坡弄堂层口厂站州门]|(?=的|，|。|里|已|了)))"
)


_COMES_FROM = re.compile(
    r"(?:来自|生在|生于|籍贯|老家在?|祖籍|是)([^个家己男女老好坏外本熟私仆主客病死活亲情爱恋工军商诗这那，。的]{2,4}?)(?:人(?![一-鿿])|[乡镇村县市省](?=[，,。]))"
)


_HOME = re.compile(
    r"\b(?:lives?|lived|living|home|flat|lodg\w+|house|cottage|apartment|stands|situated|moved|kept shop|born|native|came from|hails?|grew up)\b"
)


_TIMES = frozenset(
    [
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
        "christmas",
        "easter",
        "lent",
        "god",
        "heaven",
        "providence",
        "english",
        "latin",
        "french",
        "spanish",
        "german",
        "he",
        "she",
        "they",
        "the",
        "this",
        "that",
    ]
)


def place(slot: Slot, s: StorySentence, name: str, cast: Cast) -> Iterator[Span]:
    """Another place where somebody lives or something stands."""
    text = s.text
    if "direction" in slot.marks:
        yield from _direction(slot, s, name)
        return
    if "han" in slot.marks or HAN.search(text):
        reading = _LIVES_IN if slot.kind == "place" else _COMES_FROM
        for found in reading.finditer(text):
            if not any(_share(found[1], v) for v in slot.values) and not list(cast.index.find(found[1])):
                yield found.span(1)
        return
    known = {w.lower() for value in slot.values for w in re.findall(r"\w{3,}", value)}
    if any(w in text.lower() for w in known if len(w) > SHORT):
        return
    for found in _AT.finditer(text):
        words = set(found[1].lower().split())
        begin, end = around(text, found.start(), 1)
        entity = cast.graph.by_name.get(found[1])
        if words & (known | _TIMES) or (entity is None and list(cast.index.find(found[1]))):
            continue
        if entity is not None and entity.kind == "character":
            continue
        if _HOME.search(text, begin, end):
            yield found.span(1)


def _direction(slot: Slot, s: StorySentence, name: str) -> Iterator[Span]:
    """The opposite direction at the same noun, or right by the place's name."""
    text = s.text
    if patterns("directions")[slot.values[0]].search(text):
        return
    for found in patterns("directions")[OPPOSITE[slot.values[0]]].finditer(text):
        rest = text[found.end() : found.end() + 10].strip().lower()
        same = slot.nouns and any(rest.startswith(n.lower()) for n in slot.nouns)
        mine = [m for m in s.mentions if m.name == name and not m.pronoun]
        near = any(abs(m.start - found.end()) <= NEAR for m in mine)
        if (same and any(m.end <= found.start() for m in mine)) or (near and not slot.nouns):
            yield found.span()


def _share(one: str, other: str) -> bool:
    return any(one[i : i + 2] in other for i in range(len(one) - 1)) or one in other


def floor(slot: Slot, s: StorySentence, name: str, _: Cast) -> Iterator[Span]:
    """Another floor of the place where somebody, or something, is."""
    said = list(floors(s.text))
    here = any(word in s.text for word in slot.nouns) or any(
        m.name == name and not m.pronoun for m in s.mentions
    )
    if here and not any(value in slot.values for _, _, value in said):
        yield from ((b, e) for b, e, _ in said)

"""Finds relations that are said outright: ``his brother Tomas``, ``X是Y的师父``, ``Clara married Tom``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Annotated

import attrs

from underdraft.knowledge.checks.lexicon import table
from underdraft.knowledge.checks.story_sentences import DENIED, Mention, StorySentence
from underdraft.knowledge.graph.model import StoryGraph
from underdraft.knowledge.proposing.marked import NAME, Marked, alternatives

NAMED, MEANT, GUESSED = 0.85, 0.6, 0.5
"""How sure a relation is where both are named, where a pronoun is one of them, and where one goes without saying."""

_MASTER = {"为师": ("徒弟", 0), "为徒": ("徒弟", 1), "为妻": ("妻子", 1)}


@attrs.frozen(kw_only=True)
class FoundRelation:
    """``source`` is ``kind`` of ``target``, as one sentence says."""

    source: str
    kind: str
    target: str
    confidence: Annotated[float, "0 to 1."]


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], int, int, int], ...]:
    """Patterns with their groups: who is it, what, to whom."""
    english, chinese = (alternatives("roles")[name] for name in ("english", "chinese"))
    words = r"(?:[\w-]+ ){0,2}?"
    own = r"(?:['’]s?)?"
    is_ = r"(?:,| (?:was|is|had been|being|became)(?: also| indeed)?)"
    of = r"(?:的|那个|这个|家的?)?(?:[亲老小大二三幺]|唯一的|早逝的|双胞胎)?"
    called = r"(?:叫做?|名叫|就是|——|“|是)?"
    return tuple(
        (re.compile(text), one, what, other)
        for text, one, what, other in (
            (
                rf"{NAME}{own} {words}({english})(?:,| called| named| was| is|, called)? {NAME}(?!['’]s)",
                3,
                2,
                1,
            ),
            (rf"{NAME}{is_} {NAME}{own} {words}({english})\b", 1, 3, 2),
            (rf"{NAME}{is_} (?:the |an? ){words}({english}) (?:of|to) {NAME}", 1, 2, 3),
            (rf"{NAME}{of}({chinese}){called}{NAME}", 3, 2, 1),
            (
                rf"{NAME}(?:是|乃是?|本是|正是|就是|原是|当了|做了|成了|，){NAME}{of}({chinese})(?=[，。；、！？\x00]|$|了)",
                1,
                3,
                2,
            ),
        )
    )


@cache
def _pairs() -> re.Pattern[str]:
    together = alternatives("roles")["together"]
    return re.compile(
        rf"{NAME}(?:和|与|跟|同| and ){NAME}(?:原?是|本是|成了|结为|结成|乃是?| were| are| had been| became)(?:一对|多年的?|亲|结拜| \w+)? ?({together})"
    )


@cache
def _marriage() -> re.Pattern[str]:
    return re.compile(
        rf"{NAME} (?:had )?(?:married|wedded|wed|(?:was|got|had been) married to) {NAME}|{NAME}(?:嫁给了?|娶了|迎娶了?){NAME}"
    )


@cache
def _ownerless() -> re.Pattern[str]:
    """``女儿贺苗``: whose daughter she is stands before."""
    chinese = alternatives("roles")["chinese"]
    return re.compile(rf"(?:(?<![一-鿿⟧])|(?<=这是|那是|还有|看见|想起|记得))({chinese}){NAME}")


_TAUGHT = re.compile(rf"{NAME}(?:拜|收了?|娶了?)了?{NAME}(为师|为徒|为妻)")


def relations_in(sentence: StorySentence, graph: StoryGraph) -> Iterator[FoundRelation]:
    """What one sentence says of who is what to whom, if that may be; what is denied, asked or compared is left out."""
    for found in _said(sentence):
        kinds = [
            graph.by_name[name].kind if name in graph.by_name else "" for name in (found.source, found.target)
        ]
        # An order has pupils and a shop its master, but neither has a mother.
        if kinds == ["character"] * 2 or (kinds[0] == "character" and found.kind not in _kin()):
            yield found


@cache
def _kin() -> frozenset[str]:
    return frozenset(word for words in table("kin").values() for word in words)


def _said(sentence: StorySentence) -> Iterator[FoundRelation]:
    if sentence.text.rstrip().endswith(("?", "？")):
        return
    marked = Marked.of(sentence)
    for found in _ownerless().finditer(marked.text):
        (relative,) = marked.names(found, 2)
        yield from _of_topic(sentence, relative, found[1])
    if len(marked.who) < 2:  # noqa: PLR2004
        return
    for pattern, one, what, other in _patterns():
        for found in pattern.finditer(marked.text):
            yield from _made(sentence, marked, found, (one, other), found[what])
    for found in _pairs().finditer(marked.text):
        yield from _made(sentence, marked, found, (1, 2), found[3])
    for found in _marriage().finditer(marked.text):
        groups = (1, 2) if found[1] else (3, 4)
        kind = "married to" if found[1] else "夫妻"
        yield from _made(sentence, marked, found, groups, kind)
    for found in _TAUGHT.finditer(marked.text):
        kind, first = _MASTER[found[3]]
        yield from _made(sentence, marked, found, (1, 2) if not first else (2, 1), kind)


def _of_topic(sentence: StorySentence, relative: Mention, kind: str) -> Iterator[FoundRelation]:
    """Whose relative it is: who is named first in the sentence, else whom the one before was about."""
    before = [m.name for m in sentence.mentions if m.end <= relative.start and m.name]
    whose = next((n for n in (*before, *sentence.topics) if n != relative.name), None)
    if whose and relative.name and not relative.pronoun:
        yield FoundRelation(source=relative.name, kind=kind, target=whose, confidence=GUESSED)


def _made(
    sentence: StorySentence, marked: Marked, found: re.Match[str], groups: tuple[int, int], kind: str
) -> Iterator[FoundRelation]:
    one, other = marked.names(found, *groups)
    at = min(one.start, other.start)
    refused = DENIED.search(re.sub(NAME, "", found[0])) or sentence.compared(at)
    if one.name and other.name and one.name != other.name and not refused:
        confidence = MEANT if one.pronoun or other.pronoun else NAMED
        yield FoundRelation(source=one.name, kind=kind, target=other.name, confidence=confidence)

"""Explicit corrections, taken by rule before the classifier is asked.

A correction names what no longer holds ("not X but Y", "不是X，是Y", "改成"), or says "actually" and repeats all of
the known statement but its value. Questions, suppositions, other people's wishes and wishes for the text at hand
correct nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import attrs

from underdraft_plugins.corrections import STOPWORDS
from underdraft_plugins.outright import CALL, OTHERS, PASSING, QUESTION, UNSURE

_OLD_ZH = (
    re.compile(
        r"(?:并?不|没|别|并非)(?:再)?(?!仅|只|但|光|过|错|对|知道|认识|相信|记得|明白|了解)(?:是|叫|姓|在|用|要)?(?P<old>[^，。；;,！!：:]{1,24}?)(?:了)?(?=[，,。；;！!]|而是|$)"
    ),
    re.compile(
        r"(?:^|[，,。；;：:])(?:把|将)?(?P<old>[^，。；;,：:]{1,20}?)(?:我)?(?:要|得|都|全)?(?:改成|改为|改叫|改名|换成|换作|换为|变成|改到|挪到)"
    ),
    re.compile(
        r"(?:^|[，,。；;：:])(?P<old>[^，。；;,：:]{1,20}?)太(?:少|多|长|短|俗|老|土|小|大|早|晚)[^，。]{0,3}[，,](?:定|改|换|还是)"
    ),
    re.compile(
        r"(?:之前|以前|原来|先前|早先|上次|前面|当初)(?:我)?(?:说|写|定|讲|提|想|用|设定)(?:过|的|成)?(?:是)?(?P<old>[^。；;,，]{2,24})[，,。](?=[^。]{0,6}(?:错|不对|作废|不要|现在不|不了|改|推翻|不算))"
    ),
    re.compile(r"(?:推翻|作废|取消|不算数)[：:，,]?(?:之前|原来)?(?:的)?(?P<old>[^。；;,，]{2,24})"),
)
_OLD_EN = (
    re.compile(
        r"(?:\bnot\b|n't\b|\bno longer\b|\bno more\b)(?! only| just| know| knows| think| believe| remember| realise| realize| suspect)"
        r"(?: (?:a|an|the|be|in|at|called|named))* (?P<old>[^,.;:!—]{2,60}?(?:,\d{3})?)(?= (?:but|any ?more|any longer|now)\b|[,.;:!—]|$)",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:instead of|rather than|no more|scrap|forget(?: (?:about|what i (?:said|told you)(?: about)?|that))?)(?: (?:a|an|the|that))* (?P<old>.{2,70}?)(?=[.;:!—]|,(?!\d{3})\s*(?:i|it|he|she|we|make|now)\b|$)",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:from|change|rename|swap|switch) (?P<old>[^,.;]{2,40}?) (?:to|for|into) ", re.IGNORECASE
    ),
    re.compile(
        r"\bi (?:said|wrote|told you)(?: that)? (?P<old>[^.;!—]{4,80}?)(?:[.;!—,]| but)\s*(?=.{0,12}\b(?:wrong|mistake|no longer|not any ?more|scrap|changed)\b)",
        re.IGNORECASE,
    ),
)
_ANNOUNCED = re.compile(
    r"^(?:更正|纠正|说错|其实|改主意|推翻)|说错了|记错了|写错了|重新定|推翻|改(?:成|为|叫|名)|换成|不是.{1,16}[，,]\s*(?:而?是|叫|姓)|[，,]\s*不是|[了吧][，,]换|太.[，,]定|别是|"
    r"不(?:姓|叫).{1,8}[，,](?:姓|叫)|以前说|之前说|"
    r"^(?:actually|correction|scrap|it turns out|forget what)\b|\bchanged my mind\b|\b(?:i )?(?:said|told you)\b.{3,60}\bwrong\b|"
    r"\bnot\b.{1,50}\b(?:any ?more|any longer)\b|n't\b.{1,50}\b(?:any ?more|any longer)\b|n't .{1,40}\bbut\b|n't (?:a|an|the)\b[^,]{1,30}, (?:he|she|it|they)\b|,\s*not\b|\binstead of\b|\bno more\b",
    re.IGNORECASE,
)
_TASK = re.compile(
    r"你|给我|帮我|替我|(?<!told )\byou\b|^(?:please|do not|don't|have|make|let) ", re.IGNORECASE
)
"""What the assistant is to do with a text; it corrects only what is known."""

_WISHED = re.compile(
    r"(?:编辑|责编|读者|我(?:妈|爸|老公|老婆|先生|妻子|朋友|同学|室友))(?:们)?(?:又|就|也|都|一直|总)?(?:不|很|更|最)?(?:喜欢|爱|想|要|说|觉得|嫌|讨厌)|"
    r"\b(?:my (?:editor|agent|wife|husband|brother|sister|mother|mum|mom|dad|father|friend|publisher|partner|teacher|mentor|readers?)|readers?|critics?) "
    r"(?:\w+ )?(?:likes?|hates?|wants?|says?|said|thinks?|prefers?|doesn't|don't)\b",
    re.IGNORECASE,
)
"""What somebody else wishes."""

_AFRESH = re.compile(
    r"^(?:其实|更正|现在|actually\b|correction\b)|其实|实际上|\bactually\b|\bnow\b", re.IGNORECASE
)
_AFTER = re.compile(r"^(?:不对|错了|说错|wrong\b|no[,.]|that was wrong)", re.IGNORECASE)
_BEFORE = re.compile(r"^(?:scrap|forget)\b|推翻|作废", re.IGNORECASE)
_RELATIVE = re.compile(
    r"(?:^|[，,。])[^，,。是]{1,8}的(?P<zh>弟弟|妹妹|姐姐|哥哥|父亲|母亲|爸爸|妈妈|女儿|儿子|妻子|丈夫|师父|徒弟|朋友|邻居|同桌|老师|狗|猫|马)|"
    r"(?:^|[,.] )(?:\w+,? ){0,2}\w+'s (?:\w+ )?(?P<en>brother|sister|mother|father|son|daughter|wife|husband|friend|neighbour|cousin|dog|cat|horse|uncle|aunt)\b",
    re.IGNORECASE,
)
"""Whom a sentence is about, where that is not the one whom it names."""

_BREAKS = re.compile(r"[的了是在和有把被叫姓就都也与及着过这那个们吧呢啊吗我你他她它不没别要会用\W]+")
_WORD = re.compile(r"[a-z\u00c0-\u024f]+|\d+", re.IGNORECASE)
A_NUMBER = "数"
"""Stands for a number, so that of Chinese its measure word counts."""

LEAST = 0.6
"""Share of what is named as no longer true, or of what stays, that must stand in the known statement."""


@attrs.frozen(kw_only=True)
class Correction:
    """Sentences that correct something.

    Attributes:
        members: Which sentences, in order.
        place: Which known statement; ``None`` where none of them is meant.
    """

    members: tuple[int, ...]
    place: int | None


def corrections(sentences: Sequence[str], known: Sequence[str]) -> Iterator[Correction]:
    """The explicit corrections of a message."""
    taken: set[int] = set()
    for n, sentence in enumerate(sentences):
        if n in taken or _aside(sentence):
            continue
        members = [n]
        following = sentences[n + 1] if n + 1 < len(sentences) else ""
        if following and not _aside(following) and (_AFTER.match(following) or _BEFORE.search(sentence)):
            members.append(n + 1)
        text = " ".join(sentences[m] for m in members)
        old = [match["old"].strip() for pattern in (*_OLD_ZH, *_OLD_EN) for match in pattern.finditer(text)]
        place = _meant(text, sentences[n - 1] if n else "", old, known)
        announced = old and _ANNOUNCED.search(text) and not _TASK.search(text)
        if place is not None or announced:
            taken.update(members)
            yield Correction(members=tuple(members), place=place)


def _aside(sentence: str) -> bool:
    """Whether the sentence asks, supposes, speaks of others' wishes or of the text at hand."""
    return any(cue.search(sentence) for cue in (QUESTION, UNSURE, OTHERS, PASSING))


def _meant(text: str, before: str, old: Sequence[str], known: Sequence[str]) -> int | None:
    """The known statement that the text corrects; of several the one that it shares most with, then the newest."""
    said = units(text)
    best: tuple[float, int] | None = None
    for m, other in enumerate(known):
        theirs = units(other)
        if not theirs or is_of_another(text, other):
            continue
        shared = theirs & (said | units(before))
        named = any(_names(one, other, theirs, shared) for one in old)
        if named or _repeats(text, other) or (CALL.search(text) and CALL.search(other)):
            best = max(best or (0.0, -1), (len(shared) / len(theirs), m))
    return None if best is None or best[1] < 0 else best[1]


def _names(old: str, other: str, theirs: set[str], shared: set[str]) -> bool:
    """Whether what no longer holds stands in the known statement, beside something else that both speak of."""
    mine = units(old)
    if not mine:
        return bool(re.search(r"[\u4e00-\u9fff]", old)) and old in other and bool(shared)
    if len(mine & theirs) < LEAST * len(mine):
        return False
    words = units(_NUMBERS.sub(" ", old)) & theirs
    return bool(shared - mine) or (len(mine & theirs) > 1 and bool(words))


def _repeats(text: str, other: str) -> bool:
    """Whether the text says "actually" and repeats the known statement with another number or last word."""
    if not _AFRESH.search(text):
        return False
    mine, theirs = (units(_NUMBERS.sub(A_NUMBER, one)) for one in (text, other))
    numbers, old = (set(_NUMBERS.findall(one)) for one in (text, other))
    shared = mine & theirs
    if numbers and old:
        return not numbers & old and len(shared) > 1 and len(shared) >= LEAST * len(theirs)
    return not old and mine != theirs and len(shared) > 1 and len(shared) >= LEAST * len(theirs)


_NUMBERS = re.compile(
    r"\d+|[零一二三四五六七八九十百千万两]+(?=[\u4e00-\u9fff])|"
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|"
    r"(?:twen|thir|for|fif|six|seven|eigh|nine)ty)\b",
    re.IGNORECASE,
)


def is_of_another(text: str, other: str) -> bool:
    """Whether the text tells what somebody else wishes, or speaks of a relative whom the known statement does not name."""
    if _WISHED.search(text) and not _WISHED.search(other):
        return True
    relatives = {match["zh"] or match["en"] for match in _RELATIVE.finditer(text)}
    return any(relative.casefold() not in other.casefold() for relative in relatives)


def units(text: str) -> set[str]:
    """What a text speaks of: its words by their first five letters, of Chinese its pairs of characters."""
    found = {word[:5].rstrip("s") for word in _WORD.findall(text.casefold()) if word not in STOPWORDS} - {""}
    for run in _BREAKS.split(text):
        only = re.sub(r"[^\u3400-\u9fff]", "", run)
        found |= {only[n : n + 2] for n in range(len(only) - 1)}
    return found

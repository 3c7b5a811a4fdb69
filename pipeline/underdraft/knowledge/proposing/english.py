"""Finds names in English text: capital letters inside sentences, forms of address, and what stands around them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

import attrs

from underdraft.knowledge.checks.lexicon import patterns, table
from underdraft.knowledge.proposing.story_text import StoryText, Written, listed, words

PAIR, OFTEN = 2, 5
_WORD = r"(?:(?:Mc|Mac|O['’]|D['’])[A-Z][a-z]+|[A-ZÀ-Þ][a-zß-ÿ]+)(?:[-'’][A-ZÀ-Þ]?[a-zß-ÿ]{2,})*|[A-Z]\.(?= ?[A-Z])"
_PHRASE = re.compile(
    rf"(?:{_WORD})(?:(?:(?<=\bMr|\bDr|\bSt|\bMs)\.|(?<=\bMrs|\bRev|\bSgt|\bCol|\bMme)\.)? (?:(?:of|de|du|van|von|der|la|le|the|del|ben|bin) ){{0,2}}(?:{_WORD}))*"
)
_OPENS = re.compile(r"(?:^|[.!?:;…\n]|[.!?…]['\"”’)\]]*|--|[—–])\s*[\"“‘'(*_\[]*$")
_POSSESSIVE = re.compile(r"['’]s$|['’]$")
_SPEECH = r"(?:said|says|asked|answered|replied|cried|shouted|whispered|muttered|murmured|added|called|agreed|exclaimed|returned|continued|began|remarked|observed|repeated|went on|put in)"
_SAID_BEFORE = re.compile(rf"\b{_SPEECH}\s(?:old\s|poor\s|young\s)?$")
_SAID_AFTER = re.compile(rf"\s(?:had\s|\w+ly\s)?{_SPEECH}\b")
_VERB_AFTER = re.compile(
    r",?\s(?:\w+ly\s|had\s|has\s|would\s|could\s|did\s|never\s|who\s|was\s|is\s)*(\w+)\b"
)
_THE_BEFORE = re.compile(r"\b[Tt]he\s(?:old\s)?[*_]?$")
_A_BEFORE = re.compile(
    r"\b(?:[Aa]n?|[Aa]nother|[Ee]very|[Ee]ach|[Tt]his|[Tt]hat|[Ss]ome|[Nn]o|[Yy]our|[Mm]y|[Oo]ur|[Hh]is|[Hh]er)\s$"
)
_CALLED = re.compile(r"(?:, (?:my |old )?|[“\"‘']|\b(?:[Dd]ear|[Oo]h,?|called|named) )$")
_OWNS = re.compile(
    r"^['’]s?\s(?:hand|eye|face|voice|head|arm|shoulder|mouth|hair|coat|father|mother|brother|sister|wife|husband|son|daughter|room|name|mind|heart|lip)"
)


@attrs.frozen
class _Phrase:
    """One run of capitalised words: where it stands, and whether a sentence begins with it."""

    text: str
    start: int
    opens: bool


@cache
def _in_place() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{words('english')['in_place']})\s(?:the\s|old\s)?$", re.IGNORECASE)


@cache
def _common() -> frozenset[str]:
    return listed("english", "common")


def english_names(story: StoryText) -> list[Written]:
    """Every writing of a name, with its form of address; rare ones only where they are introduced."""
    phrases = list(_phrases(story.text))
    proper = _proper_words(story.text, phrases)
    places: dict[str, list[int]] = defaultdict(list)
    for phrase in phrases:
        for text, start in _names_in(phrase, proper):
            end = start + len(text)
            saint = text.startswith("St ") and re.match("['’]s", story.text[end : end + 2])
            places[text + saint[0] if saint else text].append(start)
    found = (_judged(story.text, text, at) for text, at in places.items())
    return [written for written in found if written is not None]


def _phrases(text: str) -> Iterator[_Phrase]:
    for found in _PHRASE.finditer(text):
        before = text[max(0, found.start() - 12) : found.start()]
        if found.start() and (text[found.start() - 1].isalpha() or text[found.start() - 1] == "-"):
            continue
        yield _Phrase(found[0], found.start(), _OPENS.search(before) is not None)


def _proper_words(text: str, phrases: Sequence[_Phrase]) -> frozenset[str]:
    """The words that are capitalised for another reason than that a sentence begins."""
    inside: Counter[str] = Counter()
    first: Counter[str] = Counter()
    for phrase in phrases:
        for n, written in enumerate(phrase.text.split()):
            word = _POSSESSIVE.sub("", written.rstrip("."))
            (first if phrase.opens and n == 0 else inside)[word] += 1
    followed: dict[str, set[str]] = defaultdict(set)
    for phrase in phrases:
        one, *others = phrase.text.split(maxsplit=2)
        if phrase.opens and others:
            followed[one].add(_POSSESSIVE.sub("", others[0]))
    small = Counter(re.findall(r"(?<![\w'’])[a-zß-ÿ]+(?:[-'’][a-zß-ÿ]+)*", text))
    titles = listed("english", "titles")
    openers = listed("english", "openers")
    # A first name that only begins sentences: always the same name after it, never in small letters.
    before = {
        word
        for word, after in followed.items()
        if word not in openers
        and len(after) == 1
        and inside[min(after)]
        and not small[word.lower()]
        and not word.endswith("ly")
    }
    return frozenset(before - _common()) | frozenset(
        word
        for word in (*inside, *first)
        if word not in _common()
        and (word in titles or inside[word] * PAIR > small[word.lower()])
        and (inside[word] or word in titles)
    )


def _names_in(phrase: _Phrase, proper: frozenset[str]) -> Iterator[tuple[str, int]]:
    """The names in a run of capitalised words: common ones part it, joints at its ends go."""
    titles = listed("english", "titles")
    run: list[tuple[str, int]] = []
    runs = [run]
    for found in re.finditer(r"\S+", phrase.text):
        word = found[0].rstrip(".")
        bare = _POSSESSIVE.sub("", word)
        small = word[0].islower()
        initial = len(word) == 1
        if small or initial or bare in proper or bare in titles:
            saint = len(run) > 0 and run[-1][0] == "St"
            run.append((found[0] if initial or saint else bare, found.start()))
            if bare != word:
                run = []
                runs.append(run)
        else:
            run = []
            runs.append(run)
    for run in runs:
        while run and run[0][0][0].islower():
            run.pop(0)
        while run and (
            run[-1][0][0].islower()
            or (run[-1][0] in titles - {"Master", "Father", "Mother"} and len(run) > 1)
        ):
            run.pop()
        if run and not all(word in titles or word[0].islower() for word, _ in run):
            yield " ".join(word for word, _ in run), phrase.start + run[0][1]


def _judged(text: str, name: str, at: list[int]) -> Written | None:
    titles = listed("english", "titles")
    parts = name.split()
    title = " ".join(p for n, p in enumerate(parts) if p in titles and all(q in titles for q in parts[:n]))
    core = " ".join(parts[len(title.split()) :])
    if core[:1].islower():
        title, core = "", name
    if len(core) < PAIR + 1 or core in titles or _is_job(core) or _lone_place(core, title):
        return None
    counts = _around(text, len(name), at)
    size = len(at)
    kind = _kind(core, title, counts, size)
    full = len(core.split()) > 1
    if counts["a"] > size / 3 or (size < PAIR and not (title or full)):
        return None
    alive = bool(title) or (counts["said"] + counts["acts"] + counts["owns"] + counts["called"]) / size
    if kind == "character" and not alive and not full:
        return None
    return Written(
        text=name,
        at=tuple(at),
        core=core,
        title=title,
        kind=kind,
        evidence=min(1.0, 0.5 + 0.5 * min(1.0, float(alive))),
    )


def _is_job(core: str) -> bool:
    return patterns("jobs")["words"].fullmatch(core) is not None


def _lone_place(core: str, title: str) -> bool:
    """Whether it is the last word of a place's name alone: ``the Hall``."""
    return not title and core in listed("english", "places") | listed("english", "organisations")


def _around(text: str, length: int, at: Sequence[int]) -> Mapping[str, int]:
    """How often which evidence stands around a name."""
    counts: Counter[str] = Counter()
    for start in at:
        before, after = text[max(0, start - 24) : start], text[start + length : start + length + 40]
        counts["the"] += _THE_BEFORE.search(before) is not None
        counts["a"] += _A_BEFORE.search(before) is not None
        counts["place"] += _in_place().search(before) is not None
        counts["owns"] += _OWNS.match(after) is not None
        counts["said"] += bool(_SAID_BEFORE.search(before) or _SAID_AFTER.match(after))
        counts["called"] += bool(_CALLED.search(before) and after[:1] in "!?,.;”\"'’")
        verb = _VERB_AFTER.match(after)
        counts["acts"] += verb is not None and _deed(verb[1])
    return counts


def _deed(word: str) -> bool:
    return (word.endswith("ed") and len(word) > OFTEN - 1) or word in _irregular()


@cache
def _irregular() -> frozenset[str]:
    return frozenset(table("verbs")["irregular"])


def _kind(core: str, title: str, counts: Mapping[str, int], size: int) -> str:
    last = core.rsplit(maxsplit=1)[-1]
    if last in listed("english", "organisations"):
        return "organisation"
    if last in listed("english", "places") and (len(core.split()) > 1 or counts["the"]):
        return "place"
    alive = counts["said"] + counts["acts"] + counts["owns"]
    if title and title not in {"St", "Saint", "Old", "Young", "Little"}:
        return "character"
    if counts["the"] * 2 > size and len(core.split()) <= PAIR:
        return "place" if counts["place"] * 2 > size else "thing"
    if counts["place"] > max(alive, size * 0.3) or title in {"St", "Saint"}:
        return "place"
    return "character"

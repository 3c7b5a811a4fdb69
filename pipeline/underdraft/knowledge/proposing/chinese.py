"""Finds names of people in Chinese text: no capital letter helps, so surnames, titles, word boundaries and verbs do."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache

from underdraft.knowledge.proposing.chinese_text import (
    FEW,
    HALF,
    HAN,
    INTRODUCED,
    MOSTLY,
    OFTEN,
    PAIR,
    SELDOM,
    SOME,
    TRIPLE,
    ChineseText,
    WordUsage,
    gathered,
    is_common,
    is_known,
    offsets,
    tag_of,
)
from underdraft.knowledge.proposing.story_text import Written, listed, words

_NAMED = re.compile(
    rf"(?:名叫|叫做|叫作|唤作|名唤|绰号|外号|诨名|人称|小名|大名|叫)[“「『]?([{HAN}]{{2,4}}?)(?=[，,。;；、”」』）)])"
)
_FOREIGN = re.compile(rf"[{HAN}]{{1,6}}(?:·[{HAN}]{{1,6}})+")


@cache
def _surname() -> re.Pattern[str]:
    return re.compile("|".join((*words("chinese")["compounds"].split(), f"[{words('chinese')['surnames']}]")))


def chinese_people(cut: ChineseText) -> dict[str, Written]:
    """Every writing that looks like somebody's name."""
    people: dict[str, Written] = {}
    for find in (_foreign, _full_names, _introduced, _by_given_name, _titled, _familiar, _called):
        for written in find(cut):
            people.setdefault(written.text, written)
    for written in _without_surname(cut, people):
        people.setdefault(written.text, written)
    return {text: w for text, w in people.items() if not _only_begins(w, people)}


def _only_begins(written: Written, people: Mapping[str, Written]) -> bool:
    """Whether it is mostly the beginning of longer names: ``沈知`` of ``沈知秋`` and ``沈知夏``."""
    longer = {
        s
        for text, w in people.items()
        if text != written.text and text.startswith(written.text)
        for s in w.at
    }
    return not written.title and len(longer & set(written.at)) >= MOSTLY * len(written.at)


def _full_names(cut: ChineseText) -> Iterator[Written]:
    """A surname and one or two characters that keep together."""

    def pairs() -> Iterator[tuple[str, int]]:
        for found in _surname().finditer(cut.text):
            word = cut.tags.get(found.start(), ("", ""))[0]
            two = cut.text[found.start() : found.end() + 1]
            swallowed = len(word) > len(found[0]) and is_common(word)
            if cut.begins(found.start()) and not swallowed and re.fullmatch(rf"[{HAN}]+", two):
                yield two, found.start()

    for two, at in gathered(pairs()).items():
        yield from _longest(cut, two, at)


def _longest(cut: ChineseText, two: str, at: list[int]) -> Iterator[Written]:
    """The name of two characters, or those of three that begin with it."""
    size, follows = len(two), words("chinese")["follows"]
    thirds = Counter(cut.text[s + size : s + size + 1] for s in at)
    varied = len(thirds) > OFTEN and max(thirds.values()) < len(at) * SOME
    rest = list(at)
    for third, count in thirds.items():
        three = [s for s in at if cut.text[s + size : s + size + 1] == third]
        through = sum(s + size not in cut.tags for s in three)
        ends = sum(s + size + 1 in cut.tags for s in three)
        if (
            count < PAIR
            or not re.match(rf"[{HAN}]", third)
            or (third in follows and through < MOSTLY * count)
        ):
            continue
        if ends >= MOSTLY * count and (count >= MOSTLY * len(at) or through >= MOSTLY * count):
            if varied and (count < OFTEN or through < 0.9 * count or third in follows):
                continue
            rest = [s for s in rest if cut.text[s + size : s + size + 1] != third]
            yield from _judged(cut, two + third, three)
    ends_here = sum(s + size in cut.tags for s in rest)
    compound = size > PAIR and len(thirds) >= PAIR
    if len(rest) >= PAIR and (varied or compound or ends_here >= MOSTLY * len(rest)):
        yield from _judged(cut, two, rest)


def _judged(cut: ChineseText, name: str, at: list[int]) -> Iterator[Written]:
    if _no_name(name):
        return
    named = sum(cut.tags.get(s, ("", ""))[1].startswith("nr") and cut.tags[s][0] == name for s in at)
    usage = WordUsage.of(cut.text, name, at)
    sure = named >= MOSTLY * len(at)
    doubtful = name[0] in words("chinese")["doubtful"] and len(name) == PAIR
    if doubtful and (len(at) < OFTEN or not usage.object):
        return
    if len(at) > OFTEN and not usage.object and not usage.speaks:
        return
    sure = sure and (len(at) >= TRIPLE or not is_known(name))
    sound = len(name) > PAIR and not is_known(name) and len(at) >= TRIPLE
    needed = SOME - SELDOM * 2 * sound if is_known(name) or not sure else FEW if len(at) < TRIPLE else 0.0
    if usage.acts >= needed and usage.determined < FEW:
        yield Written(text=name, at=tuple(at), core=name, evidence=usage.acts)


def _introduced(cut: ChineseText) -> Iterator[Written]:
    """``她妈何素云``: a surname right after what somebody is, and the whole a second time, before another character."""
    pattern = re.compile(rf"{INTRODUCED.pattern[:-1]}(?P<name>(?:{_surname().pattern})[{HAN}]{{1,2}})")
    for found in pattern.finditer(cut.text):
        for name in (found["name"], found["name"][:-1]):
            at = offsets(cut.text, name)
            following = {cut.text[s + len(name) : s + len(name) + 1] for s in at}
            doubtful = len(name) == PAIR and name[0] in words("chinese")["doubtful"]
            if len(name) < PAIR or len(following) < PAIR or doubtful or _no_name(name):
                continue
            if WordUsage.of(cut.text, name, at).acts >= HALF:
                yield Written(text=name, at=tuple(at), core=name, evidence=HALF)
                break


def _no_name(name: str) -> bool:
    """Whether it is a common word, a family, or ends with one that begins what follows."""
    given = name[-PAIR:] if len(name) > PAIR else ""
    word = is_known(given) and tag_of(given)[:1] in set("frdvpcmqu")
    titles = listed("chinese", "titles")
    refused = titles | listed("chinese", "people")
    said = any(c in "着了过的" for c in name[1:])
    ends = said or name[-1] in words("chinese")["follows"] + "氏家某宅府"
    return ends or name in refused or name[1:] in titles or is_common(name) or word


def _by_given_name(cut: ChineseText) -> Iterator[Written]:
    """A full name that is written once or twice, and whose given name alone is often."""
    acting: dict[str, bool] = {}

    def pairs() -> Iterator[tuple[str, int]]:
        for found in _surname().finditer(cut.text):
            given = cut.text[found.end() : found.end() + 2]
            if len(given) == PAIR and cut.begins(found.start()) and found.end() + 2 in cut.tags:
                if given not in acting:
                    acting[given] = _acts_alone(cut, given)
                if acting[given]:
                    yield found[0] + given, found.start()

    full = gathered(pairs())
    for name, at in full.items():
        given = name[-PAIR:]
        rivals = [len(other) for text, other in full.items() if text[-PAIR:] == given and text != name]
        if (name[0] in words("chinese")["doubtful"] and len(at) < PAIR) or any(n > len(at) for n in rivals):
            continue
        alone = tuple(s for s in offsets(cut.text, given) if s - 1 not in at)
        yield Written(text=name, at=tuple(at), core=name, evidence=0.8)
        yield Written(text=given, at=alone, core=given, evidence=0.8)


def _acts_alone(cut: ChineseText, given: str) -> bool:
    follows = words("chinese")["follows"]
    refused = listed("chinese", "people") | listed("chinese", "titles")
    if given in refused or given[0] in follows or given[1] in follows or not re.fullmatch(f"[{HAN}]+", given):
        return False
    at = [s for s in offsets(cut.text, given) if s in cut.tags or cut.begins(s)]
    usage = WordUsage.of(cut.text, given, at)
    often = OFTEN if not is_common(given) else 2 * OFTEN
    return (
        len(at) >= often
        and usage.acts >= HALF
        and usage.determined < SELDOM
        and (usage.speaks > 0 or usage.object > 0)
    )


@cache
def _titles() -> str:
    return "|".join(sorted(listed("chinese", "titles"), key=lambda t: (-len(t), t)))


def _titled(cut: ChineseText) -> Iterator[Written]:
    """A surname, or the beginning of a name, with a form of address."""
    pattern = re.compile(rf"({_surname().pattern})((?:二|三|四|五|六|七|八|九)?(?:{_titles()}))")
    groups: dict[str, tuple[str, str]] = {}

    def pairs() -> Iterator[tuple[str, int]]:
        for found in pattern.finditer(cut.text):
            word = cut.tags.get(found.start(), ("", ""))[0]
            swallowed = len(word) > 1 and is_common(word) and word != found[0]
            if cut.begins(found.start()) and found.end() in cut.tags and not swallowed:
                groups[found[0]] = (found[1], found[2])
                yield found[0], found.start()

    for text, at in gathered(pairs()).items():
        usage = WordUsage.of(cut.text, text, at)
        short = len(groups[text][1]) == 1
        enough = len(at) >= PAIR + short or (usage.speaks and not short)
        if enough and usage.acts >= 0.3 + 0.3 * is_common(text) and usage.determined < SOME:
            core, title = groups[text]
            yield Written(text=text, at=tuple(at), core=core, title=title, evidence=usage.acts)


def _familiar(cut: ChineseText) -> Iterator[Written]:
    """``老王``, ``小苏``, ``阿砚``."""
    pattern = re.compile(rf"[老小][{words('chinese')['surnames']}]|阿[{HAN}]")

    def pairs() -> Iterator[tuple[str, int]]:
        for found in pattern.finditer(cut.text):
            word = cut.tags.get(found.start(), ("", ""))[0]
            if found.start() in cut.tags and not (len(word) > PAIR and is_known(word)):
                yield found[0], found.start()

    for text, at in gathered(pairs()).items():
        usage = WordUsage.of(cut.text, text, at)
        whole = sum(s + PAIR in cut.tags for s in at)
        if len(at) >= PAIR and whole >= MOSTLY * len(at) and usage.acts >= 0.4 + 0.3 * is_common(text):
            yield Written(text=text, at=tuple(at), core=text[1], title=text[0], evidence=usage.acts)


def _foreign(cut: ChineseText) -> Iterator[Written]:
    """A foreign name by its dot, and its parts where they stand alone."""
    found = ((_trimmed(cut, m), m.start()) for m in _FOREIGN.finditer(cut.text))
    for text in dict.fromkeys(text for text, _ in found):
        yield Written(text=text, at=tuple(offsets(cut.text, text)), core=text, evidence=0.9)
        for part in text.split("·"):
            alone = [s for s in offsets(cut.text, part) if "·" not in cut.text[s - 1 : s + len(part) + 1]]
            if len(part) >= PAIR and len(alone) >= PAIR:
                yield Written(text=part, at=tuple(alone), core=part, evidence=0.8)


def _trimmed(cut: ChineseText, found: re.Match[str]) -> str:
    """A foreign name without the words that stand beside it: its outer parts are what is written elsewhere, too."""
    first, *inner, last = found[0].split("·")
    begins = [first[-n:] for n in range(len(first), 1, -1)]
    ends = [last[:n] for n in range(len(last), 1, -1)]
    start = next((p for p in begins if cut.text.count(p) > 1), _in_words(cut, found.start(), len(first))[-1:])
    end = next(
        (p for p in ends if cut.text.count(p) > 1), _in_words(cut, found.end() - len(last), len(last))[:1]
    )
    outer = [part if isinstance(part, str) else "".join(part) for part in (start, end)]
    return "·".join((outer[0] or first, *inner, outer[1] or last))


def _in_words(cut: ChineseText, start: int, size: int) -> list[str]:
    return [cut.tags[s][0] for s in range(start, start + size) if s in cut.tags]


def _called(cut: ChineseText) -> Iterator[Written]:
    """What somebody is called outright, and more than once."""
    for word in dict.fromkeys(m[1] for m in _NAMED.finditer(cut.text)):
        at = [s for s in offsets(cut.text, word) if s in cut.tags]
        usage = WordUsage.of(cut.text, word, at)
        loose = word[0] in words("chinese")["not_first"] or word[-1] in words("chinese")["follows"]
        if (
            not loose
            and word not in listed("chinese", "people")
            and len(at) >= TRIPLE
            and usage.acts >= SOME
            and usage.determined < 2 * SELDOM
        ):
            yield Written(text=word, at=tuple(at), core=word, evidence=usage.acts)


def _without_surname(cut: ChineseText, people: Mapping[str, Written]) -> Iterator[Written]:
    """Words that act like people and are no common ones."""
    inner = "".join(people)
    for word, at in gathered(
        (w, s) for s, (w, _) in cut.tags.items() if re.fullmatch(rf"[{HAN}]{{2,3}}", w)
    ).items():
        if (
            len(at) < TRIPLE
            or word in inner
            or word in listed("chinese", "people")
            or word in listed("chinese", "titles")
        ):
            continue
        usage = WordUsage.of(cut.text, word, at)
        bad = word[-1] in words("chinese")["follows"] or word[0] in words("chinese")["not_first"]
        common = is_common(word) or (not is_known(word) and tag_of(word)[:1] in set("mqrtdpcuf"))
        often = 2 * OFTEN if common else TRIPLE
        noun = not common or tag_of(word) in {"n", "nz", "t"}
        if bad or not noun or len(at) < often or usage.determined > (0.02 if common else 0.15):
            continue
        heard = usage.speaks >= max(PAIR, len(at) * SELDOM) or (len(at) >= 4 * OFTEN and usage.speaks)
        if usage.acts >= HALF and heard and usage.object > 0:
            yield Written(text=word, at=tuple(at), core=word, evidence=usage.acts * 0.9)

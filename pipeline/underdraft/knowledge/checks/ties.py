"""What somebody has and can: rules for amounts, kinship, possession, places, occupations and abilities."""

from __future__ import annotations

import re
from collections.abc import Mapping

from underdraft.knowledge.checks.lexicon import HAN, patterns, table
from underdraft.knowledge.checks.numbers import hours, numbers
from underdraft.knowledge.checks.reading import DENIED, OPPOSITE, Cast, StorySentence
from underdraft.knowledge.checks.slots import Slot

NEAR = 14
"""So many code points may stand between a Chinese value and its noun; twice as many in English."""

_NEW = re.compile(r"一[座家个条只间栋幢把枚块匹头艘]|新|\b(?:an?|another|new)\b")
_OF_MANY = re.compile(r"\s*of (?:the|his|her|their|my|its)\b")
_TIMES = frozenset("年月天日")
_COMMON = frozenset("子儿头个人")
"""Last characters of too many nouns."""

_DEAD = re.compile(r"死|遇难|身亡|亡|没了|丧命|\b(?:dead|died|drowned|lost|killed|perished|souls)\b")
_SENSES = frozenset({"speak", "hear", "see", "walk"})
"""What nearly every sentence is about: the name must stand right before the verb."""

NEXT = 3


def other_without(slot: Slot, sentence: StorySentence, name: str, _: Cast) -> bool:
    """A relative of theirs whom they have not: ``Sam's wife``."""
    for kin in slot.values:
        for found in patterns("kin")[kin].finditer(sentence.text):
            owner = [m for m in sentence.mentions if m.end <= found.start() <= m.end + 3 and m.owning]
            if owner and owner[-1].name == name and not sentence.denied(found.start()):
                return True
    return False


def other_amount(slot: Slot, sentence: StorySentence, name: str, _: Cast) -> bool:
    """Another number of what is counted."""
    text = sentence.text
    about = {m.name for m in sentence.mentions} | set(sentence.topics[:2])
    found = list(numbers(text))
    if name not in about or any(str(number.value) == slot.values[0] for number in found):
        return False
    for number in found:
        if number.value < 2 or _OF_MANY.match(text, number.end):  # noqa: PLR2004
            continue
        if _unit_fits(slot, sentence, number.end) and not sentence.compared(number.start):
            owner = sentence.owner(number.start)
            if sentence.denied(number.start) or _introduced(sentence, number.start):
                continue
            if owner == name or (owner is None and name in {m.name for m in sentence.mentions}):
                return True
    return False


def _introduced(sentence: StorySentence, at: int) -> bool:
    """Whether another thing was brought in after the last name, so that the number is of it."""
    last = max((m.end for m in sentence.mentions if m.end <= at and m.name), default=0)
    begin, _ = sentence.clause(at)
    return last <= begin and _NEW.search(sentence.text, last, begin) is not None


def _unit_fits(slot: Slot, sentence: StorySentence, end: int) -> bool:
    text, nouns = sentence.text, slot.nouns
    rest = text[end : end + 16]
    if HAN.match(nouns[0]):
        return rest.startswith(nouns[0]) and _noun_fits(nouns[1], rest[1:], text, end)
    if rest.startswith(" of them"):
        return any(noun.lower() in sentence.before.lower() for noun in nouns)
    words = rest.lower().split(",")[0].split()[:3]
    return any(word.startswith(noun.lower()) for word in words for noun in nouns)


def _noun_fits(noun: str, rest: str, text: str, end: int) -> bool:
    """Whether a Chinese number and its measure count the noun; of years and days, whether the verb stands before."""
    if noun in {"人", "个人"}:
        return _DEAD.search(text) is not None
    if text[end] in _TIMES:
        return noun in text[max(0, end - 12) : end]
    return noun in rest or (noun[-1] not in _COMMON and noun[-1] in rest[:5])


def other_hour(slot: Slot, sentence: StorySentence, name: str, _: Cast) -> bool:
    """Another hour at which a clock stands."""
    text = sentence.text
    if not re.search(r"停|指|\b(?:stopped|stood|hands|read|showed|said|point\w+)\b", text):
        return False
    return any(hour not in slot.values and sentence.owner(at) == name for at, hour in hours(text))


def other_kin(slot: Slot, sentence: StorySentence, name: str, cast: Cast) -> bool:
    """Another kinship between the two."""
    other = slot.marks[0]
    text, right = sentence.text, slot.values[0]
    named = [m for m in sentence.mentions if m.name]
    if not {name, other} <= {m.name for m in named} | set(sentence.topics[:2]):
        return False
    for kin, words in patterns("kin").items():
        if kin == right or not (
            cast.fits(name, _SEX.get(kin, "she")) or cast.fits(other, _SEX.get(kin, "she"))
        ):
            continue
        for found in words.finditer(text):
            if _right_kin(right, found[0]):
                continue
            before = [m for m in named if m.end <= found.start() and found.start() - m.end < 2 * NEAR]
            owner = before[-1] if before else None
            if owner is None or not (owner.owning or text[owner.end : found.start()].find("的") >= 0):
                continue
            one_way = owner.name == other and kin != right and cast.fits(name, _SEX[kin])
            back = owner.name == name and kin not in table("converse")[right] and cast.fits(other, _SEX[kin])
            named_here = {m.name for m in named}
            if (one_way and (name in named_here or name in sentence.topics[:2])) or (
                back and other in named_here
            ):
                return True
    return False


_SEX: Mapping[str, str] = (
    dict.fromkeys(
        ("mother", "daughter", "sister", "aunt", "niece", "grandmother", "granddaughter", "wife"), "she"
    )
    | dict.fromkeys(
        ("father", "son", "brother", "uncle", "nephew", "grandfather", "grandson", "husband"), "he"
    )
    | {"cousin": "she"}
)


def _right_kin(right: str, written: str) -> bool:
    return patterns("kin")[right].fullmatch(written) is not None


def other_owner(slot: Slot, sentence: StorySentence, name: str, cast: Cast) -> bool:
    """Somebody else to whom the thing belongs."""
    text = sentence.text
    people = [m for m in sentence.mentions if m.name and cast.graph.by_name[m.name].kind == "character"]
    things = [m for m in sentence.mentions if m.name == name]
    topic = next((n for n in sentence.topics if cast.graph.by_name[n].kind == "character"), None)
    holder = people[0].name if people else topic
    if not things or holder is None or slot.values[0] in {holder, *(m.name for m in people)}:
        return False
    kinds = ["own"] if not people else ["own", "keep"]
    found = [m for kind in kinds if (m := patterns("having")[kind].search(text))]
    return any(not sentence.denied(m.start()) for m in found)


def other_place(slot: Slot, sentence: StorySentence, name: str, cast: Cast) -> bool:
    """Another place where somebody lives or something stands."""
    text = sentence.text
    living = patterns("living")["words" if slot.kind == "place" else "from"]
    for found in living.finditer(text):
        if DENIED.search(text[max(0, found.start() - 6) : found.start()]):
            continue
        if "direction" in slot.marks:
            wrong = patterns("directions")[OPPOSITE[slot.values[0]]]
            for other in wrong.finditer(text):
                noun = text[other.end() : other.end() + 10].strip().lower()
                if not slot.nouns or any(noun.startswith(n.lower()) for n in slot.nouns):
                    return name in {m.name for m in sentence.mentions} and not patterns("directions")[
                        slot.values[0]
                    ].search(text)
            continue
        if "han" in slot.marks:
            other_place = _LIVES_IN.match(text, found.start())
            if (
                other_place
                and not _share(other_place[1], slot.values[0])
                and sentence.says_of(found.start(), name)
            ):
                return not sentence.denied(found.start())
            continue
        for other in re.finditer(r"\b(?:in|at|to|from) ([A-Z][a-z]{2,})\b", text):
            known = {w.lower() for value in slot.values for w in value.split()}
            stranger = other[1].lower() not in known and not list(cast.index.find(other[1]))
            if stranger and other[1] not in _NOT_PLACES and sentence.says_of(other.start(), name):
                return True
    return False


_LIVES_IN = re.compile(
    r"(?:住在|家在|开在|位于|坐落在|建在|设在|搬到|搬去|就在|住)了?([一-鿿]{1,7}?[省市县镇乡村街巷路岛湾港城区寨庄院馆山河江湖桥园头岸])"
)


def _share(one: str, other: str) -> bool:
    """Whether two Chinese texts have two neighbouring characters in common."""
    return any(one[i : i + 2] in other for i in range(len(one) - 1))


_NOT_PLACES = frozenset(
    [
        "Monday",
        "Tuesday",
        "Wednesday",
        "Thursday",
        "Friday",
        "Saturday",
        "Sunday",
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
        "Christmas",
        "Easter",
        "Lent",
        "Michaelmas",
        "God",
        "Heaven",
        "English",
        "Latin",
        "French",
    ]
)


_AS_ONE = re.compile(
    r"(?:是|当了?|做了?|干了|身为|作为|担任|任)[^，,]{0,8}$|\b(?:as|was|is|been|being|became|were) (?:an? |the )?(?:\w+ )?$|[他她]这个\w{0,3}$"
)
_A = re.compile(r"\ban? (?:\w+ )?$")
_HIS_OWN = re.compile(
    r"'s (?:pension|wages|salary|uniform|pay|badge|cap|licence|degree|desk|hours|apron|shop)"
)


def other_job(slot: Slot, sentence: StorySentence, name: str, cast: Cast) -> bool:
    """Another occupation."""
    text = sentence.text
    for found in patterns("jobs")["words"].finditer(text):
        job = found[0].lower()
        if (
            any(job in value or value in job for value in slot.values)
            or job in " ".join(cast.graph.by_name[name].names).lower()
        ):
            continue
        before = text[max(0, found.start() - 12) : found.start()]
        if any(m.start <= found.start() < m.end for m in sentence.mentions):
            continue
        had_been = re.search(r"\bhad been (?:an? )?(?:\w+ )?$", before)
        named = any(m.name == name and m.start - found.end() in {0, 1} for m in sentence.mentions)
        if had_been or (named and sentence.owner(found.end() + 8) != name):
            continue
        as_one = (
            (named and not before.endswith(("的", "the ")))
            or _AS_ONE.search(before)
            or (_A.search(before) and _HIS_OWN.match(text, found.end()))
        )
        if as_one and sentence.says_of(found.start(), name) and not sentence.denied(found.start()):
            return True
    return False


def other_cannot(slot: Slot, sentence: StorySentence, name: str, _: Cast) -> bool:
    """Somebody does what they cannot do."""
    text = sentence.text
    for found in patterns("abilities")[slot.values[0]].finditer(text):
        at = found.start()
        begin, _end = sentence.clause(at)
        last = [m for m in sentence.mentions if begin <= m.start and m.end <= at][-1:]
        if any(m.name != name for m in last):
            continue  # somebody else is in between: "she watched him swim"
        refused = (
            sentence.denied(at)
            or DENIED.match(text, found.end())
            or text[max(0, at - 2) : at + 1].strip("了").endswith("不")
        )
        if (
            refused
            or re.search(r"[不没]\w?$", text[:at])
            or sentence.owner(at) != name
            or not sentence.mentions
        ):
            continue
        spoken = slot.values[0] in _SENSES
        near = [m for m in sentence.mentions if m.name == name and not m.pronoun and 0 <= at - m.end <= NEXT]
        to = near and re.search(r"[跟对向和与]$|\b(?:to|at|with) $", text[: near[-1].start])
        if not sentence.compared(at) and (not spoken or (near and not to and not near[-1].owning)):
            return True
    return False

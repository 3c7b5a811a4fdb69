"""What the value of an attribute says, as a reader of sentences needs it: colours, an age, a side, an amount, ..."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated

import attrs

from underdraft.knowledge.checks.lexicon import HAN, lines_in, patterns, table
from underdraft.knowledge.checks.numbers import heights, hours, numbers
from underdraft.knowledge.checks.reading import Cast
from underdraft.knowledge.graph.model import Attribute, Entity

_PARTS = re.compile(r"[,，;；、]|\band\b")
_AGE = re.compile(r"\bage\b|\baged\b|年龄|年纪|岁数", re.IGNORECASE)
_LEFT = re.compile(r"左|\bleft\b", re.IGNORECASE)
_RIGHT = re.compile(r"右|\bright\b", re.IGNORECASE)
_MEASURE = re.compile(r"\s*([一-鿿])(的?[一-鿿]{0,2})")
_PLURAL = re.compile(r"\b(\w{3,}?)(?:s|ren|es)\b")
_TIME = re.compile(r"(?:year|month|week|day|hour|minute|century|decade)")
_UNIT = re.compile(r"\s*(\w{3,})")
_HELD = re.compile(
    r"owner|belong|possess|carrie|kept|keeper|持有|主人|归属|所有|保管|东家|物主|在.{0,6}手|heir",
    re.IGNORECASE,
)
_PLACED = re.compile(r"locat|place|home|lives?|resid|address|where|住|位置|地点|所在|地址", re.IGNORECASE)
_FROM = re.compile(r"birth|origin|hometown|native|籍贯|出生|故乡|老家", re.IGNORECASE)
_JOB = re.compile(
    r"occupation|job|profession|rank|trade|work|post|role|职业|职务|工作|身份|职位|行当", re.IGNORECASE
)
_PROPER = re.compile(r"\b[A-Z][a-z]{2,}(?: [A-Z][a-z]+)*\b")
_BANK = re.compile(r"\b(?:bank|side|shore|end|wing|coast|gate|tower)\b", re.IGNORECASE)
_COLOUR_NAME = re.compile(
    r"\b(?:hull|door|roof|cover|sails?|coat|paint|shutters?|dress|ribbon|flag|lid|handle|stone|gem|wax|seal|ink|binding|glass|walls?)\b"
)
_HAN_THING = re.compile(r"[一-鿿]{1,3}?(?=的?颜色)")


LARGEST = 1_500
"""Larger numbers are years."""


@attrs.frozen(kw_only=True)
class Slot:
    """One thing that a value says."""

    kind: Annotated[
        str, "`colour`, `age`, `side`, `amount`, `hour`, `kin`, `owner`, `place`, `from`, `job` or `cannot`."
    ]
    values: Annotated[tuple[str, ...], "What is right: colours, numbers, sides, names, in one writing."]
    nouns: Annotated[tuple[str, ...], "The part, or the unit, that it is about."] = ()
    marks: Annotated[tuple[str, ...], "What is special about a side; the relative of a kinship."] = ()


@lru_cache(maxsize=4_096)
def slots(cast: Cast, name: str, attribute: Attribute) -> tuple[Slot, ...]:
    """Everything that an attribute of somebody says."""
    entity = cast.graph.by_name.get(name) or Entity(name=name)
    found = [
        *_by_part(attribute, entity),
        *_cannot(attribute),
        *_without(attribute.value),
        *_of_names(cast, attribute, entity),
    ]
    return tuple(dict.fromkeys(found))


def _by_part(attribute: Attribute, entity: Entity) -> Iterator[Slot]:
    text = f"{attribute.name} {attribute.value}"
    for part in filter(None, map(str.strip, _PARTS.split(attribute.value))):
        said = f"{attribute.name} {part}"
        yield from _colour(said, part, entity)
        yield from _side(said, part)
        yield from _shape(said, part)
        if entity.kind != "character" and (made := lines_in("materials", part)):
            yield Slot(kind="material", values=made, nouns=_heads(entity))
    yield from _counted(attribute, text)
    if attribute.value and (_JOB.search(attribute.name) or _is_job(attribute)):
        jobs = tuple(m[0].lower() for m in patterns("jobs")["words"].finditer(attribute.value))
        yield Slot(kind="job", values=jobs or (attribute.value,))


def _shape(said: str, part: str) -> Iterator[Slot]:
    shapes = lines_in("shapes", part)
    if shapes and ("hair" in lines_in("aspects", said) or "bald" in shapes):
        yield Slot(kind="shape", values=shapes)


def _heads(entity: Entity) -> tuple[str, ...]:
    """The noun of a thing's name, ``watch`` of "the gold watch"; of a Chinese name the last two characters."""
    name = entity.name
    return (name[-2:],) if HAN.search(name) else (name.split()[-1].lower(),)


def _is_job(attribute: Attribute) -> bool:
    return attribute.name.lower() in {"是", "is"}


def _colour(said: str, part: str, entity: Entity) -> Iterator[Slot]:
    colours = lines_in("colours", part)
    if not colours:
        return
    aspects = lines_in("aspects", said.replace("colour", ""))
    things = [m[0] for m in _COLOUR_NAME.finditer(said)] + [m[0] for m in _HAN_THING.finditer(said)]
    if not aspects and not things:
        whole = re.search(r"colou?r|颜色|毛色", said, re.IGNORECASE) or entity.kind != "character"
        if whole and entity.kind != "character":
            yield Slot(kind="material", values=colours, nouns=_heads(entity), marks=("colours",))
        elif whole:
            aspects = ("fur",)
        else:
            things = [attribute_noun(said)]
    if aspects or things:
        sides = tuple(side for side, found in (("left", _LEFT), ("right", _RIGHT)) if found.search(part))
        yield Slot(kind="colour", values=colours, nouns=(*aspects, *things), marks=sides)


def attribute_noun(said: str) -> str:
    """The noun that an attribute is called by: its name, of an English one the last word."""
    name = said.split(" ", maxsplit=1)[0] if HAN.search(said) else said.lower().split(" ")[0]
    return name if len(name) > 1 else said


def _side(said: str, part: str) -> Iterator[Slot]:
    left, right = _LEFT.search(part), _RIGHT.search(part)
    if bool(left) == bool(right) and not (left and right and left.start() != right.start()):
        return
    first = "left" if left and (not right or left.start() < right.start()) else "right"
    marks = lines_in("marks", said.replace("left/right side", ""))
    aspects = lines_in("aspects", part) or lines_in("aspects", said)
    if "handed" in marks or re.search(r"撇子|handed", said):
        aspects, marks = ("hand",), ("handed",)
    if marks and aspects:
        yield Slot(kind="side", values=(first,), nouns=aspects, marks=marks)


def _counted(attribute: Attribute, text: str) -> Iterator[Slot]:
    value = attribute.value
    times = hours(value)
    if times:
        yield Slot(kind="hour", values=(times[0][1],))
        return
    tall = heights(value)
    if tall and re.search(r"height|tall|身高|个子|米", text, re.IGNORECASE):
        yield Slot(kind="height", values=(tall[0][1],))
        return
    found = list(numbers(value))
    if not found:
        return
    first = found[0]
    if _AGE.search(attribute.name) or re.fullmatch(r"[^，,]{0,4}岁| years old", value[first.end :]):
        yield Slot(kind="age", values=(str(first.value),))
        return
    if re.search(r"\b(?:born|birth|since|dead)\b|年出生|生于", text) or first.value > LARGEST:
        return
    if HAN.search(value):
        unit = _MEASURE.match(value, first.end)
        if unit:
            second = found[1].value if len(found) > 1 and found[1].start == first.end + 1 else ""
            noun = unit[2].lstrip("的") or _own_noun(value[: first.start])
            yield Slot(kind="amount", values=(f"{first.value}", f"{second}"), nouns=(unit[1], noun))
        return
    named = [m[1] for m in _PLURAL.finditer(attribute.name.replace("number of", "")) if m[1] != "number"]
    after = _UNIT.match(value, first.end)
    nouns = (*([_singular(after[1])] if after else []), *named)
    if nouns and not _TIME.match(nouns[0]):
        yield Slot(kind="amount", values=(str(first.value), ""), nouns=nouns)


def _own_noun(before: str) -> str:
    """The verb that an amount without a noun belongs to: ``离婚`` in ``离婚七年``."""
    found = re.search(r"([一-鿿]{1,2})了?$", before)
    return found[1] if found else ""


def _singular(word: str) -> str:
    found = _PLURAL.fullmatch(word)
    return found[1] if found else word


def _cannot(attribute: Attribute) -> Iterator[Slot]:
    value = attribute.value
    for ability in lines_in("abilities_named", value):
        yield Slot(kind="cannot", values=(ability,))
    if patterns("cannot")["words"].search(value):
        for ability in lines_in("abilities", value):
            yield Slot(kind="cannot", values=(ability,))


def _without(value: str) -> Iterator[Slot]:
    for lack in lines_in("without", value):
        yield Slot(kind="without", values=table("without_kin")[lack])


def _of_names(cast: Cast, attribute: Attribute, entity: Entity) -> Iterator[Slot]:
    """What a value says by naming others: relatives, owners, places."""
    name, value = attribute.name, attribute.value
    people = [
        m.name
        for m in cast.index.find(value)
        if m.name != entity.name and cast.graph.by_name[m.name].kind == "character"
    ]
    kin = lines_in("kin", value)
    if people and entity.kind == "character" and kin:
        term = _kin_term(value)
        if term:
            yield Slot(kind="kin", values=(term,), marks=(people[0],))
    if people and entity.kind != "character" and _HELD.search(f"{name} {value}"):
        yield Slot(kind="owner", values=(people[0],))
    if (_PLACED.search(name) or _PLACED.match(value)) and not _FROM.search(name):
        yield from _places("place", value)
    elif _FROM.search(name):
        yield from _places("from", value)


def _kin_term(value: str) -> str | None:
    """The kinship that a value says: the last term of a Chinese value, the first of an English one."""
    found = [
        (m.end(), len(m[0]), kin) for kin, words in patterns("kin").items() for m in words.finditer(value)
    ]
    if not found:
        return None
    return max(found)[2] if HAN.search(value) else min(found)[2]


def _places(kind: str, value: str) -> Iterator[Slot]:
    directions = lines_in("directions", value)
    proper = () if directions and _BANK.search(value) else tuple(m[0] for m in _PROPER.finditer(value))
    nouns = tuple(
        m[1]
        for m in re.finditer(r"[东南西北]([岸头边侧面城])|\b(?:north|south|east|west)\w* (\w+)", value)
        if m[1]
    )
    english = tuple(m[1] for m in re.finditer(r"\b(?:north|south|east|west)\w* (\w+)", value))
    if len(directions) == 1 and not proper:
        yield Slot(kind=kind, values=directions, nouns=(*nouns, *english), marks=("direction",))
    elif proper:
        yield Slot(kind=kind, values=proper)
    elif HAN.search(value):
        yield Slot(kind=kind, values=(value,), marks=("han",))

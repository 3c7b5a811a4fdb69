"""What the value of an attribute says, as a reader of sentences needs it: colours, an age, a side, an amount, ..."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated

import attrs

from underdraft.knowledge.checks.cast import Cast
from underdraft.knowledge.checks.kinship import relative_in
from underdraft.knowledge.checks.lexicon import HAN, lines_in, patterns, table
from underdraft.knowledge.checks.numbers import floors, heights, hours, numbers
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
_UNCOUNTED = re.compile(
    r"occupation|job|rank|post|location|resid|birthplace|state|relationship|kin|职|住|位置|地点|状态|关系|亲属",
    re.IGNORECASE,
)
_PROPER = re.compile(r"\b[A-Z][a-z]{2,}(?: [A-Z][a-z]+)*\b")
_BANK = re.compile(r"\b(?:bank|side|shore|end|wing|coast|gate|tower)\b", re.IGNORECASE)
_COLOUR_NAME = re.compile(
    r"\b(?:hull|door|roof|cover|sails?|coat|paint|shutters?|dress|ribbon|flag|lid|handle|stone|gem|wax|seal|ink|binding|glass|walls?)\b"
)
_HAN_THING = re.compile(r"([一-鿿]{1,3}?)的?颜色|色的?([一-鿿]{1,3})$")


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
        *_can(attribute),
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
    if not _UNCOUNTED.search(attribute.name):
        yield from _counted(attribute, text)
    if attribute.value and (_JOB.search(attribute.name) or _is_job(attribute)):
        jobs = tuple(m[0].lower() for m in patterns("jobs")["words"].finditer(attribute.value))
        yield Slot(kind="job", values=jobs or (attribute.value,))
        yield Slot(kind="work", values=(attribute.value,))


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
    things = [m[0] for m in _COLOUR_NAME.finditer(said)] + [m[1] or m[2] for m in _HAN_THING.finditer(said)]
    if not aspects and not things:
        whole = re.search(r"colou?r|颜色|毛色", said, re.IGNORECASE) or entity.kind != "character"
        if whole and entity.kind != "character":
            yield Slot(kind="material", values=colours, nouns=_heads(entity), marks=("colours",))
        elif whole:
            aspects = ("fur",)
        else:
            things = attribute_nouns(said)
    if aspects or things:
        sides = tuple(side for side, found in (("left", _LEFT), ("right", _RIGHT)) if found.search(part))
        yield Slot(kind="colour", values=colours, nouns=(*aspects, *things), marks=sides)


def attribute_nouns(said: str) -> list[str]:
    """The nouns that an attribute of a colour is called by: ``front``, ``door`` of "colour of the front door"."""
    if HAN.search(said.split(" ", maxsplit=1)[0]):
        return [said.split(" ", maxsplit=1)[0].replace("颜色", "").rstrip("的") or said]
    words = re.findall(
        r"[a-z]{3,}", said.lower().split(" ", maxsplit=4)[0] if " " not in said else said.lower()
    )
    return [word for word in words if word not in _NO_NOUNS and not lines_in("colours", word)]


_NO_NOUNS = frozenset(
    [
        "colour",
        "color",
        "the",
        "and",
        "make",
        "main",
        "front",
        "back",
        "painted",
        "with",
        "dark",
        "light",
        "bright",
        "pale",
    ]
)


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
    if (
        re.search(r"\b(?:born|birth|since)\b|(?<!number of )\bdead\b|年出生|生于", text)
        or first.value > LARGEST
    ):
        return
    if HAN.search(value):
        unit = _MEASURE.match(value, first.end)
        if unit:
            second = found[1].value if len(found) > 1 and found[1].start == first.end + 1 else ""
            noun = (
                _CHINESE_NOUNS.get(attribute.name.split()[-1].lower(), "")
                if "number of" in attribute.name
                else ""
            )
            counted = re.fullmatch(r"([一-鿿]{1,3}?)的?(?:数|数量|数目|个数|人数)", attribute.name)
            noun = (
                noun
                or (counted[1] if counted else "")
                or unit[2].lstrip("的")
                or _own_noun(value[: first.start])
            )
            yield Slot(kind="amount", values=(f"{first.value}", f"{second}"), nouns=(unit[1], noun))
        return
    named = [m[1] for m in _PLURAL.finditer(attribute.name.replace("number of", "")) if m[1] != "number"]
    after = _UNIT.match(value, first.end)
    nouns = (*([_singular(after[1])] if after else []), *named)
    if nouns and not _TIME.match(nouns[0]):
        yield Slot(kind="amount", values=(str(first.value), ""), nouns=nouns)


_CHINESE_NOUNS = {
    "children": "孩子", "sons": "儿子", "daughters": "女儿", "brothers": "兄弟", "sisters": "姐妹", "legs": "腿",
    "wives": "老婆", "students": "学生", "rooms": "间", "dead": "人", "victims": "人", "windows": "窗", "trees": "树",
}  # fmt: skip


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


_CAN = re.compile(
    r"^(?:能|会|擅长|精通|懂得?)([一-鿿]{2,6})|^(?:can |able to |fluent in |good at |expert in )?(?:speaks?|plays?|reads?|rides?|sings?|fluent in|knows?|drives?|sails?|swims?) ?(?:the |fluent )?(\w*)",
    re.IGNORECASE,
)


def _can(attribute: Attribute) -> Iterator[Slot]:
    """What somebody is able to do: its last noun, which a denial in a text may be about."""
    found = _CAN.match(attribute.value)
    if found and re.search(r"abilit|skill|language|能力|技能|特长", attribute.name, re.IGNORECASE):
        noun = found[1] or found[2] or found[0].split()[-1]
        nouns = tuple(ability for ability in lines_in("abilities", attribute.value)) or (
            noun[-2:] if found[1] else noun,
        )
        yield Slot(kind="can", values=(noun,), nouns=nouns)


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
    tie = relative_in(attribute, entity.name, cast.graph, cast.index)
    if tie and entity.kind == "character":
        yield Slot(kind="kin", values=(tie[0],), marks=(tie[1],))
    held = (
        _HELD.search(f"{name} {value}")
        if entity.kind != "character"
        else re.fullmatch(r"owner|主人", name)
        and value.startswith(cast.graph.by_name[people[0]].names if people else "\n")
    )
    if people and held:
        yield Slot(kind="owner", values=(people[0],))
    if (_PLACED.search(name) or _PLACED.match(value)) and not _FROM.search(name):
        yield from _places("place", value)
    elif _FROM.search(name):
        yield from _places("from", value)


def _places(kind: str, value: str) -> Iterator[Slot]:
    directions = lines_in("directions", value)
    proper = () if directions and _BANK.search(value) else tuple(m[0] for m in _PROPER.finditer(value))
    nouns = tuple(m[1] for m in re.finditer(r"[东南西北]([岸头边侧面城门街郊坡院厢])", value) if m[1])
    english = tuple(m[1] for m in re.finditer(r"\b(?:north|south|east|west)\w* (?!of\b|from\b)(\w+)", value))
    if len(directions) == 1 and not proper:
        yield Slot(kind=kind, values=directions, nouns=(*nouns, *english), marks=("direction",))
    elif proper:
        yield Slot(kind=kind, values=proper)
    elif HAN.search(value):
        yield Slot(kind=kind, values=(value,), marks=("han",))
    floor = next(floors(value), None)
    if floor:
        words = tuple(
            w
            for w in re.findall(
                r"[一-鿿]{2,3}(?=[路街巷里楼院局厦馆])[路街巷里楼院局厦馆]|[A-Z][a-z]+", value
            )
        )
        yield Slot(kind="floor", values=(floor[2],), nouns=words)

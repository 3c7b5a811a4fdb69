"""Told sentences beside facts, made of the sets: the same sentence beside another value, and short sentences of plain kinds.

A network that compares two values needs many pairs that differ in nothing else.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from underdraft_plugins.extractors.explicit import units

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

SHORT_VALUE = 16
"""Length of a value that is put in another's place, in code points."""

TITLES = ("Mrs", "Dr", "Captain")

SHORTENED = 0.6
"""Share of names that are written by the first alone."""

NAMES = {
    "en": ["Ada Corr", "Ruth Pell", "Tom Vane", "Isobel Marsh", "Gideon Roe", "Hal Winter", "Mrs Oake", "Dr Sool", "Kit Amory", "Captain Rudd"],
    "zh": ["沈青禾", "顾长庚", "林小满", "老秦", "苏婉", "陆九渊", "何三", "柳如眉", "阿满", "赵铁山"],
}  # fmt: skip

VALUES: Mapping[str, Mapping[str, Sequence[str]]] = {
    "en": {
        "eyes": ["brown", "blue", "grey", "green", "hazel", "black", "amber"],
        "hair": ["black", "red", "blond", "white", "brown", "auburn", "grey"],
        "age": ["nineteen", "twenty-six", "thirty-four", "thirty-nine", "forty-one", "fifty-two", "sixty", "seventy-three"],
        "writing hand": ["left", "right"],
        "scar": ["left cheek", "right cheek", "chin", "left hand", "right eyebrow"],
        "deaf ear": ["left", "right"],
        "born in": ["Limerick", "Exeter", "Cork", "Norwich", "Leith", "Boston", "Bergen"],
        "occupation": ["baker", "solicitor", "schoolteacher", "nurse", "carpenter", "locksmith", "sergeant"],
        "children": ["one", "two", "three", "four", "five"],
        "brothers": ["one", "two", "three", "four"],
    },
    "zh": {
        "眼睛": ["褐色", "碧绿", "漆黑", "灰色", "琥珀色", "蓝色"],
        "头发": ["乌黑", "花白", "雪白", "棕红", "金黄"],
        "年龄": ["十九", "二十七", "三十二", "三十八", "四十一", "五十六", "六十三"],
        "惯用手": ["左手", "右手"],
        "刀疤": ["左颊", "右颊", "眉心", "左手背", "右手腕"],
        "聋的耳朵": ["左耳", "右耳"],
        "出生地": ["苏州", "洛阳", "雁回镇", "泉州", "大同", "宁波"],
        "身份": ["郎中", "镖师", "裁缝", "账房", "木匠", "教书先生", "船工"],
        "子女": ["一个女儿", "两个儿子", "三个女儿", "四个孩子"],
        "兄弟": ["一个弟弟", "两个哥哥", "三个弟弟"],
    },
}  # fmt: skip

FORMS: Mapping[str, Mapping[str, Sequence[str]]] = {
    "en": {
        "eyes": ["{n}'s {v} eyes did not leave the door.", "{n} looked up, and the lamp found {v} eyes.", "Under the hat {n}'s eyes were {v}."],
        "hair": ["{n} pushed the {v} hair back and went on reading.", "The wind took {n}'s {v} hair.", "{n}, with {v} hair cut short, stood at the gate."],
        "age": ["{n} was {v} that spring.", "At {v} {n} still took the stairs two at a time.", "{n}, {v} years old, had seen worse.", "{n} had turned {v} in March."],
        "writing hand": ["{n} signed with the {v} hand.", "{n} took the pen in the {v} hand and wrote a line.", "{n}, {v}-handed, turned the page round."],
        "scar": ["The scar on {n}'s {v} had gone white.", "{n} rubbed the scar on the {v} and said nothing."],
        "deaf ear": ["{n} heard nothing in the {v} ear.", "{n} was deaf in the {v} ear and sat accordingly."],
        "born in": ["{n} had been born in {v}.", "{n}, a child of {v}, never lost the accent.", "{n} was from {v}, like the whole family."],
        "occupation": ["{n} was a {v}, and looked it.", "{n} had been the {v} of the place for twenty years.", "Nobody asked a {v} such as {n} for advice."],
        "children": ["{n} had {v} children.", "{n}'s {v} children were asleep upstairs."],
        "brothers": ["{n} had {v} brothers.", "{n}'s {v} brothers came in one behind another."],
    },
    "zh": {
        "眼睛": ["{n}{v}的眼睛一动不动。", "{n}抬起头，灯下是一双{v}的眼睛。", "{n}那双{v}的眸子盯着门。"],
        "头发": ["{n}把{v}的头发拢到耳后。", "风吹乱了{n}{v}的头发。", "{n}一头{v}的头发，远远就认得出。"],
        "年龄": ["{n}今年{v}岁了。", "{v}岁的{n}还走惯夜路。", "{n}刚满{v}岁，腰板挺直。"],
        "惯用手": ["{n}{v}提笔，写了一行。", "{n}惯用{v}，接过笔就写。", "{n}用{v}握着笔，蘸饱了墨。"],
        "刀疤": ["{n}{v}上的刀疤隐隐发痒。", "{n}摸了摸{v}的那道疤。"],
        "聋的耳朵": ["{n}的{v}什么也听不见。", "{n}{v}聋了多年，侧过头来。"],
        "出生地": ["{n}是{v}生人。", "{n}生在{v}，口音一直没改。", "{n}老家在{v}，十六岁才离开。"],
        "身份": ["{n}做的是{v}的营生。", "{n}是个{v}，一看便知。", "{n}当了二十年{v}。"],
        "子女": ["{n}有{v}。", "{n}的{v}都睡下了。"],
        "兄弟": ["{n}有{v}。", "{n}的{v}一个跟一个进来。"],
    },
}  # fmt: skip

ELSE = {
    "en": [
        "Beside {n} stood {o}: {t}",
        "{n} watched {o}. {t}",
        "“{t}” said {o}; {n} laughed.",
        "{n} dreamed it: {t}",
    ],
    "zh": ["{n}身边站着{o}：{t}", "{n}看着{o}。{t}", "“{t}”{o}说。{n}笑了。", "{n}梦见{o}：{t}"],
}
"""Sentences that are about somebody else, or no fact."""

NEAR = {("brown", "hazel"), ("brown", "amber"), ("hazel", "amber"), ("red", "auburn"), ("brown", "auburn"), ("white", "grey"), ("white", "blond"), ("褐色", "琥珀色"), ("花白", "雪白")}  # fmt: skip
"""Values that may both be true."""

Pair = tuple[str, str, str, float]
"""Sentence, fact, what stands before, and whether it is a contradiction."""


def of_plain_kinds(count: int) -> Iterator[Pair]:
    """Short sentences of plain kinds: nearly half of them with another value, others with the same one or of somebody else."""
    random = Random(11)
    kinds = [(language, kind) for language in ("en", "zh") for kind in VALUES[language]]
    for _ in range(count):
        language, kind = random.choice(kinds)
        name, other = random.sample(NAMES[language], 2)
        known, said = random.sample(list(VALUES[language][kind]), 2)
        if (known, said) in NEAR or (said, known) in NEAR:
            continue
        short, draw = _short(name, language, random), random.random()
        form, fact = random.choice(FORMS[language][kind]), f"{name}: {kind}: {known}"
        if draw < 0.45:
            yield form.format(n=short, v=said), fact, "", 1.0
        elif draw < 0.75:
            yield form.format(n=short, v=known), fact, "", 0.0
        elif draw < 0.9:
            told = form.format(n=_short(other, language, random), v=said)
            text = random.choice(ELSE[language]).format(n=short, o=_short(other, language, random), t=told)
            yield text, fact, "", 0.0
        else:
            kind, value = _another(language, kind, random)
            yield form.format(n=short, v=said), f"{name}: {kind}: {value}", "", 0.0


def _short(name: str, language: str, random: Random) -> str:
    """The name as a novel may write it."""
    first = name.split(maxsplit=1)[0]
    return first if language == "en" and first not in TITLES and random.random() < SHORTENED else name


def _another(language: str, kind: str, random: Random) -> tuple[str, str]:
    other = random.choice([one for one in VALUES[language] if one != kind])
    return other, random.choice(VALUES[language][other])


def with_another_value(cases: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, Pair]]:
    """Sentences that agree with a fact beside the values that others have of the same kind, each with its hand."""
    for case in (case for case in cases if case["kind"] == "fits"):
        random = Random(case["id"])
        alike = [other for other in cases if is_alike(other, case)]
        for other in random.sample(alike, min(2, len(alike))):
            yield case["group"], (case["text"], noted(case, other), case["before"], 1.0)


def noted(case: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """Another's fact, of the one whom a case is about."""
    return f"{case['name']}: {other['attribute']}: {other['value']}"


def is_alike(other: Mapping[str, Any], case: Mapping[str, Any]) -> bool:
    """Whether a fact is of the same attribute of somebody else, with another short value."""
    alike = other["attribute"] == case["attribute"] and other["name"] != case["name"]
    return alike and len(other["value"]) <= SHORT_VALUE and not units(other["value"]) & units(case["value"])

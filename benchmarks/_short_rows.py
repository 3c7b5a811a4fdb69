"""Short plain corrections, made up: another value of a plain kind, another name; and short messages of the same people that correct nothing."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from _told_rows import NAMES, VALUES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

CHINESE, CORRECTING, NAMING = 0.6, 0.55, 0.28
"""Shares of Chinese rows, of corrections, and of rows about a name."""

Forms = tuple[Sequence[str], Sequence[str], Sequence[str]]
"""What is known, what corrects it, what does not."""

KINDS: Mapping[str, Mapping[str, Forms]] = {
    "zh": {
        "年龄": (
            ["{n}今年{v}岁。", "{n}{v}岁。"],
            ["{n}改成{w}岁。", "{n}的年纪改成{w}岁。", "把{n}改成{w}岁吧。", "{n}{w}岁。", "{n}其实{w}岁。"],
            ["忘了告诉你，{n}是木匠。", "{n}怕水。", "{o}{w}岁。", "{n}有两个儿子。"],
        ),
        "眼睛": (
            ["{n}的眼睛是{v}的。"],
            ["{n}的眼睛改成{w}的。", "{n}的眼睛是{w}的。"],
            ["忘了告诉你，{n}是郎中。", "{n}不吃鱼。", "{n}有三个女儿。"],
        ),
        "身份": (
            ["{n}是{v}。"],
            ["{n}改成{w}。", "{n}的身份改成{w}。", "{n}是{w}。"],
            ["{n}走路有点跛。", "{o}{w}。", "{n}有一个女儿。"],
        ),
        "出生地": (
            ["{n}是{v}人。", "{n}生在{v}。"],
            ["{n}改成{w}人。", "{n}是{w}人。"],
            ["忘了告诉你，{n}是裁缝。", "{n}会修船。", "{o}{w}。"],
        ),
    },
    "en": {
        "age": (
            ["{n} is {v}."],
            ["{n} is {w}.", "Make {n} {w}.", "{n} is {w} now."],
            ["I forgot to say that {n} limps.", "{n} has two children.", "{n} was nineteen when the war began."],
        ),
        "eyes": (
            ["{n}'s eyes are {v}."],
            ["{n}'s eyes are {w}.", "Make {n}'s eyes {w}."],
            ["{n} can mend boats.", "{n} never eats fish.", "I forgot to say that {n} limps."],
        ),
        "occupation": (
            ["{n} is a {v}."],
            ["{n} is a {w}.", "Make {n} a {w}."],
            ["{n} is afraid of water.", "{n} has three children."],
        ),
        "born in": (
            ["{n} was born in {v}."],
            ["{n} was born in {w}.", "{n} comes from {w} now."],
            ["{n} can mend boats.", "{n} was thirty-four when the war began."],
        ),
    },
}  # fmt: skip

ROLES = {
    "zh": ["主角", "男主角", "女主角", "主人公", "反派", "男二"],
    "en": ["hero", "heroine", "villain", "detective", "narrator", "captain"],
}  # fmt: skip

NAMED: Mapping[str, Forms] = {
    "zh": (
        ["{r}叫{n}。", "{r}名叫{n}。", "{r}的名字是{n}。"],
        ["{r}改名叫{o}了。", "{r}改叫{o}。", "{n}改名叫{o}。", "还是叫{o}吧，{r}。", "{r}的名字定了，叫{o}。"],
        ["她的上线叫{o}。", "他的邻居叫{o}。", "{r}的妹妹叫{o}。", "还有一个人物叫{o}。", "{n}的学生叫{o}。"],
    ),
    "en": (
        ["The {r} is called {n}.", "The {r}'s name is {n}."],
        ["The {r} is called {o} now.", "Let's rename the {r} {o}.", "{n} becomes {o} throughout.", "I'll call the {r} {o} instead."],
        ["Her sister is called {o}.", "The {r}'s brother is called {o}.", "There is also a clerk called {o}."],
    ),
}  # fmt: skip


def short_corrections(count: int) -> Iterator[tuple[str, str, float]]:
    """A message, what is known, and whether the one takes the place of the other."""
    random = Random(5)
    for _ in range(count):
        language = "zh" if random.random() < CHINESE else "en"
        name, other = random.sample(NAMES[language], 2)
        blanks = {"n": name, "o": other, "r": random.choice(ROLES[language]), "v": "", "w": ""}
        if random.random() < NAMING:
            forms = NAMED[language]
        else:
            kind, forms = random.choice(list(KINDS[language].items()))
            blanks["v"], blanks["w"] = random.sample(list(VALUES[language][kind]), 2)
        known, correcting, others = forms
        corrects = random.random() < CORRECTING
        said = random.choice(correcting if corrects else others).format(**blanks)
        yield said, random.choice(known).format(**blanks), float(corrects)

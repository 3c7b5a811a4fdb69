"""The work that ``peers.py`` gives to every library: the same texts, vectors and right answer for all."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Sequence
from typing import Protocol

import attrs
import numpy as np

DIMENSIONS = 512
RECALLED = 5
PREFERENCES = 20
WINDOW = 10
SELECTION = 2_000
RULES = 2_000
TOKEN_BUDGET = 30_000
QUERY = "灯塔的守夜人在雾里听见了什么？"
INSTRUCTION = f"{QUERY}把选中的这一段写得更克制。"
NEAR = (11, 23, 37, 59, 83)
"""The notes that are made like the query; all others are as far from it as random vectors are."""
PLACES = ("渡口", "灯塔", "盐场", "石桥", "庙前", "船坞", "茶棚", "城门")
THINGS = ("铜铃", "账本", "灯笼", "断桨", "旧伞", "药箱", "名册", "铁锚")


@attrs.frozen(kw_only=True)
class Work:
    """What stands in the prompt, and what is to be found.

    Attributes:
        rules: About 2,000 code points of rules.
        preferences: Twenty lines.
        notes: All notes, of which the nearest five to the query are to be recalled.
        turns: Ten messages, oldest first, as ``(role, text)``.
        document: The text with the selection in it.
        selection: The selected 2,000 code points.
        nearest: The five notes nearest to the query by exact cosine, nearest first.
    """

    rules: str
    preferences: tuple[str, ...]
    notes: tuple[str, ...]
    turns: tuple[tuple[str, str], ...]
    document: str
    selection: str
    nearest: tuple[str, ...]

    def of_request(self, number: int) -> Work:
        """The same work on another passage, as each request of a writer's is about another one."""
        begin = f"第{number}段，写于第{number * 7 % 365}天。"
        selection = (begin + self.selection)[: len(self.selection)]
        return attrs.evolve(
            self, selection=selection, document=self.document.replace(self.selection, selection)
        )


class Adapter(Protocol):
    """One library, doing the work."""

    name: str
    work: Work

    def assemble(self) -> str:
        """The whole prompt as one text, made anew as for a request."""
        ...

    def close(self) -> None:
        """Give everything back."""
        ...


@functools.cache
def vector(text: str) -> tuple[float, ...]:
    """A fixed unit vector for a text: embedding costs nothing here, so that only assembling is timed."""
    seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
    row = np.random.default_rng(seed).standard_normal(DIMENSIONS)
    if any(f"第{number}号旧事" in text for number in NEAR):
        row = row / np.linalg.norm(row) + np.array(vector(QUERY))
    return tuple(float(x) for x in row / np.linalg.norm(row))


class KnownVectors:
    """An embedder that has every text's vector at hand."""

    name = "usem3-known"
    dimensions = DIMENSIONS
    at_once = True

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector a text; the query's is the same for every wording of the request."""
        return [list(vector(QUERY if QUERY in text else text)) for text in texts]


def make(notes: int) -> Work:
    """The work with so many notes."""
    every = tuple(
        f"第{number}号旧事：{PLACES[number % 8]}的{THINGS[number // 8 % 8]}在第{number % 97}夜被人动过，没有人承认。"
        for number in range(notes)
    )
    rule = "第{0}条：对白之外少用感叹，句子以动作收尾，不解释人物的心情，器物要有来处，第{0}次出现时不再重复形容。"
    rules = "\n".join(rule.format(n) for n in range(1, 60))[:RULES]
    paragraph = "雾从江面上来，先没过石阶，再没过船舷。他把铜铃压在袖口里，听见水声里还有另一种声音，很轻，像有人在数步子。"
    selection = (paragraph * 60)[:SELECTION]
    document = f"# 第一章 渡口\n\n{paragraph * 20}\n\n{selection}\n\n{paragraph * 20}\n"
    table = np.array([vector(note) for note in every])
    order = np.argsort(-(table @ np.array(vector(QUERY))), kind="stable")[:RECALLED]
    turn = "第{}轮：关于{}的{}，先不要写出来，留到雾散之后。"
    return Work(
        rules=rules,
        preferences=tuple(
            f"偏好{n}：{PLACES[n % 8]}的场景用短句，不写{THINGS[n % 8]}的来历" for n in range(PREFERENCES)
        ),
        notes=every,
        turns=tuple(
            ("user" if n % 2 == 0 else "assistant", turn.format(n, PLACES[n % 8], THINGS[n % 8]))
            for n in range(WINDOW)
        ),
        document=document,
        selection=selection,
        nearest=tuple(every[i] for i in order),
    )


def check(work: Work, prompt: str) -> None:
    """See that everything is in the prompt, and of the notes the right five and no others.

    Raises:
        AssertionError: Something is missing or too much.
    """
    for line in (*work.rules.split("\n"), *work.preferences, work.selection, INSTRUCTION):
        assert line in prompt, f"missing: {line[:30]}"
    places = [prompt.find(text) for _, text in work.turns]
    assert -1 not in places, "a turn is missing"
    assert places == sorted(places), "the turns are out of order"
    found = {note for note in work.notes if note in prompt}
    assert found == set(work.nearest), f"recalled {len(found & set(work.nearest))} of {RECALLED} right ones"

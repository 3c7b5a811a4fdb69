"""Chinese text cut into words, and how a word is used in it: what tells a name from another word."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Annotated

import attrs

HAN = "一-鿿"
PAIR, TRIPLE, OFTEN = 2, 3, 5
SELDOM, FEW, SOME, HALF, MOSTLY = 0.05, 0.2, 0.4, 0.5, 0.6
"""Shares of the places at which a word stands."""

_SPEAKS = re.compile(
    rf"[{HAN}]{{0,4}}(?:说|问|道|答|喊|骂|嚷|应|回答|开口)[了着]?[：:，,“「。]|\s?[：:]\s?[“「]"
)
_ACTS = re.compile(
    "没|不|也|又|就|才|都|却|便|还|正|已|在|把|被|将|从|往|朝|给|看|望|盯|瞪|听|想|觉|知|认|记|笑|哭|叹|皱|走|跑|站|坐|蹲|跪|躺|转|抬|低|点|摇|伸|拿|接|推|拉|抓|握|放|端|提|举|抱|"
    "穿|脱|戴|吃|喝|来|去|回|进|出|上|下|说|问|道|答|喊|叫|骂|嚷|开|关|打|一|突然|忽然|慢慢|赶|忙|急|挥|跳|跃|飞|冷|大|微|有|和"
)
_OPENS = re.compile(
    rf"(?:[^{HAN}]|但|可是|于是|后来|这时|那时|此时|只见|忽然|突然|原来|因为|当|等|[里上下前后中外头时])$"
)
_OBJECT = re.compile(r"(?:[对跟和与同替给请找陪扶劝见把被叫让]|[看望盯听告][了着见到诉]?|问)$")
INTRODUCED = re.compile(
    r"(?:母亲|父亲|妈妈|妈|爸|爹|娘|弟弟|哥哥|姐姐|妹妹|女儿|儿子|丈夫|妻子|老婆|师父|徒弟|朋友|同事|掌柜|老板|医生|大夫|警察|队长|记者|老师|人)$"
)
_OWNS = re.compile("的(?:手|脸|眼|头|声|话|肩|嘴|背|心|身|名|家|女|儿|父|母|妻)")
_DETERMINED = re.compile("[个位名那这几些]$")


@attrs.frozen(eq=False)
class ChineseText:
    """A text with its words as jieba cuts them."""

    text: str
    tags: Annotated[
        Mapping[int, tuple[str, str]], "The word that begins at an offset, and its part of speech."
    ]

    @classmethod
    def of(cls, text: str) -> ChineseText:
        """Cut the text."""
        import rjieba

        tags, at = {}, 0
        for word, tag in rjieba.tag(text):
            tags[at] = (word, tag)
            at += len(word)
        return cls(text, tags)

    def begins(self, offset: int) -> bool:
        """Whether a word may begin there: one does, or what jieba took for a word is in no dictionary."""
        if offset in self.tags:
            return True
        start = next((s for s in range(offset - 1, offset - 4, -1) if s in self.tags), offset)
        return start in self.tags and not is_known(self.tags[start][0])

    def tags_of(self, start: int, end: int) -> list[str]:
        """The parts of speech of the words between two offsets."""
        return [self.tags[s][1] for s in range(start, end) if s in self.tags]


@attrs.frozen(kw_only=True)
class WordUsage:
    """How a word is used at its places, as shares of them."""

    acts: float
    speaks: int
    object: float
    determined: float

    @classmethod
    def of(cls, text: str, word: str, at: Sequence[int]) -> WordUsage:
        """Look at what stands before and after the word at each of its places."""
        acts, speaks, objects, determined = 0.0, 0, 0, 0
        for start in at:
            end = start + len(word)
            before, after = text[max(0, start - 4) : start], text[end : end + 12]
            opens = not before or _OPENS.search(before) is not None
            says = _SPEAKS.match(after) is not None
            speaks += says
            objects += _OBJECT.search(before) is not None or _OWNS.match(after) is not None
            determined += _DETERMINED.search(before) is not None
            if says or (opens and _ACTS.match(after)):
                acts += 1 if opens else 0.7
            elif opens or _OBJECT.search(before) or INTRODUCED.search(before):
                acts += 0.5
        size = max(1, len(at))
        return cls(
            acts=min(1.0, acts / size), speaks=speaks, object=objects / size, determined=determined / size
        )


def acting(text: str, word: str, at: Sequence[int]) -> float:
    """How often a word stands where a person stands, 0 to 1."""
    return WordUsage.of(text, word, at).acts


@cache
def is_known(word: str) -> bool:
    """Whether it is a word of the dictionary."""
    import rjieba

    return bool(rjieba.has_word(word))


@cache
def tag_of(word: str) -> str:
    """Its part of speech where jieba takes it for one word, else nothing."""
    import rjieba

    tagged = rjieba.tag(word)
    return str(tagged[0][1]) if len(tagged) == 1 else ""


def is_common(word: str) -> bool:
    """Whether a dictionary has it, and not as somebody's name."""
    return is_known(word) and not tag_of(word).startswith("nr")


def gathered(pairs: Iterable[tuple[str, int]]) -> Mapping[str, list[int]]:
    """The offsets of each text."""
    places: dict[str, list[int]] = defaultdict(list)
    for text, start in pairs:
        places[text].append(start)
    return places


def offsets(text: str, word: str) -> list[int]:
    """Where a word stands."""
    return [m.start() for m in re.finditer(re.escape(word), text)]

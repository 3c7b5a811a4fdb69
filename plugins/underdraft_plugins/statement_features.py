"""What a sentence of a message looks like to the classifier: its vector, its words, and cues.

A cue is a group of words that says who speaks, of what, and how: a request, a question, a supposition,
somebody else's taste, only for now, for ever, about the book. The groups were chosen on the development
part of ``benchmarks/data`` alone; what each of them weighs is learned.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import attrs

from underdraft import Embedder

if TYPE_CHECKING:
    import numpy as np

GRAMS = 4_096
"""Length of the hashed words: two words in one place are rare enough at a few thousand sentences."""

NEIGHBOUR = 0.4
"""Weight of a cue in the sentence before, in the one after and in the whole message."""

_CUES = (  # a group a line
    (
        r"[?？]\s*[”\"')）]*$|[吗呢么]\s*[。.!！]*$|是不是|要不要|能不能|会不会|行不行|好不好|对不对|怎么样|"
        r"^(?:do|does|did|can|could|would|should|shall|is|are|am|was|were|what|why|how|who|which|when|where|have|has|might)\b"
    ),
    r"如果|假如|假设|要是|万一|倘若|脑洞|\bif\b|\bsuppos|\bimagine\b|\bwere (?:i|he|she)\b",
    (
        r"也许|可能|说不定|要么|还没想|没想好|再想|犹豫|不确定|拿不准|倾向|或者|还是|\bmaybe\b|\bperhaps\b|\bmight\b|"
        r"\bnot sure\b|can't decide|cannot decide|\bwonder|\btorn\b|don't know|do not know|\bidk\b|\bor\b.*\?"
    ),
    (
        r"今天|今晚|今日|这次|这回|这一次|就这|只此|先(?!生)|暂时|这一场|这场|现在|刚才|刚刚|昨天|昨晚|昨夜|前天|明天|早上|下午|"
        r"\btoday\b|\btonight\b|\bthis (?:once|time|evening|morning|scene|week)\b|\bfor now\b|\bjust (?:this|for)\b|"
        r"\bonly for\b|\byesterday\b|\bright now\b|\blast (?:night|week|year)\b|\bfor once\b"
    ),
    (
        r"编辑|责编|读者|老师|老公|先生|妻子|女朋友|男朋友|朋友|我妈|我爸|邻居|同学|书评|评论|大神|有人|出版社|室友|学生|我女儿|我儿子|"
        r"\bmy (?:editor|agent|wife|husband|brother|sister|mother|mum|mom|dad|father|friend|neighbour|son|daughter|publisher|"
        r"partner|beta|teacher|mentor|reader)|\breaders?\b|\bcritic|\bagent\b|\beditor\b|\bworkshop\b|\bsome people\b|"
        r"\bsays?\b|\bsaid\b|\btold me\b"
    ),
    r"你|您|\byou(?:'ve|r|'re|'d)?\b|\bu\b",
    r"我|\bi(?:'m|'ve|'d|'ll)?\b|\bmy\b|\bme\b",
    (
        r"我(?:的)?(?:书|小说|文|作品|剧本|稿|笔下|故事|这本|这部|写|每本|人物|男|女|主角)|"
        r"\bmy (?:books?|novels?|stor|work|characters?|fiction|series|writing|chapters?|dialogue|heroines?|heroes|people|"
        r"pages|drafts?|prose|sentences)|in anything i|everything i"
    ),
    (
        r"从来|从不|永远|一向|向来|一直|一律|凡是|每次|每本|所有|都|一概|总是|绝不|绝对|哪本|不许|不准|不能|必须|别再|"
        r"\bnever\b|\balways\b|\bevery\b|\bno (?:one|body|matter)\b|\bnobody\b|\bnothing\b|\ball\b|\bmust\b|\bany\b|\bnone\b|"
        r"\bever\b|\bonly\b|\bas a rule\b|\bin general\b"
    ),
    (
        r"以后|往后|今后|从.{1,8}(?:起|开始|往后)|之后|\bfrom now on\b|\bfrom here on\b|\bfrom chapter\b|\buntil then\b|"
        r"\bfrom then\b|\bin future\b|\bgoing forward\b"
    ),
    (
        r"喜欢|讨厌|受不了|习惯|偏爱|不爱|怕|烦|忌讳|宁可|宁愿|\bprefer|\bhate\b|\bdislike|\blike\b|\bcan't stand|"
        r"\bcannot (?:bear|abide|stand)|\bi'd rather|\brather\b|\blove\b|\bwant\b|\bneed\b"
    ),
    (
        r"^(?:请|帮|麻烦|劳|把|给我|再|续|继续|写|改|删|换|来|列|查|看|砍|压|润|翻|想|理|接|下一|往下|试|先|重写|重来)|"
        r"\b(?:please|pls|kindly)\b|^(?:can|could|would|will|might|may) (?:you|we|i)\b|"
        r"^(?:make|give|write|find|cut|trim|take|put|let'?s|let us|tell|list|rewrite|tighten|carry|continue|swap|start|move|"
        r"read|look|do|try|add|check|draft|show|fix|shorten|translate|keep|go|have|leave|pick|polish|suggest)\b"
    ),
    (
        r"帮我|给我|替我|你(?:先|再|来|把|给|帮|就|看|写|改)|吧[。！!~]*$|一下|呗|\bcould you\b|\bcan you\b|\bwould you\b|"
        r"\bi(?:'d| would| should) (?:like|love|be)|\blet'?s\b|\blet us\b|\bplease\b"
    ),
    r"别|不要|不用|莫|勿|少|\bdon'?t\b|\bdo not\b|\bstop\b|\bno\b|\bavoid\b|\bwithout\b",
    (
        r"你(?:上次|刚才|刚|又|居然|怎么|咋|把|写的|给他|给她|让他|让她|这)|写成|"
        r"\byou(?:'ve| have|r) (?:put|got|had|made|given|written|called|draft|version)|"
        r"\byou (?:put|gave|made|wrote|keep|called|had|sent)|\byour (?:draft|version|chapter|last)"
    ),
    (
        r"这段|这一段|这章|这一章|这句|这里|那段|那句|那一段|上面|下面|第.{1,4}[段句章节场回稿]|"
        r"\bthis (?:paragraph|line|chapter|sentence|page|draft|bit|part|version)|"
        r"\bthe (?:first|second|third|last|next|previous|above|below|following) |\bparagraph\b|\bchapter\b|\bscene\b|\bsentence\b"
    ),
    r"哈哈|笑死|开玩笑|当我没说|算了|别当真|\blol\b|haha|joking|kidding|never ?mind|withdrawn|scrap that|forget (?:it|what)",
    r"谢|辛苦|\bthank|\bthx\b|\blovely\b|\bperfect\b|\bgreat\b|\bgood\b|不错|可以[!！]|绝了",
    (
        r"\bi (?:was|had|went|sat|read|wrote|found|spent|saw|got|thought|did|took|made|came|woke|ate|asked|heard|finished|"
        r"lay|walked)\b|\bwe (?:went|were|had)\b|我.{0,6}(?:了一|去了|去|回来|看到|看见|坐|吃|睡|碰到|遇)"
    ),
    r"\b(?:was|were|had|did|went|said|\w{3,}ed)\b|了[，,。！!]|过[，,。]",
    (
        r"\b(?:is|are|has|does|isn't|doesn't|can't|cannot|lives?|wears?|speaks?|knows?|keeps?|takes?|dies|goes|comes|owns?)\b|"
        r"'s\b|是|有|没有|不会|会|叫|姓|住|只"
    ),
    r"他|她|它|\bhe\b|\bshe\b|\bthey\b|\bhis\b|\bher\b|\btheir\b|\bit's\b",
    (
        r"结局|真相|凶手|伏笔|设定|其实|定了|决定|想好|改成|改名|全书|这本书|这本|这部|本书|第.{1,3}[卷部]|书里|剧|\bactually\b|"
        r"\bturns out\b|\bdecided\b|\b(?:in|at|by) the (?:end|time)\b|\bending\b|\bbook (?:one|two|three|\d)\b|\bseries\b|"
        r"\bthe (?:book|novel|story)\b"
    ),
    (
        r"不是.{1,20}是|更正|说错|记错|改主意|作废|换成|改成|不再|\bnot .{1,30} but\b|\binstead\b|\bno longer\b|\bany ?more\b|"
        r"\bafter all\b|\bnow\b|\bscrap\b|\bchanged\b|\bmoved\b|\bwrong\b"
    ),
    r"因为|所以|不然|毕竟|的嘛|\bbecause\b|\bsince\b|\bso\b|\bwhich is why\b|\bfor\b",
    (
        r"记住|记得|记一下|别忘|提醒|交个底|顺便|另外|对了|还有|\bremember\b|\b(?:keep|bear) in mind\b|\bby the (?:way|bye)\b|"
        r"\bbtw\b|\balso\b|\bnote\b|\byou should know\b|\bjust so you\b|\bfyi\b|\bin case\b"
    ),
    r"\d|[一二三四五六七八九十百]{1,4}[岁年章卷个只条层次]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten)\b",
    r"(?-i:(?<=[a-z,;] )[A-Z][a-z]+)",
    r"[“”\"「」『』]",
    r"[!！]",
    r"^.{0,12}$",
    r"^.{80,}",
    r"《",
)
_COMPILED = tuple(re.compile(cue, re.IGNORECASE) for cue in _CUES)
_CJK = re.compile(r"[\u4e00-\u9fff]+")
_WORD = re.compile(r"[a-z']+|[?!？！]")


@attrs.frozen(kw_only=True)
class OwnSentence:
    """A sentence of a message with what stands around it.

    Attributes:
        start: Code point of the message at which it begins.
        before: The speaker's sentence before; empty for the first.
        after: The one after; empty for the last.
        place: How many of the speaker's sentences stand before it.
        count: How many there are.
    """

    text: str
    start: int
    before: str
    after: str
    message: str
    place: int
    count: int


def features(sentences: Sequence[OwnSentence], encoder: Embedder) -> np.ndarray[Any, Any]:
    """One row of length 1 a sentence: cues, hashed words, its vector and its neighbours'."""
    import numpy as np

    texts = dict.fromkeys(t or " " for s in sentences for t in (s.text, s.before, s.after))
    vectors = dict(zip(texts, np.asarray(encoder.embed(list(texts)), dtype=np.float32), strict=True))
    parts = [
        np.array([_cue_row(sentence) for sentence in sentences], dtype=np.float32) * 0.22,
        np.stack([grams(sentence.text) for sentence in sentences]) * 0.84,
        np.stack([vectors[s.text] for s in sentences]),
        np.stack([vectors[s.before or " "] for s in sentences]) * 0.39,
        np.stack([vectors[s.after or " "] for s in sentences]) * 0.39,
    ]
    rows = np.hstack(parts)
    length = np.linalg.norm(rows, axis=1, keepdims=True)
    return rows / np.where(length > 0, length, 1)


def cues(text: str) -> list[float]:
    """Which cues are in the text, each 0 or 1."""
    return [float(cue.search(text) is not None) for cue in _COMPILED]


def _cue_row(sentence: OwnSentence) -> list[float]:
    own = cues(sentence.text)
    around = [
        NEIGHBOUR * cue for text in (sentence.before, sentence.after, sentence.message) for cue in cues(text)
    ]
    first, last = sentence.place == 0, sentence.place == sentence.count - 1
    place = [first, last, sentence.count == 1, min(sentence.count, 8) / 8, min(len(sentence.text), 120) / 120]
    return [*own, *around, *map(float, place)]


def grams(text: str) -> np.ndarray[Any, Any]:
    """Characters of Chinese by ones, twos and threes, other words by ones and twos, hashed, of length 1."""
    import numpy as np

    text = text.casefold()
    words = _WORD.findall(text)
    found = {
        run[n : n + size]
        for run in _CJK.findall(text)
        for size in (1, 2, 3)
        for n in range(len(run) - size + 1)
    }
    found |= {" ".join(words[n : n + size]) for size in (1, 2) for n in range(len(words) - size + 1)}
    if words:
        found |= {"^" + words[0], "^" + " ".join(words[:2])}
    row = np.zeros(GRAMS, dtype=np.float32)
    for gram in sorted(found):
        place = zlib.crc32(gram.encode())
        row[place % GRAMS] += 1 if place >> 20 & 1 else -1
    length = float(np.linalg.norm(row))
    return row / length if length else row

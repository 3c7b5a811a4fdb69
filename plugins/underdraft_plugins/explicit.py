"""The extractor without a model: only what a person says outright, in Chinese or English.

It would rather miss a fact than make one up: questions, suppositions, reported speech, remarks on the
text at hand ("I like this line") and quotations give nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from underdraft import CandidateMemory, own_lines, quoted_spans

SENTENCE_MAXIMUM = 400
"""Code points above which a sentence is taken for pasted text."""

_SENTENCE = re.compile(r"[^。！？!?；;]+[。！？!?；;]*[”’」』\"']*")
_DOT = re.compile(r"(?<=[a-z0-9)\"'”])\.\s+(?=[A-Z\u4e00-\u9fff])")

_QUESTION = re.compile(
    r"[？?]\s*$|[吗呢么]\s*[。.]?\s*$|是不是|要不要|能不能|会不会|怎么样|还记得|"
    r"^(?:do|does|did|can|could|would|should|is|are|what|why|how|who|when|where)\b",
    re.IGNORECASE,
)
_SUPPOSING = re.compile(
    r"^(?:如果|假如|假设|要是|万一|比如|例如|也许|可能|说不定)|^(?:if|suppose|what if|say|maybe|perhaps|imagine)\b",
    re.IGNORECASE,
)
_REPORTED = re.compile(
    r"^(?:你|他|她|它|他们|她们|AI|系统|模型|文中|书里|原文|上文|前文|对话里|台词)(?:刚|刚才|之前|上次|曾)?(?:说|写|道|问|喊|讲|提|记|的记忆)|"
    r"^(?:你的?|我的)?(?:记忆|笔记|记录|设定|备忘)里?(?:说|写|提到|显示)|"
    r"^(?:you|he|she|they|(?:the|your|my) (?:text|chapter|system|assistant|notes?|memory|memories|records?))\s+(?:say|said|says|wrote|write|told|mentions?|mentioned|remember)\b",
    re.IGNORECASE,
)
_HERE = re.compile(
    r"这(?!类|种|样的?|本书|部小说|个故事|个词)|那(?!类|种|样)|刚才|上面|上一|下面|第[一二三四五六七八九十\d]+[段句章稿版]|你|它|"
    r"\b(?:this|that|these|those|it|your|you|above|last (?:line|version|draft|one)|the (?:first|second|third))\b",
    re.IGNORECASE,
)
"""Points at the text in front of the writer: it says nothing that lasts."""

_REMEMBER_ZH = re.compile(
    r"^(?:好[，,]|嗯[，,]|对了[，,])?(?:请|麻烦)?你?(?:一定要|务必|要)?(?:帮我|给我|替我)?"
    r"(?:记住|记一下|记下来?|记好|记着|别忘了|不要忘了|记得(?=[：:，,]))(?:一?点|这(?:一点|件事|个))?(?:了)?[：:，,\s]*(?P<fact>.+)$"
)
_REMEMBER_EN = re.compile(
    r"^(?:please[, ]+)?(?:remember|keep in mind|bear in mind|don'?t forget|note|make a note)(?P<that>\s+that|\s*[:,])\s*(?P<fact>.+)$",
    re.IGNORECASE,
)
_NAME = r"[“「『\"'《]?(?P<value>[A-Za-z\u00c0-\u024f\u4e00-\u9fff·][A-Za-z\u00c0-\u024f\u4e00-\u9fff·' -]{0,30}?)[”」』\"'》]?"
_NO_NAME = re.compile(
    r"^(?:他|她|它|你|我|人|道|喊|嚷|住|停|了|着|醒|起|来|出|过|不|什么|啥|做|作|the\b|a\b|an\b|not\b|his\b|her\b)"
)
_END = r"(?=$|[，,。.！!；;（(]|\s*吧|\s*了$)"

_USER_NAME = (
    re.compile(
        rf"^我(?:的)?(?P<what>名字|笔名|真名|本名|网名)?(?:就|现在)?(?:叫做?|是|名叫)\s*{_NAME}{_END}"
    ),
    re.compile(rf"\bmy (?P<what>name|pen name|full name) is (?:now )?{_NAME}{_END}", re.IGNORECASE),
    re.compile(rf"^(?:you can |please )?call me {_NAME}{_END}", re.IGNORECASE),
)
_STORY_NAME = (
    re.compile(
        r"^(?:(?:我们?|书里|小说里|故事里|这本书)的?)?(?P<what>[男女]?主角|主人公|[男女]主|反派|叙述者|书名|小说名|小说|这本书|小城|城市|镇子|岛|船|灯塔)"
        rf"(?:的?名字)?(?:定了[，,])?(?:现在|已经|就)?(?:叫做?|名叫|改名叫|改名为|改叫|的名字是|改成|定名为)\s*{_NAME}{_END}"
    ),
    re.compile(
        r"^(?:the |my |our )?(?P<what>protagonist|main character|hero|heroine|villain|narrator|book|novel|story|town|city|island|ship)"
        rf"(?:'s name)? (?:is|will be|is now) (?:called |named )?{_NAME}{_END}",
        re.IGNORECASE,
    ),
)
_USER_FACT = (
    (re.compile(r"^我(?:家)?(?:现在)?住在(?P<value>[^，。,.]{2,20})"), "user.home"),
    (re.compile(r"^我(?:来自|老家在|是(?=[^，。]{2,8}人$))(?P<value>[^，。,.]{2,20})"), "user.from"),
    (re.compile(r"^我(?:今年)?(?P<value>[\d一二三四五六七八九十]{1,4}岁)"), "user.age"),
    (
        re.compile(
            r"^我(?:的职业)?是(?:一?[名位个])?(?P<value>[^，。,.]{0,12}(?:作者|作家|编辑|学生|老师|医生|记者|编剧|程序员|律师))"
        ),
        "user.work",
    ),
    (re.compile(r"^I live in (?P<value>[^,.;]{2,40})", re.IGNORECASE), "user.home"),
    (re.compile(r"^I(?: am|'m| come) from (?P<value>[^,.;]{2,40})", re.IGNORECASE), "user.from"),
    (
        re.compile(
            r"^I(?: am|'m) (?:a|an) (?P<value>[^,.;]{0,40}(?:writer|author|editor|student|teacher|doctor|journalist|novelist))\b",
            re.IGNORECASE,
        ),
        "user.work",
    ),
)
_PEOPLE = "妹妹|姐姐|哥哥|弟弟|父亲|母亲|爸爸|妈妈|女儿|儿子|妻子|丈夫|师父|徒弟|朋友|邻居|同桌|老师|狗|猫|马"
_PLACES = (
    "客栈|酒楼|酒馆|茶馆|书店|店|铺子|河|江|湖|山|村|镇|城|街|巷|岛|船|学校|公司|王朝|国家|组织|帮派|医院"
)
_THING_NAME = (
    re.compile(
        rf"^(?P<what>(?:[^，。叫他她它你我]{{1,8}}的(?:{_PEOPLE})|(?:[^，。叫他她它你我]{{0,6}}?[那这]?[间条座家只匹艘个所])?(?:{_PLACES})"
        r"|[男女]?[一二三四五]号|[男女]配角?|[男女][二三四]号?))"
        rf"(?:的?名字)?(?:定了[，,])?(?:现在|就)?(?:叫做?|名叫|改名叫|改叫)\s*{_NAME}{_END}"
    ),
    re.compile(
        r"^(?P<what>(?:[Tt]he|[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir)(?: [A-Za-z']{2,20}){1,3}?) (?:is|will be) (?:now )?(?:called|named) "
        r"(?P<value>(?:the )?[A-Z][\w' -]{0,40}?)(?=$|[,.;(])"
    ),
    re.compile(
        r"^(?P<what>[A-Z][A-Za-z']{1,20}(?: [A-Za-z']{2,20}){0,2}?)'s name is (?:now )?(?P<value>(?:the )?[A-Z][\w' -]{0,40}?)(?=$|[,.;(])"
    ),
)
_AGE = re.compile(r"^(?P<what>[^，。我你他她它这那]{2,6})今年(?P<value>[\d一二三四五六七八九十百]{1,5}岁)")

_STORY_FACT = (
    (
        re.compile(
            r"^(?:这本书|这部小说|我的?小说|我的书|我的故事|故事|本书|小说)(?:是?发生在|设定在|的?背景(?:是|设在))(?P<value>[^。]{2,60})"
        ),
        "story.setting",
    ),
    (
        re.compile(
            r"^(?:这本书|这部小说|我的?小说|我的书|我的故事|故事|本书|小说)(?:讲的是|写的是|讲)(?P<value>[^。]{4,120})"
        ),
        "story.subject",
    ),
    (
        re.compile(
            r"^(?:the|my|our) (?:story|novel|book) (?:is set in|takes place in) (?P<value>[^.]{2,80})",
            re.IGNORECASE,
        ),
        "story.setting",
    ),
    (
        re.compile(r"^(?:the|my|our) (?:story|novel|book) is about (?P<value>[^.]{4,160})", re.IGNORECASE),
        "story.subject",
    ),
)
_LIKES_ZH = re.compile(
    r"^我(?:本人|个人|自己)?(?:一直|一般|通常|向来|平时|其实|还是|更|最|比较|很|特别|非常|真的|也|就|都){0,2}"
    r"(?P<not>不(?:太|大|怎么)?喜欢|不爱|讨厌|受不了|反感|不想要|不想看到|不用|不写)?(?(not)|(?:喜欢|偏好|偏爱|习惯|爱用|爱写))(?P<what>.{2,80})$"
)
_LIKES_EN = re.compile(
    r"^I (?:really |always |generally |usually |much |strongly |personally |still |also )*"
    r"(?P<not>dislike|hate|don'?t like|do not like|can'?t stand|never use|never want|avoid)?(?(not)|(?:prefer|like|love|favou?r|always use|always write))\s+(?P<what>.{3,160})$",
    re.IGNORECASE,
)
_STANDING_ZH = re.compile(
    r"^(?:以后|今后|往后|从(?:现在|今天|这章)(?:起|开始))[，,]?(?:请|都|你|一律|每次|写作时|写的时候|改稿时|请你){0,3}"
    r"(?P<what>(?:(?:[^，。他她它我]{0,6}(?:都|一律|也))?(?:用|写|不要|不再|别|请|保持|避免|少|多|一律|改用|按|不用|不写|尽量|把|先)).{1,80})$"
    r"|^请?(?:你)?(?P<always>(?:始终|一直|永远|一律|总是|从头到尾)(?:用|写|不要|别|保持|不用|不写|按|避免).{1,80})$"
    r"|^(?P<each>(?:每(?:一)?[章节段回篇]|全书|整本书|所有(?:章节|对话|段落))[^，。他她它]{0,10}(?:都|要|不要|别|必须|不超过|不得|一律).{1,80})$"
    r"|^(?P<no>(?:请)?(?:不要|别)再(?:用|写|出现).{1,80})$"
    r"|^我(?:希望|想要|要求)(?P<want>(?:每|所有|全书|整本|以后|一律|始终).{2,80})$"
    r"|^我写(?P<habit>(?:小说|东西|文章|对话|故事)?(?:从来|从|一向|向来|总是|一般).{1,60})$"
)
_STANDING_EN = re.compile(
    r"^(?:from now on|in (?:the )?future|going forward|as a rule)[, ]+(?:please )?(?P<what>.{4,160})$|"
    r"^(?:please )?(?P<always>(?:always|never) (?:use|write|keep|avoid|put|start|end|call|spell)\b.{3,160})$|"
    r"^I(?:'d like| would like| want) (?P<want>(?:every|all|each) .{4,160})$",
    re.IGNORECASE,
)


def explicit_statements(text: str) -> list[CandidateMemory]:
    """What the message says outright, in its order and without repetitions."""
    found: dict[str, CandidateMemory] = {}
    for line in own_lines(text):
        for sentence in _sentences(line):
            for candidate in _read(sentence):
                found.setdefault(candidate.content, candidate)
    return list(found.values())


def _sentences(line: str) -> Iterator[str]:
    """The line's sentences that are not quotations and not too long to have been typed."""
    spans = quoted_spans(line)
    for match in _SENTENCE.finditer(_DOT.sub(lambda m: "。" + " " * (len(m.group()) - 1), line)):
        sentence = line[match.start() : match.end()].strip()
        begin = match.start() + len(match.group()) - len(match.group().lstrip())
        if any(start <= begin < stop for start, stop in spans):
            continue
        if 1 < len(sentence) <= SENTENCE_MAXIMUM and not any(
            begin < start < match.end() for start, _ in spans
        ):
            yield sentence


_LEAD = re.compile(
    r"^(?:(?:另外|还有|对了|补充一下|设定补充一下|顺便说一句|好[吧的]?|嗯)[，,：:]\s*|[^，。：:]{0,8}(?:想好了|定下来了|决定了)[，,：:]\s*|"
    r"(?:for the record|by the way|also|and|oh|well|no|okay|ok)[, ]\s*)+",
    re.IGNORECASE,
)
"""What people say before they say it."""

_DEMAND = re.compile(r"^(?:我的|一个|这个)?(?:要求|规则|规矩|习惯|偏好)[：:]\s*(?P<what>.+)$")


def _read(sentence: str) -> Iterator[CandidateMemory]:
    if _QUESTION.search(sentence) or _SUPPOSING.search(sentence) or _REPORTED.search(sentence):
        return
    plain = _LEAD.sub("", sentence).rstrip("。！!；;. ")
    order = _REMEMBER_ZH.match(plain) or _REMEMBER_EN.match(plain)
    if order:
        fact = order["fact"].strip(" ，,：:")
        if _REPORTED.search(fact) or len(fact) < 3 or _QUESTION.search(fact):  # noqa: PLR2004 - no fact is two characters long
            return
        demand = _DEMAND.match(fact)
        if demand:
            what = demand["what"]
            yield CandidateMemory(
                content=what, kind="preference", tags=("stated",), evidence=what, about=what, value="+"
            )
            return
        inner = list(_statements(fact))
        yield from inner or [CandidateMemory(content=fact, tags=("stated",), evidence=fact)]
        return
    yield from _statements(plain)


def _statements(plain: str) -> Iterator[CandidateMemory]:
    """Names and facts of the whole sentence; preferences of each of its clauses."""
    for read in (_name, _fact):
        candidate = read(plain)
        if candidate:
            yield candidate
            return
    for clause in _clauses(plain):
        candidate = _preference(clause)
        if candidate:
            yield candidate


def _clauses(plain: str) -> list[str]:
    """The sentence cut where a new statement about the speaker begins."""
    parts = re.split(r"[，,]\s*(?=(?:但|而且|也|可是|不过)?我|(?:but |and )?I )", plain)
    return [re.sub(r"^(?:但是?|而且|也|可是|不过|but |and )", "", part.strip()) for part in parts]


def _name(plain: str) -> CandidateMemory | None:
    for patterns, prefix in ((_USER_NAME, "user"), (_STORY_NAME, "story"), (_THING_NAME, "story")):
        for pattern in patterns:
            match = pattern.search(plain)
            if match is None or _NO_NAME.match(re.sub(r"^the (?=[A-Z])", "", match["value"]).casefold()):
                continue
            what = (match.groupdict().get("what") or "name").casefold()
            if prefix == "user" and "是" in match.group() and not match.groupdict().get("what"):
                continue  # "我是…" says who somebody is, rarely a name
            about = "user.pen_name" if what in {"笔名", "网名", "pen name"} else f"{prefix}.name"
            if prefix == "story":
                about = f"story.{_ROLES.get(what, what)}.name"
            return CandidateMemory(
                content=plain, tags=("name",), evidence=plain, about=about, value=match["value"].strip()
            )
    return None


_ROLES = {
    "主角": "protagonist", "主人公": "protagonist", "main character": "protagonist", "hero": "protagonist",
    "男主": "male_lead", "男主角": "male_lead", "女主": "female_lead", "女主角": "female_lead",
    "heroine": "female_lead", "反派": "villain", "叙述者": "narrator",
    "书名": "book", "小说名": "book", "小说": "book", "这本书": "book", "novel": "book", "story": "book",
}  # fmt: skip
"""One word for what people call by several."""


def _fact(plain: str) -> CandidateMemory | None:
    age = _AGE.match(plain)
    if age:
        about = f"story.{age['what']}.age"
        return CandidateMemory(content=plain, tags=("fact",), evidence=plain, about=about, value=age["value"])
    for patterns in (_USER_FACT, _STORY_FACT):
        for pattern, about in patterns:
            match = pattern.search(plain)
            if match:
                return CandidateMemory(
                    content=plain, tags=("fact",), evidence=plain, about=about, value=match["value"].strip()
                )
    return None


def first_group(match: re.Match[str]) -> str:
    """The named group that took part."""
    return next((text for text in match.groupdict().values() if text), "")


def _preference(clause: str) -> CandidateMemory | None:
    readers: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
        (_LIKES_ZH, lambda m: m["what"]),
        (_LIKES_EN, lambda m: m["what"]),
        (_STANDING_ZH, first_group),
        (_STANDING_EN, first_group),
    )
    for pattern, object_of in readers:
        match = pattern.match(clause)
        if match and not _HERE.search(object_of(match)):
            return CandidateMemory(
                content=clause,
                kind="preference",
                tags=("preference",),
                evidence=clause,
                about=object_of(match).strip(),
                value="-" if match.groupdict().get("not") else "+",
            )
    return None

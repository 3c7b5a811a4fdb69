"""What a person says outright: orders to remember, instructions for good, names with what they are the name of, likes and dislikes.

Questions, suppositions, reported speech and remarks on the text at hand give nothing.
"""

from __future__ import annotations

import re

from underdraft import CandidateMemory
from underdraft_plugins.explicit import standing

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

_LEAD = re.compile(
    r"^(?:(?:另外|还有|对了|补充一下|设定补充一下|顺便说一句|好[吧的]?|嗯)[，,：:]\s*|[^，。：:]{0,8}(?:想好了|定下来了|决定了)[，,：:]\s*|"
    r"(?:for the record|by the way|also|and|oh|well|no|okay|ok)[, ]\s*)+",
    re.IGNORECASE,
)
"""What people say before they say it."""

_ROLES = {
    "主角": "protagonist", "主人公": "protagonist", "main character": "protagonist", "hero": "protagonist",
    "男主": "male_lead", "男主角": "male_lead", "女主": "female_lead", "女主角": "female_lead",
    "heroine": "female_lead", "反派": "villain", "叙述者": "narrator",
    "书名": "book", "小说名": "book", "小说": "book", "这本书": "book", "novel": "book", "story": "book",
}  # fmt: skip
"""One word for what people call by several."""

_LIKES_ZH = re.compile(
    r"^我(?:本人|个人|自己)?(?:一直|一般|通常|向来|平时|其实|还是|更|最|比较|很|特别|非常|真的|也|就|都){0,2}"
    r"(?P<not>不(?:太|大|怎么)?喜欢|不爱|讨厌|受不了|反感|不想要|不想看到|不用|不写)?(?(not)|(?:喜欢|偏好|偏爱|习惯|爱用|爱写))(?P<what>.{2,80})$"
)
_LIKES_EN = re.compile(
    r"^I (?:really |always |generally |usually |much |strongly |personally |still |also )*"
    r"(?P<not>dislike|hate|don'?t like|do not like|can'?t stand|never use|never want|avoid)?(?(not)|(?:prefer|like|love|favou?r|always use|always write))\s+(?P<what>.{3,160})$",
    re.IGNORECASE,
)


def outright(sentence: str) -> CandidateMemory | None:
    """What the sentence says outright, if anything."""
    if (instruction := standing(sentence)) is not None:
        return instruction
    if _QUESTION.search(sentence) or _SUPPOSING.search(sentence) or _REPORTED.search(sentence):
        return None
    plain = _LEAD.sub("", sentence).rstrip("。！!；;. ")
    order = _REMEMBER_ZH.match(plain) or _REMEMBER_EN.match(plain)
    if order is None:
        return _named(plain) or _liked(plain)
    fact = order["fact"].strip(" ，,：:")
    if _REPORTED.search(fact) or len(fact) < 3 or _QUESTION.search(fact):  # noqa: PLR2004 - no fact is two characters long
        return None
    return (
        standing(fact)
        or _named(fact)
        or _liked(fact)
        or CandidateMemory(content=fact, tags=("stated",), evidence=fact)
    )


def _liked(plain: str) -> CandidateMemory | None:
    """A like or dislike of something that is not the text at hand."""
    match = _LIKES_ZH.match(plain) or _LIKES_EN.match(plain)
    if match is None or _HERE.search(match["what"]):
        return None
    value = "-" if match["not"] else "+"
    return CandidateMemory(
        content=plain,
        kind="preference",
        tags=("preference",),
        evidence=plain,
        about=match["what"].strip(),
        value=value,
    )


def _named(plain: str) -> CandidateMemory | None:
    """A name or an age, with what it is of."""
    age = _AGE.match(plain)
    if age:
        about = f"story.{age['what']}.age"
        return CandidateMemory(content=plain, tags=("fact",), evidence=plain, about=about, value=age["value"])
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

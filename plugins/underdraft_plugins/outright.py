"""What a person says for good in so many words: instructions, orders to remember, names, likes and dislikes.

Questions, suppositions, reported speech and remarks on the text at hand give nothing.
"""

from __future__ import annotations

import re

from underdraft import CandidateMemory

PASSING = re.compile(
    r"这(?:一)?(?:次|回|场|段|句|章|节|页|幕|里|稿|版|处)|那(?:一)?(?:段|句|章|节|页|场)|本(?:章|场|段|次)|上(?:面|一)|下面|第[一二三四五六七八九十\d]+[段句稿版]|"
    r"今天|今晚|暂时|目前|先这样|(?<!从)刚才|"
    r"\b(?:this|that) (?:one |single )?(?:scene|chapter|time|once|paragraph|line|sentence|page|draft|part|passage|bit|version)\b|"
    r"\b(?:just )?(?:this|for) (?:once|now)\b|\btoday\b|\btonight\b|\bhere\b|\bfor the moment\b",
    re.IGNORECASE,
)
"""Words that hold for the text at hand, or for a while."""

WITHDRAWN = re.compile(
    r"开玩笑|别当真|当我没说|说着玩|逗你的|\b(?:joke|joking|kidding|never ?mind|ignore (?:that|me)|no, wait)\b|\bignore\.",
    re.IGNORECASE,
)
"""A message that takes back what it says."""

QUESTION = re.compile(
    r"[？?]\s*$|[吗呢么]\s*[。.]?\s*$|是不是|要不要|能不能|会不会|怎么样|你觉得|\bwhat if\b|"
    r"^(?:do|does|did|should|is|are|was|were|what|why|how|who|when|where)\b",
    re.IGNORECASE,
)
UNSURE = re.compile(
    r"如果|假如|假设|要是|万一|也许|可能|说不定|或者|\bif\b|\bsuppos|\bmaybe\b|\bperhaps\b|\bmight\b|\bcould\b|\bwould\b",
    re.IGNORECASE,
)
OTHERS = re.compile(
    r"编辑|责编|读者|书评|评论|出版社|我(?:妈|爸|老公|老婆|先生|妻子|朋友|同学|室友)|"
    r"\bmy (?:editor|agent|wife|husband|brother|sister|mother|mum|mom|dad|father|friend|publisher|partner|teacher|mentor|readers?)\b|"
    r"\breaders?\b|\bcritics?\b|\b(?:he|she|they) (?:says?|said|thinks?)\b",
    re.IGNORECASE,
)


_TALK = re.compile(
    r"^(?:(?:好的?|嗯|行|不错|对了|还有|另外|不过|但是?|然后|那|哦|ok(?:ay)?|yes|no|nice|also|but|and|well|so|great|thanks|oh|please|请|麻烦|拜托)"
    r"(?:[,，.。:：!！]\s*|\s+|(?=请|以后|今后|往后|从|每|别|一直)))+",
    re.IGNORECASE,
)
_LASTING_ZH = re.compile(
    r"^(?:请|麻烦|拜托)?你?(?:以后|今后|往后|从(?:现在|今天?|今后|此)(?:起|开始|以后|往后)?|每次|每回|凡是|一直|始终|永远|总是|别再|不要再|再也(?:不要|别))"
)
_ORDER_ZH = re.compile(
    r"^[，,]?(?:请|麻烦)?(?:你|都|也|就|要)*(?:凡是[^，。]{1,14}[，,]?都?)?"
    r"(?:叫我|称呼我|回答|回复|回我|答复|说话|写|改|续写|润色|翻译|解释|总结|用|不要|别|不用|不许|不准|不得|先|请|给我|帮我|把|直接|列|控制|保持|"
    r"输出|提醒|问我|告诉我|尽量|少用|多用|避免|禁止|只用|只写|只给|生成|修改|检查|对话|环境描写|描写|旁白|标点|每次|每回)"
)
CALL = re.compile(
    r"(?:^|[，,]|请|就|可以|直接|现在起|以后|今后|往后)(?:叫我|称呼我(?:为)?)\s*(?P<zh>[^\s，。,.!！就吧]{1,12})|^(?i:(?:from now on|please|just|you (?:can|may))[, ]+)*(?i:call|address) me (?:as )?(?P<en>[A-Z][\w'-]*)"
)
_LASTING_EN = re.compile(
    r"^(?:(?:can|could|would|will) you )?(?:please )?(?:(?P<lead>from (?:now|here|this point) on(?:wards?)?|going forward|in (?:the )?future|henceforth)\b[,:]?\s*|"
    r"(?:always|never) (?!have|mind|heard|been|seen|had|thought|knew|again|a |an |the |been)[a-z]+|"
    r"(?:whenever|every time|each time) you\b|stop [a-z]+ing\b|(?:don't|do not) ever [a-z]+)",
    re.IGNORECASE,
)
_STORY_EN = re.compile(
    r"^(?:he|she|they|it|his|her|their|the|a|an)\b|^(?-i:[A-Z][a-z]+ )(?:is|has|was|will|\w+s)\b",
    re.IGNORECASE,
)
"""What goes on with somebody of the story is no order."""

_HERE = re.compile(
    r"这(?!类|种|样的?|本书|部小说|个故事|个词)|那(?!类|种|样)|刚才|上面|上一|下面|第[一二三四五六七八九十\d]+[段句章稿版]|你|它|"
    r"\b(?:this|that|these|those|it|your|you|above|last (?:line|version|draft|one)|the (?:first|second|third))\b",
    re.IGNORECASE,
)
"""Points at the text in front of the writer: it says nothing that lasts."""

_REMEMBER_ZH = re.compile(
    r"^(?:请|麻烦)?你?(?:一定要|务必|要)?(?:帮我|给我|替我)?"
    r"(?:记住|记一下|记下来?|记好|记着|别忘了|不要忘了|记得(?=[：:，,]))(?:一?点|这(?:一点|件事|个))?(?:了)?[：:，,\s]*(?P<fact>.+)$"
)
_REMEMBER_EN = re.compile(
    r"^(?:remember|keep in mind|bear in mind|don'?t forget|note|make a note)(?P<that>\s+that|\s*[:,])\s*(?P<fact>.+)$",
    re.IGNORECASE,
)
_TO_ASSISTANT = re.compile(r"你|you\b", re.IGNORECASE)
FACT_MINIMUM = 3
"""Code points: nothing shorter is a fact."""

_NAME = r"[“「『\"'《]?(?P<value>[A-Za-z\u00c0-\u024f\u4e00-\u9fff·][A-Za-z\u00c0-\u024f\u4e00-\u9fff·' -]{0,30}?)[”」』\"'》]?"
_NO_NAME = re.compile(
    r"^(?:他|她|它|你|我|人|道|喊|嚷|住|停|了|着|醒|起|来|出|过|不|什么|啥|做|作|the\b|a\b|an\b|not\b|his\b|her\b)"
)
_END = r"(?=$|[，,。.！!；;（(]|\s*吧|\s*了$)"

_NAMED = (
    (
        "user",
        re.compile(
            r"^我(?:(?:的)?(?:名字|真名|本名|(?P<what>笔名|网名))(?:现在)?(?:叫做?|是)|(?:就|现在)?(?:叫做?|名叫))"
            rf"\s*{_NAME}{_END}"
        ),
    ),
    ("user", re.compile(rf"\bmy (?:full |(?P<what>pen ))?name is (?:now )?{_NAME}{_END}", re.IGNORECASE)),
    (
        "story",
        re.compile(
            r"^(?:(?:我们?|书里|小说里|故事里|这本书)的?)?"
            r"(?P<what>[男女]?主角|主人公|[男女]主|反派|叙述者|书名|小说名|小说|这本书|小城|城市|镇子|岛|船|灯塔)"
            r"(?:的?名字)?(?:定了[，,])?(?:现在|已经|就)?(?:叫做?|名叫|改名叫|改名为|改叫|的名字是|改成|定名为)"
            rf"\s*{_NAME}{_END}"
        ),
    ),
    (
        "story",
        re.compile(
            r"^(?:the |my |our )?"
            r"(?P<what>protagonist|main character|hero|heroine|villain|narrator|book|novel|story|town|city|island|ship)"
            rf"(?:'s name)? (?:is|will be|is now) (?:called |named )?{_NAME}{_END}",
            re.IGNORECASE,
        ),
    ),
)
"""Whose names they are, and in which words."""

_LIKES_ZH = re.compile(
    r"^我(?:本人|个人|自己)?(?:一直|一般|通常|向来|平时|其实|还是|更|最|比较|很|特别|非常|真的|也|就|都){0,2}"
    r"(?P<not>不(?:太|大|怎么)?喜欢|不爱|讨厌|受不了|反感|不想要|不想看到|不用|不写)?(?(not)|(?:喜欢|偏好|偏爱|习惯|爱用|爱写))(?P<what>.{2,80})$"
)
_LIKES_EN = re.compile(
    r"^I (?:really |always |generally |usually |much |strongly |personally |still |also )*"
    r"(?P<not>dislike|hate|don'?t like|do not like|can'?t stand|never use|never want|avoid)?(?(not)|(?:prefer|like|love|favou?r|always use|always write))\s+(?P<what>.{3,160})$",
    re.IGNORECASE,
)


def outright(sentence: str, *, alone: bool = True) -> CandidateMemory | None:
    """What the sentence says outright, if anything; a like or dislike counts where it is ``alone`` in the message."""
    if (instruction := standing(sentence)) is not None:
        return instruction
    plain = _TALK.sub("", sentence.strip()).rstrip("。！!；;. ")
    if QUESTION.search(sentence):
        return None
    order = _REMEMBER_ZH.match(plain) or _REMEMBER_EN.match(plain)
    if order is not None:
        return _fact(order["fact"].strip(" ，,：:"))
    if UNSURE.search(plain) or OTHERS.search(plain):
        return None
    return _named(plain) or (_liked(plain) if alone else None)


def standing(sentence: str) -> CandidateMemory | None:
    """An instruction for good, in the writer's own words: a preference."""
    plain = _TALK.sub("", sentence.strip()).rstrip("。！!；;. ")
    if (
        PASSING.search(plain)
        or OTHERS.search(plain)
        or UNSURE.search(re.sub(r"^(?:could|would) you\b", "", plain, flags=re.IGNORECASE))
    ):
        return None
    polite = re.match(r"(?:can|could|would|will) you\b", plain, re.IGNORECASE)
    if (QUESTION.search(sentence) and not polite) or not _orders(plain):
        return None
    return CandidateMemory(
        content=plain, kind="preference", subject="writer", tags=("standing",), evidence=plain
    )


def _orders(plain: str) -> bool:
    call = CALL.search(plain)
    if call is not None and not re.search(r"[他她它们谁]$|\b(?:he|she|they|them) $", plain[: call.start()]):
        return True
    if lasting := _LASTING_ZH.match(plain):
        return _ORDER_ZH.match(plain[lasting.end() :]) is not None
    lasting = _LASTING_EN.match(plain)
    return lasting is not None and not (lasting["lead"] and _STORY_EN.match(plain[lasting.end() :]))


def _fact(told: str) -> CandidateMemory | None:
    """What is to be remembered; nothing of what the assistant has said or done."""
    if len(told) < FACT_MINIMUM or _TO_ASSISTANT.match(told):
        return None
    return (
        standing(told)
        or _named(told)
        or _liked(told)
        or CandidateMemory(content=told, tags=("stated",), evidence=told)
    )


def _liked(plain: str) -> CandidateMemory | None:
    """A like or dislike of something that is not the text at hand."""
    match = _LIKES_ZH.match(plain) or _LIKES_EN.match(plain)
    if match is None or _HERE.search(match["what"]):
        return None
    return CandidateMemory(
        content=plain,
        kind="preference",
        tags=("preference",),
        evidence=plain,
        about=match["what"].strip(),
        value="-" if match["not"] else "+",
    )


def _named(plain: str) -> CandidateMemory | None:
    """A name, with what it is of."""
    for whose, pattern in _NAMED:
        match = pattern.search(plain)
        if match is None or _NO_NAME.match(match["value"].casefold()):
            continue
        of = (
            f"story.{match['what'].casefold()}"
            if whose == "story"
            else "user.pen"
            if match["what"]
            else "user"
        )
        return CandidateMemory(
            content=plain, tags=("name",), evidence=plain, about=f"{of}.name", value=match["value"].strip()
        )
    return None

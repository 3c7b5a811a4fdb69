"""Which kind of scene a text is: a small deterministic classifier, no model, a fraction of a millisecond."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from underdraft.types.facts import SceneType
from underdraft.types.request import RunRequest

SCENE_TYPES: Final = ("dialogue", "action", "description", "psychology", "other")
"""What :func:`classify` may answer; an application may name scenes of its own."""

SURE: Final = 0.5
"""Confidence from which on an inferred scene is used as a filter."""

WINDOW: Final = 600
"""Code points that are looked at: about one page of Chinese, beyond it scenes mix."""

FULL_EVIDENCE: Final = 4.0
"""Cues per 100 characters at which a kind of scene needs no more; set on the sample novel's pages."""

DIALOGUE_FULL: Final = 0.4
"""Share of quoted characters at which a text is all dialogue."""

_QUOTED = re.compile(r"“[^“”\n]*”?|「[^「」\n]*」?|『[^『』\n]*』?|\"[^\"\n]*\"|(?<!\w)'[^'\n]{2,}?'(?!\w)")
_WORD = re.compile(r"[A-Za-z]+|[^\W\d_]")

_CUES: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "action": re.compile(
            r"冲|扑|跃|劈|砍|刺|踢|撞|奔|逃|追|闪身|拔(?:刀|剑|枪|腿)|挥|掷|甩|拽|扯|抓|按住|翻身|滚|跳|跌|摔|砸|射|躲|挡|"
            r"揪|抡|撕|喘|猛地|猛然|骤然|一把|飞快|拳|刀光|剑|枪声|开枪|血|厮杀|搏|"
            r"\b(?:r[ua]n(?:ning)?|leap\w*|jump\w*|lung\w*|struck|strik\w*|slash\w*|kick\w*|punch\w*|grabb?\w*|"
            r"thr[eo]w\w*|dodg\w*|duck\w*|sprint\w*|chas\w*|shov\w*|smash\w*|swung|swing\w*|fired|fought|fight\w*|"
            r"crash\w*|fell|burst|dash\w*|rush\w*|hurl\w*|sword|blade|fist\w*|blood)\b",
            re.IGNORECASE,
        ),
        "psychology": re.compile(
            r"想起|想到|心想|心里|心中|心头|暗想|思忖|觉得|感到|感觉|明白|意识到|回忆|记得|记忆|害怕|恐惧|悔|愧|"
            r"不安|犹豫|渴望|希望|怀疑|疑心|忽然懂|孤独|绝望|悲|忧|怨|恨|爱|念头|梦见|仿佛又|为什么|难道|也许|或许|"
            r"\b(?:thought|think\w*|felt|feel\w*|knew|know\w*|wonder\w*|remember\w*|realis\w*|realiz\w*|"
            r"fear\w*|afraid|hop(?:e|ed|ing)|wish\w*|regret\w*|guilt\w*|asham\w*|doubt\w*|dread\w*|longed|"
            r"lonel\w*|mind|memory|memories|heart|perhaps|maybe|why)\b",
            re.IGNORECASE,
        ),
        "description": re.compile(
            r"月光|阳光|日光|灯光|夜色|暮色|晨|雾|雨|雪|风|云|霞|天空|天边|海面|水面|潮|浪|山|林|树|叶|花|草|石|墙|"
            r"屋檐|窗|街|巷|影子|颜色|红|白|黑|青|灰|蓝|绿|黄|暗|亮|远处|四周|高高|低低|静静|一片|一排|气味|香|冷|潮湿|"
            r"\b(?:moon\w*|sun\w*|light|dusk|dawn|mist|fog|rain|snow|wind|cloud\w*|sky|sea|wave\w*|hill\w*|"
            r"tree\w*|lea(?:f|ves)|stone\w*|wall\w*|window\w*|street\w*|shadow\w*|red|white|black|grey|gray|blue|"
            r"green|pale|dark|bright|distant|smell\w*|scent|cold|damp|quiet|silent|silence)\b",
            re.IGNORECASE,
        ),
    }
)


def scene_of(request: RunRequest) -> SceneType:
    """The scene that the request names, else the one of the text around its selection."""
    if request.scene_type is not None:
        return SceneType(type=request.scene_type, confidence=1.0, given=True)
    document = request.document or ""
    start, end = len(document), len(document)
    if request.selection is not None:
        start, end = request.selection.start, request.selection.end
    chosen = document[start:end][:WINDOW]
    around = WINDOW - len(chosen)
    before = document[max(0, start - around * 2 // 3) : start]
    return classify(before + chosen + document[end : end + around - len(before)])


@lru_cache(maxsize=256)
def classify(text: str) -> SceneType:
    """The kind of scene of a text, Chinese or English; its first 600 code points count.

    Each kind gets a rate from 0 to 1: dialogue by the share of quoted characters, the others by
    their cue words outside quotation marks. The highest wins, ties in the order of
    :data:`SCENE_TYPES`; its confidence is its rate, less half of the runner-up's.
    """
    text = text[:WINDOW]
    size = len(_WORD.findall(text))
    if size == 0:
        return SceneType(type="other", confidence=0.0)
    outside = _QUOTED.sub(" ", text)
    quoted = size - len(_WORD.findall(outside))
    rates = {"dialogue": min(1.0, quoted / size / DIALOGUE_FULL)}
    per_hundred = 100 / max(40, size - quoted)  # a handful of words proves little
    for kind, cues in _CUES.items():
        weight = 1.0 if kind != "description" else 0.5  # every scene has a wall and a window
        rates[kind] = min(1.0, weight * len(cues.findall(outside)) * per_hundred / FULL_EVIDENCE)
    ranked = sorted(rates.items(), key=lambda rate: (-rate[1], SCENE_TYPES.index(rate[0])))
    confidence = round(ranked[0][1] - ranked[1][1] / 2, 2)
    if ranked[0][1] < 0.25:  # noqa: PLR2004 - one cue in a hundred characters says nothing
        return SceneType(type="other", confidence=round(1 - ranked[0][1], 2))
    return SceneType(type=ranked[0][0], confidence=confidence)

"""The model of the story tutorial's readers: a plugin that has read both small books, and answers what it is asked about them."""

from __future__ import annotations

import json
import re

from underdraft import Reply, Usage, hookimpl

NAME = "openai/gpt-4.1-mini"
"""The model that it stands in for, so that there is a price."""

CLAIMS = [
    dict(zip(("subject", "category", "attribute", "value", "quote"), claim, strict=True), frame="told")
    for claim in (
        (
            "Hester Blay",
            "looks",
            "eyes",
            "grey eyes",
            "Hester Blay looked over the water with her grey eyes.",
        ),
        ("Nan", "age", "age", "eleven", "Nan was eleven."),
        (
            "Nan",
            "possession",
            "brass key",
            "into Nan's palm",
            "Old Tobit put the brass key into Nan's palm.",
        ),
        ("Nan", "possession", "brass key", "threw the brass key", "Nan threw the brass key into the lock."),
        ("Hester", "looks", "colour of the eyes", "brown eyes", "Hester's brown eyes had dark rings."),
        ("Hester Blay", "place", "journeys", "never left the river", "Has never left the river."),
        ("白秋棠", "looks", "眼睛", "灰眼睛", "白秋棠坐在船头描眉，一双灰眼睛望着水。"),
        ("小满", "age", "年龄", "九岁", "小满九岁。"),
        ("小满", "possession", "铜哨", "挂在脖子上", "马三官把铜哨挂在小满脖子上。"),
        ("小满", "possession", "铜哨", "扔进了河心", "小满把铜哨扔进了河心。"),
        ("白秋棠", "looks", "眼睛的颜色", "乌黑", "白秋棠两只眼乌黑。"),
        ("白秋棠", "place", "行踪", "没离开过这条河", "从没离开过这条河。"),
    )
]
EYES = {"grey", "brown", "灰眼", "乌黑"}
_LINE = re.compile(r"^(\d+)([ab]) .*?“(.*)”$", re.MULTILINE)


class StoryModel:
    """Copies the claims of a text, and sees that eyes have two colours."""

    @hookimpl(tryfirst=True)
    def underdraft_model(self, name):
        """Itself."""
        return self if name == NAME else None

    async def answer(self, call):
        """One answer in JSON."""
        text = call.messages[-1].content
        said = {"verdicts": verdicts(text)} if "\nPairs:\n" in text else read(text)
        yield Reply(texts=(json.dumps(said),), usage=Usage(prompt_tokens=900, completion_tokens=90))


def read(text):
    """The claims whose quotes stand in a text."""
    return {"names": [], "claims": [claim for claim in CLAIMS if claim["quote"] in text]}


def verdicts(text):
    """A verdict on each pair."""
    sides = {}
    for number, side, quote in _LINE.findall(text):
        sides.setdefault(int(number), {})[side] = quote
    return [{"pair": number, **verdict(pair["a"], pair["b"])} for number, pair in sides.items()]


def verdict(one, other):
    """The same beside itself; two colours of eyes; a thing that has changed hands; else nothing."""
    seen = [next((word for word in EYES if word in quote), None) for quote in (one, other)]
    if one == other:
        kind = "same"
    elif None not in seen and seen[0] != seen[1]:
        kind = "contradiction"
    else:
        kind = "change" if any(word in one for word in ("key", "铜哨")) else "unrelated"
    return {"verdict": kind, "first": seen[0] or "", "second": seen[1] or "", "why": "", "sure": 95}


plugin = StoryModel()

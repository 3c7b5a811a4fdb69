"""A chapter as prose: its paragraphs, and what of them is narrated and what is said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated

import attrs

_QUOTED = re.compile(
    r"“[^”]*(?:”|$)|「[^」]*(?:」|$)|『[^』]*(?:』|$)|«[^»]*(?:»|$)|\"[^\"]*(?:\"|$)|\*[^*]{25,}\*"
    r"|‘(?:[^’]|’(?=\w))*(?:’|$)|(?<!\w)'(?=\S)(?:[^']|(?<=\w)'(?=\w))*'(?!\w)"
)
_SCRIPT = re.compile(r"(?:[一-鿿·]{2,6}|[A-Z][A-Za-z' ]{1,24})(?:[（(][^）)]{0,30}[）)])?[：:](?=[^\x00])")
"""What a line of a script begins with: who speaks."""

_ENDS = "。！？；!?;"
_MASK = "\x00"

# Verbs whose subject is at that moment alive and present. A closed list: a verb that is not here costs a
# finding, a verb that the dead can have ("lies", "was") would cost false alarms.
_SPEECH = "说|问|道|答|回答|喊|叫道|嚷|骂|笑道|低声|开口|插嘴|追问|反问|吩咐|嘱咐|接话|应了"
_MOVES = (
    "走到|走过|走进|走出|走来|走了|走在|走上|走下|跑|冲|站起|站在|坐在|坐下|蹲下|蹲在|跪下|转过|转身|转头|回头|抬头|抬起|低头|伸手|伸出|"
    "拿起|拿出|拿着|掏出|递给|递过|接过|推开|推门|拉开|拉住|扶住|抓住|抓起|握住|握着|放下|放在|点头|点了点头|摇头|摇了摇头|"
    "看了|看着|望着|盯着|瞪着|笑了|哭了|叹了|咳了|皱|喝了|吃了|端起|提着|举起|背着|抱着|脱下|穿上|摘下|戴上|推过|端着|点了"
)
_ENGLISH = (
    "said|says|asked|answered|replied|shouted|whispered|called|cried|muttered|walked|ran|stood|sat|turned|nodded|"
    "smiled|laughed|looked|took|reached|stepped|came|went|opened|closed|lifted|raised|shook|put|pulled|pushed"
)
ACTS = re.compile(
    rf"(?:又|便|就|却|也|才|都|忽然|突然|立刻|慢慢|轻轻|低声|大声|已经|正|正在|一边|一把|在(?:背后|旁边|门口|[^，。]{{1,4}})?){{0,2}}(?:{_SPEECH}|{_MOVES}|[：:]\s?[“\x00])"
    rf"|\s+(?:\w+ly\s+)?(?:{_ENGLISH})\b"
)
"""What may follow a name when its bearer acts."""

ASIDE = re.compile(
    "记得|想起|想到|从前|当年|那年|当初|以前|生前|曾|梦|信里|信上|仿佛|好像|像是|如果|要是|说过|提起|没有|不再|不见|早已|再也|"
    r"\b(?:had|remember\w*|once|used to|dream\w*|as if|like|never|no longer|without|lost|missing|would)\b"
)
"""Words of memory, comparison and denial: a sentence with one of them is not taken as saying that it is so."""


@attrs.frozen(kw_only=True)
class Chapter:
    """A chapter's text."""

    path: str
    number: int
    text: str


@attrs.frozen(kw_only=True)
class Paragraph:
    """One line of a chapter that holds text."""

    chapter: Chapter
    line: Annotated[int, "From 1."]
    text: str
    narration: Annotated[str, "The same with everything that is said or quoted masked, offsets kept."]
    above: Annotated[str, "The paragraph before."] = ""

    @property
    def at(self) -> tuple[int, int]:
        """Chapter and line, comparable."""
        return (self.chapter.number, self.line)


def paragraphs(chapter: Chapter) -> Iterator[Paragraph]:
    """The paragraphs of a chapter, headings and breaks left out."""
    above = ""
    for number, line in enumerate(chapter.text.split("\n"), start=1):
        if line.strip() and not line.lstrip().startswith("#") and not re.fullmatch(r"[-*_ \t]+", line):
            narration = _QUOTED.sub(_masked, line)
            script = _SCRIPT.match(narration)
            if script:
                narration = script[0] + _MASK * (len(line) - script.end())
            yield Paragraph(chapter=chapter, line=number, text=line, narration=narration, above=above)
            above = line


def _masked(found: re.Match[str]) -> str:
    """As long as what is quoted; a sentence that ends inside the quotation ends the narrator's too."""
    length = len(found[0])
    return _MASK * (length - 1) + "。" if found[0][-2:-1] in _ENDS else _MASK * length

"""The sentences in which the narrator plainly says what is so now: no speech, memory, picture, supposition, denial."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated

import attrs

from underdraft.knowledge.checks.language import StoryLanguage, story_language
from underdraft.knowledge.checks.prose import Chapter, Paragraph, paragraphs
from underdraft.knowledge.scene.names import NameIndex, NameMatch

_CLOSING = "”’\"')」』"
_AROUND = rf"{_CLOSING}）*_"
"""Marks that may stand between the end of a sentence and the space before the next."""

_SENTENCE = re.compile(
    rf"(?:[^。！？!?；…\n.]|\.(?![{_AROUND}]*(?:\s|$))"
    r"|(?<=\bMr|\bDr|\bSt|\bMs)\.|(?<=\bMrs)\.|(?<=\b[A-Z])\.)+[。！？!?；…\.]*"
)
_CAPITAL = re.compile(r"(?<![“‘「『«（(\[*_:—–\-\w'’\"])(?<![:—–] )[A-Z][\w'’-]*")
_LEAD = re.compile(rf"^[\s{_AROUND}]+")


@attrs.frozen(kw_only=True)
class ToldSentence:
    """One sentence of the narration that names somebody or something of the graph."""

    paragraph: Paragraph
    text: Annotated[str, "What is said or quoted is masked."]
    start: Annotated[int, "Where it begins in the paragraph."]
    named: tuple[NameMatch, ...]
    language: StoryLanguage
    recalled: Annotated[
        bool, "Something in the scene until here is of an earlier time, a dream, a picture, a book."
    ]

    def denies_itself(self, without: str = "") -> bool:
        """Whether it supposes, denies, compares, asks or only reports; ``without`` are words that do not count."""
        text = self.text.replace(without, "") if without else self.text
        return self.language.unsaid.search(text) is not None


def told_sentences(chapter: Chapter, index: NameIndex) -> Iterator[ToldSentence]:
    """The chapter's sentences that name somebody, without the paragraphs with a frame, and those right below one."""
    scene, above, recalled = 0, False, False
    for paragraph in paragraphs(chapter):
        if paragraph.scene != scene:
            scene, above, recalled = paragraph.scene, False, False
        language = story_language(paragraph.text)
        framed = language.frames.search(paragraph.text) is not None
        recalled = recalled or framed or language.earlier.search(paragraph.narration) is not None
        if not (framed or above):
            yield from _sentences(paragraph, index, language, recalled=recalled)
        above = framed


def sentence_at(text: str, offset: int) -> tuple[int, int]:
    """Return where the sentence around an offset begins and ends, with closing quotation marks."""
    found = next((m for m in _SENTENCE.finditer(text) if m.end() > offset), None)
    start, end = found.span() if found else (0, len(text))
    while start < end and (text[start] in _CLOSING or text[start].isspace()):
        start += 1
    while end < len(text) and text[end] in _CLOSING:
        end += 1
    return start, end


def capitals_inside(text: str) -> Iterator[str]:
    """Yield the words with a capital that begin neither a sentence nor what is quoted or stands behind a colon or dash."""
    for sentence in _SENTENCE.finditer(text):
        begin = _LEAD.match(sentence[0])
        for word in _CAPITAL.finditer(sentence[0], begin.end() + 1 if begin else 1):
            yield re.split("['’]s?$", word[0])[0]


def _sentences(
    paragraph: Paragraph, index: NameIndex, language: StoryLanguage, *, recalled: bool
) -> Iterator[ToldSentence]:
    for found in _SENTENCE.finditer(paragraph.narration):
        text = _LEAD.sub("", found[0])
        named = tuple(index.find(text))
        if named:
            yield ToldSentence(
                paragraph=paragraph,
                text=text,
                start=found.end() - len(text),
                named=named,
                language=language,
                recalled=recalled,
            )

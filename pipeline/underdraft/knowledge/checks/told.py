"""The sentences in which the narrator plainly says what is so now: no speech, memory, picture, supposition, denial."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated

import attrs

from underdraft.knowledge.checks.language import ELSE, PERSON, StoryLanguage, story_language
from underdraft.knowledge.checks.prose import Chapter, Paragraph, paragraphs
from underdraft.knowledge.checks.subjects import Subjects
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
    mentions: Annotated[
        tuple[NameMatch, ...],
        "Names, pronouns of which it is sure whom they mean, and people without a name.",
    ]
    language: StoryLanguage
    recalled: Annotated[
        frozenset[str], "Who may be in it as they once were: in a memory, a dream, a picture, a book."
    ]

    @property
    def named(self) -> tuple[NameMatch, ...]:
        """The mentions of those of the graph."""
        return tuple(match for match in self.mentions if match.name)

    def masked(self, marks: Mapping[str, str]) -> str:
        """The text with a mark for each mention: of the names in ``marks`` theirs, else that of others or of people."""
        parts, at = list[str](), 0
        for match in self.mentions:
            mark = marks.get(match.name, ELSE if match.name else PERSON)
            owns = "'s" if self.language.possessive.fullmatch(match.written) else ""
            parts += [self.text[at : match.start], mark + owns]
            at = match.end
        return "".join(parts) + self.text[at:]

    def denies_itself(self, without: str = "") -> bool:
        """Whether it supposes, denies, compares, asks or only reports; ``without`` are words that do not count."""
        text = self.text.replace(without, "") if without else self.text
        return any(words.search(text) for words in (self.language.unsaid, self.language.denied))


def told_sentences(
    chapter: Chapter, index: NameIndex, people: Mapping[str, str] | None = None, about: Iterable[str] = ()
) -> Iterator[ToldSentence]:
    """The chapter's sentences about somebody, without what is under a frame.

    ``people`` are those whom a pronoun may mean, each with their own or ``""``; ``about`` were named before.
    """
    scene, subjects, look = 0, Subjects(people or {}, set(about)), Look()
    for paragraph in paragraphs(chapter):
        if paragraph.scene != scene:
            scene, subjects, look = paragraph.scene, Subjects(people or {}, set(about)), Look()
        language = story_language(paragraph.text)
        mentions = subjects.mentions(paragraph.narration, index, language)
        framed, above = language.frames.search(paragraph.text), look.lasts
        look = look.on(paragraph, mentions, language, back=framed is not None)
        if not (look.lasts or above):
            until = len(paragraph.text) if framed is None else framed.start()
            yield from _sentences(paragraph, mentions, language, recalled=look.recalled, until=until)


@attrs.frozen(kw_only=True)
class Look:
    """How far a scene has looked back until a paragraph."""

    lasts: Annotated[bool, "The paragraph is a dream, a memory or a tale, which the next may go on with."] = (
        False
    )
    back: Annotated[bool, "Something in the paragraph is of an earlier time, or a picture."] = False
    whole: Annotated[bool, "There was a paragraph that lasts."] = False
    people: frozenset[str] = frozenset()
    recalled: Annotated[frozenset[str], "Who may be in the paragraph as they once were."] = frozenset()

    def on(
        self, paragraph: Paragraph, mentions: Sequence[NameMatch], language: StoryLanguage, *, back: bool
    ) -> Look:
        """The look at the next paragraph."""
        lasts = language.lasting.search(paragraph.text) is not None
        back = back or lasts or language.earlier.search(paragraph.narration) is not None
        here = frozenset(match.name for match in mentions)
        people = self.people | here if back else self.people
        every = lasts or back or self.back or self.whole
        return Look(
            lasts=lasts,
            back=back,
            whole=self.whole or lasts,
            people=people,
            recalled=here if every else people,
        )


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
    paragraph: Paragraph,
    mentions: Sequence[NameMatch],
    language: StoryLanguage,
    *,
    recalled: frozenset[str],
    until: int,
) -> Iterator[ToldSentence]:
    for found in _SENTENCE.finditer(paragraph.narration):
        text = _LEAD.sub("", found[0])
        start = found.end() - len(text)
        here = [match for match in mentions if start <= match.start < found.end()]
        if found.end() <= until and any(match.name for match in here):
            yield ToldSentence(
                paragraph=paragraph,
                text=text,
                start=start,
                mentions=tuple(attrs.evolve(m, start=m.start - start, end=m.end - start) for m in here),
                language=language,
                recalled=recalled,
            )

"""The sentences in which the narrator plainly says what is so now, and whom they are about.

Speech is left out, memories and pictures are marked, and it is said of whom a pronoun surely or most likely speaks.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Annotated

import attrs

from underdraft.knowledge.checks.finding import quoted
from underdraft.knowledge.checks.language import StoryLanguage, story_language
from underdraft.knowledge.checks.prose import Chapter, Paragraph, paragraphs
from underdraft.knowledge.scene.names import NameIndex, NameMatch
from underdraft.types.values import frozen

_CLOSING = "”’\"')」』"
_AROUND = rf"{_CLOSING}）*_"
"""Marks that may stand between the end of a sentence and the space before the next."""

_SENTENCE = re.compile(
    rf"(?:[^。！？!?；…\n.]|\.(?![{_AROUND}]*(?:\s|$))"
    r"|(?<=\bMr|\bDr|\bSt|\bMs)\.|(?<=\bMrs)\.|(?<=\b[A-Z])\.)+[。！？!?；…\.]*"
)
_CAPITAL = re.compile(r"(?<![“‘「『«（(\[*_:—–\-\w'’\"])(?<![:—–] )[A-Z][\w'’-]*")
_LEAD = re.compile(rf"^[\s{_AROUND}]+")

MOST = 3 / 4
"""Share of the paragraphs about one person alone that have the person's own pronoun and no other."""


def pronouns_of(chapters: Sequence[Chapter], index: NameIndex, people: Collection[str]) -> Mapping[str, str]:
    """The pronoun of each of the people: ``he``, ``she``, ``""`` where the chapters do not say, ``"?"`` for both."""
    votes = defaultdict[str, Counter[str]](Counter)
    for chapter in chapters:
        for paragraph in paragraphs(chapter):
            kinds = [kind for _, kind in _tokens(paragraph.narration, index, story_language(paragraph.text))]
            named, said = set(kinds) & set(people), set(kinds) & {"he", "she"}
            if len(named) == len(said) == 1:
                votes[min(named)][min(said)] += 1
    found = {name: count.most_common(1)[0] for name, count in votes.items()}
    sure = {name: said for name, (said, most) in found.items() if most >= MOST * votes[name].total()}
    return {name: sure.get(name, "?" if name in votes else "") for name in people}


@attrs.define
class Subjects:
    """The people of a scene until here; ``last`` was named last, by pronoun."""

    people: Mapping[str, str]
    named: set[str]
    strange: bool = False
    last: dict[str, str] = attrs.Factory(dict)

    def mentions(self, text: str, index: NameIndex, language: StoryLanguage) -> list[Mention]:
        """The names of a paragraph, and its pronouns with the one that they stand for, or that was named last."""
        here, strange, found = set[str](), False, list[Mention]()
        for match, kind in _tokens(text, index, language):
            if kind in {"he", "she"}:
                fits = [n for n in here or self.named if self.people.get(n) in {"", kind}]
                sure = len(fits) == 1 and not (strange or (self.strange and not here))
                meant = fits[0] if sure else self.last.get(kind)
                if meant:
                    found.append(Mention(match=attrs.evolve(match, name=meant), sure=sure))
                continue
            if kind in self.people:
                here.add(kind)
                own = self.people[kind]
                self.last |= dict.fromkeys((own,) if own in {"he", "she"} else ("he", "she"), kind)
            strange = strange or kind in {"person", "stranger"}
            if match.name:
                found.append(Mention(match=match))
        self.named |= here
        self.strange = self.strange or strange
        return found


@frozen(kw_only=True)
class Mention:
    """Where a paragraph names somebody or something."""

    match: NameMatch
    sure: Annotated[bool, "False for a pronoun that may mean somebody else."] = True


def _tokens(text: str, index: NameIndex, language: StoryLanguage) -> Iterator[tuple[NameMatch, str]]:
    """Names, each with itself, and the rest with its kind, in order and not overlapping; a name goes before others."""
    names = [(match, match.name) for match in index.find(text)]
    others = [(NameMatch(*m.span(), m[0], ""), m.lastgroup or "") for m in language.people.finditer(text)]
    at = 0
    for match, kind in sorted((*names, *others), key=lambda token: (token[0].start, not token[0].name)):
        if match.start >= at:
            at = match.end
            yield match, kind


@frozen(kw_only=True)
class ToldSentence:
    """One sentence of the narration that names somebody or something of the graph."""

    paragraph: Paragraph
    text: Annotated[str, "What is said or quoted is masked."]
    start: Annotated[int, "Where it begins in the paragraph."]
    named: Annotated[tuple[NameMatch, ...], "Names, and pronouns of which it is sure whom they mean."]
    likely: Annotated[tuple[str, ...], "All whom names and pronouns mean, or most likely mean."]
    framed: Annotated[
        bool,
        "Something before it in its paragraph is of an earlier time, a picture, a book; or a dream or memory is in the paragraph or in the one above.",
    ]
    language: StoryLanguage
    recalled: Annotated[
        bool, "Something in the scene until here is of an earlier time, a dream, a picture, a book."
    ]

    @property
    def quote(self) -> str:
        """Its words in a message."""
        return quoted(self.text.strip("\x00 "))


def told_sentences(
    chapter: Chapter, index: NameIndex, people: Mapping[str, str] | None = None
) -> Iterator[ToldSentence]:
    """The chapter's sentences about somebody; those of dreams and memories are marked.

    ``people`` are those whom a pronoun may mean, each with their own or ``""``; whom a card is about was named before.
    """
    scene, above, recalled, subjects = 0, False, False, Subjects(people or {}, {chapter.about} - {""})
    for paragraph in paragraphs(chapter):
        if paragraph.scene != scene:
            scene, above, recalled = paragraph.scene, False, False
            subjects = Subjects(people or {}, {chapter.about} - {""})
        language = story_language(paragraph.text)
        mentions = subjects.mentions(paragraph.narration, index, language)
        lasts, framed = (language.find(name, paragraph.text) for name in ("lasting", "frames"))
        recalled = recalled or bool(lasts or framed or language.find("earlier", paragraph.narration))
        until = 0 if lasts or above else framed.start() if framed else len(paragraph.text)
        yield from _sentences(paragraph, mentions, language, recalled=recalled, until=until)
        above = bool(lasts)


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
    mentions: Sequence[Mention],
    language: StoryLanguage,
    *,
    recalled: bool,
    until: int,
) -> Iterator[ToldSentence]:
    for found in _SENTENCE.finditer(paragraph.narration):
        text = _LEAD.sub("", found[0])
        start = found.end() - len(text)
        here = [one for one in mentions if start <= one.match.start < found.end()]
        if here:
            sure = [one.match for one in here if one.sure]
            yield ToldSentence(
                paragraph=paragraph,
                text=text,
                start=start,
                named=tuple(attrs.evolve(m, start=m.start - start, end=m.end - start) for m in sure),
                likely=tuple(dict.fromkeys(one.match.name for one in here)),
                framed=found.end() > until,
                language=language,
                recalled=recalled,
            )

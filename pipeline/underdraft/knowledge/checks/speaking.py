"""What people say, sentence by sentence: who speaks, to whom, and whom ``I`` and ``you`` mean."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from underdraft.knowledge.checks.cast import FIRST_PERSON, Cast, is_person
from underdraft.knowledge.checks.prose import Chapter, Paragraph, paragraphs
from underdraft.knowledge.checks.story_sentences import Mention, StorySentence, mentions, read

_SPOKEN = re.compile(r"\x00{3,}。?")
_SENTENCE = re.compile(
    r"(?:[^。！？!?；;…\n.]|\.(?!\s|$)|(?<=\bMr|\bDr|\bSt|\bMs)\.|(?<=\bMrs)\.)+[。！？!?；;…\.]*"
)
_YOU = re.compile(r"\b(?:you|your|yours|yourself)\b|[你您](?!们)", re.IGNORECASE)
_OWN = re.compile(r"my|your", re.IGNORECASE)
LONG = 200
"""A paragraph of more code points without speech ends a conversation."""

_SAYS = re.compile(
    r"\b(?:said|says|asked|answered|replied|told|cried|called|whispered|muttered|murmured|shouted|added|began|went on|put in)\b"
    r"|说|问|道|答|喊|叫|嚷|骂|开口|接话|嘀咕|插嘴"
)
_QUOTES = re.compile(r"[“”\"「」『』《》]")


def read_all(chapter: Chapter, cast: Cast) -> Iterator[StorySentence]:
    """The sentences of a chapter, paragraph by paragraph: what is narrated, then what is said."""
    narrated = {line: list(found) for line, found in groupby(read(chapter, cast), lambda s: s.paragraph.line)}
    talk: list[str | None] = []
    last: StorySentence | None = None
    for paragraph in paragraphs(chapter):
        here = narrated.get(paragraph.line, [])
        yield from here
        last = here[-1] if here else last
        if "\x00" in paragraph.narration:
            speaker = _speaker(here, cast) or (talk[-2] if len(talk) > 1 else None)
            hearer = next((name for name in reversed(talk) if name != speaker), None)
            yield from _spoken(paragraph, speaker, hearer, last, cast)
            talk = [*talk[-5:], speaker]
        elif len(paragraph.text) > LONG:
            talk = []


def _speaker(here: Sequence[StorySentence], cast: Cast) -> str | None:
    """Who stands by a verb of speech, or else does something first."""
    found: list[tuple[int, int, str]] = []
    for sentence in here:
        for mention in sentence.mentions:
            if mention.name and not mention.owning and is_person(cast.graph.by_name.get(mention.name)):
                around = sentence.text[max(0, mention.start - 12) : mention.end + 12]
                at = sentence.start + mention.start
                found.append((0 if _SAYS.search(around) else 1, at, mention.name))
    return min(found)[2] if found else None


def _spoken(
    paragraph: Paragraph, speaker: str | None, hearer: str | None, last: StorySentence | None, cast: Cast
) -> Iterator[StorySentence]:
    recent = _recent(last)
    for spoken in _SPOKEN.finditer(paragraph.narration):
        before, inner = "", paragraph.text[spoken.start() : spoken.end()]
        italic = inner.lstrip("“\"'‘").startswith("*")
        for found in _SENTENCE.finditer(inner):
            text = found[0]
            if not re.search(r"\w", text):
                continue
            third = [name for name in recent if name not in {speaker, hearer}]
            known = mentions(text, cast, third, told=False)
            persons = [*_persons(FIRST_PERSON, text, speaker), *_persons(_YOU, text, hearer)]
            free = [p for p in persons if not any(m.start <= p.start < m.end for m in known)]
            sentence = StorySentence(
                paragraph=paragraph,
                text=text,
                start=spoken.start() + found.start(),
                mentions=tuple(sorted((*known, *free), key=lambda m: m.start)),
                topics=tuple(third),
                unreal=italic,
                before=before,
                spoken=True,
                speaker=speaker,
            )
            yield sentence
            named = [m.name for m in sentence.mentions if m.name]
            recent = list(dict.fromkeys((*named, *recent)))
            before = text


def _recent(last: StorySentence | None) -> list[str]:
    if last is None:
        return []
    return list(dict.fromkeys((*(m.name for m in last.mentions if m.name), *last.topics)))


def _persons(pattern: re.Pattern[str], text: str, name: str | None) -> Iterator[Mention]:
    for found in pattern.finditer(text):
        owning = _OWN.fullmatch(found[0]) is not None or text.startswith("的", found.end())
        yield Mention(
            start=found.start(), end=found.end(), name=name, written=found[0], owning=owning, pronoun=True
        )

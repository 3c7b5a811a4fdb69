"""What people say, sentence by sentence: the check leaves it out, but who is whose brother is mostly told by somebody."""

from __future__ import annotations

import re
from collections.abc import Iterator

from underdraft.knowledge.checks.cast import Cast, is_person
from underdraft.knowledge.checks.prose import Chapter, Paragraph, paragraphs
from underdraft.knowledge.checks.story_sentences import Mention, StorySentence

_SPOKEN = re.compile(r"\x00+。?")
_SENTENCE = re.compile(r"[^。！？!?；;…\n.]+(?:\.(?!\s|$)[^。！？!?；;…\n.]*)*[。！？!?；;…\.]*")
_QUOTES = re.compile(r"[“”\"「」『]|(?<!\w)[‘']")
_MINE = re.compile(r"\b[Mm]y\b|我(?!们)(?:的)?")


def read_speech(chapter: Chapter, cast: Cast) -> Iterator[StorySentence]:
    """The sentences that are said, with the names in them; ``my`` is the speaker's, where the paragraph names one person."""
    for paragraph in paragraphs(chapter):
        speaker = _speaker(paragraph, cast)
        for spoken in _SPOKEN.finditer(paragraph.narration):
            inner = paragraph.text[spoken.start() + 1 : spoken.end() - 1]
            mine = None if _QUOTES.search(inner) else speaker  # what is read out is not the reader's
            for found in _SENTENCE.finditer(paragraph.text, spoken.start(), spoken.end()):
                yield StorySentence(
                    paragraph=paragraph,
                    text=found[0],
                    start=found.start(),
                    mentions=_mentions(found[0], cast, mine),
                    topics=(),
                    unreal=False,
                    before="",
                )


def _speaker(paragraph: Paragraph, cast: Cast) -> str | None:
    named = {m.name for m in cast.index.find(paragraph.narration)}
    people = [name for name in named if is_person(cast.graph.by_name.get(name))]
    return people[0] if len(people) == 1 else None


def _mentions(text: str, cast: Cast, speaker: str | None) -> tuple[Mention, ...]:
    found = [Mention(start=m.start, end=m.end, name=m.name, written=m.written) for m in cast.index.find(text)]
    if speaker:
        mine = _MINE.finditer(text)
        found += [
            Mention(start=m.start(), end=m.end(), name=speaker, written=m[0], owning=True, pronoun=True)
            for m in mine
        ]
    return tuple(sorted(found, key=lambda m: m.start))

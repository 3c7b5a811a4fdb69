"""Words that look like a name with one mistake in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from rapidfuzz.distance import OSA

from underdraft.knowledge.checks.finding import Finding, Messages, quoted
from underdraft.knowledge.checks.lexicon import is_word
from underdraft.knowledge.checks.prose import ACTS, Chapter, paragraphs
from underdraft.knowledge.graph.model import Entity, Evidence, StoryGraph
from underdraft.knowledge.scene.names import NameIndex, is_proper

ANOTHER = 4
"""A word that occurs so often is taken for another name, not for a mistake."""

SHORTEST_LATIN = 5
"""Shorter Latin names have too many neighbours at one letter's distance."""

PAIR = 2

_HAN = "一-鿿"
_LATIN_WORD = re.compile(r"[A-Z][a-zÀ-ɏ]{3,}")
_PLACE = re.compile(r"\b(?:in|at|from) $")
_BEFORE = "。！？，、；：“”‘’「」…—\n\x00 "


def check_spelling(
    graph: StoryGraph, index: NameIndex, chapters: Sequence[Chapter], messages: Messages, notes: str = ""
) -> Iterator[Finding]:
    """Words of the manuscript that are one character away from a character's name, and are no name themselves.

    What stands in the writer's ``notes`` is meant: brothers often share all but one character of their names.
    """
    people = [e for e in graph.entities if e.kind == "character"]
    han = _han_pattern(people)
    hits: list[tuple[str, str, Evidence, str]] = []
    for chapter in chapters:
        for paragraph in paragraphs(chapter):
            known = [(f.start, f.end) for f in index.find(paragraph.text)]
            ref = Evidence(chapter.path, paragraph.line, paragraph.line)
            found = [*_han_hits(han, paragraph.text), *_latin_hits(people, paragraph.text)]
            hits += [
                (word, name, ref, quoted(paragraph.text[max(0, start - 8) : start + len(word) + 12]))
                for start, word, name in found
                if not any(begin < start + len(word) and start < end for begin, end in known)
            ]
    often = Counter(word for word, *_ in hits)
    text = "\n".join(chapter.text for chapter in chapters)
    for word, name, ref, quote in hits:
        meant = often[word] >= ANOTHER or _stands_in(notes, word)
        if not meant and (word.lower() == word or word.lower() not in text):
            yield messages.finding("MISSPELT_NAME", "misspelt", (name,), (ref,), word=word, quote=quote)


def _stands_in(notes: str, word: str) -> bool:
    """Whether the word is in the notes, a Latin one not as part of a longer one."""
    edge = "" if re.match(f"[{_HAN}]", word) else r"\b"
    return re.search(f"{edge}{re.escape(word)}{edge}", notes) is not None


def _han_pattern(people: Sequence[Entity]) -> list[tuple[re.Pattern[str], str]]:
    """For each Chinese name the words with one other character.

    The first character of a longer name, and any of a name of two, is only taken for a mistake where
    somebody of that name acts; else common words would be found.
    """
    patterns = []
    for entity in people:
        for written in entity.names:
            if not re.fullmatch(rf"[{_HAN}]{{2,4}}", written) or not is_proper(written, entity.name):
                continue
            full = written == entity.name
            if len(written) > PAIR:
                inner = "|".join(
                    f"{written[:i]}(?!{written[i]})[{_HAN}]{written[i + 1 :]}" for i in range(1, len(written))
                )
                patterns.append((re.compile(inner), written))
            if full:
                edges = (
                    f"(?!{written[0]})[{_HAN}]{written[1:]}"
                    if len(written) > PAIR
                    else f"{written[0]}(?!{written[1]})[{_HAN}]"
                )
                patterns.append((re.compile(rf"(?:^|(?<=[{_BEFORE}])){edges}(?={ACTS.pattern})"), written))
    return patterns


def _han_hits(patterns: list[tuple[re.Pattern[str], str]], text: str) -> Iterator[tuple[int, str, str]]:
    for pattern, name in patterns:
        for found in pattern.finditer(text):
            if is_word(found[0]):
                continue
            yield found.start(), found[0], name


def _latin_hits(people: Sequence[Entity], text: str) -> Iterator[tuple[int, str, str]]:
    words = list(_LATIN_WORD.finditer(text))
    if not words:
        return
    parts = {
        part: written
        for entity in people
        for written in entity.names
        for part in re.findall(r"[A-Za-zÀ-ɏ]+", written)
        if len(part) >= SHORTEST_LATIN and part[0].isupper()
    }
    for word in words:
        if word[0] in parts or word[0].removesuffix("s") in parts or _PLACE.search(text[: word.start()]):
            continue
        for part, written in parts.items():
            if part.startswith(word[0]):
                break  # a short form
            if OSA.distance(word[0], part, score_cutoff=1) == 1:
                yield word.start(), word[0], written
                break

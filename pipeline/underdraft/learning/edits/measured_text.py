"""A text cut into what the measures look at: sentences, narration and speech, words and marks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import regex

from underdraft.text.language import HAN, language_in
from underdraft.types.values import frozen

_SENTENCE = regex.compile(r"[^。！？!?…\n.]*(?:(?:[。！？!?…]+|\.(?!\w))[”’」』\"')）]*|\.(?=\w)|\n|\Z)")
_SPEECH = {
    "curly": regex.compile(r"“[^“”\n]{1,600}”"),
    "corner": regex.compile(r"[「『][^「」『』\n]{1,600}[」』]"),
    "straight": regex.compile(r'"[^"\n]{1,600}"'),
}
_UNIT = regex.compile(rf"[{HAN}]|[\p{{L}}\p{{N}}](?:[\p{{L}}\p{{N}}'’-]*[\p{{L}}\p{{N}}])?")
_HAN = regex.compile(f"[{HAN}]")


@frozen
class Sentence:
    """A sentence and its offset in the text (code points)."""

    text: str
    start: int
    units: int

    @property
    def end(self) -> int:
        """The offset after its last code point."""
        return self.start + len(self.text)


def cut_sentences(text: str) -> Iterator[tuple[tuple[int, int], Sentence]]:
    """Yield each sentence that holds at least one unit, with the span of the text that it was cut from."""
    start = 0
    for match in _SENTENCE.finditer(text):
        end = match.end()
        if match.group().endswith(".") and end < len(text) and not text[end].isspace():
            continue  # a point inside a number or a name
        part = text[start:end]
        if length := units(part):
            lead = len(part) - len(part.lstrip())
            yield (start, end), Sentence(part.strip(), start + lead, length)
        start = end


def units(text: str) -> int:
    """The length in what a reader counts: Chinese characters and words of other scripts."""
    return len(_UNIT.findall(text))


class Prose:
    """One text, measured when it is asked."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def language(self) -> str:
        """The language's code: Chinese where Chinese characters make up most of the text."""
        if 2 * len(_HAN.findall(self.text)) > self.length:
            return "zh"
        return language_in(_HAN.sub(" ", self.text)).code

    @cached_property
    def length(self) -> int:
        """Units of the whole text."""
        return units(self.text)

    @cached_property
    def speech(self) -> dict[str, list[tuple[int, int]]]:
        """Quoted passages by quotation style, as code point ranges with their marks."""
        return {style: [m.span() for m in found.finditer(self.text)] for style, found in _SPEECH.items()}

    @cached_property
    def quoted(self) -> list[tuple[int, int]]:
        """All quoted passages."""
        return [span for spans in self.speech.values() for span in spans]

    @cached_property
    def spoken_units(self) -> int:
        """Units inside quotation marks."""
        return sum(units(self.text[a:b]) for a, b in self.quoted)

    @cached_property
    def narration(self) -> str:
        """The text with everything quoted blanked out, offsets kept."""
        kept = list(self.text)
        for a, b in self.quoted:
            kept[a:b] = " " * (b - a)
        return "".join(kept)

    @cached_property
    def sentences(self) -> list[Sentence]:
        """The narration's sentences that hold at least one unit and no speech, in order.

        What shares a sentence with speech (he said) says nothing of a writer's sentences.
        """
        return [
            one
            for (start, end), one in cut_sentences(self.narration)
            if not any(a < end and b > start for a, b in self.quoted)
        ]

    @cached_property
    def all_sentences(self) -> list[Sentence]:
        """The sentences of narration and speech that hold at least one unit, in order."""
        return [one for _, one in cut_sentences(self.text)]

    @cached_property
    def paragraphs(self) -> int:
        """Number of lines that hold at least one unit."""
        return sum(units(line) > 0 for line in self.text.splitlines())

    @property
    def opens_with_speech(self) -> bool:
        """Whether the text begins with a quotation."""
        return any(not self.text[:start].strip() for start, _ in self.quoted)

    @cached_property
    def sentence_units(self) -> float:
        """Mean length of the narration's sentences in units; 0 when there is none."""
        return sum(s.units for s in self.sentences) / len(self.sentences) if self.sentences else 0.0

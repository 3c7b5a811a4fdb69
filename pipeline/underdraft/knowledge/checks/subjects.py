"""Whom the names and pronouns of a scene mean; a pronoun counts only where nobody else can be meant."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

import attrs

from underdraft.knowledge.checks.language import StoryLanguage, story_language
from underdraft.knowledge.checks.prose import Chapter, paragraphs
from underdraft.knowledge.scene.names import NameIndex, NameMatch

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
    """The people of a scene until here."""

    people: Mapping[str, str]
    named: set[str]
    strange: bool = False

    def mentions(self, text: str, index: NameIndex, language: StoryLanguage) -> list[NameMatch]:
        """The names of a paragraph, its pronouns with the name that they stand for, and people with the name ``""``."""
        here, strange, found = set[str](), False, list[NameMatch]()
        for match, kind in _tokens(text, index, language):
            if kind in {"he", "she"}:
                fits = [n for n in here or self.named if self.people.get(n) in {"", kind}]
                if len(fits) == 1 and not (strange or (self.strange and not here)):
                    found.append(attrs.evolve(match, name=fits[0]))
                continue
            here |= {kind} & set(self.people)
            strange = strange or kind in {"person", "stranger"}
            if kind != "stranger":
                found.append(match)
        self.named |= here
        self.strange = self.strange or strange
        return found


def _tokens(text: str, index: NameIndex, language: StoryLanguage) -> Iterator[tuple[NameMatch, str]]:
    """Names, each with itself, and the rest with its kind, in order and not overlapping; a name goes before others."""
    names = [(match, match.name) for match in index.find(text)]
    others = [(NameMatch(*m.span(), m[0], ""), m.lastgroup or "") for m in language.people.finditer(text)]
    at = 0
    for match, kind in sorted((*names, *others), key=lambda token: (token[0].start, not token[0].name)):
        if match.start >= at:
            at = match.end
            yield match, kind

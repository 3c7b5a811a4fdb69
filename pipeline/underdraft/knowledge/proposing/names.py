"""Names of people, read out of the chapters without a model: who begins a clause and speaks or acts, again and again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Annotated

import attrs

from underdraft.knowledge.checks.language import story_language
from underdraft.knowledge.checks.prose import Chapter, Paragraph, paragraphs
from underdraft.knowledge.checks.told import capitals_inside, sentence_at
from underdraft.knowledge.graph.anchors import anchor, proposed
from underdraft.knowledge.graph.fields import MAX_NAME
from underdraft.knowledge.graph.model import Candidate, Evidence, StoryGraph

WRITTEN, ACTING = 3, 2
"""A name is proposed if it is written so often, and so often of somebody who speaks or acts."""

MOSTLY = 0.6
"""A name of which a longer one has this share is the beginning of that one."""


@attrs.frozen(eq=False)
class StoryNames:
    """The chapters, and who speaks or acts in them how often."""

    paragraphs: tuple[Paragraph, ...]
    text: Annotated[str, "All of them, one a line."]
    acting: Mapping[str, int]
    inside: Annotated[frozenset[str], "Words that are written with a capital within a sentence."]

    @classmethod
    def of(cls, chapters: Sequence[Chapter]) -> StoryNames:
        """Read the chapters once."""
        found = tuple(p for chapter in chapters for p in paragraphs(chapter))
        acting = Counter(name for p in found for name in story_language(p.text).named(p.narration))
        text = "\n".join(p.text for p in found)
        return cls(found, text, acting, frozenset(capitals_inside(text)))

    def count(self, name: str) -> int:
        """Return how often a name is written, also as a part of a longer one."""
        return len(_whole(name).findall(self.text))


@lru_cache(maxsize=4_096)
def _whole(name: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(name)}\b" if name[0].isascii() else re.escape(name))


def propose_names(chapters: Sequence[Chapter], known: StoryGraph) -> list[Candidate]:
    """Propose the names that are not in the graph, and other names of those that are; each with its quotes."""
    story = StoryNames.of(chapters)
    return [c for name, aliases in people_in(story).items() for c in _candidates(name, aliases, story, known)]


def people_in(story: StoryNames) -> Mapping[str, tuple[str, ...]]:
    """Everybody by name, with other names; a writing that may be two people's is nobody's."""
    often = {n for n, count in story.acting.items() if count >= ACTING and story.count(n) >= WRITTEN}
    names = {name for name in often if _is_name(name, story)}
    names = {name for name in names if not _runs_on(name, names, story)}
    names |= {full for name in sorted(names) for full in _full_names(name, story)}
    forms = {full: set(_forms(full, names)) for full in names}
    meant = {full: {f for f in found if _stands_alone(f, full, story)} for full, found in forms.items()}
    parts = {f for full, found in forms.items() for f in found if f in full or f in meant[full]}
    heads = sorted(names - parts)
    whose = Counter(form for head in heads for form in meant[head])
    return {head: tuple(sorted(form for form in meant[head] if whose[form] == 1)) for head in heads}


def _is_name(name: str, story: StoryNames) -> bool:
    """Whether it is no common word: none of the dictionary; never in small letters, and once within a sentence."""
    language = story_language(name)
    if language.is_no_name(name):
        return False
    if name[0].isascii():
        bare = (language.surname(name) or name).split()
        return bare[0] in story.inside and not any(
            re.search(rf"\b{word.lower()}\b", story.text) for word in bare
        )
    import rjieba

    return not rjieba.has_word(name) or str(rjieba.tag(name)[0][1]).startswith("nr")


def _runs_on(name: str, names: Iterable[str], story: StoryNames) -> bool:
    """Whether it is somebody else's name with the first character of what follows, or only the beginning of one."""
    if name[0].isascii() or story_language(name).surname(name):
        return False
    longer = [n for n in names if n != name and n.startswith(name)]
    if sum(map(story.count, longer)) >= MOSTLY * story.count(name):
        return True
    shorter = name[:-1]
    return shorter in names and story.count(name) < MOSTLY * story.count(shorter)


def _full_names(name: str, story: StoryNames) -> Iterator[str]:
    """The full names that a text writes of somebody who is mostly called by a part of them."""
    language = story_language(name)
    full = language.words("names")["full"]
    if full and " " not in name:
        found = {m[0] for m in re.finditer(full.replace("{name}", re.escape(name)), story.text)}
        untitled = (f for f in sorted(found) if not language.surname(f))
        yield from (f for f in untitled if _is_name(f, story))


def _forms(full: str, names: Iterable[str]) -> Iterator[str]:
    """Its parts, and the forms of address with its surname, that may stand for it."""
    language = story_language(full)
    if language.surname(full):
        return
    yield from (found["part"] for part in language.forms("names", "parts") if (found := part.fullmatch(full)))
    for other in names:
        surname = language.surname(other)
        if surname and (full.endswith(f" {surname}") if surname.isascii() else full.startswith(surname)):
            yield other


def _stands_alone(form: str, full: str, story: StoryNames) -> bool:
    """Whether it is written without the rest of the full name, and nobody else may be meant by it."""
    alone = story.count(form) - (story.count(full) if form in full else 0)
    return alone >= ACTING and not _shared(form, full, story)


def _shared(form: str, full: str, story: StoryNames) -> bool:
    """Whether somebody else may have the surname: another word stands before it, or another name begins with it."""
    surname = story_language(form).surname(form) or form
    if surname.isascii():
        before = {m[1] for m in re.finditer(rf"\b([A-Z]\w*)\.? {re.escape(surname)}\b", story.text)}
        return full.endswith(f" {surname}") and bool(
            before - {full.split(maxsplit=1)[0], form.split(maxsplit=1)[0].rstrip(".")}
        )
    return form not in full and {n for n in story.acting if n.startswith(surname)} - {form, full} != set()


def _candidates(
    name: str, aliases: Sequence[str], story: StoryNames, known: StoryGraph
) -> Iterator[Candidate]:
    full = next((f for n in (name, *aliases) if (f := known.resolve(n))), None)
    if full is None:
        if len(name) <= MAX_NAME:
            others = {"aliases": [*aliases]} if aliases else {}
            yield proposed("entity", {"name": name, "kind": "character", **others}, _quotes(name, story))
        return
    for other in (n for n in (name, *aliases) if known.resolve(n) is None):
        fact = {"name": full, "kind": known.by_name[full].kind, "aliases": [other]}
        yield proposed("entity", fact, _quotes(other, story))


def _quotes(name: str, story: StoryNames) -> list[Evidence]:
    """The first sentence of each chapter that writes the name."""
    firsts: dict[str, Evidence] = {}
    for paragraph in story.paragraphs:
        found, path = _whole(name).search(paragraph.text), paragraph.chapter.path
        if found and path not in firsts:
            firsts[path] = anchor(path, paragraph.text, *sentence_at(paragraph.text, found.start()))
    return list(firsts.values())

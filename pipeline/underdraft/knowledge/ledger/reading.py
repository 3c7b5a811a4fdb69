"""An answer of the reader model about a chapter: what of it stands there word for word, as facts to propose."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from underdraft.knowledge.checks.prose import Chapter
from underdraft.knowledge.graph.anchors import anchor, proposed
from underdraft.knowledge.graph.fields import MAX_NAME
from underdraft.knowledge.graph.model import CATEGORIES, FRAMES, Candidate, Evidence, StoryGraph
from underdraft.knowledge.ledger.questions import KINDS, QUOTE
from underdraft.knowledge.scene.chapters import scene_of_line
from underdraft.text.clean import folded, one_line
from underdraft.text.language import HAN
from underdraft.text.shared import line_at

SHORTEST = 4
"""Code points of a quote below which it could stand anywhere."""

ENTAILED = 0.7
"""Share of a value's words that its quote must hold; the rest may be another form of one."""

STEM = 5
"""Letters by which two forms of a word are compared."""

_WORD = re.compile(rf"[{HAN}]|[^\W_]+(?:['’][^\W_]+)*")


def words_in(text: str) -> list[str]:
    """The words of a text in one form: the beginnings of those in letters, and each Chinese character."""
    return [word[:STEM] for word in _WORD.findall(folded(text))]


def entailed(value: str, quote: str, *, share: float = ENTAILED) -> bool:
    """Whether a value's words come from its quote: all its numbers, and this share of the rest."""
    said, held = words_in(value), set(words_in(quote))
    missing = [word for word in said if word not in held]
    return bool(said) and not any(map(str.isdigit, missing)) and len(missing) <= (1 - share) * len(said)


def is_named(name: str, text: str) -> bool:
    """Whether a text holds a name, as a whole word where it is in letters; case does not count."""
    written = re.escape(folded(name))
    pattern = rf"(?<!\w){written}(?!\w)" if name.isascii() else written
    return bool(name.strip()) and re.search(pattern, folded(text)) is not None


def objects_in(answer: Mapping[str, object], name: str) -> list[Mapping[str, Any]]:
    """The objects of a list in an answer; what else it holds is passed over."""
    items = answer.get(name)
    return [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []


def facts_in(answer: Mapping[str, object], chapter: Chapter, known: StoryGraph) -> Iterator[Candidate]:
    """Yield the names and claims of an answer whose quotes stand in the chapter."""
    for item in objects_in(answer, "names"):
        fact, ref = _names(item, chapter, known), _quote(item, chapter)
        if fact is not None and ref is not None:
            yield proposed("entity", fact, [ref[0]])
    for item in objects_in(answer, "claims"):
        claim = _claim(item, chapter, known)
        if claim is not None:
            yield claim


def quotes_something(answer: Mapping[str, object], chapter: Chapter) -> bool:
    """Whether an answer is two empty lists, or has a quote that stands in the chapter."""
    lists = [answer.get(name) for name in ("names", "claims")]
    items = [item for name in ("names", "claims") for item in objects_in(answer, name)]
    return lists == [[], []] or any(_quote(item, chapter) for item in items)


def _quote(item: Mapping[str, Any], chapter: Chapter) -> tuple[Evidence, int] | None:
    """The quote as evidence and its offset, if it stands in the chapter word for word, white space apart."""
    quote = item.get("quote")
    if not isinstance(quote, str) or not SHORTEST <= len(quote.strip()) <= QUOTE:
        return None
    found = re.search(r"\s+".join(map(re.escape, quote.split())), chapter.text)
    if found is None:
        return None
    return anchor(chapter.path, chapter.text, found.start(), found.end()), found.start()


def _text(item: Mapping[str, Any], name: str) -> str:
    value = item.get(name)
    return one_line(value, MAX_NAME) if isinstance(value, str) else ""


def _names(item: Mapping[str, Any], chapter: Chapter, known: StoryGraph) -> dict[str, Any] | None:
    """Somebody or something new, or new names of somebody known; each name stands in the chapter."""
    name, given = _text(item, "name"), item.get("aliases")
    said = [one_line(a, MAX_NAME) for a in given if isinstance(a, str)] if isinstance(given, list) else []
    if not is_named(name, chapter.text):
        return None
    full = known.resolve(name)
    aliases = [a for a in dict.fromkeys(said) if a != name and known.resolve(a) is None]
    fact: dict[str, Any] = {"name": full or name}
    fact["kind"] = (
        known.by_name[full].kind if full else item["kind"] if item.get("kind") in KINDS else "thing"
    )
    if there := [a for a in aliases if is_named(a, chapter.text)]:
        fact["aliases"] = there
    return fact if there or not full else None


def _claim(item: Mapping[str, Any], chapter: Chapter, known: StoryGraph) -> Candidate | None:
    """A claim whose subject is named in its paragraph or has the card, and whose value comes from its quote."""
    subject, attribute, value = (_text(item, name) for name in ("subject", "attribute", "value"))
    category, frame, found = item.get("category"), item.get("frame"), _quote(item, chapter)
    if not (subject and attribute and found) or category not in CATEGORIES or frame not in FRAMES:
        return None
    ref, offset = found
    full = known.resolve(subject)
    names = {subject, *(known.by_name[full].names if full else ())}
    paragraph = line_at(chapter.text, offset)
    named = chapter.about in names or any(is_named(name, paragraph) for name in names)
    if not named or not entailed(value, ref.quote):
        return None
    at = chapter.number
    line = chapter.text.count("\n", 0, offset) + 1
    fact = {"subject": subject, "category": category, "attribute": attribute, "value": value, "frame": frame}
    when = f"{at}.{scene_of_line(chapter.text, line)}" if at else "0"
    return proposed("claim", {**fact, "at": when}, [ref])

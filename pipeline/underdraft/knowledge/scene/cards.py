"""Cards: the files about one person, place or thing, and the names by which each is called."""

from __future__ import annotations

import attrs

from underdraft.errors import InvalidArgument
from underdraft.knowledge.graph.fields import MAX_NAME
from underdraft.knowledge.graph.model import Entity, Evidence
from underdraft.knowledge.scene.chapters import HEADING, title_of
from underdraft.project.frontmatter import read_frontmatter, split_frontmatter, without_frontmatter
from underdraft.text.clean import one_line
from underdraft.types.files import TextFile
from underdraft.types.knowledge import Card

MAX_ALIASES = 50


def read_card(file: TextFile) -> Card:
    """The card of a file; one with a broken frontmatter is called by its heading or file name."""
    stem = file.path.rpartition("/")[2].rpartition(".")[0]
    body, _ = without_frontmatter(file.text)
    heading = HEADING.search(body)
    title = heading if heading and heading[1] == "#" else None
    fallback = Card(
        path=file.path, name=one_line(title_of(title[2]) if title else stem, MAX_NAME), named=bool(title)
    )
    if split_frontmatter(file.text) is None:
        return fallback
    try:
        page = read_frontmatter(file.text, file="frontmatter")
    except InvalidArgument as error:
        return attrs.evolve(fallback, warning=f"{file.path}: {error.message}")
    entries = {e.key.lower().replace("-", "_"): e for e in page.entries}
    name, aliases = entries.get("name"), entries.get("aliases")
    written = _line(name.text) if name else ""
    listed = (
        aliases.value if aliases and isinstance(aliases.value, list) else [aliases.text] if aliases else []
    )
    others = tuple(dict.fromkeys(_line(a) for a in listed[:MAX_ALIASES]))
    wrong = (
        (name, not written, "a name"),
        (aliases, len(listed) > MAX_ALIASES or not all(map(_line, listed)), f"at most {MAX_ALIASES} names"),
    )
    return Card(
        path=file.path,
        name=written or fallback.name,
        aliases=tuple(a for a in others if a and a != written),
        named=bool(written) or fallback.named,
        warning=next(
            (f"{file.path}: line {e.line}: {e.key}: expected {what}" for e, is_, what in wrong if e and is_),
            "",
        ),
    )


def _line(value: object) -> str:
    return one_line(str(value), MAX_NAME) if isinstance(value, str | int | float) else ""


def entity_of(card: Card, kind: str) -> Entity | None:
    """The card as an entity of the story graph; none for a file that is about nobody in particular."""
    if not card.named:
        return None
    return Entity(
        name=card.name,
        kind=kind,
        aliases=card.aliases,
        refs=(Evidence(card.path),),
    )

"""Reads facts of the story from YAML text, from a Markdown file's frontmatter, or from JSON."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from underdraft.errors import InvalidArgument
from underdraft.knowledge.graph.fields import MAX_TEXT, Fields
from underdraft.knowledge.graph.model import (
    BEFORE,
    CATEGORIES,
    FRAMES,
    Attribute,
    Claim,
    Effect,
    Entity,
    Event,
    Relation,
    StoryGraph,
)
from underdraft.project.frontmatter import HEADER_LINE, split_frontmatter
from underdraft.project.strict_yaml import UNPRINTABLE, Place, compose, is_mapping
from underdraft.types.files import TextFile

if TYPE_CHECKING:
    import yaml

MAX_BYTES = 500_000
"""Largest knowledge file, in bytes: some 2,000 events. A larger story is split into files."""

KINDS = ("entity", "relation", "event", "claim")
"""Kinds of a single fact."""

_LISTS = {kind: f"{kind}s" for kind in KINDS} | {"entity": "entities"}
_KIND = re.compile(r"[a-z][a-z_-]{0,31}")
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,63}")
_PLAIN_EFFECTS = ("injured", "gains", "loses")


def read_file(file: TextFile) -> StoryGraph:
    """The facts in a YAML file or a Markdown frontmatter; an error names file, field and line, never a value."""
    if not file.path.lower().endswith(".md"):
        return read_facts(file.text, Place(file.path))
    split = split_frontmatter(file.text)
    return read_facts(split[0], Place(file.path, first_line=HEADER_LINE)) if split else StoryGraph()


def read_fact(kind: str, fact: object, place: Place | None = None) -> StoryGraph:
    """One fact as it comes over a channel or out of the store, which is its place."""
    if kind not in KINDS:
        raise InvalidArgument(f"kind: expected {', '.join(KINDS)}")
    try:
        text = json.dumps({_LISTS[kind]: [fact]}, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        raise InvalidArgument("fact: expected an object of JSON values") from None
    return read_facts(text, place or Place("fact"))


def read_facts(text: str, place: Place) -> StoryGraph:
    """The facts in a YAML text. Raises as :func:`read_file`."""
    if len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise InvalidArgument(f"{place.file}: expected at most {MAX_BYTES} bytes of facts")
    if UNPRINTABLE.search(text):
        raise InvalidArgument(f"{place.file}: expected text without control characters")
    root = compose(text, place)
    if root is None:
        return StoryGraph()
    if not is_mapping(root):
        raise InvalidArgument(f"{place.file}: expected lists such as entities, relations, events")
    fields = Fields(root, "", place)
    graph = StoryGraph(
        entities=fields.each("entities", _entity),
        relations=fields.each("relations", _relation),
        events=fields.each("events", _event),
        claims=fields.each("claims", _claim),
        chapters=fields.each("chapters", _chapter),
    )
    for ignored in ("name", "title", "about"):  # a Markdown file's own
        fields.get(ignored)
    fields.only()
    return graph


def _entity(fields: Fields) -> Entity:
    kind = fields.text("kind") or "character"
    if not _KIND.fullmatch(kind):
        fields.refuse("kind", "expected a lower-case word such as character, place, thing")
    return Entity(
        name=fields.needed("name", fields.text("name")),
        kind=kind,
        aliases=fields.texts("aliases"),
        attributes=tuple(_attribute(fields, name, node) for name, node in fields.pairs("attributes")),
        within=fields.text("within"),
        refs=fields.evidence(),
    )


def _attribute(parent: Fields, name: str, node: yaml.Node) -> Attribute:
    if not is_mapping(node):
        return Attribute(name=name, value=parent.line(name, node, MAX_TEXT))
    fields = Fields(node, f"{parent.field}.{name}", parent.place)
    attribute = Attribute(
        name=name,
        value=fields.needed("value", fields.text("value", limit=MAX_TEXT)),
        says=fields.texts("says"),
        denies=fields.texts("denies"),
    )
    fields.only()
    return attribute


def _relation(fields: Fields) -> Relation:
    source, kind, target = (fields.needed(name, fields.text(name)) for name in ("from", "is", "to"))
    return Relation(
        source=source,
        kind=kind,
        target=target,
        since=fields.time("since") or BEFORE,
        until=fields.time("until"),
        told=fields.time("told"),
        refs=fields.evidence(),
    )


def _event(fields: Fields) -> Event:
    at = fields.needed("at", fields.time("at"))
    id_ = fields.needed("id", fields.text("id"))
    if not _ID.fullmatch(id_):
        fields.refuse("id", "expected letters, digits and ._:- of at most 64 characters")
    return Event(
        id=id_,
        at=at,
        who=fields.texts("who"),
        effects=tuple(effect for group in fields.each("effects", _effects) for effect in group),
        what=fields.needed("what", fields.text("what", limit=MAX_TEXT)),
        place=fields.text("place"),
        about=fields.texts("about"),
        uses=fields.texts("uses"),
        after=fields.texts("after"),
        day=fields.number("day", 1_000_000),
        told=fields.time("told"),
        refs=fields.evidence(),
    )


def _effects(fields: Fields) -> tuple[Effect, ...]:
    who = fields.needed("who", fields.text("who"))
    found: list[Effect] = [Effect(kind=kind, who=who) for kind in ("dies", "returns") if fields.flag(kind)]
    for name, node in fields.pairs("sets"):
        attribute = _attribute(fields, name, node)
        found.append(Effect(kind="sets", who=who, value=attribute.value, attribute=attribute))
    for kind in _PLAIN_EFFECTS:
        found += [Effect(kind=kind, who=who, value=value) for value in fields.texts(kind, limit=MAX_TEXT)]
    if not found:
        fields.refuse("", "expected one of dies, returns, sets, " + ", ".join(_PLAIN_EFFECTS))
    return tuple(found)


def _claim(fields: Fields) -> Claim:
    category, frame = fields.needed("category", fields.text("category")), fields.text("frame") or "told"
    for name, given, known in (("category", category, CATEGORIES), ("frame", frame, FRAMES)):
        if given not in known:
            fields.refuse(name, f"expected {', '.join(known)}")
    return Claim(
        subject=fields.needed("subject", fields.text("subject")),
        category=category,
        attribute=fields.needed("attribute", fields.text("attribute")),
        value=fields.needed("value", fields.text("value", limit=MAX_TEXT)),
        at=fields.time("at") or BEFORE,
        frame=frame,
        refs=fields.evidence(),
    )


def _chapter(fields: Fields) -> tuple[str, int]:
    path = fields.needed("path", fields.text("path", limit=MAX_TEXT))
    return path, fields.needed("chapter", fields.number("chapter", 9_999))

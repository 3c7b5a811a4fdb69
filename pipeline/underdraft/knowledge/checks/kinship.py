"""Who is whose mother, by what the facts say: so that ``his mother`` in a text means somebody."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from underdraft.knowledge.checks.lexicon import HAN, patterns, table
from underdraft.knowledge.graph.model import Attribute, StoryGraph
from underdraft.knowledge.scene.names import NameIndex

_ENGLISH = re.compile(r"^(?:(?:the|only|elder|eldest|younger|youngest|twin|older|half|step|late)[ -])*")


def kin_term(value: str) -> str | None:
    """The kinship that a value says: the last term of a Chinese value, the first of an English one."""
    found = [
        (m.end(), len(m[0]), kin) for kin, words in patterns("kin").items() for m in words.finditer(value)
    ]
    if not found:
        return None
    return max(found)[2] if HAN.search(value) else min(found)[2]


def relative_in(
    attribute: Attribute, name: str, graph: StoryGraph, index: NameIndex
) -> tuple[str, str] | None:
    """What somebody is to whom, as one of their attributes says: ``("mother", "Ann")``."""
    value = attribute.value
    first = re.split(r"[,，;；(（]", value)[0]
    others = [
        m.name for m in index.find(first) if m.name != name and graph.by_name[m.name].kind == "character"
    ]
    term = kin_term(first)
    if not others or term is None:
        return None
    if not HAN.search(first):
        head = _ENGLISH.sub("", re.sub(r"^.*['’]s ", "", first))
        if not patterns("kin")[term].match(head):
            return None  # "engaged to Philip, the Commander's nephew"
    return term, others[0]


def relatives(graph: StoryGraph, index: NameIndex) -> Mapping[tuple[str, str], str]:
    """For somebody and a term who that is; nobody where two are."""
    found: dict[tuple[str, str], set[str]] = {}
    for name, attribute in _attributes(graph):
        tie = relative_in(attribute, name, graph, index)
        if tie is None:
            continue
        term, other = tie
        found.setdefault((other, term), set()).add(name)
        for back in table("converse").get(term, ()):
            found.setdefault((name, back), set()).add(other)
    return {key: next(iter(names)) for key, names in found.items() if len(names) == 1}


def _attributes(graph: StoryGraph) -> Iterator[tuple[str, Attribute]]:
    for entity in graph.entities:
        if entity.kind == "character":
            yield from ((entity.name, attribute) for attribute in entity.attributes)
    for event in graph.events:
        for effect in event.effects:
            if effect.attribute is not None:
                yield effect.who, effect.attribute

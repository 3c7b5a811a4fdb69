"""Proposals: the names that are read out of a novel, against its facts; see ``understanding.py`` for what counts."""

from __future__ import annotations

import re
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

import attrs
from _figures import Mean, Share
from _understand_checks import lines_of

from underdraft.knowledge.checks.prose import Chapter
from underdraft.knowledge.graph.model import StoryGraph
from underdraft.knowledge.proposing.names import propose_names

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

_HAN = re.compile(r"[一-鿿]")
_TITLE = re.compile(r"(?:Mr|Mrs|Miss|Ms|Dr|Sir|Lady|Captain|Inspector|Sergeant)\.? ")


@attrs.frozen
class Label:
    """Somebody or something that the facts are about."""

    name: str
    kind: str
    forms: frozenset[str]

    def fits(self, written: str) -> bool:
        """Whether a writing is one of the names, or a part of the full one."""
        form = plain(written)
        if form in self.forms:
            return True
        full = plain(self.name)
        if _HAN.search(form):
            return len(form) > 1 and (full.endswith(form) or full.startswith(form))
        words = set(_TITLE.sub("", form).split())
        return bool(words) and words <= set(full.split())


def score(folders: Sequence[Path]) -> dict[str, Mapping[str, int | Share]]:
    """One row a hand."""
    return {folder.name: score_hand(folder / "novel") for folder in folders}


def plain(name: str) -> str:
    """A name in one writing."""
    return name.strip().removeprefix("the ").casefold()


def score_hand(novel: Path) -> Mapping[str, int | Share]:
    """The figures of one novel."""
    facts = lines_of(novel / "facts.jsonl")
    chapters = [
        Chapter(path=path.name, number=number, text=path.read_text("utf-8"))
        for number, path in enumerate(sorted(novel.glob("*.md")), start=1)
    ]
    begin = time.process_time()
    said = propose_names(chapters, StoryGraph())
    took = time.process_time() - begin
    labels = labels_of(facts)
    entities = [dict(fact) for kind, fact in said if kind == "entity"]
    whose = {e["name"]: label_of(e, labels) for e in entities}
    text = "\n".join(chapter.text for chapter in chapters)
    return {
        **entity_figures(entities, whose, labels, facts),
        **alias_figures(entities, whose, labels, text),
        "CPU ms": Mean(1000 * took, 1),
    }


def labels_of(facts: Sequence[Mapping[str, Any]]) -> list[Label]:
    """Each entity of the facts once."""
    forms: dict[str, set[str]] = {}
    kinds: dict[str, str] = {}
    for fact in facts:
        forms.setdefault(fact["entity"], set()).update(map(plain, (fact["entity"], *fact["aliases"])))
        kinds[fact["entity"]] = fact["kind"]
    return [Label(name, kinds[name], frozenset(known)) for name, known in forms.items()]


def label_of(entity: Mapping[str, Any], labels: Sequence[Label]) -> Label | None:
    """Whose names most of a proposal's names are; the name itself counts first."""
    written = [entity["name"], *entity.get("aliases", ())]
    fitting = Counter({n: sum(label.fits(w) for w in written) for n, label in enumerate(labels)})
    exact = [n for n, label in enumerate(labels) if plain(entity["name"]) in label.forms]
    best, count = fitting.most_common(1)[0]
    return labels[exact[0]] if exact else labels[best] if count else None


def entity_figures(
    entities: Sequence[Mapping[str, Any]],
    whose: Mapping[str, Label | None],
    labels: Sequence[Label],
    facts: Sequence[Mapping[str, Any]],
) -> dict[str, int | Share]:
    """Who and what is found, and how much of what is proposed stands in the facts at all."""
    found = {label.name for label in whose.values() if label}
    people = [label for label in labels if label.kind == "character"]
    told = "\n".join(f"{fact['sentence']} {fact['value']}" for fact in facts)
    proposed = {e["name"] for e in entities}
    right = [n for n in proposed if whose[n] or _TITLE.sub("", n) in told]
    doubles = Counter(label.name for label in whose.values() if label)
    return {
        "people": Share(sum(label.name in found for label in people), len(people)),
        "named": Share(len(right), len(proposed)),
        "doubles": sum(count - 1 for count in doubles.values()),
    }


def alias_figures(
    entities: Sequence[Mapping[str, Any]],
    whose: Mapping[str, Label | None],
    labels: Sequence[Label],
    text: str,
) -> dict[str, int | Share]:
    """Of the other names that are written twice or oftener, how many are proposed; of those proposed, how many are right."""
    given = [(whose[e["name"]], a) for e in entities for a in (e["name"], *e.get("aliases", ()))]
    known = {(label.name, plain(a)) for label, a in given if label}
    wanted = [
        (label.name, form)
        for label in labels
        for form in label.forms
        if form != plain(label.name) and is_name(form, text)
    ]
    aliases = [(label, a) for label, a in given if label and plain(a) != plain(label.name)]
    wrong = sum(not label.fits(a) and any(o.fits(a) for o in labels) for label, a in aliases)
    return {
        "aliases": Share(sum(pair in known for pair in wanted), len(wanted)),
        "alias precision": Share(len(aliases) - wrong, len(aliases)),
    }


def is_name(form: str, text: str) -> bool:
    """Whether an alias is a name that the text writes, and no description such as "the girl"."""
    if _HAN.search(form):
        return not form.startswith("那") and len(form) > 1 and text.count(form) > 1
    return len(re.findall(rf"(?<!\w)(?=[A-Z])(?i:{re.escape(form)})(?!\w)", text)) > 1

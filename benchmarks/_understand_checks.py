"""Checks: what the check of a novel finds, against its labels; see ``understanding.py`` for what counts."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
from _figures import Mean, Share

from underdraft import Workspace
from underdraft.knowledge.checks.check_project import check
from underdraft.text.language import read_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_DEAD = re.compile(
    r"死|去世|身亡|遇害|过世|离世|病逝|牺牲|\b(?:dead|died|dies|deceased|drowned|killed|murdered)\b",
    re.IGNORECASE,
)
_STATE = re.compile(r"state|status|alive|dead|生死|状态|存亡", re.IGNORECASE)
_CHAPTER = re.compile(r"第([零一二三四五六七八九十0-9]+)章|\bchapter (\w+)", re.IGNORECASE)
_WORDS = {word: n for n, word in enumerate(("one", "two", "three", "four", "five", "six"), start=1)}
_KINDS = {"object": "thing"}


@attrs.frozen
class Place:
    """A line of a chapter, and whom it concerns."""

    path: str
    line: int
    names: frozenset[str]

    def meets(self, others: Iterable[Place]) -> bool:
        """Whether one of the others is about the same in the same line."""
        return any(self.at == other.at and self.names & other.names for other in others)

    @property
    def at(self) -> tuple[str, int]:
        """The line alone."""
        return self.path, self.line


def score(folders: Sequence[Path]) -> dict[str, Mapping[str, int | Share]]:
    """One row a hand."""
    return {folder.name: score_hand(folder / "novel") for folder in folders}


def score_hand(novel: Path) -> Mapping[str, int | Share]:
    """The figures of one novel."""
    facts = {fact["id"]: fact for fact in lines_of(novel / "facts.jsonl")}
    labels = lines_of(novel / "labels.jsonl")
    planted = {place_of(x, facts, novel) for x in labels if x["type"] == "contradiction"}
    innocent = {place_of(x, facts, novel).at for x in labels if x["type"] == "innocent"}
    found, took = findings_in(novel, list(facts.values()))
    wrong = {place.at for place in found if not place.meets(planted)}
    return {
        "recall": Share(sum(place.meets(found) for place in planted), len(planted)),
        "precision": Share(sum(place.meets(planted) for place in found), len(found)),
        "innocent": Share(len(wrong & innocent), len(innocent)),
        "elsewhere": len(wrong - innocent),
        "CPU ms": Mean(1000 * took, 1),
    }


def lines_of(path: Path) -> list[dict[str, Any]]:
    """The objects of a file."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def place_of(label: Mapping[str, Any], facts: Mapping[str, Mapping[str, Any]], novel: Path) -> Place:
    """Where a label's quote begins."""
    path = f"ch{label['chapter']:02}.md"
    text = (novel / path).read_text("utf-8")
    assert label["quote"] in text, (novel, "a quote is not there")
    return Place(
        path, text[: text.index(label["quote"])].count("\n") + 1, frozenset({facts[label["fact"]]["entity"]})
    )


def findings_in(novel: Path, facts: Sequence[Mapping[str, Any]]) -> tuple[set[Place], float]:
    """What the check finds in the novel's texts when it is told the facts, and the processor time (s)."""
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        shutil.copytree(novel, root / "chapters", ignore=lambda *_: ["facts.jsonl", "labels.jsonl"])
        (root / ".underdraft" / "knowledge").mkdir(parents=True)
        (root / ".underdraft" / "config.toml").write_text('[project]\nid = "p"\n')
        graph = json.dumps(graph_of(facts), ensure_ascii=False)
        (root / ".underdraft" / "knowledge" / "story.yaml").write_text(graph, "utf-8")
        with Workspace.open(root, store=root / "s.db", embedder="none") as workspace:
            known, chapters = workspace.knowledge.graph().graph, workspace.knowledge.chapters().items
            assert known.entities, "the facts were not read"
            assert len(chapters) == len(list(novel.glob("*.md"))), "the chapters were not read"
            locale = "zh" if novel.parent.name.startswith("zh") else "en"
            begin = time.process_time()
            findings = check(known, chapters, workspace.files, locale=locale).findings
            took = time.process_time() - begin
    refs = [(f, ref) for f in findings for ref in f.refs[:1]]
    return {Place(r.path.removeprefix("chapters/"), r.first_line, frozenset(f.names)) for f, r in refs}, took


def graph_of(facts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The facts as a writer would write them by hand: attributes, later ones as events, and deaths."""
    entities: dict[str, dict[str, Any]] = {}
    events: list[dict[str, Any]] = []
    for fact in facts:
        name, chapter = fact["entity"], fact["since_chapter"]
        kind = _KINDS.get(fact["kind"], fact["kind"])
        given = {"name": name, "kind": kind, "aliases": fact["aliases"], "attributes": {}}
        entity = entities.setdefault(name, given)
        event = {"id": fact["id"], "at": chapter, "what": fact["sentence"], "who": []}
        if is_death(fact):
            events.append(event | {"at": death_of(fact), "effects": [{"who": name, "dies": True}]})
            continue
        attribute = fact["attribute"]
        if chapter > 1:  # holds from this chapter on: it comes about at the end of the one before
            sets = {"who": name, "sets": {attribute: fact["value"]}}
            events.append(event | {"at": chapter - 1, "effects": [sets]})
            continue
        while attribute in entity["attributes"]:
            attribute += " too"
        entity["attributes"][attribute] = fact["value"]
    return {"entities": list(entities.values()), "events": events}


def is_death(fact: Mapping[str, Any]) -> bool:
    """Whether the fact says that somebody is dead."""
    return bool(_STATE.search(fact["attribute"]) and _DEAD.search(fact["value"]))


def death_of(fact: Mapping[str, Any]) -> int:
    """The chapter in which somebody dies; 0 before the book."""
    named = _CHAPTER.search(f"{fact['value']} {fact['sentence']}")
    if named:
        number = read_number(named[1] or named[2]) or _WORDS.get(named[2] or "")
        if number is not None and (fact["since_chapter"] > 1 or number > 1):
            before = re.search(r"之前|以前|before", fact["value"]) is not None
            return max(0, number - before)
    return fact["since_chapter"] if fact["since_chapter"] > 1 else 0

"""Checks: what the check of a novel finds, against its labels; see ``understanding.py`` for what counts."""

from __future__ import annotations

import json
import re
import tempfile
import time
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
from _figures import Mean, Share

from underdraft import Workspace
from underdraft.channels.story import Comparison
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
_MARK = re.compile(r"(?:!([^!]+)!|\?) ")


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
    return {
        folder.name: score_books(folder / "books.toml")
        if (folder / "books.toml").exists()
        else score_hand(folder / "novel")
        for folder in folders
    }


def score_books(path: Path) -> Mapping[str, int | Share]:
    """The figures of a file of small books, see ``data/README.md``."""
    sums: dict[str, int | Share] = {"recall": Share(), "precision": Share(), "innocent": Share()}
    sums |= {"elsewhere": 0, "CPU ms": Mean()}
    for book in tomllib.loads(path.read_text("utf-8"))["book"]:
        found, planted, innocent, took = read_book(book, path.parent.name[:2])
        wrong = {place.at for place in found if not place.meets(planted)}
        row = {
            "recall": Share(sum(place.meets(found) for place in planted), len(planted)),
            "precision": Share(sum(place.meets(planted) for place in found), len(found)),
            "innocent": Share(len(wrong & innocent), len(innocent)),
            "elsewhere": len(wrong - innocent),
            "CPU ms": Mean(1000 * took, 1),
        }
        sums = {name: value + row[name] for name, value in sums.items()}  # type: ignore[operator]
    return sums


def read_book(
    book: Mapping[str, Any], locale: str
) -> tuple[set[Place], set[Place], set[tuple[str, int]], float]:
    """What is found in a small book, what is planted in it, its innocent lines, and the processor time (s)."""
    planted, innocent, texts = set(), set(), {}
    for number, text in enumerate(book["chapters"], start=1):
        path, lines = f"ch{number:02}.md", text.strip("\n").split("\n")
        for at, line in enumerate(lines, start=1):
            mark = _MARK.match(line)
            if mark is None:
                continue
            lines[at - 1] = line[mark.end() :]
            if mark[1]:
                planted.add(Place(path, at, frozenset({mark[1]})))
            else:
                innocent.add((path, at))
        texts[f"chapters/{path}"] = "\n".join(lines)
    cards = {f".underdraft/{name}": text for name, text in book.get("cards", {}).items()}
    files = {**texts, **cards, ".underdraft/knowledge/story.yaml": book["facts"]}
    found, took = findings_of(files, locale, len(texts))
    return found, planted, innocent, took


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
    files = {f"chapters/{path.name}": path.read_text("utf-8") for path in novel.glob("*.md")}
    graph = json.dumps(graph_of(facts), ensure_ascii=False)
    count, locale = len(files), "zh" if novel.parent.name.startswith("zh") else "en"
    return findings_of(files | {".underdraft/knowledge/story.yaml": graph}, locale, count)


def findings_of(files: Mapping[str, str], locale: str, count: int) -> tuple[set[Place], float]:
    """What the check finds in a project of these files with so many chapters, and the processor time (s)."""
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        for name, text in {**files, ".underdraft/config.toml": '[project]\nid = "p"\n'}.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, "utf-8")
        with Workspace.open(root, store=root / "s.db", embedder="none") as workspace:
            reading, chapters = workspace.knowledge.graph(), workspace.knowledge.chapters().items
            known = reading.graph
            assert known.entities, "the facts were not read"
            assert not reading.warnings, reading.warnings
            assert len(chapters) == count, "the chapters were not read"
            begin = time.process_time()
            compare = Comparison.of(workspace.plugins)
            findings = check(known, chapters, workspace.files, locale=locale, compare=compare).findings
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

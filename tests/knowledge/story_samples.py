"""A small story for tests of the graph, and what the check finds in it."""

from __future__ import annotations

from underdraft.knowledge.checks.check_project import check
from underdraft.knowledge.checks.finding import Finding, Messages
from underdraft.knowledge.checks.prose import Chapter
from underdraft.knowledge.checks.text_check import check_texts
from underdraft.knowledge.checks.validity import held_values
from underdraft.knowledge.graph.merge import merge
from underdraft.knowledge.graph.model import StoryGraph
from underdraft.knowledge.graph.read_yaml import read_facts
from underdraft.project.strict_yaml import Place
from underdraft.testing import MemoryFiles
from underdraft.types.files import TextFile

STORY = """
entities:
  - {name: Ann, aliases: [Annie], attributes: {hair: {value: long, says: [long braid]}}}
  - {name: Bert}
  - {name: Cleo}
  - {name: Harbour, kind: place}
  - {name: Pier, kind: place, within: Harbour}
  - {name: Mill, kind: place}
  - {name: ring, kind: thing}
relations:
  - {from: Ann, is: sister, to: Bert}
  - {from: Bert, is: friend, to: Cleo, since: 2, until: 4.1}
  - {from: Cleo, is: murderer, to: Bert, since: 3, told: 5}
events:
  - {id: a, at: 1.1, what: Ann finds the ring, place: Pier, who: [Annie], effects: [{who: Ann, gains: ring}]}
  - {id: b, at: 2.1, what: Bert comes home, place: Harbour, who: [Bert, Ann]}
  - {id: c, at: 3.10, what: Bert dies, place: Mill, who: [Bert], effects: [{who: Bert, dies: true}]}
  - id: d
    at: 4.2
    what: Ann cuts her hair and gives Cleo the ring
    place: Mill
    who: [Ann, Cleo]
    effects:
      - {who: Ann, sets: {hair: {value: short, says: [short hair]}}, loses: ring}
      - {who: Cleo, gains: ring}
"""


def story(*texts: str):
    """The graph of one or several YAML texts."""
    return merge([read_facts(text, Place(f"file-{n}.yaml")) for n, text in enumerate(texts)])


class AnyFiles(MemoryFiles):
    """Every evidence exists."""

    def read(self, path):
        """A file with many lines."""
        return TextFile(path=path, text="x\n" * 500, digest="")


def codes(*texts: str) -> list[str]:
    """The codes of what the check finds in facts."""
    return [finding.code for finding in check(story(*texts), [], AnyFiles(), locale="en").findings]


def read(*chapters: str, facts: str = STORY) -> list[tuple[str, int]]:
    """The codes and lines of what the check finds in chapters' texts."""
    texts = [Chapter(path=f"{n}.md", number=n, text=text) for n, text in enumerate(chapters, start=1)]
    found = checked(story(facts), texts)[0]
    return [(f.code, f.refs[0].first_line) for f in found]


def checked(graph: StoryGraph, chapters: list[Chapter], compare=None) -> tuple[list[Finding], int]:
    """What the chapters' texts contradict, and how many of their sentences were read."""
    numbers = {chapter.path: chapter.number for chapter in chapters}
    values = held_values(graph, MemoryFiles({}), numbers)
    return check_texts(graph, values, chapters, Messages.of("en"), compare)

"""Evidence must exist, and be in the chapter and scene where the event is told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from underdraft.errors import InvalidArgument
from underdraft.knowledge.checks.finding import Finding, Messages
from underdraft.knowledge.graph.anchors import find_quote, located
from underdraft.knowledge.graph.model import Event, Evidence, StoryGraph
from underdraft.knowledge.scene.chapters import ChapterFile, scene_of_line
from underdraft.types.files import ProjectFiles

STORED = "knowledge/"
"""Evidence with this beginning is an entry of the store."""


def check_evidence(
    graph: StoryGraph, chapters: Sequence[ChapterFile], files: ProjectFiles, messages: Messages
) -> Iterator[Finding]:
    """Every reference of events, relations and states; then where events are told."""
    for what, names, refs in _all(graph):
        for ref in refs:
            key = _missing(ref, files)
            if key:
                yield messages.finding("BAD_EVIDENCE", key, names, (ref,), what=what)
    numbers = {c.path: c.number for c in chapters if c.number is not None}
    for event in graph.events:
        yield from _place(event, numbers, files, messages)


def _all(graph: StoryGraph) -> Iterator[tuple[str, tuple[str, ...], tuple[Evidence, ...]]]:
    yield from ((e.what, e.who, e.refs) for e in graph.events)
    yield from ((f"{r.source} {r.kind} {r.target}", (r.source, r.target), r.refs) for r in graph.relations)
    yield from ((f"{s.who} {s.at}", (s.who,), s.refs) for s in graph.states)


def _missing(ref: Evidence, files: ProjectFiles) -> str | None:
    if ref.path.startswith(STORED):
        return None
    try:
        file = files.read(ref.path)
    except InvalidArgument:
        return "no_file"
    if file is None:
        return "no_file"
    if ref.quote:
        return None if find_quote(file.text, ref) else "no_quote"
    lines = file.text.rstrip("\n").split("\n")
    words = any(line.strip() for line in lines[ref.first_line - 1 : ref.last_line])
    return None if not ref.first_line or (ref.last_line <= len(lines) and words) else "no_lines"


def _place(
    event: Event, numbers: Mapping[str, int], files: ProjectFiles, messages: Messages
) -> Iterator[Finding]:
    found = (located(ref, files) for ref in event.refs)
    told = [(ref, numbers[ref.path]) for ref in found if ref and ref.path in numbers]
    expected = event.known_from
    bad = partial(messages.finding, "BAD_EVIDENCE", names=event.who, what=event.what)
    for ref, number in told:
        if number < event.at.chapter or all(n != expected.chapter for _, n in told):
            yield bad("wrong_chapter", refs=(ref,), at=event.at, chapter=number)
            return
        file = (
            files.read(ref.path) if number == expected.chapter and expected.scene and ref.first_line else None
        )
        scene = scene_of_line(file.text, ref.first_line) if file else expected.scene
        if scene != expected.scene:
            # Lines move when a chapter is edited above them: worth a look, no certain contradiction.
            yield bad("wrong_scene", refs=(ref,), doubt=True, at=expected, scene=scene)

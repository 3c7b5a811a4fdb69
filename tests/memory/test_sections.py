"""Sections: what makes one kind of record differ from another is in one value."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import underdraft
from underdraft.errors import InvalidArgument, NotFound
from underdraft.memory.areas.scope import PurgeScope
from underdraft.memory.notes.area import plan_notes
from underdraft.memory.notes.import_export import export_lines, import_lines
from underdraft.memory.notes.search import search
from underdraft.memory.sections import SECTIONS, RecordSection

BRANCHES_LEFT = 8
"""Comparisons of a record's section outside its table. This number may only go down."""

NAMES = {"MEMORIES", "FACTS", "RULES", "PROFILE"}


def branches(tree):
    """Comparisons with a record's section, or with one of the names of sections."""
    named = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "underdraft.memory.sections"
        for alias in node.names
    }
    for node in ast.walk(tree):
        parts = list(ast.walk(node)) if isinstance(node, ast.Compare) else ()
        if any(isinstance(part, ast.Name) and part.id in named & NAMES for part in parts) or any(
            isinstance(part, ast.Attribute) and part.attr == "section" for part in parts
        ):
            yield node


@pytest.mark.both_stores
@pytest.mark.long
def test_few_places_compare_the_section_of_a_record():
    """What depends on the section is a field of its value instead."""
    sources = Path(underdraft.__file__).parent.rglob("*.py")
    found = [
        f"{path.name}: {ast.unparse(node)}"
        for path in sources
        for node in branches(ast.parse(path.read_text("utf-8")))
    ]
    assert len(found) <= BRANCHES_LEFT, found


@pytest.mark.parametrize("does", [("recalled",), ("injected",), ()])
def test_a_new_section_is_one_entry(service, monkeypatch, does):
    """Its records are checked, stored, listed, injected, recalled, exported and purged as the entry says."""
    recalled, injected = "recalled" in does, "injected" in does
    entry = RecordSection(
        name="quotes", noun="quote", purged_as="quote", maximum=8, **dict.fromkeys(does, True)
    )
    monkeypatch.setitem(SECTIONS, entry.name, entry)
    given = {"type": "note", "section": entry.name}
    with pytest.raises(InvalidArgument):
        service.items.create(content="灯塔有九层，在港口边", **given)
    quote = service.items.create(content="灯塔有九层", **given)
    assert service.items.get(quote.id, entry.name) == quote
    assert quote in service.items.list(section=None).items
    assert quote not in service.items.list().items
    with pytest.raises(NotFound, match="quote"):
        service.items.get("none", entry.name)
    assert [item.id for item in service.preview_injection(None).items] == [quote.id] * injected
    service.indexer.wait(10)
    assert [item.id for item in service.recall(None, "灯塔有九层").items] == [quote.id] * recalled
    assert [hit.ref for hit in search(service.database, "灯塔")] == [f"memory:{quote.id}"] * recalled
    assert import_lines(service.items, list(export_lines(service.database, None))).unchanged == 1
    with service.database.read() as connection:
        steps = plan_notes(connection, PurgeScope(everything=True, at="2026-01-01T00:00:00.000Z"))
    assert [step.kind for step in steps if step.rows] == ["quote"]

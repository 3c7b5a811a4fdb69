"""Search by keyword and time in facts, memories and summaries."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from underdraft.errors import InvalidArgument
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.notes.search import search
from underdraft.memory.notes.search_tool import TimeRange
from underdraft.memory.sessions.summaries import Summaries


@pytest.fixture
def filled(service):
    """A memory, two facts of which one contradicts the other, and a session's summary; all on a lighthouse."""
    facts = {"type": "fact", "section": "facts", "about": "灯塔.颜色"}
    service.items.create(type="note", scope="global", content="灯塔要少写")
    for month, colour in (("03", "白"), ("04", "红")):
        said = f"2025-{month}-01T00:00:00.000Z"
        service.items.create(content=f"灯塔是{colour}的", value=colour, said_at=said, **facts)
    Summaries(service.database).write("s", None, title="灯塔", snippet="谈了颜色")
    return service


def test_every_kind_is_found_and_says_what_it_is(filled):
    """What a newer fact contradicts is found too, and says so; summaries come last."""
    found = search(filled.database, "灯塔")
    assert {hit.content: (hit.kind, hit.contradicted) for hit in found} == {
        "灯塔要少写": ("memory", False),
        "灯塔是白的": ("atomic", True),
        "灯塔是红的": ("atomic", False),
        "灯塔：谈了颜色": ("session", False),
    }
    assert found[-1].kind == "session"
    assert all(hit.ref.partition(":")[0] == hit.kind for hit in found)


@pytest.mark.parametrize(
    ("keyword", "hits"),
    [
        ("drink", ["drinks", "drinking"]),
        ("drinking", ["drinking", "drinks"]),
        ("taverns", ["drinks"]),
        ("Tavern", ["drinks"]),
        ("brand", ["drinks"]),
        ("ink", ["drinking", "drinks"]),
        ("the", []),
        ("in", []),
        ("100%", []),
        ("rum brandies", ["drinks"]),
    ],
)
def test_forms_and_parts_of_words_are_found_after_whole_words(service, keyword, hits):
    """Singular and plural, other endings, and parts of words; whole words come first, and short or common parts find nothing."""
    texts = {
        "drinks": "Edith drinks brandy at a tavern by day",
        "drinking": "Whoever is drinking pays",
    }
    for text in texts.values():
        service.items.create(type="note", scope="global", content=text)
    found = [hit.content for hit in search(service.database, keyword)]
    assert sorted(found) == sorted(texts[name] for name in hits)
    if keyword == "drinking":
        assert found == [texts[name] for name in hits]


def test_a_time_range_has_both_its_ends(filled):
    """A date counts as its whole day at the end of a range."""
    span = TimeRange(from_="2025-03-01", to="2025-04-01")
    assert {hit.content for hit in search(filled.database, "灯塔", time_range=span)} == {
        "灯塔是白的",
        "灯塔是红的",
    }
    span = TimeRange(to="2025-03-01")
    assert [hit.content for hit in search(filled.database, "灯塔", time_range=span)] == ["灯塔是白的"]


def test_a_project_finds_its_own_and_what_it_does_not_overrule(service):
    """Nothing of another project, and no global memory whose opposite is the project's own."""
    for content, where in (("灯塔 甲", {}), ("灯塔 乙", {"scope": "project", "project_id": "p"})):
        service.items.create(**{"type": "note", "scope": "global", "content": content, **where})

    def everything_global(_):
        return select(MEMORY_ITEM.c.id).where(MEMORY_ITEM.c.scope == "global")

    def contents(**options):
        return {hit.content for hit in search(service.database, "灯塔", **options)}

    assert contents() == {"灯塔 甲"}
    assert contents(project_id="p") == {"灯塔 甲", "灯塔 乙"}
    assert contents(project_id="p", overruled=everything_global) == {"灯塔 乙"}


@pytest.mark.parametrize(
    ("keyword", "options", "field"),
    [
        (" ", {}, "keyword"),
        ("x" * 301, {}, "keyword"),
        ("x", {"limit": 0}, "limit"),
        ("x", {"limit": 101}, "limit"),
        ("x", {"time_range": TimeRange(from_="soon")}, "timeRange.from"),
        ("x", {"time_range": TimeRange(to="2025-13-01")}, "timeRange.to"),
    ],
)
def test_a_wrong_question_is_named(service, keyword, options, field):
    """Before anything is looked for."""
    with pytest.raises(InvalidArgument) as raised:
        search(service.database, keyword, **options)
    assert raised.value.details == {"field": field}

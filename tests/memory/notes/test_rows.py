"""Memories as rows: what a project sees, and JSON and back."""

from __future__ import annotations

from sqlalchemy import or_, select

from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.notes.record import MemoryItem
from underdraft.memory.notes.rows import from_plain, index_all, recallable, to_plain, visible
from underdraft.memory.notes.search import search
from underdraft.memory.sections import FACTS


def seen(service, *arguments, condition=visible):
    """Contents of what is visible, in no order."""
    with service.database.read() as connection:
        return set(connection.scalars(select(MEMORY_ITEM.c.content).where(condition(*arguments))))


def overruled(project_id):
    """Everything that ends with the project's name."""
    return select(MEMORY_ITEM.c.id).where(MEMORY_ITEM.c.content.endswith(f"not {project_id}"))


def test_a_project_sees_its_own_and_the_global(service):
    """Nothing of others, nothing deleted, nothing of another document."""
    for content, where in (
        ("all", {}),
        ("own", {"scope": "project", "project_id": "p"}),
        ("other", {"scope": "project", "project_id": "q"}),
        ("bound", {"document_id": "d"}),
    ):
        service.items.create(**{"type": "note", "scope": "global", "content": content, **where})
    service.items.delete(service.items.create(type="note", scope="global", content="gone").id)
    assert seen(service, None) == {"all"}
    assert seen(service, "p") == {"all", "own"}
    assert seen(service, "p", "d") == {"all", "own", "bound"}
    assert seen(service, "p", "e") == {"all", "own"}


def test_a_project_recalls_its_own_facts_and_those_of_none(service):
    """Never those of another project, whichever name comes first."""
    for content in ("p", "q", None):
        scope = {"scope": "project", "project_id": content} if content else {"scope": "global"}
        service.items.create(type="note", content=str(content), **scope)
    with service.database.write() as connection:
        connection.execute(MEMORY_ITEM.update().values(section=FACTS))

    def recalled(project_id):
        return seen(service, project_id, condition=lambda project: or_(*recallable(project)))

    assert recalled(None) == {"None"}
    for project in ("p", "q"):
        assert recalled(project) == {"None", project}


def test_what_a_project_overrules_is_left_out_there(service):
    """The query for it comes from outside; without a project nothing is overruled."""
    service.items.create(type="note", scope="global", content="short, not p")
    service.items.create(type="note", scope="global", content="short, not q")
    assert seen(service, "p", None, overruled) == {"short, not q"}
    assert seen(service, "q", None, overruled) == {"short, not p"}
    assert seen(service, None, None, overruled) == {"short, not p", "short, not q"}


def test_json_and_back_loses_nothing():
    """Keys that this version does not know are passed over."""
    item = MemoryItem(
        id="m", type="note", scope="global", content="x", evidence=({"a": [1]},), metadata={"b": 2}
    )
    assert from_plain({**to_plain(item), "invented": 1}) == item


def test_the_index_is_made_anew(service):
    """Live memories are in it, deleted ones and what was there by mistake are not."""
    kept = service.items.create(type="note", scope="global", content="灯塔")
    gone = service.items.create(type="note", scope="global", content="灯笼")
    service.items.delete(gone.id)
    with service.database.write() as connection:
        connection.exec_driver_sql("UPDATE memory_item SET content = '码头'")
        index_all(connection)
        entries = connection.exec_driver_sql("SELECT memory_id FROM record_words").scalars().all()
    assert entries == [kept.id]
    assert [f.ref for f in search(service.database, "码头")] == [f"memory:{kept.id}"]
    assert search(service.database, "灯塔") == ()

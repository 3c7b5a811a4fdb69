"""What is remembered, in a purge."""

from __future__ import annotations

from memory.area_samples import purge
from memory.episodes.test_semantic import put, rule, rules
from memory.service_samples import note_line
from underdraft.memory.notes.area import find_items
from underdraft.memory.notes.record import MemoryItem
from underdraft.memory.notes.rows import write


def test_rules_go_with_their_project_and_their_words(service):
    """A purged memory takes the rule along that says the same; the project all of them."""
    put(service.database, rule(1), rule("把伞递过去不说谢谢"))
    item = service.items.create(type="preference", scope="global", content="把伞递过去不说谢谢")
    assert {count.kind for count in purge(service.database, item_id=item.id).counts} == {
        "memory",
        "semantic_rule",
    }
    assert rules(service.database) == ["rule-1"]
    purge(service.database, project_id="p")
    assert rules(service.database) == []


def test_a_project_is_its_memories(service):
    """The global ones stay."""
    kept = service.items.create(type="note", scope="global", content="a")
    service.items.create(type="note", scope="project", project_id="p", content="b")
    assert purge(service.database, project_id="p").purged == 1
    assert service.items.list(project_id="p", include_deleted=True).items == (kept,)


def test_vectors_go_with_the_last_text_that_has_them(service):
    """Another memory with the same words keeps them."""

    def vectors():
        with service.database.read() as connection:
            return connection.exec_driver_sql("SELECT count(*) FROM embedding").scalar()

    first, second = (service.items.create(type="note", scope="global", content="灯塔") for _ in range(2))
    assert service.indexer.wait(10)
    purge(service.database, item_id=first.id)
    assert vectors() == 1
    purge(service.database, item_id=second.id)
    assert vectors() == 0


def test_a_purged_line_leaves_the_profile(service):
    """The profile is shown anew: without the line, and with the one that it had replaced."""
    old = {"section": "profile", "state": "outdated", "replaced_by": "note-1"}
    older = MemoryItem(id="older", type="preference", scope="global", content="只写雪", **old)
    with service.database.write() as connection:
        write(connection, None, older, action="create", actor="user", at="2026-01-01T00:00:00.000Z")
    shown = [note_line(service.database, "只写雨", "少用比喻")]
    purge(service.database, item_id="note-1")
    with service.database.read() as connection:
        shown += connection.exec_driver_sql("SELECT markdown FROM user_profile").scalars()
    words = ("只写雪", "只写雨", "少用比喻")
    assert [[word in text for word in words] for text in shown] == [[False, True, True], [True, False, True]]


def test_a_record_is_named_with_every_wording_it_had(service):
    """Of its past too."""
    item = service.items.create(type="note", scope="global", content="first\nline")
    service.items.update(item.id, {"content": "second"})
    with service.database.read() as connection:
        found = find_items(connection, item.id, None)
        assert (found.item_ids, found.texts) == ({item.id}, {"first\nline", "second"})
        assert find_items(connection, "none", None).texts == frozenset()

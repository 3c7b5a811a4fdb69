"""The purge of memories and of vectors that nobody owns."""

from __future__ import annotations


def test_a_project_is_its_memories(service):
    """The global ones stay."""
    kept = service.items.create(type="note", scope="global", content="a")
    service.items.create(type="note", scope="project", project_id="p", content="b")
    assert service.purge(project_id="p").purged == 1
    assert service.items.list(project_id="p", include_deleted=True).items == (kept,)


def test_vectors_go_with_the_last_text_that_has_them(service):
    """Another memory with the same words keeps them."""

    def vectors():
        with service.database.read() as connection:
            return connection.exec_driver_sql("SELECT count(*) FROM embedding").scalar()

    first, second = (service.items.create(type="note", scope="global", content="灯塔") for _ in range(2))
    assert service.indexer.wait(10)
    service.purge(item_id=first.id)
    assert vectors() == 1
    service.purge(item_id=second.id)
    assert vectors() == 0

"""What the indexes keep."""

from __future__ import annotations

from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.index.area import plan_orphans


def test_a_vector_stays_while_somebody_has_its_text(service):
    """One that came back between the plan and the deed stays, too."""
    item = service.items.create(type="note", scope="global", content="灯塔")
    assert service.indexer.wait(10)
    with service.database.write() as connection:
        assert [step.rows for step in plan_orphans(connection)] == [[]]
        connection.exec_driver_sql("UPDATE memory_item SET content_hash = 'x'")
        [step] = plan_orphans(connection)
        assert step.kind == "vector"
        keys = [key for key, _ in step.rows]
        connection.execute(MEMORY_ITEM.update().values(content_hash=keys[0]))
        step.write(connection, keys)
        assert connection.exec_driver_sql("SELECT count(*) FROM embedding").scalar() == 1
        connection.exec_driver_sql("UPDATE memory_item SET content_hash = 'x'")
        step.write(connection, keys)
        assert connection.exec_driver_sql("SELECT count(*) FROM embedding").scalar() == 0
    assert item.content == "灯塔"

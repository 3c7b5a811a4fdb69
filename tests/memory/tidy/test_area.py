"""The purge of what was said about memories."""

from __future__ import annotations

import pytest

from memory.area_samples import purge
from memory.tidy.tidy_samples import live, remember
from underdraft.memory.tidy.service import Tidying
from underdraft.memory.tidy.settle import settle

pytestmark = pytest.mark.both_stores


def test_what_was_said_goes_with_what_it_is_about(service):
    """A purge takes the hashes of a purged memory out, and a project's with the project."""
    memory, tidying = service, Tidying(database=service.database, slot=service.embedder)
    stays, gone, other = remember(memory, "喜欢长句", "偏好短句", "少用成语")
    rows = "SELECT count(*) FROM memory_tidy"
    settle(tidying.database, [stays, gone, other], "keep_both", project_id="p")
    with memory.database.read() as connection:
        assert connection.exec_driver_sql(rows).scalar() == 3
    settle(tidying.database, [stays, gone], "drop", keep=stays, project_id="p")
    assert live(memory) == {"喜欢长句", "少用成语"}
    purge(memory.database, item_id=gone.partition(":")[2])
    with memory.database.read() as connection:
        assert connection.exec_driver_sql(rows).scalar() == 1
    purge(memory.database, project_id="p")
    with memory.database.read() as connection:
        assert connection.exec_driver_sql(rows).scalar() == 0

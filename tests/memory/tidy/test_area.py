"""The purge of what was said about memories."""

from __future__ import annotations

import pytest

from memory.area_samples import purge
from memory.tidy.tidy_samples import live, remember
from underdraft.memory.tidy.settle import settle

pytestmark = pytest.mark.both_stores


def test_what_was_said_goes_with_what_it_is_about(service):
    """A purge takes the hashes of a purged memory out, and a project's with the project."""
    stays, gone, other = remember(service, "喜欢长句", "偏好短句", "少用成语")
    rows = "SELECT count(*) FROM memory_tidy"
    settle(service, [stays, gone, other], "keep_both", project_id="p")
    with service.database.read() as connection:
        assert connection.exec_driver_sql(rows).scalar() == 3
    settle(service, [stays, gone], "drop", keep=stays, project_id="p")
    assert live(service) == {"喜欢长句", "少用成语"}
    purge(service.database, item_id=gone.partition(":")[2])
    with service.database.read() as connection:
        assert connection.exec_driver_sql(rows).scalar() == 1
    purge(service.database, project_id="p")
    with service.database.read() as connection:
        assert connection.exec_driver_sql(rows).scalar() == 0

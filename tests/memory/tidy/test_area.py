"""The purge of what was said about memories."""

from __future__ import annotations

import pytest

from memory.area_samples import purge
from memory.tidy.tidy_samples import live, remember
from underdraft.memory.tidy.service import list_offers
from underdraft.memory.tidy.settle import keep_all

pytestmark = pytest.mark.both_stores


def test_what_was_said_goes_with_what_it_is_about(service):
    """A purge takes the hashes of a purged memory out, and a project's with the project."""
    refs = remember(service, "喜欢长句", "喜欢长句。", "喜欢长句！")
    rows = "SELECT count(*) FROM memory_tidy"
    [offer] = list_offers(service, "p").offers
    with service.database.write() as connection:
        keep_all(connection, offer, project_id="p", at="2026-01-01T00:00:00.000Z")
        assert connection.exec_driver_sql(rows).scalar() == 3
    assert len(live(service)) == 3
    gone = refs[0]
    purge(service.database, item_id=gone.partition(":")[2])
    with service.database.read() as connection:
        assert connection.exec_driver_sql(rows).scalar() == 1
    purge(service.database, project_id="p")
    with service.database.read() as connection:
        assert connection.exec_driver_sql(rows).scalar() == 0

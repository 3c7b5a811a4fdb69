"""What a model judged, in the store."""

from __future__ import annotations

import pytest

from memory.area_samples import purge
from memory.tidy.tidy_samples import ScriptedJudge, remember

pytestmark = pytest.mark.both_stores


def test_verdicts_go_with_what_they_are_about(memory, tidying):
    """A purge takes the hashes of a purged memory out, and a project's with the project."""
    remember(memory, "林晚抽烟", "林晚不抽烟了", "林晚早就不抽烟了")
    tidying.judge("p", ScriptedJudge(lambda _: ([], [])))
    rows = "SELECT count(*) FROM memory_tidy_verdict"
    with memory.database.read() as connection:
        assert connection.exec_driver_sql(rows).scalar() == 3
    purge(memory.database, item_id=memory.items.list(project_id="p").items[0].id)
    with memory.database.read() as connection:
        assert connection.exec_driver_sql(rows).scalar() == 1
    purge(memory.database, project_id="p")
    with memory.database.read() as connection:
        assert connection.exec_driver_sql(rows).scalar() == 0

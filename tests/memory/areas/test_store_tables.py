"""The tables of the store itself."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from underdraft.memory.areas.store_tables import jobs_of
from underdraft.memory.db.jobs import enqueue
from underdraft.memory.db.schema.conversations import BACKGROUND_JOB, SESSION

pytestmark = pytest.mark.both_stores


def test_jobs_of_a_project(database):
    """Those about it, its sessions and it with a model; not of one whose id begins in the same way."""
    subjects = ["p_", "s1", '["p_", "m"]', "px", '["px", "m"]', "s2", ""]
    with database.write() as connection:
        for session, project in (("s1", "p_"), ("s2", "px")):
            row = {"session_id": session, "project_id": project, "started_at": "2026"}
            connection.execute(SESSION.insert().values(row))
        for subject in subjects:
            enqueue(connection, "kind", subject, at="2026")
        found = connection.scalars(select(BACKGROUND_JOB.c.subject).where(jobs_of("p_")))
        assert sorted(found) == sorted(subjects[:3])

"""The purge of feedback."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from learning.feedback_samples import LEARNED, Desk
from memory.store_samples import open_database
from underdraft.learning.area import LEARNING
from underdraft.memory.areas.scope import PurgeScope
from underdraft.memory.db.schema.feedback import FEEDBACK_EVENT, RUN_FEEDBACK
from underdraft.memory.purge import plan

EVENT = {"at": "2026-01-01", "action": "accept", "undo": False, "signal": "DIRECT_ACCEPT", "weight": 1.0}


@pytest.mark.parametrize(
    ("scope", "left"),
    [
        (PurgeScope(texts=frozenset({"short SENTENCES!"})), {"a": None, "b": "long sentences"}),
        (PurgeScope(project_id="p"), {"b": "long sentences"}),
        (PurgeScope(everything=True), {}),
    ],
)
def test_events_lose_their_words_or_go(tmp_path, scope, left):
    """An event that named a purged text keeps its numbers; a project's events go with what counted them."""
    database = open_database(tmp_path / "u.db")
    events = (("a", "p", "Short sentences."), ("b", "q", "long sentences"))
    with database.write() as connection:
        for run_id, project_id, evidence in events:
            row = EVENT | {"run_id": run_id, "project_id": project_id, "evidence_ref": evidence}
            seq = connection.execute(FEEDBACK_EVENT.insert().values(row)).inserted_primary_key[0]
            connection.execute(RUN_FEEDBACK.insert().values(run_id=run_id, event_seq=seq))
        for step in plan(connection, [LEARNING], scope):
            step.write(connection, [key for key, _ in step.rows])
        found = connection.execute(select(FEEDBACK_EVENT.c.run_id, FEEDBACK_EVENT.c.evidence_ref)).all()
        assert dict(map(tuple, found)) == left
        assert set(connection.scalars(select(RUN_FEEDBACK.c.run_id))) == set(left)
    database.close()


def test_a_purge_takes_signals_and_words_with_it(tmp_path):
    """What is purged is not re-created by old signals, and no word of it is left in the tables."""
    desk = Desk(tmp_path)
    item = desk.feeds("accept", "accept", "accept", evidence="独一无二的话")["learned"]
    desk.data("memory:purge", {"id": item["id"], "confirm": True})
    assert "独一无二" not in desk.stored()
    assert desk.feeds("accept", evidence="独一无二的话")["score"] == 1
    desk.data("memory:purge", {"projectId": "novel", "confirm": True})
    assert not any(desk.rows(table) for table in LEARNED)
    desk.close()

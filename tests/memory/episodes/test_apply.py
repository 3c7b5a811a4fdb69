"""Operations get into the store: each once, in order, all of a batch or none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from memory.episodes.episode_samples import an_episode, close, ids_of, open_episodes, put
from underdraft.errors import CapacityExceeded, StoreError
from underdraft.memory.db.schema.episodes import EPISODE
from underdraft.memory.db.schema.episodes import EPISODE_JOURNAL as APPLIED
from underdraft.memory.db.write_ahead_queue import SpoolEntry
from underdraft.memory.episodes import operations, rows
from underdraft.memory.episodes.apply import Applier, forget_spool
from underdraft.memory.episodes.limits import EpisodeLimits
from underdraft.memory.settings import update_settings


def entries(*episodes, first=1):
    """The recording of some episodes, numbered."""
    return [SpoolEntry(n, operations.record(e)) for n, e in enumerate(episodes, start=first)]


@pytest.fixture
def applier(episodes):
    """Writes into a fresh store."""
    return Applier(database=episodes.database, limits=EpisodeLimits())


def noted(applier, spool_id):
    """The number that the store has noted for a spool."""
    with applier.database.read() as connection:
        own = APPLIED.c.journal_id == spool_id
        return connection.scalar(select(APPLIED.c.applied).where(own)) or 0


@given(cuts=st.lists(st.integers(0, 6), min_size=1, max_size=5))
def test_any_overlap_writes_each_once(cuts, tmp_path_factory):
    """Whatever part of a spool is written again, before or after it was read to the end: one row each, in order."""
    service = open_episodes(tmp_path_factory.mktemp("a") / "u.db")
    all_of_them = entries(*(an_episode(n) for n in range(6)))
    for cut in cuts:
        service._applier.write("s", all_of_them[:cut])
    service._applier.write("s", all_of_them)
    assert ids_of(service) == [f"e-{n:05d}" for n in range(6)]
    assert noted(service._applier, "s") == 6
    close(service)


def test_what_was_written_once_does_not_come_back(applier, episodes):
    """The note counts, not the row: a forgotten episode stays forgotten."""
    applier.write("s", entries(an_episode(1)))
    episodes.forget("e-00001", "novel")
    applier.write("s", entries(an_episode(1)))
    assert ids_of(episodes) == []


def test_spools_are_told_apart(applier, episodes):
    """The same numbers of two spools are two operations; one without a number is always written."""
    applier.write("a", entries(an_episode(1)))
    applier.write("b", entries(an_episode(2)))
    applier.write("a", [SpoolEntry(0, operations.record(an_episode(3)))])
    assert ids_of(episodes) == ["e-00001", "e-00002", "e-00003"]
    forget_spool(applier.database, "a")
    assert (noted(applier, "a"), noted(applier, "b")) == (0, 1)


def test_a_fault_in_between_writes_nothing(applier, episodes, monkeypatch):
    """Neither the first operations of the batch nor the note."""
    real = rows.write

    def fail_at_the_third(connection, before, after, **options):
        if after.id == "e-00003":
            raise StoreError("no", details={"reason": "io_error"})
        real(connection, before, after, **options)

    monkeypatch.setattr(rows, "write", fail_at_the_third)
    with pytest.raises(StoreError):
        applier.write("s", entries(*(an_episode(n) for n in (1, 2, 3))))
    assert ids_of(episodes) == []
    assert noted(applier, "s") == 0


def test_what_finds_no_room_costs_no_other(applier, episodes):
    """Its place and error are told, and it is not tried again."""
    put(episodes, an_episode(1))
    episodes.confirm("e-00001", "novel")
    small = Applier(database=applier.database, limits=EpisodeLimits(active=1))
    refused = small.write("s", entries(an_episode(2), an_episode(3, project_id="other")))
    assert list(refused) == [0]
    assert isinstance(refused[0], CapacityExceeded)
    assert (ids_of(episodes), ids_of(episodes, "other")) == (["e-00001"], ["e-00003"])
    assert noted(applier, "s") == 2


def test_privacy_is_asked_when_it_is_written(applier, episodes):
    """What was spooled before privacy mode was switched on loses its texts all the same."""
    update_settings(applier.database, {"privacyModeEnabled": True})
    applier.write("s", entries(an_episode(1)))
    assert (episodes.get("e-00001").input_context, episodes.get("e-00001").final_text) == (None, None)


def test_recalls_count_in_every_project(applier, episodes):
    """Each project has an order of use of its own; what is gone is not counted."""
    put(episodes, an_episode(1), an_episode(2, project_id=None), an_episode(3))
    at = "2026-06-02T00:00:00.000Z"
    series = (("novel", ["e-00001", "gone"]), (None, ["e-00002"]), ("novel", ["e-00001"]))
    recalls = [operations.recalled(project, ids, at=at) for project, ids in series]
    applier.write("s", [SpoolEntry(n, recall) for n, recall in enumerate(recalls, 1)])
    assert [(episodes.get(f"e-0000{n}").recall_count) for n in (1, 2, 3)] == [2, 1, 0]
    assert episodes.get("e-00002").last_recalled_at == at
    with applier.database.read() as connection:
        found = connection.execute(select(EPISODE).where(EPISODE.c.project_id == "novel")).all()
    assert [row.id for row in sorted(found, key=lambda row: row.used_seq)] == ["e-00003", "e-00001"]


def test_nothing_of_an_older_generation_is_written(applier, episodes):
    """What was made before all was purged is refused; what is made afterwards is written."""
    before = entries(an_episode(id="a"))
    with applier.database.ending_generation():
        pass
    assert [str(error.details["reason"]) for error in applier.write("s", before).values()] == ["purged"]
    now = [SpoolEntry(2, operations.record(an_episode(id="b")), applier.database.generation)]
    assert applier.write("s", now) == {}
    assert ids_of(episodes) == ["b"]

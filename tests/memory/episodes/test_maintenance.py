"""The four triggers: each says what it did, may be interrupted, and then has nothing more to do."""

from __future__ import annotations

import attrs
import pytest

from memory.episodes.episode_samples import an_episode, changed, ids_of, put
from underdraft.errors import InvalidArgument, StoreError
from underdraft.memory.episodes import maintenance, rows
from underdraft.memory.episodes.limits import EpisodeLimits, days_before
from underdraft.memory.episodes.maintenance import TRIGGERS


def aged(service, clock, *ages):
    """Episodes of so many days of age, numbered from 1."""
    put(
        service,
        *(
            an_episode(n, created_at=days_before(clock(), age), run_id=f"r{n}")
            for n, age in enumerate(ages, start=1)
        ),
    )


def test_an_unknown_trigger_is_refused(episodes):
    """The message names the four."""
    with pytest.raises(InvalidArgument, match="realtimeEvictionTrigger"):
        episodes.maintain("hourlyTrigger", everywhere=True)


@pytest.mark.parametrize("trigger", TRIGGERS)
def test_an_empty_store_has_nothing_to_do(episodes, trigger):
    """Every count is there, and 0."""
    done = episodes.maintain(trigger, everywhere=True)
    assert done.pop("trigger") == trigger
    assert set(done.values()) == {0}


def test_realtime_eviction_brings_projects_within_budget(open_here, clock):
    """After a budget was lowered: the expired one first, then the coldest, the confirmed one never."""
    service = open_here()
    aged(service, clock, 200, 10, 9, 8, 7)
    service.confirm("e-00002", "novel")
    smaller = open_here(limits=EpisodeLimits(active=2))
    done = smaller.maintain("realtimeEvictionTrigger", everywhere=True)
    assert (done["expired"], done["evicted"], done["overBudget"]) == (1, 2, 0)
    assert ids_of(smaller) == ["e-00002", "e-00005"]
    assert smaller.maintain("realtimeEvictionTrigger", everywhere=True)["evicted"] == 0


def test_realtime_eviction_says_what_it_may_not_free(open_here, clock):
    """All confirmed: nothing goes, and the excess is reported."""
    service = open_here()
    aged(service, clock, 1, 2, 3)
    for number in (1, 2, 3):
        service.confirm(f"e-{number:05d}", "novel")
    done = open_here(limits=EpisodeLimits(active=1)).maintain("realtimeEvictionTrigger", everywhere=True)
    assert (done["evicted"], done["overBudget"]) == (0, 2)


def test_importance_is_worked_out_anew_from_signal_and_recalls(episodes, clock):
    """Frequent recalls raise it; what the caller set stays; time alone changes nothing."""
    put(episodes, an_episode(1), an_episode(2, importance=0.123, importance_given=True))
    changed(episodes, "e-00001", recall_count=5)
    changed(episodes, "e-00002", recall_count=5)
    before = episodes.get("e-00001").importance
    done = episodes.maintain("dailyDecayRecomputeTrigger", everywhere=True)
    assert (done["examined"], done["recomputed"]) == (1, 1)
    assert episodes.get("e-00001").importance == pytest.approx(before + 0.1)
    assert episodes.get("e-00002").importance == 0.123
    clock.move(days=90)
    assert episodes.maintain("dailyDecayRecomputeTrigger", everywhere=True)["recomputed"] == 0


def test_compression_keeps_a_summary_and_the_way_to_the_whole(episodes, clock):
    """Texts become excerpts with the run's reference; signal, scores and recall stay."""
    aged(episodes, clock, 40)
    before = episodes.get("e-00001")
    assert episodes.maintain("weeklyCompressTrigger", everywhere=True)["compressed"] == 1
    after = episodes.get("e-00001")
    assert after.compressed
    assert (after.input_context, after.final_text) == (None, None)
    assert after.summary == {"asked": "码头上的对话，第1次", "kept": "“走吧。”他说。第1次", "ref": "run:r1"}
    changed = {name for name in attrs.asdict(before) if getattr(after, name) != getattr(before, name)}
    assert changed == {"compressed", "input_context", "final_text", "summary", "updated_at", "version"}
    found = episodes.recall("novel", query="码头上的对话", counted=True).items[0].episode
    assert (found.asked, found.kept) == ("码头上的对话，第1次", "“走吧。”他说。第1次")


def test_compression_spares_the_young_the_used_and_the_confirmed(episodes, clock):
    """Only what is old, was not recalled since and is not confirmed is compressed."""
    aged(episodes, clock, 29, 31, 32, 33)
    changed(episodes, "e-00002", last_recalled_at=clock())
    episodes.confirm("e-00003", "novel")
    assert episodes.maintain("weeklyCompressTrigger", everywhere=True)["compressed"] == 1
    assert [episodes.get(f"e-{n:05d}").compressed for n in (1, 2, 3, 4)] == [False, False, False, True]
    assert episodes.maintain("weeklyCompressTrigger", everywhere=True)["compressed"] == 0


def test_compression_respects_the_compressed_budget(open_here, clock):
    """The coldest compressed ones make room for warmer ones; at the end there is nothing left to do."""
    service = open_here(limits=EpisodeLimits(compressed=3))
    aged(service, clock, *range(40, 50))
    done = service.maintain("weeklyCompressTrigger", everywhere=True)
    assert (done["compressed"], done["evicted"]) == (10, 7)
    assert ids_of(service) == ["e-00008", "e-00009", "e-00010"]
    again = service.maintain("weeklyCompressTrigger", everywhere=True)
    assert (again["compressed"], again["evicted"]) == (0, 0)


def test_feedback_on_a_compressed_episode_brings_no_text_back(episodes, clock):
    """A late accept changes the signal only."""
    aged(episodes, clock, 40)
    episodes.maintain("weeklyCompressTrigger", everywhere=True)
    put(episodes, an_episode(1, edit_distance=0.0, run_id="r1"))
    after = episodes.get("e-00001")
    assert (after.implicit_signal, after.final_text, after.compressed) == ("DIRECT_ACCEPT", None, True)


def test_the_purge_removes_what_has_outlived_its_time(episodes, clock):
    """180 days for active ones, 365 for compressed ones; exactly that old is too old, confirmed stays."""
    aged(episodes, clock, 179, 180, 364, 365, 400)
    for number in (3, 4):
        changed(episodes, f"e-{number:05d}", compressed=True)
    episodes.confirm("e-00005", "novel")
    done = episodes.maintain("monthlyPurgeTrigger", everywhere=True)
    assert (done["purgedActive"], done["purgedCompressed"]) == (1, 1)
    assert ids_of(episodes) == ["e-00001", "e-00003", "e-00005"]
    assert episodes.maintain("monthlyPurgeTrigger", everywhere=True)["purgedActive"] == 0


def test_a_trigger_for_one_project_leaves_the_others(open_here, clock):
    """``projectId`` narrows the work."""
    service = open_here()
    put(service, an_episode(1, project_id="a", created_at="2024-01-01T00:00:00.000Z"))
    put(service, an_episode(2, project_id="b", created_at="2024-01-01T00:00:00.000Z"))
    done = service.maintain("monthlyPurgeTrigger", "a")
    assert (done["projects"], done["purgedActive"]) == (1, 1)
    assert ids_of(service, "b") == ["e-00002"]


@pytest.mark.parametrize("trigger", ["weeklyCompressTrigger", "monthlyPurgeTrigger"])
def test_an_interrupted_trigger_goes_on_where_it_stopped(open_here, clock, monkeypatch, trigger):
    """A fault in the second project: the first one is done, the next call does the rest, nothing is done twice."""
    service = open_here()
    put(
        service,
        *(
            an_episode(n, project_id=project, created_at=days_before(clock(), 200), run_id=f"r{n}")
            for n, project in enumerate("aaaabbb")
        ),
    )
    name = "delete" if trigger.startswith("monthly") else "write"
    real, calls = getattr(rows, name), []

    def fail_later(*args, **options):
        calls.append(1)
        if len(calls) == (3 if name == "delete" else 6):
            raise StoreError("interrupted", details={"reason": "io_error"})
        return real(*args, **options)

    with monkeypatch.context() as patch:
        patch.setattr(rows, name, fail_later)
        with pytest.raises(StoreError):
            service.maintain(trigger, everywhere=True)
    rest = service.maintain(trigger, everywhere=True)
    assert rest.get("compressed", rest.get("purgedActive")) == 3


def test_compression_in_privacy_mode_writes_no_excerpt(episodes, clock, monkeypatch):
    """A summary that is made then has the run's reference and no words of the texts that go."""
    aged(episodes, clock, 40)
    monkeypatch.setattr(maintenance, "privacy_enabled", lambda _: True)
    assert episodes.maintain("weeklyCompressTrigger", everywhere=True)["compressed"] == 1
    summary = episodes.get("e-00001").summary
    assert summary["ref"] == "run:r1"
    assert not {"asked", "kept"} & summary.keys()

"""Memories that are not used fade, in steps that leave the prefix alone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from underdraft import Workspace
from underdraft.memory.notes.fading import days_between, importance_of, note_recalls, step_of
from underdraft.types.memory import FADED

BEGIN = datetime(2026, 1, 1, 9, tzinfo=UTC)
LEARNED = {"type": "preference", "scope": "global", "origin": "learned", "confidence": 0.0}


class Day:
    """A clock that stands at nine on a day, counted from the first."""

    number = 0

    def __call__(self):
        moment = BEGIN + timedelta(days=self.number)
        return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


@pytest.fixture
def day():
    """The clock."""
    return Day()


@pytest.fixture
def ws(tmp_path, day):
    """A workspace that goes by it."""
    with Workspace.open(tmp_path, store=tmp_path / "u.db", embedder="none", clock=day) as workspace:
        yield workspace


def fill(ws, day, count, every=1):
    """Learn memories of 30 tokens and more, one every so many days until the first: types take turns, every second is confirmed."""
    ids = []
    for n in range(count):
        day.number = (n - count) * every
        kind, sure = ("preference", "fact", "note")[n % 3], float(n % 2)
        made = ws.store.memory.items.create(
            **LEARNED | {"type": kind, "confidence": sure, "content": f"第{n}条：" + "写得清楚一些，" * 4},
            user_confirmed=bool(sure),
        )
        ids.append(made.id)
    day.number = 0
    return ids


def test_steps():
    """The less important and the longer unused, the more steps; what the clock says wrongly moves nothing."""
    assert importance_of(0.8, confirmed=False) == 0.4
    assert [step_of(days, 0.0) for days in (59, 60, 120, 239, 240, 9999)] == [0, 1, 2, 2, 3, 3]
    assert [step_of(days, 1.0) for days in (239, 240, 480, 960)] == [0, 1, 2, 3]
    assert days_between("2026-01-31T23:59:59.000Z", "2026-02-01T00:00:00.000Z") == 1
    assert days_between("2026-02-01", "2026-01-01") == days_between("x", "2026-01-01") == 0


def test_the_unused_give_way_and_come_back_when_used(ws, day):
    """An old memory that stands first by type gives way to fresh ones; recalled or edited it is back; none is deleted."""
    old = ws.store.memory.items.create(content="旧" * 200, **LEARNED).id
    day.number = 70
    for n in range(12):
        ws.store.memory.items.create(content=f"{n}" + "新" * 30, **LEARNED | {"type": "note"})
    shown = ws.store.memory.preview_injection(None)
    assert old not in {item.id for item in shown.items}
    assert (shown.excluded[0].id, shown.excluded[0].reason, shown.excluded[0].faded) == (old, FADED, 1)
    run = ws.preview_sync("polish", document="灯塔")
    [excluded] = [line for line in run.excluded if line.id == old]
    assert excluded.reason == FADED
    ws.store.memory.items.update(old, {"user_confirmed": True})
    day.number = 71
    ws.store.sessions.start()
    assert ws.store.memory.preview_injection(None).items[0].id == old


def test_a_recall_is_a_use(ws, day):
    """A run whose layer 4 holds a memory keeps it from fading."""
    used, unused = (ws.store.memory.items.create(content=text, **LEARNED).id for text in ("甲", "乙"))
    day.number = 59
    with ws.store.database.write() as connection:
        note_recalls(connection, [used, "atomic-1"], day())
    day.number = 61
    ws.store.sessions.start()
    faded = {item.id: item.faded for item in ws.store.memory.preview_injection(None).items}
    assert faded == {used: 0, unused: 1}


def test_thirty_days_of_runs(ws, day):
    """Ninety memories where a dozen fit: within a day the prefix stands, and it changes on a few mornings only."""
    fill(ws, day, 45, every=2)
    ws.store.memory.let_fade()
    prefixes = []
    for number in range(30):
        day.number = number
        ws.store.sessions.start()
        prefixes += [
            ws.preview_sync("polish", document=f"{number}.{run}").prompt.stable_prefix for run in range(3)
        ]
    assert prefixes[0::3] == prefixes[1::3] == prefixes[2::3]
    assert sum(one != other for one, other in pairwise(prefixes)) == 2


def test_where_all_fit_nothing_moves(ws, day):
    """Steps alone change no byte of a prompt."""
    fill(ws, day, 10)
    before = ws.preview_sync("polish", document="x").prompt.stable_prefix
    day.number = 400
    ws.store.sessions.start()
    shown = ws.store.memory.preview_injection(None)
    assert {item.faded for item in shown.items} == {1, 3}
    assert ws.preview_sync("polish", document="x").prompt.stable_prefix == before

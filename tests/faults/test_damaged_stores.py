"""A store that is damaged in any place: every call is answered, and every run replies."""

from __future__ import annotations

import json
import random
from contextlib import closing

import pytest

from channels.session_script import REPLY, TEXT, Letters, Script, opened
from damage import KINDS, Sound
from underdraft import Workspace
from underdraft.errors import MEMORY_UNAVAILABLE, RUN_NOT_RECORDED
from underdraft.memory.db.sqlite import driver
from underdraft.opening.shared_parts import SharedParts
from underdraft.testing import FROZEN_NOW, FakeModel, counted_ids

pytestmark = pytest.mark.file_only("it damages files")

CALLS = 10
"""Channels that are called over each damaged store."""

FEW, ALL = len(KINDS), 480


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """A store with several pages of each kind, the calls that filled it, and a session in it."""
    folder = tmp_path_factory.mktemp("sound")
    with opened(folder) as workspace:
        script = Script(workspace)
        for part in ("memories", "runs", "feedback", "sessions", "facts", "episodes", "tidying"):
            getattr(script, part)()
        script("knowledge:add", kind="entity", fact={"name": "Finn", "kind": "person"})
        script("knowledge:list", kind="entity", status="confirmed")
        asked = list(script.kept)
        for n in range(200):
            script("memory:create", type="note", scope="global", content=f"{n} 灯塔 fog " * 9)
        script("profile:update", markdown="# 我\n\n写悬疑。\n")
        session = script("session:start", projectId="test-project")["sessionId"]
        script("conversation:append", sessionId=session, role="user", content=TEXT * 400)
        with workspace.store.database.write() as connection:
            connection.exec_driver_sql("DELETE FROM memory_revision WHERE seq % 2")
        workspace.store.settle()
        workspace.store.database.place.checkpoint()
        script("memory:create", type="note", scope="global", content="this is in the log")
        sound = Sound.read(folder / "store.db")
    calls = [(name, payload) for name, payload, envelope in asked if envelope["ok"]]
    parts = SharedParts(plugins=[FakeModel(REPLY, (REPLY, "雨还在下。")), Letters()])
    yield folder, sound, calls, session, parts
    parts.portal.close()


@pytest.mark.parametrize(
    ("first", "count"),
    [(0, FEW), *(pytest.param(n, 120, marks=pytest.mark.long) for n in range(0, ALL, 120))],
)
def test_every_call_is_answered(filled, first, count):
    """Ten channels answer without INTERNAL and say that the store is damaged, if at all; two runs reply."""
    wrong = [found for seed in range(first, first + count) for found in tried(*filled, seed)]
    assert wrong == []


def test_a_run_over_a_schema_that_is_no_text(filled):
    """It replies without memory and says so, and that it is not recorded; a channel that reads the store is refused."""
    folder, sound, _, session, parts = filled
    store = folder / "no-text.db"
    store.write_bytes(sound.raw.replace(b"CREATE TABLE memory_item", b"CREATE TABLE memory_it\xff\xff"))
    with Workspace.open(folder / "novel", model="fake", store=store, shared=parts) as workspace:
        run = workspace.run_sync("polish", document=TEXT, selection=(0, 6), session_id=session)
        error = workspace.invoke_sync("memory:list", {})["error"]
    assert run.texts[0] == REPLY
    assert {RUN_NOT_RECORDED, MEMORY_UNAVAILABLE.partition(":")[0]} <= {
        w.partition(":")[0] for w in run.warnings
    }
    assert (error["code"], error["details"]) == ("DB_ERROR", {"reason": "corrupt"})


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ("memory_item SET tags = '5'", "memory:list"),
        ("memory_item SET updated_at = x'00'", "memory:injection:preview"),
        ("compact SET body = 'null', origin = 'extract'", "compact:list"),
        ("run_record SET record = x'5b5d'", "ai:cache:report"),
    ],
)
def test_values_that_cannot_be_used_are_damage(filled, value, name):
    """JSON of another shape, bytes in the place of text: a channel that needs them says corrupt, and a run replies."""
    folder, sound, calls, session, parts = filled
    (folder / "value.db").write_bytes(sound.raw)
    with closing(driver().connect(str(folder / "value.db"))) as link:
        link.execute(f"UPDATE {value}")
        link.commit()
    with Workspace.open(folder / "novel", model="fake", store=folder / "value.db", shared=parts) as workspace:
        answer = workspace.invoke_sync(name, next(payload for called, payload in calls if called == name))
        run = workspace.run_sync("polish", document=TEXT, selection=(0, 6), session_id=session)
    assert run.texts[0] == REPLY
    assert answer["error"]["details"] == {"reason": "corrupt"}


def tried(folder, sound, calls, session, parts, seed):
    """Damage the store, call and run; each answer that must not be."""
    rng, store = random.Random(seed), folder / "damaged.db"  # noqa: S311 - no secret
    place = sound.write_damaged(store, seed)
    fixed = {
        "clock": lambda: FROZEN_NOW,
        "new_id": counted_ids(f"new{seed}-"),
        "shared": parts,
        "store": store,
    }
    embedder = rng.choice(("none", "letters"))
    with Workspace.open(folder / "novel", model="fake", embedder=embedder, **fixed) as workspace:
        for number, (name, payload) in enumerate(rng.sample(calls, CALLS)):
            envelope = json.loads(json.dumps(workspace.invoke_sync(name, payload)))
            error = envelope.get("error", {})
            if error.get("code") == "INTERNAL" or error.get("details", {}).get("reason") == "unknown":
                yield seed, place, name, str(error)
            if number in {0, CALLS // 2}:
                run = workspace.run_sync("polish", document=TEXT, selection=(0, 6), session_id=session)
                if run.texts[0] != REPLY:
                    yield seed, place, "run", str(run.texts)

"""Stores that earlier commits have made are opened with nothing lost; ``old_stores/make.py`` makes them."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest

from memory.old_stores import make, session
from soundness import integrity
from underdraft.boundary.json import to_json
from underdraft.memory.db.sqlite import driver
from underdraft.memory.episodes.semantic import read_rules
from underdraft.types.episodes import SEMANTIC_RULE_BUDGET

pytestmark = pytest.mark.file_only("they are files of earlier versions")

FOLDER = Path(make.__file__).parent
DEFAULTS = frozenset({
    "memory.enable_model_extraction", "memory.enable_model_tidying", "memory.window_block",
})  # fmt: skip
"""Settings that the writer left alone, and that are gone or whose defaults are others since."""

TAKEN_OUT = frozenset({"conflicts", "conflictsWith", "trial"})
"""Fields of the ledger that were figured out anew each time and are gone on purpose; nothing stored was in them."""


@pytest.fixture(scope="module", params=make.COMMITS)
def store(request, tmp_path_factory):
    """A project with the store of a commit, and the commit."""
    folder = tmp_path_factory.mktemp("novel")
    session.lay_down(folder)
    make.load((FOLDER / f"{request.param}.sql").read_text("utf-8"), folder / "store.db")
    return folder, request.param


@pytest.fixture(scope="module")
def both(store):
    """What the code of then said of a store, and what today's says."""
    folder, commit = store
    with session.open_store(folder, folder / "store.db", start=10_000) as workspace:
        today = session.answers(workspace)
        with workspace.store.database.read() as connection:
            rules = read_rules(connection, workspace.config.project_id)
        today["memory:semantic:list"] = {"items": to_json(rules), "budget": SEMANTIC_RULE_BUDGET}
    return json.loads((FOLDER / f"{commit}.json").read_text("utf-8")), today


def lost(then, now, where=""):
    """What is not there any more, or is otherwise, by where it was; a field that is new is no loss."""
    if isinstance(then, dict) and isinstance(now, dict):
        kept = [key for key in then if key not in DEFAULTS | TAKEN_OUT]
        gone = [f"{where}.{key} is gone" for key in kept if key not in now]
        return gone + [
            one for key in kept if key in now for one in lost(then[key], now[key], f"{where}.{key}")
        ]
    if isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        pairs = enumerate(zip(then, now, strict=True))
        return [one for n, (a, b) in pairs for one in lost(a, b, f"{where}[{n}]")]
    if isinstance(then, float) and isinstance(now, float):
        return [] if then == pytest.approx(now, abs=0.001) else [f"{where}: {then} is {now}"]
    return [] if then == now else [f"{where}: {then!r:.80} is {now!r:.80}"]


def test_nothing_is_lost(both):
    """Counts, texts, histories, records with their receipts: all that the code of then said is said today."""
    then, now = both
    assert lost(then, now) == []


def test_prompts_are_the_same_byte_for_byte(both):
    """Each run's prompt is rendered again from its record, as it was sent then."""
    _, now = both
    assert len(now["replays"]) >= 6
    assert all(replay["same"] for replay in now["replays"].values())


def test_the_stores_hold_something_of_everything(both):
    """The comparison means something: memories, deleted and edited ones, learned ones, facts, turns, runs, feedback."""
    then, _ = both
    memories = then["memory:list"]["items"]
    assert {"manual", "learned"} <= {item["origin"] for item in memories}
    assert any(item["deletedAt"] for item in memories)
    assert max(len(history["revisions"]) for history in then["histories"].values()) > 1
    for name in ("atomic:list", "conversation:list", "ai:run:list", "compact:list", "memory:episode:list",
                 "knowledge:list", "session:list", "summary:list"):  # fmt: skip
        assert then[name]["items"], name
    assert "我喜欢白描" in then["profile:get"]["markdown"]


def test_they_go_on(both, store):
    """The store is sound after its migration, and takes a run and a memory."""
    del both  # it was opened before
    folder, _ = store
    with session.open_store(folder, folder / "store.db", start=20_000) as workspace:
        session.ask(workspace, "memory:create", type="note", scope="global", content="后来的")
        run = workspace.run_sync("talk", instruction="再写一句。", session_id="s1")
        assert "后来的" in run.preview.prompt.stable_prefix
    assert integrity(folder / "store.db") == "ok"
    with closing(driver().connect(str(folder / "store.db"))) as connection:
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


@pytest.mark.long
@pytest.mark.parametrize("commit", make.COMMITS)
def test_the_dumps_are_what_the_commits_make(commit, tmp_path):
    """The script, run with the commit's own code, makes the store again; a clone without its history fails here."""
    make.make(commit, tmp_path)
    then, kept = (json.loads((place / f"{commit}.json").read_text("utf-8")) for place in (tmp_path, FOLDER))
    assert {name: len(said) for name, said in then.items()} == {
        name: len(said) for name, said in kept.items()
    }
    for name in ("memory:list", "atomic:list"):
        texts = [{item["content"] for item in said[name]["items"]} for said in (then, kept)]
        assert texts[0] == texts[1]

"""Every scenario of seed 002, through the workspace and its channels, over a real store."""

from __future__ import annotations

import logging
import re
import threading
import time

import pytest
from sqlalchemy import inspect

from memory.episodes.episode_samples import Clock
from memory.service_samples import LetterEmbedder
from traces import files_of
from underdraft import Layer, Workspace, hookimpl
from underdraft.errors import StoreError
from underdraft.memory.episodes.apply import Applier
from underdraft.memory.episodes.limits import EpisodeLimits
from underdraft.memory.episodes.service import EpisodeService
from underdraft.testing import FakeModel
from underdraft.text.strings import strings
from underdraft.types.layers import View

PROJECT = "lantern-harbour"
SKILL = """---
name: probe
description: Asks for all three memories
context_rules:
  episodes: 5
  working_memory: true
  user_preferences: true
---
Go on.
"""


@pytest.fixture
def clock():
    """A clock that the test moves."""
    return Clock()


@pytest.fixture
def folder(tmp_path):
    """A project with one skill that asks for the three memories."""
    root = tmp_path / "novel"
    skill = root / ".underdraft" / "skills" / "probe"
    skill.mkdir(parents=True)
    (skill / "SKILL.md").write_text(SKILL, encoding="utf-8")
    (root / ".underdraft" / "config.toml").write_text(
        f'embedder = "none"\n[project]\nid = "{PROJECT}"\nname = "灯港"\n', encoding="utf-8"
    )
    return root


@pytest.fixture
def workspace(folder, tmp_path, clock):
    """The project opened, with a model and no embedder."""
    model = FakeModel("他跑起来。")
    store = tmp_path / "u.db"
    with Workspace.open(folder, store=store, clock=clock, plugins=[model], model=model.name) as opened:
        yield opened


def ask(workspace, channel, **payload):
    """The data of a channel's answer."""
    answer = workspace.invoke_sync(channel, payload)
    assert answer["ok"], answer
    return answer["data"]


def refused(workspace, channel, **payload):
    """The error of a channel's answer."""
    answer = workspace.invoke_sync(channel, payload)
    assert not answer["ok"], answer
    return answer["error"]


UNJUDGED = {
    "projectId": PROJECT,
    "sceneType": "action",
    "skillUsed": "x",
    "selectedIndex": 0,
    "candidateCount": 1,
    "editDistance": 0.0,
}
"""An episode with no more than it must have."""


def record(workspace, number=1, **more):
    """Record an episode and wait until it is written."""
    payload = {
        "projectId": PROJECT,
        "sceneType": "action",
        "skillUsed": "continue",
        "selectedIndex": 1,
        "candidateCount": 3,
        "editDistance": 0.15,
        "inputContext": f"码头上的追逐，第{number}次",
        "finalText": f"他跑进雾里。第{number}次",
        "wait": True,
    }
    return ask(workspace, "memory:episode:record", **{**payload, **more})


@pytest.mark.seed("002.1.3", "002.1.7")
def test_three_layers_reach_the_context(workspace):
    """MS1-R1-S1: working memory goes to immediate.

    Episodes of project and scene to retrieved, semantic rules, still empty, to settings; each from
    the structure that its view takes.
    """
    session = ask(workspace, "session:start")["sessionId"]
    ask(
        workspace,
        "working:put",
        sessionId=session,
        projectId=PROJECT,
        kind="note",
        content="追到码头为止",
        importance=0.8,
    )
    record(workspace, 1)
    record(workspace, 2, sceneType="dialogue")
    record(workspace, 3, projectId="another")
    run = {"sceneType": "action", "sessionId": session, "instruction": "续写码头上的追逐"}
    preview = workspace.preview_sync(
        "probe", scene_type="action", session_id=session, instruction=run["instruction"]
    )
    by_source = {line.source: line for line in preview.injected}
    assert by_source["memory:working"].layer.view is View.IMMEDIATE
    assert by_source["memory:episodes"].layer.view is View.RETRIEVED
    assert "追到码头为止" in preview.messages[-1].content
    assert "他跑进雾里。第1次" in preview.messages[-1].content
    assert "第2次" not in preview.messages[-1].content
    assert "第3次" not in preview.messages[-1].content
    rules = workspace.store.episodes.semantic_rules(PROJECT)
    assert (rules.rules, rules.budget, rules.view) == ((), 200, View.SETTINGS)
    assert preview.layer_tokens[Layer.PROFILE] == 0


@pytest.mark.seed("002.1.4", "002.1.8", "002.3.1")
def test_working_memory_evicts_by_importance(workspace, tmp_path):
    """MS1-R1-S2: at 8,000 tokens the least important goes.

    Of equals the one far from the focus, then the older; the store's file is not even made (another
    test watches every file of the process).
    """
    put = {"sessionId": "s", "projectId": PROJECT, "kind": "note", "content": "笔记", "tokenCount": 2_000}
    ids = [
        ask(workspace, "working:put", **put, importance=i, focus=f)["id"]
        for i, f in ((0.9, 0.5), (0.3, 0.9), (0.3, 0.1), (0.8, 0.5))
    ]
    done = ask(workspace, "working:put", **put, importance=0.5)
    assert done["evicted"] == [ids[2]]
    assert ask(workspace, "working:put", **put, importance=0.5)["evicted"] == [ids[1]]
    view = ask(workspace, "working:list", sessionId="s")
    assert view["tokens"] == 8_000
    fields = {"id", "projectId", "sessionId", "kind", "tokenCount", "importance", "createdAt", "updatedAt"}
    assert all(fields <= item.keys() for item in view["items"])
    assert not (tmp_path / "u.db").exists()


@pytest.mark.seed("002.1.9")
def test_a_sessions_end_archives_and_empties(workspace):
    """MS1-R1-S3: preference signals that reach the threshold become episodes, the rest goes, nothing is left."""
    session = ask(workspace, "session:start")["sessionId"]
    put = {"sessionId": session, "projectId": PROJECT}
    ask(workspace, "working:put", **put, kind="preference", content="动作场景用短句", importance=0.9)
    ask(workspace, "working:put", **put, kind="preference", content="也许少用破折号", importance=0.1)
    ask(workspace, "working:put", **put, kind="note", content="雾", importance=0.9)
    assert ask(workspace, "session:end", sessionId=session) == {"archived": 1, "dropped": 2}
    assert ask(workspace, "working:list", sessionId=session) == {"items": [], "tokens": 0}
    items = ask(workspace, "memory:episode:list")["items"]
    assert [(item["inputContext"], item["sessionId"]) for item in items] == [("动作场景用短句", session)]


@pytest.mark.seed("002.1.9")
def test_closing_the_application_archives_too(folder, tmp_path, clock):
    """MS1-R1-S3: closing is an end of the session as well."""
    with Workspace.open(folder, store=tmp_path / "u.db", clock=clock) as workspace:
        ask(
            workspace,
            "working:put",
            sessionId="s",
            projectId=PROJECT,
            kind="preference",
            content="动作场景用短句",
            importance=0.9,
        )
    with Workspace.open(folder, store=tmp_path / "u.db", clock=clock) as workspace:
        assert [i["inputContext"] for i in ask(workspace, "memory:episode:list")["items"]] == [
            "动作场景用短句"
        ]


@pytest.mark.seed("002.2.1", "002.2.5")
def test_a_run_is_recorded_by_itself(workspace):
    """MS1-R2-S1: after a run an episode stands in the store without anybody asking.

    Reporting what was chosen, with an edit distance of 0.15, makes it LIGHT_EDIT, +0.45, and stays
    one episode.
    """
    run = workspace.run_sync("probe", document="他跑。", scene_type="action", candidates=1)
    first = ask(workspace, "memory:episode:list")["items"]
    assert [(i["runId"], i["sceneType"], i["skillUsed"], i["implicitSignal"]) for i in first] == [
        (run.id, "action", "probe", "NEUTRAL")
    ]
    done = record(workspace, runId=run.id, skillUsed="probe")
    assert done == {
        "accepted": True,
        "episodeId": first[0]["id"],
        "implicitSignal": "LIGHT_EDIT",
        "implicitWeight": 0.45,
    }
    (item,) = ask(workspace, "memory:episode:list")["items"]
    completed = {
        "id": first[0]["id"],
        "projectId": PROJECT,
        "scope": "project",
        "version": 2,
        "selectedIndex": 1,
        "editDistance": 0.15,
        "implicitSignal": "LIGHT_EDIT",
        "recallCount": 0,
        "compressed": False,
    }
    assert item.items() >= completed.items()


def test_feedback_completes_the_episode(workspace):
    """MS1-R2-S1: ``ai:skill:feedback`` completes the run's episode with the same signal."""
    run = workspace.run_sync("probe", document="他跑。", scene_type="action")
    done = ask(workspace, "ai:skill:feedback", runId=run.id, action="accept", finalText=run.text)
    (item,) = ask(workspace, "memory:episode:list")["items"]
    assert (item["implicitSignal"], item["implicitWeight"]) == (done["signal"], done["weight"])
    assert (done["signal"], item["finalText"]) == ("DIRECT_ACCEPT", run.text)


@pytest.mark.seed("002.2.6")
@pytest.mark.parametrize("seconds", [0, 12, 30])
def test_an_undo_in_time_turns_the_signal(workspace, clock, seconds):
    """MS1-R2-S2: an undo within 30 seconds of the accept makes it UNDO_AFTER_ACCEPT, -1.00."""
    episode = record(workspace)["episodeId"]
    at = clock.move(seconds=seconds)
    done = record(workspace, undoEpisodeId=episode)
    assert done == {
        "accepted": True,
        "episodeId": episode,
        "implicitSignal": "UNDO_AFTER_ACCEPT",
        "implicitWeight": -1.0,
    }
    (item,) = ask(workspace, "memory:episode:list")["items"]
    assert (item["implicitSignal"], item["implicitWeight"], item["undoneAt"]) == (
        "UNDO_AFTER_ACCEPT",
        -1.0,
        at,
    )


@pytest.mark.seed("002.2.6")
def test_a_late_undo_changes_nothing(workspace, clock):
    """MS1-R2-S2: after 30 seconds it is a CONFLICT; so is an undo of what was never accepted."""
    episode = record(workspace)["episodeId"]
    rejected = record(workspace, 2, selectedIndex=-1)["episodeId"]
    clock.move(seconds=30.001)
    assert (
        refused(workspace, "memory:episode:record", **UNJUDGED, undoEpisodeId=episode)["code"] == "CONFLICT"
    )
    assert (
        refused(workspace, "memory:episode:record", **UNJUDGED, undoEpisodeId=rejected)["code"] == "CONFLICT"
    )
    assert (
        refused(workspace, "memory:episode:record", **UNJUDGED, undoEpisodeId="nobody")["code"] == "NOT_FOUND"
    )
    foreign = {**UNJUDGED, "projectId": "another"}
    assert (
        refused(workspace, "memory:episode:record", **foreign, undoEpisodeId=episode)["code"] == "NOT_FOUND"
    )
    assert {i["implicitSignal"] for i in ask(workspace, "memory:episode:list")["items"]} == {
        "LIGHT_EDIT",
        "FULL_REJECT",
    }


@pytest.mark.seed("002.2.4", "002.2.7")
@pytest.mark.parametrize(("limit", "count"), [(None, 5), (3, 3), (9, 5)])
def test_recall_filters_by_scene_and_orders(workspace, limit, count):
    """MS1-R2-S3: only the scene asked for, nearest first, 3 to 5 items, each with its score explained."""
    for number, deed in enumerate(["追逐", "告别", "争执", "沉默", "和解", "等待", "撒谎"]):
        record(
            workspace, number, sceneType="dialogue", inputContext=f"两人在码头{deed}", finalText=f"“{deed}。”"
        )
    record(workspace, 99, sceneType="action", inputContext="两人在码头告别")
    asked = {"projectId": PROJECT, "sceneType": "dialogue", "queryText": "码头告别"}
    found = ask(workspace, "memory:episode:query", **asked, **({} if limit is None else {"limit": limit}))
    assert len(found["items"]) == count
    assert found["memoryDegraded"] is False
    assert found["fallbackRules"] == []
    assert {item["sceneType"] for item in found["items"]} == {"dialogue"}
    assert found["items"][0]["inputContext"] == "两人在码头告别"
    scores = [item["score"] for item in found["items"]]
    assert scores == sorted(scores, reverse=True)
    for item in found["items"]:
        assert item["score"] == pytest.approx(sum(part["points"] for part in item["parts"].values()))
        assert set(item["parts"]) == {"semantic", "importance", "recency"}


class Letters:
    """A plugin that answers to the embedder "letters"."""

    @hookimpl
    def underdraft_embedder(self, name):
        return LetterEmbedder() if name == "letters" else None


@pytest.mark.seed("002.2.4", "002.2.7")
def test_meaning_orders_what_the_scene_has(folder, tmp_path, clock):
    """Of one scene the nearest in meaning comes first, though it shares no word with the query and is the oldest."""
    with Workspace.open(
        folder, trusted=True, store=tmp_path / "u.db", clock=clock, plugins=[Letters()], embedder="letters"
    ) as ws:
        for number, text in enumerate(["灯塔守夜", "码头追逐", "客栈争执", "渡口告别"]):
            record(ws, number, inputContext=text, finalText=text)
            clock.move(minutes=1)
        record(ws, 9, sceneType="dialogue", inputContext="夜守塔灯", finalText="夜守塔灯")
        assert ws.store.memory.indexer.wait(20)
        asked = {"projectId": PROJECT, "sceneType": "action", "queryText": "夜守塔灯"}
        found = ask(ws, "memory:episode:query", **asked)
    assert found["items"][0]["inputContext"] == "灯塔守夜"
    assert {item["sceneType"] for item in found["items"]} == {"action"}


@pytest.mark.seed("002.3.2", "002.3.3", "002.3.7")
def test_over_budget_ttl_then_lru(workspace, clock, monkeypatch):
    """MS1-R3-S1: over the active budget the expired go first.

    Then the least recently used; what the writer confirmed stays. The budgets are 1,000 and 5,000;
    here they are small, so that the test is.
    """
    assert (EpisodeLimits().active, EpisodeLimits().compressed) == (1_000, 5_000)
    service: EpisodeService = workspace.store.episodes
    monkeypatch.setattr(service, "limits", EpisodeLimits(active=4))
    monkeypatch.setattr(
        service.writer, "_applier", Applier(database=service.database, limits=EpisodeLimits(active=4))
    )
    old = [record(workspace, n)["episodeId"] for n in range(2)]
    ask(workspace, "memory:episode:settle", action="keep", id=old[0])
    clock.move(days=200)
    young = [record(workspace, n)["episodeId"] for n in (2, 3)]
    newest = record(workspace, 4)["episodeId"]
    left = [i["id"] for i in ask(workspace, "memory:episode:list")["items"]]
    assert left == [newest, young[1], young[0], old[0]]
    next_one = record(workspace, 5)["episodeId"]
    left = [i["id"] for i in ask(workspace, "memory:episode:list")["items"]]
    assert left == [next_one, newest, young[1], old[0]]


@pytest.mark.seed("002.3.8")
@pytest.mark.own_database
def test_an_unreadable_index_falls_back_to_rules(workspace, monkeypatch):
    """MS1-R3-S2: reading fails: built-in rules, memoryDegraded, a warning, and the run goes on."""
    record(workspace)
    with workspace.store.database.write() as connection:
        connection.exec_driver_sql("ALTER TABLE episode RENAME TO elsewhere")
    found = ask(workspace, "memory:episode:query", projectId=PROJECT, queryText="追逐")
    assert (found["memoryDegraded"], found["items"]) == (True, [])
    assert found["fallbackRules"] == list(strings("default_rules", "zh").values())
    run = workspace.run_sync("probe", document="他跑。")
    assert run.text
    assert any(w.startswith("MEMORY_DEGRADED") for w in run.warnings)
    assert next(iter(strings("default_rules", "zh").values())) in run.preview.messages[-1].content


@pytest.mark.seed("002.2.3", "002.4.3", "002.4.4")
def test_a_failed_write_is_told_and_retried(workspace, monkeypatch, caplog):
    """MS1-X-S1: IO errors at every try.

    The code for whoever waits, three retries in the log, and the episode is written when the fault
    is gone.
    """
    record(workspace, 0)
    tries = []

    def broken(applier, spool_id, entries):
        tries.append(len(entries))
        raise StoreError("io", details={"reason": "io_error"})

    with monkeypatch.context() as patch, caplog.at_level(logging.WARNING, "underdraft.memory"):
        patch.setattr(Applier, "write", broken)
        patch.setattr(workspace.store.episodes.writer, "_sleep", lambda _: None)
        assert ask(workspace, "memory:episode:record", **UNJUDGED)["accepted"] is True
        error = refused(workspace, "memory:episode:record", **UNJUDGED, wait=True)
    assert error["code"] == "MEMORY_EPISODE_WRITE_FAILED"
    assert error["details"] == {"reason": "io_error", "durable": True}
    at_once = (
        2 * workspace.store.database.place.shared
    )  # there each is tried at once, too, which is not yet worth a line
    assert 4 <= len(tries) <= 8 + at_once
    logged = len([r for r in caplog.records if "could not be written" in r.message])
    assert len(tries) - at_once <= logged <= len(tries)
    record(workspace, 1)
    assert len(ask(workspace, "memory:episode:list")["items"]) == 4


@pytest.mark.seed("002.4.3", "002.4.5")
def test_a_full_project_protects_and_warns(workspace, monkeypatch, caplog):
    """MS1-X-S2: eviction comes first; where everything is confirmed, MEMORY_CAPACITY_EXCEEDED and a log line."""
    service: EpisodeService = workspace.store.episodes
    monkeypatch.setattr(
        service.writer, "_applier", Applier(database=service.database, limits=EpisodeLimits(active=2))
    )
    ids = [record(workspace, n)["episodeId"] for n in range(3)][1:]
    assert len(ask(workspace, "memory:episode:list")["items"]) == 2
    for episode in ids:
        ask(workspace, "memory:episode:settle", action="keep", id=episode)
    error = refused(workspace, "memory:episode:record", **UNJUDGED, wait=True)
    assert (error["code"], error["details"]["limit"]) == ("MEMORY_CAPACITY_EXCEEDED", 2)
    assert any("found no room" in r.message for r in caplog.records)


def test_a_purge_takes_what_is_still_waiting(workspace, monkeypatch):
    """An episode that could not be written yet does not come back after a purge of its project."""
    with monkeypatch.context() as patch:
        patch.setattr(workspace.store.episodes.writer, "_sleep", lambda _: None)

        def broken(applier, spool_id, entries):
            raise StoreError("io", details={"reason": "io_error"})

        patch.setattr(Applier, "write", broken)
        refused(workspace, "memory:episode:record", **UNJUDGED, inputContext="林素的秘密", wait=True)
    ask(workspace, "memory:purge", projectId=PROJECT, confirm=True)
    record(workspace)
    assert len(ask(workspace, "memory:episode:list")["items"]) == 1
    assert not any("林素".encode() in f.read_bytes() for f in files_of(workspace.store.database))


# --- clauses that no scenario names -------------------------------------------------------------


@pytest.mark.seed("002.1.1", "002.1.8")
@pytest.mark.file_only("it reads the bytes of the file")
def test_what_is_at_hand_is_never_stored(folder, tmp_path, clock):
    """Working memory is in the process alone: closed and opened again it is empty, and the store has no word of it."""
    put = {"sessionId": "s", "projectId": PROJECT, "kind": "note", "content": "金丝雀", "importance": 0.9}
    with Workspace.open(folder, store=tmp_path / "u.db", clock=clock) as workspace:
        record(workspace)
        ask(workspace, "working:put", **put)
        assert len(ask(workspace, "working:list", sessionId="s")["items"]) == 1
    with Workspace.open(folder, store=tmp_path / "u.db", clock=clock) as workspace:
        assert ask(workspace, "working:list", sessionId="s")["items"] == []
    assert [f for f in tmp_path.rglob("*") if f.is_file() and "金丝雀".encode() in f.read_bytes()] == []


@pytest.mark.seed("002.1.2", "002.1.5", "002.1.6")
@pytest.mark.file_only("a server's indexes lead with the writer")
def test_each_episode_is_a_row_with_its_fields_and_indexes(workspace):
    """One row an episode, with every named field, and the three indexes."""
    for number in range(3):
        record(workspace, number, chapterId="ch-1", importance=0.5)
    with workspace.store.database.read() as connection:
        rows = connection.exec_driver_sql("SELECT * FROM episode").mappings().all()
        indexes = [tuple(index["column_names"]) for index in inspect(connection).get_indexes("episode")]
    assert len(rows) == 3
    fields = "id projectId chapterId sceneType skillUsed selectedIndex editDistance implicitSignal importance"
    fields = [*fields.split(), "recallCount", "compressed", "createdAt"]
    (item, *_) = ask(workspace, "memory:episode:list")["items"]
    assert [name for name in fields if item.get(name) is None] == []
    columns = {re.sub("[A-Z]", lambda m: "_" + m[0].lower(), name) for name in fields}
    assert columns <= rows[0].keys()
    assert {("project_id", "created_at"), ("scene_type",), ("last_recalled_at",)} <= set(indexes)


@pytest.mark.seed("002.4.2")
def test_every_memory_says_whose_it_is_and_which_version(workspace):
    """A memory, a fact, an episode and an item at hand: each has its project, its scope and its version."""
    put = {"sessionId": "s", "projectId": PROJECT, "kind": "note", "content": "雾", "importance": 0.9}
    record(workspace)
    ask(workspace, "working:put", **put)
    made = [
        ask(
            workspace, "memory:create", type="note", scope="project", projectId=PROJECT, content="灯塔有九层"
        ),
        ask(workspace, "atomic:create", projectId=PROJECT, content="灯塔在北角"),
        *ask(workspace, "memory:episode:list")["items"],
        *ask(workspace, "working:list", sessionId="s")["items"],
    ]
    assert [(item["projectId"], item["scope"], item["version"]) for item in made] == [
        (PROJECT, "project", 1)
    ] * 4


@pytest.mark.file_only("on a server an episode is written in the call, so that every process sees it")
@pytest.mark.seed("002.2.3", "002.2.5")
def test_recording_does_not_wait_for_the_store(workspace, monkeypatch):
    """The answer comes while the write hangs; the episode is written once the store answers."""
    write, release = Applier.write, threading.Event()

    def hangs(applier, spool_id, entries):
        assert release.wait(30)
        return write(applier, spool_id, entries)

    monkeypatch.setattr(Applier, "write", hangs)
    answer = record(workspace, wait=False)
    assert answer["accepted"] is True
    release.set()
    record(workspace, 2)
    assert len(ask(workspace, "memory:episode:list")["items"]) == 2


@pytest.fixture
def small(folder, tmp_path, clock):
    """The project with room for four episodes and two compressed ones, which expire after 100 and 200 days."""
    config = folder / ".underdraft" / "config.toml"
    limits = "\n[episodes]\nactive = 4\ncompressed = 2\nactive_ttl_days = 100\ncompressed_ttl_days = 200\n"
    config.write_text(config.read_text(encoding="utf-8") + limits, encoding="utf-8")
    with Workspace.open(folder, store=tmp_path / "u.db", clock=clock) as opened:
        yield opened


def trigger(workspace, name):
    """What a trigger did; how many active and compressed episodes there are then."""
    done = ask(workspace, "memory:maintenance:run", trigger=name, projectId=PROJECT)
    items = ask(workspace, "memory:episode:list", limit=500)["items"]
    compressed = sum(item["compressed"] for item in items)
    return done, (len(items) - compressed, compressed)


@pytest.mark.seed("002.3.3", "002.3.5", "002.3.6")
def test_the_four_triggers_are_run_by_hand(small, clock):
    """Nothing runs by itself: weekly compresses within its budget, monthly purges what has expired."""
    for number in range(4):
        record(small, number)
    clock.move(days=40)
    assert trigger(small, "realtimeEvictionTrigger")[1] == (4, 0)
    importance = ask(small, "memory:episode:list")["items"][-1]["importance"]
    ask(small, "memory:episode:query", projectId=PROJECT, sceneType="action", queryText="追逐")
    daily, _ = trigger(small, "dailyDecayRecomputeTrigger")
    assert (daily["examined"], daily["recomputed"]) == (4, 4)
    assert ask(small, "memory:episode:list")["items"][-1]["importance"] > importance
    clock.move(days=31)  # what was recalled just now is not compressed
    weekly, left = trigger(small, "weeklyCompressTrigger")
    assert weekly["compressed"] == 4
    assert left == (0, 2)
    record(small, 9)
    clock.move(days=101)
    monthly, left = trigger(small, "monthlyPurgeTrigger")
    assert (monthly["purgedActive"], monthly["purgedCompressed"]) == (1, 0)
    assert left == (0, 2)
    clock.move(days=100)
    assert trigger(small, "monthlyPurgeTrigger")[1] == (0, 0)


def p95(work, *, rounds=40, tries=3):
    """The milliseconds that 19 of 20 calls stay under, in the best of three tries: others use the machine, too."""
    found = []
    for _ in range(tries):
        took = []
        for number in range(rounds):
            begin = time.perf_counter()
            work(number)
            took.append(1_000 * (time.perf_counter() - begin))
        found.append(sorted(took)[int(rounds * 0.95) - 1])
    return min(found)


@pytest.mark.long
@pytest.mark.seed("002.4.1")
@pytest.mark.file_only("a server's times are its network's")
def test_recording_and_recalling_stay_under_their_limits(workspace):
    """With 1,000 episodes p95 is under 150 ms to record and 220 ms to query; as measured, a twentieth of that."""
    for number in range(1_000):
        record(workspace, number, wait=False)
    record(workspace, 1_000)
    asked = {"projectId": PROJECT, "sceneType": "action"}
    ask(workspace, "memory:episode:query", **asked, queryText="码头")
    assert p95(lambda n: record(workspace, n, wait=False)) < 150
    assert p95(lambda n: record(workspace, n)) < 150
    assert p95(lambda n: ask(workspace, "memory:episode:query", **asked, queryText=f"追逐，第{n}次")) < 220

"""Every clause of seed 001, through a workspace and its channels: memories are controlled, learned, and may degrade."""

from __future__ import annotations

import random
import re
import sys
from contextlib import contextmanager

import pytest

from learning.feedback_samples import Clock, Desk
from memory.service_samples import LetterEmbedder
from traces import files_of
from underdraft import Layer, Workspace, hookimpl

CONFIG = 'embedder = "letters"\n[project]\nid = "novel"\nname = "灯港"\n'
RECALL = "---\nname: recall\ndescription: Recalls.\ncontext_rules: {memories: true}\n---\n改写。\n"
LANTERN, WIND = "灯笼灯笼", "山风海雨"


@pytest.fixture
def desk(tmp_path):
    """A project in an empty folder, with a store of its own."""
    made = Desk(tmp_path)
    yield made
    made.close()


def remember(desk, content="偏好短句", **more):
    """Write a memory by hand; give the item."""
    return desk.data("memory:create", {"type": "preference", "scope": "global", "content": content, **more})


def previewed(desk, **payload):
    """The contents of an injection preview, in its order."""
    return [item["content"] for item in desk.data("memory:injection:preview", payload)["items"]]


def ask(ws, channel, **payload):
    """The data of a channel's answer."""
    answer = ws.invoke_sync(channel, payload)
    assert answer["ok"], answer
    return answer["data"]


def prompt(desk, **options):
    """The prompt that a run would send."""
    return desk.ws.preview_sync("polish", document="雨还在下。", **options)


def headings(text):
    """The headings of a message."""
    return re.findall(r"^# .*$", text, re.MULTILINE)


# --- 1. types and scopes -----------------------------------------------------------------------


@pytest.mark.seed("001.1.1")
@pytest.mark.parametrize("kind", ["preference", "fact", "note"])
def test_each_type_is_stored_listed_and_injected(desk, kind):
    """Preferences, facts and notes are the types that a memory has by name."""
    item = remember(desk, "左手少一根指头", type=kind)
    assert desk.data("memory:list", {"type": kind})["items"] == [item]
    assert "左手少一根指头" in prompt(desk).stable_prefix


@pytest.mark.seed("001.1.2")
def test_a_new_type_leaves_older_memories_as_they_are(desk):
    """A type that nobody has used before is stored beside the others, and is listed and injected last."""
    older = [remember(desk, kind, type=kind) for kind in ("note", "fact", "preference")]
    new = remember(desk, "潮汐表", type="tide-table")
    assert desk.data("memory:list")["items"] == [new, *reversed(older)]
    assert previewed(desk) == ["preference", "fact", "note", "潮汐表"]


@pytest.mark.seed("001.1.3", "001.1.4")
def test_a_global_memory_is_everywhere_and_a_projects_only_there(desk):
    """A project's memory needs the project's id, and no other project reads it."""
    remember(desk, "到处都有")
    remember(desk, "属于小说", scope="project", projectId="novel")
    assert previewed(desk, projectId="novel") == ["属于小说", "到处都有"]
    assert previewed(desk, projectId="another") == previewed(desk, projectId=None) == ["到处都有"]
    lost = {"type": "note", "scope": "project", "content": "x", "projectId": None}
    assert desk.code("memory:create", lost) == "INVALID_ARGUMENT"


# --- 2. settings -------------------------------------------------------------------------------


@pytest.mark.seed("001.2.1", "001.2.2", "001.2.3", "001.2.4", "001.2.5")
def test_settings_have_their_defaults_and_are_patched(desk):
    """A patch changes what it names, and answers with every setting as it is then."""
    before = desk.data("memory:settings:get")
    defaults = {
        "injectionEnabled": True,
        "preferenceLearningEnabled": True,
        "privacyModeEnabled": False,
        "preferenceLearningThreshold": 3,
    }
    assert {key: before[key] for key in defaults} == defaults
    assert desk.settings(preferenceLearningThreshold=5) == before | {"preferenceLearningThreshold": 5}
    assert desk.data("memory:settings:get") == before | {"preferenceLearningThreshold": 5}


@pytest.mark.seed("001.2.2")
def test_with_learning_off_nothing_is_learned(desk):
    """Feedback is recorded as ignored, and no preference comes of it."""
    desk.settings(preferenceLearningEnabled=False)
    answer = desk.feeds("accept", "accept", "accept", "accept")
    assert (answer["ignored"], answer["ignoredReason"]) == (True, "learning_disabled")
    assert desk.learned() == []


@pytest.mark.seed("001.2.3", "001.5.4")
def test_privacy_mode_keeps_tags_and_no_words(desk, tmp_path):
    """Neither the text of a run nor a sentence of evidence is written; an abstract tag teaches all the same."""
    desk.settings(privacyModeEnabled=True)
    run = desk.run("金丝雀在唱歌。")
    refused = desk.feed("accept", "金丝雀要少出现", run)
    assert (refused["ignored"], refused["ignoredReason"]) == (True, "privacy_mode_reject")
    desk.feeds("accept", "accept", "accept", evidence="style:short-sentences")
    assert desk.learned() == ["style:short-sentences"]
    desk.ws.store.database.place.checkpoint()
    stored = [*files_of(desk.ws.store.database)]
    assert stored or desk.ws.store.database.place.shared
    assert not [file for file in stored if "金丝雀".encode() in file.read_bytes()]


@pytest.mark.file_only("its trigger is SQLite's")
@pytest.mark.seed("001.2.6")
def test_settings_that_cannot_be_written_are_a_db_error(desk):
    """The answer is ``DB_ERROR``, and no setting has changed."""
    before = desk.data("memory:settings:get")
    with desk.ws.store.database.write() as connection:
        connection.exec_driver_sql(
            "CREATE TRIGGER broken BEFORE INSERT ON setting WHEN NEW.key = 'context_limit'"
            " BEGIN SELECT RAISE(ABORT, 'no'); END"
        )
    patch = {"injectionEnabled": False, "context_limit": 30}
    assert desk.code("memory:settings:update", {"patch": patch}) == "DB_ERROR"
    assert desk.data("memory:settings:get") == before


# --- 3. channels -------------------------------------------------------------------------------


@pytest.mark.seed("001.3.1")
def test_the_nine_channels(desk):
    """Each of the nine channels does what its name says."""
    item = remember(desk)
    assert desk.data("memory:list")["items"] == [item]
    changed = desk.data("memory:update", {"id": item["id"], "patch": {"content": "偏好长句"}})
    assert (changed["id"], changed["content"]) == (item["id"], "偏好长句")
    assert previewed(desk) == ["偏好长句"]
    assert desk.data("memory:delete", {"id": item["id"]})["id"] == item["id"]
    assert desk.settings(preferenceLearningThreshold=1) == desk.data("memory:settings:get")
    signal = {"action": "accept", "evidenceRef": "多用动词", "projectId": "novel"}
    assert desk.data("memory:preferences:ingest", signal)["learned"]["content"] == "多用动词"
    assert desk.data("memory:preferences:clear", {"projectId": "novel"})["cleared"]
    assert desk.learned() == []


@pytest.mark.seed("001.3.2", "001.8.1", "003.3.3", "003.7.2")
def test_a_deleted_memory_is_hidden_audited_and_can_come_back(desk):
    """It keeps a tombstone, is in no list, preview or prompt, its history says what happened, and it is restored."""
    item = remember(desk)
    deleted = desk.data("memory:delete", {"id": item["id"]})
    assert deleted["deletedAt"]
    assert desk.data("memory:list")["items"] == []
    assert previewed(desk) == []
    assert "偏好短句" not in prompt(desk).stable_prefix
    assert desk.data("memory:list", {"includeDeleted": True})["items"] == [deleted]
    assert desk.data("memory:restore", {"id": item["id"]})["deletedAt"] is None
    revisions = desk.data("memory:history", {"id": item["id"]})["revisions"]
    assert [revision["action"] for revision in revisions] == ["create", "delete", "restore"]
    assert previewed(desk) == ["偏好短句"]


# --- 4. the injection preview ------------------------------------------------------------------


@pytest.mark.seed("001.4.1", "001.4.2", "001.4.3", "001.4.4", "001.4.5", "001.6.5")
def test_a_preview_explains_itself(desk):
    """Without a query each item says why it is there, the mode is deterministic, and nothing has degraded."""
    item = remember(desk, scope="project", projectId="novel")
    fields = ("id", "type", "scope", "content")
    for payload in ({"projectId": "novel"}, {}, {"queryText": None}, {"queryText": ""}, {"queryText": " \n"}):
        answer = desk.data("memory:injection:preview", payload)
        (listed,) = answer["items"]
        assert [listed[name] for name in fields] == [item[name] for name in fields]
        assert listed["reason"] == {"kind": "deterministic"}
        assert answer["mode"] == "deterministic"
        assert "diagnostics" not in answer


@pytest.mark.seed("001.4.2", "001.4.6", "001.7.1")
@pytest.mark.parametrize("seed", range(3))
def test_the_order_is_scope_type_recency_id(tmp_path, seed):
    """Whatever the order of writing and of ids, and as often as one asks: scope, type, newest change, id."""
    rng, clock = random.Random(seed), Clock()  # noqa: S311 - orders that anybody may foresee
    kinds = [(s, t) for s in ("project", "global") for t in ("preference", "fact", "note")] * 4
    rng.shuffle(kinds)
    ids = iter(rng.sample([f"id-{number:03d}" for number in range(500)], 500))
    (tmp_path / ".underdraft").mkdir()
    (tmp_path / ".underdraft" / "config.toml").write_text(CONFIG, encoding="utf-8")
    options = {"clock": clock, "new_id": lambda: next(ids), "embedder": "none"}
    with Workspace.open(tmp_path, store=tmp_path / "s.db", **options) as ws:
        for number, (scope, kind) in enumerate(kinds):
            clock.hold(f"2026-03-0{1 + number // 8}T00:00:00.000+00:00")  # eight of six kinds at one time
            owner = {"projectId": "novel" if scope == "project" else None}
            ask(ws, "memory:create", scope=scope, type=kind, content=f"第{number}条", **owner)
        items = ask(ws, "memory:list")["items"]
        first = ask(ws, "memory:injection:preview")
        assert ask(ws, "memory:injection:preview") == first
        preview = ws.preview_sync("polish", document="雨还在下。")
    wanted = sorted(items, key=lambda i: i["id"])
    wanted.sort(key=lambda i: i["updatedAt"], reverse=True)
    wanted.sort(key=lambda i: ("preference", "fact", "note").index(i["type"]))
    wanted.sort(key=lambda i: ("project", "global").index(i["scope"]))
    assert len(wanted) == len(kinds)
    assert [item["id"] for item in first["items"]] == [item["id"] for item in wanted]
    lines = [line.id for line in preview.injected if line.source == "memory:injection"]
    assert lines == [item["id"] for item in wanted]


# --- 5. learning -------------------------------------------------------------------------------


@pytest.mark.seed("001.5.1", "003.8.1", "003.8.2")
@pytest.mark.parametrize("action", ["accept", "reject", "partial"])
def test_feedback_carries_its_evidence(desk, action):
    """Each action is booked with run, skill, time and its short evidence, and counts for what it is about."""
    run = desk.run()
    answer = desk.feed(action, "偏好短句", run)
    assert (answer["recorded"], answer["ignored"]) == (True, False)
    assert answer["score"] == {"accept": 1, "reject": -1, "partial": -0.5}[action]
    (event,) = desk.rows("feedback_event")
    stored = [event[name] for name in ("run_id", "skill_id", "action", "evidence_ref")]
    assert stored == [run, "polish", action, "偏好短句"]
    assert event["at"].endswith("Z")


@pytest.mark.seed("001.5.2")
def test_a_reason_that_the_writer_gives_counts_as_a_signal(desk):
    """An application hands in why something was taken or refused, without a run, and it is learned from."""
    signal = {"action": "reject", "evidenceRef": "感叹号太多", "projectId": "novel"}
    answers = [desk.data("memory:preferences:ingest", signal) for _ in range(3)]
    assert answers[-1]["learned"]["content"] == "避免：感叹号太多"


@pytest.mark.seed("001.5.3", "001.7.2")
@pytest.mark.parametrize(
    ("evidence", "reason"),
    [(None, "empty"), ("", "empty"), (" \n", "empty"), ("短", "too_short"), ("短句", "too_short")],
)
def test_noise_is_ignored(desk, evidence, reason):
    """Empty or very short evidence is answered as ignored and teaches nothing, however often it comes."""
    for _ in range(4):
        answer = desk.feed("accept", evidence)
        assert (answer["ignored"], answer["ignoredReason"]) == (True, reason)
    assert desk.learned() == []
    assert desk.ledger()["items"] == []


@pytest.mark.seed("001.2.4", "001.5.5", "001.7.3")
@pytest.mark.parametrize("threshold", [1, 3, 4])
def test_the_threshold_makes_one_learned_preference(desk, threshold):
    """Short of the threshold there is none; at it there is one, which further signals update."""
    desk.settings(preferenceLearningThreshold=threshold)
    for _ in range(threshold - 1):
        assert "learned" not in desk.feed("accept", "偏好短句")
    assert desk.learned() == []
    made = desk.feed("accept", "偏好短句")["learned"]
    assert (made["type"], made["origin"], made["content"]) == ("preference", "learned", "偏好短句")
    again = desk.feed("accept", "偏好短句")["learned"]
    assert again["id"] == made["id"]
    assert len(again["evidence"]) == len(made["evidence"]) + 1
    assert desk.learned() == ["偏好短句"]


@pytest.mark.seed("001.5.6", "001.7.4", "003.7.1", "003.7.2")
def test_what_was_accepted_is_injected_into_the_next_run(desk):
    """Run, accept up to the threshold, run again: the learned line is in the prompt, with its reason and evidence.

    Further accepts change no byte of the prefix.
    """
    first = prompt(desk)
    for _ in range(3):
        desk.feed("accept", "偏好短句")
    (listed,) = desk.data("memory:injection:preview", {"projectId": "novel"})["items"]
    assert (listed["content"], listed["origin"]) == ("偏好短句", "learned")
    assert listed["reason"] == {"kind": "deterministic"}
    run = desk.run()
    record = desk.data("ai:run:get", {"runId": run})
    (line,) = [line for line in record["injected"] if line["source"] == "memory:injection"]
    assert (line["layer"], line["id"], line["reason"]) == ("PROFILE", listed["id"], "deterministic")
    system = record["messages"][0]["content"]
    assert "[用户写作偏好 — 记忆注入]\n- 偏好短句（来源：自动学习）\n" in system
    assert headings(system) == headings(first.messages[0].content)
    assert "偏好短句" not in first.stable_prefix
    desk.feed("accept", "偏好短句")
    assert prompt(desk).stable_prefix_hash == record["stablePrefixHash"]


def test_the_loop_survives_a_restart(tmp_path):
    """What was learned is in the store, not in the process."""
    desk = Desk(tmp_path)
    runs = [desk.run() for _ in range(3)]
    for run in runs[:2]:
        desk.feed("accept", "偏好短句", run)
    desk.close()
    again = Desk(tmp_path)
    assert again.feed("accept", "偏好短句", runs[2])["learned"]["content"] == "偏好短句"
    assert "- 偏好短句（来源：自动学习）" in prompt(again).stable_prefix
    again.close()


@pytest.mark.seed("001.2.1", "001.7.5", "001.8.1", "003.3.3", "003.7.2")
def test_with_injection_off_nothing_is_injected(desk):
    """The preview is empty, and the prompt is byte for byte the one of an empty memory."""
    empty = prompt(desk)
    remember(desk)
    assert previewed(desk) == ["偏好短句"]
    desk.settings(injectionEnabled=False)
    assert previewed(desk) == []
    off = prompt(desk)
    assert off.messages == empty.messages
    assert [line for line in off.injected if line.source.startswith("memory:")] == []


# --- 6. recall by meaning ----------------------------------------------------------------------


class Embedders:
    """A plugin that answers to the embedder "letters"."""

    def __init__(self, embedder):
        self.embedder = embedder

    @hookimpl
    def underdraft_embedder(self, name):
        return self.embedder if name == "letters" else None


@contextmanager
def recalling(folder, embedder=None):
    """A workspace with an embedder that costs nothing, and a skill that recalls."""
    skill = folder / ".underdraft" / "skills" / "recall"
    skill.mkdir(parents=True, exist_ok=True)
    (skill / "SKILL.md").write_text(RECALL, encoding="utf-8")
    (folder / ".underdraft" / "config.toml").write_text(CONFIG, encoding="utf-8")
    plugins = [Embedders(embedder or LetterEmbedder())]
    with Workspace.open(folder, trusted=True, store=folder / "s.db", plugins=plugins) as ws:
        yield ws


def keep(ws, *contents):
    """Write memories, and wait until all have a vector."""
    for content in contents:
        ask(ws, "memory:create", type="note", scope="global", content=content)
    assert ws.store.memory.indexer.wait(20)


@pytest.mark.seed("001.4.3", "001.4.4", "001.6.1")
def test_what_is_near_the_query_comes_first(tmp_path):
    """With a query the order follows meaning, and each item's reason is its score; a run recalls the nearest few."""
    with recalling(tmp_path) as ws:
        keep(ws, LANTERN, WIND)
        answer = ask(ws, "memory:injection:preview", queryText="灯笼")
        assert [item["content"] for item in answer["items"]] == [LANTERN, WIND]
        assert answer["mode"] == "semantic"
        first, second = (item["reason"] for item in answer["items"])
        assert first["kind"] == second["kind"] == "semantic"
        assert first["score"] > second["score"]
        keep(ws, *(f"灯笼铺第{n}家" for n in range(8)))
        keep(ws, *(f"第{n:02d}条，渡口与船夫的旧事，写得长一些，好让前缀放不下" for n in range(60)))
        preview = ws.preview_sync("recall", instruction="灯笼铺")
        texts = {item["id"]: item["content"] for item in ask(ws, "memory:list")["items"]}
    recalled = [texts[line.id] for line in preview.injected if line.source == "memory:recall"]
    assert len(recalled) == 5
    assert all("灯笼" in text for text in recalled)


@pytest.mark.seed("001.6.2")
def test_what_depends_on_the_query_stays_out_of_the_prefix(tmp_path):
    """Recalled memories stand in layers 4 and 5 only; another query leaves ``stablePrefixHash`` as it was."""
    with recalling(tmp_path) as ws:
        keep(ws, *(f"第{n:02d}条，灯笼铺在巷口第{n:02d}家，掌柜姓陈，左手少一指" for n in range(60)))
        previews = [ws.preview_sync("recall", instruction=text) for text in ("灯笼铺第50家", "掌柜的左手")]
    recalled = [[i for i in p.injected if i.source == "memory:recall"] for p in previews]
    assert all(recalled)
    assert {line.layer for lines in recalled for line in lines} == {Layer.RECENT}
    assert not Layer.RECENT.stable
    assert [line.id for line in recalled[0]] != [line.id for line in recalled[1]]
    assert previews[0].stable_prefix_hash == previews[1].stable_prefix_hash
    assert previews[0].prompt_hash != previews[1].prompt_hash


def degraded(ws, code):
    """See that meaning has degraded: all items in the fixed order, with the reason; give the diagnostics."""
    answer = ask(ws, "memory:injection:preview", queryText="灯笼")
    assert answer["mode"] == "deterministic"
    assert [i["content"] for i in answer["items"]] == [
        i["content"] for i in ask(ws, "memory:injection:preview")["items"]
    ]
    assert len(answer["items"]) == 2
    assert (answer["diagnostics"]["degradedFrom"], answer["diagnostics"]["code"]) == ("semantic", code)
    run = ws.run_sync("recall", document="夜。", instruction="灯笼", model="offline")
    assert run.text
    assert f"MEMORY_DEGRADED: {answer['diagnostics']['reason']}" in run.warnings
    return answer["diagnostics"]


@pytest.mark.file_only("a server needs no sqlite-vec")
@pytest.mark.seed("001.4.5", "001.6.3", "001.8.2")
def test_without_sqlite_vec_the_order_is_the_fixed_one(tmp_path, monkeypatch):
    """The preview says why, and the run is answered."""
    with recalling(tmp_path) as ws:
        keep(ws, WIND, LANTERN)
    monkeypatch.setitem(sys.modules, "sqlite_vec", None)
    with recalling(tmp_path) as ws:
        assert "sqlite-vec" in degraded(ws, "SQLITE_VEC_UNAVAILABLE")["reason"]


@pytest.mark.seed("001.4.5", "001.6.4", "001.8.2", "003.3.3")
def test_vectors_of_another_length_are_a_conflict(tmp_path):
    """The preview says why and names the command that rebuilds the index; rebuilt, meaning works again."""
    with recalling(tmp_path, LetterEmbedder(dimensions=64)) as ws:
        keep(ws, WIND, LANTERN)
    with recalling(tmp_path, LetterEmbedder(dimensions=32)) as ws:
        assert "reindex" in degraded(ws, "DIMENSION_CONFLICT")["suggestion"]
        ask(ws, "memory:maintenance:run", trigger="rebuildIndex")
        assert ask(ws, "memory:injection:preview", queryText="灯笼")["mode"] == "semantic"

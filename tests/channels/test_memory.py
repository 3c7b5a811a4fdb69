"""The channels memory:* and whole runs with memories, through an open workspace."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory.service_samples import LetterEmbedder
from underdraft import Workspace, hookimpl

CONFIG = '[project]\nid = "novel"\nname = "小说"\n'
SKILL = """---
name: recall
description: for tests
context_rules:
  memories: true
---
按要求改写。
"""


class Letters:
    """A plugin that answers to the embedder "letters"."""

    @hookimpl
    def underdraft_embedder(self, name):
        return LetterEmbedder() if name == "letters" else None


@pytest.fixture
def workspace(tmp_path):
    """An open project with a store of its own, an embedder that costs nothing, and a skill that recalls."""
    folder = tmp_path / "novel"
    (folder / ".underdraft" / "skills" / "recall").mkdir(parents=True)
    (folder / ".underdraft" / "config.toml").write_text(CONFIG, "utf-8")
    (folder / ".underdraft" / "skills" / "recall" / "SKILL.md").write_text(SKILL, "utf-8")
    with Workspace.open(folder, store=tmp_path / "u.db", embedder="letters", plugins=[Letters()]) as made:
        yield made


def ask(workspace, channel, **payload):
    """The data of a call that succeeds."""
    answer = workspace.invoke_sync(channel, payload)
    assert answer["ok"], answer
    return answer["data"]


def refused(workspace, channel, **payload):
    """The error of a call that fails."""
    answer = workspace.invoke_sync(channel, payload)
    assert not answer["ok"], answer
    return answer["error"]


def create(workspace, content="偏好短句", **more):
    """Make a memory."""
    return ask(
        workspace, "memory:create", **({"type": "preference", "scope": "global", "content": content} | more)
    )


def test_a_memory_lives_through_the_channels(workspace):
    """MS1-3.1: create, list, update, delete, restore, history, undo, in camelCase."""
    item = create(workspace, scope="project", projectId="novel")
    assert set(item) == {
        "id", "type", "scope", "projectId", "documentId", "origin", "content", "confidence", "evidence", "metadata",
        "version", "createdAt", "updatedAt", "deletedAt", "userConfirmed", "source", "state", "section",
    }  # fmt: skip
    assert ask(workspace, "memory:list", projectId=None)["items"] == []
    assert ask(workspace, "memory:list") == {"items": [item], "nextCursor": None}
    changed = ask(workspace, "memory:update", id=item["id"], patch={"content": "偏好长句"}, expectedVersion=1)
    assert changed["version"] == 2
    error = refused(workspace, "memory:update", id=item["id"], patch={"content": "x"}, expectedVersion=1)
    assert error["code"] == "CONFLICT"
    assert ask(workspace, "memory:delete", id=item["id"])["deletedAt"]
    assert ask(workspace, "memory:restore", id=item["id"])["deletedAt"] is None
    assert ask(workspace, "memory:restore", id=item["id"], toVersion=1)["content"] == "偏好短句"
    revisions = ask(workspace, "memory:history", id=item["id"])["revisions"]
    assert [r["action"] for r in revisions] == ["create", "update", "delete", "restore", "undo"]


@pytest.mark.parametrize(
    ("channel", "payload", "named"),
    [
        ("memory:create", {"type": "note", "scope": "global"}, "content"),
        ("memory:create", {"type": "note", "scope": "global", "content": 3}, "content"),
        ("memory:create", {"type": "note", "scope": "global", "content": "x", "origin": "learned"}, "origin"),
        (
            "memory:create",
            {"type": "note", "scope": "project", "content": "x", "projectId": None},
            "projectId",
        ),
        ("memory:create", {"type": "note", "scope": "global", "content": "x", "projectId": "p"}, "projectId"),
        ("memory:list", {"limit": "5"}, "limit"),
        ("memory:list", {"limit": True}, "limit"),
        ("memory:list", {"includeDeleted": 1}, "includeDeleted"),
        ("memory:update", {"id": "x", "patch": []}, "patch"),
        ("memory:update", {"id": "x", "patch": {"created_at": "x"}}, "patch"),
        ("memory:update", {"id": "x", "patch": {}, "expectedVersion": 1.0}, "expectedVersion"),
        ("memory:settings:update", {"patch": {"injectionEnabled": 1}}, "injectionEnabled"),
        ("memory:settings:update", {}, "patch"),
        ("memory:settings:get", {"x": 1}, "x"),
        ("memory:injection:preview", {"queryText": 3}, "queryText"),
        ("memory:purge", {"all": True}, "confirm"),
        ("memory:purge", {"confirm": True}, "exactly one"),
        ("memory:import", {}, "exactly one"),
        ("memory:import", {"lines": [3]}, "lines"),
        ("memory:export", {"path": "../out.jsonl"}, "path"),
        ("memory:export", {"path": "/tmp/out.jsonl"}, "path"),
        ("memory:export", {"path": "chapter.md"}, "path"),
        ("memory:import", {"path": "missing.jsonl"}, "path"),
    ],
)
def test_wrong_payloads_are_refused(workspace, channel, payload, named):
    """Each wrong payload is INVALID_ARGUMENT that names the field, and writes nothing."""
    error = refused(workspace, channel, **payload)
    assert error["code"] == "INVALID_ARGUMENT"
    assert named in error["message"]
    assert ask(workspace, "memory:list", projectId="novel", includeDeleted=True)["items"] == []


def test_the_preview_has_the_contracts_shape(workspace):
    """MS1-4: items with id, type, scope, content and reason; diagnostics only when degraded."""
    create(workspace)
    answer = ask(workspace, "memory:injection:preview", projectId=None)
    assert answer["mode"] == "deterministic"
    assert "diagnostics" not in answer
    assert answer["excluded"] == []
    assert answer["items"][0]["reason"] == {"kind": "deterministic"}
    workspace.store.memory.indexer.wait(10)
    answer = ask(workspace, "memory:injection:preview", queryText="偏好短句")
    assert answer["mode"] == "semantic"
    assert answer["items"][0]["reason"] == {"kind": "semantic", "score": 1.0}


def test_memories_travel_by_file(workspace, tmp_path):
    """Export to a file of the workspace, purge, import: everything is back; a link out is refused."""
    item = create(workspace)
    assert ask(workspace, "memory:export", path="backup/memories.jsonl") == {
        "exported": 1,
        "path": "backup/memories.jsonl",
    }
    ask(workspace, "memory:purge", all=True, confirm=True)
    assert ask(workspace, "memory:list")["items"] == []
    assert ask(workspace, "memory:import", path="backup/memories.jsonl") == {
        "created": 1,
        "updated": 0,
        "unchanged": 0,
    }
    assert ask(workspace, "memory:list")["items"] == [item]
    (workspace.root / "out").symlink_to(tmp_path)
    assert refused(workspace, "memory:export", path="out/x.jsonl")["code"] == "INVALID_ARGUMENT"
    assert json.loads(ask(workspace, "memory:export")["lines"][0])["id"] == item["id"]


# --- runs -----------------------------------------------------------------------------------------


def prefix(workspace, **options):
    """The stable prefix as it would be sent."""
    return workspace.preview_sync(
        "recall", **({"document": "夜色很深。", "instruction": "改"} | options)
    ).stable_prefix


def test_a_memory_is_in_the_next_prompt_and_gone_after_deletion(workspace):
    """MI-S1: learned or edited memories are in the next prompt; a deleted one is not."""
    empty = prefix(workspace)
    item = create(workspace, "动作场景：偏好短句，\n节奏紧凑")
    text = prefix(workspace)
    assert "[用户写作偏好 — 记忆注入]\n- 动作场景：偏好短句， 节奏紧凑（来源：手动添加）" in text
    ask(workspace, "memory:update", id=item["id"], patch={"content": "偏好长句"})
    assert "- 偏好长句（来源：手动添加）" in prefix(workspace)
    ask(workspace, "memory:delete", id=item["id"])
    assert prefix(workspace) == empty


def test_switched_off_the_prompt_is_the_empty_one(workspace):
    """MS1-7: injectionEnabled false leaves the structure byte-identical to the case without memories."""
    empty = prefix(workspace)
    create(workspace)
    assert prefix(workspace) != empty
    ask(workspace, "memory:settings:update", patch={"injectionEnabled": False})
    assert prefix(workspace) == empty


def test_project_memories_stay_in_their_project(workspace):
    """Another project's run holds none of this project's memories; no project holds the global ones."""
    create(workspace, "属于小说", scope="project", projectId="novel")
    create(workspace, "到处都有")
    assert "属于小说" in prefix(workspace)
    for project in ("another", None):
        text = prefix(workspace, project_id=project)
        assert "属于小说" not in text
        assert "到处都有" in text


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(instruction=st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=40))
def test_the_prefix_stands_when_only_the_query_changes(workspace, instruction):
    """MS1-6.2: with semantic recall on, any query leaves the prefix's bytes alone."""
    if not ask(workspace, "memory:list")["items"]:
        for n in range(80):
            create(workspace, f"第{n}条：灯笼、渡口与船夫的旧事，写得长一些好让前缀放不下全部")
        assert workspace.store.memory.indexer.wait(20)
    assert prefix(workspace, instruction=instruction) == prefix(workspace)


def test_recalled_memories_stand_after_the_prefix_and_only_once(workspace):
    """MS1-6.2: query-dependent memories are in the dynamic part; what the prefix holds is not repeated there."""
    for n in range(60):
        create(workspace, f"第{n:02d}条记忆，灯笼铺在巷口第{n:02d}家，掌柜姓陈，左手少一指")
    assert workspace.store.memory.indexer.wait(20)
    preview = workspace.preview_sync("recall", document="夜", instruction="灯笼铺掌柜")
    injected = {}
    for line in preview.injected:
        if line.source.startswith("memory:"):
            injected.setdefault(line.source, []).append(line.id)
    assert len(injected["memory:recall"]) == 5
    assert not set(injected["memory:injection"]) & set(injected["memory:recall"])
    assert any(line.source == "memory:injection" and line.reason == "layer_cap" for line in preview.excluded)
    assert preview.warnings == ()


def test_a_broken_store_costs_the_memories_and_not_the_run(workspace, tmp_path):
    """MI-S3: with a damaged store the run goes on, with its warnings, and the placeholder stands in layer 2."""
    empty = prefix(workspace)
    create(workspace)
    workspace.store.database.place.checkpoint()
    workspace.store.database.prepare().dispose()
    path = tmp_path / "u.db"
    for beside in tmp_path.glob("u.db-*"):
        beside.unlink()
    path.write_bytes(b"rubbish" * 4096)
    run = workspace.run_sync("recall", document="夜色很深。", instruction="改")
    assert run.text
    assert "MEMORY_UNAVAILABLE: 记忆数据未注入" in run.warnings
    assert any(w.startswith("RUN_NOT_RECORDED") for w in run.warnings)
    assert run.preview.stable_prefix == empty
    assert str(tmp_path) not in str(run.warnings)
    error = refused(workspace, "memory:settings:update", patch={"injectionEnabled": False})
    assert (error["code"], error["details"]["reason"]) == ("DB_ERROR", "corrupt")


@pytest.mark.long
def test_a_locked_store_costs_the_record_and_not_the_run(workspace, tmp_path):
    """MI-S3: while another process writes, memories are read, and the run goes on."""
    create(workspace)
    workspace.store.database.place.busy_timeout_ms = 50
    workspace.store.database.place.close()
    workspace.store.database._engine = None
    from memory.store_samples import open_database

    with open_database(tmp_path / "u.db").write():
        run = workspace.run_sync("recall", document="夜色很深。", instruction="改")
    assert "- 偏好短句（来源：手动添加）" in run.preview.stable_prefix
    assert [w.partition(":")[0] for w in run.warnings if not w.startswith("MEMORY_DEGRADED")] == [
        "RUN_NOT_RECORDED"
    ]


def test_a_stored_run_comes_back_with_its_memories(workspace):
    """A real run's record is read back as it was, texts included; in privacy mode it holds none."""
    create(workspace)
    run = workspace.run_sync("recall", document="夜色很深。", instruction="改")
    stored = workspace.store.runs.get(run.id)
    assert stored.complete
    assert stored.record.preview == run.preview
    assert stored.record.texts == run.texts
    ask(workspace, "memory:settings:update", patch={"privacyModeEnabled": True})
    run = workspace.run_sync("recall", document="秘密的一夜。", instruction="不可说")
    stored = workspace.store.runs.get(run.id)
    assert (stored.privacy, stored.complete, stored.record.text) == (True, False, "")
    assert stored.record.prompt_hash == run.prompt_hash
    assert [i.id for i in stored.record.injected] == [i.id for i in run.injected]


@pytest.mark.seed("003.2.2", "003.3.4")
def test_the_writers_store_follows_from_project_to_project(tmp_path, monkeypatch):
    """Two projects of one writer share the global memories; a project with its own store does not."""
    monkeypatch.setenv("UNDERDRAFT_HOME", str(tmp_path / "home"))
    for name in ("one", "two", "own"):
        (tmp_path / name / ".underdraft").mkdir(parents=True)
        own = 'store = "project"\n' if name == "own" else ""
        text = f'embedder = "none"\n{own}[project]\nid = "{name}"\nname = "{name}"\n'
        (tmp_path / name / ".underdraft" / "config.toml").write_text(text, "utf-8")
    with Workspace.open(tmp_path / "one") as workspace:
        create(workspace, "到处都有")
    with Workspace.open(tmp_path / "two") as workspace:
        assert len(ask(workspace, "memory:list")["items"]) == 1
    with Workspace.open(tmp_path / "own") as workspace:
        assert ask(workspace, "memory:list")["items"] == []
        assert (tmp_path / "own" / ".underdraft" / "underdraft.db").is_file()
    assert (tmp_path / "home" / "underdraft.db").is_file()


def test_a_memory_without_a_scope_is_the_projects(underdraft_workspace):
    """Where there is a project it holds there, and with `null` for the project everywhere."""
    ws = underdraft_workspace(embedder="none")
    for more, scope, project in (
        ({}, "project", "test-project"),
        ({"projectId": None}, "global", None),
        ({"projectId": "other"}, "project", "other"),
        ({"scope": "global"}, "global", None),
    ):
        item = ws.invoke_sync("memory:create", {"type": "note", "content": f"{more}", **more})["data"]
        assert (item["scope"], item["projectId"]) == (scope, project)

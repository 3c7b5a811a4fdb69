"""Atomic memories: duplicates, contradictions, recall."""

from __future__ import annotations

from memory.sessions.session_samples import data, opened, project, say, settle

PROJECT = {"projectId": "harbour"}


def items(ws, **payload):
    """The project's atomic memories by content."""
    return {i["content"]: i for i in data(ws, "atomic:list", {**PROJECT, **payload})["items"]}


def test_the_same_statement_is_kept_once(tmp_path):
    """Case, white space and marks do not make another fact; another project's does not count."""
    with opened(project(tmp_path)) as ws:
        first = data(ws, "atomic:create", {"content": "灯塔 有九层。", **PROJECT})
        assert data(ws, "atomic:create", {"content": "灯塔有九层", **PROJECT})["id"] == first["id"]
        assert data(ws, "atomic:create", {"content": "灯塔有九层", "projectId": "other"})["id"] != first["id"]


def test_a_contradicted_memory_is_listed_and_not_recalled(tmp_path):
    """The newer of two values is recalled; both stand in the list, and the search says which is outdated."""
    with opened(project(tmp_path, chat=("memories: true",))) as ws:
        for name in ("林远", "沈砚"):
            say(ws, f"主角叫{name}")
            settle(ws)
        assert set(items(ws)) == {"主角叫林远", "主角叫沈砚"}
        preview = ws.preview_sync("talk", instruction="主角叫什么")
        assert "主角叫沈砚" in preview.prompt.dynamic
        assert "主角叫林远" not in preview.prompt.dynamic
        found = data(ws, "memory:search", {"keyword": "主角"})["items"]
        assert {f["content"]: f["contradicted"] for f in found if f["kind"] == "atomic"} == {
            "主角叫林远": True,
            "主角叫沈砚": False,
        }


def test_deleting_the_newer_one_brings_the_older_back(tmp_path):
    """A contradiction ends with the memory that made it; restoring the older does not hide the newer."""
    with opened(project(tmp_path)) as ws:
        for name in ("林远", "沈砚"):
            say(ws, f"主角叫{name}")
            settle(ws)
        data(ws, "atomic:delete", {"id": items(ws)["主角叫沈砚"]["id"]})
        assert items(ws)["主角叫林远"]["contradictedBy"] is None


def test_what_the_writer_confirmed_is_not_overruled_by_extraction(tmp_path):
    """An edited fact stays in force; the extracted one that says otherwise is marked instead."""
    with opened(project(tmp_path)) as ws:
        say(ws, "主角叫林远")
        settle(ws)
        mine = items(ws)["主角叫林远"]
        data(ws, "atomic:update", {"id": mine["id"], "patch": {"tags": ["定稿"]}})
        say(ws, "主角叫沈砚")
        settle(ws)
        now = items(ws)
        assert now["主角叫林远"]["contradictedBy"] is None
        assert now["主角叫沈砚"]["contradictedBy"] == mine["id"]


def test_a_deleted_fact_is_not_learned_again(tmp_path):
    """What the writer threw away does not come back because it is said once more."""
    with opened(project(tmp_path)) as ws:
        say(ws, "主角叫林远")
        settle(ws)
        data(ws, "atomic:delete", {"id": items(ws)["主角叫林远"]["id"]})
        say(ws, "主角叫林远", session="s2")
        settle(ws)
        assert items(ws) == {}
        assert set(items(ws, includeDeleted=True)) == {"主角叫林远"}


def test_facts_of_the_writer_hold_everywhere_those_of_the_story_in_their_project(tmp_path):
    """A name of the writer's has no project; a character's has the run's."""
    with opened(project(tmp_path)) as ws:
        say(ws, "我叫阿宁。")
        say(ws, "主角叫林远。")
        settle(ws)
        assert {c: i["projectId"] for c, i in items(ws).items()} == {
            "我叫阿宁": None,
            "主角叫林远": "harbour",
        }
        assert [i["content"] for i in data(ws, "atomic:list")["items"]] == ["我叫阿宁"]


def test_a_fact_is_cut_to_the_limit_at_a_sentence(tmp_path):
    """What is extracted never exceeds memory.atomic_content_max_length."""
    from memory.sessions.session_samples import settings

    with opened(project(tmp_path)) as ws:
        settings(ws, memory__atomic_content_max_length=12)
        say(ws, "记住：灯塔一共有九层，每一层都放着煤油和灯芯")
        settle(ws)
        [content] = items(ws)
        assert len(content) <= 12
        assert content.endswith("…")


def test_recall_by_meaning_finds_atomic_memories_too(tmp_path):
    """With an embedder, facts and memories are recalled together, nearest first, at most rag_top_n."""
    from memory.service_samples import LetterEmbedder
    from underdraft import hookimpl

    class Letters:
        """Offers an embedder that counts letters."""

        @hookimpl
        def underdraft_embedder(self, name):
            return LetterEmbedder() if name == "letters" else None

    with opened(project(tmp_path), plugins=[Letters()], embedder="letters") as ws:
        data(ws, "atomic:create", {"content": "灯塔有九层", **PROJECT})
        data(ws, "memory:create", {"type": "fact", "scope": "project", "content": "灯塔是白的", **PROJECT})
        data(ws, "atomic:create", {"content": "完全无关的猫", **PROJECT})
        assert ws.store.memory.indexer.wait(20)
        found = ws.store.memory.recall("harbour", "灯塔有几层", limit=2)
        assert found.mode == "semantic"
        assert [i.content for i in found.items] == ["灯塔有九层", "灯塔是白的"]
        assert [i.type for i in found.items] == ["atomic", "fact"]


def test_a_purge_leaves_nothing_of_a_fact(tmp_path):
    """memory:purge takes an atomic memory, the turns in which it stood, and its words in the profile along."""
    with opened(project(tmp_path), "嗯。") as ws:
        say(ws, "记住：灯塔地下埋着一口铜钟。")
        settle(ws)
        [content] = items(ws)
        data(ws, "profile:update", {"markdown": f"一\n\n{content}"})
        assert say(ws, "灯塔地下有什么？", session="s2").preview.prompt.dynamic.count(content) > 0
        settle(ws)
        answer = data(ws, "memory:purge", {"id": items(ws)[content]["id"], "confirm": True})
        assert answer["purged"] == 1
        assert data(ws, "profile:get")["markdown"].strip() == "一"
        assert data(ws, "conversation:list", {"sessionId": "s2"})["items"] == []
        from underdraft.privacy.traces import find_traces

        assert find_traces(ws.store.database, "地下埋着一口铜钟") == ()


def test_a_project_takes_its_sessions_along(tmp_path):
    """Purging a project leaves other projects' transcripts, facts and compacts."""
    with opened(project(tmp_path)) as ws:
        say(ws, "主角叫林远")
        say(ws, "主角叫沈砚", session="t1", project_id="other")
        settle(ws)
        data(ws, "memory:purge", {"projectId": "harbour", "confirm": True})
        assert items(ws) == {}
        assert data(ws, "conversation:list", {"sessionId": "s1"})["items"] == []
        assert len(data(ws, "conversation:list", {"sessionId": "t1", "projectId": "other"})["items"]) == 2
        assert len(data(ws, "atomic:list", {"projectId": "other"})["items"]) == 1
        data(ws, "memory:purge", {"all": True, "confirm": True})
        assert data(ws, "atomic:list", {"projectId": "other"})["items"] == []
        assert data(ws, "compact:list", {"projectId": "other"})["items"] == []

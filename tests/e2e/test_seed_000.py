"""Every clause of seed 000, through a workspace and a real store: memories stand in the prompt, or a warning does."""

from __future__ import annotations

import pytest

from learning.feedback_samples import Desk
from memory.service_samples import Faulty
from underdraft import Layer, Workspace, hookimpl
from underdraft.types.layers import View

HEADER = "[用户写作偏好 — 记忆注入]"
LEARNED, TYPED = "动作场景：偏好短句，节奏紧凑", "叙事视角：严格第一人称"
LINES = f"{HEADER}\n- {LEARNED}（来源：自动学习）\n- {TYPED}（来源：手动添加）"
UNAVAILABLE = "MEMORY_UNAVAILABLE: 记忆数据未注入"
CONFIG = '[project]\nid = "novel"\nname = "灯港"\n'
RECALL = "---\nname: recall\ndescription: Recalls.\ncontext_rules: {memories: true}\n---\n改写。\n"


@pytest.fixture
def desk(tmp_path):
    """A project in an empty folder, with a store of its own."""
    made = Desk(tmp_path)
    yield made
    made.close()


def remember(desk, content, **more):
    """Write a memory by hand."""
    return desk.data("memory:create", {"type": "preference", "scope": "global", "content": content, **more})


def seen(desk, **options):
    """The prompt that a run would send, of a skill that recalls nothing besides."""
    return desk.ws.preview_sync("consistency-check", document="雨还在下。", **options)


def injected(preview):
    """The chunks of memories, and the receipt's lines about them."""
    chunks = [
        chunk
        for section in preview.prompt.sections
        if section.layer is Layer.PROFILE
        for chunk in section.chunks
        if chunk.source == "memory:injection"
    ]
    return chunks, [line for line in preview.injected if line.source == "memory:injection"]


@pytest.mark.seed(
    "000.1.1", "000.1.3", "000.1.4", "000.1.5", "000.1.6", "000.2.1", "000.2.5", "003.7.1", "003.7.3"
)
def test_memories_stand_in_the_settings_view(desk):
    """One chunk of source ``memory:injection``: a line for each memory, with its origin in Chinese, byte for byte."""
    desk.feeds("accept", "accept", "accept", evidence=LEARNED)
    remember(desk, TYPED)
    listed = desk.data("memory:injection:preview", {"projectId": "novel"})["items"]
    assert [(i["content"], i["origin"]) for i in listed] == [(LEARNED, "learned"), (TYPED, "manual")]
    preview = seen(desk)
    (chunk,), lines = injected(preview)
    assert chunk.source == "memory:injection"
    assert chunk.body == LINES
    assert LINES in preview.stable_prefix
    assert {line.layer.view for line in lines} == {View.SETTINGS}
    assert [line.id for line in lines] == [item["id"] for item in listed]


@pytest.mark.seed("000.1.2")
def test_the_preview_is_asked_for_this_project_and_document(desk):
    """A memory of another project, or of another document, is not in the prompt."""
    remember(desk, "只在第一章", documentId="chapter-1")
    remember(desk, "只在这部小说", scope="project", projectId="novel")
    here, there = seen(desk, document_id="chapter-1"), seen(desk, document_id="chapter-2")
    elsewhere = seen(desk, document_id="chapter-1", project_id="another")
    found = [
        [("只在第一章" in p.stable_prefix), ("只在这部小说" in p.stable_prefix)]
        for p in (here, there, elsewhere)
    ]
    assert found == [[True, True], [False, True], [True, False]]


@pytest.mark.seed("000.1.8", "000.2.2")
def test_without_memories_there_is_no_chunk_and_no_warning(desk):
    """Nothing remembered is an ordinary case: the section keeps its placeholder."""
    preview = seen(desk)
    assert injected(preview) == ([], [])
    assert preview.warnings == ()
    assert HEADER not in preview.stable_prefix


@pytest.mark.seed("000.1.7", "000.2.3")
def test_a_preview_that_raises_is_a_warning(desk, monkeypatch):
    """Nothing goes further than the fetcher: no chunk, exactly this warning, and the other layers as they were."""
    empty = seen(desk)
    remember(desk, TYPED)

    def broken(*_, **__):
        raise RuntimeError("DB locked")

    monkeypatch.setattr(type(desk.ws.store.memory), "preview_injection", broken)
    preview = seen(desk)
    assert injected(preview) == ([], [])
    assert preview.warnings == (UNAVAILABLE,)
    assert preview.messages == empty.messages


@pytest.mark.own_database
@pytest.mark.seed("000.2.3")
def test_a_store_that_cannot_be_read_does_not_stop_the_run(desk):
    """The run is answered without memories, and says so."""
    remember(desk, TYPED)
    with desk.ws.store.database.write() as connection:
        connection.exec_driver_sql("ALTER TABLE setting RENAME TO elsewhere")
    run = desk.ws.run_sync("polish", document="雨还在下。")
    assert run.text
    assert injected(run.preview) == ([], [])
    assert UNAVAILABLE in run.warnings
    assert TYPED not in run.preview.stable_prefix


class Embedders:
    """A plugin that answers to the embedder "letters"."""

    def __init__(self, embedder):
        self.embedder = embedder

    @hookimpl
    def underdraft_embedder(self, name):
        return self.embedder if name == "letters" else None


@pytest.mark.seed("000.1.9", "000.2.4")
def test_a_degraded_search_keeps_the_memories_and_gives_its_reason(tmp_path):
    """With a failing embedder the memories stand in the prompt all the same, and a warning has the reported reason."""
    skill = tmp_path / ".underdraft" / "skills" / "recall"
    skill.mkdir(parents=True)
    (skill / "SKILL.md").write_text(RECALL, encoding="utf-8")
    (tmp_path / ".underdraft" / "config.toml").write_text(CONFIG, encoding="utf-8")
    plugins = [Embedders(Faulty())]
    with Workspace.open(
        tmp_path, trusted=True, store=tmp_path / "s.db", embedder="letters", plugins=plugins
    ) as ws:
        item = {"type": "preference", "scope": "global", "content": "偏好简洁风格"}
        assert ws.invoke_sync("memory:create", item)["ok"]
        asked = ws.invoke_sync("memory:injection:preview", {"queryText": "简洁"})["data"]
        preview = ws.preview_sync("recall", document="雨还在下。", instruction="写得简洁")
    assert asked["diagnostics"]["degradedFrom"] == "semantic"
    assert "- 偏好简洁风格（来源：手动添加）" in preview.stable_prefix
    assert preview.warnings == (f"MEMORY_DEGRADED: {asked['diagnostics']['reason']}",)

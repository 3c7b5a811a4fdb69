"""From full to compact and back: the seed's requirement, through the workspace."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from memory.sessions.session_samples import code, data, opened, project, say, settings, settle
from underdraft import Layer
from underdraft.memory.db.schema.conversations import COMPACT
from underdraft.memory.runs.compacts import PENDING

RULES = ("recent_summary: 3", "surrounding: 200")
CHAPTER = "夜里起雾。沈砚推开门。灯已经灭了。她没有点灯。" * 3


def stored(ws):
    """How many compacts stand in the store."""
    written = select(func.count()).select_from(COMPACT).where(COMPACT.c.origin != PENDING)
    with ws.store.database.read() as connection:
        return connection.scalar(written)


def recent(preview):
    """The lines of the compacts in layer 4."""
    return [
        p.text for s in preview.prompt.sections if s.layer is Layer.RECENT for c in s.chunks for p in c.parts
    ]


@pytest.mark.seed("003.9.1")
def test_past_the_threshold_of_runs_everything_is_condensed(tmp_path):
    """历史记录自动压缩: below the threshold nothing is written, at it a structured compact for each run."""
    with opened(project(tmp_path, edit=RULES), "门开了。雾涌进来。她站住了。") as ws:
        settings(ws, memory__compaction_runs=4)
        for n in range(3):
            ws.run_sync("edit", document=CHAPTER, selection=(0, 5), instruction=f"改得冷一点，第{n}稿")
        settle(ws)
        assert stored(ws) == 0
        ws.run_sync("edit", document=CHAPTER, selection=(0, 5), instruction="改得冷一点，第3稿")
        settle(ws)
        assert stored(ws) == 4
        newest, *_ = data(ws, "compact:list")["items"]
        assert newest["task"] == "改得冷一点，第3稿"
        assert newest["given"] == "夜里起雾。"
        assert newest["result"] == "门开了。雾涌进来。她站住了。"
        assert newest["ref"] == f"run:{newest['runId']}"
        assert newest["skillId"] == "edit"
        assert newest["tokens"] < newest["fullTokens"]


@pytest.mark.seed("003.9.1")
def test_past_the_threshold_of_tokens_too(tmp_path):
    """历史记录自动压缩: the other threshold is of tokens."""
    with opened(project(tmp_path, edit=RULES)) as ws:
        settings(ws, memory__compaction_tokens=300)
        ws.run_sync("edit", document="短。", instruction="改")
        settle(ws)
        assert stored(ws) == 0
        ws.run_sync("edit", document=CHAPTER * 5, selection=(0, 200), instruction="改")
        settle(ws)
        assert stored(ws) == 2


@pytest.mark.seed("003.9.2", "003.9.3")
def test_compacts_are_injected_and_lead_back_to_the_whole_record(tmp_path):
    """后续注入优先使用 Compact: the last N stand in layer 4, and `show` of each ref gives the full text."""
    replies = [f"第{n}稿的全文：" + "雾很大。" * 60 + f"完{n}。" for n in range(5)]
    with opened(project(tmp_path, edit=RULES), *replies) as ws:
        settings(ws, memory__compaction_runs=2)
        runs = [ws.run_sync("edit", document=CHAPTER, instruction=f"第{n}次") for n in range(5)]
        settle(ws)
        preview = ws.preview_sync("edit", document=CHAPTER, instruction="再来")
        lines = recent(preview)
        assert [f"ref:run:{run.id}" in line for run, line in zip(runs[2:], lines, strict=True)] == [True] * 3
        assert all("雾很大。" * 40 not in line for line in lines)
        assert [i.id for i in preview.injected if i.source == "memory:compacts"] == [
            f"run:{r.id}" for r in runs[2:]
        ]
        for run, reply in zip(runs, replies, strict=True):
            shown = data(ws, "memory:show", {"ref": f"ref:run:{run.id}"})
            assert shown["text"] == reply
            assert [m["content"] for m in shown["messages"]] == [m.content for m in run.preview.messages]
            assert shown["complete"]
        assert code(ws, "memory:show", {"ref": "run:nothing"}) == "NOT_FOUND"
        assert code(ws, "memory:show", {"ref": "../etc"}) == "INVALID_ARGUMENT"


@pytest.mark.seed("003.9.2")
def test_compacting_loses_nothing(tmp_path):
    """Full -> Compact 并可按需回溯: the records before and after are the same, and so are the transcripts."""
    with opened(project(tmp_path, talk=("conversation: true", "recent_summary: 2"))) as ws:
        runs = [say(ws, f"第{n}句") for n in range(3)]
        before = [ws.store.runs.get(run.id) for run in runs]
        said = data(ws, "conversation:list", {"sessionId": "s1"})
        assert data(ws, "memory:maintenance:run", {"trigger": "compactRuns"})["compacted"] == 3
        assert [ws.store.runs.get(run.id) for run in runs] == before
        assert data(ws, "conversation:list", {"sessionId": "s1"}) == said
        assert data(ws, "memory:maintenance:run", {"trigger": "compactRuns"})["compacted"] == 0

"""A purge reaches every field that a channel can fill."""

from __future__ import annotations

import pytest

from payloads import LAST, PROJECT, Known, in_order, payload_for
from traces import CONFIG, told, traces_beside
from underdraft import Workspace
from underdraft.memory.db.schema import metadata
from underdraft.memory.db.word_types import HoldsWords

CANARY = "zanzibarcodequux"
NEVER_FILLED = {
    "episode.summary",
    "memory_item.scene",
    "project_file.text",
    "question.answer",
}
"""Columns that a model's answer, many runs, time, or the files of a project without a folder fill (see
``tests/memory/test_project_files.py``), and no channel here; generated stores have words in them."""


def fill(ws):
    """Call every channel with the canary in each field that takes words, and end the session."""
    known = Known()
    told(ws, "memory:settings:update", {"patch": {"memory.compaction_runs": 1}})
    known.learn("session:start", told(ws, "session:start", {"projectId": PROJECT}))
    session = known.fields["session_id"]
    said = {
        "skillId": "chat",
        "document": "夜色。",
        "instruction": f"记住：我的船叫{CANARY}。",
        "sessionId": session,
    }
    known.learn("ai:skill:run", told(ws, "ai:skill:run", said))
    kept = told(ws, "ai:skill:preview", {**said, "documentId": CANARY, "sceneType": CANARY})
    reply = {"texts": [f"他非常慢地说：{CANARY}！"], "model": CANARY, "finishReason": CANARY}
    told(ws, "ai:skill:record", {"runId": kept["runId"], **reply})
    for name in (name for name in in_order(ws.channels) if name not in LAST):
        answer = ws.invoke_sync(name, payload_for(ws.channels[name], CANARY, known))
        known.learn(name, answer.get("data"))
    past = {
        "projectId": PROJECT,
        "skillUsed": CANARY,
        "sceneType": CANARY,
        "candidateCount": 1,
        "selectedIndex": 0,
        "editDistance": 0.1,
    }
    told(ws, "memory:episode:record", {**past, "finalText": CANARY})
    liked = {"action": "accept", "evidenceRef": CANARY, "finalText": f"他慢慢地说，{CANARY}。"}
    told(ws, "ai:skill:feedback", {"runId": kept["runId"], **liked})
    made = told(ws, "memory:create", {"type": CANARY, "scope": "global", "content": "A note of its own."})
    patch = {"evidence": [{CANARY: CANARY}], "metadata": {"a": {CANARY: CANARY}}, "documentId": CANARY}
    told(ws, "memory:update", {"id": made["id"], "patch": patch})
    fact = told(ws, "atomic:create", {"content": "A fact of its own.", "tags": [CANARY]})
    told(ws, "atomic:update", {"id": fact["id"], "patch": {"about": CANARY, "value": CANARY}})
    told(ws, "session:end", {"sessionId": session})
    ws.store.conversation.worker.drain(whole=True)
    ws.store.settle()


@pytest.mark.long
@pytest.mark.file_only("it searches the file")
@pytest.mark.parametrize("by", ["id", "project"])
def test_nothing_is_left_in_any_field(tmp_path, by):
    """The purge of a memory, or of its project, takes its words out of all others, indexes and files."""
    folder = tmp_path / "novel" / ".underdraft"
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text(CONFIG.replace('"local"', '"none"'), encoding="utf-8")
    with Workspace.open(folder.parent, store=tmp_path / "store.db") as ws:
        fill(ws)
        filled = traces_beside(ws, tmp_path, CANARY)
        words = {str(c) for t in metadata().sorted_tables for c in t.c if isinstance(c.type, HoldsWords)}
        assert words - filled == NEVER_FILLED
        mine = {"type": "note", "content": CANARY, "scope": "project", "projectId": "elsewhere"}
        made = told(ws, "memory:create", mine)
        session = told(ws, "session:start", {})["sessionId"]
        at_hand = {"sessionId": session, "projectId": PROJECT, "kind": "preference_signal"}
        told(ws, "working:put", {**at_hand, "content": CANARY, "importance": 0.9})
        what = {"id": made["id"]} if by == "id" else {}
        answer = told(ws, "memory:purge", {**what, "projectId": "elsewhere", "confirm": True})
        assert answer["complete"]
        ws.run_sync("chat", instruction="再写一段。", session_id=session)
        told(ws, "session:end", {"sessionId": session})
        ws.store.settle()
        assert traces_beside(ws, tmp_path, CANARY) == set()
        assert told(ws, "memory:purge", {"projectId": "elsewhere", "confirm": True})["counts"] == []
        kept = {item["content"]: item for item in told(ws, "memory:list", {})["items"]}
        assert kept["A note of its own."]["metadata"] == {"a": {"[purged]": "[purged]"}}
        assert kept["A note of its own."]["type"] == "note"

"""Processes that share a store on a server: one holds on to a job, others write and say what was acknowledged."""

from __future__ import annotations

import time

from memory.sessions.session_samples import opened
from underdraft.memory.db.jobs import Worker

EPISODE = {
    "projectId": "harbour",
    "sceneType": "dialogue",
    "skillUsed": "talk",
    "selectedIndex": 0,
    "candidateCount": 1,
    "editDistance": 0.3,
}


def run_and_hang(folder, url, writer, hung):
    """Make a run whose words are still to be read, and get no further."""
    Worker.work = lambda _: time.sleep(600)
    with opened(folder, store=url, writer=writer, clock=now) as workspace:
        session = workspace.invoke_sync("session:start")["data"]["sessionId"]
        workspace.run_sync("talk", instruction="记住：主角叫林远。", session_id=session)
        hung.set()
        time.sleep(600)


def write(folder, url, name, first, last, log):
    """Write a run and a memory a number; a line in the log once both are acknowledged."""
    with opened(folder, store=url, writer="anna", clock=now) as workspace, log.open("a", buffering=1) as said:
        session = workspace.invoke_sync("session:start")["data"]["sessionId"]
        for number in range(first, last):
            words = f"记住：{name}第{number}号灯的看守人叫{name}{number}。"
            run = workspace.run_sync("talk", instruction=words, session_id=session)
            memory = {"type": "fact", "scope": "global", "content": f"{name} {number}"}
            kept = workspace.invoke_sync("memory:create", memory)
            episode = {"inputContext": f"{name} {number}", "wait": True, **EPISODE}
            told = workspace.invoke_sync("memory:episode:record", episode)
            lost = [w for w in run.warnings if w.startswith("RUN_NOT_RECORDED")]
            said.write(
                f"{'' if lost else run.id}|{kept['ok'] and memory['content']}|{told['ok'] and told['data']['episodeId']}\n"
            )


def now():
    """The time."""
    from datetime import UTC, datetime

    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

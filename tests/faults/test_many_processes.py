"""Several processes over one store on a server: killed, and the server started anew under their hands."""

from __future__ import annotations

import os
import signal
import tempfile
import time
from collections import Counter
from pathlib import Path

import pytest

from faults.many_processes_worker import now, run_and_hang, write
from job_waits import all_done
from memory.sessions.session_samples import Ticking, opened, project, say
from postgres import pgserver
from processes import CONTEXT, ends_well, start
from underdraft.memory.db.jobs import Pending
from underdraft.testing import counted_ids

pytestmark = pytest.mark.long


@pytest.fixture
def own_server():
    """A server of the test's own, with its disk waited for, and the URL of a database on it."""
    server = pgserver().get_server(Path(tempfile.mkdtemp(prefix="ud-pg-")), cleanup_mode="delete")
    for statement in ("CREATE ROLE writers LOGIN", "CREATE DATABASE shared OWNER writers"):
        server.psql(statement)
    server.psql("\\c shared\nCREATE EXTENSION vector")
    yield server, f"postgresql://writers@/shared?host={server.get_postmaster_info().socket_dir}"
    server.cleanup()


def kill(process):
    """End a process without a word."""
    os.kill(process.pid, signal.SIGKILL)
    process.join(30)


@pytest.mark.pooler_too
def test_what_a_killed_process_left_is_done_when_its_writer_is_back(server_url, tmp_path):
    """The job behind the reply is done by the next process that opens the writer's store and runs something."""
    folder = project(tmp_path / "novel")
    hung = CONTEXT.Event()
    process = start(run_and_hang, folder, server_url, "anna", hung)
    assert hung.wait(60)
    kill(process)
    with opened(folder, store=server_url, writer="anna", clock=now) as own:
        worker = own.store.conversation.worker
        assert worker.pending() == Pending(waiting=2, failed=0)  # said outright, and to be read by a model
        own.run_sync("talk", instruction="再见。", session_id="s2")
        assert all_done(worker, 30)


def test_nothing_acknowledged_is_lost(own_server, tmp_path):
    """200 writes by two processes, one of which is killed and the server started anew in the middle of them."""
    server, url = own_server
    folder = project(tmp_path / "novel")
    logs = [tmp_path / name for name in ("a", "b", "c")]
    first, other = (
        start(write, folder, url, name, 0, 100, log) for name, log in zip("ab", logs, strict=False)
    )
    wait_for_lines(logs[0], 30)
    kill(first)
    rest = start(write, folder, url, "c", 30, 100, logs[2])
    wait_for_lines(logs[2], 10)
    server.stop()
    server._postmaster_info = None
    server.ensure_postgres_running()
    ends_well(other, rest, seconds=300)
    said = [line.split("|") for log in logs if log.exists() for line in log.read_text("utf-8").splitlines()]
    with opened(folder, store=url, writer="anna") as workspace:
        workspace.store.settle()
        assert all_done(workspace.store.conversation.worker, 60)
        with workspace.store.database.read() as connection:
            runs, items, episodes, facts, jobs = (
                Counter(connection.exec_driver_sql(f"SELECT {what}").scalars())
                for what in (
                    "id FROM run",
                    "content FROM memory_item",
                    "id FROM episode",
                    "content FROM atomic_memory",
                    "seq FROM background_job WHERE NOT failed AND kind <> 'read_again'",  # its model answers nothing
                )
            )
    assert len(said) >= 180
    assert sum("False" not in line and all(line) for line in said) >= 150  # most met no restart
    assert {line[0] for line in said if line[0]} <= set(runs)
    assert {line[1] for line in said if line[1] != "False"} <= set(items)
    assert {line[2] for line in said if line[2] != "False"} <= set(episodes)
    assert {number for found in (runs, items, episodes, facts) for number in found.values()} == {1}
    assert not jobs


def wait_for_lines(path, count):
    """Wait until so many writes are acknowledged."""
    end = time.monotonic() + 120
    while not path.exists() or path.read_text("utf-8").count("\n") < count:
        assert time.monotonic() < end, "nothing is written"
        time.sleep(0.02)


@pytest.mark.pooler_too
def test_two_replicas_assemble_what_one_does(server_url, tmp_path):
    """A session served turn by turn by two that share nothing but the server has the prompts that one would make."""
    folder = project(tmp_path / "novel")
    words = [
        "记住：主角叫林远。",
        "灯塔在港口的北面。",
        "写一句收尾。",
        "看守人是谁？",
        "再写一句。",
        "主角叫什么？",
    ]
    prompts = []
    for writer, replicas in (("one", 1), ("two", 2)):
        options = {"store": server_url, "writer": writer, "new_id": counted_ids(), "clock": Ticking()}
        with opened(folder, **options) as a, opened(folder, **options) as b:
            session = a.invoke_sync("session:start")["data"]["sessionId"]
            made = []
            for turn, said in enumerate(words):
                workspace = (a, b)[turn % replicas]
                run = say(workspace, said, session)
                workspace.invoke_sync("ai:skill:feedback", {"runId": run.id, "action": "accept"})
                assert all_done(workspace.store.conversation.worker, 30)
                made.append(run.prompt_hash)
            prompts.append(made)
    assert prompts[0] == prompts[1]

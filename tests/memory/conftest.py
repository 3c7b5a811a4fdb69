"""Fixtures of the memory's tests."""

from __future__ import annotations

import pytest

from job_waits import all_done
from memory.episodes.episode_samples import Clock, open_episodes
from memory.episodes.episode_samples import close as close_episodes
from memory.service_samples import LetterEmbedder, close, open_service
from memory.sessions.session_samples import opened, project
from memory.store_samples import open_database
from underdraft import Workspace


@pytest.fixture
def database(tmp_path):
    """A fresh store."""
    made = open_database(tmp_path / "u.db")
    yield made
    made.close()


@pytest.fixture
def service(tmp_path):
    """A service over a fresh file with a working embedder."""
    made = open_service(tmp_path / "u.db", LetterEmbedder())
    yield made
    close(made)


@pytest.fixture
def ws(tmp_path):
    """A workspace on a project with a chat skill, without an embedder."""
    with opened(project(tmp_path)) as workspace:
        yield workspace


@pytest.fixture
def clock():
    """A clock that the test moves."""
    return Clock()


@pytest.fixture
def open_here(tmp_path, clock):
    """Opens services over one file; all are closed at the end."""
    opened = []

    def open_it(**options):
        opened.append(open_episodes(tmp_path / "u.db", **{"clock": clock, **options}))
        return opened[-1]

    yield open_it
    for service in opened:
        close_episodes(service)


@pytest.fixture
def episodes(open_here):
    """A service over a fresh file."""
    return open_here()


@pytest.fixture
def filled(tmp_path):
    """A workspace in whose store every table that a writer fills has rows."""
    folder = tmp_path / "novel"
    (folder / ".underdraft").mkdir(parents=True)
    (folder / ".underdraft" / "config.toml").write_text('[project]\nid = "harbour"\n', encoding="utf-8")
    with Workspace.open(folder, store=tmp_path / "from.db", embedder="local") as workspace:

        def ask(channel, **payload):
            envelope = workspace.invoke_sync(channel, payload)
            assert envelope["ok"], envelope
            return envelope["data"]

        session = ask("session:start")["sessionId"]
        for content in ("结尾不要比喻", "Café 在港口", "灯塔的看守人叫沈默"):
            ask("memory:create", type="preference", scope="global", content=content)
        ask("atomic:create", content="我叫阿明", tags=["名字"])
        ask("memory:settings:update", patch={"memory.rag_top_n": 7})
        for instruction in ("写一句。", "再写一句。"):
            run = workspace.run_sync("chat", instruction=instruction, session_id=session)
        ask("ai:skill:feedback", runId=run.id, action="accept", evidenceRef="偏好短句")
        workspace.store.memory.indexer.wait(60)
        all_done(workspace.store.conversation.worker, 60)
        workspace.store.settle()
        yield workspace

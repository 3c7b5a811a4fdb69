"""What an extractor is shown of what is known."""

from __future__ import annotations

from memory.sessions.session_samples import data, opened, project, say, settle
from underdraft.memory.sessions import known
from underdraft.memory.sessions.known import known_statements


def test_the_newest_and_the_likest_are_known(tmp_path, monkeypatch):
    """Facts of the project and of all, those that share words with what was said first, and the profile's lines."""
    monkeypatch.setattr(known, "NEWEST", 1)
    with opened(project(tmp_path), model="offline") as ws:
        for content in ("灯塔有九层", "老薛爱喝黄酒", "船叫海燕"):
            data(ws, "atomic:create", {"content": content, "projectId": "harbour"})
        data(ws, "atomic:create", {"content": "别的书", "projectId": "other"})
        say(ws, "我喜欢短句")
        settle(ws)
        with ws.store.database.read() as connection:
            found = known_statements(connection, "harbour", ["灯塔其实有七层"])
        assert found == ("灯塔有九层", "船叫海燕", "我喜欢短句")

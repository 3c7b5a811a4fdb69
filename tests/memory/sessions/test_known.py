"""What an extractor is shown of what is known."""

from __future__ import annotations

from memory.sessions.session_samples import data, opened, project, say, settle
from underdraft.memory.sessions import known
from underdraft.memory.sessions.known import known_statements


def test_what_was_typed_is_known_too(tmp_path):
    """One view of all that holds: typed memories beside facts; nothing of a document's own, nor what is deleted."""
    with opened(project(tmp_path), model="offline") as ws:
        data(ws, "atomic:create", {"content": "灯塔有九层", "projectId": "harbour"})
        for content, more in (("主角是守灯人", {}), ("只给一章", {"documentId": "d"}), ("删掉的", {})):
            memory = {"type": "fact", "scope": "project", "projectId": "harbour", "content": content, **more}
            made = data(ws, "memory:create", memory)
        data(ws, "memory:delete", {"id": made["id"]})
        with ws.store.database.read() as connection:
            assert known_statements(connection, "harbour", []) == ("灯塔有九层", "主角是守灯人")


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

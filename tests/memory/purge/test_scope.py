"""What a purge reaches."""

from __future__ import annotations

from underdraft.memory.purge.scope import PurgeScope, find_scope


def test_a_scope_has_every_wording_there_was(service):
    """Of a memory's past too, and each on one line."""
    item = service.items.create(type="note", scope="global", content="first\nline")
    service.items.update(item.id, {"content": "second"})
    with service.database.read() as connection:
        scope = find_scope(connection, item.id, None, everything=False)
        assert scope.item_ids == {item.id}
        assert scope.texts == {"first\nline", "first line", "second"}
        assert find_scope(connection, "none", None, everything=False).texts == frozenset()
        assert find_scope(connection, None, None, everything=True).everything


def test_a_short_text_is_looked_for_on_its_line_only():
    """As a word it could stand in any chapter; with what a prompt puts around it, it is the memory."""
    scope = PurgeScope(texts=frozenset({"灯"}))
    assert scope.words.texts == ()
    assert "- 灯（来源：手动添加）" in scope.lines.texts
    assert set(scope.wholes.values()) == {"灯", "- 灯"}

"""What a purge reaches."""

from __future__ import annotations

from underdraft.memory.areas.scope import PurgeScope


def test_a_scope_takes_in_what_each_area_names():
    """Every wording, each on one line too; lines of the profile are wordings, and go whole."""
    scope = PurgeScope(project_id="p").including(["a"], {"one\n two"})
    scope = scope.including(lines={"three"})
    assert scope.item_ids == {"a"}
    assert scope.refs == {"memory:a", "atomic:a"}
    assert scope.texts == {"one\n two", "one two", "three"}
    assert scope.lines_said == {"three"}
    assert scope.project_id == "p"


def test_a_short_text_is_looked_for_on_its_line_only():
    """As a word it could stand in any chapter; with what a prompt puts around it, it is the memory."""
    scope = PurgeScope(texts=frozenset({"灯"}))
    assert scope.words.texts == ()
    assert "- 灯（来源：手动添加）" in scope.lines.texts
    assert "- 灯 (source: added by hand)" in scope.lines.texts
    assert set(scope.wholes.values()) == {"灯", "- 灯"}


def test_a_line_that_says_nothing_else_goes():
    """What the writer put around it stays."""
    scope = PurgeScope(texts=frozenset({"the purged words"}), lines_said=frozenset({"short"}))
    document = "# Me\n- short\n- the purged words.\n\nand the purged words here"
    assert scope.without_lines(document) == "# Me\n\nand [purged] here"

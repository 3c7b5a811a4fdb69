"""What workspaces have in common."""

from __future__ import annotations

from types import SimpleNamespace

from underdraft.opening.shared_parts import SharedParts


class Closing:
    """Stands in for a store; it says when it is closed."""

    closed = False

    def __init__(self):
        self.database = SimpleNamespace(purged=False)

    def close(self):
        self.closed = True


def test_a_store_lives_as_long_as_somebody_has_it():
    """Workspaces with one key get one store; it is closed when the last gives it back, and then made anew."""
    parts = SharedParts(entry_points=False)
    first = parts.take_store("a", Closing)
    assert parts.take_store("a", Closing) is first
    assert parts.take_store("b", Closing) is not first
    parts.give_back(first)
    assert not first.closed
    parts.give_back(first)
    assert first.closed
    assert parts.take_store("a", Closing) is not first
    parts.portal.close()


def test_a_purged_store_is_given_to_nobody_else():
    """Once another process has purged it a new one is made; who has the old one still gives it back."""
    parts = SharedParts(entry_points=False)
    old = parts.take_store("a", Closing)
    old.database.purged = True
    new = parts.take_store("a", Closing)
    assert new is not old
    assert parts.take_store("a", Closing) is new
    parts.give_back(old)
    assert (old.closed, new.closed) == (True, False)
    parts.portal.close()


def test_plugins_are_loaded_once():
    """All workspaces of a pool have the same plugins."""
    parts = SharedParts(entry_points=False)
    assert parts.loaded is parts.loaded
    parts.portal.close()

"""The fetcher of what is at hand in the session."""

from __future__ import annotations

import attrs

from underdraft import RunRequest, testing
from underdraft.types.episodes import WorkingItem, WorkingView
from underdraft_plugins.fetchers import working_memory


class Desk:
    """A working memory of one session."""

    def __init__(self, *items):
        self.items = items

    def list(self, session_id):
        return WorkingView(items=self.items, tokens=1)


def inputs(**more):
    """What a fetcher is told in a session."""
    request = RunRequest(skill_id="continue", project_id=None, session_id="s")
    return attrs.evolve(testing.inputs(), **({"request": request} | more))


def test_what_is_at_hand_stands_in_order():
    """One entry an item, its importance as the score that decides what may go; another project's is left out."""
    item = WorkingItem(
        id="w1",
        project_id="test-project",
        session_id="s",
        kind="note",
        content="第一件\n事",
        token_count=3,
        importance=0.4,
        focus=0.5,
        created_at="t",
        updated_at="t",
    )
    more = attrs.evolve(item, id="w2", content="第二件事", importance=0.9)
    desk = Desk(item, more, attrs.evolve(item, id="w3", project_id="other"))
    (chunk,) = working_memory.fetch_working(inputs(working=desk))
    assert chunk.body == "- 第一件 事\n- 第二件事"
    assert [(p.id, p.score) for p in chunk.parts] == [("w1", 0.4), ("w2", 0.9)]
    assert chunk.parts[0].reason == "note; importance 0.4, focus 0.5; ref:working:w1"


def test_without_a_session_nothing_is_at_hand():
    """No session, no store, an empty desk: no chunk."""
    assert working_memory.fetch_working(inputs(working=Desk(), request=RunRequest(skill_id="x"))) == ()
    assert working_memory.fetch_working(inputs()) == ()
    assert working_memory.fetch_working(inputs(working=Desk())) == ()

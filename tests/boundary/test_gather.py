"""The channels of many plugins."""

from __future__ import annotations

from underdraft import Channel
from underdraft.boundary.gather import gather_channels


def works(workspace):
    """Answer with what it got."""
    return {"workspace": workspace}


def fails(error):
    """A function that raises."""

    def handle(*_):
        raise error

    return handle


def unreadable(workspace, payload):
    """A handler whose argument cannot be told."""


def test_channels_of_a_bad_plugin():
    """A plugin that raises, gives rubbish or takes a name costs only its own channels."""
    got = gather_channels(
        [
            ("core", lambda: [Channel("b:b", works), Channel("a:a", works)]),
            ("raises", fails(ValueError())),
            ("exits", fails(SystemExit())),
            ("rubbish", lambda: ["x"]),
            ("nothing", lambda: None),
            ("payload", lambda: [Channel("d:d", unreadable)]),
            ("no-function", lambda: [Channel("e:e", None)]),
            ("thief", lambda: [Channel("a:a", works), Channel("z:z", works)]),
            ("good", lambda: (c for c in [Channel("c:c", works)])),
        ]
    )
    assert list(got) == ["a:a", "b:b", "c:c"]

from __future__ import annotations

from docs.pages import channels_script
from underdraft.boundary.answers import typed, typed_sync


def test_the_types_of_answers_are_up_to_date():
    """The stub that type checkers read is what docs/write_channels_page.py writes now, and names each channel."""
    script = channels_script()
    stub = script.STUB.read_text(encoding="utf-8")
    assert stub == script.stub()
    assert all(stub.count(f'"{channel.name}"') == 2 for channel in script.underdraft_channels())


def test_it_costs_nothing():
    """At run time a typed method is the method itself."""
    assert typed(str.upper) is typed_sync(str.upper) is str.upper

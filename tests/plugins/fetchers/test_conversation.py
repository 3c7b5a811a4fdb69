"""The fetcher of a session's earlier turns."""

from __future__ import annotations

import attrs

from session_reader import Sessions, inputs_of
from underdraft import LAYERS, Layer, Message, StoreError
from underdraft.testing import run_fetcher
from underdraft.types.sessions import EarlierWords
from underdraft_plugins.fetchers.conversation import underdraft_fetchers

CONVERSATION, EARLIER = underdraft_fetchers()


def test_earlier_turns_come_as_they_were_sent():
    """They are history, not chunks, within the room that is left for them."""
    turns = [Message(role="user", content="a"), Message(role="assistant", content="b")]
    sessions = Sessions(turns)
    fetched = CONVERSATION.fetch(inputs_of(sessions))
    assert (fetched.history, fetched.chunks) == (tuple(turns), ())
    assert sessions.asked == [("s", "novel", 900)]
    assert not fetched.history_stays


def test_a_window_that_loses_blocks_stays():
    """Between two blocks the next request begins with the same turns."""
    told = attrs.evolve(inputs_of(Sessions([Message(role="user", content="a")])), auto_block=10)
    assert CONVERSATION.fetch(told).history_stays


def test_without_a_session_there_are_none():
    """Neither without a store; and a store that cannot be read costs a warning."""
    sessions = Sessions([Message(role="user", content="a")])
    assert run_fetcher(CONVERSATION, inputs_of(sessions, session_id=None)).history == ()
    assert run_fetcher(CONVERSATION, inputs_of(None)).history == ()
    assert CONVERSATION.fetch(inputs_of(Sessions(StoreError("x")))).warnings


def test_what_was_said_earlier_is_one_chunk_of_layer_4():
    """A line each, in the order given, within half of the layer's cap; without a session or a query none is asked for."""
    said = [EarlierWords(text=f"{i}.", score=s) for i, s in (("a", 0.2), ("b", 0.5))]
    sessions = Sessions(said)
    told = attrs.evolve(inputs_of(sessions), query="q")
    (chunk,) = run_fetcher(EARLIER, told).chunks
    assert [(part.text, part.score) for part in chunk.parts] == [("- a.", 0.2), ("- b.", 0.5)]
    assert chunk.score == 0.5
    assert sessions.asked == [("s", "novel", "q", LAYERS[Layer.RECENT].cap_tokens // 2)]
    for silent in (
        attrs.evolve(told, query=" "),
        attrs.evolve(inputs_of(Sessions(said), session_id=None), query="q"),
    ):
        assert run_fetcher(EARLIER, silent).chunks == ()


def test_it_is_looked_for_in_a_thread_only_where_the_window_has_dropped_something():
    """Else the fetcher gives nothing at once; a store that cannot be read costs a warning."""
    for answer, inline in (([], True), (["said"], False)):
        assert EARLIER.inline(attrs.evolve(inputs_of(Sessions(answer)), query="q")) is inline
    without_a_query = attrs.evolve(inputs_of(Sessions(["said"])), query=" ")
    for silent in (inputs_of(None), inputs_of(Sessions(["said"]), session_id=None), without_a_query):
        assert EARLIER.inline(silent)
    broken = attrs.evolve(inputs_of(Sessions(StoreError("x"))), query="q")
    assert EARLIER.inline(broken)
    assert run_fetcher(EARLIER, broken).warnings

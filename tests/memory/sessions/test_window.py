"""The window's policies as pure functions."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from underdraft.memory.sessions.window import Limits, first_in_window, rounds
from underdraft.types.sessions import StoredMessage


def message(role, tokens=0):
    """A message as far as the window cares."""
    return StoredMessage(id="m", session_id="s", role=role, content="", create_time="t", tokens=tokens)


sizes = st.lists(
    st.builds(message, role=st.sampled_from(["user", "assistant"]), tokens=st.integers(0, 50)), max_size=40
)
limits = st.builds(
    Limits, messages=st.integers(1, 30), room_tokens=st.integers(0, 400), block=st.integers(0, 12)
)


def talk(turns):
    """So many rounds of two messages."""
    return [message(role) for _ in range(turns) for role in ("user", "assistant")]


def test_the_earliest_round_goes_until_it_fits():
    """Under `round` the window is full and begins with the first round that still fits."""
    assert [first_in_window(talk(n), Limits(messages=4)) for n in range(6)] == [0, 0, 0, 2, 4, 6]


def test_a_block_goes_at_once_and_then_nothing_for_many_turns():
    """Under `block` the start stays put until the window is full again."""
    starts = [first_in_window(talk(n), Limits(messages=8, block=6)) for n in range(12)]
    assert starts == [0, 0, 0, 0, 0, 8, 8, 8, 8 + 0, 16, 16, 16]


@given(sizes, limits)
def test_what_is_kept_fits_and_begins_with_a_round(messages, limit):
    """Whatever the transcript, the window is within both limits and its first message begins a round."""
    start = first_in_window(messages, limit)
    assert limit.hold(messages[start:])
    assert start == len(messages) or start in rounds(messages)


@given(sizes, limits)
def test_the_window_only_ever_moves_forward(messages, limit):
    """A longer transcript never brings a dropped message back."""
    starts = [
        first_in_window(messages[:n], limit)
        for n in range(len(messages) + 1)
        if n in {*rounds(messages), len(messages)}
    ]
    assert starts == sorted(starts)


@given(sizes, limits)
def test_a_round_policy_drops_no_more_than_it_must(messages, limit):
    """Under `round` one round more would not have fitted."""
    plain = Limits(messages=limit.messages, room_tokens=limit.room_tokens)
    start = first_in_window(messages, plain)
    earlier = [place for place in rounds(messages) if place < start]
    assert not earlier or not plain.hold(messages[earlier[-1] :])


@given(sizes, limits)
def test_a_block_window_can_be_taken_up_where_it_began(messages, limit):
    """Starting from an earlier window's first message gives the same window as from the very beginning."""
    ends = [*rounds(messages), len(messages)]
    for end in ends:
        begun = first_in_window(messages[:end], limit)
        if limit.block and begun < end:
            assert begun + first_in_window(messages[begun:], limit) == first_in_window(messages, limit)

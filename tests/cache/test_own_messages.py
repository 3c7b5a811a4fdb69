"""The stable prefix alone, for messages of an application's own."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdraft import InvalidArgument, prefix

CLAUDE = "claude-sonnet-4-5"
RULES = {"role": "system", "content": "You are an editor. " * 400}


def say(role, text):
    """A message."""
    return {"role": role, "content": text}


def notes(day):
    """Instructions that are not the same tomorrow."""
    return say("system", f"Notes.\nToday is 2026-11-{day}T09:00.")


FIRST = [RULES, notes(25), say("user", "Who rang?")]
SECOND = [RULES, notes(26), *FIRST[2:], say("assistant", "Gu."), say("user", "How often?")]
THIRD = [RULES, notes(27), *SECOND[2:], say("assistant", "Twice."), say("user", "Why?")]


def follow(*requests, model="unknown-model"):
    """The answers to some requests in a row."""
    made = [None]
    for request in requests:
        made.append(prefix(request, model=model, previous=made[-1]))
    return made[1:]


def text_of(message):
    """A message's text, whether it is in parts or not."""
    content = message["content"]
    return content if isinstance(content, str) else "".join(part["text"] for part in content)


def test_a_first_request_goes_out_as_it_is():
    """Without an earlier request nothing moves; a model that nobody knows gets no marks."""
    (made,) = follow(FIRST)
    assert list(made.messages) == FIRST
    assert made.moved == ()
    assert made.broken is None


def test_instructions_that_change_move_behind_the_earlier_turns():
    """They stand before the user's words in the last message, and from then on the prefix stays the same."""
    first, second, third = follow(FIRST, SECOND, THIRD)
    assert second.moved == third.moved == (1,)
    assert third.messages[:-1] == (RULES, *THIRD[2:-1])
    assert third.messages[-1]["role"] == "user"
    assert third.messages[-1]["content"] == f"<instructions>\n{notes(27)['content']}\n</instructions>\n\nWhy?"
    assert first.hash != second.hash == third.hash


def test_what_broke_the_prefix_is_named():
    """The first change is named with both lines, what changes by itself in them, and what it costs; after it nothing breaks."""
    _, second, third = follow(FIRST, SECOND, THIRD)
    broken = second.broken
    assert (broken.message, broken.before, broken.after) == (
        1,
        "Today is 2026-11-25T09:00.",
        "Today is 2026-11-26T09:00.",
    )
    assert "an ISO timestamp" in broken.volatile
    assert broken.tokens > 0
    assert third.broken is None


def test_an_earlier_turn_that_was_cut_is_named():
    """An application that shortens its history learns where."""
    shorter = [*SECOND[:2], *SECOND[3:], say("assistant", "Twice."), say("user", "Why?")]
    _, second, third = follow(FIRST, SECOND, shorter)
    assert second.broken is not None
    assert (third.broken.message, third.broken.before) == (1, "Who rang?")


def test_instructions_that_vanish_are_named():
    """A rule that was taken out broke the prefix; there is no line in its place."""
    _, second = follow([RULES, say("user", "a")], [say("user", "a"), say("assistant", "b"), say("user", "c")])
    assert second.broken.message == 0
    assert second.broken.tokens > 1_000


def test_another_last_message_breaks_nothing():
    """Requests that share their rules and no history share the whole prefix."""
    one, other = follow([RULES, say("user", "a")], [RULES, say("user", "b")])
    assert other.broken is None
    assert one.hash == other.hash


def test_a_provider_with_marks_gets_them():
    """Anthropic's marks stand after the rules, the last earlier turn and, where nothing moved into it, the last message."""
    first, second, third = follow(
        [RULES, say("user", "a")],
        [RULES, say("user", "a"), say("assistant", "b"), say("user", "c")],
        [notes(1), say("user", "a"), say("assistant", "b"), say("user", "c")],
        model=CLAUDE,
    )
    marked = [
        [n for n, one in enumerate(made.messages) if "cache_control" in json.dumps(one)]
        for made in (first, second)
    ]
    assert marked == [[0, 1], [0, 2, 3]]
    assert [text_of(one) for one in second.messages] == [RULES["content"], "a", "b", "c"]
    assert "cache_control" not in json.dumps(third.messages[-1])
    assert second.plan.marker == "cache_control"


def test_openai_gets_a_key_for_its_routing():
    """Requests with the same rules have the same key; a provider without keys has none."""
    one, other = follow(FIRST[:1] + FIRST[2:], [RULES, say("user", "b")], model="gpt-4.1")
    assert one.plan.cache_key == other.plan.cache_key is not None
    assert follow(FIRST, model=CLAUDE)[0].plan.cache_key is None


def test_content_in_parts_and_tool_calls_stay_as_they_are():
    """Images and calls go through; instructions that move stand beside the parts, or after a tool's result."""
    image = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}}
    calls = {"role": "assistant", "content": None, "tool_calls": [{"id": "1"}]}
    seen = {"role": "user", "content": [{"type": "text", "text": "Look"}, image]}
    _, second = follow([notes(1), seen], [notes(2), say("user", "a"), say("assistant", "b"), seen])
    assert second.messages[-1]["content"][1:] == seen["content"]
    result = {"role": "tool", "tool_call_id": "1", "content": "42"}
    _, second = follow([notes(1), seen], [notes(2), seen, calls, result], model=CLAUDE)
    assert second.messages[:2] == (seen, calls)
    assert text_of(second.messages[2]) == "42"
    assert second.messages[3]["role"] == "user"


@pytest.mark.parametrize(
    ("messages", "field"),
    [
        ([], "messages"),
        ("hello", "messages"),
        ([RULES], "messages"),
        ([RULES, {"content": "a"}], r"messages\[1\]"),
        ([RULES, {"role": "user", "content": 3}], r"messages\[1\].content"),
        ([RULES, "hello"], r"messages\[1\]"),
    ],
)
def test_a_malformed_message_is_named(messages, field):
    """The error begins with the place of what is wrong."""
    with pytest.raises(InvalidArgument, match=f"^{field}: "):
        prefix(messages, model=CLAUDE)


TURNS = st.lists(st.text(max_size=20), min_size=1, max_size=4)


@given(st.lists(st.text(max_size=20), max_size=3), TURNS, st.lists(st.text(max_size=20), max_size=3))
def test_no_text_is_lost_or_changed(before, turns, after):
    """Whatever changes, all texts are in what is sent, the turns in their order, and the given messages are untouched."""
    talk = [say("user" if n % 2 == 0 else "assistant", text) for n, text in enumerate(turns)]
    given_messages = [*(say("system", text) for text in after), *talk]
    copy = json.dumps(given_messages)
    _, made = follow(
        [*(say("system", text) for text in before), say("user", "a")], given_messages, model=CLAUDE
    )
    sent = "\n".join(text_of(one) for one in made.messages)
    assert all(text in sent for text in (*turns, *after))
    assert json.dumps(given_messages) == copy

"""Requests of chat clients, read."""

from __future__ import annotations

import json

import pytest

from underdraft.errors import InvalidArgument
from underdraft.service.chat_request import TalkTurn, read_request


def request(*messages, **more):
    """A request with these messages as pairs of role and content."""
    said = [{"role": role, "content": content} for role, content in messages]
    return read_request({"messages": said, **more}, more.pop("headers", {}))


def test_a_talk_is_split_into_turns():
    """Messages in a row are one; instructions stand apart; what follows the last message is the exchange."""
    asked = request(
        ("system", "a"),
        ("user", "一"),
        ("user", "二"),
        ("assistant", "三"),
        ("user", "四"),
        ("user", "五"),
        ("assistant", ""),
        ("tool", "六"),
    )
    assert asked.given.instructions == "a"
    assert [(m.role, m.content) for m in asked.given.transcript] == [
        ("user", "一"),
        ("user", "二"),
        ("assistant", "三"),
        ("user", "四"),
    ]
    assert asked.earlier == (TalkTurn("一\n\n二", "三"),)
    assert asked.message == "五"
    assert [m["role"] for m in asked.given.exchange] == ["assistant", "tool"]
    assert asked.place[-1] == TalkTurn("五", "")


def test_parts_of_a_message_are_joined():
    """A message may come in parts; one that is no text and no image is refused, not left out."""
    parts = [{"type": "text", "text": "一"}, {"type": "text", "text": "二"}]
    assert request(("user", parts)).message == "一\n二"
    for wrong, why in (({"type": "image_url"}, "image_url: expected"), ("三", "a part without a type")):
        with pytest.raises(InvalidArgument, match=why):
            request(("user", [*parts, wrong]))


def test_an_image_has_its_place_in_the_talk():
    """A message that is only an image is a turn, and the next request finds the talk by it."""
    image = {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}}
    first = request(("user", [image]))
    after = request(("user", [image]), ("assistant", "好看。"), ("user", "再看"))
    assert after.place == first.place_after("好看。")
    [name] = first.given.images
    assert json.loads(first.given.attached)["images"][0][1]["image_url"] == {"url": name}
    assert name in after.given.transcript[0].extra


@pytest.mark.parametrize(
    ("named", "expected"),
    [
        (None, ("chat", None, None)),
        ("underdraft", ("chat", None, None)),
        ("underdraft/polish", ("polish", None, None)),
        ("underdraft/polish@sea", ("polish", "sea", None)),
        ("gpt-4.1", ("chat", None, "gpt-4.1")),
        ("openai/gpt-4.1", ("chat", None, "openai/gpt-4.1")),
    ],
)
def test_a_models_name_says_what_is_meant(named, expected):
    """Names under ``underdraft`` are skills, all others are models."""
    asked = request(("user", "一"), model=named)
    assert (asked.skill, asked.project, asked.model) == expected


def test_metadata_win_over_headers_and_names():
    """Where several places name a skill, the metadata's counts, then the header's."""
    headers = {"x-underdraft-skill": "rewrite", "x-underdraft-session": "s1"}
    asked = request(("user", "一"), model="underdraft/polish", headers=headers)
    assert (asked.skill, asked.session) == ("rewrite", "s1")
    asked = request(("user", "一"), metadata={"skill": "expand"}, headers=headers)
    assert asked.skill == "expand"


@pytest.mark.parametrize(
    "wrong",
    [
        {"model": 3},
        {"metadata": "x"},
        {"metadata": {"skill": 3}},
        {"n": 0},
        {"n": True},
        {"max_tokens": "many"},
        {"tool_choice": {"type": "function"}},
        {"tools": [{"type": "function"}]},
        {"tools": ["x"]},
        {"tools": [{"function": {"name": 3}}]},
        {"tools": 5},
        {"response_format": "text"},
    ],
)
def test_wrong_fields_are_named(wrong):
    """A field of the wrong type is an invalid argument that names it."""
    [field] = wrong
    with pytest.raises(InvalidArgument, match=field if field != "metadata" else "metadata|skill"):
        request(("user", "一"), **wrong)


HALF = {"messages": [{"role": "user", "content": "\ud800"}]}


@pytest.mark.parametrize("body", [None, [], "x", {}, {"messages": "x"}, {"messages": ["x"]}, HALF])
def test_what_is_no_request_is_refused(body):
    """A body of another shape is an invalid argument, never a fault."""
    with pytest.raises(InvalidArgument):
        read_request(body, {})

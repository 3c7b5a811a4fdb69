"""``KEY=VALUE`` as a payload."""

from __future__ import annotations

import pytest

from underdraft import InvalidArgument, NotFound
from underdraft.boundary.shape import shape_of
from underdraft.channels import underdraft_channels
from underdraft.cli.typed_payload import choice_of, payload_of, typed

CHANNELS = {channel.name: channel for channel in underdraft_channels()}


@pytest.mark.parametrize(
    ("channel", "words", "payload"),
    [
        ("memory:list", ["type=12", "limit=5"], {"type": "12", "limit": 5}),
        ("memory:list", ["projectId=null", "type=null"], {"projectId": None, "type": None}),
        ("memory:list", ["includeDeleted=true", "limit=x"], {"includeDeleted": True, "limit": "x"}),
        ("memory:create", ["content=a=b", "scope="], {"content": "a=b", "scope": ""}),
        ("atomic:create", ["tags=fog", "tags=7"], {"tags": ["fog", "7"]}),
        ("atomic:create", ['tags=["a", "b"]'], {"tags": ["a", "b"]}),
        ("memory:update", ["patch.content=x", "patch.confidence=0.5"], {"patch": {"content": "x", "confidence": 0.5}}),
        ("memory:search", ["timeRange.from=2026-01-01"], {"timeRange": {"from": "2026-01-01"}}),
        ("ai:skill:run", ["selection.start=1", "selection.end=2"], {"selection": {"start": 1, "end": 2}}),
        ("knowledge:query", ["between=A", "between=B"], {"between": ["A", "B"]}),
        ("memory:settings:update", ['patch={"context_limit": 5}'], {"patch": {"context_limit": 5}}),
        ("profile:get", ["nope=[1]"], {"nope": [1]}),
    ],
)  # fmt: skip
def test_values_have_the_types_of_the_fields(channel, words, payload):
    """A text stays one where a text is meant; what does not fit is left for the channel to refuse."""
    assert payload_of(CHANNELS[channel].signature.fields, words, ".") == payload


def test_a_file_is_read(tmp_path):
    """``@PATH`` is the text of a file; the message about one that is missing names the key."""
    (tmp_path / "a.md").write_text("雾。", "utf-8")
    fields = CHANNELS["ai:skill:run"].signature.fields
    assert payload_of(fields, ["document=@a.md"], str(tmp_path)) == {"document": "雾。"}
    with pytest.raises(NotFound, match="document: there is no such file"):
        payload_of(fields, ["document=@b.md"], str(tmp_path))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["type"], "type: expected KEY=VALUE"),
        (["type=a", "type=b"], "type: expected each key once"),
        (["type=a", "type.x=b"], "type.x: expected each key once"),
    ],
)
def test_what_is_no_payload_is_refused(words, said):
    """The message names what was typed."""
    with pytest.raises(InvalidArgument) as refused:
        payload_of(CHANNELS["memory:list"].signature.fields, words, ".")
    assert refused.value.message == said


def test_choices():
    """What a field chooses among is known, for completion and help."""
    assert choice_of(shape_of(bool)) == ("true", "false")
    assert choice_of(shape_of(str | None)) == ()
    assert typed(shape_of(int | None), "null") is None

from __future__ import annotations

import re
from pathlib import Path

import attrs

from underdraft.boundary.envelope import camel

PAGE = (Path(__file__).parents[2] / "docs" / "channels.md").read_text(encoding="utf-8")


def test_every_channel_and_field_is_documented(open_novel):
    """docs/channels.md has one row a channel, with all fields of its payload and no others."""
    rows = dict(re.findall(r"^\| `([^`]+)` \| (.*?) \|", PAGE, flags=re.MULTILINE))
    channels = open_novel().channels
    assert set(rows) == set(channels)
    for name, channel in channels.items():
        assert re.findall(r"`(\w+)`", rows[name]) == [camel(a.name) for a in attrs.fields(channel.payload)], (
            name
        )

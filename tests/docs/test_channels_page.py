"""The page of all channels is what the channels say."""

from __future__ import annotations

from docs.pages import channels_script


def test_the_page_is_up_to_date(open_novel):
    """docs/channels.md is what docs/write_channels_page.py writes now, with a section for each channel."""
    script = channels_script()
    page = script.PAGE.read_text(encoding="utf-8")
    assert page == script.page()
    assert all(f"### `{name}`\n" in page for name in open_novel().channels)

"""The page of all channels is what the channels say."""

from __future__ import annotations

import importlib.util
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_is_up_to_date(open_novel):
    """docs/channels.md is what docs/write_channels_page.py writes now, with a section for each channel."""
    spec = importlib.util.spec_from_file_location("write_channels_page", DOCS / "write_channels_page.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    page = (DOCS / "channels.md").read_text(encoding="utf-8")
    assert page == script.page()
    assert all(f"### `{name}`\n" in page for name in open_novel().channels)

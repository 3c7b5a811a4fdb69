from __future__ import annotations

from underdraft import (
    Chunk,
    Fetcher,
    Layer,
    hookimpl,
)
from underdraft.testing import prompt_text


class Lore:
    """A plugin whose chunk a test can change."""

    name = "lore"
    text = "LORE"

    def fetch(self, _):
        return [Chunk(text=self.text, source="lore:1")]

    @hookimpl
    def underdraft_fetchers(self):
        return [Fetcher(name="f", layer=Layer.PROJECT, fetch=self.fetch, stable=True)]


def test_a_prompt_as_text(underdraft_workspace):
    """The text has the messages in order, then warnings, trims and every hash."""
    preview = underdraft_workspace(plugins=[Lore()]).preview_sync("polish", document="a")
    text = prompt_text(preview)
    first, second = (
        f"===== {n} {m.role} =====\n{m.content}" for n, m in enumerate(preview.messages, start=1)
    )
    assert text.startswith(f"{first}\n{second}\n===== warnings =====\n")
    assert f"prompt: {preview.prompt_hash}\n" in text
    assert all(h in text for h in preview.prompt.layer_hashes.values())
    assert preview.run_id not in text.replace(preview.prompt_hash, "")

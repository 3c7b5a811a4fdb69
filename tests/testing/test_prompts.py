from __future__ import annotations

import pytest

from underdraft import (
    Chunk,
    Fetcher,
    Layer,
    hookimpl,
)
from underdraft.testing import (
    UPDATE_VARIABLE,
    assert_prompt_unchanged,
    prompt_text,
)


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


def test_an_unchanged_prompt(underdraft_workspace, tmp_path, monkeypatch):
    """The first time it is written, then compared; a change fails with a diff until it is accepted."""
    monkeypatch.delenv("CI", raising=False)
    plugin = Lore()
    ws = underdraft_workspace(plugins=[plugin])
    kept = tmp_path / "deep" / "prompt.txt"
    assert_prompt_unchanged(ws.preview_sync("polish", document="a"), kept)
    assert_prompt_unchanged(ws.preview_sync("polish", document="a"), kept)
    plugin.text = "other"
    changed = ws.preview_sync("polish", document="a")
    with pytest.raises(AssertionError) as caught:
        assert_prompt_unchanged(changed, kept)
    assert "\n-LORE\n" in str(caught.value)
    assert "\n+other\n" in str(caught.value)
    monkeypatch.setenv(UPDATE_VARIABLE, "1")
    assert_prompt_unchanged(changed, kept)
    monkeypatch.delenv(UPDATE_VARIABLE)
    assert_prompt_unchanged(changed, kept)


def test_a_missing_prompt_fails_in_ci(underdraft_workspace, tmp_path, monkeypatch):
    """Where nobody looks, a prompt that was never kept is a failure and not a new file."""
    monkeypatch.setenv("CI", "1")
    preview = underdraft_workspace().preview_sync("polish", document="a")
    with pytest.raises(AssertionError):
        assert_prompt_unchanged(preview, tmp_path / "prompt.txt")
    assert not (tmp_path / "prompt.txt").exists()

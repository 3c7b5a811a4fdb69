"""A prompt and its receipt for people."""

from __future__ import annotations

import pytest

from cli.console import CHAPTER
from underdraft.cli.prompt_view import parts_of
from underdraft.types.layers import Layer

SKILLS = ("chat", "condense", "consistency-check", "continue", "dialogue", "expand", "polish", "rewrite")
ON_CHAPTER = ("--document", CHAPTER, "--select-lines", "9")


@pytest.mark.parametrize("skill", SKILLS)
def test_parts_of_a_preview_are_its_messages(terminal, novel, skill):
    """What ``preview`` shows part by part is, joined, exactly what would be sent."""
    data = terminal.json("preview", skill, *ON_CHAPTER)
    parts = list(parts_of(data))
    assert "".join(body for _, body in parts) == "".join(m["content"] for m in data["messages"])
    assert (parts[0][1], parts[-1][0]) == (data["stablePrefix"], "changes with every run")


def test_preview_shows_layers_tokens_hashes_and_the_receipt(terminal, novel):
    """Receipt, cuts, a line for each layer with tokens and hash, and hashes follow the prompt; stderr is empty."""
    config = novel / ".underdraft/config.toml"
    config.write_text(config.read_text("utf-8") + "\n[caps]\nproject = 1200\n", "utf-8")
    data = terminal.json("preview", "polish", *ON_CHAPTER)
    result = terminal("preview", "polish", *ON_CHAPTER)
    assert result.exit_code == 0
    assert result.stderr == ""
    for layer in Layer:
        tokens, digest = data["layerTokens"][layer.name], data["layerHashes"][layer.name][:8]
        assert any(
            line.startswith(f"{layer.value}  {layer.name}")
            and f" {tokens:,} " in line
            and line.endswith(digest)
            for line in result.stdout.splitlines()
        )
    for shown in (
        data["stablePrefixHash"],
        data["promptHash"],
        "more than the layer may hold: cut from 717 to 537 tokens",
        ".underdraft/rules/10-narration.md",
        "何三桅",
    ):
        assert shown in result.stdout
    assert "\x1b" not in result.stdout

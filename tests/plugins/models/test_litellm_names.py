"""Names that somebody may have meant."""

from __future__ import annotations

import pytest

from underdraft_plugins.models.litellm_loading import load_litellm
from underdraft_plugins.models.litellm_names import likely_names


@pytest.fixture(scope="module")
def litellm():
    """The real library with its own table."""
    return load_litellm()


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("qwen3", ["ollama_chat/qwen3"]),
        ("qwen3:14b", ["ollama_chat/qwen3:14b"]),
        ("gtp-4.1", ["gpt-4.1"]),
        ("openia/gpt-4.1", ["openai/gpt-4.1"]),
        ("ollama_caht/qwen3", ["ollama_chat/qwen3"]),
        ("zzz/model", []),
    ],
)
def test_likely_names(litellm, typed, meant):
    """A local model's name, a slip in a hosted one's, and one in the provider's are put right."""
    assert likely_names(litellm, typed) == meant


def test_part_of_a_hosted_name_finds_those_that_have_it(litellm):
    """At most two, without snapshots and sellers."""
    for typed in ("claude", "sonnet", "gemini"):
        found = likely_names(litellm, typed)
        assert 0 < len(found) <= 2
        assert all(typed in name and "/" not in name for name in found)

"""Where names and addresses lead."""

from __future__ import annotations

import pytest

from underdraft.project.destination import destination, host_of


@pytest.mark.parametrize(
    ("name", "address", "host", "variable"),
    [
        ("gpt-4.1", None, "api.openai.com", "OPENAI_API_KEY"),
        ("claude-sonnet-4-5", None, "api.anthropic.com", "ANTHROPIC_API_KEY"),
        ("huggingface/x/y", None, "router.huggingface.co", "HUGGINGFACE_API_KEY"),
        ("oobabooga/http://u:p@evil.example:80/x?y", None, "evil.example:80", "OOBABOOGA_API_KEY"),
        ("openai/x", "http://[::1]:8080/v1", "[::1]:8080", "OPENAI_API_KEY"),
        ("gpt-4.1", "http://[x", None, "OPENAI_API_KEY"),
        ("unheard-of", None, None, None),
    ],
)
def test_where_a_name_leads(name, address, host, variable):
    """To the address that is given or in it, else to its provider; the key that goes with it has a name."""
    assert destination(name, address) == (host, variable)
    assert host is None or "@" not in host


def test_a_host_is_told_without_what_is_secret():
    """No user, password, path or query."""
    assert host_of("https://u:p@Host.example:1/x?key=y") == "host.example:1"

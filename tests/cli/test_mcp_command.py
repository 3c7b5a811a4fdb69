"""``mcp``."""

from __future__ import annotations

from cli.console import one_line_error


def test_a_server_is_refused_while_the_setting_is_off(terminal, novel):
    """`mcp` says how to switch it on."""
    message = one_line_error(terminal("mcp"), "UNAUTHORIZED", 2)
    assert "memory.enable_agentic_search=true" in message

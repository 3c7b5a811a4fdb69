"""The token of a server."""

from __future__ import annotations

import pytest

from underdraft.cli.bearer_token import BearerToken


@pytest.mark.parametrize(("environ", "given"), [("mine", True), ("", False), (" ", False), (None, False)])
def test_only_a_fresh_token_is_shown(monkeypatch, capsys, environ, given):
    """The writer's own token counts and is printed nowhere; a missing or blank one is replaced by one that is shown."""
    monkeypatch.delenv("TOKEN", raising=False)
    if environ is not None:
        monkeypatch.setenv("TOKEN", environ)
    token = BearerToken.of("TOKEN")
    assert (token.value == "mine") is given
    assert len(token.value) > 30 or given
    token.show("more")
    shown = capsys.readouterr().err
    assert (token.value in shown, "more" in shown) == (not given, not given)

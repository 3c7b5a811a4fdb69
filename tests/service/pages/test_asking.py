"""Views ask channels."""

from __future__ import annotations

import asyncio

import pytest

from underdraft.service.pages.asking import Refusal, ask


def test_an_error_is_raised(workspace):
    """What a channel refuses is not shown as if it were data."""
    with pytest.raises(Refusal) as raised:
        asyncio.run(ask(workspace, "memory:list", {"limt": 1}))
    assert raised.value.code == "INVALID_ARGUMENT"


def test_a_project_that_is_not_open_is_a_sentence(caller):
    """A page of a project that is not open here says so."""
    got = caller.http.get("/p/sea/memory", headers={"accept-language": "en"})
    assert got.status_code == 404
    assert "This does not exist, or no longer exists." in got.text

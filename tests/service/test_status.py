"""Envelopes as responses, bodies as values."""

from __future__ import annotations

import json

import pytest

from underdraft.errors import Conflict, InvalidArgument, ModelError, StoreError, UnderdraftError
from underdraft.service.status import dump, read_json, refusal


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (InvalidArgument("x"), 400),
        (Conflict("x"), 409),
        (ModelError("x"), 422),
        (StoreError("x"), 503),
        (UnderdraftError("x"), 500),
    ],
)
def test_each_error_has_its_status(error, status):
    """Only faults of the server itself have a status from 500 on."""
    response = refusal(error)
    assert response.status_code == status
    assert json.loads(response.body)["error"]["code"] == error.code


def test_text_stays_readable_and_always_encodable():
    """Chinese stays Chinese; half a surrogate pair is escaped."""
    assert dump({"a": "灯"}) == '{"a":"灯"}'
    assert json.loads(dump({"a": "\ud800"}).encode()) == {"a": "\ud800"}


@pytest.mark.parametrize("body", [b"{", b"\xff", b"Infinity", b"[" * 100_000])
def test_what_is_no_json_is_refused(body):
    """A body that is not JSON in UTF-8 is an invalid argument."""
    with pytest.raises(InvalidArgument, match="body: expected JSON"):
        read_json(body, "application/json; charset=utf-8")


def test_what_is_not_declared_as_json_is_refused():
    """A form of another site's page cannot pass for a call."""
    with pytest.raises(InvalidArgument, match="content-type"):
        read_json(b"{}", "text/plain")

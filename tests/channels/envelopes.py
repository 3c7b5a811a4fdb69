"""Calls of channels, for the tests beside this file."""

from __future__ import annotations

import json


def data(workspace, channel, payload=None):
    """The data of a call that must succeed, as a caller at the boundary gets it."""
    answer = workspace.invoke_sync(channel, payload)
    assert answer.keys() == {"ok", "data"}, answer
    return json.loads(json.dumps(answer))["data"]


def error(workspace, channel, payload=None):
    """The error of a call that must fail."""
    answer = workspace.invoke_sync(channel, payload)
    assert answer.keys() == {"ok", "error"}, answer
    assert answer["error"].keys() <= {"code", "message", "details"}
    return json.loads(json.dumps(answer))["error"]

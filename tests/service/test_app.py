"""The routes besides the channels."""

from __future__ import annotations


def test_what_is_not_there_is_said_in_an_envelope(caller):
    """A path that leads nowhere and a method that is not taken are errors like any other."""
    missing = caller.http.get("/nowhere")
    assert (missing.status_code, missing.json()["error"]["code"]) == (404, "NOT_FOUND")
    method = caller.http.get("/ipc/memory:list")
    assert (method.status_code, method.json()["error"]["code"]) == (405, "NOT_FOUND")
    assert method.headers["allow"] == "POST"


def test_the_description_is_served(caller, workspace):
    """It names every channel, and what chat clients ask."""
    paths = caller.http.get("/openapi.json").json()["paths"]
    assert set(paths) >= {f"/ipc/{name}" for name in workspace.channels}
    assert len(paths) == len(workspace.channels) + 3

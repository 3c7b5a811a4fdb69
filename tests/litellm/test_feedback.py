"""The proxy's route for feedback; the proxy itself is in tests/e2e."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.testclient import TestClient

from underdraft import Workspace
from underdraft.litellm.feedback import KNOWN_PATH, PATH, add_route
from underdraft.service.projects import Projects


@pytest.fixture
def client(tmp_path, monkeypatch):
    """Somebody who asks a proxy of one project; its check of keys knows one."""

    async def check(request, **keys):
        assert (request.url.path, await request.body()) == (KNOWN_PATH, b"")
        if keys["api_key"] != "Bearer right":
            raise HTTPException(401)

    stand_in = ModuleType("litellm.proxy.auth.user_api_key_auth")
    stand_in.user_api_key_auth = check
    monkeypatch.setitem(sys.modules, stand_in.__name__, stand_in)
    (tmp_path / ".underdraft").mkdir()
    (tmp_path / ".underdraft" / "config.toml").write_text('[project]\nid = "harbour"\n', encoding="utf-8")
    app = Starlette()
    with Workspace.open(tmp_path, store=tmp_path / "store.db") as workspace:

        class Opener:
            async def projects(self):
                return Projects.of([workspace])

        add_route(app, Opener())
        run = workspace.run_sync("chat", instruction="写一句。")
        yield TestClient(app), run.id


def test_only_with_a_key_of_the_proxy(client):
    """The proxy's own check decides; then the channel answers, with the status of its envelope."""
    asking, run_id = client
    payload = {"runId": run_id, "action": "accept"}
    assert asking.post(PATH, json=payload).status_code == 401
    key = {"authorization": "Bearer right"}
    assert asking.post(PATH, json=payload, headers=key).json()["data"]["recorded"] is True
    for wrong, status in (({**payload, "runId": "x"}, 404), ({"action": "accept"}, 400)):
        assert asking.post(PATH, json=wrong, headers=key).status_code == status
    other = {**key, "x-underdraft-project": "not-there"}
    assert asking.post(PATH, json=payload, headers=other).status_code == 404

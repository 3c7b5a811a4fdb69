"""The package of examples/underdraft-litellm-proxy, installed, and over a store of several writers."""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from environments import Environment
from underdraft import NotFound, Workspace
from underdraft.memory.project_files import put_file

PACKAGE = Path(__file__).parents[2] / "examples" / "underdraft-litellm-proxy"

pytestmark = pytest.mark.long


def test_its_own_tests_pass_where_it_is_installed(tmp_path):
    """The package's test suite, in an environment into which it was installed as anybody would, but for the network."""
    environment = Environment(tmp_path / "environment")
    environment.install(shutil.copytree(PACKAGE, tmp_path / "source"))
    tests = shutil.copytree(PACKAGE / "tests", tmp_path / "tests")
    said = environment(
        "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--rootdir", str(tests), str(tests)
    )
    assert "24 passed" in said


def key(user):
    """What the proxy knows of a user's key."""
    return SimpleNamespace(key_alias=None, user_id=user, team_id=None)


def test_each_user_has_a_memory_of_their_own(tmp_path, server_url, monkeypatch):
    """Over one store: each key's prompt has its writer's words, and no project of another writer is there."""
    monkeypatch.setenv("UNDERDRAFT_STORE", server_url)
    monkeypatch.setenv("UNDERDRAFT_FOLDERS", str(tmp_path))
    known = {f"user:{name}": {"writer": name} for name in ("anna", "ben")}
    monkeypatch.setenv("UNDERDRAFT_WRITERS", json.dumps(known))
    for name in ("anna", "ben"):
        with Workspace.open(files={}, writer=name, embedder="none") as workspace:
            workspace.memory.create(type="preference", scope="global", content=f"{name}喜欢短句")
            config = f'embedder = "none"\n[project]\nid = "of-{name}"\nname = "{name}"\n'
            put_file(workspace.store.database, f"of-{name}", ".underdraft/config.toml", config)
    monkeypatch.syspath_prepend(PACKAGE / "src")
    from underdraft_litellm_proxy.talks import TalkOpener

    opener = TalkOpener()

    async def prompts():
        said = {"model": "gpt-4.1", "messages": [{"role": "user", "content": "写一句。"}]}
        found = [await opener.open(said, key(name)) for name in ("anna", "ben")]
        with pytest.raises(NotFound):
            await opener.open(
                {**said, "metadata": {"requester_metadata": {"project": "of-anna"}}}, key("ben")
            )
        return found

    talks = asyncio.run(prompts())
    for talk, own, other in zip(talks, ("anna", "ben"), ("ben", "anna"), strict=True):
        assert f"{own}喜欢短句" in str(talk.request)
        assert f"{other}喜欢" not in str(talk.request)
        assert talk.workspace.config.project_id == f"of-{own}"
    opener.close()

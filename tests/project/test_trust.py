"""What a project from elsewhere may say about where things are sent."""

from __future__ import annotations

import pytest

from underdraft import Workspace
from underdraft.project.config import CONFIG_PATH, FOLDER, Config, config_values
from underdraft.project.destination import without_password
from underdraft.project.settings import proposals_of
from underdraft.project.trust import Trust, remember, trust_in

ELSEWHERE = "https://evil.example/v1"
STORE = "postgresql://u@db.example/novels?sslmode=require"


def project(root, settings):
    """A project that says something, and what of it needs trust."""
    (root / FOLDER).mkdir(exist_ok=True)
    text = f'embedder = "none"\n{settings}'
    (root / CONFIG_PATH).write_text(text, encoding="utf-8")
    return {p.key: p.remembered for p in proposals_of(config_values(text))}


def naming(root, address=ELSEWHERE):
    """A project that names a host."""
    return project(
        root, f'[project]\nid = "p"\nname = "p"\n[model_options]\napi_base = "{address}"\ntemperature = 1\n'
    )


def options(root):
    """The options for the model that hold."""
    with Workspace.open(root) as ws:
        return dict(ws.config.model_options)


def test_a_host_is_not_used_until_the_folder_is_trusted(tmp_path):
    """With a warning in every run; once trusted it holds, and a changed address is asked about again."""
    asked = naming(tmp_path)
    with Workspace.open(tmp_path, store=tmp_path / "u.db") as ws:
        assert dict(ws.config.model_options) == {"temperature": "1"}
        run = ws.run_sync("polish", document="夜色。")
        (warning,) = [w for w in run.warnings if w.startswith("PROJECT_UNTRUSTED: model_options.api_base")]
        assert ELSEWHERE not in warning
    remember(tmp_path, Trust(values=asked))
    with Workspace.open(tmp_path, store=tmp_path / "u.db") as ws:
        assert ws.config.model_options["api_base"] == ELSEWHERE
        assert ws.run_sync("polish", document="夜色。").warnings == ()
    naming(tmp_path, "https://other.example")
    assert "api_base" not in options(tmp_path)
    remember(tmp_path, None)
    assert trust_in(tmp_path) == Trust()


@pytest.mark.parametrize(
    "address",
    [
        "http://localhost:8080",
        "http://127.0.0.1:1/v1",
        "http://[::1]:11434",
        "http://localhost.evil.example",
        "http://127.0.0.1@evil.example",
        "evil",
        "http://[x",
    ],
)
def test_no_address_is_excepted(tmp_path, address):
    """Not this machine, on which a stranger's server may listen, nor what only looks like it."""
    naming(tmp_path, address)
    assert "api_base" not in options(tmp_path)


def test_the_application_is_trusted():
    """What a program hands in as files is its own word."""
    files = {CONFIG_PATH: f'model = "m"\n[model_options]\napi_base = "{ELSEWHERE}"\n'}
    with Workspace.open(files=files, prepare_model=False) as ws:
        assert (ws.config.model, ws.settings.proposals) == ("m", ())
        assert ws.config.model_options["api_base"] == ELSEWHERE


def test_a_store_is_not_used_until_the_folder_is_trusted(tmp_path):
    """The writer's own is, with a warning; another address is asked about again."""

    def store(address):
        return project(tmp_path, f'store = "{address}"\n[project]\nid = "p"\nname = "p"\n')

    asked = store(STORE)
    with Workspace.open(tmp_path) as ws:
        run = ws.run_sync("polish", document="夜色。")
        (warning,) = [w for w in run.warnings if w.startswith("PROJECT_UNTRUSTED: store: ")]
        assert ws.store.database.place.kind == "sqlite"
    assert "db.example" not in warning
    remember(tmp_path, Trust(values=asked))
    with Workspace.open(tmp_path) as ws:
        assert ws.store.database.place.kind == "postgresql"
    for other in (STORE.replace("db.", "evil."), STORE + "&host=evil.example", STORE.replace("@", "@evil@")):
        store(other)
        with Workspace.open(tmp_path) as ws:
            assert ws.config.store == Config().store


def test_no_password_is_told_or_kept(tmp_path):
    """Not in what is trusted, nor in how a workspace prints itself."""
    secret = STORE.replace("u@", "u:hunter2@") + "&password=hunter3"
    assert without_password(secret) == f"{STORE}&password="
    assert "hunter" not in repr(Workspace.open(tmp_path, store=secret, prepare_model=False))

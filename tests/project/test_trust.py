"""What a project from elsewhere may say about where keys are sent."""

from __future__ import annotations

import pytest

from underdraft import Workspace
from underdraft.project.config import CONFIG_PATH, read_config
from underdraft.project.files import DiskFiles
from underdraft.project.trust import hosts_of, only_trusted, trust, trusted, without_password

ELSEWHERE = "https://evil.example/v1"


def project(root, address=ELSEWHERE):
    """A project that names a host."""
    (root / ".underdraft").mkdir(exist_ok=True)
    text = f'embedder = "none"\n[project]\nid = "p"\nname = "p"\n[model_options]\napi_base = "{address}"\ntemperature = 1\n'
    (root / CONFIG_PATH).write_text(text, encoding="utf-8")
    return read_config(DiskFiles(root))


def test_a_host_is_ignored_until_the_folder_is_trusted(tmp_path):
    """With a warning in every run; once trusted it holds, and a changed address is asked about again."""
    config = project(tmp_path)
    with Workspace.open(tmp_path, store=tmp_path / "u.db") as ws:
        assert dict(ws.config.model_options) == {"temperature": "1"}
        run = ws.run_sync("polish", document="夜色。")
        (warning,) = [w for w in run.warnings if w.startswith("PROJECT_UNTRUSTED: model_options.api_base")]
        assert ELSEWHERE not in warning
    trust(tmp_path, hosts_of(config))
    assert only_trusted(config, tmp_path) == (config, ())
    with Workspace.open(tmp_path, store=tmp_path / "u.db") as ws:
        assert ws.config.model_options["api_base"] == ELSEWHERE
        assert ws.run_sync("polish", document="夜色。").warnings == ()
    changed = project(tmp_path, "https://other.example")
    assert "api_base" not in only_trusted(changed, tmp_path)[0].model_options
    trust(tmp_path, None)
    assert trusted(tmp_path) is None


@pytest.mark.parametrize("address", ["http://localhost:8080", "http://127.0.0.1:1/v1", "http://[::1]:11434"])
def test_this_machine_needs_no_trust(tmp_path, address):
    """A key that is sent here stays here."""
    config = project(tmp_path, address)
    assert only_trusted(config, tmp_path) == (config, ())


@pytest.mark.parametrize(
    "address", ["http://localhost.evil.example", "http://127.0.0.1@evil.example", "evil", "http://[x"]
)
def test_what_looks_like_this_machine_is_not(tmp_path, address):
    """The host decides, not what the address begins with."""
    assert "api_base" not in only_trusted(project(tmp_path, address), tmp_path)[0].model_options


def test_the_application_is_trusted(tmp_path):
    """What a program hands in as files is its own word."""
    config = project(tmp_path)
    assert only_trusted(config, None) == (config, ())


STORE = "postgresql://u@db.example/novels?sslmode=require"


def test_a_store_is_ignored_until_the_folder_is_trusted(tmp_path):
    """The writer's own is used, with a warning; another address is asked about again, and no password is kept among what is trusted."""

    def naming(store):
        (tmp_path / ".underdraft").mkdir(exist_ok=True)
        text = f'embedder = "none"\nstore = "{store}"\n[project]\nid = "p"\nname = "p"\n'
        (tmp_path / CONFIG_PATH).write_text(text, encoding="utf-8")
        return read_config(DiskFiles(tmp_path))

    config = naming(STORE)
    with Workspace.open(tmp_path) as ws:
        run = ws.run_sync("polish", document="夜色。")
        (warning,) = [w for w in run.warnings if w.startswith("PROJECT_UNTRUSTED: store is ignored")]
        assert ws.store.database.place.kind == "sqlite"
    assert "db.example" not in warning
    trust(tmp_path, hosts_of(config))
    with Workspace.open(tmp_path) as ws:
        assert ws.store.database.place.kind == "postgresql"
    for other in (STORE.replace("db.", "evil."), STORE + "&host=evil.example", STORE.replace("@", "@evil@")):
        assert only_trusted(naming(other), tmp_path)[0].store == "user"
    secret = STORE.replace("u@", "u:hunter2@") + "&password=hunter3"
    assert without_password(secret) == f"{STORE}&password="
    assert "hunter" not in repr(Workspace.open(tmp_path, store=secret, prepare_model=False))

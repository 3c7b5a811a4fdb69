"""What a project from elsewhere may say about where things are sent."""

from __future__ import annotations

from underdraft import Workspace
from underdraft.project.config import CONFIG_PATH, FOLDER, Config, config_values
from underdraft.project.destination import without_password
from underdraft.project.settings import proposals_of
from underdraft.project.trust import Trust, remember

ELSEWHERE = "https://evil.example/v1"
STORE = "postgresql://u@db.example/novels?sslmode=require"


def test_the_application_is_trusted():
    """What a program hands in as files is its own word."""
    files = {CONFIG_PATH: f'model = "m"\n[model_options]\napi_base = "{ELSEWHERE}"\n'}
    with Workspace.open(files=files, prepare_model=False) as ws:
        assert (ws.config.model, ws.settings.proposals) == ("m", ())
        assert ws.config.model_options["api_base"] == ELSEWHERE


def test_a_store_is_not_used_until_the_folder_is_trusted(tmp_path):
    """The writer's own is, with a warning; another address is asked about again."""

    def store(address):
        text = f'embedder = "none"\nstore = "{address}"\n[project]\nid = "p"\nname = "p"\n'
        (tmp_path / CONFIG_PATH).write_text(text, encoding="utf-8")
        return {p.key: p.remembered for p in proposals_of(config_values(text))}

    (tmp_path / FOLDER).mkdir()
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

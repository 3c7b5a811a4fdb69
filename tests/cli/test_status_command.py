"""``status``: what there is, what is wrong, and what helps."""

from __future__ import annotations

import json
import socket

import pytest

from underdraft.errors import StoreError
from underdraft.memory.db.sqlite_file import SqliteFile
from underdraft.project.config import CONFIG_PATH


@pytest.fixture
def english(monkeypatch):
    """The commands speak English."""
    monkeypatch.setenv("UNDERDRAFT_LANGUAGE", "en")


@pytest.fixture
def offline(monkeypatch):
    """Whoever opens a connection to another machine fails the test."""

    def refuse(self, address):
        raise AssertionError(f"a connection to {address}")

    monkeypatch.setattr(socket.socket, "connect", refuse)


def shown(done):
    """The lines of the parts, by name."""
    pairs = [line.split("  ", 1) for line in done.stdout.splitlines() if "  " in line and line[0] != " "]
    return {name: value.strip() for name, value in pairs}


def findings(terminal, *words):
    """What is found, by where it is; each with a fix."""
    done = terminal("status", "--json", *words)
    data = json.loads(done.stdout)
    assert done.exit_code == (0 if data["valid"] else 2), done.output
    assert all(finding["fix"] for finding in data["findings"])
    return {finding["where"]: finding for finding in data["findings"]}


def project(folder, text):
    """A project that says this in its ``config.toml``."""
    (folder / CONFIG_PATH).parent.mkdir(exist_ok=True)
    (folder / CONFIG_PATH).write_text(text, "utf-8")


@pytest.mark.usefixtures("english", "offline")
def test_a_sound_project(terminal, novel):
    """Every part has its line, from the folder to the plugins; the store is counted."""
    terminal("run", "polish")
    done = terminal("status")
    assert done.exit_code == 0, done.output
    rows = shown(done)
    assert rows["folder"] == f"{novel} (here)"
    assert rows["project"].endswith("(lantern-harbour)")
    assert rows["manuscript"] == "11 chapters"
    assert "characters" in rows["files"]
    assert "runs 1" in rows["store"]
    assert {"trust", "locale", "model", "embedder", "story", "skills", "plugins"} <= rows.keys()
    assert rows["reading"] == "without a model: only what is said outright"


@pytest.mark.usefixtures("english", "offline")
def test_an_empty_folder(terminal, tmp_path, monkeypatch):
    """It says how to begin, and makes nothing: no store, no folder."""
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    rows = shown(terminal("status"))
    assert rows["project"] == "none"
    assert rows["store"].endswith("underdraft.db (not made yet)")
    assert findings(terminal)[".underdraft"]["fix"] == "underdraft init"
    assert not terminal.home.exists()
    assert list((tmp_path / "empty").iterdir()) == []


@pytest.mark.usefixtures("offline")
def test_what_a_project_lacks(terminal, tmp_path, monkeypatch):
    """No locale, no chapter, files without a number, a setting that is not used: hints, each with what helps."""
    monkeypatch.chdir(tmp_path)
    project(tmp_path, 'model = "gpt-4.1"\n[project]\nid = "b"\n')
    data = json.loads(terminal("status", "--json").stdout)
    assert data["valid"]
    assert (data["locale"], data["origins"]["locale"], data["model"]["name"]) == ("zh", "default", "offline")
    assert data["notUsed"][0]["key"] == "model"
    fixes = {finding["fix"] for finding in data["findings"]}
    assert {"underdraft trust", 'locale = "en" or "zh"'} <= fixes
    assert any("put them into chapters/" in fix for fix in fixes)
    (tmp_path / "draft.md").write_text("Anna.", "utf-8")
    assert findings(terminal)["draft.md"]["message"] == "no chapter number"


@pytest.mark.usefixtures("offline")
def test_a_trusted_model_is_priced_and_not_asked(terminal, tmp_path, monkeypatch):
    """What the shortest prompt costs is said by the table; nobody is called."""
    monkeypatch.chdir(tmp_path)
    project(tmp_path, 'locale = "en"\nmodel = "gpt-4.1"\nembedder = "litellm/x/y"\n[project]\nid = "b"\n')
    terminal("trust", "--yes")
    data = json.loads(terminal("status", "--json").stdout)
    assert (data["trusted"], data["model"]["inputUsd"], data["asked"]) == (True, 2.0, False)
    assert data["promptTokens"] > 100
    monkeypatch.setenv("UNDERDRAFT_LANGUAGE", "en")
    assert "not asked; --ask asks it; a prompt begins at" in shown(terminal("status"))["model"]


def test_a_model_that_does_not_answer(terminal, tmp_path, monkeypatch):
    """With --ask it is asked; that it fails is a finding."""
    monkeypatch.chdir(tmp_path)
    project(tmp_path, 'locale = "en"\nmodel = "nobody/nothing"\n[project]\nid = "b"\n')
    terminal("trust", "--yes")
    assert "model nobody/nothing" in findings(terminal, "--ask")


@pytest.mark.usefixtures("offline")
def test_a_broken_configuration(terminal, tmp_path, monkeypatch):
    """The rest is read as far as it goes; the writer's own file is named as such."""
    monkeypatch.chdir(tmp_path)
    project(tmp_path, "locale = 5\n")
    assert set(findings(terminal)) == {CONFIG_PATH}
    project(tmp_path, '[project]\nid = "b"\n')
    terminal.home.mkdir()
    (terminal.home / "config.toml").write_text("nonsense", "utf-8")
    found = findings(terminal)
    assert any("your own config.toml" in finding["message"] for finding in found.values())


@pytest.mark.usefixtures("english", "offline")
@pytest.mark.parametrize(
    ("reason", "said", "fix"),
    [
        ("corrupt", "the store's file is not a database", "--store"),
        ("disk_full", "the disk is full", "make room"),
        ("locked", "the store is locked", "end what holds it"),
    ],
)
def test_a_store_that_cannot_be_opened(terminal, novel, tmp_path, monkeypatch, reason, said, fix):
    """The reason stands where the store is named, and is one finding with its fix; everything else is shown."""
    (tmp_path / "bad.db").write_bytes(b"this is no database at all" * 100)

    def fails(self):
        if self.path.name == "bad.db":
            raise StoreError(f"the store could not be opened: {said}", details={"reason": reason})
        return prepare(self)

    prepare = SqliteFile.prepare
    if reason != "corrupt":
        monkeypatch.setattr(SqliteFile, "prepare", fails)
    found = findings(terminal, "--store", str(tmp_path / "bad.db"))
    assert fix in found["store"]["fix"]
    assert [where for where, finding in found.items() if not finding["hint"]] == ["store"]
    assert said in shown(terminal("status", "--store", str(tmp_path / "bad.db")))["store"]


@pytest.mark.usefixtures("offline")
def test_two_folders_with_one_id(terminal, novel, tmp_path, monkeypatch):
    """The second is told, and what says that both are one."""
    import shutil

    terminal("run", "polish")
    copy = shutil.copytree(novel, tmp_path / "copy")
    monkeypatch.chdir(copy)
    shared = lambda: [
        found for found in findings(terminal).values() if "PROJECT_ID_SHARED" in found["message"]
    ]
    (found,) = shared()
    assert (found["fix"], str(copy) in found["where"]) == ("underdraft status --confirm-id", True)
    assert terminal("status", "--confirm-id").exit_code == 0
    assert shared() == []


def test_the_writers_locale_holds_where_there_is_no_project(terminal, tmp_path, monkeypatch):
    """Without the writer's it is the environment's. A project without one stays Chinese; init writes one."""
    monkeypatch.chdir(tmp_path)
    terminal.home.mkdir()

    def locale():
        data = json.loads(terminal("status", "--json").stdout)
        return data["locale"], data["origins"]["locale"]

    assert locale() == ("en", "environment")
    prompt = json.loads(terminal("preview", "polish", "--instruction", "Go", "--json").stdout)
    assert "# [0] Rules" in prompt["stablePrefix"]
    (terminal.home / "config.toml").write_text('locale = "zh"\n', "utf-8")
    assert locale() == ("zh", "writer")
    (terminal.home / "config.toml").write_text('locale = "en"\n', "utf-8")
    project(tmp_path, '[project]\nid = "b"\n')
    assert locale() == ("zh", "default")
    terminal("init", "new")
    assert 'locale = "en"' in (tmp_path / "new" / CONFIG_PATH).read_text("utf-8")

"""The gate: which models, embedders, skills and templates pass."""

from __future__ import annotations

import attrs
import pytest

from underdraft import ModelError, Workspace
from underdraft.testing import FakeModel

PROJECT = 'model = "openai/gpt-4.1"\n[project]\nid = "b"\n'


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder from elsewhere, that names a model."""
    monkeypatch.setenv("UNDERDRAFT_HOME", str(tmp_path / "home"))
    root = tmp_path / "book"
    (root / ".underdraft").mkdir(parents=True)
    (root / ".underdraft" / "config.toml").write_text(PROJECT, "utf-8")
    return root


def test_a_model_passes_when_somebody_who_may_has_named_it(folder):
    """The folder's name does not, until a caller names the same."""
    with Workspace.open(folder, embedder="none", plugins=[FakeModel("x")]) as ws:
        assert ws.config.model == "offline"
        assert not ws.gate.lets("openai/gpt-4.1") or ws.gate.settings.trusts_store
        assert ws.gate.model(ws.gate.name("fake")) is not None


def test_a_name_in_the_folders_own_store_does_not_pass(folder):
    """A record of a run there may be a stranger's; the error names the setting that is not used."""
    config = folder / ".underdraft" / "config.toml"
    config.write_text('store = "project"\n' + PROJECT, "utf-8")
    with Workspace.open(folder, embedder="none") as ws, pytest.raises(ModelError, match="model: not used"):
        ws.gate.model("openai/gpt-4.1")


def test_a_shipped_skill_names_a_model(folder):
    """In a store that is not trusted, too, from then on."""
    (folder / ".underdraft" / "config.toml").write_text('store = "project"\n' + PROJECT, "utf-8")
    with Workspace.open(folder, embedder="none") as ws:
        skill = attrs.evolve(ws.skills.get("polish"), model="openai/gpt-4.1-mini")
        assert not ws.gate.lets("openai/gpt-4.1-mini")
        assert ws.gate.skill(skill) == (skill, ())
        assert ws.gate.lets("openai/gpt-4.1-mini")


def test_only_the_configured_embedder_passes(folder):
    """Another name is answered by nobody."""
    with Workspace.open(folder, embedder="none") as ws:
        assert ws.gate.embedder("litellm/openai/x") is None


def test_templates_of_an_untrusted_folder_are_passed_over(folder):
    """The shipped one is used, with a warning; a trusted folder's own one is."""
    own = folder / ".underdraft" / "templates" / "zh" / "skill.md.j2"
    own.parent.mkdir(parents=True)
    own.write_text("mine", "utf-8")
    with Workspace.open(folder, embedder="none") as ws:
        templates, (warning,) = ws.gate.templates()
        assert templates.sources["skill.md.j2"] != "mine"
        assert "templates/zh/skill.md.j2" in warning
    with Workspace.open(folder, embedder="none", trusted=True) as ws:
        templates, warnings = ws.gate.templates()
        assert (templates.sources["skill.md.j2"], warnings) == ("mine", ())

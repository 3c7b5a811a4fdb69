"""What a folder says beside its ``config.toml``: skills' models, templates, a ``.env``."""

from __future__ import annotations

import pytest

from underdraft import Workspace


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder from elsewhere, with a skill that names a model, a template and a ``.env``."""
    monkeypatch.setenv("UNDERDRAFT_HOME", str(tmp_path / "home"))
    root = tmp_path / "book"
    for path, text in {
        ".underdraft/config.toml": '[project]\nid = "b"\n',
        ".underdraft/skills/mine/SKILL.md": "---\nname: mine\ndescription: d\nmodel: openai/x\n---\nDo it.\n",
        ".underdraft/templates/skill.md.j2": "mine",
        ".env": "OPENAI_API_BASE=http://localhost:1\nCOLOUR=red\n",
    }.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
    return root


def test_each_is_a_proposal_with_its_file(folder):
    """The skill's with host and key, the template's with its digest."""
    with Workspace.open(folder, embedder="none") as ws:
        found = {proposal.key: proposal for proposal in ws.settings.proposals}
    assert set(found) == {"skills/mine: model", "templates/skill.md.j2"}
    skill = found["skills/mine: model"]
    assert (skill.host, skill.key_variable) == ("api.openai.com", "OPENAI_API_KEY")
    assert skill.where == ".underdraft/skills/mine/SKILL.md"
    assert len(found["templates/skill.md.j2"].value) == 64


def test_an_environment_file_is_named_and_never_read(folder):
    """Its names are in a warning where they lead somewhere, its values nowhere."""
    with Workspace.open(folder, embedder="none") as ws:
        (warning,) = [w for w in ws.preview_sync("polish", document="x").warnings if ".env" in w]
    assert "OPENAI_API_BASE" in warning
    assert "COLOUR" not in warning
    assert "localhost" not in warning


def test_a_trusted_folder_has_none(folder):
    """What the caller vouches for is used."""
    with Workspace.open(folder, embedder="none", trusted=True) as ws:
        assert ws.settings.proposals == ()

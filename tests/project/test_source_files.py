from __future__ import annotations

import sqlite3  # noqa: TID251 - a base in memory

import pytest

from underdraft import InvalidArgument, NotFound, Workspace
from underdraft.project.source_files import MappingSource, SourceFiles, project_files
from underdraft.testing import FROZEN_NOW, counted_ids

CONFIG = '[project]\nid = "novel"\nname = "Novel"\nlanguage = "English"\n'
SKILL = "---\nname: tighten\ndescription: Tighten.\ncontext_rules:\n  style_guide: true\n  characters: true\n---\nTighten it.\n"
FILES = {
    ".underdraft/config.toml": CONFIG,
    ".underdraft/rules/10-basics.md": "No rain.",
    ".underdraft/style-guide.md": "Short sentences.",
    ".underdraft/characters/ann.md": "---\nname: Ann\n---\n\nAnn keeps the light.",
    ".underdraft/skills/tighten/SKILL.md": SKILL,
    ".underdraft/templates/zh/skill.md.j2": "{{ skill_heading }} {{ skill.id }}\n\nMINE\n\n{{ skill.instruction }}\n",
}


class Rows:
    """A source over a table, as a server would write it; counts what it is asked."""

    def __init__(self, files):
        self.base = sqlite3.connect(":memory:", check_same_thread=False)
        self.base.execute("CREATE TABLE file (path TEXT PRIMARY KEY, body TEXT, version INTEGER DEFAULT 1)")
        self.base.executemany("INSERT INTO file (path, body) VALUES (?, ?)", files.items())
        self.reads = 0

    def read(self, path):
        """One row's text."""
        self.reads += 1
        row = self.base.execute("SELECT body FROM file WHERE path = ?", (path,)).fetchone()
        return row and row[0]

    def stamps(self, folder):
        """Paths and versions."""
        return self.base.execute(
            "SELECT path, version FROM file WHERE path GLOB ?", (f"{folder}/*",)
        ).fetchall()

    def change(self, path, body):
        """Change one row."""
        self.base.execute("UPDATE file SET body = ?, version = version + 1 WHERE path = ?", (body, path))


@pytest.fixture
def open_files(tmp_path):
    """Opens workspaces whose project is in no folder."""
    opened = []

    def open_it(files, **options):
        settings = {"store": tmp_path / "s.db", "clock": lambda: FROZEN_NOW, "new_id": counted_ids()}
        opened.append(Workspace.open(files=files, **{**settings, **options}))
        return opened[-1]

    yield open_it
    for workspace in opened:
        workspace.close()


def test_a_mapping_is_as_good_as_a_folder(open_files, underdraft_workspace):
    """Config, rules, cards, skills and templates out of a mapping make the bytes that a folder makes."""
    here = open_files(FILES).preview_sync("tighten", document="Ann rang.")
    there = underdraft_workspace(FILES, config=None).preview_sync("tighten", document="Ann rang.")
    assert here.prompt.prompt_hash == there.prompt.prompt_hash
    for text in ("No rain.", "Short sentences.", "Ann keeps the light."):
        assert text in here.stable_prefix
    assert "MINE\n\n```\nTighten it." in here.prompt.skill_block
    assert here.warnings == there.warnings


def test_a_database(open_files):
    """A source that an application writes serves as well, and what it changes is seen at the next run."""
    rows = Rows(FILES)
    ws = open_files(rows)
    assert ws.root is None
    assert ws.config.project.id == "novel"
    first = ws.run_sync("tighten", document="Ann rang.")
    rows.change(".underdraft/characters/ann.md", "---\nname: Ann\n---\n\nAnn sells the light.")
    second = ws.run_sync("tighten", document="Ann rang.")
    assert "Ann sells the light." in second.preview.stable_prefix
    assert first.stable_prefix_hash != second.stable_prefix_hash
    assert [i.id for i in ws.skills.list() if i.origin == "project"] == ["tighten"]


def test_the_same_checks():
    """Paths, sizes, encodings, secrets and names that cannot be shown are refused or taken out as in a folder."""
    key = "sk-" + "a1B2c3D4e5F6g7H8i9J0" * 2
    files = SourceFiles(
        Rows({"a.md": f"key {key}", "b.md": "x" * 2_000_001, "c/.hidden.md": "x", "c/\u202e.md": "x"})
    )
    assert key not in files.read("a.md").text
    assert files.read("a.md").redactions
    assert files.read("none.md") is None
    assert files.list("c") == []
    for path, said in (
        ("../a.md", "project-relative"),
        ("/etc/passwd", "project-relative"),
        ("b.md", "larger"),
    ):
        with pytest.raises(InvalidArgument, match=said):
            files.read(path)
    with pytest.raises(InvalidArgument, match="UTF-8"):
        SourceFiles(MappingSource({"a.md": "\ud800"})).read("a.md")
    listing = SourceFiles(Rows({"c/a.md": "x", "c/b\nd.md": "x"})).stamps("c")
    assert [path for path, _ in listing.files] == ["c/a.md"]
    assert listing.refused == ("c: a name that cannot be shown is passed over",)


def test_nothing_is_written(open_files):
    """What would write or read a file of the workspace is refused; everything else works."""
    ws = open_files(FILES)
    for channel, payload in (
        ("memory:export", {"path": "out.jsonl"}),
        ("memory:import", {"path": "in.jsonl"}),
        ("knowledge:draw", {"path": "graph.svg"}),
    ):
        assert ws.invoke_sync(channel, payload)["error"]["message"] == "path: this project is in no folder"
    assert ws.invoke_sync("memory:export", {})["ok"]
    assert ws.invoke_sync("workspace:info", {})["ok"]


def test_what_cannot_be(tmp_path, open_files):
    """A folder and files at once, paths that no reader would find, and a project's store without a folder are refused."""
    with pytest.raises(InvalidArgument, match="either a folder or files"):
        Workspace.open(tmp_path, files={})
    for path in (".underdraft\\rules\\a.md", "./.underdraft/rules/a.md", 5):
        with pytest.raises(InvalidArgument, match=r"^files: expected project-relative POSIX paths"):
            open_files({path: "RULE"})
    with pytest.raises(NotFound):
        project_files(tmp_path / "none", None)
    ws = open_files({".underdraft/config.toml": f'store = "project"\n{CONFIG}'}, store=None)
    answer = ws.invoke_sync("memory:list", {})
    assert answer["error"]["message"].startswith('config.toml: store: "project" needs a folder')


def test_a_text_is_looked_through_once(monkeypatch):
    """An unchanged text is not searched for secrets again."""
    from underdraft.project import files as module

    seen = []
    real = module.redact
    monkeypatch.setattr(module, "redact", lambda text: seen.append(text) or real(text))
    texts = {"a.md": "one"}
    files = project_files(None, texts)
    assert files.read("a.md") is files.read("a.md")
    texts["a.md"] = "two"
    assert files.read("a.md").text == "two"
    assert seen == ["one", "two"]

"""What ``status`` finds wrong in files."""

from __future__ import annotations

import json
import os

import pytest


def test_status_finds_every_fault_at_once(terminal, novel, tmp_path):
    """Each broken file is one line, located, and the status is 2."""
    base = novel / ".underdraft"
    (base / "rules/bad.md").write_bytes("好\n坏".encode()[:-1])
    (base / "skills/odd").mkdir(parents=True)
    (base / "skills/odd/SKILL.md").write_text(
        "---\nname: odd\ndescription: x\ncontext_rules: [1]\n---\nhi\n", "utf-8"
    )
    (base / "style-guide.md").rename(base / "style_guide.md")
    wanted = {
        ".underdraft/rules/bad.md": "not UTF-8 at line 2",
        ".underdraft/skills/odd/SKILL.md": "context_rules",
    }
    if os.name != "nt":
        (tmp_path / "secret.md").write_text("secret", "utf-8")
        (base / "characters/out.md").symlink_to(tmp_path / "secret.md")
        wanted[".underdraft/characters/out.md"] = "out of the project"
    result = terminal("status")
    assert result.exit_code == 2
    lines = result.stdout.splitlines()
    for path, words in wanted.items():
        assert any(line.startswith(f"{path}: ") and words in line for line in lines), path
    assert "hint: .underdraft/style_guide.md: is not read; did you mean style-guide.md?" in lines
    assert lines[
        lines.index("hint: .underdraft/style_guide.md: is not read; did you mean style-guide.md?") + 1
    ] == ("  → rename it to style-guide.md")
    assert "secret" not in result.output
    shown = terminal("status", "--json")
    assert shown.exit_code == 2
    data = json.loads(shown.stdout)
    assert data["valid"] is False
    assert {finding["where"] for finding in data["findings"] if not finding["hint"]} == set(wanted)
    assert all(finding["fix"] for finding in data["findings"])


def test_status_tries_the_projects_templates(terminal, novel):
    """A broken template of a trusted folder is named with its line, next to other broken files."""
    base = novel / ".underdraft"
    (base / "templates/zh").mkdir(parents=True)
    (base / "templates/zh/skill.md.j2").write_text("{{ nope", "utf-8")
    (base / "outline.md").write_text("---\nchapters: [1, 2\n---\n# 1\n", "utf-8")
    terminal("trust", "--yes")
    result = terminal("status")
    assert result.exit_code == 2
    assert ".underdraft/outline.md: " in result.stdout
    assert "prompt: template skill.md.j2, line 1: " in result.stdout


BROKEN = {
    "characters/a.md": ("---\nname: Ann\naliases:\n  a: b\n---\nAnn.", "line 3: aliases: expected"),
    "characters/b.md": ("---\nname: Ben\naliases: [x, [y]]\n---\nBen.", "line 3: aliases: expected"),
    "characters/c.md": ("---\nname: [x]\n---\nCid.", "line 2: name: expected a name"),
    "world/pier.md": ("---\nname: Pier\n  x: - [\n---\nThe pier.", "line"),
    "outline.md": ("---\nchapters: [1, 2\n---\n# 1\n", "line"),
    "style-guide.md": ("---\ntone: a\ntone: b\n---\nShort.", "line"),
    "knowledge/people.yaml": ("entities:\n  - nmae: Ann\n", "name: missing (line 2)"),
    "knowledge/notes.md": ("---\nevents: [\n---\n", "line"),
}


@pytest.mark.parametrize("path", BROKEN)
def test_status_reads_what_the_readers_read(terminal, novel, path):
    """A broken list of aliases, frontmatter or knowledge file is found, with its line; so it is by check."""
    text, said = BROKEN[path]
    (novel / ".underdraft" / path).write_text(text, "utf-8")
    result = terminal("status")
    assert result.exit_code == 2, result.output
    [line] = [line for line in result.stdout.splitlines() if line.startswith(f".underdraft/{path}: ")]
    assert said in line
    if path not in {"outline.md", "style-guide.md"}:
        checked = terminal("check")
        assert checked.exit_code == 2
        assert f"FILE_REFUSED: .underdraft/{path}" in checked.stderr
        assert "refused" in checked.stderr


def test_status_where_there_is_no_project(terminal, tmp_path, monkeypatch):
    """An empty folder is no fault, and says how to begin."""
    monkeypatch.chdir(tmp_path)
    result = terminal("status")
    assert result.exit_code == 0
    assert "underdraft init" in result.stdout


def test_files_that_nothing_reads_are_named(terminal, novel):
    """A foreign format, an unknown name and instructions for other programs are hints, each with what helps."""
    base = novel / ".underdraft"
    for path in ("characters/ann.docx", "rules/a.txt", "stray.md", "notes/x.md"):
        (base / path).parent.mkdir(exist_ok=True)
        (base / path).write_text("x", "utf-8")
    (novel / "chapters/99.rtf").write_text("x", "utf-8")
    (novel / "CLAUDE.md").write_text("x", "utf-8")
    found = {one["where"]: one for one in terminal.json("status")["findings"]}
    for where, said, fix in (
        (".underdraft/characters/ann.docx", "is not read; only .md are read here", "underdraft import"),
        (".underdraft/rules/a.txt", "is not read; only .md are read here", "Markdown"),
        ("chapters/99.rtf", "is not read; only .md, .txt are read here", "Markdown"),
        (".underdraft/stray.md", "is not read", "move it"),
        (".underdraft/notes", "is not read", "move it"),
        ("CLAUDE.md", "is not read", "underdraft import CLAUDE.md"),
    ):
        assert found[where]["message"] == said
        assert fix in found[where]["fix"]
        assert found[where]["hint"]
    assert ".underdraft/README.md" not in found

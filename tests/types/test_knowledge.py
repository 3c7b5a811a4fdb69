"""The categories of the story."""

from __future__ import annotations

import subprocess
import sys

import pytest

from underdraft.text.strings import languages, own_words
from underdraft.types.knowledge import CARD_FOLDERS

CODE = """
import sys
from pathlib import Path
from underdraft.types import knowledge

one = knowledge.CardFolder(name="factions", kind="faction", entity="organisation", brings="factions")
knowledge.CARD_FOLDERS += (one,)

from underdraft import Workspace
from underdraft.cli.project_checks import check_files
from underdraft.cli.starter import folders_to_fill

root = Path(sys.argv[1])
with Workspace.open(root, store=root / "s.db", embedder="none") as ws:
    preview = ws.preview_sync("a", document="The Guild met.")
    assert "It keeps the light." in preview.stable_prefix
    assert "named in the scene" in [line.reason for line in preview.injected]
    assert ws.knowledge.graph().graph.by_name["The Guild"].kind == "organisation"
    assert ws.invoke_sync("workspace:info")["data"]["paths"]["factions"] == one.path
    checked, found = check_files(ws, ws.settings)
assert f"{one.path}/guild.md" in checked
assert one.path not in [problem.where for problem in found]
assert one.path in folders_to_fill(root)
"""
FILES = {
    ".underdraft/config.toml": '[project]\nid = "n"\n',
    ".underdraft/skills/a/SKILL.md": "---\nname: a\ndescription: b\ncontext_rules: {factions: true}\n---\nDo.",
    ".underdraft/factions/guild.md": "---\nname: The Guild\n---\nIt keeps the light.",
}


def test_each_category_has_a_label():
    """In every language: else a prompt shows the path of the card."""
    kinds = {folder.kind for folder in CARD_FOLDERS}
    assert all(kinds <= set(own_words(language, "template")["labels"]) for language in languages())


@pytest.mark.long
def test_a_category_is_one_entry(tmp_path):
    """With it the folder has a rule, cards in prompt and graph, and a place in `init`, `status` and `workspace:info`."""
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    done = subprocess.run(
        [sys.executable, "-c", CODE, str(tmp_path)], check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr

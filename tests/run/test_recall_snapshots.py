"""Prompts with memories in them, byte for byte, as readable text under ``snapshots/``.

Regenerate with ``python -m pytest -n0 tests/run/test_recall_snapshots.py --snapshot-update``.
"""

from __future__ import annotations

import attrs
import pytest

from snapshot_files import PromptFile
from underdraft import Layer, hookimpl
from underdraft.testing import prompt_text

FIRST, LAST = "沈砚靠着白鸥号的铁栏杆", "说你不会剪。”"
MEMORIES = (
    ("preference", "global", "动作场景：偏好短句，节奏紧凑"),
    ("preference", "project", "雾天多写声音，少写颜色"),
    ("fact", "project", "何三桅欠沈守灯一条命，他从不提"),
    ("note", "global", "第三章之前不提信的内容"),
)


@pytest.fixture
def kept(snapshot):
    """The kept prompt of this test."""
    return snapshot.use_extension(PromptFile)


@pytest.fixture
def asked(first_chapter):
    """A passage of the first chapter and a question about it."""
    selection = first_chapter.index(FIRST), first_chapter.index(LAST) + len(LAST)
    return {
        "document": first_chapter,
        "selection": selection,
        "instruction": "何三桅和沈砚在雾里说了什么？",
    }


@pytest.fixture
def recalling(tmp_path, open_novel):
    """The novel with memories, and a skill that recalls them and little else."""

    class Shelf:
        name = "shelf"

        @hookimpl
        def underdraft_skill_dirs(self):
            return [tmp_path / "skills"]

    def make(preferences):
        place = tmp_path / "skills" / "mine" / "SKILL.md"
        place.parent.mkdir(parents=True)
        rules = f"{{surrounding: 1500, memories: true, user_preferences: {preferences}}}"
        place.write_text(
            f"---\nname: mine\ndescription: d\ncontext_rules: {rules}\n---\n把选中的话说得更轻。\n", "utf-8"
        )
        workspace = open_novel(embedder="none", plugins=[Shelf()])
        for kind, scope, content in MEMORIES:
            own = {"projectId": workspace.config.project.id} if scope == "project" else {}
            payload = {"type": kind, "scope": scope, "content": content, **own}
            assert workspace.invoke_sync("memory:create", payload)["ok"]
        return workspace

    return make


def test_memories_in_the_prefix(recalling, asked, kept):
    """All four stand in layer 2 in their fixed order; what stands there is not recalled again in layer 4."""
    preview = recalling("true").preview_sync("mine", **asked)
    assert preview.layer_tokens[Layer.RECENT] == 0
    assert prompt_text(preview) == kept


def test_memories_recalled(recalling, asked, kept):
    """Without layer 2 those that fit the question stand in layer 4."""
    preview = recalling("false").preview_sync("mine", **asked)
    assert preview.layer_tokens[Layer.PROFILE] == 0 < preview.layer_tokens[Layer.RECENT]
    assert prompt_text(preview) == kept


def test_recalled_and_over_the_budget(recalling, asked, kept):
    """A small window: layer 4 goes first, then the text furthest from the selection; the prefix is untouched."""
    workspace = recalling("false")
    whole = workspace.preview_sync("mine", **asked)
    window = whole.tokens * 9 // 10 + workspace.config.output_reserve_tokens
    workspace.gate.config = attrs.evolve(workspace.config, window_tokens=window)
    preview = workspace.preview_sync("mine", **asked)
    assert preview.stable_prefix == whole.stable_prefix
    order = [t.layer for t in preview.trims]
    assert order == sorted(order)
    assert {(t.layer, t.reason) for t in preview.trims} == {
        (Layer.RECENT, "capacity"),
        (Layer.CURRENT, "capacity"),
    }
    assert prompt_text(preview) == kept

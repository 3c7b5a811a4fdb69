"""What was asked for is in the prompt, or its cut is said: cards of who is named, the style guide, larger models."""

from __future__ import annotations

import pytest

from underdraft import Layer, Workspace
from underdraft.cli.sample import copy_sample
from underdraft.testing import FakeModel

NAMES = ("沈砚", "何三桅", "陆衡", "纪棠", "段九", "周鹤年", "阿寥", "顾怀瑾", "洛七婆", "季重山")
LONG = "他在灯塔下长大，熟悉每一道礁石的脾气，话少，走路很轻，从不在人前落泪。" * 12
CONFIG = '[project]\nid = "novel"\n'


def card(name, other):
    """A long card whose last but one paragraph is about somebody else."""
    return f"---\nname: {name}\n---\n\n# {name}\n\n{LONG}\n\n{LONG}\n\n{name}欠{other}一条命。\n\n{LONG}\n"


def cards(names):
    """A card each, about the next in the row."""
    pairs = zip(names, (*names[1:], names[0]), strict=True)
    return {f".underdraft/characters/{n:02}.md": card(*pair) for n, pair in enumerate(pairs)}


@pytest.mark.parametrize("window", [16_384, 200_000])
def test_everybody_who_is_named_is_there(underdraft_workspace, window):
    """Name, ref and the paragraph about the others of the scene, however long the cards are; each cut is told."""
    style = f"# 文风\n\n{LONG}\n\n{LONG}"
    config = f"window_tokens = {window}\n{CONFIG}"
    ws = underdraft_workspace(
        {".underdraft/config.toml": config, ".underdraft/style-guide.md": style, **cards(NAMES)}
    )
    preview = ws.preview_sync("polish", document="，".join(NAMES) + "都来了。")
    for n, (name, other) in enumerate(zip(NAMES, (*NAMES[1:], NAMES[0]), strict=True)):
        path = f".underdraft/characters/{n:02}.md"
        assert f"ref:{path}" in preview.stable_prefix
        assert f"{name}欠{other}一条命。" in preview.stable_prefix
    cut = {t.source.removeprefix("file:") for t in preview.trims if t.layer is Layer.PROJECT}
    warned = {w.split()[1] for w in preview.warnings if w.startswith("CONTEXT_CUT: ")}
    assert warned == cut
    if window < 100_000:
        assert warned == {".underdraft/style-guide.md", *cards(NAMES)}
    else:
        assert ".underdraft/style-guide.md" not in warned


def test_who_is_not_named_is_no_warning(underdraft_workspace):
    """References that a cap leaves out are a line of the receipt, as ever."""
    ws = underdraft_workspace({".underdraft/config.toml": CONFIG + "[caps]\nproject = 30\n", **cards(NAMES)})
    preview = ws.preview_sync("polish", document="谁也没来。")
    assert preview.trims
    assert not [w for w in preview.warnings if w.startswith("CONTEXT_CUT")]


def test_the_samples_material_comes_whole(tmp_path):
    """The shipped novel's style guide and the cards of a scene are in `continue` from the first letter to the last."""
    root = tmp_path / "novel"
    copy_sample(root)
    document = (root / "chapters/01-the-ferry.md").read_text("utf-8")
    options = {"plugins": [FakeModel(name="gpt-4.1")], "model": "gpt-4.1", "embedder": "none"}
    with Workspace.open(root, store=tmp_path / "s.db", **options) as ws:
        preview = ws.preview_sync("continue", document=document)
    guide = (root / ".underdraft/style-guide.md").read_text("utf-8").strip()
    assert guide in preview.stable_prefix
    assert [t for t in preview.trims if t.layer is Layer.PROJECT] == []
    named = [i for i in preview.injected if i.reason == "named in the scene"]
    assert named
    assert not [i.ref for i in named if "#" in i.ref]

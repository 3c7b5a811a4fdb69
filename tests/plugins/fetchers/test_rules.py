from __future__ import annotations

import os

import pytest

from underdraft import Layer, LayerFailed
from underdraft.testing import assert_stable, inputs, run_fetcher
from underdraft_plugins.fetchers.rules import underdraft_fetchers

(RULES,) = underdraft_fetchers()


def test_one_chunk_a_file_in_order():
    """Rules come in the order of their names, pinned, with a ref each; an empty file brings nothing."""
    run = inputs(
        files={f".underdraft/rules/{n}.md": t for n, t in (("b", "Two.\n"), ("a", "One.\n\n"), ("c", " \n"))}
    )
    chunks = assert_stable(RULES, run)
    assert [(c.text, c.source, c.ref.render(c.text)) for c in chunks] == [
        ("One.", "file:.underdraft/rules/a.md", "ref:.underdraft/rules/a.md"),
        ("Two.", "file:.underdraft/rules/b.md", "ref:.underdraft/rules/b.md"),
    ]
    assert all(c.pinned and c.layer is Layer.SYSTEM and c.kind == "rule" for c in chunks)


def test_always_on_and_required():
    """No skill can switch the rules off, and a fault stops the run."""
    assert RULES.rule is None
    assert RULES.required


def test_without_a_project():
    """A run without a project has no rules."""
    assert run_fetcher(RULES, inputs(project=None, files={".underdraft/rules/a.md": "One."})).chunks == ()


@pytest.mark.skipif(os.name == "nt", reason="no such names there")
@pytest.mark.parametrize("name", ["b\x1b[2J.md", "b\x9b31m.md", "b\u202e.md", "b\nc.md"])
def test_a_name_that_cannot_be_shown_is_passed_over(underdraft_workspace, name):
    """The other rules are in the prompt, with a warning that names the folder and not the file."""
    ws = underdraft_workspace({".underdraft/rules/a.md": "One."})
    (ws.root / ".underdraft" / "rules" / name).write_text("Two.", encoding="utf-8")
    preview = ws.preview_sync("polish", document="a")
    assert "One." in preview.prompt.stable_prefix
    assert "Two." not in preview.prompt.stable_prefix
    assert preview.warnings == (
        "FILE_REFUSED: .underdraft/rules: a name that cannot be shown is passed over",
    )


@pytest.mark.parametrize("fault", ["encoding", "size", "link", "linked folder"])
def test_a_rule_that_cannot_be_read_stops_the_run(underdraft_workspace, tmp_path, fault):
    """A rule is never dropped silently: whatever keeps it from being read is CONTEXT_LAYER_FAILED."""
    ws = underdraft_workspace({".underdraft/rules/a.md": "One."})
    rules = ws.root / ".underdraft" / "rules"
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "x.md").write_text("x", encoding="utf-8")
    if fault == "encoding":
        (rules / "b.md").write_bytes("规则".encode("gbk"))
    elif fault == "size":
        (rules / "b.md").write_bytes(b"a" * 2_000_001)
    elif os.name == "nt":
        pytest.skip("making links needs a privilege there")
    elif fault == "link":
        (rules / "b.md").symlink_to(tmp_path / "outside" / "x.md")
    else:
        (rules / "a.md").unlink()
        rules.rmdir()
        rules.symlink_to(tmp_path / "outside")
    with pytest.raises(LayerFailed) as caught:
        ws.preview_sync("polish", document="a")
    assert ".underdraft/rules" in caught.value.message
    assert str(tmp_path) not in caught.value.message

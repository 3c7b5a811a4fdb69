from __future__ import annotations

from types import SimpleNamespace

import attrs
import pytest

from underdraft import Layer, Project, Workspace
from underdraft.testing import assert_stable, inputs, run_fetcher
from underdraft_plugins.fetchers.project_files import underdraft_fetchers

FETCHERS = {f.name: f for f in underdraft_fetchers()}
FILES = {
    ".underdraft/style-guide.md": "---\ntitle: x\n---\n\n# Style\n\nShort.\n",
    ".underdraft/outline.md": "# Outline\n",
    ".underdraft/project-settings.md": "Past tense.\n",
    ".underdraft/characters/b.md": "B\n",
    ".underdraft/characters/a.md": "A\n",
    ".underdraft/world/port.md": "Port\n",
}


def test_one_fetcher_a_rule():
    """Each rule has its own fetcher, which is off unless the skill asks; all belong to the prefix."""
    assert set(FETCHERS) == {"style_guide", "characters", "world", "outline", "project_settings"}
    assert all(f.rule == name and f.layer is Layer.PROJECT and f.stable for name, f in FETCHERS.items())
    order = sorted(FETCHERS.values(), key=lambda f: f.priority)
    assert [f.name for f in order] == ["style_guide", "characters", "world", "outline", "project_settings"]


@pytest.mark.parametrize(
    ("rule", "texts"),
    [
        ("style_guide", ["# Style\n\nShort."]),
        ("characters", ["A", "B"]),
        ("world", ["Port"]),
        ("outline", ["# Outline"]),
        ("project_settings", ["Past tense."]),
    ],
)
def test_whole_files_with_refs(rule, texts):
    """Files come whole and in order, without frontmatter, each with its path; without files there is nothing."""
    chunks = assert_stable(FETCHERS[rule], inputs(files=FILES))
    assert [c.text for c in chunks] == texts
    assert all(c.ref.render(c.text) == f"ref:{c.source.removeprefix('file:')}" for c in chunks)
    assert run_fetcher(FETCHERS[rule], inputs()).chunks == ()
    assert run_fetcher(FETCHERS[rule], inputs(project=None, files=FILES)).chunks == ()


def test_cards_need_no_thread_where_they_are_at_hand():
    """A folder's cards are fetched on the loop when the project's knowledge says so, and never without any."""
    facts = inputs(files=FILES)
    assert not FETCHERS["world"].inline(facts)
    knowledge = SimpleNamespace(at_hand=lambda folder: folder == ".underdraft/world")
    facts = attrs.evolve(facts, knowledge=knowledge)
    assert FETCHERS["world"].inline(facts)
    assert not FETCHERS["characters"].inline(facts)


def test_a_changed_card_and_another_scene_are_seen_at_once(tmp_path):
    """What is kept of a card is its file's as it is now, and of a scene that of those who are named in it."""
    files = {
        ".underdraft/config.toml": '[project]\nid = "p"\nname = "p"\n',
        ".underdraft/characters/ann.md": "---\nname: Ann\n---\nOld coat.\n",
        ".underdraft/characters/ben.md": "---\nname: Ben\n---\nRed scarf.\n",
    }
    with Workspace.open(files=files, store=tmp_path / "u.db") as workspace:

        def prefix(document):
            return workspace.preview_sync("polish", document=document, selection=(0, 3)).stable_prefix

        first = prefix("Ann waits.")
        assert "Old coat." in first
        assert "Red scarf." not in first
        assert "Red scarf." in prefix("Ann and Ben wait.")
        files[".underdraft/characters/ann.md"] = "---\nname: Ann\n---\nNew coat.\n"
        assert prefix("Ann waits.") == first.replace("Old", "New")
        files[".underdraft/characters/ann.md"] = "---\nname: Ann\n---\nOld coat.\n"
        assert prefix("Ann waits.") == first


def test_settings_of_the_project():
    """The table of config.toml comes before the file, a line a key."""
    project = Project(id="p", name="p", settings={"draft": "true", "tense": "past\nx"})
    chunks = assert_stable(FETCHERS["project_settings"], inputs(project=project, files=FILES))
    assert [c.text for c in chunks] == ["- draft: true\n- tense: past x", "Past tense."]


def test_a_refused_file_is_a_warning():
    """What is no UTF-8 costs a warning with its path; the others are still read."""
    fetched = run_fetcher(
        FETCHERS["characters"], inputs(files=FILES | {".underdraft/characters/b.md": "\ud800"})
    )
    assert [c.text for c in fetched.chunks] == ["A"]
    assert [w.split(": ")[:2] for w in fetched.warnings] == [["FILE_REFUSED", ".underdraft/characters/b.md"]]
    assert run_fetcher(FETCHERS["outline"], inputs(files={".underdraft/outline.md": "\ud800"})).warnings

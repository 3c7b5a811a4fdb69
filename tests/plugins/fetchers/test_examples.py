"""The rule ``examples``: what the writer made of earlier replies stands in layer 4, before and after."""

from __future__ import annotations

import pytest

from learning.feedback_samples import Desk
from underdraft import Layer, estimate
from underdraft.types.episodes import Rewrite
from underdraft_plugins.fetchers.examples import PAIR_TOKENS, shown

SKILL = """\
---
name: show
description: Shows rewrites.
context_rules:
  examples: {count}
---
Write.
"""
LAMP = ("他谢过灯塔看守。雨还在下。", "他把伞留给灯塔看守。雨还在下。")
SOUP = ("她感谢厨子的汤。锅开着。", "她把厨子的汤喝光了。锅开着。")
FIGHT = ("血溅在灯塔的墙上。门关着。", "灯塔的墙缺了一角。门关着。")


@pytest.fixture(params=["none", "local"])
def desk(tmp_path, request, monkeypatch):
    """Three rewrites, two of dialogue and one of action, with an embedder and without."""
    import learning.feedback_samples as samples

    monkeypatch.setattr(samples, "CONFIG", samples.CONFIG.replace('"none"', f'"{request.param}"'))
    desk = Desk(tmp_path)
    for (before, after), scene in ((LAMP, "dialogue"), (SOUP, "dialogue"), (FIGHT, "action")):
        desk.feed(run=desk.run(before, scene_type=scene, instruction=before), finalText=after)
    if request.param != "none":
        desk.ws.store.memory.indexer.wait(60)
    yield desk
    desk.close()


def shown_by(desk, count, **options):
    """What the fetcher puts into layer 4 for a skill with so many examples."""
    folder = desk.ws.root / ".underdraft" / "skills" / "show"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "SKILL.md").write_text(SKILL.format(count=count), "utf-8")
    preview = desk.ws.preview_sync("show", **options)
    chunks = preview.prompt.sections[Layer.RECENT].chunks
    return preview, [part for c in chunks if c.source == "memory:examples" for part in c.parts]


def test_the_nearest_rewrites_of_the_scene_are_shown(desk):
    """In scene and meaning, as many as the rule says, each with its run in the receipt; 0 shows none."""
    preview, (part,) = shown_by(desk, 1, instruction="灯塔看守和他说话", scene_type="dialogue")
    assert part.text == "- 原：他谢过灯塔看守。\n  改：他把伞留给灯塔看守。"
    assert part.text in preview.messages[-1].content
    assert "作者亲手改过的段落" in preview.messages[-1].content
    assert part.reason.startswith("near ")
    assert part.reason.split("ref:run:")[1] in {run["id"] for run in desk.rows("run")}
    _, parts = shown_by(desk, 5, instruction="厨子的汤", scene_type="dialogue")
    assert ["汤" in p.text for p in parts] == [True, False]
    assert shown_by(desk, 0, instruction="汤", scene_type="dialogue")[1] == []
    assert shown_by(desk, 2, instruction="汤", scene_type="letter")[1] == []
    assert shown_by(desk, 0, scene_type="action")[0].stable_prefix_hash == preview.stable_prefix_hash


def test_what_was_purged_or_taken_back_is_no_example(tmp_path):
    """A purge, an undo and privacy mode leave nothing to show."""
    desk = Desk(tmp_path)
    for n, (before, after) in enumerate((LAMP, SOUP)):
        run = desk.run(before, scene_type="dialogue")
        desk.feed(run=run, finalText=after)
        if n:
            desk.feed("reject", run=run, undo=True)
    assert len(shown_by(desk, 5, scene_type="dialogue")[1]) == 1
    desk.data("memory:purge", {"projectId": "novel", "confirm": True})
    desk.settings(privacyModeEnabled=True)
    desk.feed(run=desk.run(FIGHT[0], scene_type="dialogue"), finalText=FIGHT[1])
    assert shown_by(desk, 5, scene_type="dialogue")[1] == []
    desk.close()


def test_an_example_is_bounded():
    """A long rewrite is cut, further passages are left out; what was removed or added says so."""
    long = Rewrite(
        run_id="r", scene_type="s", before="长" * 900 + "。甲。乙。", after="短" * 900 + "。甲。丙。"
    )
    text = shown(long, "zh")
    assert estimate(text) <= PAIR_TOKENS + 20
    assert text.count("…") == 2
    gone = Rewrite(run_id="r", scene_type="s", before="One. Two. End.", after="Two. End. Three.")
    assert shown(gone, "en").splitlines() == [
        "- was: One.",
        "  now: (left out)",
        "- was: (was not there)",
        "  now: Three.",
    ]

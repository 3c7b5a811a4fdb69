"""What was said in rounds that the window has dropped."""

from __future__ import annotations

import pytest

import underdraft
from underdraft.memory.index.embedding import EmbedderSlot
from underdraft.memory.sessions.earlier import EarlierVectors, find_earlier, pieces_of, told_of
from underdraft.testing import FakeModel, inputs
from underdraft.types.sessions import StoredMessage
from underdraft_plugins.fetchers.conversation import SOURCE

DECIDED = "竹筒里就剩七滴水了。"
SAID = told_of(
    [("m1", DECIDED, ""), ("m2", "名字先放一放。第一卷从头到尾不下雨！", ""), ("m3", "灯塔怎么写？", "")]
)
WORDS_ALONE = EarlierVectors(EmbedderSlot(lambda: None))


@pytest.mark.parametrize(
    ("typed", "pieces"),
    [
        ("那就叫穆迟。好听吗？", ["那就叫穆迟。"]),
        ("I think it\nopens in 1851. Does it?", ["I think it opens in 1851."]),
        ("为什么？ ……\n", []),
        ("第一句话。" * 60, ["第一句话。" * 39, "第一句话。" * 21]),
    ],
)
def test_a_message_is_cut_into_statements(typed, pieces):
    """A piece is some sentences on one line; questions and marks are none."""
    assert list(pieces_of(typed)) == pieces


def test_what_fits_best_comes_first_and_stands_in_order():
    """Where there is no room for all, the best stays; all of it stands in order of time."""
    found = find_earlier(SAID, WORDS_ALONE, "第一卷下雨吗", (), room_tokens=10_000)
    assert [f.text for f in found] == [DECIDED, "名字先放一放。第一卷从头到尾不下雨！"]
    (best,) = find_earlier(SAID, WORDS_ALONE, "竹筒里还有几滴", (), room_tokens=24)
    assert best.text == DECIDED


def test_what_stands_in_the_window_is_not_said_again():
    """Neither a message of the window nor what an earlier prompt in it has brought back."""
    window = [stored("m2", "x"), stored("m9", f"- {DECIDED}\n任务")]
    assert find_earlier(SAID, WORDS_ALONE, "竹筒", window, room_tokens=10_000) == ()


@pytest.mark.parametrize("private", [False, True])
def test_a_decision_outlives_its_window(tmp_path, private):
    """What was decided at the start stands in the prompt when the window has long dropped it, also in privacy mode."""
    model = FakeModel("好。")
    opened = underdraft.Workspace.open(
        tmp_path, store=tmp_path / "u.db", plugins=[model], model="fake", embedder="none"
    )
    with opened as ws:
        patch = {"context_limit": 2, "privacyModeEnabled": private}
        ws.invoke_sync("memory:settings:update", {"patch": patch})
        for number, said in enumerate((DECIDED, "先说码头。", "再说灯塔。")):
            ws.run_sync("chat", instruction=said, session_id="s")
            assert ws.store.conversation.has_earlier(inputs(project=None, session_id="s")) is (number > 0)
        prompt = ws.preview_sync("chat", instruction="竹筒里还有多少水？", session_id="s")
        other = ws.preview_sync("chat", instruction="竹筒里还有多少水？", session_id="t")
    assert sum(m.content.count(DECIDED) for m in prompt.messages) == 1
    assert SOURCE not in {chunk.source for section in other.prompt.sections for chunk in section.chunks}
    assert prompt.stable_prefix_hash == other.stable_prefix_hash


def stored(message_id, content):
    """A message of the window."""
    return StoredMessage(id=message_id, session_id="s", role="user", content=content, create_time="")

"""Observations from edits: each axis, its poles, what is left alone, and that noise shows nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdraft.learning.edits.alignment import Alignment
from underdraft.learning.edits.observe import observe
from underdraft.types.observation import AXES

LONG = "他站起来走到窗边，看着外面的夜色，想起了从前的事情。雨还在下，海面起了雾，灯塔的光扫过屋顶。她没有说话，把信收进抽屉，熄了灯。"
SHORT = "他站起来走到窗边。看着外面的夜色。想起了从前的事情。雨还在下。海面起了雾。灯塔的光扫过屋顶。她没有说话。把信收进抽屉。熄了灯。"
FIRST = "我站起来走到窗边，我没有说话。雨还在下，我把信收好了。"
THIRD = "他站起来走到窗边，他没有说话。雨还在下，他把信收好了。"
RICH = "他非常缓慢地走进昏暗的大厅，极其疲倦地坐下，翻开发黄的账本，看着潮湿的墙。"
PLAIN = "他走进大厅，坐下，翻开账本，看着墙。"
TOLD = (
    "他说他要走了。雨还在下，海面起了雾，灯塔的光扫过屋顶，街上没有一个人，钟敲了十一下。她问他什么时候开船。"
)
SPOKEN = (
    "“我要走了。”雨还在下，海面起了雾，街上没有一个人。“船什么时候开，你倒是说句话呀。”“明天一早，头班船。”"
)


def tags(before, after):
    """The tags of what an edit shows, without what it left alone."""
    return [o.tag for o in observe(before, after) if o.lean != "kept"]


@pytest.mark.parametrize(
    ("first", "second", "tag", "reverse"),
    [
        (LONG, SHORT, "edit:sentence_length:shorter", "edit:sentence_length:longer"),
        ("好！走吧！雨停了。", "好。走吧。雨停了。", "edit:exclamation:fewer", "edit:exclamation:more"),
        (TOLD, SPOKEN, "edit:dialogue:more", "edit:dialogue:less"),
        (THIRD, FIRST, "edit:person:first", "edit:person:third"),
        (RICH, PLAIN, "edit:modifiers:fewer", "edit:modifiers:more"),
        ("“来了。”他说。", "「来了。」他说。", "edit:quotation:corner", "edit:quotation:curly"),
        ('"Late," he said.', "“Late,” he said.", "edit:quotation:curly", "edit:quotation:straight"),
        ("他突然停下，突然笑了。", "他忽然停下，忽然笑了。", "edit:word:first", "edit:word:second"),
        ("He began to walk home.", "He started to walk home.", "edit:word:second", "edit:word:first"),
        (
            "He walked. He stopped. He knew the way.",
            "I walked. I stopped. I knew the way.",
            "edit:person:first",
            "edit:person:third",
        ),
    ],
)
def test_each_axis_is_seen_in_both_directions(first, second, tag, reverse):
    """Issue 3.4: named, deterministic, and the reverse edit is the opposite pole."""
    assert tag in tags(first, second)
    assert reverse in tags(second, first)


def test_a_pair_has_one_key_for_both_directions():
    """Both directions of a replaced word are counted as one kind, with its two statements."""
    there = next(o for o in observe("他突然停下了脚步。", "他忽然停下了脚步。") if o.key == "忽然|突然")
    back = next(o for o in observe("他忽然停下了脚步。", "他突然停下了脚步。") if o.key == "忽然|突然")
    assert (there.lean, back.lean) == ("first", "second")
    assert there.statements("zh") == ("用“忽然”，不用“突然”", "用“突然”，不用“忽然”")
    assert there.statements("en")[0] == 'writes "忽然", not "突然"'


def test_a_word_that_stays_somewhere_was_not_always_replaced():
    """One of two places is no rule."""
    assert [o for o in observe("他突然停下，突然笑了。", "他忽然停下，突然笑了。") if o.axis == "word"] == []


def test_pronouns_are_no_replaced_words():
    """A change of person is seen as such, not as a pair of words."""
    assert [o for o in observe(THIRD, FIRST) if o.axis == "word"] == []


def test_occasions_that_were_left_alone_are_reported():
    """Exclamation marks that stay, while something else is edited, speak against "few exclamation marks"."""
    kept = {o.axis for o in observe("好！走吧！雨停了。", "好！走吧！雨住了。") if o.lean == "kept"}
    assert "exclamation" in kept


def test_spans_show_the_place_in_both_texts():
    """The evidence of an observation is where it shows, before and after."""
    seen = next(o for o in observe(LONG, SHORT) if o.axis == "sentence_length")
    assert seen.before in LONG
    assert seen.after in SHORT
    assert seen.amount[0] > seen.amount[1]


def test_speech_tags_do_not_shorten_sentences():
    """Adding speech with "he said" says nothing about the sentences of the narration."""
    assert not any(t.startswith("edit:sentence") for t in tags(LONG, LONG + "“好。”他说。“走。”她说。“嗯。”"))


def test_every_observation_has_a_tag_and_statements_in_both_languages():
    """Tags are what privacy mode may keep."""
    pairs = [
        (LONG, SHORT),
        (TOLD, SPOKEN),
        (RICH, PLAIN),
        (THIRD, FIRST),
        ("“来。”他突然说！", "「来。」他忽然说。"),
    ]
    seen = [o for a, b in pairs for o in observe(a, b)]
    assert {o.axis for o in seen} == set(AXES)
    for one in seen:
        assert one.tag.isascii()
        assert one.without_text().before == one.without_text().after == ""
        for locale in ("zh", "en"):
            assert all(s and "{" not in s for s in one.statements(locale))


texts = st.text(st.sampled_from("他她我突忽然走，。！？“”「」\" abc.!'说的地非常\n"), max_size=80)


@given(texts, texts)
def test_observing_is_deterministic_and_never_fails(before, after):
    """A pure function of two texts."""
    once = observe(before, after)
    assert once == observe(before, after)
    assert len({(o.axis, o.key) for o in once}) == len(once)
    assert all(len(o.before) <= 120 and len(o.after) <= 120 for o in once)


@given(texts)
def test_no_edit_shows_nothing(text):
    """Equal texts teach nothing."""
    assert observe(text, text) == ()


def test_another_text_is_no_edit():
    """What has nothing in common with the model's text says nothing about it."""
    assert observe("好！走吧！雨停了！船要开了！", "灯塔守了一夜，没有人来。") == ()


@given(texts, texts)
def test_changes_rebuild_the_new_text(before, after):
    """The changes of an alignment are all that differs."""
    rebuilt, at = "", 0
    for change in Alignment(before, after).changes:
        rebuilt += before[at : change.old_start] + change.new
        at = change.old_start + len(change.old)
    assert rebuilt + before[at:] == after


def test_long_texts_are_measured_without_being_aligned():
    """Two hundred thousand characters are looked at in reasonable time."""
    text = "他站起来走到窗边！雨还在下。" * 5_000
    assert "edit:exclamation:fewer" in tags(text, text.replace("！", "。"))

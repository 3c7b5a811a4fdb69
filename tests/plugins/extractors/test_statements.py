"""The extractor without a model: what the classifier keeps, where it belongs and what it replaces."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from underdraft_plugins.embedders.local import local_embedder
from underdraft_plugins.extractors import statements as statements_module
from underdraft_plugins.extractors.statements import statements

PASTED = (
    "帮我润一下：\n我从小不吃藕，嫌它心眼多。我最恨照相，偏偏他开照相馆。那天他叫我坐到布景前头去，"
    "布景上画着一座我从没去过的洋桥。我说我不笑。他说好，不笑就不笑，别眨眼。"
)


@pytest.mark.parametrize(
    ("said", "subject", "kind"),
    [
        ("我的书里从来不写梦。把梦那段删掉。", "writer", "preference"),
        ("Nice. My books never have em dashes in them, so take these out.", "writer", "preference"),
        ("重写这场打斗。沈渡的左手在第二卷就断了，不可能双手抱拳。", "work", "fact"),
        ("You have her reading the note aloud, but Ines never learned to read.", "work", "fact"),
    ],
)
def test_what_is_said_in_passing_is_kept(said, subject, kind):
    """Said in the middle of a request, about the writer or the work."""
    found = [c for c in statements(said, encoder=local_embedder()) if c.evidence in said]
    assert [(c.subject, c.kind) for c in found] == [(subject, kind)]


@pytest.mark.parametrize(
    "said",
    [
        "把第二段改短一点", "主角叫什么？", "我喜欢这一句", "今天手疼，你就回我一个字", "如果他会飞会怎么样？",
        "Make this paragraph colder and cut the last line.", "My editor hates prologues.",
        "What if she were the thief all along?", "Thank you, that will do.", "", "。。。", PASTED,
    ],
)  # fmt: skip
def test_the_rest_is_not(said):
    """Tasks, questions, remarks on the text at hand, suppositions, others' tastes, pasted passages."""
    assert [one for one in statements(said, encoder=local_embedder()) if one.sure] == []


@pytest.mark.parametrize(
    ("said", "sure"),
    [
        ("我写对白从来不用感叹号，嫌吵。", True),
        ("我写对白从来不用感叹号，我编辑嫌吵。", False),
        (
            (
                "我写对白从来不用感叹号，嫌吵，连我自己回头看都觉得像有人拍桌子，"
                "所以不管哪一本书，人物开口就只用句号收住，哪怕他正在大喊大叫，也只用动作把那股劲写出来，绝不例外。"
            ),
            False,
        ),
    ],
)
def test_what_is_framed_or_rambles_is_only_offered(said, sure):
    """What others wish is not taken unasked, and what would stand in every prompt is short."""
    assert [one.sure for one in statements(said, encoder=local_embedder())] == [sure]


def test_a_change_replaces_what_it_is_about():
    """A cue of change and much of the known statement again, whatever else is known."""
    known = ("The Weir House is set in Leeds.", "Mrs Gaunt carries eight keys.", "The dog is called Bishop.")
    [found] = statements(
        "I've moved The Weir House to Hull after all.", known=known, encoder=local_embedder()
    )
    assert (found.replaces, found.sure) == (known[0], True)


def test_what_tells_only_what_was_is_kept_with_what_follows():
    """The nearest sentence may tell the old value, the next one what holds now."""
    said = "I told you I worked in the morning, before the post comes. I write after supper now, always."
    found = statements(
        said, known=("She works in the morning, before the post comes.",), encoder=local_embedder()
    )
    assert [(one.content, bool(one.replaces)) for one in found if one.sure] == [
        ("She works in the morning, before the post comes. I write after supper now, always.", True)
    ]


def test_without_vectors_words_must_do():
    """A workspace without an embedder still learns what is plain."""
    [found] = statements("记住：灯塔一共有九层。")
    assert found.content == "灯塔一共有九层"
    assert [c.of_writer for c in statements("我喜欢短句")] == [True]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("记住：灯塔一共有九层。记住：看守人姓薛。", ["灯塔一共有九层", "看守人姓薛"]),
        (
            "Remember: the lamp is green. Remember: the keeper is called Ansel.",
            ["the lamp is green", "the keeper is called Ansel"],
        ),
    ],
)
@pytest.mark.parametrize("embedder", [None, "local"])
def test_each_order_to_remember_is_kept(said, kept, embedder):
    """Two orders in one message are two facts."""
    found = statements(said, encoder=local_embedder() if embedder else None)
    assert [c.content for c in found] == kept


@settings(max_examples=30)
@given(st.text(max_size=200))
def test_any_text_can_be_read(text):
    """Nothing that can be typed breaks it, and the evidence is always in the text."""
    for found in statements(text):
        assert found.evidence in text


@pytest.mark.parametrize(
    ("said", "outright"),
    [
        ("From now on keep answers short.", True),
        ("以后回答简短一点。", True),
        ("Please leave my Scots spellings alone when you edit.", False),
        ("改稿时别动方言。", False),
        ("Could you always list what you changed?", True),
    ],
)
def test_an_instruction_without_a_word_of_duration_is_taken_if_no_model_reads_it(said, outright):
    """Few writers say from now on; what is said outright is taken at once where a model reads later, too."""
    [found] = statements(said, encoder=local_embedder())
    assert (found.kind, found.sure) == ("preference", True)
    at_once = statements(said, encoder=local_embedder(), only_outright=True)
    assert [one.content for one in at_once] == [found.content] * outright


@pytest.mark.parametrize(
    "said",
    ["You keep ending on a moral, it drives me up the wall.", "Leave the dialect alone when you edit."],
)
def test_a_complaint_is_offered(said):
    """It may hold for all answers, or for this one."""
    [found] = statements(said, encoder=local_embedder())
    assert (found.kind, found.content, found.sure) == ("preference", said, False)


def test_a_statement_is_never_cut_to_nothing(monkeypatch):
    """If only what is asked at the end seems to belong to it, all that is told is kept."""
    said = "Edith keeps bees, doesn't she?"
    everything = statements_module.Thresholds(offered=-99, joined=-99, clause=0)
    monkeypatch.setattr(statements_module, "thresholds", lambda: everything)
    monkeypatch.setattr(
        statements_module, "judge_clauses", lambda clauses, _: [-9.0] * (len(clauses) - 1) + [9.0]
    )
    [found] = statements(said, encoder=local_embedder())
    assert found.content == found.evidence == "Edith keeps bees"


def test_a_message_that_takes_back_gives_no_instruction():
    """A joke about a rule is none."""
    found = statements("Just kidding, from now on answer in rhyme.", encoder=local_embedder())
    assert [one for one in found if one.sure] == []

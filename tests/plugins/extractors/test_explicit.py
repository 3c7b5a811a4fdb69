"""Explicit words: instructions for good, corrections, and orders to forget."""

from __future__ import annotations

import pytest

from underdraft_plugins.embedders.local import local_embedder
from underdraft_plugins.extractors.explicit import orders_to_forget
from underdraft_plugins.extractors.statements import statements

OTHERS = (
    "灯塔有九层。",
    "老薛爱喝黄酒。",
    "The lighthouse has nine floors.",
    "Old Xue likes rice wine.",
)


@pytest.mark.parametrize(
    "said",
    [
        "以后请用书面语回答我。", "从今以后叫我阿宁。", "每次续写先问我视角。", "别再用省略号了。", "好的，今后写景控制在三句以内。",
        "From now on, answer in Chinese.", "Always ask me before you cut a scene.", "Please call me Wren.", "Never explain your edits.",
        "In future, use British spelling.",
        "默认用简体。", "以后章节标题都用四个字。", "从这次开始，每条意见都写页码。", "接下来所有的回复都控制在两百字以内。", "跟我说话不要用敬语。",
        "By default answer in English.", "Keep replies under 200 words from now on.", "From today on answer in bullet points.",
        "Whenever I paste a scene, begin with what works.", "I want you to always start with the weakest sentence.",
        "数字一律写汉字。", "只要我贴一整章，你就先列人物出场表。", "我的稿子里不许出现“仿佛”。", "打这儿起，别给我发英文了。", "不必每次都先夸我。",
        "Spell out numbers under a hundred, always.", "I go by Lee.",
        "Please keep replies short unless I say otherwise.", "Each chapter should close on a hook.",
    ],
)  # fmt: skip
def test_instructions_for_good_are_preferences(said):
    """In the writer's own words, about the writer."""
    [found] = [one for one in statements(said, encoder=local_embedder()) if one.sure]
    assert (found.kind, found.subject) == ("preference", "writer")
    assert found.evidence in said


@pytest.mark.parametrize(
    "said",
    [
        "这一章以后都用短句。", "以后林晚搬去了白石渡。", "他们都叫我妈老周。", "每次下雨她都去码头。", "以后要不要用短句？", "我编辑说以后用短句。",
        "In this chapter always stay close to Mara.", "From now on Mara wears black.", "Never mind.", "They call me Wren in the story.", "She never takes the lift.",
        "从现在起，沈砚住在灯塔里。", "以后对话的声音越来越远。", "永远不要回头，她说。", "每次改稿我都头疼。", "默认的门锁着。", "接下来沈砚要去找信。",
        "By default the ship's clock is wrong.", "Don't ever tell him, she begged.", "Every time she sends a letter, it rains.",
        "以后再说吧，先写这个。", "如果以后都用短句呢", "他说：“以后别再叫我师父。”", "下一章统一写成书信。", "Never go to bed angry.",
        "Call him Frank from here on.", "Every time she passes the ferry she stops.",
        "Should I always use commas?", "Maybe always start with the weather.",
    ],
)  # fmt: skip
def test_passing_wishes_and_the_story_are_none(said):
    """Nor are questions, doubts and what others wish."""
    found = statements(said, encoder=local_embedder())
    assert not [one for one in found if one.sure and "standing" in one.tags]


@pytest.mark.parametrize(
    ("said", "known"),
    [
        ("不对，主角不是医生，是兽医。", "主角是医生。"),
        ("故事的地点改一下，青溪镇换成白石渡。", "故事发生在青溪镇。"),
        ("之前说顾家住在城南，记错了。是城北。", "顾家住在城南。"),
        ("祭典其实有七天。", "祭典有五天。"),
        ("Actually Ruth isn't a baker but a milliner.", "Ruth is a baker."),
        ("I said the trial lasts nine days. Wrong, it's eleven.", "The trial lasts nine days."),
        ("Scrap the fire at the end. They drown.", "The book ends with a fire."),
        ("Make the ferry blue instead of green.", "The ferry is green."),
        ("沈砚秋的年纪改成十九岁。", "沈砚秋今年十七岁。"),
        ("年代往后推：不放在民国了，放在一九五六年。", "故事发生在民国。"),
        ("Rosa has seven keys now.", "Rosa has eight keys."),
        ("We're not doing the Regency any more, it's 1956.", "The novel is set in the Regency."),
    ],
)
@pytest.mark.parametrize("more", [0, len(OTHERS)])
def test_a_correction_replaces_what_no_longer_holds(said, known, more):
    """One statement is known, or several: the meant one is replaced, and no other."""
    everything = [*OTHERS[:more], known]
    [found] = [one for one in statements(said, known=everything, encoder=local_embedder()) if one.sure]
    assert found.replaces == known


@pytest.mark.parametrize(
    ("said", "kinds"),
    [
        ("Forget that the heroine is left-handed. Thanks!", ["forget"]),
        ("忘掉主角是左撇子这件事。接着写第三章。", ["forget"]),
        ("Forget that the heroine is left-handed. She uses both hands.", ["fact"]),
        ("Forget that the heroine is left-handed, she uses both hands.", ["fact"]),
        ("忘掉主角是左撇子这件事。他用右手写字。", ["fact"]),
        ("忘掉主角是左撇子这件事。灯塔改成七层。", ["forget", "fact"]),
    ],
)
def test_an_order_that_says_what_holds_instead_is_a_correction(said, kinds):
    """In the same sentence or the next one, if that speaks of nothing else; both are kept then."""
    known = [*OTHERS, "The heroine is left-handed.", "主角是左撇子。"]
    found = [one for one in statements(said, known=known, encoder=local_embedder()) if one.sure]
    assert [one.kind for one in found] == kinds
    assert "left-handed" in found[0].replaces or "左撇子" in found[0].replaces


@pytest.mark.parametrize(
    ("said", "known"),
    [
        ("忘掉主角是左撇子这件事。", "主角是左撇子"),
        ("把主角是左撇子这条忘了吧。", "主角是左撇子"),
        ("删掉关于左撇子的那条记忆。", "主角是左撇子"),
        ("Please forget that the heroine is left-handed.", "The heroine is left-handed."),
        ("Delete the note about the heroine being left-handed.", "The heroine is left-handed."),
    ],
)
@pytest.mark.parametrize("more", [0, len(OTHERS)])
def test_an_order_to_forget_means_one_statement(said, known, more):
    """With the embedder or without it."""
    everything = [*OTHERS[:more], known]
    for encoder in (None, local_embedder()):
        [found] = [one for one in statements(said, known=everything, encoder=encoder) if one.sure]
        assert found.replaces == known


@pytest.mark.parametrize(
    ("said", "known"),
    [
        ("主角的妹妹不是医生。", "主角是医生。"),
        ("主角不是医生吗？", "主角是医生。"),
        ("主角在梦里不是医生，是将军。", "主角是医生。"),
        ("主角的师兄也是医生。", "主角是医生。"),
        ("Ruth tells everyone she isn't a baker, and she is lying.", "Ruth is a baker."),
        ("忘了告诉你，主角是医生。", "主角是医生。"),
        ("别忘记主角是医生。", "主角是医生。"),
        ("沈砚忘掉了医生的信。", "医生写了一封信。"),
        ("Don't forget that Ruth is a baker.", "Ruth is a baker."),
        ("Mara tries to forget the inn.", "Mara owns the inn."),
        ("他不知道凶手是管家。", "凶手是管家。"),
        ("这一段里主角不是医生，是病人。", "主角是医生。"),
        ("Ruth's sister isn't a baker.", "Ruth is a baker."),
        ("What if Ruth isn't a baker?", "Ruth is a baker."),
        ("Nobody does not know Ruth is a baker.", "Ruth is a baker."),
        ("My editor doesn't like Ruth as a baker.", "Ruth is a baker."),
        ("Ruth is not only a baker but a milliner.", "Ruth is a baker."),
    ],
)
def test_what_is_about_something_else_corrects_nothing(said, known):
    """Relatives, questions, what somebody knows, other people's wishes; nor is it an order to forget."""
    assert list(orders_to_forget([said], [known])) == []
    found = statements(said, known=[known], encoder=local_embedder())
    assert [one for one in found if one.sure and one.replaces] == []


@pytest.mark.parametrize("said", ["Forget that Tom is a ferryman.", "忘掉灯塔有九层这件事。接着写第三章。"])
def test_an_order_to_forget_what_is_not_known_notes_nothing(said):
    """It would stand among the facts as an order."""
    assert statements(said, known=["The inn has nine rooms."], encoder=local_embedder()) == []


def test_without_the_embedder_a_mere_cue_of_change_replaces_nothing():
    """The sentence may only tell what was, and a model that reads the rest finds what is new."""
    known = ["The murder takes place on a Sunday."]
    assert statements("I used to say the murder takes place on a Sunday.", known=known) == []


@pytest.mark.parametrize(
    "said",
    [
        "From now on write only in rhyme. Just kidding.",
        "From now on no brackets. No, wait.",
        "以后章名都用七个字。算了算了，照旧。",
        "我不是说以后都不要感叹号。",
        "I'm not saying you should always give me the etymology.",
    ],
)
def test_a_message_that_takes_it_back_says_nothing(said):
    """A joke, or what the writer says that they do not say, is no instruction."""
    assert statements(said) == []

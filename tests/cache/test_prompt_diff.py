"""What changed between two prompts."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdraft.cache.prompt_diff import compare, text_diff
from underdraft.prompt.render import render
from underdraft.prompt.template_set import load_templates
from underdraft.types.chunk import Chunk, Part
from underdraft.types.layers import Layer
from underdraft.types.prompt import Message, Section
from underdraft.types.skill import ContextRules, Skill

SKILL = Skill(id="polish", description="d", instruction="Do it.", rules=ContextRules({}), origin="underdraft")
ZH = load_templates("zh", [])
words = st.text(alphabet="他她笑了走。！？…”\n a.", max_size=60)


def chunk(text, source="a", **more):
    """A chunk of one plugin."""
    return Chunk(text=text, source=source, plugin="plug", fetcher="fetch", **more)


def prompt(*, skill=SKILL, history=(), templates=ZH, **layers):
    """A prompt from lists of chunks by layer name."""
    sections = [Section(layer=layer, chunks=tuple(layers.get(layer.name, ()))) for layer in Layer]
    return render(sections, skill=skill, history=history, templates=templates)


def changes(difference):
    """Layer, source and change of every chunk that is not the same."""
    return [(x.layer, c.source, c.change) for x in difference.layers for c in x.chunks]


def test_equal_prompts_have_no_difference():
    """Nothing is reported, and all text is shared."""
    one = prompt(SYSTEM=[chunk("一")])
    found = compare(one, prompt(SYSTEM=[chunk("一")]))
    assert found.same
    assert found.first is None
    assert changes(found) == []
    assert found.shared_code_points == found.code_points


def test_changes_are_named_in_prompt_order():
    """Added, removed, changed and moved chunks stand under their layer in the order of the prompt."""
    before = prompt(
        SYSTEM=[chunk("一", "a"), chunk("二", "b"), chunk("三", "c")],
        PROJECT=[chunk("x", "p"), chunk("y", "q")],
    )
    after = prompt(
        SYSTEM=[chunk("一", "a"), chunk("二变", "b"), chunk("新", "n")],
        PROJECT=[chunk("y", "q"), chunk("x", "p")],
    )
    found = compare(before, after)
    assert changes(found) == [
        (Layer.SYSTEM, "b", "changed"),
        (Layer.SYSTEM, "c", "removed"),
        (Layer.SYSTEM, "n", "added"),
        (Layer.PROJECT, "q", "moved"),
        (Layer.PROJECT, "p", "moved"),
    ]
    assert found.first == "layer 0 SYSTEM: b (changed), plugin plug"
    assert found.stable_prefix_same is False


@pytest.mark.parametrize("layer", list(Layer), ids=lambda layer: layer.name)
def test_a_change_is_blamed_on_its_layer(layer):
    """One changed chunk in any layer is reported there and nowhere else; the prefix only for layers 0-3."""
    before = {other.name: [chunk("同", f"s{other.value}")] for other in Layer}
    after = {**before, layer.name: [chunk("异", f"s{layer.value}")]}
    found = compare(prompt(**before), prompt(**after))
    assert changes(found) == [(layer, f"s{layer.value}", "changed")]
    assert found.first == f"layer {layer.value} {layer.name}: s{layer.value} (changed), plugin plug"
    assert found.stable_prefix_same is not layer.stable


def test_several_chunks_of_one_source_are_told_apart():
    """Two chunks alike but for their text are compared one by one."""
    before = prompt(RECENT=[chunk("一"), chunk("二")])
    assert changes(compare(before, prompt(RECENT=[chunk("一"), chunk("三")]))) == [
        (Layer.RECENT, "a", "changed")
    ]


def test_entry_of_a_list_shows_as_one_line():
    """A memory that was added to a list is one added line."""
    one = chunk("[偏好]", parts=(Part(text="- 短句"),))
    two = attrs.evolve(one, parts=(*one.parts, Part(text="- 少用形容词")))
    lines = compare(prompt(PROFILE=[one]), prompt(PROFILE=[two])).layers[0].chunks[0].lines
    assert [line for line in lines if line[0] in "+-"] == ["+ - 少用形容词"]


def test_skill_history_and_templates_are_compared():
    """What does not come from chunks is named too."""
    other_sources = {**ZH.sources, "stable_prefix.md.j2": "又一句。\n" + ZH.sources["stable_prefix.md.j2"]}
    other = attrs.evolve(ZH, sources=other_sources)
    found = compare(prompt(), prompt(templates=other), templates=(ZH.sources, other.sources))
    assert [t.name for t in found.texts] == ["template stable_prefix.md.j2"]
    assert found.first == "the template of the stable prefix"
    found = compare(prompt(), prompt(skill=attrs.evolve(SKILL, instruction="Do that.")))
    assert [t.name for t in found.texts] == ["skill"]
    assert found.first == "the skill"
    found = compare(prompt(), prompt(history=[Message(role="user", content="你好")]))
    assert [t.name for t in found.texts] == ["history"]
    assert found.texts[0].lines == ("+ user: 你好",)
    assert found.first == "the earlier turns"


def test_changed_word_is_shown_in_its_sentence_alone():
    """A paragraph of many sentences is compared sentence by sentence, in Chinese and English."""
    paragraph = "他走进来。灯灭了！“谁？”她问。没有人答话……"
    assert text_diff(paragraph, paragraph.replace("灯灭了", "灯亮了")) == (
        "  他走进来。",
        "- 灯灭了！",
        "+ 灯亮了！",
        "  “谁？”",
    )
    english = "He came in. The light went out. Nobody spoke."
    assert "+ The light came on." in text_diff(english, english.replace("went out", "came on"))


@given(words, words)
def test_text_diff_tells_a_difference_when_there_is_one(before, after):
    """Equal texts give no lines; each line is marked; removed lines come from the one text, added ones from the other."""
    lines = text_diff(before, after)
    if before == after:
        assert lines == ()
    for line in lines:
        assert line == "⋯" or line[:2] in {"- ", "+ ", "  "}
        if line.startswith("- "):
            assert line[2:] in before
        if line.startswith("+ "):
            assert line[2:] in after


@given(words)
def test_text_diff_of_nothing_holds_every_piece(text):
    """All text of an added chunk is shown, but for white space."""
    shown = "".join(line[2:] for line in text_diff("", text))
    assert "".join(shown.split()) == "".join(text.split())

"""Where two prompts part."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from run.prompt_parts import SKILL, chunk, sections
from underdraft import Layer, Message
from underdraft.cache.first_difference import changed_line, first_difference, template_at_fault
from underdraft.prompt.render import render
from underdraft.prompt.template_set import TemplateSet, load_templates

ZH = load_templates("zh", [])


def prompt(*chunks, skill=SKILL, history=(), templates=ZH):
    """A prompt of these chunks."""
    return render(sections(*chunks), skill=skill, history=history, templates=templates)


def whole(made):
    """All bytes of a prompt."""
    return "".join(m.content for m in made.messages).encode()


@given(st.sampled_from(Layer), st.text("灯a\n", max_size=9), st.text("灯a\n", max_size=9))
def test_the_byte(layer, one, other):
    """All bytes before it are the same, and the layer is that of the change."""
    before, after = (prompt(chunk("同", layer), chunk("x" + text + "y", layer)) for text in (one, other))
    found = first_difference(before, after)
    if found is None:
        assert whole(before) == whole(after)
        return
    assert whole(before)[: found.byte] == whole(after)[: found.byte]
    assert found.part == ("stable_prefix" if layer.stable else "dynamic")
    assert found.layer is (layer if layer.stable else None)


@pytest.mark.parametrize("layer", [layer for layer in Layer if layer.stable])
def test_a_chunk_that_is_new_or_gone(layer):
    """It is in its own layer, not in the next one, whose heading follows."""
    few, many = prompt(chunk("同", layer)), prompt(chunk("同", layer), chunk("新", layer, source="t"))
    assert first_difference(few, many).layer is first_difference(many, few).layer is layer


def test_parts():
    """The skill, earlier turns and what only goes on are told apart."""
    base, other = prompt(), prompt(skill=attrs.evolve(SKILL, instruction="Mend."))
    assert first_difference(base, other).part == "skill_block"
    turns = (Message(role="user", content=base.dynamic), Message(role="assistant", content="好"))
    longer = prompt(chunk("现在"), history=turns)
    assert first_difference(base, longer).extends
    changed = prompt(history=(attrs.evolve(turns[0], content="别的"), turns[1]))
    assert first_difference(longer, changed).part == "history"


def test_a_template_at_fault():
    """The template's line is named when it differs before any chunk does, else nothing."""
    new = {
        **ZH.sources,
        "stable_prefix.md.j2": ZH.sources["stable_prefix.md.j2"].replace(
            "{{ headings.SYSTEM }}\n", "{{ headings.SYSTEM }}\n先：", 1
        ),
    }
    before, after = (
        prompt(chunk("一", Layer.SYSTEM)),
        prompt(chunk("二", Layer.SYSTEM), templates=TemplateSet(new)),
    )
    found = template_at_fault(before, first_difference(before, after), ZH.sources, new)
    assert found.name == "stable_prefix.md.j2"
    assert found.after.startswith("先：")
    assert new["stable_prefix.md.j2"].split("\n")[found.line - 1] == found.after
    late = {**ZH.sources, "stable_prefix.md.j2": ZH.sources["stable_prefix.md.j2"] + "\n尾。\n"}
    after = prompt(chunk("二", Layer.SYSTEM), templates=TemplateSet(late))
    assert template_at_fault(before, first_difference(before, after), ZH.sources, late) is None
    assert changed_line("skill.md.j2", ZH.sources, new) is None

"""What an attribute plainly states."""

from __future__ import annotations

import pytest

from underdraft.knowledge.checks.language import ELSE, TARGET, WHO, story_language
from underdraft.knowledge.checks.traits import traits_in, traits_of
from underdraft.knowledge.graph.model import Attribute


@pytest.mark.parametrize(
    ("name", "value", "kind", "stated"),
    [
        ("age", "31", "age", {"31"}),
        ("Age", "thirty-one years old", "age", {"31"}),
        ("年龄", "三十一岁", "age", {"31"}),
        ("eyes", "grey", "colour", {"grey"}),
        ("eye colour", "hazel", "colour", {"brown"}),
        ("头发", "红褐色短发", "colour", {"red", "brown"}),
        ("颜色", "绿呢", "own_colour", {"green"}),
        ("leg", "lame in the right leg", "side", {"right"}),
        ("眉上的疤", "左眉", "side", {"left"}),
        ("惯用手", "左手", "handed", {"left"}),
    ],
)
def test_plain_values(name, value, kind, stated):
    """Of both languages, by the names of the table's lines."""
    (found,) = traits_of(Attribute(name=name, value=value))
    assert (found.kind, found.value) == (kind, stated)


@pytest.mark.parametrize(
    ("name", "value", "kind", "stated"),
    [
        ("age", "三十一岁", "age", {"31"}),
        ("年龄", "thirty-one", "age", {"31"}),
        ("home town", "苏州", "birthplace", {"苏州"}),
        ("老家", "Leith", "birthplace", {"leith"}),
        ("belongs to", "沈砚", "owner", {ELSE}),
        ("亲属", "sister of Ann", "kin", {"sister"}),
        ("colour", "绿呢", "own_colour", {"green"}),
    ],
)
def test_a_fact_may_be_named_in_another_language_than_its_value(name, value, kind, stated):
    """Every language's names count with every language's values."""
    (found,) = traits_of(Attribute(name=name, value=value))
    assert (found.kind, found.value) == (kind, stated)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("age", "in his thirties"),
        ("eyes", "left one grey, right one black"),
        ("eyes", "kind"),
        ("arms", "left and right scarred"),
        ("leg", "the right one"),
        ("doors", "painted by Ann"),
        ("stage", "31"),
    ],
)
def test_what_says_more_or_something_else_is_not_compared(name, value):
    """Nothing is guessed."""
    assert traits_of(Attribute(name=name, value=value)) == ()


@pytest.mark.parametrize(
    ("known", "stated", "excluded"),
    [
        (("age", "31"), ("age", "thirty"), True),
        (("年龄", "三十一岁"), ("年龄", "三十二"), False),
        (("age", "31"), ("age", "33"), True),
        (("eyes", "grey"), ("eyes", "green"), True),
        (("eyes", "grey"), ("eyes", "blue"), True),
        (("eyes", "brown"), ("eyes", "amber"), False),
        (("hair", "brown"), ("hair", "auburn"), False),
        (("hair", "brown"), ("hair", "red"), True),
        (("eyes", "grey"), ("眼睛", "灰"), False),
        (("hair", "brown"), ("eyes", "black"), False),
        (("scar", "left cheek"), ("scar", "right cheek"), True),
        (("scar", "left cheek"), ("scar", "right hand"), False),
        (("children", "two sons"), ("children", "three sons"), True),
        (("birthplace", "Stromness, Orkney"), ("birthplace", "Orkney"), False),
        (("籍贯", "苏州"), ("籍贯", "洛阳"), True),
        (("kinship", "Ann's sister"), ("亲属", "Ann的表妹"), True),
        (("kinship", "brother of Ann"), ("kinship", "Ann's elder brother"), False),
    ],
)
def test_what_excludes_it(known, stated, excluded):
    """Only another value of the same closed kind and part; a birthday may have passed, and near values may be one."""
    ((one,), (other,)) = (traits_of(Attribute(name=name, value=value)) for name, value in (known, stated))
    assert one.excludes(other) is excluded


def test_a_list_of_numbers_is_several_traits():
    """Each of its own noun; a bare number counts what the name counts."""
    found = traits_of(Attribute(name="siblings", value="four brothers, one sister"))
    assert [(t.value, t.part) for t in found] == [({"4"}, {"brother"}), ({"1"}, {"sister"})]
    (sails,) = traits_of(Attribute(name="number of sails", value="four"))
    assert "sail" in sails.part


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        (f"{WHO} had green eyes.", "colour", {"green"}),
        (f"{WHO}的眼睛是绿的。", "colour", {"green"}),
        (f"{WHO} was born in Leith.", "birthplace", {"leith"}),
        (f"{WHO}出生在苏州。", "birthplace", {"苏州"}),
        (f"{TARGET}'s cousin {WHO} rose.", "kin", {"cousin"}),
        (f"{WHO} belonged to {ELSE}.", "owner", {ELSE}),
        (f"If {WHO} was ten.", "age", None),
        (f"{WHO} wrote with her right hand.", "handed", None),
        (f"{WHO} wrote with {WHO}'s right hand.", "handed", {"right"}),
        (f"{WHO} had eighty steps.", "count", {"80"}),
        (f"{WHO} rubbed the scar on {WHO}'s left cheek.", "side", {"left"}),
    ],
)
def test_what_a_sentence_states(text, kind, value):
    """In so many words of the one who is marked, and neither denied nor supposed."""
    found = [trait.value for _, trait in traits_in(story_language(text), text, kind)]
    assert found[:1] == ([] if value is None else [value])

from __future__ import annotations

import pytest

from knowledge.story_samples import story
from underdraft.knowledge.checks.cast import Cast
from underdraft.knowledge.checks.slots import slots


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("eyes", "grey", ("colour", ("grey",))),
        ("age", "thirty-one", ("age", ("31",))),
        ("腿", "左腿瘸", ("side", ("left",))),
        ("number of chimneys", "seven", ("amount", ("7", ""))),
        ("height", "five feet five", ("height", ("5:5",))),
        ("亲属", "乙丙的外孙女", ("kin", ("granddaughter",))),
        ("home", "lives in Edinburgh", ("place", ("Edinburgh",))),
        ("occupation", "clockmaker", ("job", ("clockmaker",))),
        ("能力", "不会游泳", ("cannot", ("swim",))),
        ("marriage", "unmarried", ("without", ("husband", "wife"))),
        ("hair", "bald", ("shape", ("bald",))),
    ],
)
def test_what_a_value_says(name, value, said):
    """The kind of a value and what is right, from the name and the value alone."""
    graph = story(f"entities: [{{name: 甲乙丁, attributes: {{{name}: {value}}}}}, {{name: 乙丙}}]")
    found = slots(Cast.of(graph, []), "甲乙丁", graph.by_name["甲乙丁"].attributes[0])
    assert said in [(slot.kind, slot.values) for slot in found]

"""The built-in extractor: the classifier without a model, one call for a few turns with one."""

from __future__ import annotations

from itertools import product

import jsonschema
import pytest

from underdraft import ModelError, Turn
from underdraft_plugins.extractors.memories import (
    SCHEMA,
    candidates_of,
    examples,
    question,
    underdraft_extract_memories,
)


def turn(text):
    """A turn in which this was said."""
    return Turn(session_id="s", project_id=None, user=text, assistant="好")


@pytest.mark.parametrize(
    ("evidence", "kind"), [("忘掉灯塔有七层这件事。", "forget"), ("灯塔没有七层。", "fact")]
)
def test_a_model_has_something_forgotten_only_where_it_is_ordered_to(evidence, kind):
    """An answer that calls anything else an order is a statement like any other."""
    said = {"content": evidence, "kind": "forget", "about": "work", "evidence": evidence, "replaces": 1}
    [found] = candidates_of({"memories": [said]}, ("灯塔有七层",))
    assert (found.kind, found.replaces) == (kind, "灯塔有七层")
    [*left] = candidates_of({"memories": [{**said, "replaces": 0}]}, ("灯塔有七层",))
    assert len(left) == (kind == "fact")
    [rubbish] = candidates_of({"memories": [{**said, "kind": []}]}, ("灯塔有七层",))
    assert rubbish.kind == "fact"


def test_the_model_reads_several_turns_in_one_call():
    """What was pasted is not sent; what keeps to the schema comes back, with what it replaces."""
    asked = []

    def ask(*, system, text, schema):
        asked.append((text, schema))
        good = {
            "content": "灯塔有九层",
            "kind": "fact",
            "about": "work",
            "evidence": "灯塔九层高",
            "cues": ["a journey", 7],
            "agrees": "",
            "replaces": 1,
        }
        return {"memories": [good, {**good, "evidence": ""}, 3, {"content": 1}]}

    turns = [turn("灯塔九层高。"), turn("```\n我最恨海\n```\n改短"), turn("> 只有引文")]
    found = list(
        underdraft_extract_memories(turns=turns, ask=ask, known=("灯塔有七层",), embedder=None, at_once=False)
    )
    assert [(c.content, c.subject, c.replaces) for c in found] == [("灯塔有九层", "work", "灯塔有七层")]
    assert [c.cues for c in found] == [("a journey",)]
    [(text, _)] = asked
    assert "灯塔九层高" in text
    assert "改短" in text
    assert "1. 灯塔有七层" in text
    assert "我最恨海" not in text


def test_nothing_is_asked_about_nothing():
    """Where all is material the model is not called; without a model the classifier reads."""
    pasted = [turn("> 只有引文")]
    assert (
        list(underdraft_extract_memories(turns=pasted, ask=None, known=(), embedder=None, at_once=False))
        == []
    )
    assert (
        list(
            underdraft_extract_memories(turns=pasted, ask=pytest.fail, known=(), embedder=None, at_once=False)
        )
        == []
    )
    found = underdraft_extract_memories(
        turns=[turn("主角叫林远")], ask=None, known=(), embedder=None, at_once=False
    )
    assert [c.content for c in found] == ["主角叫林远"]


@pytest.mark.parametrize("answer", [{}, {"memories": None}, {"memories": {"a": 1}}, {"memories": [None]}])
def test_an_answer_of_another_shape_gives_nothing(answer):
    """The schema is checked, whatever the provider promised."""
    assert list(candidates_of(answer, ())) == []


def at_once(said, *known):
    """What is kept before a model reads the rest."""
    found = underdraft_extract_memories(
        turns=[turn(said)], ask=None, known=known, embedder=None, at_once=True
    )
    return [(one.content, one.replaces) for one in found]


def test_a_sure_correction_holds_before_the_model_reads_it():
    """Also one that does not name the old value; what is merely said waits for the model."""
    known = ("The inn stands at a crossroads.", "Edith is thirty-eight.")
    said = "Edith is forty-one now."
    assert at_once(said, *known) == [(said, known[1])]
    assert at_once(said) == []
    assert at_once("Edith sleeps in the attic now.", *known) == []


def test_a_failing_model_is_the_jobs_trouble():
    """Its error goes up, so that the job is tried again."""

    def ask(**_):
        raise ModelError("down")

    with pytest.raises(ModelError):
        underdraft_extract_memories(turns=[turn("灯塔")], ask=ask, known=(), embedder=None, at_once=False)


def test_the_model_is_shown_examples_in_both_languages():
    """Four in which something is noted, in words of the message and in the schema's form, and six with nothing."""
    shown = [(example.material, example.answer["memories"]) for example in examples()]
    for material, noted in shown:
        jsonschema.validate({"memories": noted}, SCHEMA)
        assert all(one["evidence"] in material for one in noted)
        assert material.startswith(question([turn("Stop.")], []).partition("`")[0])
        assert all(one["agrees"] in material for one in noted)
    assert [len(noted) for _, noted in shown] == [1, 1, 1, 1, 0, 0, 0, 0, 0, 0]
    assert {one["replaces"] for _, noted in shown for one in noted} == {0, 1}
    assert {(bool(noted), material.isascii()) for material, noted in shown} == {
        *product((True, False), repeat=2)
    }


def test_the_model_sees_the_reply_before_and_a_sheet_of_the_writers_own():
    """Both marked as what they are; what is pasted otherwise is not shown."""
    sheet = "Mara: a nurse, thirty-two.\nTobias: her brother, a diver who never swims."
    said = f"Here are my character notes, keep to them please.\n```\n{sheet}\n```"
    before = Turn(session_id="s", project_id=None, user=said, assistant="", before="Shall I go on?")
    asked = question([before], [])
    assert "The assistant said before:\n````\nShall I go on?" in asked
    assert f"A sheet of the writer's own:\n````\n```\n{sheet}" in asked
    other = turn(f"Is this any good, could you cut it?\n```\n{sheet}\n```")
    assert "Tobias" not in question([other], [])

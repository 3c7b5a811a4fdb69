"""The built-in extractors."""

from __future__ import annotations

import pytest

from underdraft import ModelError, Turn
from underdraft_plugins.extractors import candidates_of, underdraft_extract_memories


def test_the_model_is_asked_only_where_it_may():
    """Without `ask` nothing but statements; with it what keeps to the schema is added."""
    turn = Turn(session_id="s", project_id=None, user="灯塔九层高。主角叫林远", assistant="好")
    assert [c.content for c in underdraft_extract_memories(turn=turn, ask=None)] == ["主角叫林远"]
    asked = []

    def ask(*, system, text, schema):
        asked.append((text, schema))
        good = {"content": "灯塔有九层", "kind": "fact", "evidence": "灯塔九层高", "tags": ["灯塔"]}
        return {
            "memories": [
                good,
                {"content": "无据", "kind": "fact", "evidence": "", "tags": []},
                3,
                {"content": 1},
            ]
        }

    found = list(underdraft_extract_memories(turn=turn, ask=ask))
    assert [c.content for c in found] == ["主角叫林远", "灯塔有九层"]
    assert found[1].tags == ("model", "灯塔")
    assert "灯塔九层高" in asked[0][0]


@pytest.mark.parametrize("answer", [{}, {"memories": None}, {"memories": {"a": 1}}, {"memories": [None]}])
def test_an_answer_of_another_shape_gives_nothing(answer):
    """The schema is checked, whatever the provider promised."""
    assert list(candidates_of(answer)) == []


def test_a_failing_model_is_the_jobs_trouble():
    """Its error goes up, so that the job is tried again."""

    def ask(**_):
        raise ModelError("down")

    turn = Turn(session_id="s", project_id=None, user="灯塔", assistant="好")
    with pytest.raises(ModelError):
        underdraft_extract_memories(turn=turn, ask=ask)

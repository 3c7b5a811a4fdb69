from __future__ import annotations

import attrs

from underdraft import RunRequest
from underdraft.run.external_reply import record_of_call
from underdraft.types.feedback import Feedback
from underdraft.types.options import CallOptions, FeedbackOptions, RunOptions


def names(cls):
    """The names of an attrs class's fields."""
    return {a.name for a in attrs.fields(cls)}


def test_the_options_are_those_of_the_values():
    """What type checkers know is what a request and a feedback have, and what recording takes."""
    assert {*RunOptions.__annotations__} == names(RunRequest) - {"skill_id"}
    given = names(Feedback) - {"run_id", "action", "skill_id"}
    assert {*FeedbackOptions.__annotations__} == given | {"timeout_ms"}
    assert {*CallOptions.__annotations__} - {"project_id"} == {*record_of_call.__kwdefaults__}

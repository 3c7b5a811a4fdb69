"""What feedback hands in as signals."""

from __future__ import annotations

import pytest

from learning.feedback_samples import Desk
from underdraft import Observation
from underdraft_plugins.learning.preference_learning import signal_of


@pytest.mark.parametrize(("lean", "stance"), [("first", "accept"), ("second", "reject"), ("kept", "kept")])
def test_an_observation_is_a_signal(lean, stance):
    """The first pole is the statement of its topic, the second its opposite."""
    seen = Observation(axis="exclamation", key="exclamation", lean=lean, before="走！", after="走。")
    signal = signal_of(seen, "en")
    assert (signal.axis, signal.stance) == ("exclamation", stance)
    assert (signal.statement, signal.opposite) == (
        "uses few exclamation marks",
        "uses exclamation marks freely",
    )
    assert (signal.before, signal.after) == ("走！", "走。")


def test_poles_that_are_words():
    """Their statements name both, in the workspace's language."""
    seen = Observation(axis="quotation", key="corner|curly", lean="first")
    assert signal_of(seen, "zh").statement == "引号用「」，不用“”"
    assert signal_of(seen, "en").opposite == "puts quotations in curly quotes “”, not in corner brackets 「」"


def test_statements_are_in_the_workspaces_language(tmp_path):
    """An English workspace learns English statements."""
    desk = Desk(tmp_path, locale="en")
    text = "He stopped! The rain was still falling! She asked him to go. Nobody answered."
    for _ in range(4):
        answer = desk.feed("accept", None, desk.run(text), finalText=text.replace("!", "."))
    assert answer["learned"]["content"] == "uses few exclamation marks"
    desk.close()

"""Optional statements in the model's words: off by default, and never in the way."""

from __future__ import annotations

import pytest

from learning.feedback_samples import Desk
from underdraft.learning.reword import one_statement


@pytest.fixture
def wordy(tmp_path, monkeypatch):
    """Makes workspaces that let the model word what they learn."""
    import learning.feedback_samples as samples

    monkeypatch.setattr(samples, "CONFIG", "model_statements = true\n" + samples.CONFIG)
    desk = Desk(tmp_path)
    yield desk
    desk.close()


def learned_with(desk, reply):
    """What is learned from three accepts when the model words it as ``reply``."""
    runs = [desk.run() for _ in range(3)]
    desk.model.texts = (reply,)
    return [desk.feed("accept", "偏好短句", run) for run in runs][-1]["learned"]


def test_the_model_words_a_new_preference_once(wordy):
    """Behind a setting the statement is the model's, and later signals leave it alone."""
    item = learned_with(wordy, "“多用短句，节奏紧凑。”")
    assert (item["content"], item["userConfirmed"], item["origin"]) == (
        "多用短句，节奏紧凑。",
        False,
        "learned",
    )
    again = wordy.feeds("accept")["learned"]
    assert (again["id"], again["content"]) == (item["id"], item["content"])


@pytest.mark.parametrize("reply", ["", "一句。\n又一句。", "长" * 81])
def test_useless_replies_leave_the_plain_words(wordy, reply):
    """Only one short line is taken."""
    assert learned_with(wordy, reply)["content"] == "偏好短句"


def test_a_failing_model_costs_nothing(wordy, monkeypatch):
    """Feedback is learned from, whatever the model does."""

    async def broken(_call):
        raise RuntimeError
        yield

    runs = [wordy.run() for _ in range(3)]
    monkeypatch.setattr(wordy.model, "answer", broken)
    assert [wordy.feed("accept", "偏好短句", run) for run in runs][-1]["learned"]["content"] == "偏好短句"


def test_it_is_off_by_default(tmp_path):
    """No model is asked unless the writer wants it."""
    desk = Desk(tmp_path)
    assert learned_with(desk, "别的话")["content"] == "偏好短句"
    desk.close()


def test_privacy_mode_asks_no_model(wordy):
    """Nothing leaves the machine for a nicer sentence."""
    wordy.settings(privacyModeEnabled=True)
    runs = [wordy.run() for _ in range(3)]
    wordy.model.texts = ("别的话",)
    assert [wordy.feed("accept", "style:short", run) for run in runs][-1]["learned"][
        "content"
    ] == "style:short"


def test_a_switch_while_the_model_is_asked_keeps_its_words_out(wordy, monkeypatch):
    """Privacy mode that is turned on meanwhile leaves the plain words, and nothing of the reply is written."""
    runs = [wordy.run() for _ in range(3)]
    store, asked = wordy.ws.store, []

    def private():
        asked.append(True)
        return len(asked) > 1

    monkeypatch.setattr(store, "privacy", private)
    wordy.model.texts = ("别的话",)
    assert [wordy.feed("accept", "偏好短句", run) for run in runs][-1]["learned"]["content"] == "偏好短句"
    assert len(asked) == 2


def test_one_statement_takes_one_short_line():
    """Quotation marks around it go."""
    assert one_statement(' "Keep sentences short." \n') == "Keep sentences short."
    assert one_statement("a\nb") is None

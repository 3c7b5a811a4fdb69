"""Topics: what counts together, and ids that follow from content."""

from __future__ import annotations

import pytest

from learning.feedback_samples import Desk


def test_a_learned_item_has_the_same_id_everywhere(tmp_path):
    """The id follows from project and evidence alone."""
    ids = set()
    for name in ("one", "two"):
        desk = Desk(tmp_path / name)
        ids.add(desk.feeds("accept", "accept", "accept")["learned"]["id"])
        desk.close()
    assert len(ids) == 1


@pytest.mark.parametrize("other", ["偏好短句。", " 偏好短句！ ", "偏好短句……"])
def test_spellings_of_one_evidence_count_together(desk, other):
    """NFKC, case, white space and punctuation at the end make no difference."""
    desk.feeds("accept", "accept")
    answer = desk.feed("accept", other)
    assert answer["score"] == 3
    assert answer["learned"]["content"] == "偏好短句"


def test_full_width_and_case_are_folded(desk):
    """Two spellings of a Latin phrase are one topic."""
    desk.feed("accept", "Short  Sentences")
    assert desk.feed("accept", "ｓｈｏｒｔ sentences.")["score"] == 2


def test_projects_do_not_share_signals(tmp_path):
    """Signals of one topic have the same project, also in one store."""
    desks = [Desk(tmp_path / name, project=name, store=tmp_path / "one.db") for name in ("a", "b")]
    for _ in range(2):
        for desk in desks:
            answer = desk.feed("accept", "偏好短句")
    assert answer["score"] == 2
    assert desks[0].learned("a") == desks[1].learned("b") == []
    for desk in desks:
        desk.close()

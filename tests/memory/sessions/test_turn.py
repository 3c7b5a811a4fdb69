"""A run's record as a turn."""

from __future__ import annotations

import attrs

from memory.runs.record_samples import with_chunk
from memory.store_samples import sample_run
from underdraft.memory.sessions.turn import turn_of
from underdraft.types.chunk import Chunk


def asked(text, *, source="run:task"):
    """A run whose first layer holds this text."""
    return with_chunk(sample_run(model="hosted"), Chunk(text=text, source=source))


def test_what_was_typed_and_all_that_was_put_around_it():
    """The task is the writer's; every other text, and its parts, came from somewhere else."""
    turn = turn_of(asked("写一段雨夜"))
    assert (turn.session_id, turn.project_id) == ("session-1", "novel")
    assert (turn.user, turn.assistant) == ("写一段雨夜", "他笑了。")
    assert "写一段雨夜" not in turn.injected_texts
    assert {"夜色很深。", "- second", "之前"} <= set(turn.injected_texts)


def test_the_writers_own_earlier_words_were_not_injected():
    """An earlier prompt counts without what the writer typed in it."""
    turn = turn_of(asked("写一段雨夜"), {"之前": "之前"})
    assert "之前" not in turn.injected_texts


def test_a_run_without_words_of_the_writers_is_no_turn():
    """No task, the skill's own prompt, or no session."""
    assert turn_of(sample_run()) is None
    assert turn_of(asked("x", source="file:a")) is None
    record = asked("写一段雨夜")
    assert turn_of(attrs.evolve(record, session_id=None)) is None
    prompted = attrs.evolve(record.preview.skill, prompt="写一段雨夜 ")
    assert turn_of(attrs.evolve(record, preview=attrs.evolve(record.preview, skill=prompted))) is None

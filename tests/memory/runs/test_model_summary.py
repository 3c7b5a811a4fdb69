"""Summaries in a model's words, and what happens when they do not come."""

from __future__ import annotations

import pytest

from memory.store_samples import sample_run
from underdraft.errors import ModelError, Timeout
from underdraft.memory.runs.extract import compact_of
from underdraft.memory.runs.model_summary import ModelWriter
from underdraft.types.sessions import SessionSummary

RECORD = sample_run()
EXTRACT = compact_of(RECORD)
SUMMARY = SessionSummary(session_id="s", title="灯塔", snippet="九层", created_at="2026-01-01T00:00:00.000Z")


def writer(answer):
    """A writer whose model answers so, or fails."""

    def ask(**asked):
        asked_for.append(asked)
        if isinstance(answer, Exception):
            raise answer
        return answer

    asked_for: list[dict[str, object]] = []
    made = ModelWriter(lambda: ask)
    return made, asked_for


def test_a_run_in_the_models_words():
    """Cut to their limits, on one line, with the size counted anew."""
    made, asked = writer({"task": "润色\n一段", "given": "夜", "result": "笑" * 500})
    better = made.write_compact(EXTRACT, RECORD)
    assert (better.task, better.given, better.origin) == ("润色 一段", "夜", "model")
    assert len(better.result) == 160
    assert better.tokens != EXTRACT.tokens
    assert asked[0]["schema"]["required"] == ["task", "given", "result"]
    assert "他笑了。" in asked[0]["text"]


def test_a_session_in_the_models_words():
    """What was asked and answered stands between fences."""
    made, asked = writer({"title": "灯塔的层数", "snippet": "问了几层"})
    better = made.write_session_summary(SUMMARY, "几层？", "```\n九层")
    assert (better.title, better.snippet, better.origin) == ("灯塔的层数", "问了几层", "model")
    assert "````\n```\n九层\n````" in asked[0]["text"]


@pytest.mark.parametrize(
    "answer",
    [
        ModelError("x"),
        Timeout("x"),
        {},
        {"task": "a", "given": "b"},
        {"task": " ", "given": "b", "result": "c"},
        {"task": 1, "given": "b", "result": "c"},
    ],
)
def test_whatever_goes_wrong_the_extract_is_kept(answer):
    """The model fails, or gives something else than asked."""
    assert writer(answer)[0].write_compact(EXTRACT, RECORD) is EXTRACT


def test_no_model_no_words():
    """Where none may be asked the extract is kept."""
    assert ModelWriter(lambda: None).write_session_summary(SUMMARY, "a", "b") is SUMMARY

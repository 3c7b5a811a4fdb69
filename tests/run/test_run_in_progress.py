"""What is kept of a run that ends too early."""

from __future__ import annotations

import asyncio

import attrs
import pytest

from underdraft import Canceled, ModelError, TextDelta, Timeout
from underdraft.run.run_in_progress import Attempt, failure_of, status_of
from underdraft.testing import inputs


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (ModelError("down"), "failed", "MODEL_ERROR"),
        (Timeout("late"), "timed_out", "TIMEOUT"),
        (Canceled("stopped"), "canceled", "CANCELED"),
        (asyncio.CancelledError(), "canceled", "CANCELED"),
        (ValueError("secret"), "failed", "INTERNAL"),
    ],
)
def test_errors(error, status, code):
    """Each kind of end has its status and code; an unexpected error leaves no text."""
    assert (status_of(error), failure_of(error).code) == (status, code)
    assert "secret" not in failure_of(error).message


def test_partial_candidates(underdraft_workspace):
    """What was written of each candidate is kept; one that had not begun is empty."""
    preview = underdraft_workspace().preview_sync("polish", document="a")
    attempt = Attempt(inputs=inputs(), settings=None)
    assert attempt.broken_off(ModelError("down")) is None
    attempt.preview = preview
    for index, text in ((0, "雨"), (2, "灯"), (0, "停")):
        attempt.add_text(TextDelta(text=text, index=index))
    run = attempt.broken_off(ModelError("down"))
    assert run.texts == ("雨停", "", "灯")
    assert (run.status, run.finish_reason) == ("failed", "other")
    assert attrs.asdict(run.error) == {"code": "MODEL_ERROR", "message": "down"}
    assert run.warnings == preview.warnings

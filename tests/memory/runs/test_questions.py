"""What the store keeps of questions to a model: a record each, answers for a month, and the day's budget."""

from __future__ import annotations

import pytest

from underdraft.errors import BudgetSpent
from underdraft.memory.db.database import Database
from underdraft.memory.runs.questions import QuestionLog
from underdraft.memory.settings import update_settings
from underdraft.types.model_call import Usage
from underdraft.types.question import QuestionRecord


class Day:
    """A clock that stands on a day."""

    day = "2026-01-02"

    def __call__(self):
        return f"{self.day}T03:04:05.678Z"


@pytest.fixture
def log(tmp_path):
    """The questions of a store, and its clock."""
    clock = Day()
    database = Database(tmp_path / "s.db", clock=clock, new_id=str)
    yield QuestionLog(database=database), clock
    database.close()


def record(number, **more):
    """A question."""
    usage = Usage(prompt_tokens=100, completion_tokens=10, cached_tokens=50)
    return QuestionRecord(
        id=f"q{number}", **{"task": "tidy", "model": "m", "usage": usage, "usd": 0.02, **more}
    )


def test_an_answer_is_kept_for_a_month(log):
    """The newest one; after that only what it cost is known."""
    questions, clock = log
    questions.add(record(1), key="k", answer={"a": 1})
    clock.day = "2026-01-03"
    questions.add(record(2), key="k", answer={"a": 2})
    assert questions.answer("k") == {"a": 2}
    assert questions.answer("other") is None
    clock.day = "2026-02-03"
    assert questions.answer("k") is None
    questions.add(record(3), key="other", answer={})
    with questions.database.read() as connection:
        kept = connection.exec_driver_sql("SELECT count(*) FROM question WHERE answer IS NOT NULL").scalar()
    assert kept == 1
    assert questions.totals()[0].questions == 3


def test_totals_are_by_task_and_model(log):
    """Since a time; a model without a price has none."""
    questions, clock = log
    questions.add(record(1, task="check", usd=None, done=False, calls=3), key="a", answer=None)
    clock.day = "2026-01-05"
    questions.add(record(2), key="b", answer={})
    questions.add(record(3), key="c", answer={})
    check, tidy = questions.totals()
    assert (check.task, check.usd, check.failed, check.calls) == ("check", None, 1, 3)
    assert (tidy.questions, tidy.prompt_tokens, tidy.cached_tokens) == (2, 200, 100)
    assert tidy.usd == pytest.approx(0.04)
    assert [total.task for total in questions.totals(since="2026-01-04")] == ["tidy"]


@pytest.mark.parametrize(
    ("patch", "unit"),
    [({"questions.tokens_per_day": 220}, "tokens"), ({"questions.cents_per_day": 4}, "cents")],
)
def test_a_budget_is_of_a_day(log, patch, unit):
    """What is spent says so with the setting that it is; the next day there is a new one, and 0 is none."""
    questions, clock = log
    questions.add(record(1), key="a", answer={})
    update_settings(questions.database, patch)
    questions.check_budget()
    questions.add(record(2), key="b", answer={})
    with pytest.raises(BudgetSpent, match=unit) as raised:
        questions.check_budget()
    assert raised.value.details["setting"] in patch
    clock.day = "2026-01-03"
    questions.check_budget()
    clock.day = "2026-01-02"
    update_settings(questions.database, dict.fromkeys(patch, 0))
    questions.check_budget()


def test_a_purge_takes_the_answers_that_hold_the_words(log):
    """What they cost stays."""
    from memory.area_samples import purge

    questions, _ = log
    questions.add(record(1, project_id="p"), key="a", answer={"a": "heron"})
    questions.add(record(2), key="b", answer={"a": "otter"})
    purge(questions.database, project_id="p")
    assert questions.answer("a") is None
    assert questions.answer("b") == {"a": "otter"}
    assert [total.questions for total in questions.totals()] == [1]

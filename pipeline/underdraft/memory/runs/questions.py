"""The store's side of questions to a model: a record of each, the day's budget, and the answers that are kept."""

from __future__ import annotations

import json
from collections.abc import Mapping

from sqlalchemy import func, select, update

from underdraft.errors import BudgetSpent
from underdraft.memory.db.database import Database
from underdraft.memory.db.jobs import later
from underdraft.memory.db.schema.questions import QUESTION
from underdraft.memory.settings import cached_settings, privacy_enabled
from underdraft.types.question import QuestionRecord, QuestionTotal
from underdraft.types.values import frozen

ANSWER_SECONDS = 30 * 86_400.0
"""How long an answer is kept: what has not been asked about for a month is asked again."""


@frozen(kw_only=True)
class QuestionLog:
    """The questions of one store."""

    database: Database

    def answer(self, key: str) -> Mapping[str, object] | None:
        """The newest kept answer to a question."""
        c = QUESTION.c
        kept = select(c.answer).where(
            c.key == key, c.answer.is_not(None), c.at >= later(self.database.clock(), -ANSWER_SECONDS)
        )
        with self.database.read() as connection:
            text = connection.scalar(kept.order_by(c.at.desc()).limit(1))
            answer: Mapping[str, object] | None = json.loads(text) if text else None
        return answer

    def forget(self, key: str) -> None:
        """Drop the kept answers to a question; their records stay."""
        with self.database.write() as connection:
            connection.execute(update(QUESTION).where(QUESTION.c.key == key).values(answer=None))

    def check_budget(self) -> None:
        """See that the day's budget is not spent.

        Raises:
            BudgetSpent: The questions since midnight (UTC) have used up the tokens or the money.
        """
        c = QUESTION.c
        today = select(
            func.coalesce(func.sum(c.prompt_tokens + c.completion_tokens), 0),
            func.coalesce(func.sum(c.usd), 0.0),
        ).where(c.at >= self.database.clock()[:10])
        with self.database.read() as connection:
            settings = cached_settings(connection)
            tokens, usd = connection.execute(today).one()
        for spent, key, unit in (
            (tokens, "questions.tokens_per_day", "tokens"),
            (usd * 100, "questions.cents_per_day", "US cents"),
        ):
            most = int(settings[key])
            if most and spent >= most:
                raise BudgetSpent(
                    f"the model is asked nothing more today: {most:,} {unit} are spent; {key} sets how many",
                    details={"setting": key, "most": most},
                )

    def add(self, record: QuestionRecord, *, key: str, answer: Mapping[str, object] | None) -> None:
        """Write a question down; its answer is kept unless the writer wants nothing kept."""
        c = QUESTION.c
        with self.database.write() as connection:
            kept = None if answer is None or privacy_enabled(connection) else answer
            connection.execute(
                QUESTION.insert().values(
                    id=record.id,
                    at=self.database.clock(),
                    task=record.task,
                    model=record.model,
                    project_id=record.project_id,
                    key=key,
                    answer=json.dumps(kept, ensure_ascii=False) if kept is not None else None,
                    calls=record.calls,
                    prompt_tokens=record.usage.prompt_tokens,
                    completion_tokens=record.usage.completion_tokens,
                    cached_tokens=record.usage.cached_tokens,
                    usd=record.usd,
                    done=record.done,
                )
            )
            old = c.answer.is_not(None) & (c.at < later(self.database.clock(), -ANSWER_SECONDS))
            connection.execute(update(QUESTION).where(old).values(answer=None))

    def totals(self, *, since: str = "") -> list[QuestionTotal]:
        """Sum up the questions since a time, by task and model."""
        c = QUESTION.c
        sums = select(
            c.task,
            c.model,
            func.count().label("questions"),
            func.sum(c.calls).label("calls"),
            func.sum(c.prompt_tokens).label("prompt_tokens"),
            func.sum(c.completion_tokens).label("completion_tokens"),
            func.sum(c.cached_tokens).label("cached_tokens"),
            func.sum(c.usd).label("usd"),
            func.count().filter(~c.done).label("failed"),
        ).where(c.at >= since)
        with self.database.read() as connection:
            rows = connection.execute(sums.group_by(c.task, c.model).order_by(c.task, c.model)).mappings()
            return [QuestionTotal(**row) for row in rows]

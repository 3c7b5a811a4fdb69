"""Counts what some work would ask a model, and about what that costs, before anything is asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import attrs

from underdraft.reading.client import Question, QuestionClient
from underdraft.reading.shapes import output_tokens
from underdraft.text.tokens import counter_for
from underdraft.types.model_call import Usage
from underdraft.types.values import frozen


@frozen(kw_only=True)
class Estimate:
    """About what some questions cost, rather more than less."""

    model: str
    questions: Annotated[int, "Those with a kept answer are left out: they cost nothing."] = 0
    tokens: Annotated[
        int, "What is sent, and as much back: answers quote the material, so few are as long."
    ] = 0
    usd: Annotated[float | None, "US dollars; `None` where the model has no known price."] = None


@attrs.define
class Meter:
    """Stands in for a client: each answer is empty, and what it would have cost is added up."""

    client: QuestionClient
    questions: int = 0
    usage: Usage = attrs.field(factory=Usage)

    def for_task(self, name: str, project_id: str | None) -> Meter:
        """This meter, for questions of one task."""
        self.client = self.client.for_task(name, project_id)
        return self

    def __call__(self, *, system: str, text: str, schema: Mapping[str, object]) -> Mapping[str, object]:
        """Count one question, unless its answer is kept."""
        self.count(system=system, text=text, schema=schema)
        return {}

    def count(self, *, system: str, text: str, schema: Mapping[str, object]) -> bool:
        """Count one question, unless its answer is kept; and say whether it was counted."""
        if self.client.cached(Question(system=system, text=text, schema=schema)) is not None:
            return False
        count = counter_for(self.client.model).count
        sent = count(text)
        back = min(sent, output_tokens(schema))
        self.questions += 1
        self.usage += Usage(prompt_tokens=sent + count(system), completion_tokens=back)
        return True

    def total(self) -> Estimate:
        """The sums so far."""
        model, usage = self.client.model, self.usage
        tokens = usage.prompt_tokens + usage.completion_tokens
        return Estimate(
            model=model, questions=self.questions, tokens=tokens, usd=self.client.price(model, usage)
        )

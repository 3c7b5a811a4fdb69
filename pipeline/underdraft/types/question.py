"""A question to a model as a value: what it is for, what it asks, and the shape of its answer."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Protocol

import attrs

from underdraft.types.model_call import AskModel


@attrs.frozen(kw_only=True)
class Example:
    """Material and the right answer to it; an answer without entries shows what is to be left out."""

    material: str
    answer: Mapping[str, object]


@attrs.frozen(kw_only=True)
class Task:
    """What a model is asked to do; the same for every question of its kind."""

    name: Annotated[str, 'For records and budgets, e.g. `"extract"`.']
    instruction: str
    schema: Annotated[Mapping[str, object], "A JSON schema of the answer, an object."]
    examples: tuple[Example, ...] = ()

    @property
    def system(self) -> str:
        """The system message: the instruction with its examples."""
        shown = [
            f"Example {number}:\n{example.material}\nAnswer:\n{json.dumps(example.answer, ensure_ascii=False)}"
            for number, example in enumerate(self.examples, start=1)
        ]
        return "\n\n".join([self.instruction, *shown])


class Asker(AskModel, Protocol):
    """Asks one model questions in the background or on demand; blocks. Called as a plugin calls it, nothing is kept apart."""

    def ask(
        self, task: Task, parts: Sequence[str], *, head: str = "", project_id: str | None = None
    ) -> Mapping[str, object]:
        """The answer, a JSON object with the keys that the task's schema requires.

        Args:
            task: What is asked.
            parts: The material, to be fenced by the caller. An answer that is cut off is asked for again in two
                halves of them, whose lists are put together.
            head: What stands above the parts in each question, such as what is known already.
            project_id: The project that it is asked for; the record of its cost goes with that.

        Raises:
            ModelError: The model failed also after its retries, or gave no such object.
            BudgetSpent: The day's budget for questions is spent.
            Timeout: It took too long.
        """
        ...


def for_task(ask: AskModel, name: str, project_id: str | None = None) -> AskModel:
    """The asker for questions of one task: recorded under its name, where records are kept."""
    bound = getattr(ask, "for_task", None)
    made: AskModel = ask if bound is None else bound(name, project_id)
    return made

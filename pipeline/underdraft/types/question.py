"""A question to a model as a value: what it is for, what it asks, and the answer's shape."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Protocol

import attrs

from underdraft.types.model_call import AskModel, Usage


def text_schema(most: int | None = None) -> Mapping[str, object]:
    """The JSON schema of a text, of at most ``most`` code points."""
    limit = {} if most is None else {"maxLength": most}
    return {"type": "string", **limit}


def list_schema(item: Mapping[str, object], most: int | None = None) -> Mapping[str, object]:
    """The JSON schema of a list of at most ``most`` items of one kind."""
    limit = {} if most is None else {"maxItems": most}
    return {"type": "array", **limit, "items": item}


def object_schema(**fields: Mapping[str, object]) -> Mapping[str, object]:
    """The JSON schema of an object that has each of the fields and no other."""
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


@attrs.frozen(kw_only=True)
class Example:
    """Material and the right answer to it; an answer without entries shows what is to be left out."""

    material: str
    answer: Mapping[str, object]


@attrs.frozen(kw_only=True)
class Task:
    """A kind of question to a model; the same for every question of its kind."""

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


@attrs.frozen(kw_only=True)
class QuestionRecord:
    """One question, with all calls that it took."""

    id: str
    task: Annotated[str, 'What it was for, e.g. `"extract"`.']
    model: str
    project_id: Annotated[str | None, "`None` where it was about no project."] = None
    calls: Annotated[int, "Requests to the provider, retries among them."] = 1
    usage: Annotated[Usage, "Tokens as the provider counted them."] = attrs.field(factory=Usage)
    usd: Annotated[float | None, "US dollars; `None` where the model has no known price."] = None
    done: Annotated[bool, "Whether it was answered."] = True


@attrs.frozen(kw_only=True)
class QuestionTotal:
    """The questions of one task to one model."""

    task: str
    model: str
    questions: int
    calls: int
    prompt_tokens: int
    completion_tokens: int
    cached_tokens: int
    usd: Annotated[float | None, "US dollars of those that have a known price."]
    failed: Annotated[int, "How many were not answered."]


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
            project_id: The project that it is asked for; the record of the cost belongs to it.

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

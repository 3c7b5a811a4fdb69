"""Parts of a question to a model: the answer's shape, examples, what it is for, and its record."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Annotated

import attrs

from underdraft.types.model_call import AskModel, Usage
from underdraft.types.values import frozen


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


@frozen(kw_only=True)
class Example:
    """Material and the right answer to it; an answer without entries shows what is to be left out."""

    material: str
    answer: Mapping[str, object]


def with_examples(instruction: str, examples: Sequence[Example]) -> str:
    """The system message of a question: the instruction with its examples."""
    shown = [
        f"Example {number}:\n{example.material}\nAnswer:\n{json.dumps(example.answer, ensure_ascii=False)}"
        for number, example in enumerate(examples, start=1)
    ]
    return "\n\n".join([instruction, *shown])


@frozen(kw_only=True)
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


@frozen(kw_only=True)
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


def for_task(ask: AskModel, name: str, project_id: str | None = None) -> AskModel:
    """The asker for questions of one task: recorded under its name, where records are kept."""
    bound = getattr(ask, "for_task", None)
    made: AskModel = ask if bound is None else bound(name, project_id)
    return made


def forget_answer(ask: AskModel, *, system: str, text: str, schema: Mapping[str, object]) -> None:
    """Drop the kept answer to a question that turned out not to be believed: next time it is asked again."""
    forget = getattr(ask, "forget", None)
    if forget is not None:
        forget(system=system, text=text, schema=schema)

"""A run's record as a turn: what the writer typed, the reply, and all that was put around them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from underdraft.memory.runs.store import drawn_from
from underdraft.types.run import RunRecord, Turn

TASK_SOURCE = "run:task"
CAPABILITIES_SOURCE = "run:capabilities"


def turn_of(record: RunRecord, said: Mapping[str, str] | None = None) -> Turn | None:
    """The turn of a record; ``None`` for a run without a session or without words of the writer's.

    A reply that nothing is learned from is left out. What was injected is every chunk of the prompt but the
    task (rules, profile, memories, settings, episodes, the manuscript) and the earlier turns' prompts, which
    hold what was recalled for them. ``said`` is what the writer typed, by the prompt that it was sent in: it
    was not injected.
    """
    instruction = instruction_of(record)
    if record.session_id is None or not instruction:
        return None
    own = said or {}
    prompts = [m.content for m in record.preview.prompt.history if m.role == "user"]
    earlier = [prompt.replace(own.get(prompt, ""), "") for prompt in prompts]
    return Turn(
        session_id=record.session_id,
        project_id=record.project_id,
        user=instruction,
        assistant="" if record.no_lesson else record.text,
        injected_texts=tuple(dict.fromkeys([*injected(record), *earlier])),
        at=record.created_at,
        before=next(
            (m.content for m in reversed(record.preview.prompt.history) if m.role == "assistant"), ""
        ),
    )


def instruction_of(record: RunRecord) -> str:
    """The task's text, when the writer typed it: else the skill's own prompt is there."""
    task = next((chunk.text for chunk in drawn_from(record) if chunk.source == TASK_SOURCE), "")
    return "" if task.strip() == (record.preview.skill.prompt or "").strip() else task


def injected(record: RunRecord) -> Iterator[str]:
    """The texts of all chunks but the task and the capability lines."""
    for chunk in drawn_from(record):
        if chunk.source not in {TASK_SOURCE, CAPABILITIES_SOURCE}:
            yield from (text for text in (chunk.text, *(part.text for part in chunk.parts)) if text)

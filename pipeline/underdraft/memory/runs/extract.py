"""A run in a few words, taken from its record without a model: pure functions."""

from __future__ import annotations

import re

from underdraft.memory.runs.store import drawn_from
from underdraft.text.clean import one_line, tag_or_none
from underdraft.text.tokens import estimate
from underdraft.types.chunk import Chunk
from underdraft.types.layers import Layer
from underdraft.types.run import RunRecord
from underdraft.types.sessions import Compact

TASK_CODE_POINTS = 60
GIVEN_CODE_POINTS = 40
RESULT_CODE_POINTS = 80
MARK = "…"

SENTENCE = re.compile(r"[^。！？!?.…\n]*[。！？!?.…]*[”’」』）)\"']*|\n")


def compact_of(record: RunRecord, *, texts: bool = True) -> Compact:
    """The summary that is extracted from a record; without ``texts`` none of the writer's words is in it.

    What the stand-in wrote is not in it either.
    """
    chunks = {chunk.kind: chunk for chunk in drawn_from(record, Layer.CURRENT)}
    given = next((chunks[kind].text for kind in ("selection", "before") if kind in chunks), "")
    task = chunks["task"].text if "task" in chunks else ""
    said = {
        "task": one_line(task, TASK_CODE_POINTS),
        "given": abridged(given, GIVEN_CODE_POINTS),
        "result": "" if record.no_lesson == "stand_in" else abridged(record.text, RESULT_CODE_POINTS),
    }
    said = said if texts else dict.fromkeys(said, "")
    return Compact(
        ref=f"run:{record.id}",
        run_id=record.id,
        project_id=record.project_id,
        skill_id=record.skill_id,
        at=record.created_at,
        **said,
        tags=tags_of(record, chunks),
        full_tokens=full_tokens(record),
        tokens=estimate(" ".join(said.values())),
    )


def full_tokens(record: RunRecord) -> int:
    """Tokens of layers 4 and 5 and of the reply: what a history of full records would have to carry."""
    sizes = record.preview.layer_tokens
    return sizes.get(Layer.RECENT, 0) + sizes.get(Layer.CURRENT, 0) + estimate(record.text)


def tags_of(record: RunRecord, chunks: dict[str, Chunk]) -> tuple[str, ...]:
    """Words of the engine: the skill, the scene as an abstract tag, what the run worked on."""
    scene = tag_or_none(record.scene_type)
    kinds = [kind for kind in ("selection", "before", "after") if kind in chunks]
    return tuple(dict.fromkeys(tag for tag in (record.skill_id, scene, *kinds) if tag))


def abridged(text: str, limit: int) -> str:
    """The first and the last sentences that fit, when the text is longer than ``limit`` code points; on one line."""
    whole = one_line(text, len(text) + 1)
    if len(whole) <= limit:
        return whole
    sentences = [s for m in SENTENCE.finditer(whole) if (s := m.group().strip())]
    first, last = _ends(sentences, limit - len(MARK))
    if first and last:
        return f"{first}{MARK}{last}"
    half = (limit - len(MARK)) // 2
    return f"{whole[:half]}{MARK}{whole[-half:]}"


def _ends(sentences: list[str], room: int) -> tuple[str, str]:
    """Sentences from the front and from the back in turn, as long as they fit."""
    front, back = "", ""
    while len(sentences) > 1:
        for end in (0, -1):
            if len(front) + len(back) + len(sentences[end]) > room:
                return front, back
            front, back = (front + sentences[0], back) if end == 0 else (front, sentences[-1] + back)
            del sentences[end]
            if not sentences:
                break
    return front, back

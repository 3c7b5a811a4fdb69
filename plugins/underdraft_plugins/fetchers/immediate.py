"""Layer 5: what is at hand: capability lines, the text around the selection, the selection, the task."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from underdraft import Chunk, Fetcher, Layer, RunInputs, hookimpl, surrounding

CUT = {
    "none": "whole",
    "paragraph": "whole paragraphs",
    "sentence": "whole sentences",
    "hard_cut": "hard_cut",
}


def fetch_capabilities(inputs: RunInputs) -> list[Chunk]:
    """Say in fixed lines what this run has and lacks; no section is ever removed instead."""
    request = inputs.request
    document, selection = request.document or "", request.selection
    has = {
        "project": inputs.project is not None,
        # Blanks are no text: the prompt shows none, with a notice.
        "document": bool(document.strip()),
        "selection": selection is not None and bool(document[selection.start : selection.end].strip()),
        "session": request.session_id is not None,
    }
    text = "\n".join(f"{name}: {'yes' if there else 'no'}" for name, there in has.items())
    return [Chunk(text=text, source="run:capabilities", kind="capabilities", reason="always", pinned=True)]


def fetch_manuscript(inputs: RunInputs) -> Iterator[Chunk]:
    """Text before, the selection, text after, in document order.

    Without a selection the cursor is taken to be at the document's end, where one goes on writing.
    """
    request = inputs.request
    document = request.document
    if not document:
        return
    start, end = (
        (request.selection.start, request.selection.end)
        if request.selection
        else (len(document), len(document))
    )
    around = surrounding(document, start, end, int(inputs.rules["surrounding"]))
    before, after = (f"surrounding ({CUT[side.cut]})" for side in (around.before, around.after))
    pieces = [
        Chunk(text=around.before.text, kind="before", source="document:before", keep="tail", reason=before),
        Chunk(
            text=document[start:end],
            kind="selection",
            source="document:selection",
            pinned=True,
            reason="selection",
        ),
        Chunk(text=around.after.text, kind="after", source="document:after", reason=after),
    ]
    yield from (piece for piece in pieces if piece.text)


def fetch_task(inputs: RunInputs) -> list[Chunk]:
    """The writer's instruction, else the skill's own prompt, else the template's standing words."""
    text = (
        (inputs.request.instruction or "").strip()
        or (inputs.skill.prompt or "").strip()
        or inputs.default_task
    )
    return [Chunk(text=text, source="run:task", kind="task", reason="always", pinned=True)]


@hookimpl
def underdraft_fetchers() -> Iterable[Fetcher]:
    """The task comes last in the prompt and is required."""
    return [
        Fetcher(name="capabilities", layer=Layer.CURRENT, fetch=fetch_capabilities, priority=20, inline=True),
        Fetcher(name="manuscript", layer=Layer.CURRENT, fetch=fetch_manuscript, priority=30, inline=True),
        Fetcher(
            name="task", layer=Layer.CURRENT, fetch=fetch_task, priority=1_000, required=True, inline=True
        ),
    ]

"""Layer 4: what the writer made of earlier replies, as examples of before and after."""

from __future__ import annotations

from collections.abc import Iterable

from underdraft import (
    LAYERS,
    Fetched,
    Fetcher,
    Layer,
    Part,
    RunInputs,
    estimate,
    hookimpl,
    strings,
)
from underdraft.types.episodes import Rewrite
from underdraft_plugins.fetchers.store_reading import (
    RECALL_TIMEOUT_MS,
    chunk_of,
    embeds_nothing,
    sure_scene,
    warn_if_unavailable,
    warnings_of,
)

SOURCE = "memory:examples"

PAIR_TOKENS = 300
"""Maximum estimated tokens of one rewrite; all of them together may take half of layer 4's cap."""

MARK = "…"


@warn_if_unavailable
def fetch_examples(inputs: RunInputs) -> Fetched:
    """The nearest rewrites in the kind of scene, as one chunk; nothing as long as there are none."""
    if inputs.episodes is None:
        return Fetched()
    found = inputs.episodes.rewrites(
        inputs.project_id,
        scene_type=sure_scene(inputs),
        query=inputs.query,
        limit=int(inputs.rules["examples"]),
    )
    room = inputs.caps.get(Layer.RECENT, LAYERS[Layer.RECENT].cap_tokens) // 2
    parts: list[Part] = []
    for rewrite in found.items:
        text = shown(rewrite, inputs.locale)
        room -= estimate(text)
        if text and room >= 0:
            reason = f"near {rewrite.near:.3f}, {rewrite.scene_type}; ref:run:{rewrite.run_id}"
            place = f"rewrite:{rewrite.run_id}"
            parts.append(Part(text=text, id=place, reason=reason, score=rewrite.near, match=rewrite.after))
    chunks = chunk_of(parts, source=SOURCE, kind="examples", reason=found.mode, scored=True)
    return Fetched(chunks=chunks, warnings=warnings_of(found.diagnostics))


def shown(rewrite: Rewrite, locale: str) -> str:
    """The passages that were rewritten, two lines each, as many as fit; the first one is cut where it must be."""
    words = strings("examples", locale)
    lines: list[str] = []
    room = PAIR_TOKENS
    for before, after in rewrite.passages:
        each = room // 2 if not lines else room
        was, now = (short(side, each) if not lines else " ".join(side.split()) for side in (before, after))
        text = f"- {words['before']}{was or words['added']}\n  {words['after']}{now or words['none']}"
        room -= estimate(text)
        if room < 0 and lines:
            break
        lines.append(text)
    return "\n".join(lines)


def short(text: str, tokens: int) -> str:
    """The text on one line, its beginning where it has more tokens than allowed."""
    line = " ".join(text.split())
    needed = estimate(line)
    return line if needed <= tokens else line[: len(line) * tokens // needed - 1] + MARK


@hookimpl
def underdraft_fetchers() -> Iterable[Fetcher]:
    """On by the rule ``examples``, whose number says how many rewrites."""
    return [
        Fetcher(
            name="examples",
            layer=Layer.RECENT,
            fetch=fetch_examples,
            rule="examples",
            priority=35,
            timeout_ms=RECALL_TIMEOUT_MS,
            inline=embeds_nothing,
        )
    ]

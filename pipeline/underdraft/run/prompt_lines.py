"""The prompt as lines that add up: each stretch of what was sent, with its source, its reason and its tokens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from underdraft.prompt.render import heading_places
from underdraft.run.trim import Count
from underdraft.types.chunk import Chunk
from underdraft.types.layers import STABLE_LAYERS, Layer
from underdraft.types.prompt import PromptLine, Section
from underdraft.types.run import Preview

FRAMEWORK = "framework"
"""The source of headings, labels and fences, which Underdraft writes itself."""


def prompt_lines(preview: Preview, count: Count) -> tuple[PromptLine, ...]:
    """Every part of the messages in the order of sending; their tokens are together ``preview.tokens``."""
    prompt, client = preview.prompt, preview.skill.client_block
    dynamic, last = prompt.dynamic, client.lstrip("\n") + "\n" if preview.skill.client_last else ""
    lines = [*_layered(prompt.stable_prefix, prompt.sections, STABLE_LAYERS)]
    own = prompt.skill_block.removesuffix(client) if client and not last else prompt.skill_block
    lines.append(PromptLine(source="skill", text=own))
    lines.append(PromptLine(source="client_instructions", text=prompt.skill_block[len(own) :]))
    lines += [PromptLine(source="history", text=turn.content + turn.extra) for turn in prompt.history]
    lines.append(PromptLine(source="client_instructions", text=last))
    lines += _layered(dynamic.removeprefix(last), prompt.sections, [la for la in Layer if not la.stable])
    counted = [attrs.evolve(line, tokens=count(line.text)) for line in lines if line.text]
    return tuple(_balanced(counted, preview.tokens))


def _layered(text: str, sections: Sequence[Section], layers: Sequence[Layer]) -> Iterator[PromptLine]:
    """The chunks of layers as they stand in a text, and between them what the template has put there."""
    starts = [0, *[place for place, _ in heading_places(text)][1:], len(text)]
    for layer, start, end in zip(layers, starts, starts[1:], strict=False):
        place = start
        for piece in (piece for chunk in sections[layer].chunks for piece in _pieces(chunk)):
            found = text.find(piece.text, place, end) if piece.text else -1
            if found >= 0:  # a project's own template may leave it out
                yield PromptLine(layer=layer, source=FRAMEWORK, text=text[place:found])
                yield piece
                place = found + len(piece.text)
        yield PromptLine(layer=layer, source=FRAMEWORK, text=text[place:end])


def _pieces(chunk: Chunk) -> Iterator[PromptLine]:
    for id_, reason, text in (
        (chunk.id, chunk.reason, chunk.text),
        *((part.id, part.reason or chunk.reason, part.text) for part in chunk.parts),
    ):
        same = {name: getattr(chunk, name) for name in ("layer", "source", "kind", "plugin")}
        yield PromptLine(**same, reason=reason, id=id_, text=text)


def _balanced(lines: Sequence[PromptLine], total: int) -> Iterator[PromptLine]:
    """The lines with tokens that add up: what cutting a text up has added goes from the framework's own, the rest of it from others."""
    over, tokens = sum(line.tokens for line in lines) - total, [line.tokens for line in lines]
    for at in sorted(range(len(lines)), key=lambda at: (lines[at].source != FRAMEWORK, -tokens[at])):
        less = min(over, tokens[at])
        tokens[at], over = tokens[at] - less, over - less
    yield from (attrs.evolve(line, tokens=n) for line, n in zip(lines, tokens, strict=True))

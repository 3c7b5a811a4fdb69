"""Stage: bring every layer under its cap and the whole under the model's budget, with evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from underdraft.errors import (
    CAPACITY_FORCE_TRIM,
    CAPACITY_WARNING,
    CONTEXT_CUT,
    RULES_OVERBUDGET,
    ContextOverflow,
)
from underdraft.run.caps import cap_layer, drop_lowest, shrink_current, tokens_of
from underdraft.run.trim import Count
from underdraft.types.layers import FORCE_TRIM_PERCENT, LAYERS, RULES_PERCENT, WARNING_PERCENT, Layer
from underdraft.types.prompt import Prompt, Section, Trim
from underdraft.types.values import frozen

CAPACITY = "capacity"


Rendered = tuple[Prompt, int]
"""A prompt, and the tokens of all its messages."""

Render = Callable[[Sequence[Section]], Rendered]
"""Renders sections, so that what was measured is what is sent."""


@frozen(kw_only=True)
class Budgeted:
    """The prompt that fits, evidence of every cut in the order of cutting, warnings, and the tokens of all messages."""

    prompt: Prompt
    trims: tuple[Trim, ...]
    warnings: tuple[str, ...]
    tokens: int


def fit(
    sections: Sequence[Section],
    *,
    count: Count,
    render: Render,
    budget_tokens: int,
    caps: Mapping[Layer, int],
) -> Budgeted:
    """Trim each layer to its cap, then layers 4 and 5 to the budget.

    Layers 0-3 look at their own caps only, so their bytes never depend on how large layers 4-5 are.
    ``budget_tokens`` is the model's window less the output reserve, over 0; ``caps`` replace the layers' own.
    What is still above 95 % when nothing may be trimmed any more is a ``ContextOverflow``.
    """
    each = [cap_layer(s, caps.get(s.layer, LAYERS[s.layer].cap_tokens), count) for s in sections]
    capped = [section for section, _ in each]
    trims = [trim for _, cut in each for trim in cut]
    warnings = list(_cuts(sections, trims))
    rules = tokens_of(capped[Layer.SYSTEM], count)
    if rules * 100 > RULES_PERCENT * budget_tokens:
        warnings.append(f"{RULES_OVERBUDGET}: layer SYSTEM takes {rules} of {budget_tokens} tokens")
    prompt, tokens = render(capped)
    if tokens * 100 >= WARNING_PERCENT * budget_tokens:
        warnings.append(f"{CAPACITY_WARNING}: {tokens} of {budget_tokens} tokens")
    target = FORCE_TRIM_PERCENT * budget_tokens // 100
    if tokens > target:
        before = tokens
        prompt, tokens = _force(capped, target, (prompt, tokens), count, render, trims)
        if tokens > target:
            raise ContextOverflow(
                f"the prompt needs {tokens} tokens, and only {target} are available; nothing more can be trimmed",
                details={"tokens": tokens, "limit": target, "budget": budget_tokens},
            )
        warnings.append(f"{CAPACITY_FORCE_TRIM}: from {before} to {tokens} of {budget_tokens} tokens")
    return Budgeted(prompt=prompt, trims=tuple(trims), warnings=tuple(warnings), tokens=tokens)


def count_messages(prompt: Prompt, count: Count) -> int:
    """Tokens of all messages; the parts are counted apart, so that equal parts are counted once."""
    parts = (
        prompt.stable_prefix,
        prompt.skill_block,
        *(m.content + m.extra for m in prompt.history),
        prompt.dynamic,
    )
    return sum(count(part) for part in parts)


def layer_tokens(sections: Sequence[Section], count: Count) -> dict[Layer, int]:
    """Tokens of each layer's content."""
    return {section.layer: tokens_of(section, count) for section in sections}


def _cuts(sections: Sequence[Section], trims: Sequence[Trim]) -> Iterator[str]:
    """A warning for each essential chunk that was cut."""
    essential = {(c.source, c.id): c for s in sections for c in s.chunks if c.essential}
    for trim in trims:
        chunk = essential.get((trim.source, trim.id))
        if chunk is not None:
            name = chunk.ref.path if chunk.ref else chunk.source
            yield f"{CONTEXT_CUT}: {name} from {trim.tokens_before} to {trim.tokens_after} tokens"


def _force(
    sections: list[Section],
    target: int,
    rendered: Rendered,
    count: Count,
    render: Render,
    trims: list[Trim],
) -> Rendered:
    """Trim layer 4, then layer 5, until the rendered messages fit or nothing is left to trim."""
    result = list(sections)
    for layer, shrink in ((Layer.RECENT, drop_lowest), (Layer.CURRENT, shrink_current)):
        while rendered[1] > target:
            section = result[layer]
            movable = sum(count(c.body) for c in section.chunks if not c.pinned)
            if movable == 0:
                break
            allowed = max(0, movable - (rendered[1] - target))
            result[layer] = shrink(section, allowed, count, trims, CAPACITY)
            rendered = render(result)
    return rendered

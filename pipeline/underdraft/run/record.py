"""The receipt of a run: what stands in the prompt and what was left out, entry by entry, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from inspect import unwrap
from itertools import chain

from underdraft.run.fetch import OWN_PACKAGE, Registered
from underdraft.run.trim import Count
from underdraft.types.copies import copied
from underdraft.types.identity import Same
from underdraft.types.prompt import Excluded, Injected, Section, Trim

REMEMBERED = 64
"""Number of stable layers whose lines are cached."""


def injected_by(sections: Sequence[Section], count: Count) -> tuple[Injected, ...]:
    """One line a chunk, or one line an entry for chunks that are lists, in prompt order."""
    counter = unwrap(count)
    lines = (
        _stable_lines(Same(section), counter) if section.layer.stable else _lines(section, count)
        for section in sections
    )
    return tuple(chain.from_iterable(lines))


@lru_cache(maxsize=REMEMBERED)
def _stable_lines(section: Same[Section], count: Count) -> tuple[Injected, ...]:
    [only] = section.values
    return tuple(_lines(only, count))


def _lines(section: Section, count: Count) -> Iterator[Injected]:
    for chunk in section.chunks:
        ref = chunk.ref.render(chunk.text) if chunk.ref else None
        for id_, reason, text in (
            [(p.id, p.reason or chunk.reason, p.text) for p in chunk.parts]
            if chunk.parts
            else [(chunk.id, chunk.reason, chunk.body)]
        ):
            yield Injected(
                layer=chunk.layer,
                source=chunk.source,
                plugin=chunk.plugin,
                tokens=count(text),
                reason=reason,
                id=id_,
                ref=ref,
            )


def packages_of(fetchers: Sequence[Registered]) -> dict[str, str]:
    """Plugins that have fetchers, with package and version; the built-in ones together."""
    found = {
        (OWN_PACKAGE if r.package.split(" ")[0] == OWN_PACKAGE else r.plugin): r.package for r in fetchers
    }
    return dict(sorted(found.items()))


def trimmed_away(trims: Sequence[Trim]) -> tuple[Excluded, ...]:
    """List what a cap or the budget cut, in the receipt's form."""
    return tuple(
        copied(
            Excluded,
            t,
            tokens=t.tokens_before - t.tokens_after,
            reason=f"{t.reason}: cut from {t.tokens_before} to {t.tokens_after} tokens",
            count=1,
        )
        for t in trims
    )

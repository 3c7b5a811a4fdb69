"""The receipt of a run: what stands in the prompt and what was left out, entry by entry, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from underdraft.run.fetch import OWN_PACKAGE, Registered
from underdraft.run.trim import Count
from underdraft.types.chunk import Chunk
from underdraft.types.copies import copied
from underdraft.types.identity import cached_for_same_objects, cached_for_stable_layers
from underdraft.types.prompt import Excluded, Injected, Section, Trim


def injected_by(sections: Sequence[Section], count: Count) -> tuple[Injected, ...]:
    """One line a chunk, or one line an entry for chunks that are lists, in prompt order."""
    return tuple(line for section in sections for line in _lines(section, count))


@cached_for_stable_layers
def _lines(section: Section, count: Count) -> tuple[Injected, ...]:
    return tuple(line for chunk in section.chunks for line in _lines_of(chunk, count))


def _lines_of(chunk: Chunk, count: Count) -> Iterator[Injected]:
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


@cached_for_same_objects
def packages_of(fetchers: Sequence[Registered]) -> dict[str, str]:
    """Plugins that have fetchers, with package and version; the built-in ones together."""
    found = {(OWN_PACKAGE if r.built_in else r.plugin): r.package for r in fetchers}
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

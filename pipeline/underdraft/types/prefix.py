"""How a run treated the prefix that its predecessor left in the provider's cache."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from underdraft.types.json_marks import OMIT_NONE
from underdraft.types.values import frozen

PrefixUpdates = Literal["when_cold", "at_once"]
"""When additions to layer 2 enter the prefix: once the provider's cache has expired, or in the next run."""

PREFIX_UPDATES: tuple[PrefixUpdates, ...] = ("when_cold", "at_once")

FoldReason = Literal["cold", "taken_back", "above", "costly"]
"""Why additions entered the prefix: the cache had expired; a line was changed or removed; a layer above or a template
changed; or repeating them in each request would have cost more than one rewrite."""


@frozen(kw_only=True)
class PrefixReceipt:
    """Receipt of additions to layer 2: kept behind the prefix, or folded into it."""

    run_id: Annotated[str, "The run whose layer 2 was compared."]
    folded: Annotated[FoldReason | None, "Why layer 2 was written anew; `None`: it was kept."] = OMIT_NONE
    waiting: Annotated[int, "Lines that stand in layer 4 until the cache is cold."] = 0
    waiting_tokens: Annotated[int, "Their tokens, which no cache knows."] = 0
    warm_until: Annotated[str | None, "When the provider drops the prefix if nobody reads it."] = OMIT_NONE
    fold_tokens: Annotated[int, "Tokens that folding now would write into the cache again."] = 0
    fold_usd: Annotated[float | None, "What that would cost more; `None`: the price is not known."] = (
        OMIT_NONE
    )


@frozen(kw_only=True)
class PinnedChunk:
    """One chunk of layer 2 as a run sent it, by hashes, without a word of the text."""

    source: str
    fetcher: str
    head: Annotated[str, "Hash of the line above its entries; empty for a text."]
    lines: Annotated[tuple[tuple[str, str], ...], "Id (or nothing) and hash of each entry, or of each line."]


@frozen(kw_only=True)
class Pin:
    """Layer 2 of one run, and what it stood behind."""

    family: Annotated[str, "Hash of what decides which layer 2 a skill gets: its rules and the cap."]
    above: Annotated[str, "Hash of the templates and of layers 0 and 1."]
    chunks: tuple[PinnedChunk, ...]

    @property
    def ids(self) -> frozenset[str]:
        """Ids of the records that it shows."""
        return frozenset(id_ for chunk in self.chunks for id_, _ in chunk.lines if id_)


@frozen(kw_only=True)
class LastPrefix:
    """The last recorded run of a project, model and family of skills."""

    run_id: str
    created_at: datetime
    pin: Pin


@frozen(kw_only=True)
class LastPrefixes:
    """The newest prefixes of a project and model."""

    hash: Annotated[str | None, "The last run's stable prefix, by its hash; `None`: there is no run."] = None
    runs: Annotated[tuple[LastPrefix, ...], "The newest runs with a pin, newest first."] = ()

    def of_family(self, family: str) -> LastPrefix | None:
        """The newest of a family of skills."""
        return next((run for run in self.runs if run.pin.family == family), None)

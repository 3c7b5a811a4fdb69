"""How far prompts are from what was estimated, by the providers' own counts; it moves the budget and no cap."""

from __future__ import annotations

import math
import threading
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress

import attrs

from underdraft.errors import StoreError
from underdraft.run.prepare import RunSettings
from underdraft.text.tokens import ESTIMATE
from underdraft.types.facts import RunFacts
from underdraft.types.run import RunRecord

KEPT = 10
"""Runs of a model that are looked at."""

ENOUGH = 3
"""Runs after which an estimate may count as too high; that it was too low counts from the first on."""

LEAST, MOST = 0.5, 1.7
"""Shares outside are no count of this prompt: a provider that says nothing, or several rounds together."""

STEPS = 20
"""A share is rounded up to one of so many steps, so that the budget seldom moves."""


@attrs.define(eq=False)
class Calibration:
    """The shares of each model's last runs; ``read`` gives its last recorded ones, newest first."""

    read: Callable[[str], Iterable[RunRecord]]
    _shares: dict[str, deque[float]] = attrs.field(factory=dict, init=False)
    _lock: threading.Lock = attrs.field(factory=threading.Lock, init=False)

    def share(self, model: str) -> float:
        """Tokens that a provider counts for one that is estimated: 1 until there is reason to think otherwise."""
        with self._lock:
            known = list(self._of(model))
        most = max(known, default=1.0)
        if most < 1 and len(known) < ENOUGH:
            return 1.0
        return math.ceil(round(most * STEPS, 6)) / STEPS

    def apply(self, facts: RunFacts, settings: RunSettings) -> tuple[RunFacts, RunSettings]:
        """The same with the share in the budget, and with the earlier turns in as much less room."""
        share = self.share(settings.model)
        facts = attrs.evolve(facts, room_tokens=int(facts.room_tokens / max(1.0, share)))
        return facts, attrs.evolve(settings, token_share=share)

    def learn(self, run: RunRecord) -> None:
        """Take in a run that is over."""
        with self._lock:
            self._of(run.preview.model).extend(_share_of([run]))

    def _of(self, model: str) -> deque[float]:
        if model not in self._shares:
            known: deque[float] = deque(maxlen=KEPT)
            with suppress(StoreError):
                known.extend(reversed(list(_share_of(self.read(model)))))
            self._shares[model] = known
        return self._shares[model]


def _share_of(runs: Iterable[RunRecord]) -> Iterable[float]:
    """The share of each run whose prompt was estimated and sent once."""
    for run in runs:
        once = run.status == "done" and len(run.texts) == 1 and not run.tool_calls
        if once and run.preview.token_counter == ESTIMATE and run.preview.tokens:
            share = run.usage.prompt_tokens / run.preview.tokens
            if LEAST <= share <= MOST:
                yield share

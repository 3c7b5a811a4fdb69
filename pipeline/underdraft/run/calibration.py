"""How far prompts are from what was estimated, by the providers' own counts; it moves the budget and no cap."""

from __future__ import annotations

import math
import threading
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import attrs

from underdraft.errors import StoreError
from underdraft.run.prepare import RunSettings
from underdraft.text.tokens import ESTIMATE
from underdraft.types.run import RunRecord
from underdraft.types.run_inputs import RunInputs

if TYPE_CHECKING:
    from underdraft.memory.runs.store import RunStore

KEPT = 10
"""Runs of a model that are looked at."""

ENOUGH = 3
"""Runs after which an estimate may count as too high; that it was too low counts from the first on."""

REMEMBERED = 1_000
"""Runs whose share is at hand."""

STEPS = 20
"""A share is rounded up to one of so many steps, so that the budget seldom moves."""


@attrs.define(eq=False)
class Calibration:
    """The shares of each model's last recorded runs, which are the same in every process over one store."""

    runs: Callable[[], RunStore]
    _shares: OrderedDict[str, float | None] = attrs.field(factory=OrderedDict, init=False)
    _lock: threading.Lock = attrs.field(factory=threading.Lock, init=False)

    def share(self, model: str) -> float:
        """Tokens that a provider counts for one that is estimated: 1 until there is reason to think otherwise."""
        known: list[float] = []
        with suppress(StoreError):
            known = self._known(model)
        most = max(known, default=1.0)
        if most < 1 and len(known) < ENOUGH:
            return 1.0
        return math.ceil(round(most * STEPS, 6)) / STEPS

    def apply(self, inputs: RunInputs, settings: RunSettings) -> tuple[RunInputs, RunSettings]:
        """The same with the share in the budget, and with the earlier turns in as much less room."""
        share = self.share(settings.model)
        inputs = attrs.evolve(inputs, room_tokens=int(inputs.room_tokens / max(1.0, share)))
        return inputs, attrs.evolve(settings, token_share=share)

    def learn(self, run: RunRecord) -> None:
        """Take in a run that is over, so that its record need not be read again."""
        with self._lock:
            self._shares[run.id] = share_of(run)
            while len(self._shares) > REMEMBERED:
                self._shares.popitem(last=False)

    def _known(self, model: str) -> list[float]:
        runs = self.runs()
        ids = runs.newest(model, KEPT)
        with self._lock:
            missing = [id_ for id_ in ids if id_ not in self._shares]
        for run in runs.records(missing) if missing else ():
            self.learn(run)
        with self._lock:
            shares = [self._shares.get(id_) for id_ in ids]
        return [share for share in shares if share is not None]


def share_of(run: RunRecord) -> float | None:
    """The share of a run whose prompt was estimated and sent once; else ``None``."""
    once = run.status == "done" and len(run.texts) == 1 and not run.tool_calls
    if not once or run.preview.token_counter != ESTIMATE:
        return None
    from underdraft.cache.simulator import provider_scale  # late: only an estimate is compared

    return provider_scale(run.preview.tokens, run.usage)

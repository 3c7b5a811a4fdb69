"""Stage: run the fetchers that the rules ask for, concurrently, each isolated from the others."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, cast

import attrs

from underdraft.boundary.plugin_calls import guarded
from underdraft.boundary.private_logging import logger_of
from underdraft.errors import FETCHER_FAILED, FETCHER_TIMEOUT, PREFIX_VOLATILE, LayerFailed
from underdraft.run.call_fetcher import (
    NOT_CALLED,
    TooLongError,
    call_fetcher,
    collected,
    is_async,
    is_pending,
    over,
)
from underdraft.run.plugin_error import describe_error
from underdraft.run.quarantine import SAID, Quarantine, content_of, files_of
from underdraft.run.sanitize import stamp
from underdraft.text.clean import one_line
from underdraft.types.fetcher import Fetched, Fetcher
from underdraft.types.identity import cached_for_same_objects
from underdraft.types.layers import Layer
from underdraft.types.prompt import Excluded
from underdraft.types.run_inputs import RunInputs
from underdraft.types.skill import ContextRules
from underdraft.types.values import frozen

OWN_PACKAGE = "underdraft"
"""The package of the built-in plugins; a record names it once."""

SCENES = 8
"""Results of a built-in fetcher of layers 0-3 that are kept: a writer goes back and forth between scenes."""

NONE_FOUND = "asked for, none found"
"""How a receipt says that a project lacks what a skill asks for."""

log = logger_of("underdraft")


@frozen(kw_only=True)
class Registered:
    """A fetcher and the plugin that it came from."""

    fetcher: Fetcher
    plugin: str
    package: str = ""
    awaited: bool = attrs.field(
        init=False, default=attrs.Factory(lambda self: is_async(self.fetcher.fetch), takes_self=True)
    )
    """Whether a call of the fetcher only makes what is to be awaited or drained."""
    _last: list[tuple[Fetched, Fetched]] = attrs.field(factory=list, init=False, repr=False, eq=False)

    def stamped(self, given: Fetched) -> Fetched:
        """Check what the fetcher gave; a built-in one that gives layers 0-3 the same again gets the same chunks."""
        if not (self.fetcher.layer.stable and self.built_in):
            return stamp(given, self.fetcher, self.plugin)
        for before, fetched in self._last:
            if before == given:
                return fetched
        fetched = stamp(given, self.fetcher, self.plugin, kept=True)
        self._last[:] = [(given, fetched), *self._last[: SCENES - 1]]
        return fetched

    @cached_property
    def built_in(self) -> bool:
        """Whether its plugin comes with the engine."""
        return self.package.partition(" ")[0] == OWN_PACKAGE

    @property
    def is_watched(self) -> bool:
        """Whether it promises the same bytes for the same content, and is not the engine's own."""
        return self.fetcher.stable and not self.built_in

    @property
    def order(self) -> tuple[int, int, str, str]:
        """The fetcher's place in the prompt; it does not depend on the order of loading."""
        return (self.fetcher.layer, self.fetcher.priority, self.plugin, self.fetcher.name)


@frozen(kw_only=True)
class FetchOutcome(Fetched):
    """The results of all fetchers, in the fixed order of :attr:`Registered.order`; chunks are stamped.

    Attributes:
        errors: What those that failed have raised.
        timings: Milliseconds each fetcher took; of one in a thread, those in which it ran.
    """

    timings: Mapping[str, float] = attrs.field(factory=dict)
    errors: tuple[Exception, ...] = attrs.field(default=(), eq=False)


@cached_for_same_objects
def wanted(fetchers: Sequence[Registered], rules: ContextRules) -> Sequence[Registered]:
    """The fetchers whose rule the skill asks for, in their fixed order; the others are never called."""
    asked = (r for r in fetchers if r.fetcher.rule is None or rules.asks_for(r.fetcher.rule))
    return sorted(asked, key=lambda r: r.order)


async def fetch_all(
    fetchers: Sequence[Registered],
    inputs: RunInputs,
    *,
    off_loop: bool = False,
    quarantine: Quarantine | None = None,
) -> FetchOutcome:
    """Run the wanted fetchers at once and put what they give into the fixed order.

    Stable ones of other packages that give other bytes for the same content are said to be ``PREFIX_VOLATILE`` and
    stand behind the prefix, for as long as the ``quarantine`` lives. When a required fetcher fails, the others are
    stopped. ``off_loop`` calls the inline ones one after the other in a thread.
    """
    order = wanted(fetchers, inputs.rules)
    inline = [r for r in order if r.fetcher.inline and not r.awaited]
    early = (
        await asyncio.to_thread(_all_at_once, inline, inputs) if off_loop else _all_at_once(inline, inputs)
    )
    given = [early.get(registered.fetcher.name, NOT_CALLED) for registered in order]
    late = [
        _isolated(registered, inputs, one)
        for registered, one in zip(order, given, strict=True)
        if not isinstance(one, tuple)
    ]
    came = iter(await _together(late))
    outcomes: Sequence[Outcome] = [one if isinstance(one, tuple) else next(came) for one in given]
    if any(registered.is_watched for registered in order):
        outcomes = await asyncio.to_thread(_settled, order, outcomes, inputs, quarantine or Quarantine())
    turns = next((fetched for fetched, _ in outcomes if fetched.history), Fetched())
    return FetchOutcome(
        chunks=tuple(c for fetched, _ in outcomes for c in fetched.chunks),
        warnings=tuple(w for fetched, _ in outcomes for w in fetched.warnings),
        history=turns.history,
        history_stays=turns.history_stays,
        excluded=(
            *(e for fetched, _ in outcomes for e in fetched.excluded),
            *(_missing(r) for r, (fetched, _) in zip(order, outcomes, strict=True) if _lacks(r, fetched)),
        ),
        errors=tuple(fetched.error for fetched, _ in outcomes if isinstance(fetched, Failed)),
        timings={r.fetcher.name: ms for r, (_, ms) in zip(order, outcomes, strict=True)},
    )


async def _together(calls: Sequence[Coroutine[Any, Any, Outcome]]) -> Sequence[Outcome]:
    """Await all at once; when one raises, the others are stopped."""
    if len(calls) <= 1:
        return [await call for call in calls]
    tasks = [asyncio.ensure_future(call) for call in calls]
    try:
        return await asyncio.gather(*tasks)
    except BaseException:
        for task in tasks:
            if not task.cancelling():  # it is cleaning up already
                task.cancel()
        await over(tasks)
        raise


def _settled(
    order: Sequence[Registered], outcomes: Sequence[Outcome], inputs: RunInputs, quarantine: Quarantine
) -> Sequence[Outcome]:
    """The outcomes, those of strangers' stable fetchers as the quarantine lets them through; reads files where one differs."""
    content = content_of(
        [c for r, (fetched, _) in zip(order, outcomes, strict=True) if r.built_in for c in fetched.chunks]
    )
    told: Any = {
        "kind": (inputs.project_id, inputs.skill.id, inputs.request.document_id, inputs.locale),
        "content": content,
        "files": partial(files_of, inputs),
    }
    found: list[Outcome] = []
    for registered, (fetched, ms) in zip(order, outcomes, strict=True):
        settled, name = fetched, registered.fetcher.name
        if registered.is_watched and not fetched.warnings:
            settled, caught = quarantine.settle(name, fetched, **told)
            if caught:
                said = f"{PREFIX_VOLATILE}: {name} ({registered.plugin}) {SAID}"
                settled = attrs.evolve(settled, warnings=(said,))
        found.append((settled, ms))
    return found


@frozen(kw_only=True)
class Failed(Fetched):
    """The result of a fetcher that raised: a warning, and the exception."""

    error: Exception


def _lacks(registered: Registered, fetched: Fetched) -> bool:
    """Whether a fetcher of the project's material looked without a fault, and there was none."""
    fetcher = registered.fetcher
    return fetcher.layer is Layer.PROJECT and fetcher.rule is not None and fetched == Fetched()


def _missing(registered: Registered) -> Excluded:
    """The receipt's line for what a skill asked for and the project has not."""
    rule = str(registered.fetcher.rule)
    reason = f"{NONE_FOUND}: {rule}"
    return Excluded(
        layer=Layer.PROJECT, source=f"rule:{rule}", plugin=registered.plugin, reason=reason, count=0
    )


Outcome = tuple[Fetched, float]
"""A fetcher's result, stamped, and the milliseconds that it took."""


def _all_at_once(inline: Sequence[Registered], inputs: RunInputs) -> dict[str, Outcome | object]:
    return {registered.fetcher.name: _at_once(registered, inputs) for registered in inline}


def _at_once(registered: Registered, inputs: RunInputs) -> Outcome | object:
    """Call an inline fetcher; a result that must be awaited, or called elsewhere, is returned as it is."""
    fetcher = registered.fetcher
    begin = time.perf_counter()
    try:
        if callable(fetcher.inline) and guarded(fetcher.inline, inputs) is not True:
            return NOT_CALLED
        given: Any = guarded(fetcher.fetch, inputs)
        if not isinstance(given, Fetched):
            if is_pending(given):
                return cast("object", given)
            given = collected(given)
        fetched = registered.stamped(given)
    except Exception as error:  # noqa: BLE001 - a stranger's code may raise anything
        fetched = _failure(registered, error)
    return fetched, (time.perf_counter() - begin) * 1000


async def _isolated(registered: Registered, inputs: RunInputs, given: object) -> Outcome:
    """Call a fetcher, or await the result that it has given already; a failure becomes a warning."""
    fetcher = registered.fetcher
    begin = time.perf_counter()
    ran: list[float] = []
    try:
        fetched = registered.stamped(await call_fetcher(fetcher, inputs, ran, given))
    except TooLongError as error:
        fetched = _failed(registered, FETCHER_TIMEOUT, str(error))
    except Exception as error:  # noqa: BLE001 - a stranger's code may raise anything
        fetched = _failure(registered, error)
    return fetched, (ran[0] if ran else time.perf_counter() - begin) * 1000


def _failure(registered: Registered, error: Exception) -> Fetched:
    why = describe_error(error)
    log.warning("fetcher %s (%s) failed: %s", registered.fetcher.name, registered.plugin, why)
    log.debug("where it failed", exc_info=error)
    return _failed(registered, FETCHER_FAILED, why, error)


def _failed(registered: Registered, code: str, why: str, error: Exception | None = None) -> Fetched:
    name = registered.fetcher.name
    if registered.fetcher.required or (registered.fetcher.awaited and code == FETCHER_TIMEOUT):
        layer = registered.fetcher.layer.name
        raise LayerFailed(
            f"layer {layer}: the required fetcher {name} of plugin {registered.plugin} failed ({one_line(why)})",
            details={"layer": layer, "fetcher": name, "plugin": registered.plugin, "cause": code},
        ) from error
    warnings = (f"{code}: {name}: plugin {registered.plugin}: {why}",)
    return Fetched(warnings=warnings) if error is None else Failed(warnings=warnings, error=error)

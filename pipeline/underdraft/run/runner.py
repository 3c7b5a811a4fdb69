"""Runs the pipeline for a workspace: resolves what a run needs, streams it, cancels it, keeps its record."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing, suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import attrs

from underdraft.boundary.private_logging import logger_of
from underdraft.errors import (
    RUN_NOT_RECORDED,
    Canceled,
    ModelError,
    NotFound,
    StoreError,
    Timeout,
    UnderdraftError,
)
from underdraft.project.config import Config
from underdraft.project.files import DiskFiles
from underdraft.project.source_files import SourceFiles
from underdraft.prompt.template_set import TemplateSet
from underdraft.run import middleware, pipeline
from underdraft.run.calibration import Calibration
from underdraft.run.client_words import check_taken
from underdraft.run.concurrency_limit import places
from underdraft.run.external_reply import assembly_of, record_of_call
from underdraft.run.gate import Gate
from underdraft.run.model_call import answer
from underdraft.run.preparation import prepared
from underdraft.run.prepare import Prepared, RunSettings, prepare, resolve
from underdraft.run.project_identity import ProjectIdentity
from underdraft.run.quarantine import Quarantine
from underdraft.run.run_in_progress import Attempt
from underdraft.skill.registry import SkillRegistry
from underdraft.text.tokens import ESTIMATE
from underdraft.types.checks import check_reach
from underdraft.types.model_call import NOTHING, ModelCall, ModelInput, Reply, TextDelta, ToolSpec
from underdraft.types.prefix import LastPrefixes
from underdraft.types.request import OWN_PROJECT, Own, RunRequest
from underdraft.types.run import Assembly, Preview, RunFinished, RunRecord, RunStarted
from underdraft.types.run_inputs import RunInputs

if TYPE_CHECKING:
    from underdraft.memory.store import Store
    from underdraft.plugins import Plugins

log = logger_of("underdraft")

PREVIEWS_KEPT = 64
"""Newest previews that can be recorded by their id alone."""

SENT_WAIT_S = 10.0
"""How long a run that is over waits until its message is on disk; twice the wait for the store's lock."""

Events = AsyncGenerator[RunStarted | TextDelta | RunFinished, None]
Queue = asyncio.Queue[TextDelta | RunFinished | None]


@attrs.define(eq=False, kw_only=True)
class Runner:
    """The runs of one workspace.

    Attributes:
        open_store: The store's services; opening touches no file.
        identity: Knows, before anything is read for a run, whose the project's id is.
        readers: What fetchers may read through, by field of :class:`underdraft.RunInputs`.
    """

    gate: Gate
    skills: SkillRegistry
    files: DiskFiles | SourceFiles
    clock: Callable[[], str]
    new_id: Callable[[], str]
    open_store: Callable[[], Store]
    readers: Callable[[], Mapping[str, Any]]
    identity: ProjectIdentity
    warnings: tuple[str, ...] = attrs.field(default=(), init=False)
    calibration: Calibration = attrs.field(init=False)
    _running: dict[str, tuple[asyncio.AbstractEventLoop, asyncio.Task[None], str | None]] = attrs.field(
        factory=dict, init=False
    )
    _previews: OrderedDict[str, Preview] = attrs.field(factory=OrderedDict, init=False)
    _canceled: set[str] = attrs.field(factory=set, init=False)
    _lock: threading.Lock = attrs.field(factory=threading.Lock, init=False)
    _quarantine: Quarantine = attrs.field(factory=Quarantine, init=False)
    _store_was_asked: bool = attrs.field(default=False, init=False)
    plugins: Plugins = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.plugins = self.gate.plugins
        self.after_fork()

    @property
    def config(self) -> Config:
        """The settings that hold."""
        return self.gate.config

    def after_fork(self) -> None:
        """Begin without runs, as a forked process does."""
        self._lock, self._running, self._canceled = threading.Lock(), {}, set()
        self._store_was_asked = False
        self.calibration = Calibration(lambda: self.open_store().runs)

    async def preview(self, request: RunRequest, given: ModelInput = NOTHING) -> Preview:
        """Assemble without calling a model."""
        await self.identity.know()
        inputs, settings = self._prepare(request, self.new_id(), given)
        preview = await self._assemble(inputs, settings)
        slim = attrs.evolve(inputs, request=attrs.evolve(inputs.request, document=None, selection=None))
        preview = attrs.evolve(preview, assembly=Assembly(inputs=slim, templates=settings.templates.sources))
        with self._lock:
            self._previews[preview.run_id] = preview
            while len(self._previews) > PREVIEWS_KEPT:
                self._previews.popitem(last=False)
        return preview

    async def record(
        self,
        preview: Preview | str,
        texts: str | Sequence[str],
        *,
        project_id: str | Own | None = OWN_PROJECT,
        **said: Any,
    ) -> RunRecord:
        """Keep a preview that the application had answered itself; see :meth:`underdraft.Workspace.record`."""
        if isinstance(preview, str):
            with self._lock:
                found = self._previews.get(preview)
            if found is None:
                raise NotFound("runId: there is no such preview", details={"field": "runId"})
            check_reach("runId", found.project_id, self.config.project_meant(project_id), "preview")
            preview = found
        run = record_of_call(preview, texts, **said)
        assembly = assembly_of(preview)
        told: Any = {"templates": assembly.templates, "inputs": assembly.inputs, "once": True}
        await asyncio.to_thread(self.open_store().add_run, run, locale=self.config.locale, **told)
        with self._lock:
            self._previews.pop(run.id, None)
        return run

    async def _assemble(self, inputs: RunInputs, settings: RunSettings) -> Preview:
        """Assemble from one version of the store, and compare the prefix with the last recorded run's."""
        asked, session_id = self._store_was_asked, inputs.request.session_id
        if session_id is not None and not (asked and self.open_store().conversation.has_begun(session_id)):
            with suppress(StoreError):
                await asyncio.to_thread(lambda: self.open_store().conversation.catch_up(inputs))
        if settings.counter.name == ESTIMATE:
            inputs, settings = await asyncio.to_thread(self.calibration.apply, inputs, settings)
        async with places():
            return await self._assemble_now(inputs, settings)

    async def _assemble_now(self, inputs: RunInputs, settings: RunSettings) -> Preview:
        database = self.open_store().database
        with database.view() as view:
            if database.place.shared:  # each read is a journey, during which the loop serves others
                settings = attrs.evolve(settings, off_loop=True)
            # Opening the store (imports, a migration) is not charged to the fetchers' limits: one that
            # were late only in a fresh process would give that process another prefix.
            first = database.place.shared or not self._store_was_asked
            look = partial(self._before, inputs, settings)
            before = await asyncio.to_thread(look) if first else look()
            self._store_was_asked = True
            preview = await pipeline.assemble(inputs, settings, before)
            if database.place.shared:
                await asyncio.to_thread(view.close)
        if shared := self.identity.warning():
            return attrs.evolve(preview, warnings=tuple(sorted((*preview.warnings, shared))))
        return preview

    def _before(self, inputs: RunInputs, settings: RunSettings) -> LastPrefixes:
        """The stable prefixes of the last recorded runs."""
        with suppress(StoreError):  # the store's own fetchers and the record say so in their warnings
            return self.open_store().runs.last_prefixes(inputs.project_id, settings.model)
        return LastPrefixes()

    async def stream(self, request: RunRequest, given: ModelInput = NOTHING) -> Events:
        """Run: one start, deltas, one end. The work goes on in a task of its own, so that it can be cancelled."""
        await self.identity.know()
        run_id = self.new_id()
        inputs, settings = self._prepare(request, run_id, given)
        attempt = Attempt(inputs=inputs, settings=settings, given=given)
        queue: Queue = asyncio.Queue()
        task = asyncio.create_task(self._limited(attempt, queue), name=f"underdraft-run-{run_id}")
        task.add_done_callback(lambda _: queue.put_nowait(None))
        with self._lock:
            self._running[run_id] = (asyncio.get_running_loop(), task, inputs.project_id)
        try:
            yield RunStarted(run_id=run_id)
            while (event := await queue.get()) is not None:
                yield event
            await task
        except asyncio.CancelledError:
            if task.cancelled() and run_id in self._canceled:
                raise Canceled("the run was canceled") from None
            raise
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            with self._lock:
                self._running.pop(run_id, None)
                self._canceled.discard(run_id)

    def cancel(self, run_id: str, project_id: str | None) -> bool:
        """Stop a run from any thread; whether it was under way.

        Raises:
            NotFound: It belongs to another project.
        """
        with self._lock:
            found = self._running.get(run_id)
            if found is None or found[1].done():
                return False
            check_reach("runId", found[2], project_id, "run")
            self._canceled.add(run_id)
        loop, task, _ = found
        try:
            loop.call_soon_threadsafe(task.cancel)
        except RuntimeError:  # the loop has been closed, and the run with it
            return False
        return True

    async def _limited(self, attempt: Attempt, queue: Queue) -> None:
        inputs, settings = attempt.inputs, attempt.settings
        try:
            model = await prepared(self.gate.model(settings.model))
            if demanded := attempt.given.demanded:
                await asyncio.to_thread(check_taken, model, settings.model, demanded)
            run = await self._in_time(attempt, queue)
            with self._lock:
                # Done, unless it was canceled: from here on it is recorded, and nobody can take it back.
                if inputs.run_id in self._canceled:
                    raise asyncio.CancelledError  # noqa: TRY301 - it ends as one that came earlier
                self._running.pop(inputs.run_id, None)
        except (Exception, asyncio.CancelledError) as error:
            await self._keep_failed(attempt, error)
            raise
        except (SystemExit, KeyboardInterrupt) as error:  # a plugin's; from a task it would end the loop
            fault = UnderdraftError(f"a plugin raised {type(error).__name__}")
            await self._keep_failed(attempt, fault)
            raise fault from error
        if run.tool_calls:
            queue.put_nowait(RunFinished(run=run))
            return
        begin = time.perf_counter()
        run = await self._keep(run, inputs, settings.templates)
        timings = {**run.timings, "record": round((time.perf_counter() - begin) * 1000, 3)}
        run = attrs.evolve(run, timings=timings)
        middleware.tell_ended(self.plugins.manager, run)
        queue.put_nowait(RunFinished(run=run))

    async def _in_time(self, attempt: Attempt, queue: Queue) -> RunRecord:
        limit_ms = attempt.inputs.request.timeout_ms or self.config.timeout_ms
        try:
            async with asyncio.timeout(limit_ms / 1000):
                return await self._work(attempt, queue, limit_ms)
        except TimeoutError:
            why = f"the run took longer than its limit of {limit_ms:,} ms"
            raise Timeout(why, details={"timeoutMs": limit_ms}) from None

    async def _work(self, attempt: Attempt, queue: Queue, limit_ms: int) -> RunRecord:
        begin = time.perf_counter()
        preview = await self._assemble(attempt.inputs, attempt.settings)
        attempt.preview = preview
        sent = asyncio.ensure_future(self._sent(preview, attempt))
        try:
            left_ms = max(1, limit_ms - int((time.perf_counter() - begin) * 1000))
            return await self._ask(preview, attempt, queue, left_ms)
        finally:
            await asyncio.wait({sent}, timeout=SENT_WAIT_S)

    async def _ask(self, preview: Preview, attempt: Attempt, queue: Queue, left_ms: int) -> RunRecord:
        inputs, settings, warn = attempt.inputs, attempt.settings, attempt.warnings.append
        given, manager = attempt.given, self.plugins.manager
        call = ModelCall(
            run_id=preview.run_id,
            model=preview.model,
            messages=preview.messages,
            cache=preview.cache,
            timeout_ms=left_ms,
            idle_timeout_ms=self.config.idle_timeout_ms,
            candidates=inputs.request.candidates,
            window_tokens=settings.window_tokens,
            options={**self.config.model_options, **given.options},
            tools=given.tools or await self._tools(inputs),
            **given.of_call(settings.config.output_reserve_tokens),
        )
        attempt.ask()
        events = answer(
            call,
            self.gate.model(settings.model),
            middleware.wrappers_of(manager),
            before=middleware.observer(manager, "underdraft_before_model_call", warn),
            after=middleware.observer(manager, "underdraft_after_model_call", warn),
            warn=warn,
        )
        reply: Reply | None = None
        try:
            async with aclosing(events):
                async for event in events:
                    if isinstance(event, Reply):
                        reply = event
                    else:
                        attempt.add_text(event)
                        queue.put_nowait(event)
        except ModelError as error:
            raise self.gate.explained(error) from error
        if reply is None:
            raise ModelError("the model gave no reply")
        run = attempt.recorded(reply)
        if not call.tools:  # their rounds are counted together
            self.calibration.learn(run)
        return run

    async def _keep(self, run: RunRecord, inputs: RunInputs, templates: TemplateSet) -> RunRecord:
        """Store the record; a store that fails costs the record, never the reply."""
        told: Any = {"locale": self.config.locale, "templates": templates.sources, "inputs": inputs}
        write = asyncio.ensure_future(asyncio.to_thread(self.open_store().add_run, run, **told))
        try:
            await asyncio.shield(write)
        except asyncio.CancelledError:
            await asyncio.wait({write})  # a thread cannot be stopped: let it come to its end
            if write.cancelled():  # the loop ends, perhaps before a thread was free
                with suppress(UnderdraftError):
                    self.open_store().add_run(run, **told, once=True)
            raise
        except Exception as error:
            log.debug("a run could not be recorded", exc_info=error)
            why = error.message if isinstance(error, StoreError) else type(error).__name__
            warnings = {*run.warnings, f"{RUN_NOT_RECORDED}: {why}"}
            return attrs.evolve(run, warnings=tuple(sorted(warnings)))
        return run

    async def _keep_failed(self, attempt: Attempt, error: BaseException) -> None:
        """Store what there is of a run that ended too early; that it cannot be stored changes nothing."""
        run = attempt.broken_off(error)
        if run is None:
            return
        with suppress(Exception, asyncio.CancelledError):  # the run ends with its own error
            await self._keep(run, attempt.inputs, attempt.settings.templates)
        middleware.tell_ended(self.plugins.manager, run)

    async def _sent(self, preview: Preview, attempt: Attempt) -> None:
        """Put a session's message on disk while the model is at work; the record brings it along if not.

        Where the application runs tools it may be asked for several times, and only the last is kept.
        """
        request = attempt.inputs.request
        if request.session_id is not None and not attempt.given.tools:
            with suppress(StoreError):
                await asyncio.to_thread(lambda: self.open_store().conversation.keep_message(preview, request))

    async def _tools(self, inputs: RunInputs) -> tuple[ToolSpec, ...]:
        """List the tools that the model may call; a store that fails costs the tools, never the run."""
        try:
            return await asyncio.to_thread(lambda: self.open_store().memory.tools(inputs))
        except StoreError:
            return ()

    def _prepare(self, request: RunRequest, run_id: str, given: ModelInput = NOTHING) -> Prepared:
        """Raises InvalidArgument or NotFound before anything is fetched."""
        if (request := resolve(request, self.config)).model:
            self.gate.name(request.model)
        skill, unnamed = self.gate.skill(self.skills.get(request.skill_id))
        templates, unused = self.gate.templates()
        return prepare(
            request,
            config=self.config,
            skill=skill,
            fetchers=self.plugins.fetchers,
            templates=templates,
            files=self.files,
            readers=self.readers(),
            run_id=run_id,
            now=self.clock(),
            warnings=(*self.warnings, *unnamed, *unused),
            quarantine=self._quarantine,
            given=given,
        )

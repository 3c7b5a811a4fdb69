"""A project folder opened: configuration, plugins, store and pipeline in one object."""

from __future__ import annotations

import asyncio
import os
import uuid
from collections.abc import AsyncGenerator, Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Self, TypeVar, Unpack

import attrs

from underdraft.boundary.channel import Channel
from underdraft.boundary.envelope import answer, enveloped, failure
from underdraft.boundary.gather import gather_channels
from underdraft.boundary.permission import permission
from underdraft.channels.front_door import FrontDoor
from underdraft.errors import Conflict, ModelError, NotFound
from underdraft.opening.shared_parts import SharedParts
from underdraft.project.settings import resolve
from underdraft.project.source_files import SourceFiles, project_files
from underdraft.run.check_request import request_of
from underdraft.run.gate import Gate
from underdraft.run.preparation import begin_to_prepare
from underdraft.run.proposals import environment_warnings
from underdraft.types.checks import ID, TIME, checked_source
from underdraft.types.feedback import Action
from underdraft.types.files import FileSource
from underdraft.types.model_call import NOTHING, ModelInput
from underdraft.types.options import CallOptions, FeedbackOptions, RunOptions
from underdraft.types.request import OWN_PROJECT, Own, RunRequest
from underdraft.types.run import Event, Preview, RunRecord, finished

if TYPE_CHECKING:
    from underdraft.learning.feedback.result import FeedbackResult

T = TypeVar("T")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


@attrs.define(eq=False)
class Workspace(FrontDoor):
    """One project folder, ready to run skills. Made by :meth:`open`; safe to share between threads."""

    _channels: Mapping[str, Channel] | None = attrs.field(default=None, init=False)

    @classmethod
    def open(
        cls,
        folder: str | os.PathLike[str] | None = None,
        *,
        files: Mapping[str, str] | FileSource | None = None,
        store: str | os.PathLike[str] | None = None,
        writer: str | None = None,
        model: str | None = None,
        reader_model: str | None = None,
        model_options: Mapping[str, str] | None = None,
        embedder: str | None = None,
        locale: str | None = None,
        trusted: bool = False,
        clock: Callable[[], str] = _now,
        new_id: Callable[[], str] = lambda: str(uuid.uuid4()),
        plugins: Sequence[object] = (),
        entry_points: bool = True,
        prepare_model: bool = True,
        confirm: bool = False,
        shared: SharedParts | None = None,
    ) -> Self:
        """Open a folder. Nothing is written; the store is opened when it is first needed.

        Args:
            folder: The project's folder, ``"."`` if missing. Without ``.underdraft/config.toml`` it has no
                project, and everything else works.
            files: The project's files instead of a folder: project-relative POSIX paths to texts, or a
                :class:`underdraft.types.files.FileSource`. Nothing can be exported into files then.
            store: Path or URL of the store, instead of the writer's own (``UNDERDRAFT_STORE``, or in
                ``UNDERDRAFT_HOME`` or the user's data folder) or the project's.
            writer: Whose rows of a store on a server are meant; a store in a file has one writer, no name.
            model: Instead of the configured model.
            reader_model: Instead of the configured model for questions behind a run.
            model_options: Instead of the configured ones of these names, such as ``api_base``.
            embedder: Instead of the configured embedder.
            locale: Language of prompts and shipped skills, ``"zh"`` or ``"en"``, instead of the configured one.
                Without either it is ``"zh"``.
            trusted: Whether you vouch for the folder, as if the writer had trusted it.
            clock: Gives the time in ISO 8601 UTC with milliseconds.
            new_id: Gives a fresh unique id.
            plugins: Objects with hook implementations, next to the installed ones.
            entry_points: Whether installed plugins, the built-in ones too, are loaded.
            prepare_model: Whether a model that has to load something begins with it now, else its first run does.
            confirm: Whether this is the project whose id it has, although the store knows it from another folder.
            shared: Plugins, event loop and stores that others have, too; see
                :class:`underdraft.WorkspacePool`.

        Raises:
            InvalidArgument: ``config.toml`` is malformed, or there are both a folder and files.
            NotFound: There is no such folder.
        """
        own = project_files(folder, files)
        given: dict[str, Any] = {"model": model, "reader_model": reader_model, "embedder": embedder}
        given |= {"locale": locale, "model_options": model_options, "store": store}
        settings = resolve(own, given, trusted=trusted)
        parts = shared or SharedParts(plugins=plugins, entry_points=entry_points)
        loaded = parts.loaded
        opened = cls(
            gate=Gate(settings=settings, plugins=loaded, files=own),
            skills=parts.registry(own, settings.config.locale),
            files=own,
            clock=checked_source("clock", clock, TIME, "a text such as 2026-01-31T12:00:00.000Z"),
            new_id=checked_source("new_id", new_id, ID, "a text of 1 to 200 characters"),
            where=os.fspath(store) if store is not None else None,
            writer=writer,
            shared=parts,
            owns_shared=shared is None,
        )
        opened.identity.confirm = confirm
        opened._runner.warnings = (*loaded.warnings, *settings.warnings, *environment_warnings(settings, own))
        if prepare_model:
            with suppress(ModelError):  # a run that needs it fails with the error
                begin_to_prepare(opened.gate.model(opened.config.model))
        return opened

    def beside(self, *, store: str | os.PathLike[str] | None = None, **options: Any) -> Workspace:
        """Open the same folder or files with the same plugins and locale, by default over the same store.

        ``options`` are those of :meth:`open`.
        """
        same = {"trusted": self.gate.settings.trust.whole, "locale": self.config.locale}
        options = {**same, "prepare_model": False, **options}
        where = self._where if store is None else store
        if not isinstance(self.files, SourceFiles):
            options = {"folder": None if "files" in options else self.root, **options}
        else:
            options = {"files": self.files.source, **options}
        return Workspace.open(store=where, shared=self._shared, **options)

    async def run(self, skill_id: str, **options: Unpack[RunOptions]) -> RunRecord:
        """Run a skill and wait for its result.

        Args:
            skill_id: Name of the skill.
            **options: See :class:`underdraft.RunRequest`; ``selection`` may be a pair of code point offsets.

        Raises:
            UnderdraftError: InvalidArgument, NotFound, LayerFailed, ContextOverflow, ModelError, Timeout or Canceled.
        """
        return await finished(self.stream(skill_id, **options))

    def run_sync(self, skill_id: str, **options: Unpack[RunOptions]) -> RunRecord:
        """:meth:`run` for callers that are not async; may also be called where a loop is running."""
        return self.wait_for(self.run(skill_id, **options))

    def stream(
        self, skill: str | RunRequest, *, given: ModelInput = NOTHING, **options: Unpack[RunOptions]
    ) -> AsyncGenerator[Event, None]:
        """Run a skill and get its events as they come: start, deltas, end. Raises as :meth:`run`.

        Leaving the loop early and closing the generator cancels the run.

        Args:
            skill: Name of the skill, or the whole request.
            given: What the model gets besides: the application's instructions and its own transcript of
                earlier turns, which are part of the prompt, tools that it runs itself, and what came of them. A run that ends in calls of them is not recorded: it goes on when it is
                started again with their results in ``given.exchange``.
            **options: As for :meth:`run`; none with a whole request.
        """
        return self.runner.stream(self._request(skill, **options), given)

    async def preview(
        self, skill: str | RunRequest, *, given: ModelInput = NOTHING, **options: Unpack[RunOptions]
    ) -> Preview:
        """Assemble the prompt as :meth:`stream` would send it, without calling a model or recording anything.

        An application that calls the model itself sends ``preview.messages_json()`` and gives what came
        back to :meth:`record`.
        """
        return await self.runner.preview(self._request(skill, **options), given)

    def preview_sync(self, skill_id: str, **options: Unpack[RunOptions]) -> Preview:
        """:meth:`preview` for callers that are not async."""
        return self.wait_for(self.preview(skill_id, **options))

    async def record(
        self, preview: Preview | str, texts: str | Sequence[str], **options: Unpack[CallOptions]
    ) -> RunRecord:
        """Keep a run whose model the application has called itself; feedback and replay work on it.

        Args:
            preview: What :meth:`preview` gave, or its run id while it is one of the newest 64.
            texts: The reply, or one text a candidate.
            **options: See :class:`underdraft.types.options.CallOptions`. A model that nobody has named goes
                by the name ``external``.

        Raises:
            InvalidArgument: A value has the wrong type or is out of range.
            NotFound: No preview of this id is at hand.
            Conflict: It has been recorded already.
            StoreError: Nothing was recorded.
        """
        return await self.runner.record(preview, texts, **options)

    def record_sync(
        self, preview: Preview | str, texts: str | Sequence[str], **options: Unpack[CallOptions]
    ) -> RunRecord:
        """:meth:`record` for callers that are not async."""
        return self.wait_for(self.record(preview, texts, **options))

    def cancel(self, run_id: str, *, project_id: str | Own | None = OWN_PROJECT) -> bool:
        """Stop a run, or the feedback on one, that is under way (another project's is ``NotFound``); whether there was one."""
        project = self.config.project_meant(project_id)
        return self._runner.cancel(run_id, project) or self.learning.cancel(run_id, project)

    async def feedback(
        self, run_id: str, action: Action, **options: Unpack[FeedbackOptions]
    ) -> FeedbackResult:
        """Say what became of a run's result; preferences are learned from it.

        Args:
            run_id: The run.
            action: ``"accept"``, ``"reject"`` or ``"partial"``.
            **options: ``evidence_ref`` (a short text or tag that says what it was about),
                ``final_text`` (the text that was kept), ``selected_index`` (-1 for none), ``undo``
                (takes back an accept of the last 30 seconds), ``project_id``, ``timeout_ms`` (30 seconds if
                missing); see :class:`underdraft.types.feedback.Feedback`.

        Raises:
            InvalidArgument, NotFound, Conflict, StoreError, Timeout, Canceled: Nothing was stored.
        """
        await self.identity.know(make=False)
        timeout_ms = options.pop("timeout_ms", None)
        given = self.learning.feedback_of(run_id=run_id, action=action, **options)
        return await self.learning.submit(given, timeout_ms=timeout_ms)

    def feedback_sync(
        self, run_id: str, action: Action, **options: Unpack[FeedbackOptions]
    ) -> FeedbackResult:
        """:meth:`feedback` for callers that are not async."""
        return self.wait_for(self.feedback(run_id, action, **options))

    def wait_for(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of an async method for callers that are not async: ``ws.wait_for(ws.rules.ingest(...))``.

        May also be called where a loop is running.
        """
        return self._shared.portal.call(work)

    def _request(self, skill: str | RunRequest, **options: Unpack[RunOptions]) -> RunRequest:
        return skill if isinstance(skill, RunRequest) else request_of(skill, **options)

    async def invoke(
        self, channel: str, payload: object = None, *, on_event: Callable[[Event], None] | None = None
    ) -> dict[str, Any]:
        """Call a channel by name: ``{"ok": True, "data"}`` or ``{"ok": False, "error"}``, never an exception.

        Args:
            channel: The channel's name, e.g. ``"ai:skill:run"``.
            payload: An object in JSON's types with camelCase keys.
            on_event: Gets the events of a run whose payload says ``stream: true``.
        """
        return await enveloped(self._answer(channel, payload, on_event))

    async def _answer(self, channel: str, payload: object, on_event: Callable[[Event], None] | None) -> Any:
        found = self.channels.get(channel) if isinstance(channel, str) else None
        if found is None:
            raise NotFound("channel: there is no channel of this name")
        if (limits := permission.get()) is not None:
            limits.check(channel, payload)
        if self._closed:
            raise Conflict("the workspace is closed")
        await self.identity.know(make=False)
        given = {} if payload is None else payload
        if self.config.claimed_id is not None and isinstance(given, Mapping) and "projectId" in given:
            given = {**given, "projectId": self.config.project_meant(given["projectId"])}
        try:
            return await answer(found, self, given, on_event=on_event)
        finally:
            await self.identity.know(make=False)  # the first folder that writes into a store is confirmed

    def invoke_sync(self, channel: str, payload: object = None) -> dict[str, Any]:
        """:meth:`invoke` for callers that are not async."""
        try:
            return self._shared.portal.call(self.invoke(channel, payload))
        except Exception as error:  # noqa: BLE001 - the loop itself may fail to start
            return failure(error)

    @property
    def channels(self) -> Mapping[str, Channel]:
        """All channels by name, in sorted order; they come from plugins as everything else."""
        if self._channels is None:
            self._channels = gather_channels(self.plugins.channels())
        return self._channels

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.to_thread(self.close)

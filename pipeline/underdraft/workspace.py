"""A project folder opened: configuration, plugins, store and pipeline in one object."""

from __future__ import annotations

import asyncio
import os
import threading
import uuid
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from datetime import UTC, datetime
from functools import partial
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Self, Unpack, cast

import attrs

from underdraft.boundary.answers import typed, typed_sync
from underdraft.boundary.channel import Channel
from underdraft.boundary.envelope import answer, failure
from underdraft.boundary.gather import gather_channels
from underdraft.boundary.log_words import log_without_words_if
from underdraft.errors import Conflict, NotFound, UnderdraftError
from underdraft.learning.service import FeedbackService, feedback_of
from underdraft.plugins import Plugins
from underdraft.project.config import FOLDER, Config, KnowledgeSettings, read_config
from underdraft.project.files import DiskFiles
from underdraft.project.shipped import builtin
from underdraft.project.source_files import SourceFiles, project_files
from underdraft.project.trust import only_trusted
from underdraft.run.check_request import request_of
from underdraft.run.dropped import when_dropped
from underdraft.run.open_store import open_store, place_of
from underdraft.run.runner import Runner
from underdraft.run.shared_parts import SharedParts
from underdraft.skill.registry import SkillRegistry
from underdraft.text.strings import language_of
from underdraft.types.checks import ID, TIME, checked_source
from underdraft.types.feedback import Action, FeedbackResult
from underdraft.types.files import FileSource
from underdraft.types.model_call import ModelInput, TextDelta
from underdraft.types.options import CallOptions, FeedbackOptions, RunOptions
from underdraft.types.request import OWN_PROJECT, Own, RunRequest
from underdraft.types.run import Preview, RunFinished, RunRecord, RunStarted

if TYPE_CHECKING:
    from weakref import finalize

    from underdraft.knowledge.service import KnowledgeService
    from underdraft.memory.store import Store


Event = RunStarted | TextDelta | RunFinished
"""What :meth:`Workspace.stream` yields: one start, any number of deltas, one end."""


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


@attrs.define(eq=False)
class Workspace:
    """One project folder, ready to run skills. Made by :meth:`open`; safe to share between threads."""

    root: Annotated[Path | None, "The folder; `None` where the files come from elsewhere."]
    config: Annotated[Config, "What its `config.toml` says, with the options of :meth:`open` applied."]
    plugins: Annotated[Plugins, "What is loaded."]
    skills: Annotated[SkillRegistry, "The skills that can be run."]
    files: DiskFiles | SourceFiles
    clock: Annotated[Callable[[], str], "Gives the time in ISO 8601 UTC with milliseconds."]
    new_id: Annotated[Callable[[], str], "Gives a fresh unique id."]
    _where: Path | str | None = attrs.field(default=None, alias="where", repr=False)
    writer: Annotated[str | None, "Whose rows of a store on a server are meant."] = None
    _shared: SharedParts = attrs.field(factory=SharedParts, alias="shared")
    _owns_shared: bool = attrs.field(default=True, alias="owns_shared")
    _lock: threading.RLock = attrs.field(factory=threading.RLock, init=False)
    _store: Store | None = attrs.field(default=None, init=False)
    _knowledge: KnowledgeService | None = attrs.field(default=None, init=False)
    _learning: FeedbackService | None = attrs.field(default=None, init=False)
    _runner: Runner = attrs.field(init=False)
    _channels: Mapping[str, Channel] | None = attrs.field(default=None, init=False)
    _dropped: finalize[Any, Any] | None = attrs.field(default=None, init=False)
    _closed: bool = attrs.field(default=False, init=False)

    def __attrs_post_init__(self) -> None:
        self._runner = Runner(
            config=self.config,
            plugins=self.plugins,
            skills=self.skills,
            files=self.files,
            clock=self.clock,
            new_id=self.new_id,
            open_store=lambda: self.store,
            readers=lambda: {**self.store.readers(), "knowledge": self.knowledge},
        )
        log_without_words_if(self, Workspace._is_private)

    @classmethod
    def open(
        cls,
        folder: str | os.PathLike[str] | None = None,
        *,
        files: Mapping[str, str] | FileSource | None = None,
        store: str | os.PathLike[str] | None = None,
        writer: str | None = None,
        model: str | None = None,
        embedder: str | None = None,
        locale: str | None = None,
        clock: Callable[[], str] = _now,
        new_id: Callable[[], str] = lambda: str(uuid.uuid4()),
        plugins: Sequence[object] = (),
        entry_points: bool = True,
        prepare_model: bool = True,
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
            embedder: Instead of the configured embedder.
            locale: Instead of the configured language of templates and shipped skills.
            clock: Gives the time in ISO 8601 UTC with milliseconds.
            new_id: Gives a fresh unique id.
            plugins: Objects with hook implementations, next to the installed ones.
            entry_points: Whether installed plugins, the built-in ones among them, are loaded.
            prepare_model: Whether a model that has to load something first begins with it now, in the
                background; else its first run does.
            shared: Plugins, event loop and stores that others have, too; see
                :class:`underdraft.WorkspacePool`.

        Raises:
            InvalidArgument: ``config.toml`` is malformed, or there are both a folder and files.
            NotFound: There is no such folder.
        """
        own = project_files(folder, files)
        config, distrust = only_trusted(read_config(own), own.root)
        given: dict[str, Any] = {"model": model, "embedder": embedder, "locale": locale}
        config = attrs.evolve(config, **{name: value for name, value in given.items() if value})
        parts = shared or SharedParts(plugins=plugins, entry_points=entry_points)
        loaded = parts.loaded
        folders: list[tuple[str, Traversable]] = [("project", own.folder(f"{FOLDER}/skills"))]
        folders += loaded.folders("underdraft_skill_dirs")
        folders.append(("underdraft", builtin("skills") / language_of(config.locale)))
        skills = SkillRegistry(folders, parsed=parts.skills, project_root=own.root)
        opened = cls(
            root=own.root,
            config=config,
            plugins=loaded,
            skills=skills,
            files=own,
            clock=checked_source("clock", clock, TIME, "a text such as 2026-01-31T12:00:00.000Z"),
            new_id=checked_source("new_id", new_id, ID, "a text of 1 to 200 characters"),
            where=os.fspath(store) if store is not None else None,
            writer=writer,
            shared=parts,
            owns_shared=shared is None,
        )
        opened._runner.warnings = (*loaded.warnings, *distrust)
        if prepare_model:
            opened._runner.preparation.begin(config.model)
        return opened

    def beside(self, *, store: str | os.PathLike[str] | None = None, **options: Any) -> Workspace:
        """The same folder and plugins over another store, or the same one; ``options`` are those of :meth:`open`."""
        where = self._where if store is None else store
        return Workspace.open(self.root, store=where, shared=self._shared, prepare_model=False, **options)

    async def run(self, skill_id: str, **options: Unpack[RunOptions]) -> RunRecord:
        """Run a skill and wait for its result.

        Args:
            skill_id: Name of the skill.
            **options: See :class:`underdraft.RunRequest`; ``selection`` may be a pair of code point offsets.

        Raises:
            UnderdraftError: InvalidArgument, NotFound, LayerFailed, ContextOverflow, ModelError, Timeout or Canceled.
        """
        async with aclosing(self.stream(skill_id, **options)) as events:
            async for event in events:
                if isinstance(event, RunFinished):
                    return event.run
        raise UnderdraftError("the run ended without a result")

    def run_sync(self, skill_id: str, **options: Unpack[RunOptions]) -> RunRecord:
        """:meth:`run` for callers that are not async; may also be called where a loop is running."""
        return self._shared.portal.call(self.run(skill_id, **options))

    def stream(
        self, skill: str | RunRequest, *, given: ModelInput | None = None, **options: Unpack[RunOptions]
    ) -> AsyncGenerator[Event, None]:
        """Run a skill and get its events as they come: start, deltas, end. Raises as :meth:`run`.

        Leaving the loop early and closing the generator cancels the run.

        Args:
            skill: Name of the skill, or the whole request.
            given: What the model gets besides the prompt: tools that the application runs itself, and what
                came of them. A run that ends in calls of them is not recorded: it goes on when it is
                started again with their results in ``given.exchange``.
            **options: As for :meth:`run`; none with a whole request.
        """
        return self._runner.stream(self._request(skill, **options), given)

    async def preview(self, skill: str | RunRequest, **options: Unpack[RunOptions]) -> Preview:
        """Assemble the prompt as :meth:`stream` would send it, without calling a model or recording anything.

        An application that calls the model itself sends ``preview.messages_json()`` and gives what came
        back to :meth:`record`.
        """
        return await self._runner.preview(self._request(skill, **options))

    def preview_sync(self, skill_id: str, **options: Unpack[RunOptions]) -> Preview:
        """:meth:`preview` for callers that are not async."""
        return self._shared.portal.call(self.preview(skill_id, **options))

    async def record(
        self, preview: Preview | str, texts: str | Sequence[str], **options: Unpack[CallOptions]
    ) -> RunRecord:
        """Keep a run whose model the application has called itself; feedback, why and replay work on it.

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
        self._check_open()
        return await self._runner.record(preview, texts, **options)

    def record_sync(
        self, preview: Preview | str, texts: str | Sequence[str], **options: Unpack[CallOptions]
    ) -> RunRecord:
        """:meth:`record` for callers that are not async."""
        return self._shared.portal.call(self.record(preview, texts, **options))

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
        timeout_ms = options.pop("timeout_ms", None)
        given = feedback_of(run_id=run_id, action=action, **options)
        return await self.learning.submit(given, timeout_ms=timeout_ms)

    def feedback_sync(
        self, run_id: str, action: Action, **options: Unpack[FeedbackOptions]
    ) -> FeedbackResult:
        """:meth:`feedback` for callers that are not async."""
        return self._shared.portal.call(self.feedback(run_id, action, **options))

    def _request(self, skill: str | RunRequest, **options: Unpack[RunOptions]) -> RunRequest:
        self._check_open()
        return skill if isinstance(skill, RunRequest) else request_of(skill, **options)

    def _check_open(self) -> None:
        if self._closed:
            raise Conflict("the workspace is closed")

    @typed
    async def invoke(
        self, channel: str, payload: object = None, *, on_event: Callable[[Event], None] | None = None
    ) -> dict[str, Any]:
        """Call a channel by name: ``{"ok": True, "data"}`` or ``{"ok": False, "error"}``, never an exception.

        Args:
            channel: The channel's name, e.g. ``"ai:skill:run"``.
            payload: An object in JSON's types with camelCase keys.
            on_event: Gets the events of a run whose payload says ``stream: true``.
        """
        found = self.channels.get(channel) if isinstance(channel, str) else None
        if found is None:
            return failure(NotFound("channel: there is no channel of this name"))
        if self._closed:
            return failure(Conflict("the workspace is closed"))
        own, given = self.config.project_id, {} if payload is None else payload
        return await answer(found, self, given, own_project=own, on_event=on_event)

    @typed_sync
    def invoke_sync(self, channel: str, payload: object = None) -> dict[str, Any]:
        """:meth:`invoke` for callers that are not async."""
        try:
            return self._shared.portal.call(self.invoke(channel, payload))
        except UnderdraftError as error:
            return failure(error)

    @property
    def channels(self) -> Mapping[str, Channel]:
        """All channels by name, in sorted order; they come from plugins as everything else."""
        if self._channels is None:
            own = self.plugins.own
            implementations = self.plugins.implementations("underdraft_channels")
            self._channels = gather_channels(
                (i.plugin_name, cast("Callable[[], Any]", i.function))
                for i in sorted(implementations, key=lambda i: (i.plugin_name not in own, i.plugin_name))
            )
        return self._channels

    @property
    def store(self) -> Store:
        """The services over the store. Opening touches no file; the first read or write does."""
        with self._lock:
            if self._store is None:
                self._store = self._open_store()
                self._dropped = when_dropped(self, self._shared.give_back, self._store)
            return self._store

    def _is_private(self) -> bool:
        """Whether its store, if there is one, keeps nothing; one that cannot be read counts as if."""
        try:
            return not self._closed and self.store.database.exists() and self.store.privacy()
        except UnderdraftError:
            return True

    def _open_store(self) -> Store:
        where = place_of(self.config, self.root, self._where)
        told: Any = {name: getattr(self, name) for name in ("config", "plugins", "clock", "new_id", "writer")}
        # What a project says of itself has no part in its store; all else has to be the same to share one.
        common = attrs.evolve(self.config, project=None, knowledge=KnowledgeSettings())
        return self._shared.take_store(
            f"{where} {self.writer!r} {common}", partial(open_store, where, **told)
        )

    @property
    def knowledge(self) -> KnowledgeService:
        """The project's knowledge: its files, and the facts in the store."""
        with self._lock:
            if self._knowledge is None:
                from underdraft.knowledge.graph.rows import FactRows
                from underdraft.knowledge.service import KnowledgeService

                self._knowledge = KnowledgeService(self.files, self.config, FactRows(self.store.database))
            return self._knowledge

    @property
    def learning(self) -> FeedbackService:
        """Takes in feedback, and holds what was learned from it."""
        with self._lock:
            if self._learning is None:
                names = ("config", "plugins", "clock", "new_id", "store")
                told: Any = {name: getattr(self, name) for name in names}
                self._learning = FeedbackService(**told)
            return self._learning

    def close(self) -> None:
        """Stop what is running, write what is waiting, close the store; closing twice is allowed."""
        with self._lock:
            closed, self._closed = self._closed, True
        if closed:
            return
        if self._owns_shared:
            self._shared.portal.close()
        if self._store is not None and self._dropped is not None:
            self._dropped.detach()
            self._shared.give_back(self._store)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.to_thread(self.close)

# ruff: noqa: T201
"""The public names as their users write them; checked by mypy and pyright, never run."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping
from pathlib import Path

import attrs

from underdraft import (
    LAYERS,
    Channel,
    Chunk,
    ContextRules,
    Excluded,
    Fetched,
    Fetcher,
    Injected,
    Layer,
    Memory,
    Message,
    Model,
    ModelCall,
    ModelError,
    Part,
    Preview,
    Project,
    Ref,
    Reply,
    RuleField,
    RunFinished,
    RunInputs,
    RunRecord,
    RunRequest,
    RunStarted,
    StablePrefix,
    TextDelta,
    Trim,
    UnderdraftError,
    Usage,
    Workspace,
    WorkspacePool,
    channel,
    hookimpl,
    prefix,
)
from underdraft.testing import FakeModel, assert_stable, inputs, run_fetcher

# --- an application ---------------------------------------------------------------------------


def application(text: str) -> str:
    """Sync: run, preview, invoke."""
    with Workspace.open(
        "novel", store=Path("x.db"), model="offline", embedder="none", plugins=[FakeModel()]
    ) as ws:
        run: RunRecord = ws.run_sync(
            "polish", document=text, selection=(0, 2), instruction="shorter", candidates=2
        )
        preview: Preview = ws.preview_sync("polish", document=text, project_id=None)
        envelope: dict[str, object] = ws.invoke_sync("ai:run:get", {"runId": run.id})
        tokens: int = ws.runs.get(run_id=run.id).run.usage.prompt_tokens
        memories: list[str] = [
            item.content for item in ws.memory.list(type="preference", project_id=None).items
        ]
        ws.memory.list(typ="note")  # type: ignore[call-arg]
        print(tokens, memories, ws.memory.list().itmes)  # type: ignore[attr-defined]
        heard: bool = ws.wait_for(ws.rules.ingest(action="accept", evidence_ref="short")).recorded
        print(heard, ws.story.query(entity="Ann").events[0].at, ws.sessions.start().session_id)
        texts: tuple[str, ...] = run.texts
        prefix: str = preview.stable_prefix
        hashes: Mapping[Layer, str] = preview.prompt.layer_hashes
        unchanged: bool | None = run.stable_prefix_unchanged
        injected: tuple[Injected, ...] = run.injected
        excluded: tuple[Excluded, ...] = preview.excluded
        trims: tuple[Trim, ...] = preview.trims
        messages: tuple[Message, ...] = preview.messages
        usage: Usage = run.usage
        sent: list[dict[str, str]] = preview.messages_json()
        kept: RunRecord = ws.record_sync(preview, "He rang.", usage=Usage(), finish_reason="stop")
        ws.feedback_sync(kept.id, "accept", evidence_ref="short", selected_index=0)
        ws.run_sync("polish", documnet=text)  # type: ignore[call-arg]
        ws.preview_sync("polish", candidates="2")  # type: ignore[arg-type]
        ws.feedback_sync(kept.id, "accept", evidence="short")  # type: ignore[call-arg]
        print(sent, envelope, texts, prefix, hashes, unchanged, injected, excluded, trims, messages, usage)
        return run.text


def many_users(book: Path) -> None:
    """A pool: paths and options."""
    with WorkspacePool(8, plugins=[FakeModel()], options={"model": "fake", "clock": lambda: "now"}) as pool:
        with pool.open(book, store=book / "s.db", writer="anna", locale="en", confirm=True) as ws:
            print(ws.config.model)
        with pool.open("book", modle="x"):  # type: ignore[call-arg]
            pass
        with pool.open("book", writer=7):  # type: ignore[arg-type]
            pass
    WorkspacePool(options={"modle": "x"})  # type: ignore[typeddict-unknown-key]


async def streaming(text: str) -> str:
    """Async: stream, run, preview, invoke, cancel."""
    said = ""
    async with Workspace.open() as ws:
        async for event in ws.stream("continue", document=text):
            if isinstance(event, RunStarted):
                print(event.run_id, ws.cancel(event.run_id))
            elif isinstance(event, TextDelta):
                said += event.text
            else:
                finished: RunFinished = event
                said = finished.run.text
        run: RunRecord = await ws.run("polish", document=text)
        preview: Preview = await ws.preview("polish", document=text)
        said = (await ws.runs.preview(RunRequest(skill_id="polish"))).prompt_hash
        strangers: dict[str, object] = await ws.invoke("weather:report", {"place": "pier"})
        print(run.id, preview.tokens, strangers)
    return said


def errors() -> None:
    """Every error has a code, a message and details."""
    try:
        application("x")
    except ModelError as error:
        code: str = error.code
        print(code, error.message, error.details)
    except UnderdraftError:
        raise


# --- a plugin ---------------------------------------------------------------------------------


def fetch_list(run: RunInputs) -> list[Chunk]:
    """A list."""
    return [Chunk(text="a", source="s", score=0.5, ref=Ref(path="a.md"), parts=(Part(text="b"),))]


def fetch_generator(run: RunInputs) -> Iterator[Chunk]:
    """A generator."""
    yield Chunk(text=run.request.document or "", source="s", pinned=True)


async def fetch_async(run: RunInputs) -> Fetched | None:
    """Async, with more to say."""
    if run.project is None:
        return None
    return Fetched(chunks=[Chunk(text=run.project.name, source="s")], warnings=["NOTE: x"])


async def fetch_stream(run: RunInputs) -> AsyncIterator[Chunk]:
    """An async generator."""
    file = run.files.read("a.md")
    if file:
        yield Chunk(text=file.text, source="s")


@attrs.frozen
class Greeting:
    """An answer."""

    text: str


@channel("a:b")
def say_name(workspace: Workspace, *, name: str, times: int = 1) -> Greeting:
    """Say a name."""
    return Greeting(text=f"{workspace.config.locale}: {name * times}")


async def say_project(_: Workspace, project: Project) -> Greeting:
    """Take an attrs value."""
    return Greeting(text=project.name)


class Plugin:
    """All kinds of hooks."""

    @hookimpl
    def underdraft_context_rules(self) -> Iterable[RuleField]:
        """A rule."""
        return [RuleField(name="weather", kind="boolean", default=False, brings="the weather")]

    @hookimpl
    def underdraft_fetchers(self) -> Iterable[Fetcher]:
        """Every shape of fetcher."""
        return [
            Fetcher(name="a", layer=Layer.RECENT, fetch=fetch_list, rule="weather"),
            Fetcher(name="b", layer=Layer.PROJECT, fetch=fetch_generator, stable=True, priority=5),
            Fetcher(name="c", layer=Layer.CURRENT, fetch=fetch_async, required=True, timeout_ms=50),
            Fetcher(name="d", layer=Layer.RECENT, fetch=fetch_stream),
            Fetcher(name="e", layer=Layer.RECENT, fetch=lambda run: None, inline=True),
        ]

    @hookimpl
    def underdraft_skill_dirs(self) -> Iterable[Path]:
        """Folders."""
        return [Path("skills")]

    @hookimpl
    def underdraft_channels(self) -> Iterable[Channel]:
        """A channel."""
        return [say_name, Channel("a:c", say_project)]

    @hookimpl
    def underdraft_model(self, name: str) -> Model | None:
        """A model."""
        return Echo() if name == "echo" else None

    @hookimpl
    async def underdraft_wrap_model_call(
        self, call: ModelCall, proceed: Callable[[ModelCall], Awaitable[Reply]]
    ) -> Reply:
        """A retry."""
        try:
            return await proceed(call)
        except ModelError:
            return await proceed(call)


class Echo:
    """A model is whatever has this method."""

    async def answer(self, call: ModelCall) -> AsyncIterator[TextDelta | Reply]:
        """Say the last message."""
        text = call.messages[-1].content
        yield TextDelta(text=text)
        yield Reply(texts=(text,), usage=Usage(prompt_tokens=1))


def a_model(model: Model, call: ModelCall) -> AsyncIterable[TextDelta | Reply]:
    """The protocol, from the other side."""
    return model.answer(call)


# --- its tests --------------------------------------------------------------------------------


def plugin_tests(underdraft_workspace: Callable[..., Workspace]) -> None:
    """The kit."""
    run = inputs(rules={"weather": True}, files={"a.md": "x"}, document="abc", selection=(0, 1))
    rules: ContextRules = run.rules
    (fetcher, *_) = Plugin().underdraft_fetchers()
    chunks: tuple[Chunk, ...] = assert_stable(fetcher, run)
    warnings: tuple[str, ...] = run_fetcher(fetcher, run).warnings
    underdraft_workspace({"a.md": "x"}, plugins=[FakeModel("a", ("b", "c"))], model="fake")
    print(rules["weather"], chunks, warnings, LAYERS[Layer.SYSTEM].cap_tokens)


# --- parts ------------------------------------------------------------------------------------


def parts(question: str) -> str:
    """Memory and prefix without a workspace."""
    with Memory(store="memories", user="ines") as memory:
        item = memory.add("Chapters are short", type="preference")
        memory.correct(item.id, "Chapters are long")
        known = [hit.content for hit in memory.search(question, limit=3)]
        memory.forget(item.id)
    first: StablePrefix = prefix([{"role": "user", "content": question}], model="gpt-4.1")
    second = prefix([{"role": "user", "content": question}], model="gpt-4.1", previous=first)
    return second.broken.before if second.broken else "\n".join(known)

"""For authors of plugins: a workspace to try a plugin in, a model that costs nothing, and checks.

The package registers this module as a pytest plugin, so the fixture ``underdraft_workspace`` is there
without an import. The rest is imported::

    from underdraft.testing import FakeModel, assert_stable, facts

    def test_stable():
        assert_stable(my_fetcher, facts(rules={"weather": True}, files={".underdraft/log.md": "Fog."}))

    def test_prompt(underdraft_workspace):
        model = FakeModel("He rang.")
        with underdraft_workspace(files={...}, plugins=[my_plugin, model], model=model.name) as ws:
            assert ws.run_sync("polish", document="The bell.").text == "He rang."
            assert_prompt_unchanged(ws.preview_sync("polish", document="The bell."), "tests/prompt.txt")
"""

from __future__ import annotations

import asyncio
import difflib
import os
import pickle
import random
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from underdraft.errors import InvalidArgument
from underdraft.hookspecs import hookimpl
from underdraft.project.files import check_relative
from underdraft.project.source_files import MappingSource, SourceFiles
from underdraft.run.check_request import as_selection
from underdraft.run.fetch import FetchOutcome, Registered, fetch_all
from underdraft.run.prefix_lint import lint_prefix
from underdraft.run.prepare import query_of
from underdraft.types.chunk import Chunk
from underdraft.types.facts import Project, RunFacts
from underdraft.types.fetcher import Fetcher
from underdraft.types.layers import Layer
from underdraft.types.model_call import Model, ModelCall, Reply, TextDelta, Usage
from underdraft.types.prompt import Section
from underdraft.types.request import RunRequest, Selection
from underdraft.types.run import Preview
from underdraft.types.skill import ContextRules, Skill

if TYPE_CHECKING:
    from underdraft.workspace import Workspace


__all__ = [
    "FROZEN_NOW",
    "UPDATE_VARIABLE",
    "FakeModel",
    "MemoryFiles",
    "assert_prompt_unchanged",
    "assert_stable",
    "counted_ids",
    "facts",
    "prompt_text",
    "run_fetcher",
    "underdraft_workspace",
]

FROZEN_NOW = "2026-01-02T03:04:05.678Z"
"""What the clock of a test workspace says, always."""

UPDATE_VARIABLE = "UNDERDRAFT_UPDATE_PROMPTS"
"""Environment variable: set to ``1``, :func:`assert_prompt_unchanged` writes instead of comparing."""

_CONFIG = '[project]\nid = "test-project"\nname = "Test"\n'


class MemoryFiles(SourceFiles):
    """A project's files without a disk; refuses the same paths as the real ones.

    Args:
        files: Project-relative POSIX path to content.
    """

    def __init__(self, files: Mapping[str, str] | None = None) -> None:
        self.files = {check_relative(path).as_posix(): text for path, text in (files or {}).items()}
        super().__init__(MappingSource(self.files))


def facts(
    *,
    rules: Mapping[str, bool | int] | None = None,
    files: Mapping[str, str] | None = None,
    project: Project | str | None = "test-project",
    selection: Selection | tuple[int, int] | None = None,
    locale: str = "zh",
    memory: Any = None,
    knowledge: Any = None,
    **request: Any,
) -> RunFacts:
    """What a fetcher is told about a run, with everything that is not given filled in.

    Args:
        rules: ``context_rules`` that the skill sets; others are off.
        files: The project's files.
        project: A project, its id, or ``None`` for a run without one.
        selection: Offsets into ``document``.
        locale: The workspace's locale.
        memory: Takes the place of the writer's memories.
        knowledge: Takes the place of the story graph.
        **request: More fields of :class:`underdraft.RunRequest`, such as ``document``, ``instruction``.
    """
    whose = Project(id=project, name=project) if isinstance(project, str) else project
    context_rules = ContextRules(dict(sorted({"surrounding": 0, **(rules or {})}.items())))
    skill = Skill(id="test", description="Test.", instruction="Test.", rules=context_rules, origin="test")
    asked = RunRequest(
        **{"skill_id": "test", **request},
        project_id=whose.id if whose else None,
        selection=as_selection(selection),
    )
    return RunFacts(
        request=asked,
        skill=skill,
        rules=context_rules,
        project=whose,
        locale=locale,
        query=query_of(asked),
        files=MemoryFiles(files if whose else None),
        memory=memory,
        knowledge=knowledge,
        run_id="run-1",
        now=FROZEN_NOW,
        default_task="Go on.",
    )


def counted_ids(prefix: str = "id") -> Callable[[], str]:
    """A source of ids that counts: ``id-1``, ``id-2`` ..."""
    numbers = iter(range(1, 1_000_000))
    return lambda: f"{prefix}-{next(numbers)}"


class FakeModel:
    """A model and the plugin that offers it, for tests: it costs no money and needs no network.

    Args:
        *replies: What it answers, one after the other and the last one from then on. A tuple gives
            several candidates, a :class:`underdraft.Reply` says more than the text (why the model
            stopped, what it thought), an exception is raised.
        name: The name that it answers to.
        piece: Code points of one streamed piece.

    Attributes:
        calls: Every call that it got.
    """

    def __init__(
        self, *replies: str | tuple[str, ...] | Reply | BaseException, name: str = "fake", piece: int = 8
    ) -> None:
        self.replies = replies or ("ok",)
        self.name = name
        self.piece = piece
        self.calls: list[ModelCall] = []

    @hookimpl
    def underdraft_model(self, name: str) -> Model | None:
        """Answer to one name."""
        return self if name == self.name else None

    async def answer(self, call: ModelCall) -> AsyncIterator[TextDelta | Reply]:
        """Stream the next reply."""
        reply = self.replies[min(len(self.calls), len(self.replies) - 1)]
        self.calls.append(call)
        if isinstance(reply, BaseException):
            raise reply
        if not isinstance(reply, Reply):
            texts = reply if isinstance(reply, tuple) else (reply,) * call.candidates
            usage = Usage(prompt_tokens=1, completion_tokens=1)
            reply = Reply(texts=texts, usage=usage, model=self.name)
        for index, text in enumerate(reply.texts):
            for start in range(0, len(text), self.piece):
                yield TextDelta(text=text[start : start + self.piece], index=index)
                await asyncio.sleep(0)
        yield reply


def run_fetcher(fetcher: Fetcher, run: RunFacts, *, plugin: str = "test") -> FetchOutcome:
    """Run one fetcher as the engine does: within its limit, isolated, its chunks checked and cleaned.

    Its rule is switched on where ``run`` does not say anything about it.

    Raises:
        LayerFailed: It is required and failed.
    """
    return asyncio.run(fetch_all([Registered(fetcher=fetcher, plugin=plugin)], _asked(run, fetcher)))


def assert_stable(fetcher: Fetcher, run: RunFacts, *, rounds: int = 4) -> tuple[Chunk, ...]:
    """Assert that a fetcher's bytes depend on the content alone.

    It is run several times among neighbours that answer in changing order, and, where it is a function of a
    module, once more in a process with another hash seed. For layers 0-3 what changes with each run (its id,
    its time, the query, ids of document and session) changes from round to round too, and the text may hold
    nothing that looks like a time, an id or an absolute path.

    Returns:
        The chunks.

    Raises:
        AssertionError: It failed, gave nothing at all, other bytes or volatile ones; the message says what.
    """
    run = _asked(run, fetcher)
    given: list[tuple[Chunk, ...]] = []
    for number in range(max(2, rounds)):
        facts_now = _varied(run, number) if Layer(fetcher.layer).stable else run
        outcome = asyncio.run(_among_neighbours(fetcher, facts_now, random.Random(number)))  # noqa: S311
        if outcome.warnings:
            raise AssertionError(f"{fetcher.name} failed: {outcome.warnings}") from next(
                iter(outcome.errors), None
            )
        given.append(tuple(c for c in outcome.chunks if c.fetcher == fetcher.name))
        _require(given[-1] == given[0], _difference(fetcher, given[0], given[-1]))
    _require(bool(given[0]), f"{fetcher.name} gave no chunk for these facts: nothing was checked")
    _assert_same_elsewhere(fetcher, run, given[0])
    if Layer(fetcher.layer).stable:
        findings = lint_prefix([Section(layer=Layer(fetcher.layer), chunks=given[0])])
        _require(not findings, "\n".join(findings))
    return given[0]


_ELSEWHERE = """
import pickle, sys
from underdraft.testing import run_fetcher
path, given = pickle.load(sys.stdin.buffer)
sys.path[:] = path
fetcher, run = pickle.loads(given)
sys.stdout.buffer.write(pickle.dumps([repr(c) for c in run_fetcher(fetcher, run).chunks]))
"""
_CANNOT_BE_SENT = (pickle.PicklingError, AttributeError, TypeError)


def _assert_same_elsewhere(fetcher: Fetcher, run: RunFacts, chunks: Sequence[Chunk]) -> None:
    """The same in a process with another hash seed; not of a fetcher that is no function of a module."""
    try:
        sent = pickle.dumps((sys.path, pickle.dumps((fetcher, run))))
    except _CANNOT_BE_SENT:
        return
    seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    command = [sys.executable, "-c", _ELSEWHERE]
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    done = subprocess.run(command, input=sent, capture_output=True, env=environment, check=False)  # noqa: S603
    if done.returncode:  # a module that only this process could import
        return
    elsewhere = pickle.loads(done.stdout)  # noqa: S301 - what this very code has written
    lines = difflib.unified_diff([repr(c) for c in chunks], elsewhere, "here", "elsewhere", lineterm="")
    heading = f"{fetcher.name} gave other chunks in a process with another hash seed:"
    _require([repr(c) for c in chunks] == elsewhere, "\n".join([heading, *lines]))


def _asked(run: RunFacts, fetcher: Fetcher) -> RunFacts:
    """The run of a skill that asks for the fetcher."""
    if fetcher.rule is None or fetcher.rule in run.rules:
        return run
    rules = ContextRules({**run.rules, fetcher.rule: True})
    return attrs.evolve(run, rules=rules, skill=attrs.evolve(run.skill, rules=rules))


def _require(holds: bool, message: str) -> None:  # noqa: FBT001
    """Fail the test, also under ``python -O``."""
    if not holds:
        raise AssertionError(message)


def _varied(run: RunFacts, number: int) -> RunFacts:
    """The same content in another run."""
    request = attrs.evolve(run.request, document_id=f"document-{number}", session_id=f"session-{number}")
    return attrs.evolve(
        run,
        request=request,
        run_id=f"run-{number}",
        now=f"2026-01-0{number % 9 + 1}T03:04:05.678Z",
        query=f"{run.query} {number}",
    )


async def _among_neighbours(fetcher: Fetcher, run: RunFacts, chance: random.Random) -> FetchOutcome:
    async def late(_: RunFacts) -> None:
        await asyncio.sleep(chance.random() / 500)

    neighbours = [
        Fetcher(name=f"neighbour{n}", layer=fetcher.layer, fetch=late, stable=True) for n in range(3)
    ]
    registered = [Registered(fetcher=f, plugin="test") for f in (fetcher, *neighbours)]
    chance.shuffle(registered)
    return await fetch_all(registered, run)


def _difference(fetcher: Fetcher, first: Sequence[Chunk], later: Sequence[Chunk]) -> str:
    lines = difflib.unified_diff(
        [repr(c) for c in first], [repr(c) for c in later], "first run", "later run", lineterm=""
    )
    return "\n".join([f"{fetcher.name} gave other chunks for the same content:", *lines])


def prompt_text(preview: Preview) -> str:
    """A prompt as one readable text: the messages in order, then warnings, trims and hashes."""
    parts = [
        f"===== {number} {message.role} =====\n{message.content}"
        for number, message in enumerate(preview.messages, start=1)
    ]
    trims = [
        f"{t.layer.name} {t.source} {t.id or ''}: {t.tokens_before} to {t.tokens_after} tokens ({t.reason})"
        for t in preview.trims
    ]
    hashes = [
        f"layer {layer.value} {layer.name}: {h}" for layer, h in sorted(preview.prompt.layer_hashes.items())
    ]
    for title, lines in (("warnings", preview.warnings), ("trims", trims), ("hashes", hashes)):
        parts.append("\n".join([f"===== {title} =====", *lines]))
    parts.append(f"stable prefix: {preview.stable_prefix_hash}\nprompt: {preview.prompt_hash}\n")
    return "\n".join(parts)


def assert_prompt_unchanged(preview: Preview, path: str | os.PathLike[str]) -> None:
    """Compare a prompt, byte for byte, with the text kept at ``path``.

    With ``UNDERDRAFT_UPDATE_PROMPTS=1``, or where there is no such file yet outside of CI, it is written.

    Raises:
        AssertionError: It is another prompt; the message is a diff.
    """
    kept, text = Path(path), prompt_text(preview)
    if os.environ.get(UPDATE_VARIABLE) == "1" or not (kept.exists() or os.environ.get("CI")):
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(text.encode())
        return
    before = kept.read_bytes().decode() if kept.exists() else ""
    lines = difflib.unified_diff(before.split("\n"), text.split("\n"), "kept", "now", lineterm="")
    heading = f"the prompt has changed ({UPDATE_VARIABLE}=1 accepts it):"
    _require(text == before, "\n".join([heading, *lines]))


def _fixture(function: Callable[[Path], Any]) -> Any:
    """The function as a fixture where there is pytest; the rest of this module is of use without it."""
    try:
        import pytest
    except ImportError:
        return function
    return pytest.fixture(function)


@_fixture
def underdraft_workspace(tmp_path: Path) -> Iterator[Callable[..., Workspace]]:
    """Makes workspaces on temporary folders: ``underdraft_workspace(files={path: text}, **options)``.

    Without a ``config.toml`` among the files there is a project ``test-project``; ``config=None`` leaves
    it out. Options are those of ``Workspace.open``; the store is in the temporary folder, the clock
    does not move and ids are counted. All are closed after the test.
    """
    from underdraft.workspace import Workspace

    opened: list[Workspace] = []
    new_id = counted_ids()

    def make(
        files: Mapping[str, str | bytes] | None = None, *, config: str | None = _CONFIG, **options: Any
    ) -> Workspace:
        root = tmp_path / f"workspace-{len(opened) + 1}"
        root.mkdir()
        wanted = {} if config is None else {".underdraft/config.toml": config}
        for path, content in {**wanted, **(files or {})}.items():
            place = root / check_relative(path)
            if not place.resolve().is_relative_to(root.resolve()):
                raise InvalidArgument("files: a path leads out of the folder")
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content.encode() if isinstance(content, str) else content)
        settings: dict[str, Any] = {
            "store": tmp_path / "store.db",
            "clock": lambda: FROZEN_NOW,
            "new_id": new_id,
        }
        opened.append(Workspace.open(root, **{**settings, **options}))
        return opened[-1]

    yield make
    for workspace in opened:
        workspace.close()

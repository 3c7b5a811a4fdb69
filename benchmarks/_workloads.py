"""What a writer's application asks for, no two requests alike: each workload answers the request of a number.

Another place, instruction and query each time. What an application has cached between requests is cached here, too:
files that have not changed, the stable prefix, the vectors and sizes of texts that were there before.
"""

from __future__ import annotations

import asyncio
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import underdraft
from underdraft.testing import FakeModel

NOVEL = Path(__file__).parents[1] / "examples" / "novel"
CHAPTERS = [path.read_text(encoding="utf-8") for path in sorted(NOVEL.glob("chapters/[01]*.md"))]
SELECTED = 120
NOTES = 200
RUNS = 10

Workload = Callable[[int], object]
"""Answers the request of a number."""


def request_of(turn: int) -> dict[str, Any]:
    """A place in one of the chapters, and an instruction of its own."""
    chapter = CHAPTERS[turn % len(CHAPTERS)]
    start = 97 * turn % (len(chapter) - SELECTED)
    words = f"把第{turn}处改得更紧，留下{turn * 31 % 97}个字里最要紧的那一个。"
    return {"document": chapter, "selection": (start, start + SELECTED), "instruction": words}


def reply_to(turn: int) -> str:
    """About as long as the selection."""
    return f"第{turn}稿：" + "".join(chr(0x4E00 + (turn * 977 + n * n * 31) % 5000) for n in range(SELECTED))


class EmbedderClock:
    """The processor time that the local embedder has taken since this was made."""

    def __init__(self) -> None:
        from underdraft_plugins.embedders.local import LocalEmbedder

        self.taken_ms = 0.0
        embed = LocalEmbedder.embed

        def timed(embedder: LocalEmbedder, texts: Sequence[str]) -> Sequence[Sequence[float]]:
            begin = time.thread_time()
            vectors = embed(embedder, texts)
            self.taken_ms += (time.thread_time() - begin) * 1_000
            return vectors

        LocalEmbedder.embed = timed  # type: ignore[method-assign]


@contextmanager
def peers_work(folder: Path) -> Iterator[Workload]:
    """A preview of the work of ``peers.py``."""
    from _peer_own import UnderdraftPreview
    from _peer_work import make

    work = make(1_000)
    preview = UnderdraftPreview(work, folder)

    def ask(turn: int) -> None:
        preview.work = work.of_request(turn)
        preview.assemble()

    yield ask
    preview.close()


@contextmanager
def sample_preview(folder: Path, skill: str) -> Iterator[Workload]:
    """A preview of the sample novel with memories, earlier runs and a session."""
    loop = asyncio.new_event_loop()
    model = FakeModel(*map(reply_to, range(RUNS)), name="gpt-4o")
    with underdraft.Workspace.open(
        NOVEL, store=folder / "store.db", plugins=[model], model="gpt-4o"
    ) as workspace:
        for turn in range(NOTES):
            note = f"第{turn}夜，{CHAPTERS[turn % len(CHAPTERS)][turn * 31 % 900 :][:40]}".replace("\n", "")
            workspace.invoke_sync("atomic:create", {"content": note})
        for turn in range(RUNS):
            workspace.run_sync(skill, **request_of(1_000 + turn), session_id="s")
        settle(workspace)
        yield lambda turn: loop.run_until_complete(
            workspace.preview(skill, **request_of(turn), session_id="s")
        )
    loop.close()


@contextmanager
def whole_run(folder: Path) -> Iterator[Workload]:
    """A run of ``polish`` on the sample with its record and all that it leaves to the background."""
    model = FakeModel(*map(reply_to, range(1_000)), name="gpt-4o")
    with underdraft.Workspace.open(
        NOVEL, store=folder / "store.db", plugins=[model], model="gpt-4o"
    ) as workspace:

        def ask(turn: int) -> None:
            workspace.run_sync("polish", **request_of(turn))
            settle(workspace)

        yield ask


def settle(workspace: underdraft.Workspace) -> None:
    """Wait until the background has done what there is."""
    workspace.store.episodes.flush()
    workspace.store.memory.indexer.wait(60)
    workspace.store.conversation.worker.drain(whole=True)


def environment_in(folder: Path) -> dict[str, str]:
    """The environment of a command: a home of its own, and bytecode kept as an installed package's is."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "UNDERDRAFT_HOME": str(folder), "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}


@contextmanager
def command(folder: Path, *words: str) -> Iterator[Workload]:
    """A command in a fresh process, offline, with a store that exists."""
    chapter = NOVEL / "chapters" / "01-the-ferry.md"
    line = [sys.executable, "-m", "underdraft", *words, "-C", str(NOVEL), "-d", str(chapter)]
    environment = environment_in(folder)

    def ask(turn: int) -> None:
        told = ["--select", f"{300 + turn}:{420 + turn}", "-i", f"改第{turn}处"]
        subprocess.run([*line, *told], check=True, capture_output=True, env=environment)

    yield ask


WORKLOADS: Mapping[str, Callable[[Path], AbstractContextManager[Workload]]] = {
    "peers": peers_work,
    "polish": partial(sample_preview, skill="polish"),
    "chat": partial(sample_preview, skill="chat"),
    "continue": partial(sample_preview, skill="continue"),
    "run": whole_run,
    "preview command": lambda folder: command(folder, "preview", "polish"),
    "run command": lambda folder: command(folder, "run", "polish"),
}
"""By name, in the order in which they are measured."""


def processor_ms() -> float:
    """Processor time of this process and of those that it has waited for, in milliseconds."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (time.process_time() + children.ru_utime + children.ru_stime) * 1_000

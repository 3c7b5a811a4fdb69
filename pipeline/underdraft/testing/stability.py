"""Running one fetcher, and checking that its bytes depend on the content alone."""

from __future__ import annotations

import asyncio
import contextlib
import difflib
import os
import pickle
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from underdraft.cache.prefix_lint import lint_prefix
from underdraft.run.fetch import FetchOutcome, Registered, fetch_all
from underdraft.testing.other_world import other_passage, other_world
from underdraft.types.chunk import Chunk
from underdraft.types.fetcher import Fetcher
from underdraft.types.layers import Layer
from underdraft.types.prompt import Section
from underdraft.types.run_inputs import RunInputs
from underdraft.types.skill import ContextRules


def run_fetcher(fetcher: Fetcher, run: RunInputs, *, plugin: str = "test") -> FetchOutcome:
    """Run one fetcher as the engine does: within its limit, isolated, its chunks checked and cleaned.

    Its rule is switched on where ``run`` does not say anything about it.

    Raises:
        LayerFailed: It is required and failed.
    """
    return asyncio.run(fetch_all([Registered(fetcher=fetcher, plugin=plugin)], asked(run, fetcher)))


def assert_stable(fetcher: Fetcher, run: RunInputs, *, rounds: int = 4) -> tuple[Chunk, ...]:
    """Assert that a fetcher's bytes depend on the content alone.

    It is run several times among neighbours that answer in changing order, and, where it is a function of a
    module, once more in a process with another hash seed. For layers 0-3 what changes with each run (its id,
    its time, the query, ids of document and session) changes from round to round too; it is run once more later, in
    another folder, environment and process and about another passage (see :mod:`underdraft.testing.other_world`), and
    the text may hold nothing that looks like a time, an id or an absolute path.

    Returns:
        The chunks.

    Raises:
        AssertionError: It failed, gave nothing at all, other bytes or volatile ones; the message says what.
    """
    run = asked(run, fetcher)
    given: list[tuple[Chunk, ...]] = []
    for number in range(max(2, rounds)):
        facts_now = _varied(run, number) if Layer(fetcher.layer).stable else run
        outcome = asyncio.run(_among_neighbours(fetcher, facts_now, random.Random(number)))  # noqa: S311
        if outcome.warnings:
            raise AssertionError(f"{fetcher.name} failed: {outcome.warnings}") from next(
                iter(outcome.errors), None
            )
        given.append(tuple(c for c in outcome.chunks if c.fetcher == fetcher.name))
        what = f"{fetcher.name} gave other chunks for the same content:"
        require(given[-1] == given[0], _difference(what, given[0], given[-1]))
    require(bool(given[0]), f"{fetcher.name} gave no chunk for these inputs: nothing was checked")
    _assert_same_elsewhere(fetcher, run, given[0])
    if Layer(fetcher.layer).stable:
        _assert_same_in_another_world(fetcher, run, given[0])
        findings = lint_prefix([Section(layer=Layer(fetcher.layer), chunks=given[0])])
        require(not findings, "\n".join(findings))
    return given[0]


def _assert_same_in_another_world(fetcher: Fetcher, run: RunInputs, chunks: Sequence[Chunk]) -> None:
    """Require the same at another time and place and about another passage; a failure there is not counted."""
    for what, world, told in (
        ("at another time, in another folder, environment and process", other_world(fetcher.fetch), run),
        ("about another passage that names the same", contextlib.nullcontext(), other_passage(run)),
    ):
        with world:
            outcome = asyncio.run(fetch_all([Registered(fetcher=fetcher, plugin="test")], told))
        if not outcome.warnings:
            said = f"{fetcher.name} gave other chunks {what}:"
            require(outcome.chunks == tuple(chunks), _difference(said, chunks, outcome.chunks))


_ELSEWHERE = """
import pickle, sys
from underdraft.testing import run_fetcher
path, given = pickle.load(sys.stdin.buffer)
sys.path[:] = path
fetcher, run = pickle.loads(given)
sys.stdout.buffer.write(pickle.dumps(run_fetcher(fetcher, run).chunks))
"""
_CANNOT_BE_SENT = (pickle.PicklingError, AttributeError, TypeError)


def _assert_same_elsewhere(fetcher: Fetcher, run: RunInputs, chunks: Sequence[Chunk]) -> None:
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
    elsewhere = pickle.loads(done.stdout)  # noqa: S301 - written by this very code
    what = f"{fetcher.name} gave other chunks in a process with another hash seed:"
    require([*map(repr, chunks)] == [*map(repr, elsewhere)], _difference(what, chunks, elsewhere))


def asked(run: RunInputs, fetcher: Fetcher, value: bool | int | None = None) -> RunInputs:  # noqa: FBT001
    """The run of a skill that asks for the fetcher: by this value, else by its own, else by ``True``."""
    if fetcher.rule is None or (value is None and fetcher.rule in run.rules):
        return run
    rules = ContextRules({**run.rules, fetcher.rule: True if value is None else value})
    return attrs.evolve(run, rules=rules, skill=attrs.evolve(run.skill, rules=rules))


def _varied(run: RunInputs, number: int) -> RunInputs:
    """The same content in another run."""
    request = attrs.evolve(run.request, document_id=f"document-{number}", session_id=f"session-{number}")
    return attrs.evolve(
        run,
        request=request,
        run_id=f"run-{number}",
        now=f"2026-01-0{number % 9 + 1}T03:04:05.678Z",
        query=f"{run.query} {number}",
    )


async def _among_neighbours(fetcher: Fetcher, run: RunInputs, chance: random.Random) -> FetchOutcome:
    async def late(_: RunInputs) -> None:
        await asyncio.sleep(chance.random() / 500)

    neighbours = [
        Fetcher(name=f"neighbour{n}", layer=fetcher.layer, fetch=late, stable=True) for n in range(3)
    ]
    registered = [Registered(fetcher=f, plugin="test") for f in (fetcher, *neighbours)]
    chance.shuffle(registered)
    return await fetch_all(registered, run)


def _difference(what: str, first: Sequence[Chunk], later: Sequence[Chunk]) -> str:
    """A unified diff of the chunks' texts and other fields, below a heading."""
    old, new = ([line for chunk in chunks for line in _lines(chunk)] for chunks in (first, later))
    return "\n".join([what, *difflib.unified_diff(old, new, "first", "later", lineterm="")])


def _lines(value: Any, prefix: str = "") -> Iterator[str]:
    """The fields of a chunk that are set, a line of text each or several."""
    for field in attrs.fields(type(value)):
        inner = getattr(value, field.name)
        if attrs.has(type(inner)):
            yield from _lines(inner, f"{prefix}{field.name}.")
        elif isinstance(inner, tuple):
            for number, part in enumerate(inner, 1):
                yield from _lines(part, f"{field.name}[{number}].")
        elif inner != field.default:
            yield from f"{prefix}{field.name}: {inner}".split("\n")


def require(holds: bool, message: str) -> None:  # noqa: FBT001
    """Fail the test, also under ``python -O``."""
    if not holds:
        raise AssertionError(message)

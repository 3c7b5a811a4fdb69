"""Running one fetcher, and checking that its bytes depend on the content alone."""

from __future__ import annotations

import asyncio
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
    stable, first = Layer(fetcher.layer).stable, None
    for number in range(max(2, rounds)):
        told = _varied(run, number) if stable else run
        outcome = asyncio.run(_among_neighbours(fetcher, told, random.Random(number)))  # noqa: S311
        if outcome.warnings:
            raise AssertionError(f"{fetcher.name} failed: {outcome.warnings}") from next(
                iter(outcome.errors), None
            )
        chunks = tuple(c for c in outcome.chunks if c.fetcher == fetcher.name)
        first = chunks if first is None else first
        _compare(fetcher, "for the same content", first, chunks)
    if not first:
        raise AssertionError(f"{fetcher.name} gave no chunk for these inputs: nothing was checked")
    _compare(fetcher, "in a process with another hash seed", first, _elsewhere(fetcher, run))
    if stable:
        with other_world(fetcher.fetch):
            later = _again(fetcher, run)
        _compare(fetcher, "at another time, in another folder, environment and process", first, later)
        other = _again(fetcher, other_passage(run))
        _compare(fetcher, "about another passage that names the same", first, other)
        if findings := lint_prefix([Section(layer=Layer(fetcher.layer), chunks=first)]):
            raise AssertionError("\n".join(findings))
    return first


def _again(fetcher: Fetcher, run: RunInputs) -> tuple[Chunk, ...] | None:
    outcome = run_fetcher(fetcher, run)
    return None if outcome.warnings else outcome.chunks


_ELSEWHERE = """
import pickle, sys
from underdraft.testing import run_fetcher
path, given = pickle.load(sys.stdin.buffer)
sys.path[:] = path
fetcher, run = pickle.loads(given)
sys.stdout.buffer.write(pickle.dumps(run_fetcher(fetcher, run).chunks))
"""
_CANNOT_BE_SENT = (pickle.PicklingError, AttributeError, TypeError)


def _elsewhere(fetcher: Fetcher, run: RunInputs) -> tuple[Chunk, ...] | None:
    """The chunks in a process with another hash seed; not of a fetcher that is no function of a module."""
    try:
        sent = pickle.dumps((sys.path, pickle.dumps((fetcher, run))))
    except _CANNOT_BE_SENT:
        return None
    seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    command = [sys.executable, "-c", _ELSEWHERE]
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    done = subprocess.run(command, input=sent, capture_output=True, env=environment, check=False)  # noqa: S603
    if done.returncode:  # a module that only this process could import
        return None
    chunks: tuple[Chunk, ...] = pickle.loads(done.stdout)  # noqa: S301 - written by this very code
    return chunks


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


def _compare(fetcher: Fetcher, how: str, first: Sequence[Chunk], later: Sequence[Chunk] | None) -> None:
    """Raise a unified diff of the chunks' texts and other fields; what could not be made again is not judged."""
    if later is not None and later != first:
        old, new = ([line for chunk in chunks for line in _lines(chunk)] for chunks in (first, later))
        diff = difflib.unified_diff(old, new, "first", "later", lineterm="")
        raise AssertionError("\n".join([f"{fetcher.name} gave other chunks {how}:", *diff]))


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

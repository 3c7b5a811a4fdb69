"""What the testing kit changes around a fetcher, to see whether its bytes change with it."""

from __future__ import annotations

import os
import time
from datetime import date, datetime
from pathlib import Path

import pytest

from underdraft import Chunk, Fetcher, Layer
from underdraft.testing import assert_stable, inputs
from underdraft.testing.other_world import LATER, other_passage, other_world
from underdraft.types.request import Selection
from volatile_plugins import VOLATILE


@pytest.mark.parametrize("kind", VOLATILE)
def test_volatile_plugins_are_caught(kind, monkeypatch):
    """Each of ten ways to depend on something else than the content fails the check."""
    monkeypatch.setenv("WEATHER", "fair")
    words = VOLATILE[kind]().words
    fetcher = Fetcher(
        name="words", layer=Layer.PROJECT, fetch=lambda run: [Chunk(text=words(run), source="s")], stable=True
    )
    with pytest.raises(AssertionError, match="words gave other chunks"):
        assert_stable(fetcher, inputs(document="沈砚推开门。"))


def moments():
    """The clock as a module asks for it that has taken its names."""
    return datetime.now().isoformat()[:10], date.today().isoformat(), int(time.time()) // 3_600  # noqa: DTZ005, DTZ011


def test_another_world_ends():
    """Clock, folder, environment and process are others inside, and as they were afterwards."""
    before = (*moments(), os.getpid(), Path.cwd(), os.environ.get("HOME"))
    with other_world(moments):
        inside = (*moments(), os.getpid(), Path.cwd(), os.environ.get("HOME"))
    assert all(one != other for one, other in zip(before, inside, strict=True))
    assert (*moments(), os.getpid(), Path.cwd(), os.environ.get("HOME")) == before
    assert inside[2] - before[2] == pytest.approx(LATER.total_seconds() / 3_600, abs=1)


def test_another_passage_has_the_same_selection():
    """The words of the selection stay; without a document nothing is changed."""
    run = inputs(document="一。\n二。三。\n四。", selection=Selection(start=5, end=7))
    other = other_passage(run).request
    assert other.document != run.request.document
    chosen = other.document[other.selection.start : other.selection.end]
    assert chosen == run.request.document[5:7]
    empty = inputs()
    assert other_passage(empty) is empty

"""What the fetchers over the store share."""

from __future__ import annotations

import pytest

from memory_reader import UNAVAILABLE, Reader, inputs
from session_reader import Sessions, inputs_of
from underdraft import ContextRules, Fetched, InvalidArgument, Part, StoreError, testing
from underdraft.types.memory import Degradation, InjectionPreview
from underdraft_plugins.fetchers import (
    memory_injection,
    memory_recall,
    profile,
    recent_summary,
    session_summaries,
)
from underdraft_plugins.fetchers.store_reading import chunk_of, warn_if_unavailable, warnings_of


@pytest.mark.parametrize(
    ("error", "passed_on"), [(StoreError("locked"), False), (InvalidArgument("x"), True), (OSError(), True)]
)
def test_only_the_stores_fault_becomes_a_warning(error, passed_on):
    """Any other error goes on to the engine, which knows what to do with it."""

    @warn_if_unavailable
    def fetch(_):
        raise error

    if passed_on:
        with pytest.raises(type(error)):
            fetch(testing.inputs())
    else:
        assert fetch(testing.inputs()) == Fetched(warnings=("MEMORY_UNAVAILABLE: 记忆数据未注入",))


@pytest.mark.parametrize("plugin", [profile, recent_summary, session_summaries])
def test_a_fetcher_of_sessions_without_its_store(plugin):
    """Nothing kept, or no store, is no chunk and no warning; a store that cannot be read costs a warning."""
    [fetcher] = plugin.underdraft_fetchers()
    rules = ContextRules({"recent_summary": 2})
    for sessions in (None, Sessions("")):
        assert fetcher.fetch(inputs_of(sessions, rules=rules)) == Fetched()
    broken = fetcher.fetch(inputs_of(Sessions(StoreError("x")), rules=rules))
    assert (broken.chunks, broken.warnings) == ((), UNAVAILABLE)


@pytest.mark.parametrize(
    ("fetch", "reader"),
    [
        (memory_injection.fetch_injection, Reader(StoreError("x"))),
        (memory_recall.fetch_recall, Reader(InjectionPreview(items=()), StoreError("x"))),
    ],
)
def test_a_fetcher_of_memories_without_its_store(fetch, reader):
    """Without a store there is nothing; one that cannot be read costs a warning."""
    assert fetch(inputs(None)) == Fetched()
    broken = fetch(inputs(reader))
    assert (broken.chunks, broken.warnings) == ((), UNAVAILABLE)


@pytest.mark.parametrize(
    ("code", "warnings"),
    [(None, ()), ("EMBEDDER_NONE", ()), ("EMBEDDER_FAILED", ("MEMORY_DEGRADED: why",))],
)
def test_what_the_writer_has_chosen_is_no_warning(code, warnings):
    """Without an embedder by choice nothing is said."""
    found = code and Degradation(degraded_from="semantic", reason="why", code=code)
    assert warnings_of(found) == warnings


def test_a_chunk_has_the_score_of_its_best_part():
    """Only where scores mean something to other chunks; no parts, no chunk."""
    parts = [Part(text="a", score=0.2), Part(text="b"), Part(text="c", score=0.7)]
    names = {"source": "s", "kind": "k", "reason": "r"}
    assert chunk_of([], **names) == ()
    assert chunk_of(parts, **names)[0].score is None
    assert chunk_of(parts, **names, scored=True)[0].score == 0.7
    assert chunk_of([Part(text="b")], **names, scored=True)[0].score is None

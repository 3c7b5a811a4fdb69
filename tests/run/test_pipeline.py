from __future__ import annotations

import asyncio

import pytest

from run.prompt_parts import setting, words
from underdraft import Chunk, Excluded, Fetched, Fetcher, InvalidArgument, Layer, Message, Reply, Usage
from underdraft.run import pipeline as pipeline_module
from underdraft.run.budget import count_messages
from underdraft.run.fetch import Registered
from underdraft.run.pipeline import assemble, record
from underdraft.testing import inputs
from underdraft.types.prefix import LastPrefixes


def registered(name, *chunks, layer=Layer.RECENT, **rest):
    """A fetcher that gives what it was made with."""
    given = Fetched(chunks=chunks, **rest)
    return Registered(
        fetcher=Fetcher(name=name, layer=layer, fetch=lambda _: given, stable=True, inline=True),
        plugin="test",
    )


def assembled(*fetchers, run=None, **options):
    """A preview."""
    return asyncio.run(assemble(run or inputs(), setting(*fetchers, **options), LastPrefixes()))


def test_all_that_is_known_before_the_call():
    """The preview gathers what each stage has found out."""
    turn = Message(role="user", content="earlier turn")
    left = Excluded(layer=Layer.RECENT, source="x", plugin="?", reason="not asked for")
    preview = assembled(
        registered(
            "a", Chunk(text="fog", source="a:1"), history=[turn], warnings=["NOTE: a"], excluded=[left]
        ),
        registered(
            "b", Chunk(text="fog", source="b:1"), Chunk(text="bell rope", source="b:2"), layer=Layer.PROJECT
        ),
        warnings=("PLUGIN_FAILED: x",),
    )
    assert preview.messages[1] == turn
    assert [(i.source, i.tokens) for i in preview.injected] == [("b:1", 1), ("b:2", 2)]
    assert [(e.source, e.plugin) for e in preview.excluded] == [("x", "test"), ("a:1", "test")]
    assert preview.warnings == ("NOTE: a", "PLUGIN_FAILED: x")
    assert preview.layer_tokens == {**dict.fromkeys(Layer, 0), Layer.PROJECT: 3}
    assert preview.budget_tokens == 9_900
    assert preview.token_counter == "words"  # noqa: S105
    assert preview.tokens == sum(words(m.content) for m in preview.messages)
    assert preview.capacity_percent == round(100 * preview.tokens / 9_900, 2)
    assert preview.timings.keys() >= {"fetch", "deduplicate", "budget", "cache_plan", "fetch.a", "fetch.b"}
    assert preview.run_id == "run-1"


def test_warnings_are_sorted_and_said_once():
    """The order of warnings does not depend on who was first."""
    preview = assembled(registered("b", warnings=["Z: 1", "A: 2"]), registered("a", warnings=["Z: 1"]))
    assert preview.warnings == ("A: 2", "Z: 1")


def test_a_volatile_prefix_is_said():
    """A time in layer 3 is a warning, in layer 4 it is not."""
    text = "at 2026-01-02T03:04"
    assert assembled(registered("a", Chunk(text=text, source="s"), layer=Layer.PROJECT)).warnings == (
        "PREFIX_VOLATILE: an ISO timestamp in s (layer PROJECT, plugin test)",
    )
    assert assembled(registered("a", Chunk(text=text, source="s"))).warnings == ()


def test_trims_are_in_the_receipt():
    """What a cap took is among the trims and among what was excluded."""
    long = "\n\n".join(["fog " * 10] * 9)
    preview = assembled(
        registered("a", Chunk(text=long, source="s"), layer=Layer.PROJECT), caps={Layer.PROJECT: 25}
    )
    (trim,) = preview.trims
    assert (trim.tokens_before, trim.tokens_after) == (90, 20)
    assert [(e.source, e.tokens) for e in preview.excluded] == [("s", 70)]
    assert preview.layer_tokens[Layer.PROJECT] == 20


def test_no_room_for_a_reply():
    """A reserve that takes the whole window is an error and not a division by zero."""
    with pytest.raises(InvalidArgument, match="output_reserve_tokens"):
        assembled(window_tokens=100, output_reserve_tokens=100)


def test_a_prompt_is_rendered_once(monkeypatch):
    """What was measured is what is sent: without a trim there is one rendering."""
    calls = []
    real = pipeline_module.render
    monkeypatch.setattr(pipeline_module, "render", lambda *a, **k: calls.append(1) or real(*a, **k))
    preview = assembled(registered("a", Chunk(text="fog", source="s")))
    assert calls == [1]
    assert count_messages(preview.prompt, setting().counter.count) == preview.tokens


def test_a_record():
    """A record keeps the preview, the reply, and the warnings of both halves in order."""
    preview = assembled(registered("a", warnings=["B: 1"]))
    run = inputs(session_id="s", document_id="d", scene_type="action")
    made = record(
        preview, Reply(texts=("x", "y"), usage=Usage(prompt_tokens=3)), run, model_ms=5.0, warnings=["A: 2"]
    )
    assert (made.id, made.text, made.texts) == (preview.run_id, "x", ("x", "y"))
    assert (made.session_id, made.document_id, made.scene_type) == ("s", "d", "action")
    assert made.warnings == ("A: 2", "B: 1")
    assert made.timings["model"] == 5.0
    assert made.prompt_hash == preview.prompt_hash

"""What a stranger's stable fetcher may change, and how often."""

from __future__ import annotations

import itertools

import pytest

from cache.prefix_breaks import Novel
from underdraft import Chunk, Fetched, Fetcher, Layer, hookimpl
from underdraft.run.quarantine import CHANGES_ALLOWED, REMEMBERED, Quarantine, content_of
from volatile_plugins import VOLATILE


class Stranger:
    """A plugin with one stable fetcher in layer 3."""

    name = "stranger"

    def __init__(self, words):
        self.words = words

    @hookimpl
    def underdraft_fetchers(self):
        """Gives the words of the moment."""

        def fetch(run):
            return [Chunk(text=self.words(run), source="stranger:words")]

        return [Fetcher(name="words", layer=Layer.PROJECT, fetch=fetch, stable=True)]


def given(text):
    """A result with one chunk."""
    return Fetched(chunks=(Chunk(text=text, source="s", layer=Layer.PROJECT),))


def settle(quarantine, text, *, kind="k", content="c", volatile=False):
    """The text that is sent, and whether the fetcher was caught just now."""
    fetched, caught = quarantine.settle(given(text), kind=kind, content=content, volatile=volatile)
    return fetched.chunks[0].text, caught


def test_one_change_is_taken():
    """A source may change once; what changes again stays as it was, and that is said once."""
    quarantine = Quarantine()
    assert CHANGES_ALLOWED == 1
    assert [settle(quarantine, text) for text in ("a", "a", "b", "c", "d", "b")] == [
        *[("a", False), ("a", False), ("b", False)],
        *[("b", True), ("b", False), ("b", False)],
    ]


def test_other_content_may_have_other_bytes():
    """Where rules, cards or the scene change, so may a plugin's chunks, also those of one that was caught."""
    quarantine = Quarantine()
    for text in "abc":
        settle(quarantine, text)
    assert settle(quarantine, "x", content="other") == ("x", False)
    assert settle(quarantine, "y", content="other") == ("x", False)
    assert settle(quarantine, "z", kind="another skill") == ("z", False)


def test_a_second_call_that_differs_is_enough():
    """What is shown to change by itself is held at once."""
    quarantine = Quarantine()
    assert settle(quarantine, "a", volatile=True) == ("a", True)
    assert settle(quarantine, "b") == ("a", False)


def test_few_kinds_are_remembered():
    """Of many skills and documents the last ones are known."""
    quarantine = Quarantine()
    for number in range(REMEMBERED + 1):
        settle(quarantine, "a", kind=number)
    assert settle(quarantine, "b", kind=0) == ("b", False)  # forgotten, so taken for the first
    assert settle(quarantine, "b", kind=REMEMBERED) == ("b", False)
    assert settle(quarantine, "c", kind=REMEMBERED) == ("b", True)


def test_memories_are_no_content():
    """Layer 2 grows in a talk: that does not excuse other bytes."""
    chunks = [Chunk(text=layer.name, source="s", layer=layer) for layer in Layer]
    assert [chunk.layer for chunk in content_of(chunks)] == [Layer.SYSTEM, Layer.SESSION, Layer.PROJECT]


@pytest.mark.parametrize("kind", VOLATILE)
def test_a_volatile_plugin_changes_the_prefix_at_most_once(underdraft_workspace, kind):
    """Twenty runs with other passages, at other times and places: the prefix has at most two forms, and it is said once."""
    novel = Novel(underdraft_workspace)
    volatile = VOLATILE[kind]()
    novel.plugins = [Stranger(volatile.words)]
    ws = novel.open()
    hashes, said = [], 0
    for number in range(20):
        with volatile.at(number):
            run = ws.run_sync("mend", document=f"沈砚推开门。灯灭了。第{number}次。", document_id="one")
        hashes.append(run.stable_prefix_hash)
        said += sum(warning.startswith("PREFIX_VOLATILE: words") for warning in run.warnings)
    assert len([1 for old, new in itertools.pairwise(hashes) if old != new]) <= 1
    assert said == 1


def test_a_failure_is_no_change(underdraft_workspace):
    """A fetcher that fails now and then is not caught for it."""
    turn = iter(range(20))

    def words(_):
        if next(turn) % 2:
            raise OSError
        return "风小。"

    novel = Novel(underdraft_workspace)
    novel.plugins = [Stranger(words)]
    ws = novel.open()
    runs = [ws.run_sync("mend", document="沈砚。", document_id="one") for _ in range(6)]
    assert not [w for run in runs for w in run.warnings if w.startswith("PREFIX_VOLATILE")]
    assert len({run.stable_prefix_hash for run in runs}) == 2

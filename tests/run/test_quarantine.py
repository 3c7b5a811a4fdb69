"""What a stranger's stable fetcher may change, and how often."""

from __future__ import annotations

import itertools

import pytest

from cache.prefix_breaks import Novel
from underdraft import Chunk, Fetched, Fetcher, Layer, hookimpl
from underdraft.run.quarantine import REMEMBERED, Quarantine, behind, content_of, files_of
from underdraft.testing import inputs
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


def given(text, layer=Layer.PROJECT):
    """A result with one chunk."""
    return Fetched(chunks=(Chunk(text=text, source="s", layer=layer),))


def settle(quarantine, text, *, name="words", kind="k", content=1, files=1):
    """The layer in which the text is sent, and whether the fetcher was caught just now."""
    told = {"kind": kind, "content": content, "files": lambda: files}
    fetched, caught = quarantine.settle(name, given(text), **told)
    assert fetched.chunks[0].text == text  # what is sent is always of the moment
    return fetched.chunks[0].layer, caught


IN_PLACE, CAUGHT, BEHIND = (Layer.PROJECT, False), (Layer.RECENT, True), (Layer.RECENT, False)


def test_other_bytes_for_the_same_content():
    """From the first change on it stands behind the prefix, and that is said once; no other fetcher does."""
    quarantine = Quarantine()
    assert [settle(quarantine, text) for text in "aabcb"] == [IN_PLACE, IN_PLACE, CAUGHT, BEHIND, BEHIND]
    assert [settle(quarantine, text, kind="another skill") for text in "xx"] == [BEHIND, BEHIND]
    assert [settle(quarantine, text, name="other") for text in "aa"] == [IN_PLACE, IN_PLACE]


def test_other_content_may_have_other_bytes():
    """Where rules, cards, files or the scene change, so may a plugin's chunks, as often as they like."""
    quarantine = Quarantine()
    for what in ("content", "files"):
        told = [settle(quarantine, text, kind=what, **{what: number}) for number, text in enumerate("abcdef")]
        assert told == [IN_PLACE] * 6


def test_few_kinds_are_remembered():
    """Of many skills and documents the last ones are known."""
    quarantine = Quarantine()
    for number in range(REMEMBERED + 1):
        settle(quarantine, "a", kind=number)
    assert settle(quarantine, "b", kind=0) == IN_PLACE  # forgotten, so taken for the first
    assert settle(quarantine, "b", kind=REMEMBERED) == CAUGHT


def test_a_rule_is_never_trimmed():
    """Constraints of layer 0 that change by themselves stay whole behind the prefix."""
    assert [
        c.pinned for layer in (Layer.SYSTEM, Layer.PROJECT) for c in behind(given("x", layer)).chunks
    ] == [
        True,
        False,
    ]


def test_what_counts_as_content():
    """Texts of the project's folder count; layer 2 grows in a talk, and does not excuse other bytes."""
    chunk = {layer: Chunk(text=layer.name, source="s", layer=layer) for layer in Layer}
    base = content_of([chunk[Layer.PROJECT]])
    assert content_of([chunk[Layer.PROJECT], chunk[Layer.PROFILE], chunk[Layer.RECENT]]) == base
    assert content_of([chunk[Layer.PROJECT], chunk[Layer.SYSTEM]]) != base
    assert files_of(inputs(files={".underdraft/weather.txt": "x"})) != files_of(inputs())


def test_a_file_of_the_plugins_own_may_be_edited(underdraft_workspace):
    """Each edit is in the next prompt, in its place in the prefix, and nothing is said."""
    novel = Novel(underdraft_workspace)
    novel.plugins = [Stranger(lambda run: run.files.read(".underdraft/weather.txt").text)]
    novel.files[".underdraft/weather.txt"] = "雾"
    ws = novel.open()
    for words in ("风", "雪", "雨", "晴"):
        (ws.root / ".underdraft/weather.txt").write_text(words, "utf-8")
        run = ws.run_sync("mend", document="沈砚推开门。", document_id="one")
        assert words in run.preview.prompt.stable_prefix
        assert not [warning for warning in run.warnings if warning.startswith("PREFIX_VOLATILE")]


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

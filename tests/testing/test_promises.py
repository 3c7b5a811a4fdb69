from __future__ import annotations

import time
from types import SimpleNamespace

import pytest

from underdraft import Chunk, Fetcher, Layer, RuleField, hookimpl
from underdraft.plugins import load_plugins
from underdraft.testing import MemoryFiles
from underdraft.testing.promises import check_plugins
from underdraft.types.run_inputs import Project

FILES = {"chapters/01.md": "The bell rang.\n" * 40, ".underdraft/log.md": "- Fog\n"}


class Stranger:
    """A plugin with one fetcher, and hooks that a test gives it."""

    name = "stranger"

    def __init__(self, fetch, **options):
        self.fetcher = Fetcher(
            **{
                "name": "log",
                "layer": Layer.PROJECT,
                "fetch": fetch,
                "rule": "log",
                "stable": True,
                **options,
            }
        )

    @hookimpl
    def underdraft_context_rules(self):
        return [RuleField(name="log", kind="integer", default=0, maximum=7, brings="the log (3)")]

    @hookimpl
    def underdraft_fetchers(self):
        return [self.fetcher]


def checked(*plugins):
    """What the check says of plugins in a small project."""
    loaded = load_plugins(plugins, entry_points=False)
    return check_plugins(loaded, MemoryFiles(FILES), Project(id="p", name="P"))


def read_log(inputs):
    """A fetcher in order: it reads a file, where there is one."""
    file = inputs.files.read(".underdraft/log.md")
    return [Chunk(text=file.text * int(inputs.rules["log"]), source="file:log")] if file else []


def test_a_plugin_in_order():
    """Nothing is broken, and what was tried is told."""
    (check,) = checked(Stranger(read_log))
    assert (check.broken, check.silent, check.tried) == ((), (), ("fetcher log",))


def moody(inputs):
    """Another text in each run."""
    return [Chunk(text=f"Run {inputs.run_id}", source="s")]


def a_mapping(_facts):
    """Not a list of chunks."""
    return {"text": "Fog"}


def wrong_field(_facts):
    """A score that is no number."""
    return [Chunk(text="Fog", source="s", score="high")]


def slow(inputs):
    """Slower than its own limit."""
    time.sleep(0.5)
    return [Chunk(text="Fog", source="s")]


@pytest.mark.parametrize(
    ("fetch", "promise", "words"),
    [
        (moody, "stable", "gave other chunks for the same content"),
        (
            a_mapping,
            "works",
            "expected a list of Chunk, a Fetched or None; it gave dict",
        ),
        (wrong_field, "works", "score"),
        (slow, "works", "FETCHER_TIMEOUT"),
    ],
)
def test_each_broken_promise_is_found(fetch, promise, words):
    """Its kind, what the fetcher did, and the line it is on."""
    (check,) = checked(Stranger(fetch, timeout_ms=200))
    found = check.broken[0]
    assert found.promise == promise
    assert words in found.what
    line = fetch.__code__.co_firstlineno
    assert found.where.startswith("testing/test_promises.py:")
    assert 0 <= int(found.where.rpartition(":")[2]) - line <= 2


def test_a_fault_is_told_with_its_line():
    """The exception's name, never its words."""

    def always_raises(_facts):
        raise ValueError("sk-secret")

    (check,) = checked(Stranger(always_raises))
    assert [(broken.promise, broken.what) for broken in check.broken] == [("works", "ValueError")]


def test_a_fetcher_that_gives_nothing_is_named():
    """What could not be compared is not called stable."""
    (check,) = checked(Stranger(lambda _: []))
    assert (check.broken, check.silent) == ((), ("log",))


def test_other_hooks():
    """What cannot be tried without a run is named as untried."""

    class Hooks:
        name = "hooks"

        @hookimpl
        def underdraft_model(self, name):
            return SimpleNamespace(name=name)

        @hookimpl
        def underdraft_before_model_call(self, call):
            """Nothing."""

    (check,) = checked(Hooks())
    assert (check.broken, check.tried) == ((), ())
    assert set(check.untried) == {"underdraft_model", "underdraft_before_model_call"}


def test_one_that_cannot_be_loaded():
    """Why it is not there is a broken promise too."""
    (check,) = checked(SimpleNamespace(__name__="empty"))
    assert [(b.promise, b.where) for b in check.broken] == [("loads", "empty")]


@pytest.mark.long
def test_the_built_in_plugins_keep_theirs(novel):
    """What we ask of strangers holds for ourselves, on the sample."""
    from underdraft.project.files import DiskFiles

    checks = check_plugins(load_plugins(), DiskFiles(novel), Project(id="p", name="P"))
    assert [b for check in checks for b in check.broken] == []

from __future__ import annotations

import random
import types
from importlib import metadata
from pathlib import Path

import pytest

from underdraft import Chunk, Fetcher, Layer, RuleField, hookimpl
from underdraft import plugins as plugins_module
from underdraft.plugins import load_plugins
from underdraft.testing import FakeModel

BUILTIN = {"rules", "session", "project_files", "immediate", "channels", "offline_model", "litellm_model"}


def fetcher(name, **options):
    """A fetcher of layer 4."""
    return Fetcher(
        **{"name": name, "layer": Layer.RECENT, "fetch": lambda _: [Chunk(text=name, source="s")], **options}
    )


def plugin(name="stranger", **hooks):
    """An object with hooks that return what is given, or call it."""
    made = types.SimpleNamespace(name=name)
    for hook, given in hooks.items():
        setattr(made, f"underdraft_{hook}", hookimpl(_hook(given)))
    return made


def _hook(given):
    def call():
        return given() if callable(given) else given

    return call


def load(*extra, entry_points=False):
    """Load objects."""
    return load_plugins(extra, entry_points=entry_points)


def error_of(*extra):
    """What is wrong with the last plugin by name."""
    loaded = {x.name: x for x in load(*extra).loaded}
    return loaded["stranger"].error


def test_built_ins_come_through_the_same_door():
    """The built-in plugins are entry points like any other, and all of them load."""
    found = load_plugins()
    ours = {x.name for x in found.loaded if x.package.startswith("underdraft ")}
    assert ours >= BUILTIN
    assert [x.error for x in found.loaded] == [None] * len(found.loaded)
    assert found.warnings == ()
    assert load_plugins(entry_points=False).fetchers == ()


def test_what_a_plugin_registers(tmp_path):
    """Fetchers, rule fields and folders are gathered once, with the plugin's name."""
    calls = []

    def fetchers():
        calls.append(1)
        yield fetcher("a")

    given = plugin(
        fetchers=fetchers,
        context_rules=[RuleField(name="weather", kind="boolean", default=False, brings="w")],
        skill_dirs=[tmp_path],
        template_dirs=[tmp_path / "t"],
    )
    found = load(given)
    assert [(r.plugin, r.fetcher.name) for r in found.fetchers] == [("stranger", "a")]
    assert [(p, f.name) for p, f in found.rule_fields] == [("stranger", "weather")]
    assert found.folders["underdraft_skill_dirs"] == (("stranger", tmp_path),)
    assert found.folders["underdraft_template_dirs"] == (("stranger", tmp_path / "t"),)
    assert found.folders["underdraft_template_dirs"] == (("stranger", tmp_path / "t"),)
    assert calls == [1]
    (loaded,) = found.loaded
    assert loaded.package == "given"
    assert set(loaded.hooks) >= {"underdraft_fetchers", "underdraft_skill_dirs"}


def raises(error):
    """A hook that fails."""

    def call():
        raise error

    return call


def raises_midway():
    """A hook that fails after its first fetcher."""
    yield fetcher("first")
    raise ValueError


@pytest.mark.parametrize(
    ("hooks", "said"),
    [
        (
            {"fetchers": raises(ValueError("/secret"))},
            "registration failed (ValueError at tests/test_plugins.py:",
        ),
        ({"fetchers": raises(SystemExit(1))}, "registration failed (SystemExit at tests/test_plugins.py:"),
        ({"fetchers": raises_midway}, "registration failed (ValueError at tests/test_plugins.py:"),
        ({"fetchers": fetcher("a")}, "registration failed (TypeError)"),
        ({"fetchers": ["a"]}, "something else than Fetcher"),
        ({"fetchers": [fetcher("a", fetch=None)]}, "something else than Fetcher"),
        ({"fetchers": [fetcher("A b")]}, "fetcher's name"),
        ({"fetchers": [fetcher(5)]}, "fetcher's name"),
        ({"fetchers": [fetcher("a"), fetcher("a")]}, "the name is taken"),
        ({"fetchers": [fetcher("a", layer="RECENT")]}, "layer: expected Layer"),
        ({"fetchers": [fetcher("a", priority="1")]}, "priority: expected int"),
        ({"fetchers": [fetcher("a", timeout_ms=True)]}, "timeout_ms: expected int"),
        ({"fetchers": [fetcher("a", timeout_ms=0)]}, "timeout_ms: expected a number over 0"),
        ({"fetchers": [fetcher("a", required=1)]}, "required: expected bool"),
        ({"fetchers": [fetcher("a", rule="wether")]}, "rule: no key of context_rules"),
        ({"fetchers": [fetcher("a", layer=Layer.PROJECT)]}, "declare stable=True"),
        ({"context_rules": [5]}, "expected a RuleField"),
        (
            {"context_rules": [RuleField(name="Surrounding", kind="boolean", default=False, brings="")]},
            "expected a name",
        ),
        (
            {"context_rules": [RuleField(name="surrounding", kind="boolean", default=False, brings="")]},
            "taken",
        ),
        ({"context_rules": [RuleField(name="x", kind="integer", default=-1, brings="")]}, "default"),
        ({"skill_dirs": ["skills"]}, "something else than a Path"),
        ({"skill_dirs": raises(OSError())}, "registration failed (OSError at tests/test_plugins.py:"),
    ],
)
def test_bad_registrations(hooks, said):
    """A plugin that registers rubbish is left out with the reason; the others are not touched."""
    good = plugin("good", fetchers=[fetcher("good")])
    found = load(good, plugin(**hooks))
    problem = {x.name: x.error for x in found.loaded}
    assert problem["good"] is None
    assert said in problem["stranger"]
    assert "secret" not in problem["stranger"]
    assert [r.fetcher.name for r in found.fetchers] == ["good"]
    assert found.rule_fields == ()
    assert len(found.warnings) == 1
    assert found.warnings[0].startswith("PLUGIN_FAILED: stranger (given): ")
    assert not found.manager.has_plugin("stranger")


def test_a_rule_of_another_plugin():
    """A fetcher may follow a rule that another plugin brings, whatever the order; without it, it is refused."""
    brings = plugin(
        "z-brings", context_rules=[RuleField(name="weather", kind="boolean", default=False, brings="w")]
    )
    uses = plugin("stranger", fetchers=[fetcher("a", rule="weather")])
    for order in ([brings, uses], [uses, brings]):
        assert load(*order).warnings == ()
    assert "no key of context_rules" in error_of(uses)


def test_unknown_and_missing_hooks():
    """A misspelt hook and an object without hooks are errors that say so."""

    class Misspelt:
        name = "stranger"

        @hookimpl
        def underdraft_fetcher(self):
            return []

    class Wrong:
        name = "stranger"

        @hookimpl
        def underdraft_fetchers(self, wrong):
            return []

    assert error_of(Misspelt()) == "unknown hook underdraft_fetcher"
    assert "implements no hook" in error_of(types.SimpleNamespace(name="stranger"))
    assert error_of(Wrong()) is not None


def test_names_are_taken_once():
    """Of two plugins of one name, or two fetchers of one name, one stays, and always the same."""
    a, b = plugin("a", fetchers=[fetcher("x")]), plugin("b", fetchers=[fetcher("x"), fetcher("y")])
    for order in ([a, b], [b, a]):
        found = load(*order)
        assert [(r.plugin, r.fetcher.name) for r in found.fetchers] == [("a", "x")]
        assert {x.name: x.error for x in found.loaded}["b"] == "fetcher x: the name is taken"
    twice = load(a, plugin("a", fetchers=[fetcher("z")]))
    assert [x.error for x in twice.loaded].count("another plugin has this name") == 1


def test_load_order_does_not_matter():
    """However they are given, fetchers, fields and folders come out in one order."""
    given = [
        plugin(
            name,
            fetchers=[
                fetcher(f"{name}-1", priority=p),
                fetcher(f"{name}-2", layer=Layer.CURRENT, priority=p),
            ],
            context_rules=[RuleField(name=f"rule_{name}", kind="boolean", default=False, brings="")],
            skill_dirs=[Path(name)],
        )
        for name, p in (("b", 10), ("a", 10), ("c", 5))
    ]
    seen = {
        (
            tuple(r.fetcher.name for r in found.fetchers),
            tuple(f.name for _, f in found.rule_fields),
            found.folders["underdraft_skill_dirs"],
        )
        for found in (load(*random.Random(seed).sample(given, 3)) for seed in range(8))  # noqa: S311
    }
    assert len(seen) == 1
    (order,) = seen
    assert order[0] == ("c-1", "a-1", "b-1", "c-2", "a-2", "b-2")


class Entry:
    """Stands for an entry point of a package that is not installed."""

    def __init__(self, name, package, given):
        self.name, self.value, self.given = name, f"{package}:{name}", given
        self.dist = types.SimpleNamespace(name=package, version="1.0")

    def load(self):
        if isinstance(self.given, BaseException):
            raise self.given
        return self.given


def with_entries(monkeypatch, *entries):
    """Load the installed plugins and these."""
    real = metadata.entry_points
    monkeypatch.setattr(plugins_module.metadata, "entry_points", lambda group: [*entries, *real(group=group)])
    return load_plugins()


@pytest.mark.parametrize("error", [ImportError("/secret"), SystemExit(), SyntaxError(), RuntimeError()])
def test_a_plugin_that_fails_at_import(monkeypatch, error):
    """An import that fails is reported with the package and costs nothing else."""
    found = with_entries(monkeypatch, Entry("bad", "bad-package", error))
    bad = next(x for x in found.loaded if x.name == "bad")
    assert bad.package == "bad-package 1.0"
    assert bad.error.startswith(f"import failed ({type(error).__name__} at tests/test_plugins.py:")
    assert found.warnings == (f"PLUGIN_FAILED: bad (bad-package 1.0): {bad.error}",)
    assert {x.name for x in found.loaded if x.error is None} >= BUILTIN


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("import no_such_thing", "ModuleNotFoundError: no_such_thing at broken/__init__.py:2"),
        ("def broken(", "SyntaxError at broken/__init__.py:2"),
        ("raise ValueError('/secret')", "ValueError at broken/__init__.py:2"),
    ],
)
def test_an_author_is_told_the_line(monkeypatch, tmp_path, code, said):
    """The line of a module that cannot be imported, and the name of one that is missing; never its words."""
    package = tmp_path / "broken"
    package.mkdir()
    (package / "__init__.py").write_text(f"x = 1\n{code}\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    entry = metadata.EntryPoint("broken", "broken", "underdraft")
    found = with_entries(monkeypatch, entry)
    assert next(x.error for x in found.loaded if x.name == "broken") == f"import failed ({said})"
    assert found.unloaded == ("broken",)


def test_an_argument_that_a_hook_does_not_have():
    """It is named, with the hook."""

    class Asking:
        name = "stranger"

        @hookimpl
        def underdraft_fetchers(self, facts):
            return []

    assert error_of(Asking()) == "underdraft_fetchers: unknown argument facts"


def test_nobody_takes_the_place_of_a_built_in(monkeypatch):
    """A stranger with a built-in's name, or its fetcher's, loses it: rules are never dropped this way."""
    found = with_entries(
        monkeypatch,
        Entry("rules", "aaa", plugin("rules", fetchers=[fetcher("mine")])),
        Entry("aaa", "aaa", plugin("aaa", fetchers=[fetcher("rules")])),
    )
    assert ("rules", "rules") in [(r.plugin, r.fetcher.name) for r in found.fetchers]
    assert "mine" not in [r.fetcher.name for r in found.fetchers]
    assert len(found.warnings) == 2


def test_an_entry_point_seen_twice_counts_once(monkeypatch):
    """A package that is found twice on the path is loaded once and without complaint."""
    given = plugin("twice", fetchers=[fetcher("twice")])
    found = with_entries(monkeypatch, Entry("twice", "p", given), Entry("twice", "p", given))
    assert found.warnings == ()
    assert [x.name for x in found.loaded].count("twice") == 1


def test_a_plugin_given_twice_is_said_to_be_given_twice():
    """The second time counts for nothing, and the warning says why."""
    plugin = FakeModel()
    loaded = load_plugins([plugin, plugin], entry_points=False)
    assert [item.error for item in loaded.loaded if item.error] == ["given twice; it is loaded once"]
    assert "given twice" in loaded.warnings[0]

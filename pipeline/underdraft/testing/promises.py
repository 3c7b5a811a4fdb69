"""The promises of plugins, tried on those that are installed: ``underdraft plugins --check``."""

from __future__ import annotations

import asyncio
import functools
import inspect
from collections.abc import Mapping
from pathlib import PurePath
from typing import Annotated, Literal

import attrs

from underdraft.errors import FETCHER_TIMEOUT, LayerFailed
from underdraft.plugins import Loaded, Plugins
from underdraft.run.fetch import FetchOutcome, Registered, fetch_all
from underdraft.run.plugin_error import describe_error
from underdraft.testing.run_inputs import inputs
from underdraft.testing.stability import asked, assert_stable
from underdraft.types.files import ProjectFiles
from underdraft.types.request import Selection
from underdraft.types.run_inputs import Project, RunInputs
from underdraft.types.skill import RuleField
from underdraft.types.values import frozen

Promise = Literal["loads", "works", "stable"]


@frozen(kw_only=True)
class BrokenPromise:
    """A promise that a plugin does not keep."""

    promise: Promise
    what: Annotated[str, "What it did, one sentence."]
    where: Annotated[str, "`package/module.py:line`, or the name of the hook, fetcher or channel."]


@frozen(kw_only=True)
class PluginCheck:
    """The result of trying one plugin."""

    plugin: str
    package: str
    broken: tuple[BrokenPromise, ...] = ()
    tried: Annotated[tuple[str, ...], "The fetchers that were tried."] = ()
    silent: Annotated[tuple[str, ...], "Fetchers that gave nothing: their bytes were not checked."] = ()
    untried: Annotated[tuple[str, ...], "Hooks that cannot be tried without a run."] = ()


def check_plugins(plugins: Plugins, files: ProjectFiles, project: Project | None) -> tuple[PluginCheck, ...]:
    """Try every plugin, in a project that its fetchers may find something in.

    Fetchers are run as the engine runs them, on the first chapter. They should give chunks of the right types within
    their time limit (`works`), and the same bytes for the same content (`stable`, see
    :func:`underdraft.testing.assert_stable`). Other hooks are named as untried.

    Returns:
        One for each plugin that was found, broken ones too, by name.
    """
    fields = {field.name: field for _, field in plugins.rule_fields}
    return tuple(_checked(plugins, loaded, files, project, fields) for loaded in plugins.loaded)


def _checked(
    plugins: Plugins,
    loaded: Loaded,
    files: ProjectFiles,
    project: Project | None,
    fields: Mapping[str, RuleField],
) -> PluginCheck:
    made = functools.partial(PluginCheck, plugin=loaded.name, package=loaded.package)
    if loaded.error:
        broken = BrokenPromise(promise="loads", what=loaded.error, where=loaded.name)
        return made(broken=(broken,))
    found: list[BrokenPromise] = []
    tried: list[str] = []
    silent: list[str] = []
    for registered in (r for r in plugins.fetchers if r.plugin == loaded.name):
        name = registered.fetcher.name
        tried.append(f"fetcher {name}")
        rule = fields.get(registered.fetcher.rule or "")
        gave, broken_one = _try_fetcher(registered, _inputs(registered, rule, files, project))
        found += [broken_one] if broken_one else []
        if not gave and not broken_one:
            silent.append(name)
    untried = tuple(hook for hook in loaded.hooks if hook not in _REGISTERING)
    return made(broken=tuple(found), tried=tuple(tried), silent=tuple(silent), untried=untried)


_REGISTERING = (
    "underdraft_context_rules",
    "underdraft_fetchers",
    "underdraft_skill_dirs",
    "underdraft_template_dirs",
)
"""Hooks whose answers were checked when the plugin was loaded."""


def _inputs(
    registered: Registered, rule: RuleField | None, files: ProjectFiles, project: Project | None
) -> RunInputs:
    """A run in the project, with a selection in the middle of the first chapter and the largest value of the rule."""
    read = (files.read(path) for path in files.list("chapters"))
    document = next((file.text for file in read if file is not None), "")
    middle = len(document) // 2
    selection = Selection(start=middle, end=min(middle + 20, len(document)))
    run = attrs.evolve(inputs(project=project, document=document, selection=selection), files=files)
    number = rule is not None and rule.kind == "integer"
    return asked(run, registered.fetcher, (rule.maximum or 10) if rule and number else True)


def _try_fetcher(registered: Registered, run: RunInputs) -> tuple[bool, BrokenPromise | None]:
    """Whether it gave anything, and what it broke; where it fails, its bytes are not compared."""
    place = _place(registered.fetcher.fetch)
    try:
        outcome = asyncio.run(fetch_all([registered], run))
    except LayerFailed as error:
        cause = error.__cause__ if isinstance(error.__cause__, Exception) else error
        outcome = FetchOutcome(warnings=(error.message,), errors=(cause,))
    late = [warning for warning in outcome.warnings if warning.startswith(FETCHER_TIMEOUT)]
    if faults := [describe_error(error) for error in outcome.errors] or late:
        what, _, where = faults[0].partition(" at ")
        return False, BrokenPromise(promise="works", what=what, where=where or place)
    try:
        if outcome.chunks:
            assert_stable(registered.fetcher, run)
    except AssertionError as error:
        return True, BrokenPromise(promise="stable", what=str(error), where=place)
    return bool(outcome.chunks), None


def _place(function: object) -> str:
    """``package/module.py:line`` of a function, else its name."""
    whole = inspect.unwrap(function) if callable(function) else function
    while isinstance(whole, functools.partial):
        whole = whole.func
    code = getattr(getattr(whole, "__func__", whole), "__code__", None)
    if code is None:
        return f"{type(whole).__module__}.{type(whole).__qualname__}"
    return f"{'/'.join(PurePath(code.co_filename).parts[-2:])}:{code.co_firstlineno}"

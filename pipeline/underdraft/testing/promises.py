"""The promises of plugins, tried on those that are installed: ``underdraft plugins --check``."""

from __future__ import annotations

import asyncio
import functools
import inspect
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Annotated, Literal

import attrs

from underdraft.errors import FETCHER_TIMEOUT, LayerFailed
from underdraft.plugins import Loaded, Plugins
from underdraft.run.fetch import FetchOutcome, Registered, fetch_all
from underdraft.run.plugin_error import WrongResultError, describe_error
from underdraft.testing.run_inputs import inputs
from underdraft.testing.stability import asked, assert_stable
from underdraft.types.files import ProjectFiles
from underdraft.types.request import Selection
from underdraft.types.run_inputs import Project, RunInputs
from underdraft.types.skill import RuleField

Promise = Literal["loads", "typed", "stable", "isolated", "bounded"]

LONG_DOCUMENT = 200_000
"""Code points of the longest document that a fetcher is tried with: some 400 pages."""

MOST_TEXT = 100_000
"""Code points that a fetcher may give for one run; more than any layer takes is read and thrown away."""


@attrs.frozen(kw_only=True)
class BrokenPromise:
    """A promise that a plugin does not keep."""

    promise: Promise
    what: Annotated[str, "What it did, one sentence."]
    where: Annotated[str, "`package/module.py:line`, or the name of the hook, fetcher or channel."]


@attrs.frozen(kw_only=True)
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

    Fetchers are run as the engine runs them: in the project, with each value of their rule, without a project,
    with nothing and with a very long document. They should give chunks of the right types (`typed`), the same
    bytes for the same content (`stable`, see :func:`underdraft.testing.assert_stable`), fail in none of these
    (`isolated`), and stay within their own time limit and :data:`MOST_TEXT` (`bounded`). Other hooks are named
    as untried.

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
        gave, broken_ones = _try_fetcher(registered, list(_trials(registered, rule, files, project)))
        found += broken_ones
        if not gave and not broken_ones:
            silent.append(name)
    untried = tuple(hook for hook in loaded.hooks if hook not in _REGISTERING)
    return made(broken=tuple(dict.fromkeys(found)), tried=tuple(tried), silent=tuple(silent), untried=untried)


_REGISTERING = (
    "underdraft_context_rules",
    "underdraft_fetchers",
    "underdraft_skill_dirs",
    "underdraft_template_dirs",
)
"""Hooks whose answers were checked when the plugin was loaded."""


@attrs.frozen
class _Trial:
    """One way to call a fetcher."""

    told: str
    inputs: RunInputs


def _trials(
    registered: Registered, rule: RuleField | None, files: ProjectFiles, project: Project | None
) -> Iterator[_Trial]:
    """In the project with each value of the rule, then where there is little or much to see."""
    document = _document(files)
    middle = len(document) // 2
    here = attrs.evolve(
        inputs(
            project=project,
            document=document,
            selection=Selection(start=middle, end=min(middle + 20, len(document))),
        ),
        files=files,
    )
    values: Sequence[bool | int] = (True,)
    if rule is not None and rule.kind == "integer":
        values = tuple(dict.fromkeys((10 if rule.maximum is None else rule.maximum, rule.minimum)))
    for value in values:
        yield _Trial(
            "in the project" if value is True else f"with {rule and rule.name}: {value}",
            asked(here, registered.fetcher, value),
        )
    value = values[0]
    yield _Trial(
        "without a project", asked(inputs(project=None, document=document), registered.fetcher, value)
    )
    yield _Trial("in an empty project", asked(inputs(), registered.fetcher, value))
    long = (document or "The bell rang. 钟响了。\n") * (LONG_DOCUMENT // max(1, len(document)) + 1)
    whole = attrs.evolve(here.request, document=long[:LONG_DOCUMENT], selection=None)
    yield _Trial(
        f"with a document of {LONG_DOCUMENT:,} characters",
        asked(attrs.evolve(here, request=whole), registered.fetcher, value),
    )


def _document(files: ProjectFiles) -> str:
    """The first chapter, where there is one."""
    for path in files.list("chapters"):
        file = files.read(path)
        if file is not None:
            return file.text
    return ""


def _try_fetcher(registered: Registered, trials: Sequence[_Trial]) -> tuple[bool, list[BrokenPromise]]:
    """Whether it gave anything, and what it broke first; where it fails, its bytes are not compared."""
    place = _place(registered.fetcher.fetch)
    gave: list[RunInputs] = []
    for trial in trials:
        try:
            outcome = asyncio.run(fetch_all([registered], trial.inputs))
        except LayerFailed as error:
            outcome = FetchOutcome(warnings=(error.message,), errors=(_origin(error),))
        if broken := list(_faults(registered, outcome, trial, place)):
            return bool(gave), broken
        if outcome.chunks:
            gave.append(trial.inputs)
    if gave:
        try:
            assert_stable(registered.fetcher, gave[0])
        except AssertionError as error:
            return True, [BrokenPromise(promise="stable", what=str(error), where=place)]
    return bool(gave), []


def _origin(error: LayerFailed) -> Exception:
    return error.__cause__ if isinstance(error.__cause__, Exception) else error


def _faults(
    registered: Registered, outcome: FetchOutcome, trial: _Trial, place: str
) -> Iterator[BrokenPromise]:
    """Yield the promises that one run of the fetcher breaks."""
    fetcher = registered.fetcher
    for error in outcome.errors:
        if isinstance(error, WrongResultError):
            yield BrokenPromise(
                promise="typed", what=f"{trial.told} the result is wrong: {error}", where=place
            )
        else:
            name, _, where = describe_error(error).partition(" at ")
            yield BrokenPromise(
                promise="isolated", what=f"{trial.told} it raises {name}", where=where or place
            )
    if any(FETCHER_TIMEOUT in warning for warning in outcome.warnings):
        what = f"{trial.told} it takes longer than its own limit of {fetcher.timeout_ms:,} ms"
        yield BrokenPromise(promise="bounded", what=what, where=place)
    length = sum(len(chunk.body) for chunk in outcome.chunks)
    if length > MOST_TEXT:
        what = f"{trial.told} it gives {length:,} characters; no layer takes more than a part of them"
        yield BrokenPromise(promise="bounded", what=what, where=place)


def _place(function: object) -> str:
    """``package/module.py:line`` of a function, else its name."""
    whole = inspect.unwrap(function) if callable(function) else function
    while isinstance(whole, functools.partial):
        whole = whole.func
    code = getattr(getattr(whole, "__func__", whole), "__code__", None)
    if code is None:
        return f"{type(whole).__module__}.{type(whole).__qualname__}"
    return f"{'/'.join(PurePath(code.co_filename).parts[-2:])}:{code.co_firstlineno}"

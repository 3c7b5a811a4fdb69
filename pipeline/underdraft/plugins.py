"""The plugin manager: built-ins come in through the same entry-point group as strangers."""

from __future__ import annotations

import logging
import re
from importlib import metadata
from typing import TYPE_CHECKING, Any

import attrs
import pluggy

from underdraft import hookspecs
from underdraft.errors import InvalidArgument
from underdraft.fetch import Registered
from underdraft.models import Fetcher
from underdraft.text import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from underdraft.models import RuleField

__all__ = ["ENTRY_POINT_GROUP", "Loaded", "Plugins", "load_plugins"]

ENTRY_POINT_GROUP = "underdraft"
PLUGIN_FAILED = "PLUGIN_FAILED"
_FETCHER_NAME = re.compile(r"[a-z0-9_.:-]{1,64}")
_HOOKS = tuple(name for name in vars(hookspecs) if name.startswith("underdraft_"))
log = logging.getLogger("underdraft")


@attrs.frozen(kw_only=True)
class Loaded:
    """One plugin that was found.

    Attributes:
        name: The entry point's name, or the object's.
        package: ``name version`` of the package it came from, or ``"given"`` for an object.
        hooks: The hooks it implements, sorted.
        error: Why it could not be loaded, or ``None``.
    """

    name: str
    package: str
    hooks: tuple[str, ...] = ()
    error: str | None = None


@attrs.frozen(kw_only=True)
class Plugins:
    """All plugins of a workspace and what they registered.

    Attributes:
        manager: pluggy's manager; hooks are called through ``manager.hook``.
        loaded: Every plugin that was found, sorted by name; broken ones too.
        fetchers: All fetchers, in prompt order.
        rule_fields: ``(plugin, field)`` for each added ``context_rules`` key.
        warnings: One for each plugin that could not be loaded.
    """

    manager: pluggy.PluginManager
    loaded: tuple[Loaded, ...]
    fetchers: tuple[Registered, ...]
    rule_fields: tuple[tuple[str, RuleField], ...]
    warnings: tuple[str, ...]

    def folders(self, hook: str) -> tuple[tuple[str, Path], ...]:
        """``(plugin, folder)`` from ``underdraft_skill_dirs`` or ``underdraft_template_dirs``."""
        return tuple((name, folder) for name, folder in _each(self.manager, hook))

    def implementations(self, hook: str) -> tuple[pluggy.HookImpl, ...]:
        """A hook's implementations, by plugin name, whatever the order of loading."""
        return tuple(sorted(getattr(self.manager.hook, hook).get_hookimpls(), key=lambda i: i.plugin_name))


def load_plugins(extra: Sequence[object] = (), *, entry_points: bool = True) -> Plugins:
    """Load the installed plugins and the given objects.

    A plugin that fails at import, misspells a hook or registers rubbish is left out with a warning
    and an entry in ``loaded``; it never takes others with it.

    Args:
        extra: Modules or objects with hook implementations, registered after the installed ones.
        entry_points: Whether to look for installed plugins at all.
    """
    manager = pluggy.PluginManager(hookspecs.PROJECT_NAME)
    manager.add_hookspecs(hookspecs)
    loaded: list[Loaded] = []
    if entry_points:
        for entry in _entry_points():
            loaded.append(_load_entry(manager, entry))
    for number, plugin in enumerate(extra):
        loaded.append(_register(manager, plugin, _name_of(plugin, number), "given"))
    fetchers: list[Registered] = []
    fields: list[tuple[str, RuleField]] = []
    for place, item in enumerate(loaded):
        if item.error is None:
            problem = _gather(manager, item.name, fetchers, fields)
            if problem:
                manager.unregister(name=item.name)
                loaded[place] = attrs.evolve(item, error=problem)
    return Plugins(
        manager=manager,
        loaded=tuple(sorted(loaded, key=lambda x: (x.name, x.package))),
        fetchers=tuple(sorted(fetchers, key=lambda r: r.order)),
        rule_fields=tuple(sorted(fields, key=lambda f: (f[0], f[1].name))),
        warnings=tuple(f"{PLUGIN_FAILED}: {x.name} ({x.package}): {x.error}" for x in loaded if x.error),
    )


def _entry_points() -> list[metadata.EntryPoint]:
    """The group's entry points; a package that is seen twice on the path counts once."""
    found = {(e.name, e.value): e for e in metadata.entry_points(group=ENTRY_POINT_GROUP)}
    return [found[key] for key in sorted(found)]


def _load_entry(manager: pluggy.PluginManager, entry: metadata.EntryPoint) -> Loaded:
    package = f"{entry.dist.name} {entry.dist.version}" if entry.dist else "unknown"
    try:
        plugin = entry.load()
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a stranger's import may raise anything
        log.debug("plugin %s could not be imported", entry.name, exc_info=error)
        return Loaded(name=entry.name, package=package, error=f"import failed ({type(error).__name__})")
    return _register(manager, plugin, entry.name, package)


def _register(manager: pluggy.PluginManager, plugin: object, name: str, package: str) -> Loaded:
    if manager.has_plugin(name):
        return Loaded(name=name, package=package, error="another plugin has this name")
    try:
        manager.register(plugin, name=name)
        manager.check_pending()
    except (pluggy.PluginValidationError, ValueError) as error:
        if manager.has_plugin(name):
            manager.unregister(name=name)
        return Loaded(name=name, package=package, error=_validation(error))
    hooks = tuple(sorted(c.name for c in manager.get_hookcallers(plugin) or ()))
    if not hooks:
        manager.unregister(name=name)
        return Loaded(name=name, package=package, error="implements no hook (is @hookimpl missing?)")
    return Loaded(name=name, package=package, hooks=hooks)


def _validation(error: Exception) -> str:
    names = [w for w in re.findall(r"underdraft_\w+", str(error)) if w not in _HOOKS]
    if names:
        return f"unknown hook {names[0]}"
    return one_line(str(error).splitlines()[0] if isinstance(error, pluggy.PluginValidationError) else "", 120) or (
        "the plugin was registered twice"
    )


def _gather(
    manager: pluggy.PluginManager,
    name: str,
    fetchers: list[Registered],
    fields: list[tuple[str, RuleField]],
) -> str | None:
    """Add what the plugin registers to the lists, or say what is wrong with it and add nothing."""
    from underdraft.models import RuleField
    from underdraft.rules import rule_table

    try:
        new_fetchers = [_checked(f, name, fetchers) for _, f in _each(manager, "underdraft_fetchers", name)]
        new_fields = [(name, f) for _, f in _each(manager, "underdraft_context_rules", name)]
        if not all(isinstance(f, RuleField) for _, f in new_fields):
            return "underdraft_context_rules gave something else than RuleField"
        rule_table([*fields, *new_fields])
        names = [r.fetcher.name for r in new_fetchers]
        if len(set(names)) != len(names):
            return "two fetchers of the same name"
    except InvalidArgument as error:
        return error.message
    except (Exception, SystemExit) as error:  # noqa: BLE001
        log.debug("plugin %s could not be asked for what it registers", name, exc_info=error)
        return f"registration failed ({type(error).__name__})"
    fetchers += new_fetchers
    fields += new_fields
    return None


def _checked(fetcher: object, plugin: str, known: Iterable[Registered]) -> Registered:
    if not isinstance(fetcher, Fetcher) or not callable(fetcher.fetch):
        raise InvalidArgument("underdraft_fetchers gave something else than Fetcher")
    if not _FETCHER_NAME.fullmatch(fetcher.name):
        raise InvalidArgument("a fetcher's name: expected [a-z0-9_.:-], at most 64 characters")
    if any(r.fetcher.name == fetcher.name for r in known):
        raise InvalidArgument(f"fetcher {fetcher.name}: another plugin has this name")
    if fetcher.layer.stable and not fetcher.stable:
        raise InvalidArgument(
            f"fetcher {fetcher.name}: layer {fetcher.layer.name} belongs to the stable prefix; declare stable=True"
        )
    if fetcher.timeout_ms <= 0:
        raise InvalidArgument(f"fetcher {fetcher.name}: timeout_ms: expected a number over 0")
    return Registered(fetcher=fetcher, plugin=plugin)


def _each(manager: pluggy.PluginManager, hook: str, only: str | None = None) -> list[tuple[str, Any]]:
    """``(plugin, item)`` for everything that a list-giving hook returns, by plugin name."""
    found: list[tuple[str, Any]] = []
    implementations = sorted(getattr(manager.hook, hook).get_hookimpls(), key=lambda i: i.plugin_name)
    for implementation in implementations:
        if only is None or implementation.plugin_name == only:
            found += [(implementation.plugin_name, item) for item in implementation.function() or ()]
    return found


def _name_of(plugin: object, number: int) -> str:
    name = getattr(plugin, "__name__", None) or getattr(plugin, "name", None) or type(plugin).__name__
    return f"{name}" if isinstance(name, str) else f"plugin-{number}"

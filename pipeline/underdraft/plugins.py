"""The plugin manager: built-ins come in through the same entry-point group as strangers."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from importlib import metadata
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Any, cast

import attrs
import pluggy

from underdraft import hookspecs
from underdraft.boundary.private_logging import logger_of
from underdraft.errors import InvalidArgument
from underdraft.run.fetch import Registered
from underdraft.run.plugin_error import describe_error
from underdraft.skill.context_rules import BUILTIN_RULES, rule_table
from underdraft.text.clean import one_line
from underdraft.types.fetcher import Fetcher
from underdraft.types.layers import Layer
from underdraft.types.skill import RuleField
from underdraft.types.values import frozen

ENTRY_POINT_GROUP = "underdraft"
OWN_DISTRIBUTION = "underdraft"
PLUGIN_FAILED = "PLUGIN_FAILED"
GIVEN_TWICE = "given twice; it is loaded once"
_UNKNOWN_ARGUMENT = re.compile(r"for hook '(\w+)'.*Argument\(s\) \{'(\w+)'", re.DOTALL)
"""How pluggy says it, over several lines."""
_FETCHER_NAME = re.compile(r"[a-z0-9_.:-]{1,64}")
_FETCHER_TYPES: dict[str, tuple[type, ...]] = {
    "layer": (Layer,),
    "rule": (str, type(None)),
    "priority": (int,),
    "timeout_ms": (int,),
    "required": (bool,),
    "stable": (bool,),
    "inline": (bool,),
}
_FOLDER_HOOKS = ("underdraft_skill_dirs", "underdraft_template_dirs")
_HOOKS = tuple(name for name in vars(hookspecs) if name.startswith("underdraft_"))
log = logger_of("underdraft")


@frozen(kw_only=True)
class Loaded:
    """One plugin that was found."""

    name: Annotated[str, "The entry point's name, or the object's."]
    package: Annotated[str, '`name version` of the package it came from, or `"given"` for an object.']
    hooks: Annotated[tuple[str, ...], "The hooks it implements, sorted."] = ()
    error: Annotated[str | None, "Why it could not be loaded, or `None`."] = None


@frozen(kw_only=True)
class Plugins:
    """All plugins of a workspace and what they registered."""

    manager: Annotated[pluggy.PluginManager, "pluggy's manager; hooks are called through `manager.hook`."]
    loaded: Annotated[tuple[Loaded, ...], "Every plugin that was found, sorted by name; broken ones too."]
    fetchers: Annotated[tuple[Registered, ...], "All fetchers, in prompt order."]
    rule_fields: Annotated[tuple[tuple[str, RuleField], ...], "`(plugin, field)` by plugin."]
    warnings: Annotated[tuple[str, ...], "One for each plugin that could not be loaded."]
    folders: Annotated[Mapping[str, tuple[tuple[str, Path], ...]], "Hook to `(plugin, folder)`."]

    @property
    def own(self) -> frozenset[str]:
        """The names of the built-in plugins."""
        return frozenset(x.name for x in self.loaded if x.package.split()[0] == OWN_DISTRIBUTION)

    @property
    def unloaded(self) -> tuple[str, ...]:
        """The names of the plugins that could not be loaded, without those that are there under the same name."""
        there = {x.name for x in self.loaded if x.error is None}
        return tuple(
            x.name for x in self.loaded if x.error and x.error != GIVEN_TWICE and x.name not in there
        )

    def implementations(self, hook: str) -> tuple[pluggy.HookImpl, ...]:
        """A hook's implementations, by plugin name, whatever the order of loading."""
        return tuple(sorted(getattr(self.manager.hook, hook).get_hookimpls(), key=lambda i: i.plugin_name))

    def channels(self) -> list[tuple[str, Callable[[], Any]]]:
        """The functions that give channels with their plugins' names, those of the built-in ones first."""
        found = self.implementations("underdraft_channels")
        ordered = sorted(found, key=lambda i: (i.plugin_name not in self.own, i.plugin_name))
        return [(i.plugin_name, cast("Callable[[], Any]", i.function)) for i in ordered]


def load_plugins(extra: Sequence[object] = (), *, entry_points: bool = True) -> Plugins:
    """Load the installed plugins (unless ``entry_points`` is off), then the given modules or objects.

    A plugin that fails at import, misspells a hook or registers rubbish is left out with a warning
    and an entry in ``loaded``; it never takes others with it.
    """
    manager = pluggy.PluginManager(hookspecs.PROJECT_NAME)
    manager.add_hookspecs(hookspecs)
    loaded: list[Loaded] = []
    if entry_points:
        loaded += [_load_entry(manager, entry, package) for entry, package in _entry_points()]
    named = sorted(((_name_of(p, number), p) for number, p in enumerate(extra)), key=lambda n: n[0])
    loaded += [_register(manager, plugin, name, "given") for name, plugin in named]
    gathered: dict[str, _Registrations] = {}
    errors: dict[str, str] = {}
    for name in [x.name for x in loaded if x.error is None]:
        found = _gather(manager, name, gathered.values())
        if isinstance(found, str):
            errors[name] = found
        else:
            gathered[name] = found
    while unknown := _unknown_rule(gathered):
        errors[unknown[0]] = unknown[1]
        del gathered[unknown[0]]
    for name in errors:
        manager.unregister(name=name)
    loaded = [x if x.error else attrs.evolve(x, error=errors.get(x.name)) for x in loaded]
    packages = {x.name: x.package for x in loaded if not x.error}
    fetchers = (attrs.evolve(f, package=packages[f.plugin]) for g in gathered.values() for f in g.fetchers)
    return Plugins(
        manager=manager,
        loaded=tuple(sorted(loaded, key=lambda x: (x.name, x.package))),
        fetchers=tuple(sorted(fetchers, key=lambda r: r.order)),
        rule_fields=tuple((name, f) for name in sorted(gathered) for f in gathered[name].fields),
        folders={hook: _by_name(gathered, hook) for hook in _FOLDER_HOOKS},
        warnings=tuple(f"{PLUGIN_FAILED}: {x.name} ({x.package}): {x.error}" for x in loaded if x.error),
    )


def _entry_points() -> list[tuple[metadata.EntryPoint, str]]:
    """The group's entry points with their package; one that is seen twice on the path counts once.

    The package's own come first, so that a stranger who takes one of their names loses it to them.
    """
    found = {(e.name, e.value): e for e in metadata.entry_points(group=ENTRY_POINT_GROUP)}
    # Asked once for each distribution: every look at its name or version parses its metadata anew.
    distributions = {id(e.dist): e.dist for e in found.values() if e.dist}
    names = {key: (d.name, d.version) for key, d in distributions.items()}
    placed = [(e, *names.get(id(e.dist), ("", ""))) for e in found.values()]
    placed.sort(key=lambda p: (p[1].lower() != OWN_DISTRIBUTION, p[0].name, p[0].value))
    return [(e, f"{name} {version}" if name else "unknown") for e, name, version in placed]


def _by_name(gathered: Mapping[str, _Registrations], hook: str) -> tuple[tuple[str, Path], ...]:
    return tuple((name, folder) for name in sorted(gathered) for folder in gathered[name].folders[hook])


def _load_entry(manager: pluggy.PluginManager, entry: metadata.EntryPoint, package: str) -> Loaded:
    try:
        plugin = entry.load()
    except BaseException as error:
        _let_pass(error)
        log.debug("plugin %s could not be imported", entry.name, exc_info=error)
        return Loaded(name=entry.name, package=package, error=f"import failed ({describe_error(error)})")
    return _register(manager, plugin, entry.name, package)


def _let_pass(error: BaseException) -> None:
    """The caller who opens a workspace may interrupt it; all else that a plugin raises costs the plugin alone."""
    if isinstance(error, KeyboardInterrupt):
        raise error


def _register(manager: pluggy.PluginManager, plugin: object, name: str, package: str) -> Loaded:
    if manager.is_registered(plugin):
        return Loaded(name=name, package=package, error=GIVEN_TWICE)
    if manager.has_plugin(name):
        return Loaded(name=name, package=package, error="another plugin has this name")
    try:
        manager.register(plugin, name=name)
        manager.check_pending()
    except BaseException as error:  # noqa: BLE001 - pluggy looks at every attribute of a stranger's object
        _let_pass(error)
        if manager.has_plugin(name):
            manager.unregister(name=name)
        return Loaded(name=name, package=package, error=_validation(error))
    hooks = tuple(sorted(c.name for c in manager.get_hookcallers(plugin) or ()))
    if not hooks:
        manager.unregister(name=name)
        return Loaded(name=name, package=package, error="implements no hook (is @hookimpl missing?)")
    return Loaded(name=name, package=package, hooks=hooks)


def _validation(error: BaseException) -> str:
    names = [w for w in re.findall(r"underdraft_\w+", str(error)) if w not in _HOOKS]
    if names:
        return f"unknown hook {names[0]}"
    argument = _UNKNOWN_ARGUMENT.search(str(error))
    if isinstance(error, pluggy.PluginValidationError) and argument:
        return f"{argument[1]}: unknown argument {one_line(argument[2], 40)}"
    if isinstance(error, pluggy.PluginValidationError):
        return one_line(str(error).splitlines()[0], 120)
    return "registered twice" if isinstance(error, ValueError) else f"unusable ({type(error).__name__})"


@frozen(kw_only=True)
class _Registrations:
    """Fetchers, rules and folders that one plugin registers when a workspace opens."""

    fetchers: tuple[Registered, ...]
    fields: tuple[RuleField, ...]
    folders: Mapping[str, tuple[Path, ...]]


def _gather(
    manager: pluggy.PluginManager, name: str, others: Collection[_Registrations]
) -> _Registrations | str:
    """Collect everything that the plugin registers next to the others, or return the fault in it: all of it or nothing."""
    try:
        fetchers: list[Registered] = []
        taken = {r.fetcher.name for o in others for r in o.fetchers}
        for fetcher in _items(manager, "underdraft_fetchers", name):
            fetchers.append(_checked(fetcher, name, taken))
            taken.add(fetchers[-1].fetcher.name)
        fields = _items(manager, "underdraft_context_rules", name)
        rule_table([*(("another plugin", f) for o in others for f in o.fields), *((name, f) for f in fields)])
        folders = {
            hook: tuple(_folder(f, hook) for f in _items(manager, hook, name)) for hook in _FOLDER_HOOKS
        }
    except InvalidArgument as error:
        return error.message
    except BaseException as error:
        _let_pass(error)
        log.debug("plugin %s could not be asked for what it registers", name, exc_info=error)
        return f"registration failed ({describe_error(error)})"
    return _Registrations(fetchers=tuple(fetchers), fields=tuple(fields), folders=folders)


def _folder(folder: object, hook: str) -> Path:
    if not isinstance(folder, Path | Traversable) or isinstance(folder, str):
        raise InvalidArgument(f"{hook} gave something else than a Path")
    return cast("Path", folder)


def _checked(fetcher: object, plugin: str, taken: Collection[str]) -> Registered:
    if not isinstance(fetcher, Fetcher) or not callable(fetcher.fetch):
        raise InvalidArgument("underdraft_fetchers gave something else than Fetcher")
    if not isinstance(fetcher.name, str) or not _FETCHER_NAME.fullmatch(fetcher.name):
        raise InvalidArgument("a fetcher's name: expected [a-z0-9_.:-], at most 64 characters")
    if fetcher.name in taken:
        raise InvalidArgument(f"fetcher {fetcher.name}: the name is taken")
    for field, kinds in _FETCHER_TYPES.items():
        given = getattr(fetcher, field)
        if type(given) not in kinds and not (field == "inline" and callable(given)):
            raise InvalidArgument(f"fetcher {fetcher.name}: {field}: expected {kinds[0].__name__}")
    if fetcher.layer.stable and not fetcher.stable:
        raise InvalidArgument(
            f"fetcher {fetcher.name}: layer {fetcher.layer.name} belongs to the stable prefix; declare stable=True"
        )
    if fetcher.timeout_ms <= 0:
        raise InvalidArgument(f"fetcher {fetcher.name}: timeout_ms: expected a number over 0")
    return Registered(fetcher=fetcher, plugin=plugin)


def _unknown_rule(gathered: Mapping[str, _Registrations]) -> tuple[str, str] | None:
    """The first plugin with a fetcher that nobody could ever switch on, and what is wrong."""
    known = {*(f.name for f in BUILTIN_RULES), *(f.name for g in gathered.values() for f in g.fields)}
    for name in sorted(gathered):
        for fetcher in (r.fetcher for r in gathered[name].fetchers):
            if fetcher.rule is not None and fetcher.rule not in known:
                return name, f"fetcher {fetcher.name}: rule: no key of context_rules has this name"
    return None


def _items(manager: pluggy.PluginManager, hook: str, plugin: str) -> list[Any]:
    """Return the items that one plugin gives to a list-giving hook."""
    implementations = getattr(manager.hook, hook).get_hookimpls()
    return [item for i in implementations if i.plugin_name == plugin for item in i.function() or ()]


def _name_of(plugin: object, number: int) -> str:
    name = getattr(plugin, "__name__", None) or getattr(plugin, "name", None) or type(plugin).__name__
    return f"{name}" if isinstance(name, str) else f"plugin-{number}"

"""``skills``, ``layers`` and ``plugins``: what there is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs
import click

from underdraft.boundary.json import to_json
from underdraft.cache.provider_rules import caps_of
from underdraft.cli import output
from underdraft.cli.context import Call, command
from underdraft.cli.language import translated
from underdraft.errors import InvalidArgument
from underdraft.plugins import Plugins
from underdraft.types.layers import LAYERS, Layer


@command()
@click.argument("skill", required=False)
def skills(call: Call, *, skill: str | None) -> None:
    """List the skills that can be run here; or show SKILL with what it asks for."""
    if skill is None:
        call.perform("skill:list", {}, _list_skills)
    else:
        call.perform("skill:get", {"skillId": skill}, _show_skill)


def _list_skills(data: Mapping[str, Any]) -> None:
    rows = [(item["id"], item["origin"], item["description"]) for item in data["items"] if not item["error"]]
    output.table(("skill", "from", "what it does"), rows)
    broken = [item for item in data["items"] if item["error"]]
    if broken:
        output.heading("cannot be used")
        output.table(None, [(item["id"], item["origin"], translated(item["error"])) for item in broken])


def _show_skill(data: Mapping[str, Any]) -> None:
    output.say("{text}", text=data["description"])
    output.heading("context rules")
    output.pairs([(name, _value(value)) for name, value in data["contextRules"].items() if value])
    for title, text in (("instruction", data["instruction"]), ("output format", data["outputFormat"])):
        output.heading(title)
        output.text(text)


def _value(value: bool | int | str) -> str:
    """A value in words."""
    if isinstance(value, bool):
        return translated("yes" if value else "no")
    return value if isinstance(value, str) else f"{value:,}"


@command()
def layers(call: Call) -> None:
    """Show the definition of each layer, with its cap for this folder's model."""
    with call.open(lasting=False) as workspace:
        config = workspace.config
    caps, own = caps_of(config), caps_of(attrs.evolve(config, caps={}))
    items = [
        {
            "number": layer.value,
            **to_json(LAYERS[layer]),
            "stable": layer.stable,
            "capTokens": caps[layer],
            "defaultCapTokens": own[layer],
        }
        for layer in Layer
    ]
    call.show({"items": items}, _show_layers)


def _show_layers(data: Mapping[str, Any]) -> None:
    for item in data["items"]:
        output.rule(f"{item['number']} {item['layer']}")
        shown = {name: value for name, value in item.items() if name not in {"number", "layer"}}
        output.pairs([(output.words(name), _value(value)) for name, value in shown.items()])
        output.text()


@command()
@click.option("--check", is_flag=True, help="Try each: does it work, in time, and is it stable?")
def plugins(call: Call, *, check: bool) -> None:
    """List what is loaded, from which package, filling which layers; and what could not be loaded.

    With --check every plugin is tried on this folder's files; the exit status is 2 where a promise is broken.
    """
    if check:
        _check_plugins(call)
        return
    with call.open() as workspace:
        data = plugins_json(workspace.plugins)
    call.show(data, _show_plugins)


def _check_plugins(call: Call) -> None:
    from underdraft.testing.promises import check_plugins

    with call.open() as workspace:
        own = workspace.plugins.own
        checks = check_plugins(workspace.plugins, workspace.files, workspace.config.project)
    broken = [(check, promise) for check in checks for promise in check.broken]
    if not call.as_json:
        for check, promise in broken:
            kind = translated(promise.promise)
            output.say(f"{check.plugin}: {promise.where}: {kind}: {translated(promise.what)}")
        for check in (c for c in checks if c.plugin not in own):
            for name in check.silent:
                output.say(
                    "{plugin}: fetcher {name} found nothing here: its bytes were not compared",
                    plugin=check.plugin,
                    name=name,
                )
            if check.untried:
                output.say(
                    "{plugin}: not tried: {hooks}", plugin=check.plugin, hooks=", ".join(check.untried)
                )
    if broken:
        count = "1 promise is" if len(broken) == 1 else f"{len(broken)} promises are"
        raise InvalidArgument(f"plugins: {count} broken", details={"plugins": to_json(checks)})
    call.show(
        {"plugins": to_json(checks)},
        lambda _: output.say("in order: {count} plugins tried", count=len(checks)),
    )


def plugins_json(loaded: Plugins) -> dict[str, Any]:
    """The plugins in JSON's types."""
    return {
        "plugins": [
            {
                "name": item.name,
                "package": item.package,
                "hooks": list(item.hooks),
                "layers": list(
                    dict.fromkeys(r.fetcher.layer.name for r in loaded.fetchers if r.plugin == item.name)
                ),
                "rules": [field.name for plugin, field in loaded.rule_fields if plugin == item.name],
                "error": item.error,
            }
            for item in loaded.loaded
        ],
    }


def _show_plugins(data: Mapping[str, Any]) -> None:
    rows = [
        (
            item["name"],
            item["package"],
            ", ".join([*item["layers"], *(f"context_rules.{rule}" for rule in item["rules"])]) or "-",
            output.sentence(f"not loaded: {item['error']}")
            if item["error"]
            else ", ".join(hook.removeprefix("underdraft_") for hook in item["hooks"]),
        )
        for item in data["plugins"]
    ]
    output.table(("plugin", "package", "fills", "hooks"), rows)

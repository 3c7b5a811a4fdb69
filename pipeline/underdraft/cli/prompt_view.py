"""Shows a prompt and its receipt to people; takes what the channels answer, as the JSON output does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from underdraft.cli import output
from underdraft.cli.language import in_words, spoken, translated
from underdraft.cli.names import short
from underdraft.types.layers import LAYERS, Layer


def prompt(preview: Mapping[str, Any]) -> None:
    """The prompt part by part, then what is in it, what is not, and its figures."""
    for title, body in parts_of(preview):
        output.rule(title)
        output.text(body.strip("\n"))
        output.text()
    output.rule(translated("receipt"))
    entries(preview)
    warnings(preview)
    output.heading("in all")
    layer_table(preview)
    summary(preview)


def parts_of(preview: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Title and text of each part, in the order in which they are sent; joined they are the messages."""
    system, *history, user = (m["content"] for m in preview["messages"])
    prefix = preview["stablePrefix"]
    yield translated("stable prefix"), prefix
    yield f"{translated('skill')} {preview['skillId']}", system[len(prefix) :]
    yield from ((f"{translated('earlier turn')} {n}", turn) for n, turn in enumerate(history, start=1))
    yield translated("changes with every run"), user


def layer_table(preview: Mapping[str, Any]) -> None:
    """One line a layer."""
    rows = [
        (
            str(layer.value),
            layer.name,
            translated(LAYERS[layer].view.value),
            translated("yes" if layer.stable else "no"),
            f"{preview['layerTokens'][layer.name]:,}",
            str(sum(entry["layer"] == layer.name for entry in preview["injected"])),
            short(preview["layerHashes"][layer.name]),
        )
        for layer in Layer
    ]
    output.table(("#", "layer", "view", "stable", "tokens", "entries", "hash"), rows, right=(4, 5))


def summary(preview: Mapping[str, Any]) -> None:
    """Model, tokens and hashes."""
    output.text()
    rows = [
        ("model", preview["model"]),
        ("tokens", _tokens(preview)),
        ("stable prefix", f"{preview['stablePrefixHash']}{unchanged(preview)}"),
        ("prompt", preview["promptHash"]),
        ("cache", _cache(preview["cachePlan"])),
    ]
    output.pairs([*rows, *additions(preview)])


def additions(data: Mapping[str, Any]) -> list[tuple[str, str]]:
    """A row on what was added to layer 2 while its cache was warm, if anything was."""
    if data.get("prefix") is None:
        return []
    from underdraft.cache.cause_words import prefix_in_words

    said = prefix_in_words(data["prefix"], spoken())
    return [("additions", said)] if said else []


def _tokens(preview: Mapping[str, Any]) -> str:
    return output.sentence(
        "{tokens} of {budget} ({percent} %), counted by {counter}",
        tokens=f"{preview['tokens']:,}",
        budget=f"{preview['budgetTokens']:,}",
        percent=preview["capacityPercent"],
        counter=preview["tokenCounter"],
    )


def unchanged(data: Mapping[str, Any]) -> str:
    """Return a remark on whether the prefix is that of the run before."""
    same = data["stablePrefixUnchanged"]
    if same is None:
        return translated(" (no earlier run to compare with)")
    return translated(" (unchanged since the last run)" if same else " (changed since the last run)")


def _cache(plan: Mapping[str, Any]) -> str:
    provider = plan["provider"]
    if provider in {"unknown", "offline"}:
        return translated(f"{provider}: nothing is sent to steer a cache")
    enough = "long enough" if plan["cacheable"] else "too short"
    marks = f"{len(plan['breakpoints'])} breakpoints" if plan["breakpoints"] else "automatic"
    return translated(f"{provider}: {marks}; {enough} (from {plan['minTokens']:,} tokens)")


def entries(data: Mapping[str, Any]) -> None:
    """Print what is in the prompt and what was left out, each with its reason."""
    output.heading("injected")
    _entry_table(data["injected"])
    if data["excluded"]:
        output.heading("left out")
        _entry_table(data["excluded"])


def _entry_table(items: Sequence[Mapping[str, Any]]) -> None:
    if not items:
        output.say("nothing")
        return
    rows = [
        (
            entry["layer"],
            entry["plugin"],
            f"{entry['tokens']:,}",
            (entry.get("ref") or entry["source"]).removeprefix("ref:").removeprefix("file:"),
            in_words("reason", entry["reason"]) + (f" [{entry['id']}]" if entry.get("id") else ""),
        )
        for entry in items
    ]
    output.table(("layer", "plugin", "tokens", "source", "reason"), rows, right=(2,))


def warnings(data: Mapping[str, Any]) -> None:
    """The warnings, if there are any."""
    if data["warnings"]:
        output.heading("warnings")
        for line in data["warnings"]:
            output.say(output.explained(line))

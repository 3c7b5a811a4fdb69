"""``prompt.lock``: what the prompts of a project are made of, as hashes, so that a change is seen before it is sent.

A lock is the same on every machine: it holds no time, no id, no path outside the project and no word of any text,
and it is made without the writer's store. Every line of a text is there as eight digits of a hash, which is
enough to say which line of which file, plugin or template differs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

import attrs

from underdraft.cache.prompt_diff import keyed
from underdraft.errors import InvalidArgument
from underdraft.prompt.render import chunk_bytes
from underdraft.text.clean import sha256
from underdraft.text.shared import shared_length
from underdraft.text.tokens import counter_for
from underdraft.types.chunk import Chunk
from underdraft.types.layers import STABLE_LAYERS, Layer
from underdraft.types.run import Preview
from underdraft.types.values import frozen

LOCK_FILE = "prompt.lock"
LOCK_FORMAT = 2
DIGITS = 8
"""Hexadecimal digits of a line's hash."""

_PARTS = ("prompts", "templates", "chunks", "settings")

LockChangeKind = Literal["setting", "skill", "template", "chunk", "prefix", "warning"]
Happened = Literal["added", "removed", "changed", "moved"]


@frozen(kw_only=True)
class LockChange:
    """One thing that is not as the lock has it, and the prompts that it changes."""

    kind: Annotated[LockChangeKind, "`prefix`: the bytes differ although no chunk and no template does."]
    happened: Happened
    name: Annotated[
        str, "A setting, a skill, a template's file name, a chunk's source, or a prompt with a new warning."
    ]
    layer: Annotated[Layer | None, "The chunk's layer."] = None
    plugin: Annotated[str | None, "The chunk's plugin."] = None
    line: Annotated[int | None, "The first line that differs, from 1; of a chunk in its file."] = None
    now: Annotated[str, "That line, setting or warning as it is now; empty where it is gone."] = ""
    prompts: Annotated[
        tuple[str, ...], "The prompts that it changes, as `skill (locale)`, with their scene."
    ] = ()


@frozen(kw_only=True)
class LockCost:
    """The price of a prompt's change: what its next request writes into the provider's cache instead of reading it."""

    prompt: str
    tokens: Annotated[int, "Tokens of the stable prefix and the skill from the first changed layer on."]
    usd: Annotated[float | None, "US dollars, once; `None` where the model has no known price."] = None


@frozen(kw_only=True)
class MadePrompt:
    """One prompt as it is now, for the lock."""

    preview: Preview
    templates: Annotated[Mapping[str, str], "Name and source of the templates."]
    locale: str
    scene: Annotated[str, "The fixture that the prompt is about; empty for none."] = ""

    @property
    def name(self) -> str:
        """``skill (locale)``, with its scene."""
        return f"{self.preview.skill.id} ({self.locale})" + (f" · {self.scene}" if self.scene else "")


def lock_of(prompts: Sequence[MadePrompt], settings: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The lock of these prompts and of the settings that decide them, as JSON values."""
    texts: dict[str, dict[str, Any]] = {}
    entries: dict[str, Any] = {}
    for made in prompts:
        chunks = []
        for key, chunk in _chunks(made.preview).items():
            digest = sha256(json.dumps(chunk_bytes(chunk), sort_keys=True, ensure_ascii=False))[: 2 * DIGITS]
            texts[digest] = {
                "key": key,
                "layer": chunk.layer.name,
                "plugin": chunk.plugin,
                "lines": _hashed(_lines(chunk)),
            }
            chunks.append(digest)
        prompt = made.preview.prompt
        entries[made.name] = {
            "stablePrefix": prompt.stable_prefix_hash,
            "skillBlock": sha256(prompt.skill_block),
            "skill": _hashed(_skill_lines(made)),
            "layers": {layer.name: prompt.layer_hashes[layer] for layer in STABLE_LAYERS},
            "chunks": chunks,
            "warnings": _hashed(made.preview.warnings),
        }
    templates = {
        made.locale: {n: _hashed(t.split("\n")) for n, t in made.templates.items()} for made in prompts
    }
    return {
        "format": LOCK_FORMAT,
        "prompts": entries,
        "templates": templates,
        "settings": dict(settings or {}),
        "chunks": dict(sorted(texts.items())),
    }


def lock_text(lock: Mapping[str, Any]) -> str:
    """The lock as the file has it."""
    return json.dumps(lock, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def read_lock(text: str) -> dict[str, Any]:
    """The lock that a file holds; one that is malformed or of another format is refused."""
    try:
        lock: dict[str, Any] = json.loads(text)
        if lock["format"] == LOCK_FORMAT and all(isinstance(lock[part], dict) for part in _PARTS):
            return lock
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    raise InvalidArgument(f"{LOCK_FILE}: not a lock of this version; write it anew with: underdraft lock")


def changes_since(
    lock: Mapping[str, Any], prompts: Sequence[MadePrompt], settings: Mapping[str, str] | None = None
) -> tuple[LockChange, ...]:
    """List the differences from the lock, one entry a cause, with the prompts that it changes."""
    now = lock_of(prompts, settings)
    found: dict[LockChange, list[str]] = {}
    for made in prompts:
        try:
            for change in _changes(lock, now, made):
                found.setdefault(change, []).append(made.name)
        except (KeyError, TypeError, AttributeError):
            raise InvalidArgument(f"{LOCK_FILE}: malformed; write it anew with: underdraft lock") from None
    gone = [name for name in lock["prompts"] if name not in now["prompts"]]
    changes = [attrs.evolve(change, prompts=tuple(names)) for change, names in found.items()]
    changes += [LockChange(kind="skill", happened="removed", name=name, prompts=(name,)) for name in gone]
    old, new = lock["settings"], now["settings"]
    changes += [
        LockChange(kind="setting", happened="changed", name=key, now=str(new.get(key, "")))
        for key in sorted({*old, *new})
        if old.get(key) != new.get(key)
    ]
    return tuple(sorted(changes, key=_place))


def costs_since(
    lock: Mapping[str, Any], prompts: Sequence[MadePrompt], usd: Callable[[int], float | None]
) -> tuple[LockCost, ...]:
    """List what each prompt whose prefix or skill differs from the lock costs once, by ``usd`` of so many tokens."""
    found = []
    for made in prompts:
        old, preview = lock["prompts"].get(made.name), made.preview
        if old is None:
            continue
        hashes = preview.prompt.layer_hashes
        changed = [layer for layer in STABLE_LAYERS if old["layers"].get(layer.name) != hashes[layer]]
        if changed or old["skillBlock"] != sha256(preview.prompt.skill_block):
            behind = [layer for layer in STABLE_LAYERS if changed and layer >= changed[0]]
            tokens = sum(preview.layer_tokens.get(layer, 0) for layer in behind)
            tokens += counter_for(preview.model).count(preview.prompt.skill_block)
            found.append(LockCost(prompt=made.name, tokens=tokens, usd=usd(tokens)))
    return tuple(found)


def _place(change: LockChange) -> tuple[int, int, str, str]:
    order = ("setting", "template", "chunk", "prefix", "skill", "warning")
    return (
        order.index(change.kind),
        -1 if change.layer is None else change.layer,
        change.name,
        change.happened,
    )


def _changes(lock: Mapping[str, Any], now: Mapping[str, Any], made: MadePrompt) -> Iterator[LockChange]:
    if made.name not in lock["prompts"]:
        yield LockChange(kind="skill", happened="added", name=made.preview.skill.id)
        return
    old, new = lock["prompts"][made.name], now["prompts"][made.name]
    changes = [
        *_template_changes(lock["templates"].get(made.locale, {}), made),
        *_chunk_changes(lock["chunks"], old["chunks"], made),
    ]
    yield from changes
    if not changes and old["stablePrefix"] != new["stablePrefix"]:
        yield LockChange(kind="prefix", happened="changed", name=made.preview.skill.id)
    warnings = made.preview.warnings
    if (place := _first_changed(old["warnings"], warnings)) is not None:
        now_said = _at(warnings, place)
        happened: Happened = "added" if now_said else "removed"
        yield LockChange(kind="warning", happened=happened, name=now_said.partition(":")[0], now=now_said)
    lines = _skill_lines(made)
    if (place := _first_changed(old["skill"], lines)) is not None:
        yield LockChange(
            kind="skill",
            happened="changed",
            name=made.preview.skill.id,
            line=place + 1,
            now=_at(lines, place),
        )


def _template_changes(old: Mapping[str, str], made: MadePrompt) -> Iterator[LockChange]:
    for name, source in made.templates.items():
        lines = source.split("\n")
        if (place := _first_changed(old.get(name, ""), lines)) is not None:
            yield LockChange(
                kind="template", happened="changed", name=name, line=place + 1, now=_at(lines, place)
            )


def _chunk_changes(
    known: Mapping[str, Any], digests: Sequence[str], made: MadePrompt
) -> Iterator[LockChange]:
    """Chunks by what tells them apart: added, removed, changed, or in another place."""
    old = {known[digest]["key"]: known[digest] for digest in digests}
    new = _chunks(made.preview)
    for key, entry in old.items():
        if key not in new:
            layer, plugin = Layer[entry["layer"]], entry["plugin"]
            yield LockChange(kind="chunk", happened="removed", name=_source(key), layer=layer, plugin=plugin)
    for key, chunk in new.items():
        lines = _lines(chunk)
        if key not in old:
            yield _about(chunk, "added")
        elif (place := _first_changed(old[key]["lines"], lines)) is not None:
            first = chunk.ref.first_line if chunk.ref else 1
            line, now = max(1, first + place - 1), _at(lines, place)
            yield attrs.evolve(_about(chunk, "changed"), line=line, now=now)
    both = [key for key in new if key in old]
    place = shared_length(both, [key for key in old if key in new])
    if place < len(both):
        yield _about(new[both[place]], "moved")


def _about(chunk: Chunk, happened: Happened) -> LockChange:
    return LockChange(
        kind="chunk", happened=happened, name=chunk.source, layer=chunk.layer, plugin=chunk.plugin
    )


def _chunks(preview: Preview) -> dict[str, Chunk]:
    """The chunks of layers 0-3 by their keys."""
    return keyed(chunk for s in preview.prompt.sections if s.layer.stable for chunk in s.chunks)


def _source(key: str) -> str:
    return key.partition(" ")[2].rpartition(" #")[0] or key.partition(" ")[2]


def _lines(chunk: Chunk) -> list[str]:
    """Return a chunk's lines in the prompt: its label, then its text."""
    shown = chunk_bytes(chunk)
    return [f"{shown['title']} {shown['ref']}".strip(), *shown["body"].split("\n")]


def _skill_lines(made: MadePrompt) -> list[str]:
    skill = made.preview.skill
    rules = (f"{rule}: {json.dumps(value)}" for rule, value in skill.rules.items())
    return [*skill.instruction.split("\n"), *(skill.output_format or "").split("\n"), *rules]


def _hashed(lines: Iterable[str]) -> str:
    return " ".join(sha256(line)[:DIGITS] for line in lines)


def _first_changed(old: str, lines: Sequence[str]) -> int | None:
    """The place of the first line that is not as its hash says, or ``None``."""
    before, after = old.split(), _hashed(lines).split()
    return None if before == after else shared_length(before, after)


def _at(lines: Sequence[str], place: int) -> str:
    return lines[place] if place < len(lines) else ""

"""One ``SKILL.md`` -> one :class:`~underdraft.types.skill.Skill`.

The public Agent Skills format, with ``context_rules`` and a few optional keys of our own. Hyphens
and underscores in keys are the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from underdraft.project.frontmatter import FrontmatterEntry, read_frontmatter
from underdraft.project.parse_errors import fault, printable_key, unknown_key
from underdraft.skill.context_rules import LARGEST_INTEGER, validate_rules
from underdraft.types.layers import Layer
from underdraft.types.skill import ContextRules, RuleField, Skill

NAME_MAX: Final = 64
"""Longest name in characters, as in the Agent Skills format."""

DESCRIPTION_MAX: Final = 1024
"""Longest description in characters, as in the Agent Skills format."""

_OWN = ("name", "description", "context_rules", "version", "model", "output_format", "prompt", "caps")
_ALIAS = "context_requirements"
# Keys of the Agent Skills format that mean nothing to the engine.
_IGNORED = ("license", "compatibility", "metadata", "allowed_tools")
_KNOWN = (*_OWN, _ALIAS, *_IGNORED)
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def is_skill_name(name: str) -> bool:
    """Whether ``name`` may name a skill: a-z, 0-9, single hyphens between, at most 64 characters."""
    return len(name) <= NAME_MAX and _NAME.fullmatch(name) is not None


def skill_label(folder_name: str | None) -> str | None:
    """Return a name for a skill whose own is not known yet: its folder, if that looks like a name."""
    if folder_name is not None and is_skill_name(folder_name):
        return folder_name
    return printable_key(folder_name)


def parse_skill(
    markdown: str, *, origin: str, table: Mapping[str, RuleField], folder_name: str | None = None
) -> Skill:
    """Read and check one skill; its name must be that of the folder, where there is one.

    A refusal names the field, the skill (where it is known) and the line, and never repeats a value.
    """
    label = skill_label(folder_name)
    page = read_frontmatter(markdown, skill=label)
    entries = _by_name(page.entries, label)
    name = _name(entries.get("name"), folder_name, label)
    description = " ".join(_text(entries, "description", name, required=True).split())
    if len(description) > DESCRIPTION_MAX:
        raise _fault(entries, "description", f"expected at most {DESCRIPTION_MAX} characters", name)
    if not page.body:
        raise fault("instruction", "expected text after the frontmatter", skill=name, line=page.body_line)
    return Skill(
        id=name,
        description=description,
        instruction=page.body,
        rules=_rules(entries.get("context_rules"), name, table),
        origin=origin,
        version=_version(entries, name),
        model=_text(entries, "model", name) or None,
        output_format=_text(entries, "output_format", name) or None,
        prompt=_text(entries, "prompt", name) or None,
        caps=_caps(entries.get("caps"), name),
    )


def _by_name(entries: Iterable[FrontmatterEntry], skill: str | None) -> dict[str, FrontmatterEntry]:
    """Entries by the name of their field; the alias of ``context_rules`` counts as that."""
    found: dict[str, FrontmatterEntry] = {}
    for position, entry in enumerate(entries, start=1):
        key = entry.key.replace("-", "_")
        if key not in _KNOWN and not key.startswith("x_"):
            raise unknown_key("", entry.key, position, _KNOWN, skill=skill, line=entry.line)
        key = "context_rules" if key == _ALIAS else key
        if key in found and key in _KNOWN:
            what = "given twice, in two spellings; keep one"
            raise fault(key, what, skill=skill, line=entry.line)
        found[key] = entry
    return found


def _name(entry: FrontmatterEntry | None, folder_name: str | None, skill: str | None) -> str:
    line = entry.line if entry else None
    if entry is None or type(entry.value) not in (str, int) or not is_skill_name(entry.text):
        what = f"expected a-z, 0-9 and single hyphens, at most {NAME_MAX} characters"
        raise fault("name", what, skill=skill, line=line)
    if folder_name is not None and entry.text != folder_name:
        raise fault("name", "expected the name of the skill's folder", skill=skill, line=line)
    return entry.text


def _text(entries: Mapping[str, FrontmatterEntry], key: str, skill: str, *, required: bool = False) -> str:
    """The text of a field; ``""`` if the field is absent and not required."""
    entry = entries.get(key)
    if entry is None and not required:
        return ""
    if entry is None or not isinstance(entry.value, str) or not entry.value.strip():
        raise _fault(entries, key, "expected text", skill)
    return entry.value.strip()


def _version(entries: Mapping[str, FrontmatterEntry], skill: str) -> str | None:
    """The version as it is written, so that ``1.10`` stays 1.10."""
    entry = entries.get("version")
    if entry is not None and type(entry.value) in (int, float):
        return entry.text
    return _text(entries, "version", skill) or None


def _rules(entry: FrontmatterEntry | None, skill: str, table: Mapping[str, RuleField]) -> ContextRules:
    if entry is None:
        return validate_rules({}, skill=skill, table=table)
    return validate_rules(entry.value, skill=skill, table=table, lines=entry.lines)


def _caps(entry: FrontmatterEntry | None, skill: str) -> Mapping[Layer, int | str]:
    """Caps by layer, as tokens or as a share of the budget; a layer is given by name (hyphens and case aside) or by number."""
    if entry is None:
        return {}
    if not isinstance(entry.value, dict):
        raise fault("caps", "expected a mapping of layers to tokens", skill=skill, line=entry.line)
    layers = {name: layer for layer in Layer for name in (layer.name.lower(), str(layer.value))}
    caps: dict[Layer, int | str] = {}
    for position, (key, value) in enumerate(entry.value.items(), start=1):
        line = entry.lines[key]
        layer = layers.get(key.lower())
        if layer is None:
            raise unknown_key("caps.", key, position, layers, skill=skill, line=line)
        where = f"caps.{layer.name.lower()}"
        if layer in caps:
            raise fault(where, "given twice, in two spellings; keep one", skill=skill, line=line)
        if not _cap(value):
            raise fault(where, "expected an integer >= 0, or 1% to 100%", skill=skill, line=line)
        caps[layer] = value
    return MappingProxyType(dict(sorted(caps.items())))


def _cap(value: object) -> bool:
    if isinstance(value, str):
        return re.fullmatch("100%|[1-9][0-9]?%", value) is not None
    return type(value) is int and 0 <= value <= LARGEST_INTEGER


def _fault(entries: Mapping[str, FrontmatterEntry], key: str, what: str, skill: str) -> Exception:
    entry = entries.get(key)
    return fault(key, what, skill=skill, line=entry.line if entry else None)

"""``context_rules``: which keys exist, and what a skill may set them to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from underdraft.errors import InvalidArgument
from underdraft.project.parse_errors import fault, printable_key, unknown_key
from underdraft.types.knowledge import CARD_FOLDERS
from underdraft.types.skill import ContextRules, RuleField

LARGEST_INTEGER: Final = 2**53 - 1
"""Largest rule value where a field sets no maximum: the largest that every JSON reader keeps exact."""

_RANGES: Mapping[str, tuple[int, int | None]] = {
    "surrounding": (1, 100_000),
    "recent_summary": (1, None),
    "episodes": (3, 5),
    "examples": (1, None),
}
"""Smallest value above 0 and largest value of each integer key."""

_BRINGS = {
    "surrounding": "up to N code points of text on each side of the selection (layer 5)",
    "user_preferences": "preference memories (layer 2)",
    "style_guide": "the style guide (layer 3)",
    **{folder.name: f"{folder.brings} (layer 3)" for folder in CARD_FOLDERS},
    "outline": "the outline (layer 3)",
    "project_settings": "project settings (layer 3)",
    "knowledge_graph": "relations and events with their sources (layer 3)",
    "recent_summary": "the last N compact run summaries (layer 4)",
    "episodes": "similar past runs, 3 to 5 of them (layer 4)",
    "examples": "up to N of the writer's own rewrites, before and after (layer 4)",
    "memories": "memories that fit the query (layer 4)",
    "session_summaries": "summaries of recent sessions (layer 4)",
    "conversation": "the session's rolling window as history, and what was said before it (layer 4)",
    "working_memory": "this session's working memory (layer 5)",
}

BUILTIN_RULES: Final[tuple[RuleField, ...]] = tuple(
    RuleField(
        name=name,
        kind="integer",
        default=0,
        brings=brings,
        minimum=_RANGES[name][0],
        maximum=_RANGES[name][1],
    )
    if name in _RANGES
    else RuleField(name=name, kind="boolean", default=name == "user_preferences", brings=brings)
    for name, brings in _BRINGS.items()
)
"""The keys that exist without any plugin; docs/contract.md, section 2."""

_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")


def rule_table(extra: Iterable[tuple[str, RuleField]] = ()) -> Mapping[str, RuleField]:
    """All keys that ``context_rules`` may hold, sorted by name; ``extra`` are fields with their plugin's name.

    A name that is taken or malformed, or a field that contradicts itself, is refused with plugin and field.
    """
    table = {field.name: field for field in BUILTIN_RULES}
    owner = dict.fromkeys(table, "underdraft")
    for position, (plugin, field) in enumerate(extra, start=1):
        problem = _field_problem(field)
        name = printable_key(getattr(field, "name", None)) or f"at position {position}"
        if problem is None and name in table:
            problem = f"the name is taken by plugin {owner[name]}"
        if problem is not None:
            raise InvalidArgument(
                f"rule field {name}: {problem} (plugin {plugin})", details={"plugin": plugin, "field": name}
            )
        table[name] = field
        owner[name] = plugin
    return MappingProxyType(dict(sorted(table.items())))


def _field_problem(field: object) -> str | None:
    """Return the fault of a plugin's field in itself, or ``None``."""
    if not isinstance(field, RuleField):
        return "expected a RuleField"
    # What plugins hand in was not type-checked.
    name: object = field.name
    kind: object = field.kind
    maximum: object = field.maximum
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        return "expected a name of a-z, 0-9 and _, a letter first, at most 40 characters"
    if kind not in ("boolean", "integer"):
        return 'expected kind "boolean" or "integer"'
    problem = _range_problem(kind, field.minimum, maximum)
    if problem is None and not _fits(field, field.default):
        problem = f"expected a default that is {field.takes}"
    return problem


def _range_problem(kind: object, minimum: object, maximum: object) -> str | None:
    if maximum is not None and (kind == "boolean" or type(maximum) is not int or maximum < 0):
        return "expected maximum to be None, or for an integer field an integer >= 0"
    if type(minimum) is not int or minimum < 1:
        return "expected minimum to be an integer >= 1"
    if minimum > 1 and (type(maximum) is not int or maximum < minimum):
        return "expected a maximum that is no smaller than minimum"
    return None


def validate_rules(
    raw: object,
    *,
    skill: str | None,
    table: Mapping[str, RuleField],
    lines: Mapping[str, int] | None = None,
) -> ContextRules:
    """The rules of one skill, checked, and complete: every key of the table with a value, sorted by name.

    Hyphens and underscores in keys are the same; case is not folded. The message of a refusal begins with
    ``context_rules.<field>:``, says what is expected and never repeats a value; it has the skill's name, if that
    is known, and the key's line out of ``lines``, of which ``""`` is the mapping's own.
    """
    lines = lines or {}
    if not isinstance(raw, Mapping):
        what = "expected a mapping of rule names to values"
        raise fault("context_rules", what, skill=skill, line=lines.get(""))
    given: dict[str, bool | int] = {}
    for position, (key, value) in enumerate(raw.items(), start=1):
        line = lines.get(key) if isinstance(key, str) else None
        field = table.get(key.replace("-", "_")) if isinstance(key, str) else None
        if field is None:
            raise unknown_key("context_rules.", key, position, table, skill=skill, line=line)
        where = f"context_rules.{field.name}"
        if field.name in given:
            raise fault(where, "given twice, in two spellings; keep one", skill=skill, line=line)
        if not _fits(field, value):
            raise fault(where, f"expected {field.takes}", skill=skill, line=line)
        given[field.name] = value
    return ContextRules(
        MappingProxyType({name: given.get(name, field.default) for name, field in sorted(table.items())})
    )


def _fits(field: RuleField, value: object) -> bool:
    """Whether ``value`` has exactly the field's type (a boolean is no integer) and range."""
    if field.kind == "boolean":
        return type(value) is bool
    most = LARGEST_INTEGER if field.maximum is None else min(field.maximum, LARGEST_INTEGER)
    return type(value) is int and (value == 0 or field.minimum <= value <= most)

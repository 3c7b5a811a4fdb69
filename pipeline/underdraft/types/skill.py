"""A skill and the context that it asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

import attrs

from underdraft.types.layers import Layer

# --- skill and rules --------------------------------------------------------------------------


@attrs.frozen(kw_only=True)
class RuleField:
    """A key that ``context_rules`` may hold.

    Attributes:
        name: The key in lower case with underscores (hyphens are accepted in files).
        kind: ``"boolean"`` or ``"integer"`` (an integer is 0 or more).
        default: The value when a skill does not say.
        brings: One line for people: what the rule puts into which layer.
        maximum: The largest integer accepted, or ``None``.
    """

    name: str
    kind: Literal["boolean", "integer"]
    default: bool | int
    brings: str
    maximum: int | None = None


@attrs.frozen
class ContextRules(Mapping[str, "bool | int"]):
    """The validated rules of one skill: every known key with a value, keys in sorted order."""

    values_by_name: Mapping[str, bool | int]

    def __getitem__(self, key: str) -> bool | int:
        return self.values_by_name[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.values_by_name)

    def __len__(self) -> int:
        return len(self.values_by_name)

    def asks_for(self, key: str) -> bool:
        """Whether the rule ``key`` is switched on (``True``, or more than 0)."""
        return bool(self.values_by_name.get(key))


@attrs.frozen(kw_only=True)
class Skill:
    """One writing skill, read from a ``SKILL.md``.

    Attributes:
        id: The skill's name.
        description: One sentence, for lists.
        instruction: The Markdown body: what the model is to do.
        rules: What context the skill wants.
        origin: ``"project"``, a plugin's name, or ``"underdraft"``.
        version: The author's version string, or ``None``.
        model: The model this skill prefers, or ``None``.
        output_format: What exactly to return, or ``None``.
        prompt: The task when the writer gives no instruction, or ``None``.
        caps: Token caps that replace a layer's own.
    """

    id: str
    description: str
    instruction: str
    rules: ContextRules
    origin: str
    version: str | None = None
    model: str | None = None
    output_format: str | None = None
    prompt: str | None = None
    caps: Mapping[Layer, int] = attrs.field(factory=dict)

"""A skill and the context that it asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Literal

import attrs

from underdraft.types.json_marks import HIDE, OfPart
from underdraft.types.layers import Layer
from underdraft.types.values import frozen


@frozen(kw_only=True)
class RuleField:
    """A key that ``context_rules`` may hold."""

    name: Annotated[str, "The key in lower case with underscores (hyphens are accepted in files)."]
    kind: Annotated[Literal["boolean", "integer"], '`"boolean"` or `"integer"` (an integer is 0 or more).']
    default: Annotated[bool | int, "The value when a skill does not say."]
    brings: Annotated[str, "One line for people: what the rule puts into which layer."]
    maximum: Annotated[int | None, "The largest integer accepted, or `None`."] = None
    minimum: Annotated[int, "The smallest integer accepted besides 0, which switches the rule off."] = 1

    @property
    def takes(self) -> str:
        """The accepted values in words, such as ``an integer from 0 to 10``."""
        if self.kind == "boolean":
            return "true or false"
        if self.minimum > 1:
            return f"0, or an integer from {self.minimum} to {self.maximum}"
        return "an integer >= 0" if self.maximum is None else f"an integer from 0 to {self.maximum}"


@frozen
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


@frozen(kw_only=True)
class Skill:
    """One writing skill, read from a ``SKILL.md``."""

    id: Annotated[str, "The skill's name."]
    description: Annotated[str, "One sentence, for lists."]
    instruction: Annotated[str, "The Markdown body: what the model is to do."]
    rules: Annotated[ContextRules, "What context the skill wants."] = attrs.field(metadata=HIDE)
    origin: Annotated[str, '`"project"`, a plugin\'s name, or `"underdraft"`.']
    version: Annotated[str | None, "The author's version string, or `None`."] = None
    model: Annotated[str | None, "The model this skill prefers, or `None`."] = None
    output_format: Annotated[str | None, "What exactly to return, or `None`."] = None
    prompt: Annotated[str | None, "The task when the writer gives no instruction, or `None`."] = None
    client_block: Annotated[str, "A chat client's instructions for one request, as they are sent."] = (
        attrs.field(default="", metadata=HIDE)
    )
    client_last: Annotated[bool, "Whether that block stands after the earlier turns."] = attrs.field(
        default=False, metadata=HIDE
    )
    client_images: Annotated[
        str, "Images of a chat client's message; see :class:`underdraft.types.prompt.Prompt`."
    ] = attrs.field(default="", metadata=HIDE)
    caps: Annotated[
        Mapping[Layer, int | str],
        "Caps that replace a layer's own: tokens, or a share of the budget (`13%`).",
    ] = attrs.field(factory=dict)

    name: ClassVar[OfPart[str]] = OfPart("id", "The skill's name.")
    context_rules: ClassVar[OfPart[Mapping[str, bool | int]]] = OfPart(
        "rules.values_by_name", "What context it asks for."
    )

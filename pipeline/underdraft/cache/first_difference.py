"""Where two prompts stop being the same: the byte, the part, the layer, and whether a template did it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from underdraft.errors import InvalidArgument
from underdraft.prompt.render import heading_places, render_stable_prefix
from underdraft.prompt.template_set import TemplateSet
from underdraft.text.shared import first_change, shared_length
from underdraft.types.layers import STABLE_LAYERS, Layer
from underdraft.types.prompt import Prompt
from underdraft.types.values import frozen

PromptPart = Literal["stable_prefix", "skill_block", "history", "dynamic"]


@frozen(kw_only=True)
class FirstDifference:
    """The place at which a later request stops being an earlier one."""

    part: PromptPart
    byte: Annotated[int, "Bytes of UTF-8 before it, over the contents of all messages in order."]
    code_point: Annotated[int, "Code points before it in its part (in the history: in its message)."]
    layer: Annotated[
        Layer | None, "In layers 0-3: by the headings; `None` above the first one and elsewhere."
    ]
    extends: Annotated[
        bool, "Nothing differs as far as the earlier request goes; the later one is longer."
    ] = False


@frozen(kw_only=True)
class TemplateLine:
    """A line of a template, counted from 1."""

    name: Annotated[str, "File name, e.g. `stable_prefix.md.j2`."]
    line: Annotated[int, "As the later template has it."]
    before: Annotated[str, "The line in the earlier template; empty if there was none."]
    after: Annotated[str, "The line in the later one; empty if there is none."]


def first_difference(before: Prompt, after: Prompt) -> FirstDifference | None:
    """Return where the later prompt differs first, or ``None``: it is the same."""
    one, other = before.messages, after.messages
    place = shared_length(one, other)
    if place == len(one) == len(other):
        return None
    passed = sum(len(message.content.encode()) for message in other[:place])
    if place == len(one):
        return FirstDifference(part="history", byte=passed, code_point=0, layer=None, extends=True)
    old = one[place].content
    new = other[place].content if place < len(other) else ""
    shared = shared_length(old, new)
    byte = passed + len(new[:shared].encode())
    if place:
        part: PromptPart = "dynamic" if place == len(other) - 1 and place == len(one) - 1 else "history"
        return FirstDifference(part=part, byte=byte, code_point=shared, layer=None)
    within = before.stable_prefix == after.stable_prefix
    if within:
        begin = len(after.stable_prefix)
        return FirstDifference(part="skill_block", byte=byte, code_point=shared - begin, layer=None)
    layers = [_layer_at(prompt.stable_prefix, shared) for prompt in (before, after)]
    layer = None if None in layers else min(found for found in layers if found is not None)
    return FirstDifference(part="stable_prefix", byte=byte, code_point=shared, layer=layer)


def _layer_at(prefix: str, place: int) -> Layer | None:
    begins = [offset for offset, _ in heading_places(prefix)]
    passed = sum(begin <= place for begin in begins)
    return STABLE_LAYERS[passed - 1] if 0 < passed <= len(STABLE_LAYERS) else None


def template_at_fault(
    before: Prompt, place: FirstDifference, old: Mapping[str, str], new: Mapping[str, str]
) -> TemplateLine | None:
    """The line of the template that alone makes the prefix differ at this place or before it."""
    if place.part == "skill_block":
        return changed_line("skill.md.j2", old, new) or changed_line("strings.toml", old, new)
    for name in ("stable_prefix.md.j2", "strings.toml"):
        line = changed_line(name, old, new)
        if line is None:
            continue
        try:
            changed = render_stable_prefix(before.sections, TemplateSet({**old, name: new[name]}))
        except (InvalidArgument, KeyError):
            continue
        same = changed == before.stable_prefix
        if not same and shared_length(before.stable_prefix, changed) <= place.code_point:
            return line
    return None


def changed_line(name: str, old: Mapping[str, str], new: Mapping[str, str]) -> TemplateLine | None:
    """The first line of a template that differs, or ``None``: it is the same, or not known."""
    if not old.get(name) or not new.get(name) or old[name] == new[name]:
        return None
    place, before, after = first_change(old[name].split("\n"), new[name].split("\n"))
    return TemplateLine(name=name, line=place + 1, before=before, after=after)

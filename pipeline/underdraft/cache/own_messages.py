"""The stable prefix alone, for messages that an application has put together itself: pure functions, no folder, no store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import attrs

from underdraft.cache.plan import plan
from underdraft.cache.prefix_lint import findings_in
from underdraft.cache.provider_rules import rules_for
from underdraft.prompt.render import canonical_json
from underdraft.text.clean import one_line, sha256
from underdraft.text.shared import line_at, shared_length
from underdraft.text.tokens import counter_for
from underdraft.types.checks import check_text, refuse
from underdraft.types.model_call import CachePlan
from underdraft.types.values import frozen

Given = Mapping[str, Any]
"""A message as clients of OpenAI's interface take it."""

MODEL_MAXIMUM = 200
_INSTRUCTS = frozenset({"system", "developer"})
_MOVED = "<instructions>\n{}\n</instructions>\n\n"


@frozen(kw_only=True)
class BrokenPrefix:
    """The place at which a request stops being the earlier one, before that one's last message."""

    message: Annotated[
        int, "Index in the earlier messages, from 0; instructions that had moved do not count."
    ]
    code_point: Annotated[int, "Code points of the message before the difference."]
    before: Annotated[str, "The line as it was, at most 200 characters."]
    after: Annotated[str, "The line as it is; empty if there is none."]
    volatile: Annotated[tuple[str, ...], 'Kinds of text there that change by themselves, as "a UUID".']
    tokens: Annotated[int, "Tokens behind the place, which the cache would have had."]


@frozen(kw_only=True)
class StablePrefix:
    """Messages to send, and what the provider's cache can do with them."""

    messages: Annotated[tuple[Given, ...], "To send, with the marks that the provider takes."]
    hash: Annotated[str, "SHA-256 of the instructions in front: equal for all requests that share them."]
    plan: Annotated[CachePlan, "`plan.cache_key` is OpenAI's `prompt_cache_key`, or `None`."]
    moved: Annotated[tuple[int, ...], "Indices of the instructions that stand after the earlier turns now."]
    broken: Annotated[BrokenPrefix | None, "`None`: nothing of the earlier request was lost."]
    front: Annotated[tuple[Given, ...], "The instructions in front, unmarked."] = attrs.field(repr=False)
    talk: Annotated[tuple[Given, ...], "What follows them, as it was given."] = attrs.field(repr=False)


def prefix(messages: Sequence[Given], *, model: str, previous: StablePrefix | None = None) -> StablePrefix:
    """Return one's own messages with a beginning that stays the same, marked for the provider's cache.

    The first request goes out as it is. From the second on, leading ``system`` (or ``developer``) messages that are not
    what they were stand in the last message, after the earlier turns. Nothing is left out, and no text is changed.

    Args:
        messages: Role and content (a text, content parts, or nothing beside ``tool_calls``), in order.
        model: The model's full name; an unknown one gets no marks.
        previous: What this function gave for the request before, in the same conversation.

    Raises:
        InvalidArgument: A message is malformed; it says which one.
    """
    check_text("model", model, MODEL_MAXIMUM)
    own = _checked(messages)
    begin = next((n for n, one in enumerate(own) if one["role"] not in _INSTRUCTS), len(own))
    leading, talk = own[:begin], own[begin:]
    if begin == len(own):
        refuse("messages", "a message that is no instruction, too")
    stays = [previous is None or one in previous.front for one in leading]
    front = tuple(one for one, same in zip(leading, stays, strict=True) if same)
    moved = tuple(n for n, same in enumerate(stays) if not same)
    tail = "\n\n".join(_text(own[n]) for n in moved)
    planned = _planned(front, model, moved=bool(moved))
    return StablePrefix(
        messages=_marked(
            front, _with_tail(talk, tail), attrs.evolve(planned, marker=rules_for(model).marker)
        ),
        hash=sha256(canonical_json(front)),
        plan=planned,
        moved=moved,
        broken=_broken(previous, (*front, *talk), own, model) if previous else None,
        front=front,
        talk=talk,
    )


def _checked(messages: Sequence[Given]) -> tuple[Given, ...]:
    if not isinstance(messages, Sequence) or isinstance(messages, str) or not messages:
        refuse("messages", "a list of messages")
    for n, one in enumerate(messages):
        if not isinstance(one, Mapping) or not isinstance(one.get("role"), str):
            refuse(f"messages[{n}]", "an object with a role and a content")
        content = one.get("content")
        parts = isinstance(content, list) and all(isinstance(part, Mapping) for part in content)
        if not (parts or content is None or isinstance(content, str)):
            refuse(f"messages[{n}].content", "a text, a list of content parts or null")
    return tuple(messages)


def _text(message: Given) -> str:
    content = message.get("content")
    parts = content if isinstance(content, list) else [{"text": content or ""}]
    return "".join(str(part.get("text", "")) for part in parts)


def _planned(front: Sequence[Given], model: str, *, moved: bool) -> CachePlan:
    """Return the marks for the provider; instructions that moved are not the next request's beginning."""
    system = "\n\n".join(map(_text, front))
    planned = plan(
        model,
        prefix_length=len(system),
        system_length=len(system),
        system_tokens=counter_for(model).count(system),
        project_id=None,
        prefix_hash=sha256(canonical_json(front)),
        history_stays=True,
    )
    return attrs.evolve(planned, last_message=planned.last_message and not moved)


def _with_tail(talk: Sequence[Given], tail: str) -> list[Given]:
    """Return the turns with moved instructions at the beginning of the last one, if it is the user's, else after it."""
    if not tail:
        return list(talk)
    words, last = _MOVED.format(tail), talk[-1]
    if last["role"] != "user":
        return [*talk, {"role": "user", "content": words.strip()}]
    content = last.get("content") or ""
    joined = [{"type": "text", "text": words}, *content] if isinstance(content, list) else words + content
    return [*talk[:-1], {**last, "content": joined}]


def _marked(front: Sequence[Given], talk: Sequence[Given], planned: CachePlan) -> tuple[Given, ...]:
    """Return the messages with a mark after the instructions, the last earlier turn and the last message, as planned."""
    sent = [*front, *talk]
    places = [len(front) - 1] if front and planned.breakpoints else []
    places += [len(sent) - 2] if planned.last_turn and len(talk) > 1 else []
    places += [len(sent) - 1] if planned.last_message else []
    for place in places:
        parts = planned.marked(sent[place].get("content"))
        sent[place] = {**sent[place], "content": parts} if parts else sent[place]
    return tuple(sent)


def _broken(
    previous: StablePrefix, now: Sequence[Given], own: Sequence[Given], model: str
) -> BrokenPrefix | None:
    """Return where the request stops being the earlier one; ``None`` where that is the earlier one's last message, or later."""
    old = (*previous.front, *previous.talk)
    place = shared_length(old, now)
    if place >= len(old) - 1:
        return None
    same = now if previous.moved else own  # then the given messages stand where the earlier ones stood
    before, after = _text(old[place]), _text(same[place]) if place < len(same) else ""
    at = shared_length(before, after)
    lines = [line_at(text, at) for text in (before, after)]
    lost = [before[at:], *map(_text, old[place + 1 : -1])]
    count = counter_for(model).count
    return BrokenPrefix(
        message=place,
        code_point=at,
        before=one_line(lines[0]),
        after=one_line(lines[1]),
        volatile=tuple(dict.fromkeys(kind for line in lines for kind in findings_in(line))),
        tokens=sum(map(count, lost)),
    )

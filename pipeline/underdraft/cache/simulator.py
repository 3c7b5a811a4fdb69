"""Predicts what a provider reads from its prompt cache, request by request, by the rules in ``providers.toml``.

Nobody can look into a provider's cache. What is known is how it says that its cache works, and, after each
call, how many tokens it says it has read: :func:`reconcile` compares the two.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Annotated

import attrs

from underdraft.cache.provider_rules import ProviderRules
from underdraft.text.shared import shared_length
from underdraft.types.model_call import CachePlan, Usage
from underdraft.types.prompt import Message
from underdraft.types.values import frozen

HELD = 16
"""Requests that are looked back at where the provider does not say how many it holds."""

LEAST_SCALE, MOST_SCALE = 0.5, 1.7
"""Shares of what was counted here within which a provider's count is one of the same prompt, sent once.

Outside a provider says nothing, or counts several rounds together."""


@frozen(kw_only=True)
class SentRequest:
    """One request as a cache sees it."""

    messages: tuple[Message, ...]
    plan: Annotated[CachePlan, "What the provider was told."] = attrs.field(factory=CachePlan)
    at: Annotated[float, "When it was sent, in seconds from any fixed moment."] = 0.0
    reply: Annotated[str, "What was generated; it is held by some."] = ""

    @property
    def blocks(self) -> tuple[str, ...]:
        """The content blocks: the system message cut at the breakpoints, then each message."""
        text = self.messages[0].content if self.messages else ""
        cuts = [0, *(place for place in self.plan.breakpoints if 0 < place < len(text)), len(text)]
        system = tuple(text[a:b] for a, b in itertools.pairwise(cuts))
        return (*system, *(message.content for message in self.messages[1:]))

    @property
    def marked(self) -> tuple[int, ...]:
        """How many blocks lie before each breakpoint, ascending."""
        ends = set(itertools.accumulate(len(block) for block in self.blocks))
        places = [place for place in self.plan.breakpoints if place in ends]
        marks = list(range(1, len(places) + 1))
        if self.plan.last_turn and len(self.messages) > 1:
            marks.append(len(self.blocks) - 1)
        if self.plan.last_message:
            marks.append(len(self.blocks))
        return tuple(marks)


@frozen(kw_only=True)
class PredictedUse:
    """Predicted use of a provider's cache for one request, in tokens."""

    tokens: Annotated[int, "All of the request."]
    cached_tokens: Annotated[int, "Read from the cache."]
    written_tokens: Annotated[int, "Written into it: what the next one can find and was not there."]
    expired_tokens: Annotated[
        int, "What would have been read besides, had nothing been dropped for its age."
    ] = 0
    too_short: Annotated[
        bool, "Something is shared with an earlier request, but less than the provider caches."
    ] = False


@frozen
class TextRuler:
    """Counts texts: right to a token or two at the end of what is shared, and in need of no vocabulary."""

    count: Callable[[str], int]

    def ends(self, request: SentRequest) -> Sequence[int]:
        """Tokens up to the end of each block of :attr:`SentRequest.blocks`."""
        return list(itertools.accumulate(self.count(block) for block in request.blocks))

    def shared(self, held: SentRequest, request: SentRequest, *, reply: bool) -> int:
        """Tokens of the longest common beginning; with ``reply`` what was generated follows the held one."""
        before = (*held.messages, *([_said(held)] if reply and held.reply else []))
        total = 0
        for one, other in zip(before, request.messages, strict=False):
            if one.role != other.role:
                return total
            if one.content != other.content:
                return total + self.count(other.content[: shared_length(one.content, other.content)])
            total += self.count(other.content)
        return total


@attrs.define
class _HeldRequest:
    """A request that the provider still has."""

    request: SentRequest
    ends: Sequence[int]
    until: float | None
    units: set[int] = attrs.field(factory=set)
    """Where a later request can find something: blocks up to a mark, or tokens up to a unit's end."""

    def alive(self, now: float) -> bool:
        return self.until is None or now <= self.until


@attrs.define(eq=False)
class CacheSimulator:
    """The cache of one provider for one model, as far as its rules tell; requests go in in the order of time."""

    rules: ProviderRules
    ruler: TextRuler
    _held: list[_HeldRequest] = attrs.field(factory=list, init=False)

    def send(self, request: SentRequest) -> PredictedUse:
        """Predict the tokens that are read for this request, and keep it for the next ones to find."""
        ends = self.ruler.ends(request)
        tokens = ends[-1] if ends else 0
        if self.rules.reuse == "none":
            return PredictedUse(tokens=tokens, cached_tokens=0, written_tokens=0)
        found = {id(held): self._found(held, request, ends) for held in self._held}
        alive = [held for held in self._held if held.alive(request.at)]
        living, every = (max((found[id(k)] for k in group), default=0) for group in (alive, self._held))
        cached, without_age = self._given(living, tokens), self._given(every, tokens)
        self._keep(request, ends, found, cached)
        return PredictedUse(
            tokens=tokens,
            cached_tokens=cached,
            written_tokens=max(0, self._written(request, ends) - cached),
            expired_tokens=max(0, without_age - cached),
            too_short=cached == 0 and 0 < living < self.rules.min_tokens,
        )

    def _found(self, held: _HeldRequest, request: SentRequest, ends: Sequence[int]) -> int:
        """Tokens of a request that one earlier request has left in the cache, before the provider's steps."""
        if self.rules.reuse == "marks":
            old, new = held.request.blocks, request.blocks
            looked_at = self._looked_at(request) & held.units
            return max((ends[place - 1] for place in looked_at if old[:place] == new[:place]), default=0)
        shared = self.ruler.shared(held.request, request, reply=self.rules.keeps_reply)
        if self.rules.reuse == "prefix":
            return shared
        return max((unit for unit in held.units if unit <= shared), default=0)

    def _looked_at(self, request: SentRequest) -> set[int]:
        """Return how many blocks lie before each place where something is looked for: from each mark so many back."""
        back = self.rules.lookback_blocks or len(request.blocks)
        return {place for mark in self._marks(request) for place in range(max(1, mark - back), mark + 1)}

    def _marks(self, request: SentRequest) -> list[int]:
        last = [len(request.blocks)] if self.rules.marks_last else []
        return [*request.marked, *last]

    def _given(self, found: int, tokens: int) -> int:
        """Return the part of the found tokens that the provider gives: whole steps, not the last tokens, nothing too short."""
        found = min(found, tokens - self.rules.recomputes)
        if self.rules.block_tokens:
            found -= found % self.rules.block_tokens
        return found if found >= max(1, self.rules.min_tokens) else 0

    def _written(self, request: SentRequest, ends: Sequence[int]) -> int:
        if self.rules.reuse == "marks":
            return max((ends[mark - 1] for mark in self._marks(request)), default=0)
        return ends[-1] if ends else 0

    def _keep(self, request: SentRequest, ends: Sequence[int], found: dict[int, int], cached: int) -> None:
        until = None if (life := self.rules.life_s(request.plan.ttl)) is None else request.at + life
        new = _HeldRequest(request, ends, until)
        if self.rules.reuse == "marks":
            new.units = set(self._marks(request))
        elif self.rules.reuse == "units":
            told = attrs.evolve(request, messages=(*request.messages, _said(request)))
            new.units = {*ends[-1:], self.ruler.shared(request, told, reply=True)}
            for held in self._held:
                common = self.ruler.shared(held.request, request, reply=True)
                held.units.add(common)
                new.units.add(common)
        for held in self._held:
            if until is not None and cached and found[id(held)] >= cached and held.until is not None:
                held.until = max(held.until, until)  # being read keeps it alive
        self._held = [*self._held, new][-(self.rules.keeps_requests or HELD) :]


def _said(request: SentRequest) -> Message:
    return Message(role="assistant", content=request.reply)


def provider_scale(counted: int, usage: Usage) -> float | None:
    """Tokens of a prompt that the provider counts for one that was counted here; ``None`` where it says nothing of use."""
    share = usage.prompt_tokens / counted if counted else 0.0
    return share if LEAST_SCALE <= share <= MOST_SCALE else None


def reconcile(predicted: PredictedUse, usage: Usage, rules: ProviderRules) -> tuple[int, int | None]:
    """Cached tokens as predicted, in the provider's tokens, and as reported; ``None`` where the provider does not say."""
    share = provider_scale(predicted.tokens, usage)
    if share is None:
        return predicted.cached_tokens, None
    step = rules.block_tokens or 1
    expected = int(predicted.cached_tokens * share) // step * step
    told = rules.reports and (rules.reuse != "none" or usage.cached_tokens > 0)
    return expected, usage.cached_tokens if told else None

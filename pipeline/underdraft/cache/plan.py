"""The cache plan: which parts of a prompt the provider is asked to cache."""

from __future__ import annotations

import hashlib

from underdraft.cache.provider_rules import rules_for
from underdraft.types.model_call import CachePlan

_KEY_LENGTH = 32  # hex digits; OpenAI takes up to 64 characters


def plan(
    model: str,
    *,
    prefix_length: int,
    system_length: int,
    system_tokens: int,
    project_id: str | None,
    prefix_hash: str,
    ttl: str | None = None,
    family: str | None = None,
    history_stays: bool = False,
) -> CachePlan:
    """Decide what to tell the provider about one prompt.

    Lengths are in code points; ``system_length`` is the prefix with the skill block. ``family`` names the rules
    to follow whatever the model's name; with ``history_stays`` the next requests will mostly begin with the
    same earlier turns. A wished ``ttl`` is left out where the provider does not know it, or when it is what the
    provider does anyway.

    Breakpoints are after the prefix (shared by all skills with the same rules) and after the skill block
    (shared by the runs of one skill), also when the text is still too short for the provider: a document grows,
    and a mark that is too early costs nothing.
    """
    rules = rules_for(model, family)
    places = sorted({place for place in (prefix_length, system_length) if place > 0}) if rules.marker else []
    # Where only one is left it must be the prefix: most runs share it.
    places = places[: rules.max_breakpoints]
    last_turn = history_stays and rules.marker == "cache_control" and len(places) < rules.max_breakpoints
    return CachePlan(
        provider=rules.family,
        breakpoints=tuple(places),
        ttl=ttl if ttl in rules.write_prices and ttl != rules.default_ttl and places else None,
        cache_key=routing_key(project_id, prefix_hash) if rules.takes_cache_key else None,
        min_tokens=rules.min_tokens,
        cacheable=system_tokens >= rules.min_tokens,
        marker=rules.marker if places else None,
        # Verified for Anthropic's mark alone. A window that moves with every round would be written in vain.
        last_turn=last_turn,
        # The next request holds the new message as an earlier turn: written once, it is read from then on.
        last_message=last_turn and len(places) + 1 < rules.max_breakpoints,
    )


def routing_key(project_id: str | None, prefix_hash: str) -> str:
    """A key that is equal for requests that share a prefix, and tells the provider nothing else."""
    return hashlib.sha256(f"{project_id or ''}\n{prefix_hash}".encode()).hexdigest()[:_KEY_LENGTH]

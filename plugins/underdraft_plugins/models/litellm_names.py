"""Names that somebody may have meant who named a model that no provider has."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Any

SHOWN, LEAST = 2, 3
_SPECIAL = re.compile(r"\d{4,}|preview|^[a-z]+\.|[:/@]")
"""A snapshot, a preview, or a name with its seller: nobody types these by heart."""


def likely_names(litellm: Any, typed: str) -> list[str]:
    """Return a few names for what was typed: the provider put right, hosted models of that name, or Ollama's way."""
    provider, slash, rest = typed.rpartition("/")
    if slash:
        known = [str(getattr(one, "value", one)) for one in litellm.provider_list]
        return [f"{one}/{rest}" for one in get_close_matches(provider, known, n=1)]
    hosted = [
        name
        for name, entry in litellm.model_cost.items()
        if entry.get("mode") == "chat" and not _SPECIAL.search(name)
    ]
    wanted = typed.lower()
    if len(wanted) >= LEAST and (inside := [name for name in hosted if wanted in name]):
        return get_close_matches(wanted, inside, n=SHOWN, cutoff=0)
    alike = get_close_matches(wanted, [name for name in hosted if name[0] == wanted[0]], n=SHOWN, cutoff=0.75)
    return alike or [f"ollama_chat/{typed}"]

"""Where a model's or an embedder's name leads, told without asking anybody: the host, and the key that goes with it.

It is what ``underdraft trust`` shows. What a call really reaches is seen when it leaves (the model's own plugin).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, NamedTuple
from urllib.parse import urlsplit

PROVIDERS: Mapping[str, tuple[str | None, str | None]] = {
    "anthropic": ("api.anthropic.com", "ANTHROPIC_API_KEY"),
    "azure": (None, "AZURE_API_KEY"),
    "bedrock": (None, "AWS_SECRET_ACCESS_KEY"),
    "cohere": ("api.cohere.ai", "COHERE_API_KEY"),
    "dashscope": ("dashscope-intl.aliyuncs.com", "DASHSCOPE_API_KEY"),
    "deepseek": ("api.deepseek.com", "DEEPSEEK_API_KEY"),
    "gemini": ("generativelanguage.googleapis.com", "GEMINI_API_KEY"),
    "groq": ("api.groq.com", "GROQ_API_KEY"),
    "huggingface": ("router.huggingface.co", "HUGGINGFACE_API_KEY"),
    "mistral": ("api.mistral.ai", "MISTRAL_API_KEY"),
    "moonshot": ("api.moonshot.ai", "MOONSHOT_API_KEY"),
    "ollama": ("localhost:11434", None),
    "ollama_chat": ("localhost:11434", None),
    "openai": ("api.openai.com", "OPENAI_API_KEY"),
    "openrouter": ("openrouter.ai", "OPENROUTER_API_KEY"),
    "together_ai": ("api.together.xyz", "TOGETHERAI_API_KEY"),
    "xai": ("api.x.ai", "XAI_API_KEY"),
}
"""Host and key variable of well-known providers, by litellm's name, as read in litellm 1.106."""

_BARE = {r"(gpt|chatgpt|o\d|text-embedding)\b": "openai", r"claude\b": "anthropic"}
"""Provider by the beginning of a model's name without a provider."""

_URL = re.compile(r"https?://\S+", re.IGNORECASE)


class Destination(NamedTuple):
    """Where something leads."""

    host: Annotated[str | None, "Host, with a port that is given; `None` where it cannot be told."] = None
    key_variable: Annotated[str | None, "The environment variable of the key that is sent along."] = None


def destination(name: str, address: str | None = None) -> Destination:
    """Return where a model leads: to ``address``, to an address in its name, or to its provider's own."""
    given, _, rest = name.partition("/")
    bare = next((whose for begins, whose in _BARE.items() if re.match(begins, name)), "")
    provider = given if rest else bare
    host, variable = PROVIDERS.get(provider, (None, f"{provider.upper()}_API_KEY" if provider else None))
    found = address or (match[0] if (match := _URL.search(name)) else None)
    return Destination(host_of(found) if found else host, variable)


def host_of(address: str) -> str | None:
    """The host of an address with its port, and nothing of a user, password, path or query."""
    try:
        parts = urlsplit(address)
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return None
    host = parts.hostname and (f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname)
    return f"{host}{port}" if host else None


def without_password(address: str) -> str:
    """A URL without what only its owner may see; all else stays, since any part of it can say where it leads."""
    scheme, mark, rest = address.partition("://")
    if not mark:
        return address
    user, at, place = rest.partition("@")
    place = re.sub(r"(?i)((?:password|key|token|secret)=)[^&]*", r"\1", place if at else rest)
    return f"{scheme}://{user.partition(':')[0]}@{place}" if at else f"{scheme}://{place}"

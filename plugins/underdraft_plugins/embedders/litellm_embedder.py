"""Every embedder whose name begins with ``litellm/``: it asks a provider."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from underdraft import Embedder, hookimpl
from underdraft_plugins.models.litellm_gate import embed

LITELLM = "litellm/"
TIMEOUT_SECONDS = 20.0


@hookimpl
def underdraft_embedder(name: str) -> Embedder | None:
    """Answer to every name that begins with ``litellm/``."""
    if name.startswith(LITELLM) and len(name) > len(LITELLM):
        return LiteLLMEmbedder(name.removeprefix(LITELLM))
    return None


class LiteLLMEmbedder:
    """Any embedding model that litellm knows; its length is learned from a first call."""

    def __init__(self, model: str) -> None:
        self.name = f"{LITELLM}{model}"
        self._model = model
        self.dimensions = len(self.embed(["dimension"])[0])

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """One vector a text, in one call."""
        answer: Any = embed(model=self._model, input=list(texts), timeout=TIMEOUT_SECONDS, max_retries=0)
        rows = sorted(answer.data, key=lambda row: row["index"])
        return [row["embedding"] for row in rows]

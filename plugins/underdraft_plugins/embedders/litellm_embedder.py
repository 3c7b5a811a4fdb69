"""Every embedder whose name begins with ``litellm/``: it asks a provider."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from underdraft import Embedder, hookimpl

LITELLM = "litellm/"
TIMEOUT_SECONDS = 20.0


@hookimpl
def underdraft_embedder(name: str) -> Embedder | None:
    """Answer to every name that begins with ``litellm/``."""
    if name.startswith(LITELLM) and len(name) > len(LITELLM):
        return LiteLLMEmbedder(name.removeprefix(LITELLM))
    return None


@attrs.frozen
class Roles:
    """Where a model's query and passage roles are given: by a parameter of the call, or by the beginning of the text."""

    query: str
    passage: str
    parameter: str = ""


ROLES: Mapping[str, Roles] = {
    r"^(?:bedrock/|azure_ai/)?cohere|^embed-": Roles("search_query", "search_document", "input_type"),
    r"^voyage/": Roles("query", "document", "input_type"),
    r"^nvidia_nim/": Roles("query", "passage", "input_type"),
    r"^gemini/|^vertex_ai/": Roles("RETRIEVAL_QUERY", "RETRIEVAL_DOCUMENT", "task_type"),
    r"^jina_ai/": Roles("retrieval.query", "retrieval.passage", "task"),
    r"nomic-embed": Roles("search_query: ", "search_document: "),
    r"\be5-|arctic-embed": Roles("query: ", "passage: "),
    r"mxbai-embed|bge-\w+-en": Roles("Represent this sentence for searching relevant passages: ", ""),
}
"""Roles by a pattern of the model's name, as the makers' model cards have them; all other models know none."""


class LiteLLMEmbedder:
    """Any embedding model that litellm knows; its length is learned from a first call."""

    def __init__(self, model: str) -> None:
        self.name = f"{LITELLM}{model}"
        self._model = model
        found = (roles for name, roles in ROLES.items() if re.search(name, model, re.IGNORECASE))
        self._roles = next(found, Roles("", ""))
        self.dimensions = len(self.embed(["dimension"])[0])

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """One vector a passage, in one call."""
        return self._embed(texts, self._roles.passage)

    def embed_queries(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """One vector a query, in one call."""
        return self._embed(texts, self._roles.query)

    def _embed(self, texts: Sequence[str], role: str) -> Sequence[Sequence[float]]:
        from underdraft_plugins.models.litellm_gate import embed  # late: most workspaces ask no provider

        parameter = self._roles.parameter
        more = {parameter: role} if parameter else {}
        said = list(texts) if parameter else [f"{role}{text}" for text in texts]
        answer: Any = embed(model=self._model, input=said, timeout=TIMEOUT_SECONDS, max_retries=0, **more)
        rows = sorted(answer.data, key=lambda row: row["index"])
        return [row["embedding"] for row in rows]

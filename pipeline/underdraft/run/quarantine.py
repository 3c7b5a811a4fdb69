"""Moves a plugin's fetcher behind the prefix once it gives other bytes for the same content."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from typing import Annotated

import attrs

from underdraft.project.config import FOLDER
from underdraft.types.chunk import Chunk
from underdraft.types.fetcher import Fetched
from underdraft.types.files import read_or_none
from underdraft.types.layers import Layer
from underdraft.types.run_inputs import RunInputs

REMEMBERED = 256
"""Maximum number of fetchers by kind of request (project, skill, document) whose last bytes are known, by their hash."""

TEXTS = (".csv", ".json", ".jsonl", ".md", ".toml", ".txt", ".yaml", ".yml")
"""Ends of the names of texts that a plugin may read in a project's folder; a store in it changes with each run."""

SAID = "gave other bytes for the same content; it stands behind the prefix from now on"


@attrs.define(eq=False)
class Quarantine:
    """A workspace's stable fetchers of other packages: their last bytes, and who was caught. Safe for several threads.

    It holds no text, and lasts as long as the workspace is open.
    """

    _last: OrderedDict[Hashable, tuple[tuple[int, int], int]] = attrs.field(factory=OrderedDict, init=False)
    _caught: set[str] = attrs.field(factory=set, init=False)
    _lock: threading.Lock = attrs.field(factory=threading.Lock, init=False)

    def settle(
        self,
        name: str,
        fetched: Fetched,
        *,
        kind: Annotated[Hashable, "Project, skill, document and language of the request."],
        content: Annotated[int, "See :func:`content_of`."],
        files: Annotated[
            Callable[[], int], "See :func:`files_of`; asked at the first sight and at other bytes."
        ],
    ) -> tuple[Fetched, bool]:
        """Return the result in its place, and whether the fetcher has been caught just now."""
        key, given = (name, kind), (content, hash(fetched.chunks))
        with self._lock:
            if name in self._caught:
                return behind(fetched), False
            before, volatile = self._last.get(key), False
            if before is None or before[0] != given:
                seen = self._last[key] = given, files()
                volatile = before is not None and before[0][0] == content and before[1] == seen[1]
            self._last.move_to_end(key)
            while len(self._last) > REMEMBERED:
                self._last.popitem(last=False)
            if volatile:
                self._caught.add(name)
            return (behind(fetched) if volatile else fetched), volatile


def behind(fetched: Fetched) -> Fetched:
    """A result whose chunks stand in layer 4; a rule stays one that is never trimmed."""
    chunks = (
        attrs.evolve(chunk, layer=Layer.RECENT, pinned=chunk.pinned or chunk.layer is Layer.SYSTEM)
        for chunk in fetched.chunks
    )
    return attrs.evolve(fetched, chunks=tuple(chunks))


def content_of(chunks: Sequence[Chunk]) -> int:
    """Return a hash of the built-in chunks of layers 0, 1 and 3, which may change a plugin's.

    Memories are left out: they come and go in a talk, whose prefix they never change.
    """
    layers = {Layer.SYSTEM, Layer.SESSION, Layer.PROJECT}
    return hash(tuple(chunk for chunk in chunks if chunk.layer in layers))


def files_of(inputs: RunInputs) -> int:
    """Return a hash of the texts in the project's folder, which a plugin may read; those that cannot be read are left out."""
    paths = inputs.files.list(FOLDER, TEXTS)
    return hash(tuple((path, file.digest) for path in paths if (file := read_or_none(inputs.files, path))))

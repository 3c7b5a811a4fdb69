"""Everything about the writer's memories in one object, which fetchers, channels and commands use."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cached_property, partial
from typing import TYPE_CHECKING

from underdraft.errors import StoreError
from underdraft.memory.db.database import Database
from underdraft.memory.db.snapshot import cached
from underdraft.memory.index import is_about_work, postings, vectors
from underdraft.memory.index.embedding import QUERY_CODE_POINTS, EmbedderFault, EmbedderSlot
from underdraft.memory.index.held_bits import HeldBits
from underdraft.memory.index.indexer import LINGER_SECONDS, Indexer
from underdraft.memory.index.shared_words import fitting
from underdraft.memory.notes import search_tool
from underdraft.memory.notes.injection import degradation, injectable, preview
from underdraft.memory.notes.recall import (
    WORDS_CODE_POINTS,
    any_row,
    candidates,
    first,
    leaning_of,
    load_items,
)
from underdraft.memory.notes.rows import Overruled, index_all, recallable, visible
from underdraft.memory.settings import cached_settings
from underdraft.types.layers import LAYERS, Layer
from underdraft.types.memory import (
    IndexDegraded,
    IndexHealth,
    InjectionItem,
    InjectionPreview,
    RecallResult,
)
from underdraft.types.model_call import Embedder, ToolSpec
from underdraft.types.run_inputs import RunInputs

if TYPE_CHECKING:
    from underdraft.memory.notes.crud import UserMemory
    from underdraft.memory.notes.replacing import Opposed

INDEX_NOT_READY = "INDEX_NOT_READY"

FIRST_VECTORS_SECONDS = 1.0
"""How long a preview with a query waits for the very first vectors; later ones it takes as they are."""

PREVIEW_WAIT_MS = 10_000
"""How long a preview waits for its query's vector; loading the local embedder takes up to 2 s."""

RECALL_WAIT_MS = 2_500
"""The same for a run, which goes on by words instead."""


class MemoryService:
    """The writer's memories, as a :class:`underdraft.types.run_inputs.MemoryReader` and more; safe between threads."""

    def __init__(
        self,
        database: Database,
        *,
        find_embedder: Callable[[], Embedder | None],
        find_encoder: Callable[[], Embedder | None] | None = None,
        overruled: Overruled | None = None,
        opposed: Opposed = lambda *_: (),
        linger_seconds: float = LINGER_SECONDS,
    ) -> None:
        self.database = database
        self.overruled = overruled
        self.embedder = EmbedderSlot(find_embedder)
        self._encoder = EmbedderSlot(find_encoder) if find_encoder else self.embedder
        self.indexer = Indexer(database, self.embedder, linger_seconds=linger_seconds)
        self._opposed = opposed
        self._held = HeldBits()

    @cached_property
    def items(self) -> UserMemory:
        """The memories themselves."""
        from underdraft.memory.notes.crud import UserMemory

        return UserMemory(self.database, written=self.indexer.wake, opposed=self._opposed)

    def preview_injection(
        self,
        project_id: str | None,
        document_id: str | None = None,
        query_text: str | None = None,
        *,
        cap_tokens: int | None = None,
        excluded_limit: int | None = None,
    ) -> InjectionPreview:
        """See :class:`underdraft.types.run_inputs.MemoryReader`."""
        preview_now = partial(
            preview,
            self.database,
            self.embedder,
            visible(project_id, document_id, self.overruled),
            query_text,
            (cap_tokens or LAYERS[Layer.PROFILE].cap_tokens, excluded_limit),
            PREVIEW_WAIT_MS,
        )
        made = preview_now()
        if made.diagnostics is None:
            return made
        if made.diagnostics.code != INDEX_NOT_READY:
            self.indexer.wake()
        elif self.indexer.wait(FIRST_VECTORS_SECONDS):
            return preview_now()
        return made

    def injectable(
        self, ids: Collection[str], project_id: str | None, document_id: str | None = None
    ) -> tuple[InjectionItem, ...]:
        """See :class:`underdraft.types.run_inputs.MemoryReader`."""
        with self.database.read() as connection:
            return injectable(connection, visible(project_id, document_id, self.overruled), ids)

    def has_any(self, project_id: str | None, document_id: str | None = None) -> bool:
        """Whether there is any memory or fact that a project's prompt may recall."""
        with self.database.read() as connection:
            return any_row(connection, recallable(project_id, document_id, self.overruled))

    def lacks_vectors(self) -> bool:
        """Whether there is a text without any vector."""
        with self.database.read() as connection:
            return bool(vectors.pending(connection, None, 1)[0])

    def at_hand(self, query: str) -> bool:
        """See :class:`underdraft.types.run_inputs.MemoryReader`."""
        return self.embedder.knows(query)

    def recall(
        self,
        project_id: str | None,
        query: str,
        *,
        limit: int | None = None,
        exclude_ids: Collection[str] = (),
        document_id: str | None = None,
        passage: str = "",
    ) -> RecallResult:
        """See :class:`underdraft.types.run_inputs.MemoryReader`."""
        query = query[:QUERY_CODE_POINTS]
        said = f"{query} {passage}"[:WORDS_CODE_POINTS]
        allowed = recallable(project_id, document_id, self.overruled)
        with self.database.read() as connection:
            settings = cached_settings(connection)
            wanted = int(settings["memory.rag_top_n"]) if limit is None else limit
            if not settings["injectionEnabled"] or not query.strip() or wanted < 1:
                return RecallResult(items=(), mode="none")
            if not self.at_hand(query) and not any_row(connection, allowed):  # nothing to wait for
                return RecallResult(items=(), mode="none")
        reach = wanted + len(exclude_ids)
        try:
            asked = is_about_work.asked_in(query, passage)
            beside = asked if self._encoder is self.embedder else ""
            vector = self.embedder.embed_query(query, wait_ms=RECALL_WAIT_MS, beside=beside)
            leaning = leaning_of(self._encoder, query, asked, RECALL_WAIT_MS)
            with self.database.read() as connection:
                key = "recall", said, vector.blobs[0], reach, leaning, *allowed
                look = partial(candidates, connection, self._held, project_id, allowed, vector, said, reach)
                areas = "items", "preferences", "vectors"
                near = cached(connection, key, areas, lambda: fitting(look(), reach, leaning))
                items = load_items(connection, allowed, first(near, exclude_ids, wanted), "semantic")
            return RecallResult(items=items, mode="semantic")
        except EmbedderFault as fault:
            diagnostics = degradation(fault)
        self.indexer.wake()
        with self.database.read() as connection:
            near = postings.search(connection, project_id, query, allowed, reach)
            items = load_items(connection, allowed, first(near, exclude_ids, wanted), "lexical")
        return RecallResult(items=items, mode="lexical", diagnostics=diagnostics)

    def by_words(self, project_id: str | None, query: str, limit: int) -> tuple[InjectionItem, ...]:
        """Return the records that share a word with a query, nearest first, however little they fit."""
        allowed = recallable(project_id, overruled=self.overruled)
        with self.database.read() as connection:
            found = postings.search(connection, project_id, query, allowed, limit)
            return load_items(connection, allowed, found, "lexical")

    def tools(self, inputs: RunInputs) -> tuple[ToolSpec, ...]:
        """List the tools of this run: the search, if its setting is on and the skill asks for memories."""
        if inputs.memory is None or not inputs.rules.asks_for(search_tool.RULE):
            return ()
        with self.database.read() as connection:
            if not cached_settings(connection)[search_tool.SETTING]:
                return ()
        project_id = inputs.project.id if inputs.project else None
        from underdraft.memory.notes.search import search

        found = partial(search, self.database, overruled=self.overruled, project_id=project_id)
        return (search_tool.search_tool(found, inputs.locale),)

    def index_state(self) -> IndexHealth | IndexDegraded:
        """Health of embedder and index: names, counts and what is degraded; loads the embedder."""
        try:
            embedder = self.embedder.load()
            with self.database.read() as connection:
                total, ready = vectors.coverage(connection, embedder.name)
                vectors.load_extension(connection)
                vectors.check_dimension(connection, embedder.name, embedder.dimensions)
        except EmbedderFault as fault:
            return IndexDegraded(diagnostics=degradation(fault))
        return IndexHealth(embedder=embedder.name, dimensions=embedder.dimensions, texts=total, vectors=ready)

    def reindex(self, *, progress: Callable[[int, int], None] | None = None) -> int:
        """Make the lexical index and all vectors anew; how many. An embedder that fails is a ``StoreError``."""
        with self.database.write() as connection:
            index_all(connection)
        try:
            return self.indexer.rebuild(progress=progress)
        except EmbedderFault as fault:
            raise StoreError(
                f"the vectors could not be made: {fault.reason}", details={"reason": fault.code}
            ) from fault

    def close(self) -> None:
        """Stop the indexer; the database is closed where it was opened."""
        self.indexer.close()
        self._held.forget()

"""The fetcher of layer 4's memories."""

from __future__ import annotations

import attrs

from memory.service_samples import LetterEmbedder, close, open_service
from memory_reader import Reader, inputs, item
from underdraft import Layer
from underdraft.types.memory import Degradation, InjectionPreview, RecallResult
from underdraft_plugins.fetchers.memory_injection import fetch_injection
from underdraft_plugins.fetchers.memory_recall import fetch_recall


def test_recall_gives_scored_parts_and_excludes_the_prefix(tmp_path):
    """Recalled memories come with scores, and none of them stands in layer 2."""
    service = open_service(tmp_path / "u.db", LetterEmbedder())
    for n in range(12):
        service.items.create(type="fact", scope="global", content=f"灯笼铺的第{n}盏灯笼")
    assert service.indexer.wait(10)
    asked = attrs.evolve(inputs(service), caps={Layer.PROFILE: 90})
    prefix = {p.id for p in fetch_injection(asked).chunks[0].parts}
    fetched = fetch_recall(asked)
    parts = fetched.chunks[0].parts
    assert prefix
    assert len(parts) == 5
    assert not prefix & {p.id for p in parts}
    assert all(p.score is not None and p.match in p.text for p in parts)
    assert fetched.chunks[0].source == "memory:recall"
    close(service)


def test_without_preferences_in_the_prefix_nothing_is_excluded(tmp_path):
    """A skill that asks for memories alone is given those that the prefix would have held."""
    reader = Reader(InjectionPreview(items=(item("x"),)), RecallResult(items=(), mode="semantic"))
    fetch_recall(inputs(reader, user_preferences=False))
    assert reader.asked == [("novel", "灯笼", frozenset())]


def test_recall_by_words_says_so():
    """Layer 4 degrades to words with a warning; with the embedder switched off there is none."""
    for code, warnings in (("EMBEDDER_FAILED", ("MEMORY_DEGRADED: why",)), ("EMBEDDER_NONE", ())):
        degraded = Degradation(degraded_from="semantic", reason="why", code=code)
        found = RecallResult(
            items=(item("x", reason={"kind": "lexical", "score": 2.0}),), mode="lexical", diagnostics=degraded
        )
        fetched = fetch_recall(inputs(Reader(InjectionPreview(items=()), found)))
        assert fetched.warnings == warnings
        assert [c.reason for c in fetched.chunks] == ["lexical"]


def test_an_empty_query_asks_nothing():
    """No query, no call."""
    reader = Reader()
    assert fetch_recall(inputs(reader, query="  ")).chunks == ()
    assert reader.asked == []

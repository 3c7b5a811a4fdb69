"""What is offered, and what becomes of the answers."""

from __future__ import annotations

from memory.service_samples import LetterEmbedder, close, open_service
from memory.tidy.tidy_samples import remember
from underdraft.memory.tidy.service import list_offers


def test_offers_by_words(memory):
    """Copies make a group whose confirmed, newest one would stay; what is not equal waits for vectors or a model."""
    old, other, new = remember(memory, "偏好短句", "喜欢长句", "偏好短句。")
    found = list_offers(memory, "p")
    assert (found.mode, found.compared, found.total) == ("lexical", 3, 1)
    assert found.diagnostics.code == "EMBEDDER_NONE"
    [same] = found.offers
    assert (list(same.refs), same.refs[0]) == ([new, old], new)
    assert other not in same.refs
    assert list_offers(memory, "q").offers == ()


def test_stored_vectors_bring_paraphrases_together(tmp_path):
    """Two statements without a word in common are offered where their vectors are near."""
    embedder = LetterEmbedder()
    embedder.vector = lambda text: LetterEmbedder().vector(text.replace("文风务求凝练", "句子写得简短些"))
    memory = open_service(tmp_path / "v.db", embedder)
    remember(memory, "句子写得简短些", "文风务求凝练")
    assert memory.indexer.wait(20)
    [offer] = list_offers(memory, "p").offers
    assert (offer.kind, offer.why) == ("duplicates", "same_meaning")
    close(memory)

"""Calibrated scores of recall do not depend on the range of an embedder's cosines."""

from __future__ import annotations

import pytest

from memory.service_samples import LetterEmbedder, add, close, open_service
from underdraft.memory.index.embedder_scale import SCALE_MEAN, likeness, references


class Squeezed(LetterEmbedder):
    """A cosine of 0 is 0.6, one of 1 is 1."""

    def vector(self, text):
        row = LetterEmbedder().vector(text)
        length = sum(number**2 for number in row) ** 0.5 or 1.0
        return [0.6**0.5, *(0.4**0.5 * number / length for number in row)]


class WithRoles(LetterEmbedder):
    """Notes what it gets as a query."""

    queries = ()

    def embed_queries(self, texts):
        self.queries += tuple(texts)
        return [self.vector(text) for text in texts]


@pytest.mark.parametrize("query", ["灯笼在哪里", "山风", "xyz qqq"])
def test_another_range_of_cosines_recalls_the_same(tmp_path, query):
    """What is near, and what is about something else, is so for an embedder whose cosines lie between 0.6 and 1, too."""
    found = []
    for number, embedder in enumerate((LetterEmbedder(), Squeezed(dimensions=65))):
        service = open_service(tmp_path / f"{number}.db", embedder)
        add(service, "灯笼在门口", "灯笼是红的", "山风很大", "桥下有船")
        assert service.indexer.wait(10)
        found.append([item.content for item in service.recall(None, query).items])
        close(service)
    assert found[0] == found[1]
    assert bool(found[0]) == (query != "xyz qqq")


def test_an_embedder_is_calibrated_once_and_gets_queries_as_such(tmp_path):
    """The reference sentences are embedded once for all stores that share it; only queries go to `embed_queries`."""
    embedder = WithRoles()
    for number in range(2):
        service = open_service(tmp_path / f"{number}.db", embedder)
        add(service, "灯笼在门口")
        assert service.indexer.wait(10)
        assert service.recall(None, "灯笼").items
        close(service)
    assert embedder.queries == ("灯笼", "灯笼")
    assert [text for text in embedder.texts if text in references()] == list(references())


def test_equal_statements_are_alike_whatever_unrelated_ones_have():
    """Equal vectors are 1, unrelated ones what they are for the local embedder."""
    for mean in (0.0, 0.3, 0.8):
        assert likeness(1.0, mean) == pytest.approx(1.0)
        assert likeness(mean, mean) == pytest.approx(SCALE_MEAN)

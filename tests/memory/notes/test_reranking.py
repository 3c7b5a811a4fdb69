"""A model's order of what recall found."""

from __future__ import annotations

import threading

import pytest

from memory.service_samples import LetterEmbedder, add, close, open_service
from underdraft import ModelError
from underdraft.memory.notes import reranking


class Ranker:
    """Answers with an order, or as it is told; keeps what it was asked."""

    def __init__(self, answer):
        self.answer = answer
        self.asked = []

    def __call__(self, *, system, text, schema):
        self.asked.append(text)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer() if callable(self.answer) else self.answer


@pytest.fixture
def recalling(tmp_path):
    """Recalls three of six memories by a ranker, with the setting on."""
    services = []

    def recall(ranker, *, on=True):
        service = open_service(tmp_path / f"{len(services)}.db", LetterEmbedder(), ask=lambda: ranker)
        services.append(service)
        add(service, *(f"灯笼{'灯' * n}" for n in range(6)))
        assert service.indexer.wait(10)
        service.settings.update({"memory.rag_top_n": 3, reranking.SETTING: on})
        found = service.recall(None, "灯笼")
        return [len(item.content) - 2 for item in found.items], found.diagnostics

    yield recall
    for service in services:
        close(service)


def test_it_is_not_asked_unless_the_writer_wants_it(recalling):
    """The setting is off by default."""
    ranker = Ranker({"order": [3]})
    assert recalling(ranker, on=False) == ([0, 1, 2], None)
    assert ranker.asked == []


def test_what_it_names_comes_first(recalling):
    """Also from beyond the number that is recalled; the rest follows as it was, and what is no number of a memory is passed over."""
    ranker = Ranker({"order": [5, 5, 2, 99, 0, "1"]})
    assert recalling(ranker) == ([4, 1, 0], None)
    assert "5. 灯笼灯灯灯灯" in ranker.asked[0]


@pytest.mark.parametrize("answer", [{"order": []}, {}, {"order": "1"}])
def test_an_answer_that_says_nothing_changes_nothing(recalling, answer):
    """No memory is lost by it."""
    assert recalling(Ranker(answer)) == ([0, 1, 2], None)


def test_where_it_fails_the_order_stays_and_it_is_said(recalling):
    """A typed reason; the memories are there."""
    order, why = recalling(Ranker(ModelError("down")))
    assert (order, why.code, why.degraded_from) == ([0, 1, 2], "RERANK_FAILED", "reranked")


def test_a_prompt_does_not_wait_for_one_that_is_late(recalling, monkeypatch):
    """The same as a failure."""
    monkeypatch.setattr(reranking, "WAIT_SECONDS", 0.05)
    released = threading.Event()
    order, why = recalling(Ranker(lambda: released.wait(10) and {"order": [3]}))
    released.set()
    assert (order, why.code) == ([0, 1, 2], "RERANK_FAILED")


def test_without_a_model_nothing_is_asked(recalling):
    """The stand-in is none."""
    assert recalling(None) == ([0, 1, 2], None)

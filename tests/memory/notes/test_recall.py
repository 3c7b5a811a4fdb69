"""Query-dependent recall for layer 4."""

from __future__ import annotations

import json

import pytest

from memory.service_samples import LetterEmbedder, add, close, open_service
from underdraft.memory.notes import recall
from underdraft.memory.sections import FACTS
from underdraft.memory.settings import update_settings

pytestmark = pytest.mark.both_stores


def test_the_nearest_come_first_and_no_more_than_the_setting(service):
    """memory.rag_top_n limits, a given limit wins over it, scores fall."""
    add(service, *(f"灯笼{'灯' * n}" for n in range(8)))
    assert service.indexer.wait(10)
    found = service.recall(None, "灯笼")
    assert (found.mode, found.diagnostics, len(found.items)) == ("semantic", None, 5)
    scores = [i.reason["score"] for i in found.items]
    assert scores == sorted(scores, reverse=True)
    assert len(service.recall(None, "灯笼", limit=2).items) == 2
    update_settings(service.database, {"memory.rag_top_n": 0})
    assert service.recall(None, "灯笼").items == ()


@pytest.mark.parametrize("semantic", [True, False])
def test_what_the_prefix_holds_is_not_repeated(tmp_path, semantic):
    """Excluded ids never come, and their places are taken by the next ones, by meaning and by words."""
    service = open_service(tmp_path / "u.db", LetterEmbedder() if semantic else None)
    made = add(service, *(f"灯笼 {n}" for n in range(6)))
    if semantic:
        assert service.indexer.wait(10)
    found = service.recall(None, "灯笼", limit=3, exclude_ids=made[:3])
    assert {i.id for i in found.items} == set(made[3:])
    close(service)


def test_what_has_nothing_to_do_with_the_query_is_not_recalled(service):
    """A memory below the least similarity stays away, even when there is room."""
    add(service, "山风海雨")
    assert service.indexer.wait(10)
    found = service.recall(None, "灯笼")
    assert (found.mode, found.items) == ("semantic", ())


def test_facts_and_memories_are_recalled_together(service):
    """Nearest first, whichever of the two they are, and no more than the limit."""
    add(service, "灯塔有九层", "完全无关的猫", section=FACTS)
    add(service, "灯塔是白的", type="fact")
    assert service.indexer.wait(10)
    found = service.recall(None, "灯塔有几层", limit=2)
    assert [(i.content, i.type) for i in found.items] == [("灯塔有九层", "atomic"), ("灯塔是白的", "fact")]


@pytest.mark.parametrize("query", ["", "   ", "\n"])
def test_an_empty_query_recalls_nothing(service, query):
    """Nothing asked, nothing found, no complaint."""
    add(service, "灯笼")
    found = service.recall(None, query)
    assert (found.items, found.mode, found.diagnostics) == ((), "none", None)


def test_projects_and_documents_keep_apart(service):
    """Recall finds the project's, the document's and the global memories only."""
    add(service, "灯笼 a", scope="project", project_id="a")
    add(service, "灯笼 b", scope="project", project_id="b")
    add(service, "灯笼 g")
    add(service, "灯笼 d", document_id="d")
    assert service.indexer.wait(10)

    def found(project_id, document_id=None):
        return sorted(
            i.content[-1] for i in service.recall(project_id, "灯笼", document_id=document_id).items
        )

    assert found("a") == ["a", "g"]
    assert found(None) == ["g"]
    assert found("b", "d") == ["b", "d", "g"]


@pytest.mark.parametrize(("bound", "read"), [(9, 12), (17, 20), (40, 43)])
def test_what_is_bound_to_other_documents_crowds_nothing_out(service, monkeypatch, bound, read):
    """Where most of what is nearest is not allowed, more is looked at: all nearest ones, then many more."""
    for name, value in {"NEAREST": 20, "EXACT": 8}.items():
        monkeypatch.setattr(recall, name, value)
    looked_at = []
    plain_rows = recall.plain_rows

    def watched(connection, query, asked=None):
        looked_at.append((asked or {}).get("numbers"))
        return plain_rows(connection, query, asked or {})

    monkeypatch.setattr(recall, "plain_rows", watched)
    add(service, *(f"灯笼 {'笼' * n}" for n in range(bound)), document_id="d")
    add(service, *(f"灯笼 {word}" for word in ("abcdefghij", "klmnopqrst", "uvwxyzabcd")))
    assert service.indexer.wait(10)
    found = service.recall(None, "灯笼", limit=3)
    assert len(found.items) == 3
    assert max(len(json.loads(numbers)) for numbers in looked_at if numbers) == read


def test_a_long_query_is_cut(tmp_path):
    """Of a query, 300 code points are embedded."""
    embedder = LetterEmbedder()
    service = open_service(tmp_path / "u.db", embedder)
    assert service.recall(None, "灯" * 5000).mode == "none"
    assert embedder.texts == []  # there is nothing to be found
    service.items.create(type="note", scope="global", content="灯")
    service.recall(None, "灯" * 5000)
    assert max(map(len, embedder.texts)) == 300
    close(service)

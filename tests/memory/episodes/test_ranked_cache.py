"""Episodes in memory: ranked as the score ranks them, and in step with the store."""

from __future__ import annotations

import pytest

from memory.episodes.episode_samples import an_episode, put
from memory.service_samples import LetterEmbedder
from underdraft.memory.episodes.query import rows_of
from underdraft.memory.episodes.scoring import recency, score_of
from underdraft.memory.index.embedder_scale import likeness
from underdraft.memory.index.embedding import EmbedderFault, EmbedderSlot
from underdraft.memory.index.indexer import Indexer

NOW = "2026-06-01T00:00:00.000Z"
MANY = 96
PLACES = "灯塔码头盐仓客栈渡船"


@pytest.fixture
def service(open_here):
    """Some episodes with vectors of two scenes."""
    service = open_here(slot=EmbedderSlot(LetterEmbedder))
    put(service, *(episode(n) for n in range(MANY)))
    Indexer(service.database, service.slot).fill()
    return service


def episode(number, **fields):
    """An episode whose text, age, importance and scene depend on its number."""
    return an_episode(
        number,
        **{
            "input_context": f"{PLACES[number % 10]}边的第{number}次谈话",
            "final_text": None,
            "importance": number * 37 % 100 / 100,
            "importance_given": True,
            "scene_type": ("dialogue", "action")[number % 2],
            "created_at": f"2026-0{1 + number % 5}-{1 + number % 28:02}T00:00:00.000Z",
        }
        | fields,
    )


def all_of(project_id):
    """The rows of a project's episodes."""
    return rows_of(project_id)


def ranked(service, rows, text, *, scene=None, limit=16, project_id="novel"):
    """Ids and nearness of the best."""
    with service.database.read() as connection, rows.reading(connection) as cache:
        places, similar = cache.of_scene(scene), 0.0
        if text:
            query = service.slot.embed_query(text, wait_ms=10_000)
            similar = cache.similar(connection, query, project_id, places, NOW)
        return [(found.episode.id, found.near) for found in cache.rank(places, NOW, limit, similar)]


@pytest.mark.parametrize("text", ["灯边的谈话", ""])
def test_the_order_is_that_of_the_score(service, text):
    """The first sixteen are those that the exact score puts first, each with its nearness; of each scene and of none."""
    shelf = all_of("novel")
    everything = dict(ranked(service, shelf, text, limit=10_000))
    assert len(everything) == MANY
    episodes = [service.get(f"e-{number:05}") for number in range(MANY)]
    for scene in (None, "dialogue", "action", "nowhere"):
        wanted = []
        for number, one in enumerate(episodes):
            if scene in {None, one.scene_type}:
                fresh = recency(one.created_at, NOW)
                score, _ = score_of(semantic=everything[one.id], importance=one.importance, recency=fresh)
                wanted.append((-score, -number, one.id))
        found = ranked(service, shelf, text, scene=scene)
        assert [row_id for row_id, _ in found] == [row_id for _, _, row_id in sorted(wanted)[:16]]


def test_nearness_is_the_calibrated_cosine(service):
    """As the vectors of the texts have it, 0 where there is none."""
    import numpy as np

    put(service, episode(1_000))
    found = dict(ranked(service, all_of("novel"), "灯边的谈话", limit=10_000))
    one, other = LetterEmbedder().embed(["灯边的谈话", service.get("e-00010").content])
    exact = float(np.dot(one, other) / np.linalg.norm(one) / np.linalg.norm(other))
    unrelated = service.slot.calibrate().mean
    assert found["e-00010"] == pytest.approx(likeness(exact, unrelated), abs=1e-5)
    assert found["e-01000"] == 0.0


def test_writes_are_seen(service):
    """A changed text, a new episode and its vector, and one that is gone."""
    shelf = all_of("novel")
    ranked(service, shelf, "灯边的谈话")
    put(service, episode(3, input_context="海图室里的发现"))
    Indexer(service.database, service.slot).fill()
    first = ranked(service, shelf, "海图室里的发现")[0]
    assert first == ("e-00003", pytest.approx(1.0, abs=1e-3))
    with service.database.write() as connection:
        connection.exec_driver_sql("DELETE FROM episode WHERE id = 'e-00003'")
    assert "e-00003" not in dict(ranked(service, shelf, "海图室里的发现", limit=10_000))
    put(service, episode(999, input_context="后巷里的谎言"))
    Indexer(service.database, service.slot).fill()
    found = dict(ranked(service, shelf, "后巷里的谎言", limit=10_000))
    assert found["e-00999"] == pytest.approx(1.0, abs=1e-3)
    assert len(found) == MANY


def test_nothing_with_a_vector_is_no_index(open_here):
    """While no episode of the scene has a vector, words must do."""
    service = open_here(slot=EmbedderSlot(LetterEmbedder))
    put(service, episode(1))
    with pytest.raises(EmbedderFault, match="being built"):
        ranked(service, all_of("novel"), "灯")
    assert ranked(service, all_of("other"), "灯", project_id="other") == []

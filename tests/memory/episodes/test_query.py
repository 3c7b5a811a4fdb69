"""Finding what fits: scene, then meaning, importance and recency, and what happens when that fails."""

from __future__ import annotations

import numpy as np
import pytest

from memory.episodes.episode_samples import an_episode, changed, put
from memory.service_samples import Faulty, LetterEmbedder
from underdraft.memory.episodes.scoring import recency, score_of
from underdraft.memory.index.embedder_scale import likeness
from underdraft.memory.index.embedding import EmbedderSlot
from underdraft.memory.index.indexer import Indexer
from underdraft.text.strings import strings

NOW = "2026-06-01T00:00:00.000Z"
TEXTS = (
    "码头上的争执",
    "码头上的告别",
    "厨房里的晚饭",
    "屋顶上的追逐",
    "医馆里的沉默",
    "海图室里的发现",
    "后巷里的谎言",
)


def with_vectors(open_here, embedder, **options):
    """A service whose texts have their vectors."""
    slot = EmbedderSlot(lambda: embedder)
    service = open_here(slot=slot, **options)
    put(
        service,
        *(an_episode(n, input_context=t, final_text=None, created_at=NOW) for n, t in enumerate(TEXTS)),
    )
    Indexer(service.database, slot).fill()
    return service


def texts(found):
    """The contexts of what was found."""
    return [item.episode.input_context for item in found.items]


def test_meaning_comes_first(open_here):
    """With equal importance and age, the nearest text leads, and the score says why."""
    service = with_vectors(open_here, LetterEmbedder())
    found = service.recall("novel", scene_type="dialogue", query="码头上的告别", counted=True)
    assert found.mode == "semantic"
    assert texts(found)[:2] == ["码头上的告别", "码头上的争执"]
    assert found.items[0].parts["semantic"].value == pytest.approx(1, abs=1e-3)
    assert [i.score for i in found.items] == sorted((i.score for i in found.items), reverse=True)


def test_importance_and_recency_decide_between_equals(open_here, clock):
    """Equal texts: the more important one first, then the newer one."""
    service = open_here(slot=EmbedderSlot(LetterEmbedder))
    same = {"input_context": "同一句", "final_text": None, "importance_given": True}
    for number, (importance, month) in enumerate([(0.2, 6), (0.9, 6), (0.2, 3), (0.9, 3)]):
        made = f"2026-0{month}-01T00:00:00.000Z"
        put(service, an_episode(number, importance=importance, created_at=made, **same))
    Indexer(service.database, service.slot).fill()
    found = service.recall("novel", query="同一句", counted=True)
    assert [item.episode.id for item in found.items] == ["e-00001", "e-00003", "e-00000", "e-00002"]


def test_the_scene_is_a_filter(open_here):
    """However near the text, another scene's episode is not found; without a scene all are."""
    service = with_vectors(open_here, LetterEmbedder())
    put(service, an_episode(99, scene_type="action", input_context="码头上的告别"))
    assert "e-00099" not in [
        i.episode.id
        for i in service.recall("novel", scene_type="dialogue", query="码头上的告别", counted=True).items
    ]
    assert [
        i.episode.id for i in service.recall("novel", scene_type="action", query="晚饭", counted=True).items
    ] == ["e-00099"]
    assert len(service.recall("novel", query="码头", counted=True).items) == 5


def test_projects_never_see_each_other(open_here):
    """Neither another project nor none at all finds a project's episodes."""
    service = with_vectors(open_here, LetterEmbedder())
    assert service.recall("other", query="码头上的告别", counted=True).items == ()
    assert service.recall(None, query="码头上的告别", counted=True).items == ()


@pytest.mark.parametrize(("limit", "count"), [(None, 5), (1, 3), (4, 4), (50, 5), (0, 3)])
def test_limits_are_kept_within_three_to_five(open_here, limit, count):
    """Other limits are clamped; fewer only if fewer exist."""
    service = with_vectors(open_here, LetterEmbedder())
    assert len(service.recall("novel", query="码头", limit=limit, counted=True).items) == count


def test_a_query_counts_its_recalls(open_here, clock):
    """Each item's count and time move, and the next answer shows it."""
    service = open_here()
    put(service, an_episode(1), an_episode(2))
    at = clock.move(hours=1)
    assert [i.episode.recall_count for i in service.recall("novel", query="码头", counted=True).items] == [
        0,
        0,
    ]
    assert [i.episode.recall_count for i in service.recall("novel", query="码头", counted=True).items] == [
        1,
        1,
    ]
    assert service.flush(20)
    stored = service.get("e-00001")
    assert (stored.recall_count, stored.last_recalled_at) == (2, at)
    assert [i.episode.recall_count for i in service.recall("novel", query="码头").items] == [2, 2]


def test_a_look_that_is_no_recall_counts_nothing(open_here):
    """Fetchers look without counting; the run counts what stood in its prompt."""
    service = open_here()
    put(service, an_episode(1))
    service.recall("novel", query="码头")
    service.flush()
    assert service.get("e-00001").recall_count == 0


@pytest.mark.parametrize(
    ("embedder", "code"),
    [(None, "EMBEDDER_NONE"), (Faulty(), "EMBEDDER_FAILED"), (LetterEmbedder(), "INDEX_NOT_READY")],
)
def test_without_vectors_words_must_do(open_here, embedder, code):
    """No embedder, a broken one or an index that is not ready: found by words, and the answer says why."""
    service = open_here(slot=EmbedderSlot(lambda: embedder))
    put(service, *(an_episode(n, input_context=t, final_text=None) for n, t in enumerate(TEXTS)))
    found = service.recall("novel", query="海图", counted=True)
    assert (found.mode, found.diagnostics.code, found.memory_degraded) == ("lexical", code, False)
    assert texts(found)[0] == "海图室里的发现"
    assert len(found.items) == 5


def test_what_has_no_vector_yet_is_still_found(open_here):
    """A new episode takes part by importance and recency until its vector is made."""
    service = with_vectors(open_here, LetterEmbedder())
    put(service, an_episode(99, input_context="全新的", importance=1.0, importance_given=True))
    found = service.recall("novel", query="毫无关系的话", counted=True)
    assert found.mode == "semantic"
    assert "e-00099" in [item.episode.id for item in found.items]


@pytest.mark.parametrize("query", ["", "   ", "\n"])
def test_no_text_ranks_by_importance_and_recency(open_here, query):
    """Nothing to be near to: no vector is asked for, nothing is degraded."""
    embedder = LetterEmbedder()
    service = with_vectors(open_here, embedder)
    embedder.texts.clear()
    changed(service, "e-00003", importance=0.99)
    found = service.recall("novel", query=query, counted=True)
    assert (found.mode, found.diagnostics) == ("none", None)
    assert found.items[0].episode.id == "e-00003"
    assert embedder.texts == []


def test_nothing_readable_gives_the_built_in_rules(open_here):
    """The store closed under it: rules instead of items, marked as degraded, and no exception."""
    service = open_here(locale="en")
    put(service, an_episode(1))
    service.database.close()
    found = service.recall("novel", query="码头", counted=True)
    assert found.memory_degraded
    assert found.items == ()
    assert found.fallback_rules == tuple(strings("default_rules", "en").values())
    assert found.diagnostics.code == "closed"


# --- the order is that of the whole score ---------------------------------------------------------


MANY = 260
PLACES = "灯塔码头盐仓客栈渡船"


def various(number, **fields):
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


@pytest.fixture
def many(open_here):
    """More episodes with vectors, of two scenes, than are compared exactly."""
    service = open_here(slot=EmbedderSlot(LetterEmbedder))
    put(service, *(various(n) for n in range(MANY)))
    Indexer(service.database, service.slot).fill()
    return service


@pytest.mark.parametrize("text", ["灯边的谈话", ""])
def test_the_order_is_that_of_the_score(many, text):
    """The first five are those that the score of all puts first, of each scene and of none."""
    stored = [many.get(f"e-{number:05}") for number in range(MANY)]
    near = dict.fromkeys([one.id for one in stored], 0.0)
    if text:
        vectors = LetterEmbedder().embed([text, *(one.content for one in stored)])
        unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        unrelated = many.slot.calibrate().mean
        near = {
            one.id: round(float(likeness(cosine, unrelated)), 6)
            for one, cosine in zip(stored, unit[1:] @ unit[0], strict=True)
        }
    for scene in (None, "dialogue", "action", "nowhere"):
        wanted = []
        for number, one in enumerate(stored):
            if scene in {None, one.scene_type}:
                fresh = recency(one.created_at, many.database.clock())
                score, _ = score_of(semantic=near[one.id], importance=one.importance, recency=fresh)
                wanted.append((-round(score, 3), -number, one.id))
        found = many.recall("novel", scene_type=scene, query=text, counted=True)
        scores = [round(item.score, 3) for item in found.items]
        assert scores == [-score for score, _, _ in sorted(wanted)[:5]]


def test_writes_are_seen(many):
    """A changed text, a new episode and its vector, and one that is gone."""
    put(many, various(3, input_context="海图室里的发现"))
    Indexer(many.database, many.slot).fill()
    first = many.recall("novel", query="海图室里的发现", counted=True).items[0]
    assert (first.episode.id, first.parts["semantic"].value) == ("e-00003", pytest.approx(1, abs=1e-3))
    with many.database.write() as connection:
        connection.exec_driver_sql("DELETE FROM episode WHERE id = 'e-00003'")
    left = many.recall("novel", query="海图室里的发现", counted=True).items
    assert "e-00003" not in [item.episode.id for item in left]
    put(many, various(999, input_context="后巷里的谎言"))
    Indexer(many.database, many.slot).fill()
    assert many.recall("novel", query="后巷里的谎言", counted=True).items[0].episode.id == "e-00999"


def test_nothing_with_a_vector_is_no_index(open_here):
    """While no episode has a vector, words must do."""
    service = open_here(slot=EmbedderSlot(LetterEmbedder))
    put(service, various(1))
    found = service.recall("novel", query="灯", counted=True)
    assert (found.mode, found.diagnostics.code) == ("lexical", "INDEX_NOT_READY")
    assert service.recall("other", query="灯", counted=True).items == ()

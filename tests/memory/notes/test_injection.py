"""What layer 2 would hold, in which order, and what it says when meaning cannot be used."""

from __future__ import annotations

import sys
import threading

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory.area_samples import purge
from memory.service_samples import Faulty, LetterEmbedder, add, close, open_service
from underdraft.errors import StoreError
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.notes import injection
from underdraft.memory.notes import service as service_module
from underdraft.memory.notes.import_export import import_lines
from underdraft.memory.notes.injection import in_order
from underdraft.memory.settings import update_settings

pytestmark = pytest.mark.both_stores


def ids(preview):
    """The ids of a preview's items."""
    return [item.id for item in preview.items]


@pytest.fixture(autouse=True)
def _short_waits(monkeypatch):
    """A preview that has no vectors yet does not hold the tests up."""
    monkeypatch.setattr(service_module, "FIRST_VECTORS_SECONDS", 0.05)


def test_without_a_query_the_order_is_fixed(service):
    """MS1-4.1, 4.3: missing, empty and blank queries are deterministic, without diagnostics."""
    one, two = add(service, "一", "二")
    for query in (None, "", "  \n　"):
        preview = service.preview_injection(None, None, query)
        assert ids(preview) == [two, one]
        assert (preview.mode, preview.diagnostics) == ("deterministic", None)
        assert [dict(i.reason) for i in preview.items] == [{"kind": "deterministic"}] * 2


def test_with_a_query_meaning_orders(service):
    """MS1-4.2, 6.1: with a healthy index the nearest comes first and its reason is its score, to 6 places."""
    near, far = add(service, "灯笼灯笼", "山风海雨")
    assert service.indexer.wait(10)
    preview = service.preview_injection(None, None, "灯笼")
    assert (preview.mode, preview.diagnostics) == ("semantic", None)
    assert ids(preview) == [near, far]
    assert dict(preview.items[0].reason) == {"kind": "semantic", "score": 1.0}
    score = preview.items[1].reason["score"]
    assert score == round(score, 6)


def test_equal_scores_follow_the_fixed_order(service):
    """Two memories of equal content tie, and stand as without a query."""
    add(service, "灯笼", "灯笼", "灯笼")
    assert service.indexer.wait(10)
    assert ids(service.preview_injection(None, None, "灯")) == ids(service.preview_injection(None))


def test_switched_off_nothing_is_injected(service):
    """MS1-2: injectionEnabled false gives no items, with and without a query, and no recall."""
    add(service, "灯笼")
    update_settings(service.database, {"injectionEnabled": False})
    for query in (None, "灯笼"):
        preview = service.preview_injection(None, None, query)
        assert (preview.items, preview.excluded) == ((), ())
        assert (preview.mode, preview.diagnostics) == ("deterministic", None)
    assert service.recall(None, "灯笼").items == ()
    update_settings(service.database, {"injectionEnabled": True})
    assert len(service.preview_injection(None).items) == 1


def test_a_remembered_preview_never_outlives_a_write(tmp_path):
    """MS1-5.3: create, edit, delete, restore, undo, import, purge, settings, from any process: all show at once."""
    one, other = open_service(tmp_path / "u.db"), open_service(tmp_path / "u.db")

    def seen():
        first, second = one.preview_injection(None), one.preview_injection(None)
        assert first == second
        return [i.content for i in first.items]

    assert seen() == []
    item = other.items.create(type="note", scope="global", content="一")
    assert seen() == ["一"]
    other.items.update(item.id, {"content": "二"})
    assert seen() == ["二"]
    one.items.delete(item.id)
    assert seen() == []
    other.items.restore(item.id)
    assert seen() == ["二"]
    one.items.restore(item.id, to_version=1)
    assert seen() == ["一"]
    purge(other.database, item_id=item.id)
    assert seen() == []
    import_lines(other.items, ['{"content": "三", "id": "x"}'])
    assert seen() == ["三"]
    purge(other.database, everything=True)
    with pytest.raises(
        StoreError, match="purged meanwhile"
    ):  # of the generation before: its workspace opens anew
        one.preview_injection(None)
    close(one)
    one = open_service(tmp_path / "u.db")
    assert seen() == []
    import_lines(other.items, ['{"content": "四", "id": "x"}'])
    assert seen() == ["四"]
    update_settings(other.database, {"injectionEnabled": False})
    assert seen() == []
    close(one)
    close(other)


def test_what_a_cap_keeps_out_is_told(tmp_path):
    """Memories over the layer's cap are listed with the reason and their tokens; a long one bars no short one."""
    service = open_service(tmp_path / "u.db")
    (short,) = add(service, "短")
    (long,) = add(service, "长" * 200)
    preview = service.preview_injection(None, cap_tokens=80)
    assert ids(preview) == [short]
    assert [(e.id, e.reason) for e in preview.excluded] == [(long, "layer_cap")]
    assert preview.excluded[0].tokens > 300
    add(service, *(f"偏好 {n}" for n in range(20)))
    preview = service.preview_injection(None, cap_tokens=80)
    assert len(preview.items) + len(preview.excluded) == 22
    assert 1 < len(preview.items) < 22
    close(service)


# --- degradations ---------------------------------------------------------------------------------


def degraded(service, code, query="灯笼"):
    """See that the preview degraded with this code and lost nothing."""
    preview = service.preview_injection(None, None, query)
    assert preview.mode == "deterministic"
    assert preview.diagnostics is not None
    assert (preview.diagnostics.degraded_from, preview.diagnostics.code) == ("semantic", code)
    assert ids(preview) == ids(service.preview_injection(None))
    assert ids(preview)
    return preview.diagnostics


def healed(service, query="灯笼"):
    """See that the preview is semantic again."""
    assert service.indexer.wait(10)
    preview = service.preview_injection(None, None, query)
    assert (preview.mode, preview.diagnostics) == ("semantic", None)


@pytest.mark.file_only("a server needs no sqlite-vec")
def test_without_sqlite_vec_it_degrades_and_heals(service, monkeypatch):
    """MS1-6.3: sqlite-vec cannot be loaded: deterministic with all items and the reason; back, and it works again."""
    add(service, "灯笼", "山风")
    healed(service)
    service.database.prepare().dispose()  # connections on which it is loaded already
    with monkeypatch.context() as missing:
        missing.setitem(sys.modules, "sqlite_vec", None)
        diagnostics = degraded(service, "SQLITE_VEC_UNAVAILABLE")
        assert "sqlite-vec" in diagnostics.reason
        assert diagnostics.suggestion
        found = service.recall(None, "灯笼")
        assert (found.mode, found.diagnostics.code) == ("lexical", "SQLITE_VEC_UNAVAILABLE")
        assert [i.content for i in found.items] == ["灯笼"]
    healed(service)


def test_a_failing_embedder_degrades_and_heals(tmp_path):
    """MS1-6.3: an embedder that raises gives its reason without its words, and is asked again."""
    embedder = Faulty()
    service = open_service(tmp_path / "u.db", embedder)
    add(service, "灯笼")
    assert "sk-123" not in degraded(service, "EMBEDDER_FAILED").reason
    embedder.broken = False
    healed(service)
    embedder.broken = True
    degraded(service, "EMBEDDER_FAILED", "一个新的问题")
    close(service)


def test_an_embedder_that_cannot_be_loaded_is_looked_for_again(tmp_path):
    """MS1-6.3: a failed load is not remembered for the process's life."""
    found = []

    def find():
        if not found:
            raise ImportError("no module")
        return found[0]

    service = open_service(tmp_path / "u.db", find=find)
    add(service, "灯笼")
    degraded(service, "EMBEDDER_FAILED")
    found.append(LetterEmbedder())
    healed(service)
    close(service)


def test_no_embedder_is_a_degradation_of_its_own(tmp_path):
    """With the embedder "none" a query is answered in the fixed order, and recall by words."""
    service = open_service(tmp_path / "u.db", None)
    add(service, "灯笼", "山风")
    assert "embedder" in degraded(service, "EMBEDDER_NONE").suggestion
    found = service.recall(None, "灯笼")
    assert (found.mode, [i.content for i in found.items]) == ("lexical", ["灯笼"])
    close(service)


def test_a_hanging_embedder_is_not_waited_for(tmp_path, monkeypatch):
    """MS1-6.3: an embedder that hangs degrades after the limit; when it answers again, all is well."""
    release = threading.Event()

    class Hanging(LetterEmbedder):
        def embed(self, texts):
            release.wait(30)
            return super().embed(texts)

    monkeypatch.setattr(service_module, "PREVIEW_WAIT_MS", 30)
    monkeypatch.setattr(service_module, "RECALL_WAIT_MS", 30)
    service = open_service(tmp_path / "u.db", Hanging())
    add(service, "灯笼")

    def threads():
        return sum(t.name == "underdraft-worker" for t in threading.enumerate())

    before = threads()
    for _ in range(6):
        degraded(service, "EMBEDDER_TIMEOUT")
    assert service.recall(None, "灯笼").mode == "lexical"
    assert threads() <= before + 1
    release.set()
    monkeypatch.setattr(service_module, "PREVIEW_WAIT_MS", 10_000)
    healed(service)
    close(service)


def test_another_dimension_is_a_conflict_until_the_index_is_rebuilt(tmp_path):
    """MS1-6.3: vectors of another length under one name: deterministic, "rebuild the index"; rebuilt, it works."""
    path = tmp_path / "u.db"
    first = open_service(path, LetterEmbedder(dimensions=64))
    add(first, "灯笼", "山风")
    healed(first)
    close(first)
    service = open_service(path, LetterEmbedder(dimensions=32))
    diagnostics = degraded(service, "DIMENSION_CONFLICT")
    assert "reindex" in diagnostics.suggestion
    assert service.recall(None, "灯笼").mode == "lexical"
    assert service.reindex() == 2
    healed(service)
    with service.database.read() as connection:
        assert connection.exec_driver_sql("SELECT DISTINCT dimension FROM embedding").scalars().all() == [32]
    close(service)


def test_what_has_no_vector_yet_comes_after_what_has(service):
    """A query sees what is ready; the rest follows in the fixed order, nothing is lost."""
    (one,) = add(service, "灯笼")
    assert service.indexer.wait(10)
    service.indexer.close()
    two, three = add(service, "灯笼灯", "山风")
    preview = service.preview_injection(None, None, "灯笼")
    assert (preview.mode, ids(preview)) == ("semantic", [one, three, two])
    assert [i.reason["kind"] for i in preview.items] == ["semantic", "deterministic", "deterministic"]


def test_a_read_never_embeds_memories(tmp_path):
    """A semantic preview embeds its query, once, and no memory."""
    embedder = LetterEmbedder()
    service = open_service(tmp_path / "u.db", embedder)
    add(service, "灯笼", "山风")
    assert service.indexer.wait(10)
    embedder.texts.clear()
    for _ in range(3):
        service.preview_injection(None, None, "渡口")
    assert embedder.texts == ["渡口"]
    close(service)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(query=st.text(max_size=30))
def test_the_prefix_does_not_depend_on_the_query(service, query):
    """MS1-6.2: whatever is asked, before and after, the preview without a query is the same."""
    if not service.items.list().items:
        add(service, "灯笼", "山风", "渡口的船")
        assert service.indexer.wait(10)
    before = service.preview_injection(None)
    asked = service.preview_injection(None, None, query)
    service.recall(None, query)
    assert sorted(ids(asked)) == sorted(ids(before))
    assert service.preview_injection(None) == before


def stored(service, rows):
    """Put memories of these ids, scopes, types and times straight into the store; their ids in the fixed order."""
    with service.database.write() as connection:
        connection.execute(MEMORY_ITEM.delete())
    made = add(service, *(f"Memory {row[0]}." for row in rows))
    with service.database.write() as connection:
        for row_id, (name, scope, kind, at) in zip(made, rows, strict=True):
            changed = {
                "id": f"{name}.",
                "scope": scope,
                "type": kind,
                "updated_at": f"2026-01-{at:02}T00:00:00.000Z",
            }
            changed["project_id"] = "novel" if scope == "project" else None
            connection.execute(MEMORY_ITEM.update().where(MEMORY_ITEM.c.id == row_id).values(**changed))
    live = MEMORY_ITEM.c.deleted_at.is_(None)
    with service.database.read() as connection:
        return [row.id.removesuffix(".") for row in connection.execute(in_order(live))]


def test_the_four_keys_in_their_order(service):
    """MS1-4.3: scope, then type, then newest first, then id."""
    wanted = [
        ("z", "project", "preference", 1),
        ("y", "project", "note", 1),
        ("n2", "global", "preference", 3),
        ("n1", "global", "preference", 2),
        ("a1", "global", "preference", 1),
        ("a2", "global", "preference", 1),
        ("f", "global", "fact", 1),
        ("n", "global", "note", 1),
        ("b", "global", "apple", 1),
        ("a", "global", "zebra", 1),
    ]
    assert stored(service, wanted[::-1]) == [row[0] for row in wanted]


@pytest.mark.long
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    rows=st.lists(
        st.tuples(
            st.text("aZ9_-", min_size=1, max_size=4),
            st.sampled_from(["project", "global"]),
            st.sampled_from(["preference", "fact", "note", "a", "z", "b_c", "bb"]),
            st.integers(1, 4),
        ),
        max_size=12,
        unique_by=lambda row: row[0],
    )
)
def test_any_rows_are_in_the_order_that_python_gives_them(service, rows):
    """The database sorts texts by their code points, whatever its own language is."""
    kinds = ["preference", "fact", "note"]

    def place(row):
        name, scope, kind, at = row
        rank = kinds.index(kind) if kind in kinds else len(kinds)
        return ["project", "global"].index(scope), rank, kind, -at, f"{name}."

    assert stored(service, rows) == [row[0] for row in sorted(rows, key=place)]


def test_of_very_many_the_first_are_looked_at(service, monkeypatch):
    """A run's preview reads as many as a cap could hold, and counts the others; asked for all, it lists all."""
    monkeypatch.setattr(injection, "LOOKED_AT", 5)
    add(service, *(f"Memory {number}." for number in range(9)))
    every = service.preview_injection(None, cap_tokens=50)
    some = service.preview_injection(None, cap_tokens=50, excluded_limit=1)
    assert some.items == every.items
    assert 0 < len(some.items) < 5
    assert (some.left_out, some.excluded) == (every.left_out, every.excluded[:1])
    assert (every.left_out, len(every.excluded)) == (9 - len(some.items),) * 2
    assert some.left_out_tokens == every.left_out_tokens

"""Removing for good, and looking for what is left."""

from __future__ import annotations

import json
import time
from contextlib import contextmanager
from unittest.mock import patch

import pytest

from memory.area_samples import purge
from memory.purge.purge_samples import CANARY, LATIN, carry, fill
from memory.service_samples import LetterEmbedder, close, open_service, settings_of
from memory.store_samples import add_run
from soundness import integrity
from traces import find_traces
from underdraft.errors import InvalidArgument, NotFound
from underdraft.memory.notes.import_export import import_lines
from underdraft.memory.runs.store import RunStore


@pytest.mark.file_only("it searches the file")
@pytest.mark.parametrize("by", ["id", "project", "all"])
def test_nothing_is_left_after_a_purge(service, by):
    """MS-canary: no table, vector, index, log, free page or copy holds the memory, in any wording it had."""
    item = fill(service, CANARY)
    kept = service.items.create(type="note", scope="global", content="留下来的")
    copy = service.database.place.path.with_name("u.db.bak-0001")
    copy.write_bytes(service.database.place.path.read_bytes())
    arguments = {"id": {"item_id": item}, "project": {"project_id": "p"}, "all": {"everything": True}}[by]
    done = purge(service.database, **arguments)
    assert done.complete
    assert done.purged == (2 if by == "all" else 1)
    for text in (CANARY, f"{CANARY}。新", LATIN):
        assert find_traces(service.database, text) == set()
    assert not copy.exists()
    if by != "all":
        assert [i.id for i in service.items.list(project_id="p").items] == [kept.id]
        runs = RunStore(service.database)
        assert (runs.get("carried").complete, runs.get("quoted").complete) == (False, False)
        assert runs.get("other").complete
        assert runs.get("carried").record.preview.tokens == 120
    assert integrity(service.database.place.path) == "ok"
    assert settings_of(service.database)["injectionEnabled"] is True


@pytest.mark.long
def test_free_pages_are_empty_after_many_deletions(service):
    """Hundreds of purged texts leave nothing on the pages they stood on."""
    for n in range(200):
        service.items.create(type="note", scope="project", project_id="p", content=f"{LATIN} {n} " * 20)
    purge(service.database, project_id="p")
    assert find_traces(service.database, LATIN) == set()


def test_a_settled_purge_is_audited_without_words(service):
    """The audit says that something was purged, and not what it said."""
    purge(service.database, item_id=service.items.create(type="note", scope="global", content=CANARY).id)
    with service.database.read() as connection:
        assert connection.exec_driver_sql("SELECT details FROM audit").scalars().all() == [
            '{"what": "memory", "purged": 1}'
        ]


def test_exactly_one_thing_is_purged(service):
    """None or several of the three is the caller's mistake; an unknown id is NOT_FOUND."""
    for arguments in ({}, {"item_id": "x", "everything": True}, {"item_id": "x", "project_id": "p"}):
        with pytest.raises(InvalidArgument):
            purge(service.database, **arguments)
    with pytest.raises(NotFound):
        purge(service.database, item_id="x")


@pytest.mark.file_only("it searches the file")
def test_a_reader_elsewhere_is_told_of(tmp_path):
    """While somebody reads an older state the log cannot be cut: the purge says so, and the next one finishes."""
    service = open_service(tmp_path / "u.db", LetterEmbedder(), busy_timeout_ms=100)
    item = fill(service, CANARY)
    with service.database.read() as reader:
        reader.exec_driver_sql("SELECT count(*) FROM memory_item").scalar()
        assert purge(service.database, item_id=item).complete is False
    assert service.database.place.checkpoint()
    assert find_traces(service.database, CANARY) == set()
    close(service)


@pytest.mark.long
@pytest.mark.file_only("it holds times of a file")
@pytest.mark.parametrize("by", ["id", "project"])
def test_a_large_store_is_purged_in_moments(service, by):
    """1,000 memories and 2,000 runs take 3 s of processor time at most, and no writer waits for more than 0.2 s of it."""
    shared = service.items.create(
        type="preference", scope="global", content="句子要短，多用对白，少用形容词。"
    )
    texts = [f"第{n}条：灯塔在岛的北角，有九层，夜里亮着。" for n in range(1_000)]
    for start in range(0, 1_000, 200):
        lines = (json.dumps({"content": text, "projectId": "p"}) for text in texts[start : start + 200])
        import_lines(service.items, lines, everywhere=True)
    runs = RunStore(service.database)
    for n in range(2_000):
        text = f"{shared.content} {texts[n % 1_000]} " + "雨下了一夜。" * 40
        add_run(runs, carry(f"run-{n}", shared.id, text, project_id="p" if n % 2 else "q"), privacy=False)
    held: list[float] = []
    write = service.database.write

    @contextmanager
    def timed():
        begin = time.thread_time()
        with write() as connection:
            yield connection
        held.append(time.thread_time() - begin)

    with patch.object(service.database, "write", timed):
        begin = time.process_time()
        done = purge(service.database, **({"item_id": shared.id} if by == "id" else {"project_id": "p"}))
        took = time.process_time() - begin
    assert done.purged == (1 if by == "id" else 1_000)
    assert sum(c.count for c in done.counts if c.kind == "run") == 2_000
    assert took < 15
    assert max(held) < 0.2

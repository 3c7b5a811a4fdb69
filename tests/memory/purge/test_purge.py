"""Removing for good, and looking for what is left."""

from __future__ import annotations

import attrs
import pytest

from memory.service_samples import LetterEmbedder, close, open_service
from memory.store_samples import sample_run
from soundness import integrity
from underdraft.errors import InvalidArgument, NotFound
from underdraft.memory.runs.store import RunStore
from underdraft.privacy.traces import find_traces

CANARY = "金丝雀canary7f3a91d2e8b4c6在井口唱歌"
LATIN = "canary7f3a91d2e8b4c6"


def carry(run_id, item_id, text, **more):
    """A run in whose prompt the memory stood."""
    record = sample_run(run_id, document=text, **more)
    sections = list(record.preview.prompt.sections)
    chunk = sections[2].chunks[0]
    part = attrs.evolve(chunk.parts[0], id=item_id, text=f"- {text}", match=text)
    sections[2] = attrs.evolve(sections[2], chunks=(attrs.evolve(chunk, parts=(part,)),))
    prompt = attrs.evolve(record.preview.prompt, sections=tuple(sections), stable_prefix=f"# {text}")
    return attrs.evolve(record, preview=attrs.evolve(record.preview, prompt=prompt), texts=(f"reply {text}",))


def fill(service, text):
    """The text in a memory, its past, its vector, its index and three transcripts."""
    item = service.items.create(
        type="preference", scope="project", project_id="p", content=text, metadata={"a": text}
    )
    assert service.indexer.wait(10)
    service.items.update(item.id, {"content": f"{text}。新"})
    service.items.delete(item.id)
    service.items.restore(item.id)
    assert service.indexer.wait(10)
    runs = RunStore(service.database)
    runs.add(carry("carried", item.id, text, project_id="q"), privacy=False)
    runs.add(sample_run("quoted", document=f"前面{text}后面", project_id="q"), privacy=False)
    runs.add(sample_run("other", document="别的", project_id="q"), privacy=False)
    return item.id


def test_the_search_finds_every_place(service):
    """Before a purge the search sees the tables, the index, the vectors and the raw file: it can fail."""
    fill(service, CANARY)
    where = {trace.where for trace in find_traces(service.database, CANARY)}
    assert {
        "memory_item.metadata",
        "memory_revision.before",
        "blob.text",
        "embedding",
    } <= where or "embedding" in str(where)
    assert {"lexical", "u.db-wal"} & where
    assert any(place.startswith("lexical_") for place in where)
    service.database.checkpoint()
    assert "u.db" in {trace.where for trace in find_traces(service.database, CANARY)}


@pytest.mark.parametrize("by", ["id", "project", "all"])
def test_nothing_is_left_after_a_purge(service, by):
    """MS-canary: no table, vector, index, log, free page or copy holds the memory, in any wording it had."""
    item = fill(service, CANARY)
    kept = service.items.create(type="note", scope="global", content="留下来的")
    copy = service.database.path.with_name("u.db.bak-0001")
    copy.write_bytes(service.database.path.read_bytes())
    arguments = {"id": {"item_id": item}, "project": {"project_id": "p"}, "all": {"everything": True}}[by]
    done = service.purge(**arguments)
    assert done.complete
    assert done.purged == (2 if by == "all" else 1)
    for text in (CANARY, f"{CANARY}。新", LATIN):
        assert find_traces(service.database, text) == ()
    assert not copy.exists()
    if by != "all":
        assert [i.id for i in service.items.list(project_id="p").items] == [kept.id]
        runs = RunStore(service.database)
        assert (runs.get("carried").complete, runs.get("quoted").complete) == (False, False)
        assert runs.get("other").complete
        assert runs.get("carried").record.preview.tokens == 120
    assert integrity(service.database.path) == "ok"
    assert service.settings.get()["injectionEnabled"] is True


def test_a_project_takes_its_runs_along(service):
    """Purging a project removes its runs and leaves the others'."""
    runs = RunStore(service.database)
    runs.add(sample_run("mine", project_id="p"), privacy=False)
    runs.add(sample_run("theirs", project_id="q"), privacy=False)
    assert service.purge(project_id="p").purged == 0
    assert [r.id for r in runs.list().items] == ["theirs"]
    assert runs.get("theirs").complete


def test_free_pages_are_empty_after_many_deletions(service):
    """Hundreds of purged texts leave nothing on the pages they stood on."""
    for n in range(200):
        service.items.create(type="note", scope="project", project_id="p", content=f"{LATIN} {n} " * 20)
    service.purge(project_id="p")
    assert find_traces(service.database, LATIN) == ()


def test_a_settled_purge_is_audited_without_words(service):
    """The audit says that something was purged, and not what it said."""
    service.purge(item_id=service.items.create(type="note", scope="global", content=CANARY).id)
    with service.database.read() as connection:
        assert connection.exec_driver_sql("SELECT facts FROM audit").scalars().all() == [
            '{"what": "memory", "purged": 1}'
        ]


def test_exactly_one_thing_is_purged(service):
    """None or several of the three is the caller's mistake; an unknown id is NOT_FOUND."""
    for arguments in ({}, {"item_id": "x", "everything": True}, {"item_id": "x", "project_id": "p"}):
        with pytest.raises(InvalidArgument):
            service.purge(**arguments)
    with pytest.raises(NotFound):
        service.purge(item_id="x")


def test_a_reader_elsewhere_is_told_of(tmp_path):
    """While somebody reads an older state the log cannot be cut: the purge says so, and the next one finishes."""
    service = open_service(tmp_path / "u.db", LetterEmbedder(), busy_timeout_ms=100)
    item = fill(service, CANARY)
    with service.database.read() as reader:
        reader.exec_driver_sql("SELECT count(*) FROM memory_item").scalar()
        assert service.purge(item_id=item).complete is False
    assert service.database.checkpoint()
    assert find_traces(service.database, CANARY) == ()
    close(service)

"""The search for a text in everything that was written."""

from __future__ import annotations

from memory.purge.purge_samples import CANARY, fill
from memory.service_samples import LetterEmbedder, close, open_service
from memory.store_samples import add_run, sample_run
from underdraft.memory.runs.store import RunStore
from underdraft.privacy.traces import find_traces


def test_the_search_finds_every_place(tmp_path):
    """Before a purge the search sees the tables, the index, the vectors and the raw file: it can fail."""
    service = open_service(tmp_path / "u.db", LetterEmbedder())
    fill(service, CANARY)
    where = {trace.where for trace in find_traces(service.database, CANARY)}
    assert where >= {"memory_item.metadata", "memory_revision.before", "blob.text"}
    assert any("embedding" in place for place in where)
    assert {"lexical", "u.db-wal"} & where
    assert any(place.startswith("lexical_") for place in where)
    service.database.checkpoint()
    assert "u.db" in {trace.where for trace in find_traces(service.database, CANARY)}
    close(service)


def test_other_files_are_searched_in_every_form(tmp_path):
    """Log files count, in any encoding, and where a piece ends in the middle of the text."""
    service = open_service(tmp_path / "u.db")
    for name, content in (("a", CANARY.encode("utf-16-le")), ("b", b"x" * (2**20 - 5) + CANARY.encode())):
        path = tmp_path / f"{name}.log"
        path.write_bytes(content)
        assert {trace.where for trace in find_traces(service.database, CANARY, more_files=[path])} == {
            path.name
        }
    assert find_traces(service.database, CANARY) == ()
    close(service)


def test_the_search_sees_into_compressed_records(tmp_path):
    """What stands in a run's record itself, and not in one of its texts, is found."""
    service = open_service(tmp_path / "u.db")
    add_run(RunStore(service.database), sample_run(scene_type=CANARY), privacy=False)
    assert "run_record.record" in {trace.where for trace in find_traces(service.database, CANARY)}
    close(service)

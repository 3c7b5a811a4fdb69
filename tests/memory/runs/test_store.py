"""Run records in a real SQLite file."""

from __future__ import annotations

import itertools

import attrs
import pytest
from hypothesis import HealthCheck, given, settings

from memory.runs.record_samples import chunks, with_chunk
from memory.store_samples import add_run, open_database, sample_run
from underdraft.errors import InvalidArgument, NotFound, StoreError
from underdraft.memory.db.schema.runs import RUN_RECORD
from underdraft.memory.runs.compression import compress
from underdraft.memory.runs.store import RunStore, load_texts
from underdraft.types.chunk import Chunk, Part, Ref
from underdraft.types.prefix import LastPrefixes, Pin, PinnedChunk

NUMBERS = itertools.count()
TEMPLATES = {"stable_prefix.md.j2": "# {{ x }}\n", "dynamic.md.j2": "…"}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(chunk=chunks)
def test_a_stored_run_comes_back_as_it_was(tmp_path, chunk):
    """What the store gives back equals what it was given, texts and templates included."""
    store = RunStore(open_database(tmp_path / "u.db"))
    record = with_chunk(sample_run(f"run-{next(NUMBERS)}"), chunk)
    add_run(store, record, privacy=False, locale="zh", templates=TEMPLATES)
    stored = store.get(record.id)
    assert stored.record == record
    assert stored.templates == TEMPLATES
    assert (stored.complete, stored.privacy, stored.locale) == (True, False, "zh")
    store.database.close()


def test_equal_texts_are_stored_once(database):
    """Ten runs with the same prefix hold its text once."""
    for n in range(10):
        add_run(RunStore(database), sample_run(f"run-{n}"), privacy=False)
    with database.read() as connection:
        count = connection.exec_driver_sql("SELECT count(*) FROM blob WHERE text = '# 前缀\n'").scalar()
    assert count == 1


def test_privacy_mode_keeps_numbers_and_ids_only(tmp_path):
    """In privacy mode no text of document, instruction or reply is in the file, and the receipt is."""
    path = tmp_path / "u.db"
    database = open_database(path)
    canary = "金丝雀在唱歌canary"
    record = sample_run(document=canary, text=f"回复{canary}", document_id=canary, scene_type=canary)
    record = with_chunk(
        record,
        Chunk(
            text=canary,
            source=f"file:{canary}",
            reason=canary,
            ref=Ref(path=canary),
            parts=(Part(text=canary, match=canary),),
        ),
    )
    record = attrs.evolve(record, warnings=(f"FETCHER_FAILED: {canary}",))
    add_run(RunStore(database), record, privacy=True, templates={"dynamic.md.j2": canary})
    stored = RunStore(database).get(record.id)
    database.close()
    for file in tmp_path.iterdir():
        assert canary.encode() not in file.read_bytes()
        assert "夜色".encode() not in file.read_bytes()
    assert (stored.privacy, stored.complete, stored.record.text) == (True, False, "")
    assert stored.record.prompt_hash == record.prompt_hash
    assert stored.record.preview.prompt.layer_hashes == record.preview.prompt.layer_hashes
    assert stored.record.usage == record.usage
    assert [i.tokens for i in stored.record.injected] == [12]
    assert stored.record.injected[0].id == "m1"
    assert stored.record.warnings == ("FETCHER_FAILED",)


def test_runs_are_listed_newest_first_page_by_page(tmp_path):
    """Walking the cursor meets every run of the project once, newest first."""
    store = RunStore(open_database(tmp_path / "u.db"))
    for n in range(7):
        add_run(store, sample_run(f"run-{n}", project_id="a" if n % 2 else "b"), privacy=False)
    seen, cursor = [], None
    while True:
        page = store.list("b", limit=2, cursor=cursor)
        seen += [item.id for item in page.items]
        cursor = page.next_cursor
        if cursor is None:
            break
    assert seen == ["run-6", "run-4", "run-2", "run-0"]
    assert len(store.list(everywhere=True).items) == 7


@pytest.mark.parametrize(("limit", "cursor"), [(0, None), (501, None), (1, "x"), (1, "²")])
def test_a_wrong_page_is_refused(tmp_path, limit, cursor):
    """A limit out of range and a foreign cursor are the caller's mistakes."""
    with pytest.raises(InvalidArgument):
        RunStore(open_database(tmp_path / "u.db")).list(limit=limit, cursor=cursor)


def test_the_last_prefixes_are_those_of_project_and_model(tmp_path):
    """Runs of other projects or models do not count; a run in privacy mode has a hash and no pin."""
    store = RunStore(open_database(tmp_path / "u.db"))
    assert store.last_prefixes("a", "offline") == LastPrefixes()
    chunk = PinnedChunk(source="memory:injection", fetcher="f", head="h", lines=(("m-1", "00ff"),))
    pin = Pin(family="rules", above="layers", chunks=(chunk,))
    run = sample_run("1", project_id="a")
    add_run(store, attrs.evolve(run, preview=attrs.evolve(run.preview, pin=pin)), privacy=False)
    found = store.last_prefixes("a", "offline")
    assert found.hash == "a" * 64
    assert found.of_family("rules").pin == pin
    assert found.of_family("rules").pin.ids == {"m-1"}
    assert found.of_family("others") is None
    assert store.last_prefixes("a", "gpt") == store.last_prefixes(None, "offline") == LastPrefixes()
    add_run(store, sample_run("2", project_id=None), privacy=True)
    assert store.last_prefixes(None, "offline") == LastPrefixes(hash="a" * 64)


def test_a_missing_run_is_not_found(tmp_path):
    """An unknown id is NOT_FOUND, without echoing it."""
    with pytest.raises(NotFound) as raised:
        RunStore(open_database(tmp_path / "u.db")).get("secret")
    assert "secret" not in raised.value.message


@pytest.mark.parametrize("rubbish", [b'{"run": 1}', b"x\x9c", compress('{"run": {"texts": ')[:-9], b"\xff"])
def test_a_record_that_cannot_be_read_is_a_store_error(database, rubbish):
    """Rubbish in the record's column is a clean DB_ERROR."""
    store = RunStore(database)
    add_run(store, sample_run(), privacy=False)
    with database.write() as connection:
        connection.execute(RUN_RECORD.update().values(record=rubbish))
    with pytest.raises(StoreError):
        store.get("run-1")
    with pytest.raises(StoreError), database.read() as connection:
        load_texts(connection, 1)

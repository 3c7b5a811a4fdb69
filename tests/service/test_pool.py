from __future__ import annotations

import asyncio
import threading
import time

import pytest

from underdraft import Conflict, InvalidArgument, WorkspacePool
from underdraft.testing import FakeModel

PROJECTS = 50


def files_of(number):
    """The files of one of many projects."""
    return {
        ".underdraft/config.toml": f'[project]\nid = "book-{number}"\nname = "Book {number}"\n',
        ".underdraft/rules/a.md": f"Rule of book {number}.",
    }


@pytest.fixture
def pool(tmp_path):
    """A pool with a model that costs nothing, on a store of the test's own."""
    options = {"store": tmp_path / "store.db", "model": "fake", "embedder": "none"}
    with WorkspacePool(8, plugins=[FakeModel("He rang.")], options=options) as made:
        yield made


@pytest.mark.long
def test_many_projects_in_one_process(tmp_path):
    """Fifty projects have at most two threads each, open in 20 ms of processor time and keep to themselves."""
    options = {"store": tmp_path / "store.db", "model": "fake", "embedder": "none"}
    before = threading.active_count()
    with WorkspacePool(PROJECTS, plugins=[FakeModel("He rang.")], options=options) as pool:
        runs, costs = {}, []
        for number in range(PROJECTS):
            begin = time.process_time()
            with pool.open(f"book-{number}", files=files_of(number)) as ws:
                costs.append(time.process_time() - begin)
                runs[number] = ws.run_sync("polish", document="He rang.", instruction="I prefer rain.")
                ws.feedback_sync(runs[number].id, "accept", evidence_ref="short")
        assert sorted(costs)[PROJECTS // 2] <= 0.020
        assert threading.active_count() - before <= 2 * PROJECTS
        assert threading.active_count() - before <= 20  # in fact they share one store's
        for number, run in runs.items():
            assert run.project_id == f"book-{number}"
            assert f"Rule of book {number}." in run.preview.stable_prefix
    own = [thread for thread in threading.enumerate() if thread.name != "underdraft-worker"]
    assert len(own) <= before + 1  # idle fetch threads are the process's, and end by themselves


def test_the_least_recently_used_goes(pool):
    """No more than the pool's size stay open; one that comes again later is opened anew."""
    files = {number: files_of(number) for number in range(10)}
    seen = []
    for number in (*range(10), 9, 0):
        with pool.open(f"book-{number}", files=files[number]) as ws:
            seen.append(ws)
    assert seen[10] is seen[9]
    assert seen[11] is not seen[0]
    with pytest.raises(Conflict):
        seen[0].preview_sync("polish", document="a")


def test_what_is_in_use_stays(pool):
    """A workspace in use is not closed by others that come; afterwards it may be."""
    with pool.open("first", files=files_of(0)) as first:
        for number in range(1, 12):
            with pool.open(f"book-{number}", files=files_of(number)):
                pass
        assert first.run_sync("polish", document="a").text == "He rang."


def test_other_files_under_a_name(pool):
    """Another mapping under the same name is another workspace, at once; the old one lasts as long as it is used."""
    with pool.open("book", files=files_of(1)) as old:
        with pool.open("book", files=files_of(2)) as new:
            assert new.config.project.id == "book-2"
        assert old.run_sync("polish", document="a").project_id == "book-1"


def test_folders_and_stores(pool, tmp_path):
    """A name without files is a folder; another store is another store."""
    (tmp_path / "novel").mkdir()
    with pool.open(str(tmp_path / "novel")) as ws, pool.open("b", files={}, store=tmp_path / "b.db") as other:
        ws.run_sync("polish", document="a")
        assert other.store is not ws.store
        assert [len(w.store.runs.list().items) for w in (ws, other)] == [1, 0]


def test_in_a_server(pool):
    """Blocks with await in them run side by side on the server's own loop."""

    async def serve(number):
        with pool.open(f"book-{number}", files=files_of(number)) as ws:
            run = await ws.run("polish", document="a")
            return run.project_id

    async def main():
        return await asyncio.gather(*(serve(number) for number in range(12)))

    assert asyncio.run(main()) == [f"book-{number}" for number in range(12)]


def test_a_broken_project_costs_only_itself(pool):
    """A config.toml that cannot be read is the caller's error; the pool goes on."""
    with pytest.raises(InvalidArgument), pool.open("bad", files={".underdraft/config.toml": "x"}):
        pass
    with pool.open("good", files=files_of(1)) as ws:
        assert ws.run_sync("polish", document="a").text == "He rang."


def test_what_is_the_pools_own_is_no_option(pool):
    """Plugins are for all of its workspaces: as an option of one they would have no effect, and are refused."""
    with pytest.raises(InvalidArgument, match=r"argument of the pool, WorkspacePool\(plugins="):
        WorkspacePool(options={"plugins": [FakeModel()]})
    with pytest.raises(InvalidArgument, match="plugins="), pool.open("a", files=files_of(1), plugins=[]):
        pass


def test_closing(pool):
    """A closed pool opens nothing, and closing it twice is fine."""
    with pool.open("book", files=files_of(1)) as ws:
        pass
    pool.close()
    pool.close()
    with pytest.raises(Conflict, match="closed"), pool.open("book", files=files_of(1)):
        pass
    with pytest.raises(Conflict):
        ws.preview_sync("polish", document="a")
    with pytest.raises(InvalidArgument, match="size"):
        WorkspacePool(0)


@pytest.mark.parametrize(
    "other",
    [
        {"store": "other.db"},
        {"writer": "ben"},
        {"model": "offline"},
        {"embedder": "local"},
        {"locale": "en"},
        {"confirm": True},
    ],
)
def test_an_option_that_decides_whose_data_or_which_model_is_another_workspace(pool, tmp_path, other):
    """The same name with it is no longer the first caller's workspace; without it, it is that one again."""
    files = files_of(1)
    if "store" in other:
        other = {"store": tmp_path / other["store"]}
    with pool.open("book", files=files) as first:
        first.invoke_sync("memory:create", {"type": "note", "scope": "project", "content": "Anna's secret."})
        if "writer" in other:
            with (
                pytest.raises(InvalidArgument, match="writer"),
                pool.open("book", files=files, **other) as ws,
            ):
                ws.store  # noqa: B018 - a store in a file has one writer
        else:
            with pool.open("book", files=files, **other) as second:
                assert second is not first
                for name in {"model", "embedder", "locale"} & other.keys():
                    assert getattr(second.config, name) == other[name]
                if "store" in other:
                    assert second.invoke_sync("memory:list", {})["data"]["items"] == []
    with pool.open("book", files=files, prepare_model=False) as again:
        assert again is first


def test_a_path_is_a_folder_too(pool, tmp_path):
    """Path and text name one workspace, also of a store."""
    (tmp_path / "novel").mkdir()
    with (
        pool.open(tmp_path / "novel", store=tmp_path / "s.db") as first,
        pool.open(str(tmp_path / "novel"), store=str(tmp_path / "s.db")) as second,
    ):
        assert first is second
    with pytest.raises(InvalidArgument, match="name"), pool.open(7):
        pass


def test_an_option_that_there_is_not_is_refused(pool, tmp_path):
    """A misspelt one says what there is; so do clock and ids, which are the same in all of a pool."""
    with pytest.raises(InvalidArgument, match="not modle"):
        WorkspacePool(options={"modle": "fake"})
    for wrong in ({"modle": "fake"}, {"clock": lambda: "2026-01-31T12:00:00.000Z"}):
        with pytest.raises(InvalidArgument, match=f"not {next(iter(wrong))}"), pool.open(tmp_path, **wrong):
            pass

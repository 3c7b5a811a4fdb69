from __future__ import annotations

import os
import shutil
import sys
import threading
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from tempfile import NamedTemporaryFile

import hypothesis
import numpy as np  # noqa: F401 - whole before a thread of the indexer and pytest.approx meet half of it
import pytest

import parts_and_times
from underdraft.cli import language
from underdraft.memory.db import database, sqlite_file
from underdraft.memory.db.sqlite_file import make_file
from underdraft.testing import counted_ids

NOVEL = Path(__file__).parents[1] / "examples" / "novel"
FROZEN = "2026-01-02T03:04:05.678Z"
LOCK = threading.Lock()

# The runner of tests in several processes tells its workers a width; commands under test write into a pipe.
for name in ("COLUMNS", "LINES"):
    os.environ.pop(name, None)

# Without a database nothing is left in the tree; derandomized, a failure is the same on every machine.
hypothesis.settings.register_profile("quick", max_examples=20, deadline=None, derandomize=True, database=None)
hypothesis.settings.register_profile("wide", hypothesis.settings.get_profile("quick"), max_examples=200)
hypothesis.settings.register_profile("thorough", max_examples=2_000, deadline=None, database=None)
hypothesis.settings.load_profile(os.environ.get("UNDERDRAFT_HYPOTHESIS", "quick"))


def pytest_addoption(parser):
    """See ``parts_and_times.py``."""
    parser.addoption("--part", default="1/1", help="K/N: of each file the tests of the Kth of N parts")


def pytest_configure(config):
    """Every process of the tests may leave some out, and notes what the others took."""
    config.pluginmanager.register(parts_and_times)


QUICK = ("project", "prompt", "reading", "run", "skill", "text", "types")
"""Folders whose tests are for every change: `pytest -m quick` looks at no other."""


def pytest_ignore_collect(collection_path, config):
    """The quick tests are not looked for in the other folders, which takes longer than to run them."""
    tests = Path(__file__).parent
    if config.option.markexpr == "quick" and collection_path.is_dir() and collection_path.parent == tests:
        return collection_path.name not in QUICK
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Properties, tried on many examples, and long tests are left out of the quick ones."""
    for item in items:
        folder = item.path.relative_to(Path(__file__).parent).parts[0]
        if (
            folder in QUICK
            and not any(item.iter_markers("long"))
            and not any(item.iter_markers("hypothesis"))
        ):
            item.add_marker(pytest.mark.quick)


def pytest_sessionfinish():
    """Nothing that the tests started is left behind."""
    for name in ("processes", "postgres"):
        if name in sys.modules:
            sys.modules[name].stop()


BOTH_STORES = ("faults/", "learning/", "memory/", "e2e/test_seed_", "e2e/test_compaction")
"""Where the tests run over both stores without a mark of their own, unless they take long as it is."""


def pytest_generate_tests(metafunc):
    """A test runs over a file and, as a long one, over PostgreSQL or a pooler before it; see the marks."""
    marked = {mark.name for mark in metafunc.definition.iter_markers()}
    where = metafunc.definition.path.relative_to(Path(__file__).parent).as_posix()
    if "pooler_too" in marked:
        direct, other = "direct", "pooler"
    elif "both_stores" in marked or (
        where.startswith(BOTH_STORES) and not {"long", "server_url"} & (marked | {*metafunc.fixturenames})
    ):
        direct, other = "file", "server"
    else:
        return
    if "file_only" not in marked:
        kinds = [pytest.param("file", id=direct), pytest.param(other, marks=pytest.mark.long)]
        metafunc.parametrize("store_kind", kinds, indirect=True)


@pytest.fixture(autouse=True)
def store_kind(request, monkeypatch):
    """Where the stores of the test are: each path that it names is a file, or a database on a server."""
    kind = getattr(request, "param", os.environ.get("UNDERDRAFT_TEST_STORE", "file"))
    if kind == "file":
        yield kind
        return
    if only := request.node.get_closest_marker("file_only"):
        pytest.skip(only.args[0])
    import postgres

    own = {"migrates": postgres.EMPTY, "own_database": postgres.TEMPLATE}
    if templates := [own[mark.name] for mark in request.node.iter_markers() if mark.name in own]:
        places = postgres.OwnPlaces(database.backend_at, templates[0])
        monkeypatch.setattr(database, "backend_at", places)
        yield kind
        places.drop()
        return
    url = postgres.url(
        postgres.shared_database(), postgres.GUEST, pooled=kind == "pooler", lock_timeout_ms=5_000
    )
    monkeypatch.setenv("UNDERDRAFT_TEST_URL", url)  # for processes that the test starts
    monkeypatch.setattr(database, "backend_at", postgres.Places(database.backend_at, url))
    yield kind


@pytest.fixture
def server_url(store_kind):
    """The URL of a store in a database of the test's own, with all tables."""
    import postgres

    name = postgres.new_database()
    yield postgres.url(name, pooled=store_kind == "pooler")
    postgres.drop(name)


@pytest.fixture(autouse=True)
def writers_home(tmp_path_factory, monkeypatch):
    """No test reads or writes the store of whoever runs it, or speaks that person's language."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("UNDERDRAFT_HOME", str(home))
    monkeypatch.setenv("UNDERDRAFT_LANGUAGE", "en")
    language.speak_for([])  # a command that an earlier test called in this process may have spoken Chinese
    return home


@pytest.fixture(scope="session", autouse=True)
def installed_once():
    """What is installed is read from the disk again only when a folder of the import path has changed."""
    entry_points, seen = metadata.entry_points, {}

    def remembered(**wanted):
        folders = [Path(folder or ".") for folder in sys.path]
        state = [(folder, folder.stat().st_mtime_ns) for folder in folders if folder.exists()]
        key = (*state, *wanted.items())
        if key not in seen:
            seen[key] = entry_points(**wanted)
        return seen[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(metadata, "entry_points", remembered)
        yield


@pytest.fixture(autouse=True)
def new_stores(request, monkeypatch, tmp_path_factory):
    """A new store begins as a copy of one that was migrated once; a test marked ``migrates`` does without."""
    if request.node.get_closest_marker("migrates") is None:
        monkeypatch.setattr(sqlite_file, "make_file", NewStores(tmp_path_factory.getbasetemp()))


class NewStores:
    """Makes the file of a store that is opened for the first time, in place of ``make_file``."""

    def __init__(self, folder: Path) -> None:
        self.migrated = folder / "migrated.db"

    def __call__(self, path: Path) -> None:
        with suppress(OSError):
            if not path.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                self.copy(path)
        make_file(path)

    def copy(self, path: Path) -> None:
        with LOCK:
            if not self.migrated.exists():
                self.migrate()
        # Linked when it is whole: another thread of the test may be opening the same store.
        with NamedTemporaryFile(dir=self.migrated.parent) as copy:
            shutil.copyfile(self.migrated, copy.name)
            os.link(copy.name, path)

    def migrate(self) -> None:
        partial = self.migrated.with_suffix(".partial")
        store = database.Database(partial, clock=lambda: FROZEN, new_id=counted_ids())
        make_file(partial)
        store.prepare()
        store.place.checkpoint()
        store.close()
        partial.rename(self.migrated)


@pytest.fixture
def novel() -> Path:
    """The sample novel; read only."""
    return NOVEL


@pytest.fixture
def first_chapter(novel) -> str:
    """The text of its first chapter."""
    return (novel / "chapters" / "01-the-ferry.md").read_text(encoding="utf-8")


@pytest.fixture
def open_novel(tmp_path):
    """Opens the sample novel with a store of the test's own, a clock that stands and counted ids."""
    from underdraft import Workspace

    opened: list[Workspace] = []

    def open_it(**options):
        settings = {"store": tmp_path / "store.db", "clock": lambda: FROZEN, "new_id": counted_ids()}
        opened.append(Workspace.open(NOVEL, **{**settings, **options}))
        return opened[-1]

    yield open_it
    for workspace in opened:
        workspace.close()

from __future__ import annotations

import itertools
import os
import subprocess
import sys

import attrs
import pytest

from underdraft import (
    Chunk,
    Fetched,
    Fetcher,
    InvalidArgument,
    Layer,
    LayerFailed,
    ModelError,
    Project,
    RunFacts,
    Selection,
    hookimpl,
)
from underdraft.project.files import DiskFiles
from underdraft.testing import (
    FROZEN_NOW,
    UPDATE_VARIABLE,
    FakeModel,
    MemoryFiles,
    assert_prompt_unchanged,
    assert_stable,
    counted_ids,
    facts,
    prompt_text,
    run_fetcher,
)


def fetcher(fetch, **options):
    """A fetcher of layer 3."""
    return Fetcher(**{"name": "f", "layer": Layer.PROJECT, "fetch": fetch, "stable": True, **options})


def gives(text):
    """A fetch function of one chunk; ``text`` may look at the facts."""
    return lambda run: [Chunk(text=text(run) if callable(text) else text, source="s")]


# --- facts and files --------------------------------------------------------------------------


def test_facts_are_complete():
    """Without arguments there is a run with a project, a skill and rules that are off."""
    run = facts()
    assert isinstance(run, RunFacts)
    assert run.project == Project(id="test-project", name="test-project")
    assert run.request.project_id == "test-project"
    assert run.rules["surrounding"] == 0
    assert run.now == FROZEN_NOW


def test_facts_take_everything():
    """Rules, files, request fields and offsets go where a real run has them."""
    run = facts(
        rules={"weather": True}, files={"a.md": "x"}, document="abc", selection=(0, 2), instruction="do"
    )
    assert run.rules.asks_for("weather")
    assert run.skill.rules is run.rules
    assert run.request.selection == Selection(0, 2)
    assert run.query == "do ab"
    assert run.files.read("a.md").text == "x"
    nobody = facts(project=None, files={"a.md": "x"})
    assert nobody.request.project_id is None
    assert nobody.files.read("a.md") is None


def test_memory_files_are_like_real_ones(tmp_path):
    """The same reading, listing and refusing as on a disk."""
    given = {"b/z.md": "Z\r\n", "b/a.md": "\x00A", "b/c/d.MD": "D", "b/e.txt": "E", "c.md": "C"}
    for path, text in given.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(text.encode())
    fake, real = MemoryFiles(given), DiskFiles(tmp_path)
    for path in (*given, "b/nothing.md"):
        assert fake.read(path) == real.read(path)
    for folder in ("b", "b/c", "nowhere"):
        assert list(fake.list(folder)) == list(real.list(folder))
    assert list(fake.list("b", (".txt",))) == ["b/e.txt"]
    for path in ("/a", "../a", "a\\b"):
        for store in (fake, real):
            with pytest.raises(InvalidArgument):
                store.read(path)
    with pytest.raises(InvalidArgument):
        MemoryFiles({"../a.md": "x"})


def test_ids_are_counted():
    """Ids are different and the same in every run of a test."""
    new_id = counted_ids("run")
    assert [new_id(), new_id()] == ["run-1", "run-2"]


# --- fetchers ---------------------------------------------------------------------------------


def test_a_fetcher_is_run_as_the_engine_does():
    """Chunks are stamped, faults are warnings, required ones raise; the rule is switched on."""
    seen = []
    got = run_fetcher(
        fetcher(
            lambda run: seen.append(run.rules["weather"]) or [Chunk(text="a\r\n", source="s")], rule="weather"
        ),
        facts(),
    )
    assert seen == [True]
    assert [(c.text, c.layer, c.plugin) for c in got.chunks] == [("a", Layer.PROJECT, "test")]
    [warning] = run_fetcher(fetcher(lambda _: 5), facts()).warnings
    assert warning.startswith("FETCHER_FAILED: f: ")
    with pytest.raises(LayerFailed):
        run_fetcher(fetcher(lambda _: 5, required=True), facts())
    off = fetcher(gives("x"), rule="weather")
    assert run_fetcher(off, facts(rules={"weather": False})).chunks == ()


def test_a_stable_fetcher_passes():
    """A fetcher that looks at content alone passes, and its chunks are given back."""
    stable = fetcher(gives(lambda run: f"{run.project.name} {run.request.document}"))
    assert [c.text for c in assert_stable(stable, facts(document="x"))] == ["test-project x"]


def test_what_changes_with_each_run_is_found():
    """Id, time, query, session and document id may not reach the prefix; in layer 4 they may."""
    numbers = itertools.count()
    for text in (
        lambda run: run.run_id,
        lambda run: run.now,
        lambda run: run.query,
        lambda run: run.request.session_id,
        lambda run: run.request.document_id,
        lambda run: str(next(numbers)),
    ):
        with pytest.raises(AssertionError, match="f gave other chunks for the same content"):
            assert_stable(fetcher(gives(text)), facts(document="x"))
    assert assert_stable(fetcher(gives(lambda run: run.query), layer=Layer.RECENT), facts(document="x"))


@pytest.mark.parametrize(
    "text", ["at 2026-01-02T03:04", "/home/me/x", "123e4567-e89b-12d3-a456-426614174000"]
)
def test_volatile_text_is_found(text):
    """What looks like a time, a path or an id may not stand in the prefix."""
    with pytest.raises(AssertionError, match="PREFIX_VOLATILE"):
        assert_stable(fetcher(gives(text)), facts())


def test_nothing_proves_nothing():
    """A fetcher that fails or gives nothing has not been checked."""
    with pytest.raises(AssertionError, match="gave no chunk"):
        assert_stable(fetcher(lambda _: []), facts())
    with pytest.raises(AssertionError, match="FETCHER_FAILED"):
        assert_stable(fetcher(lambda _: 5), facts())


# --- the model --------------------------------------------------------------------------------


def test_the_fake_model(underdraft_workspace):
    """Replies come one after the other, several candidates as a tuple, errors are raised; calls are kept."""
    model = FakeModel("one", ("two", "zwei"), ModelError("down"), piece=1)
    ws = underdraft_workspace(plugins=[model], model=model.name)
    assert ws.run_sync("polish", document="a").texts == ("one",)
    assert ws.run_sync("polish", document="a", candidates=2).texts == ("two", "zwei")
    for _ in range(2):
        with pytest.raises(ModelError, match="down"):
            ws.run_sync("polish", document="a")
    assert len(model.calls) == 4
    assert FakeModel().underdraft_model("other") is None


# --- the workspace ----------------------------------------------------------------------------


def test_the_workspace(underdraft_workspace, tmp_path):
    """Files are written, a project is there, time and ids are known; ``config=None`` leaves the project out."""
    ws = underdraft_workspace({".underdraft/rules/a.md": "R", "x/y.bin": b"\xff"})
    assert ws.config.project.id == "test-project"
    assert ws.clock() == FROZEN_NOW
    assert (ws.new_id(), ws.new_id()) == ("id-1", "id-2")
    assert (ws.root / "x" / "y.bin").read_bytes() == b"\xff"
    assert ws.root.is_relative_to(tmp_path)
    assert "R" in ws.preview_sync("polish", document="a").stable_prefix
    assert underdraft_workspace(config=None).config.project is None
    with pytest.raises(InvalidArgument):
        underdraft_workspace({"../x": "x"})


def test_the_store_stays_in_the_folder(underdraft_workspace, tmp_path, writers_home):
    """Nothing is written outside the test's own folder."""
    ws = underdraft_workspace(plugins=[FakeModel()], model="fake")
    ws.run_sync("polish", document="a")
    assert (tmp_path / "store.db").exists()
    assert list(writers_home.iterdir()) == []


# --- prompts ----------------------------------------------------------------------------------


class Lore:
    """A plugin whose chunk a test can change."""

    name = "lore"
    text = "LORE"

    @hookimpl
    def underdraft_fetchers(self):
        return [fetcher(lambda _: Fetched(chunks=[Chunk(text=self.text, source="lore:1")]))]


def test_a_prompt_as_text(underdraft_workspace):
    """The text has the messages in order, then warnings, trims and every hash."""
    preview = underdraft_workspace(plugins=[Lore()]).preview_sync("polish", document="a")
    text = prompt_text(preview)
    first, second = (
        f"===== {n} {m.role} =====\n{m.content}" for n, m in enumerate(preview.messages, start=1)
    )
    assert text.startswith(f"{first}\n{second}\n===== warnings =====\n")
    assert f"prompt: {preview.prompt_hash}\n" in text
    assert all(h in text for h in preview.prompt.layer_hashes.values())
    assert preview.run_id not in text.replace(preview.prompt_hash, "")


def test_an_unchanged_prompt(underdraft_workspace, tmp_path, monkeypatch):
    """The first time it is written, then compared; a change fails with a diff until it is accepted."""
    monkeypatch.delenv("CI", raising=False)
    plugin = Lore()
    ws = underdraft_workspace(plugins=[plugin])
    kept = tmp_path / "deep" / "prompt.txt"
    assert_prompt_unchanged(ws.preview_sync("polish", document="a"), kept)
    assert_prompt_unchanged(ws.preview_sync("polish", document="a"), kept)
    plugin.text = "other"
    changed = ws.preview_sync("polish", document="a")
    with pytest.raises(AssertionError) as caught:
        assert_prompt_unchanged(changed, kept)
    assert "\n-LORE\n" in str(caught.value)
    assert "\n+other\n" in str(caught.value)
    monkeypatch.setenv(UPDATE_VARIABLE, "1")
    assert_prompt_unchanged(changed, kept)
    monkeypatch.delenv(UPDATE_VARIABLE)
    assert_prompt_unchanged(changed, kept)


def test_a_missing_prompt_fails_in_ci(underdraft_workspace, tmp_path, monkeypatch):
    """Where nobody looks, a prompt that was never kept is a failure and not a new file."""
    monkeypatch.setenv("CI", "1")
    preview = underdraft_workspace().preview_sync("polish", document="a")
    with pytest.raises(AssertionError):
        assert_prompt_unchanged(preview, tmp_path / "prompt.txt")
    assert not (tmp_path / "prompt.txt").exists()


# --- as a pytest plugin -----------------------------------------------------------------------


def test_it_is_light():
    """Every pytest of the environment loads this module: it brings nothing heavy along."""
    program = "import sys, underdraft.testing; print(*sorted({m.split('.')[0] for m in sys.modules}))"
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.split()
    assert not {
        "litellm",
        "tiktoken",
        "sqlalchemy",
        "jinja2",
        "numpy",
        "cattrs",
        "hypothesis",
        "httpx",
    } & set(loaded)


def test_the_fixture_comes_with_the_package(tmp_path):
    """A stranger's test has the fixture without importing anything."""
    (tmp_path / "test_stranger.py").write_text(
        "def test_it(underdraft_workspace):\n"
        "    assert underdraft_workspace().preview_sync('polish', document='a').stable_prefix\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)],
        cwd=tmp_path,
        env={k: v for k, v in os.environ.items() if not k.startswith("PYTEST")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout


def test_frozen():
    """What the kit gives is as frozen as the real thing."""
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        facts().run_id = "x"


def test_a_failing_fetcher_shows_what_it_raised(caplog):
    """The testing kit chains the exception; the log says at WARNING where it was raised."""

    def fetch(_):
        raise KeyError("wind")

    with caplog.at_level("WARNING", "underdraft"):
        outcome = run_fetcher(fetcher(fetch), facts())
    assert isinstance(outcome.errors[0], KeyError)
    assert "KeyError at tests/test_testing.py:" in outcome.warnings[0]
    assert "KeyError at tests/test_testing.py:" in caplog.text
    with pytest.raises(AssertionError, match="KeyError at") as caught:
        assert_stable(fetcher(fetch), facts())
    assert isinstance(caught.value.__cause__, KeyError)
    with pytest.raises(LayerFailed) as required:
        run_fetcher(fetcher(fetch, required=True), facts())
    assert isinstance(required.value.__cause__, KeyError)


def test_two_workspaces_of_the_fixture_do_not_share_ids(underdraft_workspace):
    """Runs of a second workspace on the fixture's store have ids of their own."""
    ids = [underdraft_workspace().run_sync("polish", document="a").id for _ in range(3)]
    assert len(set(ids)) == 3


def test_without_pytest():
    """The kit can be imported where there is no pytest: its model and its facts are of use elsewhere."""
    code = """
import sys
sys.modules["pytest"] = None
from underdraft.testing import FakeModel, facts
print(FakeModel("He rang.").replies, facts().project_id)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "('He rang.',) test-project\n", done.stderr


def test_another_hash_seed(tmp_path, monkeypatch):
    """What stands in the order of a set is found out in a process with another hash seed."""
    code = """
from underdraft import Chunk
def shuffled(run):
    return [Chunk(text=" ".join({"fog", "rain", "wind", "sun", "ice", "hail", "dew"}), source="w")]
def ordered(run):
    return [Chunk(text=" ".join(sorted({"fog", "rain", "wind"})), source="w")]
"""
    (tmp_path / "hashed_weather.py").write_text(code, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    import hashed_weather

    assert assert_stable(fetcher(hashed_weather.ordered), facts())
    with pytest.raises(AssertionError, match="another hash seed"):
        assert_stable(fetcher(hashed_weather.shuffled), facts())

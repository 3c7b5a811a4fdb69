from __future__ import annotations

import attrs
import pytest

from underdraft import (
    InvalidArgument,
    Project,
    RunInputs,
    Selection,
)
from underdraft.project.files import DiskFiles
from underdraft.testing import (
    FROZEN_NOW,
    MemoryFiles,
    counted_ids,
    inputs,
)


def test_facts_are_complete():
    """Without arguments there is a run with a project, a skill and rules that are off."""
    run = inputs()
    assert isinstance(run, RunInputs)
    assert run.project == Project(id="test-project", name="test-project")
    assert run.request.project_id == "test-project"
    assert run.rules["surrounding"] == 0
    assert run.now == FROZEN_NOW


def test_facts_take_everything():
    """Rules, files, request fields and offsets go where a real run has them."""
    run = inputs(
        rules={"weather": True}, files={"a.md": "x"}, document="abc", selection=(0, 2), instruction="do"
    )
    assert run.rules.asks_for("weather")
    assert run.skill.rules is run.rules
    assert run.request.selection == Selection(0, 2)
    assert run.query == "do ab"
    assert run.files.read("a.md").text == "x"
    nobody = inputs(project=None, files={"a.md": "x"})
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


def test_frozen():
    """What the kit gives is as frozen as the real thing."""
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        inputs().run_id = "x"

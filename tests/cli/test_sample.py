"""The sample novel."""

from __future__ import annotations

import pytest

from underdraft import Conflict
from underdraft.cli.sample import CHAPTER, copy_sample, read_edits
from underdraft.project.config import CONFIG_PATH


@pytest.mark.parametrize("language", ["en", "zh", "de"])
def test_edits_are_of_the_chapter(tmp_path, language):
    """Each passage that the demo selects stands in its chapter once, and each edit changes the reply."""
    text = (tmp_path / "novel" / copy_sample(tmp_path / "novel", language)).read_text("utf-8")
    edits = read_edits(language)
    for selected in (*edits["later"], *(edit["selected"] for edit in edits["edit"])):
        assert text.count(selected) == 1
    assert all(len(set(edit.values())) == 3 for edit in edits["edit"])


def test_the_sample_is_never_copied_onto_something(tmp_path):
    """A new or an empty folder is taken; the copy carries its own store."""
    for name in ("new", "empty"):
        (tmp_path / "empty").mkdir(exist_ok=True)
        copy_sample(tmp_path / name)
        assert (tmp_path / name / CHAPTER).is_file()
        assert (tmp_path / name / CONFIG_PATH).read_text("utf-8").startswith('store = "project"')
    with pytest.raises(Conflict):
        copy_sample(tmp_path / "new")

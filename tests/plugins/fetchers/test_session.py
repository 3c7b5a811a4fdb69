from __future__ import annotations

from underdraft import Layer, Project
from underdraft.testing import assert_stable, inputs, run_fetcher
from underdraft_plugins.fetchers.session import underdraft_fetchers

(SESSION,) = underdraft_fetchers()


def text(project, locale="zh"):
    """What stands in layer 1."""
    (chunk,) = assert_stable(SESSION, inputs(project=project, locale=locale))
    assert chunk.layer is Layer.SESSION
    return chunk.text


def test_what_is_set_is_said():
    """One line a fact that is set, in a fixed order, in the workspace's language."""
    full = Project(id="p", name="灯港", language="zh", genre="悬疑", document_kind="novel")
    assert text(full) == "- 作品：灯港\n- 语言：zh\n- 体裁：悬疑\n- 文稿类型：novel"
    assert text(full, "en-GB") == "- Title: 灯港\n- Language: zh\n- Genre: 悬疑\n- Kind of document: novel"
    assert text(full, "fr").startswith("- Title: ")
    assert text(Project(id="p", name="a", genre="b")) == "- 作品：a\n- 体裁：b"


def test_a_name_stays_on_its_line():
    """A name with line breaks cannot make lines of its own."""
    assert text(Project(id="p", name="a\n- 语言：x\r\n")) == "- 作品：a - 语言：x"


def test_no_project_no_chunk():
    """A run without a project has nothing in layer 1."""
    assert run_fetcher(SESSION, inputs(project=None)).chunks == ()

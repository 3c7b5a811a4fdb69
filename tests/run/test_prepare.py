from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from underdraft import OWN_PROJECT, Layer, RunRequest, Selection
from underdraft.project.config import Config
from underdraft.run.check_request import as_selection
from underdraft.run.prepare import QUERY_LIMIT, query_of, resolve, room_for_history
from underdraft.types.run_inputs import Project


def test_selections():
    """A pair becomes a selection; none stays none."""
    assert as_selection((1, 2)) == as_selection([1, 2]) == as_selection(Selection(1, 2)) == Selection(1, 2)
    assert as_selection(None) is None


def test_project():
    """A missing project is the workspace's own, none is none, a named one is kept."""
    mine = Config(project=Project(id="mine", name="Mine"))
    assert resolve(RunRequest(skill_id="a"), mine).project_id == "mine"
    assert resolve(RunRequest(skill_id="a"), Config()).project_id is None
    assert resolve(RunRequest(skill_id="a", project_id=None), mine).project_id is None
    assert resolve(RunRequest(skill_id="a", project_id="x"), mine).project_id == "x"


def test_the_id_in_the_file_means_the_project_of_a_folder_that_is_not_confirmed():
    """Whoever names the project as its config.toml does means the workspace's own."""
    config = Config(project=Project(id="novel", name="Novel")).known_as("novel", "novel-1a2b")
    assert resolve(RunRequest(skill_id="a", project_id="novel"), config).project_id == "novel-1a2b"
    assert resolve(RunRequest(skill_id="a", project_id=None), config).project_id is None
    assert config.known_as("novel", "novel") == Config(project=Project(id="novel", name="Novel"))
    assert RunRequest(skill_id="a").project_id is OWN_PROJECT


def test_room_for_history():
    """What the layers leave of the budget, and at least a quarter of it."""
    assert room_for_history(8_000, {Layer.RECENT: 100_000}, "") == 2_000
    left = room_for_history(100_000, {Layer.RECENT: 800}, "")
    assert 25_000 < left == room_for_history(100_000, {Layer.RECENT: 1_800}, "") + 1_000


def test_query():
    """What to recall by: the instruction, then the selection, else the text before the cursor."""
    assert (
        query_of(RunRequest(skill_id="a", document="abc def", selection=Selection(4, 7), instruction="x"))
        == "x def"
    )
    assert query_of(RunRequest(skill_id="a", document="abc def", selection=Selection(3, 3))) == "abc"
    assert query_of(RunRequest(skill_id="a", document="abc\ndef")) == "abc def"
    assert query_of(RunRequest(skill_id="a")) == ""


@given(
    st.none() | st.text(st.characters(exclude_categories=())), st.text(st.characters(exclude_categories=()))
)
def test_query_is_short_and_sound(instruction, document):
    """Never more than the limit, on one line, and always with a UTF-8 form."""
    query = query_of(RunRequest(skill_id="a", instruction=instruction, document=document * 50))
    assert len(query) <= QUERY_LIMIT
    assert "\n" not in query
    assert query.encode().decode() == query

"""The profile document: what extraction may touch in it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.sessions.session_samples import data, opened, project, say, settle
from underdraft.memory.notes.profile import learned_heading, show, with_lines, without_lines

HEADING = learned_heading("zh")
words = st.text(st.characters(categories=["L", "N"], max_codepoint=0x9FFF), min_size=1, max_size=12)


@pytest.fixture
def ws(tmp_path):
    """A project in which two preferences were said, one about what the other was about."""
    with opened(project(tmp_path)) as workspace:
        data(workspace, "profile:update", {"markdown": "# 我\n\n我写悬疑。"})
        say(workspace, "我喜欢白描。")
        say(workspace, "我讨厌感叹号。")
        settle(workspace)
        yield workspace


def notes(ws, **more):
    """The records of what was noted, by content."""
    found = data(ws, "memory:list", {"source": "said", "type": "preference", **more})["items"]
    return {one["content"]: one for one in found}


def test_lines_stand_under_their_heading():
    """The writer's text stays in front, what stands behind the section stays behind."""
    own = f"我写悬疑。\n\n{HEADING}\n\n- 我的一行\n\n# 别的\n尾巴"
    shown = with_lines(own, ["- 我喜欢白描"])
    assert shown == f"我写悬疑。\n\n{HEADING}\n\n- 我喜欢白描\n- 我的一行\n\n# 别的\n尾巴"
    assert without_lines(shown, ["- 我喜欢白描"]) == (own, [True])


def test_the_document_is_the_writers_own_and_notes_are_records(ws):
    """Each line has its run, its words and a history; the writer's Markdown has none of them."""
    shown = data(ws, "profile:get")["markdown"]
    assert shown == f"# 我\n\n我写悬疑。\n\n{HEADING}\n\n- 我喜欢白描\n- 我讨厌感叹号"
    kept = notes(ws)
    assert {"我喜欢白描", "我讨厌感叹号"} == set(kept)
    note = kept["我喜欢白描"]
    assert (note["origin"], note["state"], note["scope"]) == ("manual", "active", "global")
    assert note["evidence"][0]["runId"] in {run["id"] for run in data(ws, "ai:run:list")["items"]}
    with ws.store.database.read() as connection:
        own = connection.exec_driver_sql("SELECT markdown FROM profile_document").scalar()
        seed = connection.exec_driver_sql("SELECT id, markdown, version, updated_at FROM user_profile").all()
    assert own == f"# 我\n\n我写悬疑。\n\n{HEADING}"
    profile = data(ws, "profile:get")
    assert [tuple(row) for row in seed] == [("writer", shown, profile["version"], profile["updatedAt"])]
    assert [one["content"] for one in data(ws, "memory:injection:preview")["items"]] == []
    assert {one["kind"] for one in data(ws, "memory:search", {"keyword": "白描"})["items"]} == {"session"}


def test_a_note_is_deleted_restored_and_undone_as_any_record(ws):
    """The profile shows what holds; each change is a version of it, and says who made it."""
    note = notes(ws)["我喜欢白描"]
    before = data(ws, "profile:get")
    data(ws, "memory:delete", {"id": note["id"]})
    assert "白描" not in data(ws, "profile:get")["markdown"]
    data(ws, "memory:restore", {"id": note["id"]})
    assert data(ws, "profile:get")["markdown"] == before["markdown"]
    data(ws, "memory:update", {"id": note["id"], "patch": {"content": "我喜欢\n工笔"}})
    assert "- 我喜欢 工笔\n" in data(ws, "profile:get")["markdown"]
    last = data(ws, "profile:history")["revisions"][-1]
    assert (last["version"], last["actor"]) == (before["version"] + 3, "user")


def test_a_newer_note_about_the_same_takes_the_olders_place(ws):
    """The older is outdated and named; without the newer it holds again."""
    say(ws, "我喜欢感叹号。")
    settle(ws)
    assert "讨厌" not in data(ws, "profile:get")["markdown"]
    older, newer = notes(ws)["我讨厌感叹号"], notes(ws)["我喜欢感叹号"]
    assert (older["state"], older["replacedBy"]) == ("outdated", newer["id"])
    data(ws, "memory:delete", {"id": newer["id"]})
    assert "我讨厌感叹号" in data(ws, "profile:get")["markdown"]


def test_the_writer_edits_what_is_shown(ws):
    """What she saves stands there as she saved it; of lines that she took out or moved the records go."""
    data(ws, "profile:update", {"markdown": f"我\n\n{HEADING}\n\n- 我讨厌感叹号\n- 我自己的"})
    assert data(ws, "profile:get")["markdown"] == f"我\n\n{HEADING}\n\n- 我讨厌感叹号\n- 我自己的"
    assert set(notes(ws)) == {"我讨厌感叹号"}
    moved = f"{HEADING}\n\n- 我自己的\n- 我讨厌感叹号"
    assert data(ws, "profile:update", {"markdown": moved})["markdown"] == moved
    assert notes(ws) == {}
    say(ws, "我讨厌感叹号。")
    settle(ws)
    assert data(ws, "profile:get")["markdown"] == moved


def test_the_heading_speaks_the_workspaces_language(service):
    """English workspaces get the English heading."""
    note = {"type": "preference", "scope": "global", "section": "profile", "source": "said"}
    service.items.create(content="I like fog", **note)
    with service.database.write() as connection:
        shown = show(connection, actor="extraction", at="2026-01-01T00:00:00.000Z", locale="en")
    assert shown.markdown == f"{learned_heading('en')}\n\n- I like fog"


@given(st.lists(words, max_size=5), st.lists(words, max_size=5, unique=True), st.lists(words, max_size=3))
def test_what_is_shown_comes_apart_again(own, lines, mine):
    """The writer's lines and the noted ones are told apart, however the document looks."""
    document = "\n".join([*own, HEADING, *(f"- {one}" for one in mine), "# tail"])
    noted = [f"- {line}" for line in lines]
    shown = with_lines(document, noted)
    back, kept = without_lines(shown, noted)
    assert with_lines(back, [line for line, stands in zip(noted, kept, strict=True) if stands]) == shown
    assert all(kept) or not lines

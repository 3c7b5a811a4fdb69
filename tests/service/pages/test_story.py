"""The story on the page."""

from __future__ import annotations

import shutil

import pytest

from conftest import NOVEL
from service.served import caller_of, served
from underdraft import Workspace
from underdraft.knowledge.story_check import claims_of


@pytest.fixture
def novel(tmp_path):
    """Gets a page of the sample novel."""
    shutil.copytree(NOVEL, tmp_path / "n")
    with (
        Workspace.open(tmp_path / "n", store=tmp_path / "store.db") as workspace,
        served(workspace) as url,
        caller_of(url) as caller,
    ):
        yield lambda path: caller.http.get(f"/p/-/{path}", headers={"accept-language": "en"})


@pytest.mark.long
def test_people_events_and_a_picture(novel):
    """The graph is listed in words and drawn; a name leads to its neighbourhood."""
    text = novel("story").text
    assert "沈砚" in text
    assert "Nothing found among" in text
    assert "Not looked at without a model" in text
    near = novel("story?entity=沈砚").text
    assert near.count("<li>") < text.count("<li>")
    picture = novel("story/graph.svg")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert "script-src" not in picture.headers["content-security-policy"]
    assert "<svg" in picture.text


@pytest.mark.long
def test_the_whole_is_drawn_by_its_relations(novel):
    """The first picture shows who is related; a chapter's or a name's picture also what happens."""
    whole, near = novel("story/graph.svg").text, novel("story/graph.svg?entity=沈砚").text
    assert "守灯人" in whole
    assert "1.1.1" not in whole
    assert "1.1.1" in near
    assert "nobody and nothing" in novel("story/graph.svg?entity=<b>").text
    assert "<b>" not in novel("story/graph.svg?entity=<b>").text


def test_a_contradiction_has_its_places(novel, tmp_path):
    """What contradicts itself is a sentence with a reference to either end."""
    wrong = (
        "events: [{id: w, at: 9.1.9, what: 何三桅开船, who: [何三桅], ref: chapters/09-spring-tide.md#L3}]"
    )
    (tmp_path / "n" / ".underdraft" / "knowledge" / "wrong.yaml").write_text(wrong, encoding="utf-8")
    text = novel("story").text
    assert "Nothing found among" not in text
    assert "<code>chapters/09-spring-tide.md#L3-L3</code> <code>chapters/06-black-reef-bay.md#L29" in text


def test_an_unknown_name_is_a_sentence(novel):
    """A name that nobody has is said to be missing."""
    got = novel("story?entity=nobody")
    assert got.status_code == 404
    assert "This does not exist, or no longer exists." in got.text


@pytest.mark.long
def test_the_chapters_are_read_for_proposals(novel, tmp_path):
    """The button proposes; each proposal stands there with its quote and the line on which that is."""
    assert "Read the chapters" in novel("story").text
    with Workspace.open(tmp_path / "n", store=tmp_path / "store.db") as workspace:
        workspace.invoke_sync("knowledge:propose")
    text = novel("story").text
    assert "Pym" in text
    assert "<code>chapters/en-01-a-chronometer-by-post.md#L" in text


def test_a_proposal_is_a_sentence_in_the_readers_language(tmp_path):
    """Who is what to whom and who says so; no key of a file, and no marks around a quote that has its own."""
    (tmp_path / "chapters").mkdir()
    chapter = "# 第一章\n\n“阿荞，你来。”顾长风对女儿顾阿荞说。\n\n“好。”顾阿荞没有回头。顾长风叹气。顾阿荞说：“不去。”\n"
    (tmp_path / "chapters" / "01.md").write_text(chapter, encoding="utf-8")
    (tmp_path / ".underdraft").mkdir()
    config = 'locale = "zh"\n[project]\nid = "p"\nname = "P"\n'
    (tmp_path / ".underdraft" / "config.toml").write_text(config, encoding="utf-8")
    with (
        Workspace.open(tmp_path, store=tmp_path / "store.db") as workspace,
        served(workspace) as url,
        caller_of(url) as caller,
    ):
        proposed = workspace.invoke_sync("knowledge:propose", {})["data"]["items"]
        relation = {
            "from": "顾阿荞",
            "is": "女儿",
            "to": "顾长风",
            "ref": [{"path": "chapters/01.md", "quote": "“好。”"}],
        }
        workspace.invoke_sync("knowledge:add", {"kind": "relation", "fact": relation, "proposed": True})
        text = caller.http.get("/p/-/story", headers={"accept-language": "zh"}).text
    assert [one["fact"]["name"] for one in proposed] == ["顾阿荞"]
    assert "顾阿荞 <em>女儿</em> 顾长风" in text
    assert "读各章所得" in text
    assert not [key for key in ("first_chapter", "kind</span>", ">relation<") if key in text]
    assert "““" not in text


@pytest.mark.long
def test_the_ledger_is_a_list_with_filters(novel, tmp_path):
    """Claims with their quotes and places, by category; one that waits has its buttons, and a finding can be meant so."""
    claim = {"subject": "沈砚", "category": "looks", "attribute": "眼睛", "value": "灰色", "at": "1"}
    with Workspace.open(tmp_path / "n", store=tmp_path / "store.db") as workspace:
        project = workspace.config.project.id
        rows = workspace.knowledge.rows
        for value in ("灰色", "黑色"):
            workspace.invoke_sync(
                "knowledge:add", {"kind": "claim", "fact": {**claim, "value": value}, "proposed": True}
            )
        keys = [e.key for e in claims_of(workspace.knowledge, project, category="looks")]
        said = {"of": keys, "verdict": "contradiction", "confidence": 0.9, "why": "two colours"}
        rows.propose(project, [("clash", said)], origin="model")
    text = novel("story?category=looks").text
    assert "<em>眼睛</em> 灰色" in text
    assert "two colours" in text
    assert "Meant so" in text
    assert "<em>眼睛</em>" not in novel("story?category=age").text
    assert novel("story?category=hats").status_code == 200

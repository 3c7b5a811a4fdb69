"""``underdraft check``, ``graph`` and ``knowledge`` as they are typed."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner

from knowledge.novel_copies import CASES, copy_of_the_novel
from underdraft import Workspace
from underdraft.cli import cli


@pytest.fixture
def call(tmp_path):
    """Runs the program on a copy of the sample novel."""
    folder = copy_of_the_novel(tmp_path / "novel")

    def run(*words, copy=folder):
        return CliRunner().invoke(cli, ["-C", str(copy), "--store", str(tmp_path / "s.db"), *words])

    run.folder = folder
    return run


def test_check_passes_on_the_clean_novel(call):
    """Nothing found: status 0, what was compared, and what was not looked at."""
    result = call("check")
    assert result.exit_code == 0
    found = re.fullmatch(
        r"read: 11 chapters \(1, 1-10\)\nnothing found among 67 events, (\d+) of 89 attributes, 6 deaths, and (\d+) plain sentences of 11 chapters\n",
        result.stdout,
    )
    assert found is not None, result.stdout
    assert min(map(int, found.groups())) > 0
    for left in ("what people say", "who has what", "one chapter against another", "--model"):
        assert left in result.stderr
    assert "no model is configured" in call("check", "--model").stderr


def test_check_knows_which_chapters_there_are(call):
    """A number that no chapter has is refused: nothing was read, so nothing can be said of it."""
    result = call("check", "--chapter", "99")
    assert result.exit_code == 2
    assert "NOT_FOUND: --chapter: there is no chapter 99" in result.stderr
    assert "nothing found" not in result.output


def test_check_lists_contradictions_with_refs(call, tmp_path):
    """One paragraph a finding, its evidence below it, status 2; as JSON the same."""
    case = next(case for case in CASES if case["id"] == "dead-man-speaks")
    planted = copy_of_the_novel(tmp_path / "planted", case["edits"])
    result = call("check", copy=planted)
    assert result.exit_code == 2
    assert "ACTS_WHEN_DEAD: 何三桅" in result.output
    assert "  ref:chapters/08-the-tape.md#L" in result.output
    assert "not looked at: what people say" in result.output
    assert result.stderr.splitlines()[-1] == "contradictions: 1"
    assert str(tmp_path) not in result.output
    error = json.loads(call("--json", "check", copy=planted).output)["error"]
    assert [item["code"] for item in error["details"]["items"]] == ["ACTS_WHEN_DEAD"]


def test_a_chapter_is_drawn(call):
    """A channel writes an SVG into the folder, with the people of that chapter."""
    result = call("call", "knowledge:draw", "path=out.svg", "chapter=6")
    assert result.exit_code == 0
    assert ">段九<" in (call.folder / "out.svg").read_text(encoding="utf-8")
    assert call("call", "knowledge:draw", "path=/tmp/out.svg").exit_code == 2


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (("knowledge:query", "entity=季棠", "chapter=5"), "女儿"),
        (("knowledge:query", "entity=何叔"), "6.2.3"),
        (("knowledge:query", 'between=["季棠", "顾怀瑾"]'), "救过其性命"),
    ],
)
def test_the_story_graph_answers(call, words, shown):
    """Each question is a channel; its answer is printed."""
    result = call("call", *words)
    assert result.exit_code == 0, result.output
    assert shown in result.output


@pytest.mark.parametrize(
    "words",
    [
        ("confirm", "x"),
        ("confirm",),
        ("edit", "x"),
        ("edit", "x", "value=1"),
        ("nope",),
    ],
)
def test_knowledge_says_what_is_wrong(call, words):
    """A mistake is one line and status 2."""
    assert call("knowledge", *words).exit_code == 2


def test_proposals_are_listed_and_settled(call):
    """Each with its quote; they are taken by the beginnings of their ids."""
    shown = call("knowledge", "propose").stdout
    assert "Mr. Pym  character" in shown
    assert "“" in shown
    ids = [line.split()[0] for line in shown.splitlines() if line[:1].isalnum()]
    assert "confirmed" in call("knowledge", "confirm", *ids).output
    kept = json.loads(call("call", "knowledge:list", "status=confirmed").output)["items"]
    assert [item["id"][:8] for item in kept] == ids
    assert kept[0]["quotes"][0]["ref"].startswith("ref:chapters/")
    assert "nothing new was found in " in call("knowledge", "propose").stderr
    assert "no model is configured" in call("check", "--model").stderr


def test_proposals_are_listed_in_the_readers_language(call, monkeypatch):
    """A list of nothing but proposals has no heading, and says their state in the reader's words."""
    monkeypatch.setenv("UNDERDRAFT_LANGUAGE", "zh")
    call("knowledge", "propose")
    lines = call("knowledge", "list").stdout.splitlines()
    assert lines
    assert all("  待确认  " in line for line in lines)


@pytest.fixture
def empty(tmp_path, monkeypatch):
    """Runs the program in a new project without chapters."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("UNDERDRAFT_LANGUAGE", "en")
    run = lambda *words: CliRunner().invoke(cli, ["--store", str(tmp_path / "s.db"), *words])
    run("init", "--locale", "en")
    return run


@pytest.mark.parametrize("words", [("check",), ("knowledge", "propose")])
def test_nothing_read_is_no_finding(empty, words):
    """Without a chapter it is said where chapters go, and never that there is nothing to find."""
    done = empty(*words)
    assert done.exit_code == 0
    assert "0 chapters: put them into chapters/, or set [knowledge] chapters in config.toml" in done.output
    assert "nothing found" not in done.output
    assert "nothing new" not in done.output


def test_a_manuscript_beside_the_settings_is_read(empty, tmp_path):
    """Without a chapters folder the texts in the project's folder are the chapters; README is none of them."""
    (tmp_path / "README.md").write_text("# 9 things", "utf-8")
    (tmp_path / "one.md").write_text("# Chapter 1\n\nAnna met Ben. Ben laughed.", "utf-8")
    (tmp_path / "draft.txt").write_text("No heading at all.", "utf-8")
    assert "\nnothing was compared: no card or knowledge file gives" in empty("check").stdout
    card = tmp_path / ".underdraft" / "characters" / "anna.md"
    card.parent.mkdir(exist_ok=True)
    card.write_text("---\nname: Anna\n---\nAge: 31\n", "utf-8")
    said = "read: 1 chapter (1)\nnothing found among 0 events, 1 of 1 attributes, 0 deaths, and 1 plain sentences of 1 chapter\n"
    assert empty("check").stdout == said
    assert "for want of a number (a first heading such as # Chapter 1): draft.txt" in empty("check").stderr
    data = json.loads(empty("check", "--json").stdout)
    assert (data["chapters"], data["unnumbered"]) == (1, ["draft.txt"])
    assert json.loads(empty("knowledge", "propose", "--json").stdout)["chapters"] == 2
    (tmp_path / "chapters").mkdir(exist_ok=True)
    (tmp_path / "chapters" / "two.md").write_text("# Chapter 2\n\nAnna left.", "utf-8")
    (tmp_path / "chapters" / "four.md").write_text("# Chapter 4\n\nThey waited. Anna was 40.", "utf-8")
    (tmp_path / "chapters" / "five.md").write_text("# Chapter 5\n\nBen left.", "utf-8")
    assert empty("check").stdout.startswith(
        "read: 3 chapters (2, 4-5)\ndoubt: ATTRIBUTE_CHANGED: Anna, Age: "
    )
    assert "nothing found" not in empty("check").stdout
    card.unlink()
    read = {"chapters/two.md": 2, "chapters/four.md": 4, "chapters/five.md": 5}
    assert json.loads(empty("check", "--json").stdout)["read"] == read


def test_chapters_without_numbers_are_not_called_sound(empty, tmp_path):
    """Files that cannot be ordered are named, and nothing is said of them."""
    (tmp_path / "draft.md").write_text("Anna met Ben.", "utf-8")
    done = empty("check")
    assert done.stdout == "0 chapters were read\n"
    assert "draft.md" in done.stderr


def test_the_ledger_is_shown_with_quotes_and_places(empty, tmp_path):
    """Who, what and when, with the quote, its place and the frame; filters leave the others out."""
    assert "no claims" in empty("story").stderr
    (tmp_path / "one.md").write_text("# Chapter 1\n\nAnna dreamed of two rings.", "utf-8")
    folder = tmp_path / ".underdraft" / "knowledge"
    folder.mkdir(exist_ok=True)
    ref = "{path: one.md, quote: Anna dreamed of two rings.}"
    claims = [
        f"{{subject: Anna, category: number, attribute: rings, value: two, at: 1, frame: dream, ref: {ref}}}",
        "{subject: Ben, category: age, attribute: age, value: '9'}",
    ]
    (folder / "a.yaml").write_text(f"claims: [{', '.join(claims)}]", "utf-8")
    shown = empty("story", "--person", "Anna").stdout
    assert shown == "1  Anna  rings: two  (dream)\n    “Anna dreamed of two rings.” ref:one.md#L3-L3\n"
    assert "Ben  age: 9" in empty("story", "--category", "age").stdout
    assert empty("story", "--chapter", "7").stdout == ""


def test_a_claim_is_confirmed_edited_and_rejected(empty, tmp_path):
    """By the id that the ledger shows: in other words it is confirmed, also a second time; a rejected one is gone."""
    claims = [
        {"subject": "Anna", "category": "looks", "attribute": "eyes", "value": value}
        for value in ("gray", "blue")
    ]
    empty("story")
    with Workspace.open(tmp_path, store=tmp_path / "s.db") as ws:
        for fact in claims:
            ws.invoke_sync("knowledge:add", {"kind": "claim", "fact": fact, "proposed": True})
    ids = [line.split()[-2] for line in empty("story").stdout.splitlines() if line.endswith(" proposed")]
    assert len(ids) == 2
    assert "confirmed" in empty("knowledge", "edit", ids[0], "value=grey").stdout
    assert "Anna  eyes: grey eyes" in empty("knowledge", "edit", ids[0], "value=grey eyes", "at=2").stdout
    empty("knowledge", "reject", ids[1])
    assert empty("story").stdout.splitlines()[0] == f"2  Anna  eyes: grey eyes  {ids[0]}"
    assert "blue" not in empty("story").stdout
    assert "expected looks, age" in empty("knowledge", "edit", ids[0], "category=hats").stderr

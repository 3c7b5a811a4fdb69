"""The channels of the story graph over a workspace with a real store."""

from __future__ import annotations

import pytest

from knowledge.story_samples import STORY
from underdraft.knowledge.scene.names import graph_index
from underdraft.knowledge.scene.story_lines import lines_for
from underdraft.run.check_request import request_of

FILES = {
    ".underdraft/knowledge/story.yaml": STORY,
    ".underdraft/characters/dora.md": "---\nname: Dora\naliases: [Dolly]\n---\n## Looks\n\nTall.\n",
    "chapters/01-home.md": "# Chapter 1\n\nAnn walked.\n\n---\n\nDolly came.\n",
    "chapters/02-away.md": "# Chapter 2\n\nBert walked with Cleo.\n",
}


@pytest.fixture
def ws(underdraft_workspace):
    """A small project."""
    return underdraft_workspace(files=FILES)


def data(workspace, channel, payload=None):
    """What a channel answers with."""
    envelope = workspace.invoke_sync(channel, payload or {})
    assert envelope["ok"], envelope
    return envelope["data"]


def code(workspace, channel, payload):
    """The code of the error that a channel answers with."""
    envelope = workspace.invoke_sync(channel, payload)
    assert not envelope["ok"]
    return envelope["error"]["code"]


def test_query_gives_a_part_of_the_graph_with_refs(ws):
    """An entity's surroundings as of a chapter, each fact with a ref, and how it stands."""
    found = data(ws, "knowledge:query", {"entity": "Annie", "chapter": 2})
    assert [e["name"] for e in found["entities"]] == ["Ann", "Bert"]
    assert [e["id"] for e in found["events"]] == ["a", "b"]
    assert all(item["ref"].startswith("ref:.underdraft/knowledge/story.yaml#L") for item in found["events"])
    assert found["standing"] == [
        {
            "kind": "gains",
            "who": "Ann",
            "attribute": None,
            "value": "ring",
            "since": "1.1",
            "ref": found["events"][0]["ref"],
        }
    ]


def test_query_for_a_path_and_for_everything(ws):
    """``between`` gives the way step by step; nothing at all gives the whole graph."""
    found = data(ws, "knowledge:query", {"between": ["Ann", "Cleo"], "chapter": 2})
    assert [step["by"] for step in found["path"]] == ["sister", "friend"]
    assert len(data(ws, "knowledge:query")["events"]) == 4
    assert [e["id"] for e in data(ws, "knowledge:query", {"entity": "Ann"})["events"]] == ["a", "b", "d"]


@pytest.mark.parametrize(
    ("channel", "payload", "expected"),
    [
        ("knowledge:query", {"entity": "Nobody"}, "NOT_FOUND"),
        ("knowledge:query", {"entity": "Ann", "between": ["Ann", "Bert"]}, "INVALID_ARGUMENT"),
        ("knowledge:query", {"between": ["Ann"]}, "INVALID_ARGUMENT"),
        ("knowledge:query", {"entity": "Ann", "depth": 7}, "INVALID_ARGUMENT"),
        ("knowledge:query", {"chapter": -1}, "INVALID_ARGUMENT"),
        ("knowledge:query", {"chapter": "2"}, "INVALID_ARGUMENT"),
        ("knowledge:query", {"name": "Ann"}, "INVALID_ARGUMENT"),
        ("knowledge:add", {"kind": "song", "fact": {}}, "INVALID_ARGUMENT"),
        ("knowledge:add", {"kind": "event", "fact": {"id": "x"}}, "INVALID_ARGUMENT"),
        (
            "knowledge:add",
            {"kind": "event", "fact": {"id": "x", "at": 1, "what": "x", "ref": "/etc/passwd"}},
            "INVALID_ARGUMENT",
        ),
        ("knowledge:settle", {"action": "confirm", "id": "none"}, "NOT_FOUND"),
        ("knowledge:draw", {"path": "../x.svg"}, "INVALID_ARGUMENT"),
        ("knowledge:draw", {"path": "x.txt"}, "INVALID_ARGUMENT"),
        ("knowledge:draw", {"path": "no/such/folder/x.svg"}, "INVALID_ARGUMENT"),
        ("knowledge:list", {"status": "x"}, "INVALID_ARGUMENT"),
    ],
)
def test_wrong_payloads(ws, channel, payload, expected):
    """Each mistake has its code."""
    assert code(ws, channel, payload) == expected


def test_a_fact_by_channel_is_part_of_the_graph(ws):
    """What is added is found at once, also by another workspace on the same store, until it is deleted."""
    fact = {"id": "x", "at": "5.1", "what": "Dora leaves", "who": ["Dolly"], "ref": "chapters/01-home.md#L7"}
    added = data(ws, "knowledge:add", {"kind": "event", "fact": fact})
    assert (added["status"], added["version"]) == ("confirmed", 1)
    assert data(ws, "knowledge:add", {"kind": "event", "fact": fact})["id"] == added["id"]
    events = data(ws, "knowledge:query", {"entity": "Dora"})["events"]
    assert [(e["id"], e["ref"]) for e in events] == [("x", "ref:chapters/01-home.md#L7-L7")]
    assert data(ws, "knowledge:settle", {"action": "delete", "id": added["id"]})["deletedAt"]
    assert data(ws, "knowledge:query", {"entity": "Dora"})["events"] == []
    assert data(ws, "knowledge:list")["items"] == []


def test_proposals_wait_for_the_writer(underdraft_workspace):
    """What is proposed is no part of the graph until it is confirmed; a rejected one stays out."""
    ws = underdraft_workspace(files=FILES)
    there = {"at": "1", "what": "Ann is there", "who": ["Ann"]}
    first, second = (
        data(ws, "knowledge:add", {"kind": "event", "fact": {"id": id_, **there}, "proposed": True})
        for id_ in ("p1", "p2")
    )
    assert first["status"] == "proposed"
    known = lambda: {e["id"] for e in data(ws, "knowledge:query")["events"]}
    assert not {"p1", "p2"} & known()
    data(ws, "knowledge:settle", {"action": "confirm", "id": first["id"]})
    data(ws, "knowledge:settle", {"action": "reject", "id": second["id"]})
    assert {"p1", "p2"} & known() == {"p1"}
    assert code(ws, "knowledge:settle", {"action": "confirm", "id": second["id"]}) == "CONFLICT"
    assert [i["id"] for i in data(ws, "knowledge:list", {"status": "proposed"})["items"]] == []


def test_another_project_in_the_store_sees_nothing(underdraft_workspace):
    """Facts answer to their project alone."""
    ws = underdraft_workspace(files=FILES)
    added = data(ws, "knowledge:add", {"kind": "entity", "fact": {"name": "Eve"}})
    other = underdraft_workspace(config='[project]\nid = "other"\n')
    assert data(other, "knowledge:list")["items"] == []
    assert code(other, "knowledge:settle", {"action": "delete", "id": added["id"]}) == "NOT_FOUND"
    assert data(other, "knowledge:query")["entities"] == []


def test_a_folder_without_a_project_keeps_no_facts(underdraft_workspace):
    """Asking works, writing says what is missing."""
    ws = underdraft_workspace(files=FILES, config=None)
    assert len(data(ws, "knowledge:query")["entities"]) > 0
    assert code(ws, "knowledge:add", {"kind": "entity", "fact": {"name": "Eve"}}) == "NOT_FOUND"


def test_a_purge_takes_the_facts_along(ws):
    """A project that is purged leaves no fact behind."""
    data(ws, "knowledge:add", {"kind": "entity", "fact": {"name": "Canary-Eve"}})
    data(ws, "memory:purge", {"projectId": "test-project", "confirm": True})
    assert data(ws, "knowledge:list")["items"] == []
    assert b"Canary-Eve" not in ws.store.database.place.path.read_bytes()


def test_an_unreadable_store_costs_its_own_facts_only(underdraft_workspace, tmp_path):
    """The graph of the files still answers, with a warning."""
    (tmp_path / "bad.db").write_text("no database", encoding="utf-8")
    ws = underdraft_workspace(files=FILES, store=tmp_path / "bad.db")
    assert len(data(ws, "knowledge:query")["events"]) == 4
    assert [w.split(":")[0] for w in data(ws, "knowledge:check")["warnings"]] == ["MEMORY_DEGRADED"]


def named(ws, document, at=None):
    """The names that a prompt of a document with the cursor there looks up."""
    request = request_of("consistency-check", document=document, selection=at if at is None else (at, at))
    return sorted(ws.knowledge._names(request, graph_index(ws.knowledge.graph().graph)))


def test_who_is_named_in_the_scene(ws):
    """Names of cards and of the graph, in the scene of the cursor."""
    text = FILES["chapters/01-home.md"]
    assert named(ws, text) == ["Dora"]
    assert named(ws, text, text.index("Ann")) == ["Ann"]
    assert named(ws, "") == []


@pytest.mark.parametrize(
    ("payload", "chapter"),
    [
        ({}, None),
        ({"document": "Ann walked."}, None),
        ({"document": "# Chapter 7\n\nAnn walked."}, 7),
        ({"document": "Ann walked.", "document_id": "chapters/02-away.md"}, 2),
        ({"document_id": "chapters/02-away.md"}, 2),
        ({"document": "Ann walked.", "document_id": "a-name-of-the-application"}, None),
        ({"document": FILES["chapters/02-away.md"]}, 2),
        ({"document": "# Interlude\n\nFog.", "document_id": "chapters/en-x.md"}, 4),
        ({"document": "# Interlude\n\nFog."}, 4),
    ],
)
def test_the_chapter_of_a_document(underdraft_workspace, payload, chapter):
    """By number in the heading, by file name, by the writer's own numbering, by a file's heading; else unknown."""
    files = {
        **FILES,
        "chapters/en-x.md": "# Interlude\n\nFog and more.\n",
        ".underdraft/knowledge/chapters.yaml": "chapters: [{path: chapters/en-x.md, chapter: 4}]",
    }
    ws = underdraft_workspace(files=files)
    assert ws.knowledge.chapter(request_of("consistency-check", **payload)) == chapter


def test_names_can_be_pinned(underdraft_workspace):
    """``[knowledge] names`` always count; with ``scope = "pinned"`` they alone do."""
    config = '[project]\nid = "p"\n[knowledge]\nnames = ["Annie"]\n'
    ws = underdraft_workspace(files=FILES, config=config)
    assert named(ws, "Bert.") == ["Ann", "Bert"]
    ws = underdraft_workspace(files=FILES, config=config + 'scope = "pinned"\n')
    assert named(ws, "Bert.") == ["Ann"]


@pytest.mark.parametrize(
    "line",
    ['scope = "all"', "names = 3", "names = [1]", 'chapters = "/etc"', 'chapters = "../x"', 'color = "red"'],
)
def test_wrong_settings_are_refused(underdraft_workspace, line):
    """A mistake in ``[knowledge]`` is said with its key when the folder is opened."""
    from underdraft import InvalidArgument

    with pytest.raises(InvalidArgument, match=r"knowledge\."):
        underdraft_workspace(config=f'[project]\nid = "p"\n[knowledge]\n{line}\n')


def test_check_reports_with_refs(underdraft_workspace):
    """``knowledge:check`` gives findings with both ends, in the workspace's language."""
    files = {**FILES, "chapters/04-dead.md": "# Chapter 4\n\nBert took the oars.\n"}
    ws = underdraft_workspace(files=files, config='locale = "en"\n[project]\nid = "p"\n')
    found = data(ws, "knowledge:check")["items"]
    assert [(f["code"], f["names"], f["refs"][0]) for f in found] == [
        ("ACTS_WHEN_DEAD", ["Bert"], "ref:chapters/04-dead.md#L3-L3")
    ]
    assert "is dead since 3.10" in found[0]["message"]
    first = data(ws, "knowledge:check", {"chapter": 1})
    assert first["items"] == []
    assert first["looked"] == {"attributes": 3, "compared": 3, "deaths": 1, "events": 4, "sentences": 2}
    assert "textAgainstText" in first["notLooked"]


def test_drawing_a_chapter(ws):
    """An SVG with the chapter's people in letters, nothing of later chapters, whole or not at all."""
    made = data(ws, "knowledge:draw", {"path": "graph.svg", "chapter": 2})
    image = (ws.root / "graph.svg").read_text(encoding="utf-8")
    assert made["bytes"] == len(image.encode())
    assert ">Bert<" in image
    assert "murderer" not in image
    assert "Cleo" not in image
    assert not list(ws.root.glob(".*.partial"))


def test_a_drawing_never_leaves_the_folder(ws, tmp_path):
    """A link that leads out is not written through."""
    outside = tmp_path / "outside.svg"
    outside.write_text("mine", encoding="utf-8")
    (ws.root / "link.svg").symlink_to(outside)
    assert code(ws, "knowledge:draw", {"path": "link.svg"}) == "INVALID_ARGUMENT"
    assert outside.read_text(encoding="utf-8") == "mine"


def test_names_with_markup_are_drawn_as_they_are(underdraft_workspace):
    """What Graphviz would read as markup or escapes is only text."""
    text = 'entities: [{name: "<b>A</b>"}, {name: "B\\\\N \\"q\\""}]\nrelations: [{from: "<b>A</b>", is: "x\\\\l", to: "B\\\\N \\"q\\""}]'
    ws = underdraft_workspace(files={".underdraft/knowledge/x.yaml": text})
    data(ws, "knowledge:draw", {"path": "g.svg"})
    image = (ws.root / "g.svg").read_text(encoding="utf-8")
    assert "&lt;b&gt;A&lt;/b&gt;" in image
    assert "B\\N" in image


CLAIM = {"subject": "Annie", "category": "looks", "attribute": "eyes", "value": "grey", "at": "2.1"}


def test_the_ledger_lists_claims_by_filters(ws):
    """Of files and of the store, in story order, by any name, category and chapter; a list of facts leaves them out."""
    added = data(ws, "knowledge:add", {"kind": "claim", "fact": CLAIM, "proposed": True})
    shown = data(ws, "knowledge:ledger", {"subject": "Ann", "category": "looks"})["items"]
    assert [(c["id"], c["subject"], c["value"], c["state"], c["source"]) for c in shown] == [
        (added["id"], "Ann", "grey", "proposed", "writer")
    ]
    whole = data(ws, "knowledge:ledger")["items"]
    assert [c["at"] for c in whole] == sorted((c["at"] for c in whole), key=float)
    assert {"yaml", "writer"} == {c["source"] for c in whole}
    assert data(ws, "knowledge:ledger", {"chapter": 9})["items"] == []
    assert data(ws, "knowledge:list")["items"] == []
    assert [f["id"] for f in data(ws, "knowledge:list", {"kind": "claim"})["items"]] == [added["id"]]
    assert code(ws, "knowledge:ledger", {"category": "hats"}) == "INVALID_ARGUMENT"


def test_a_claim_is_confirmed_in_other_words_and_only_then_in_a_prompt(ws):
    """What nobody has confirmed stays out of the scene's lines; the writer's words take the place of those that were read."""
    lines = lambda: [
        line.text for line in lines_for(ws.knowledge.graph().graph, ("Ann",), 3, "en") if "eyes" in line.text
    ]
    added = data(ws, "knowledge:add", {"kind": "claim", "fact": CLAIM, "proposed": True})
    assert lines() == []
    wrong = {"id": added["id"], "action": "reject", "fact": CLAIM}
    assert code(ws, "knowledge:settle", wrong) == "INVALID_ARGUMENT"
    asked = {"id": added["id"], "action": "confirm", "fact": {**CLAIM, "value": "grey-green"}}
    assert code(ws, "knowledge:settle", {**asked, "fact": {"subject": "Ann"}}) == "INVALID_ARGUMENT"
    assert data(ws, "knowledge:settle", asked)["fact"]["value"] == "grey-green"
    assert len(lines()) == 1
    assert "grey-green" in lines()[0]

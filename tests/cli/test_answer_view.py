"""Any answer, for people."""

from __future__ import annotations

from underdraft.cli import answer_view


def printed(capsys, data):
    """The lines that an answer prints."""
    answer_view.show(data)
    return capsys.readouterr().out.splitlines()


def test_values_stand_beside_their_names(capsys):
    """Names in words, times to the minute, nothing as a dash; a long text and a part of the answer below its name."""
    data = {
        "runId": "a",
        "createdAt": "2026-11-23T10:42:01.709Z",
        "same": True,
        "tokens": 1234,
        "diff": None,
        "tags": [],
        "layerHashes": {"SYSTEM": "x"},
        "text": "one\ntwo",
    }
    assert printed(capsys, data) == [
        "run id      a",
        "created at  2026-11-23 10:42",
        "same        yes",
        "tokens      1,234",
        "tags        -",
        "",
        "layer hashes",
        "SYSTEM  x",
        "",
        "text",
        "one",
        "two",
    ]


def test_a_list_is_a_table_of_what_differs(capsys, monkeypatch):
    """What is the same for all, and what is a list itself, is left out; the longest text stands last."""
    monkeypatch.setenv("COLUMNS", "60")
    rows = [
        {"id": "a", "content": "fog " * 20, "project": "p", "weight": 0.5, "parts": [1]},
        {"id": "b", "content": "rain", "project": "p", "weight": 1, "parts": [2]},
    ]
    lines = printed(capsys, {"items": rows})
    assert lines[0].split() == ["id", "weight", "content"]
    assert lines[-1].split() == ["b", "1", "rain"]
    assert max(map(len, lines)) <= 60


def test_columns_for_which_there_is_no_room_are_left_out(capsys, monkeypatch):
    """The id and the text stay."""
    monkeypatch.setenv("COLUMNS", "60")
    rows = [{"id": f"{n}" * 20, "model": f"{n}" * 30, "content": f"{n} " * 40} for n in (1, 2)]
    assert printed(capsys, {"items": rows})[0].split() == ["id", "content"]


def test_an_empty_list_and_plain_items(capsys):
    """Nothing says so on stderr; plain items are a line each, one thing is shown in full."""
    answer_view.show({"items": []})
    assert capsys.readouterr() == ("", "nothing found\n")
    assert printed(capsys, {"lines": ["- a", "+ b"]}) == ["", "lines", "- a", "+ b"]
    assert printed(capsys, {"items": [{"id": "a", "sure": False}]}) == ["id    a", "sure  no"]
    assert printed(capsys, "x") == ["x"]

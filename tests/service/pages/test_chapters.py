"""Chapters of the project's files."""

from __future__ import annotations

import pytest

from service.served import caller_of

TEXT = "# 第一章 渡船\r\n\r\n夜里很冷。\r\n"


@pytest.fixture
def chapter(folder):
    """A chapter with a byte order mark and the newlines of Windows."""
    (folder / "chapters").mkdir()
    path = folder / "chapters" / "01.md"
    path.write_bytes(b"\xef\xbb\xbf" + TEXT.encode())
    return path


@pytest.fixture
def http(chapter, url):
    """A script of the page."""
    with caller_of(url) as caller:
        caller.http.headers["accept"] = "application/json"
        yield caller.http


def opened(http, path="chapters/01.md"):
    """The answer for a chapter."""
    return http.get("/p/harbour/chapters", params={"path": path}).json()


def saved(http, **asked):
    """The answer to a text that is saved."""
    return http.post("/p/harbour/chapters", json={"path": "chapters/01.md", **asked})


def test_a_chapter_is_opened_and_saved_back(http, chapter, get):
    """The text comes as the browser writes it, and goes back with the mark and the newlines of its file."""
    assert "<option>chapters/01.md</option>" in get("write").text
    found = opened(http)["data"]
    assert found["text"] == TEXT.replace("\r\n", "\n")
    answer = saved(http, text=found["text"].replace("很冷", "更冷"), digest=found["digest"])
    assert answer.status_code == 200
    assert chapter.read_bytes() == b"\xef\xbb\xbf" + TEXT.replace("很冷", "更冷").encode()
    assert opened(http)["data"] == answer.json()["data"]
    assert [path.name for path in chapter.parent.iterdir()] == ["01.md"]


def test_a_file_that_has_changed_is_not_overwritten(http, chapter):
    """The answer brings the text that is there by now, and its digest, with which it can be saved all the same."""
    digest = opened(http)["data"]["digest"]
    chapter.write_text("别人的文字。", encoding="utf-8")
    refused = saved(http, text="我的文字。", digest=digest)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "CONFLICT")
    assert chapter.read_text(encoding="utf-8") == "别人的文字。"
    theirs = refused.json()["error"]["details"]
    assert theirs["text"] == "别人的文字。"
    assert saved(http, text="我的文字。", digest=theirs["digest"]).status_code == 200
    assert chapter.read_text(encoding="utf-8") == "我的文字。"


@pytest.mark.parametrize(
    "path", ["../store.db", ".underdraft/config.toml", "/etc/passwd", "chapters/02.md", ""]
)
def test_only_chapters_are_opened_and_saved(http, path):
    """Nothing else of the project or the disk is read or written."""
    assert opened(http, path)["error"]["code"] == "NOT_FOUND"
    answer = http.post("/p/harbour/chapters", json={"path": path, "text": "x", "digest": ""})
    assert answer.json()["error"]["code"] == "NOT_FOUND"


@pytest.mark.parametrize(
    ("body", "code"), [("{", "INVALID_ARGUMENT"), ('{"path": "chapters/01.md"}', "CONFLICT")]
)
def test_what_a_script_sends_wrong_is_an_envelope(http, body, code):
    """A body that is none, or lacks the digest, is refused by name."""
    answer = http.post("/p/harbour/chapters", content=body, headers={"content-type": "application/json"})
    assert answer.json()["error"]["code"] == code


def test_a_key_for_reading_saves_nothing(http, chapter, monkeypatch):
    """What a key may not write by a channel it does not write here."""
    from underdraft.boundary.permission import Permission, permission
    from underdraft.service.pages import chapters

    class Limited:
        get = staticmethod(lambda: Permission(projects=None, read_only=True))

    assert permission.get() is None
    found = opened(http)["data"]
    monkeypatch.setattr(chapters, "permission", Limited)
    refused = saved(http, text="x", digest=found["digest"])
    assert refused.json()["error"]["code"] == "UNAUTHORIZED"
    assert opened(http)["data"] == found

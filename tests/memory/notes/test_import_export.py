"""Memories out and in again."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from memory.service_samples import close, open_service
from memory.sessions.session_samples import data, opened, project, say, settle
from underdraft.errors import InvalidArgument
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.notes import import_export
from underdraft.memory.notes.import_export import (
    Imported,
    export_lines,
    import_lines,
    read_lines,
    write_lines,
)
from underdraft.memory.notes.record import SOURCES
from underdraft.memory.notes.rows import item_of
from underdraft.memory.sections import FACTS, MEMORIES, RULES
from underdraft.project.files import DiskFiles

pytestmark = pytest.mark.both_stores

words = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=30
).filter(str.strip)
memories = st.lists(
    st.fixed_dictionaries(
        {
            "type": st.sampled_from(["preference", "fact", "glossary"]),
            "content": words,
            "metadata": st.dictionaries(
                words, st.none() | st.integers(-(2**63), 2**63 - 1) | st.booleans() | words, max_size=2
            ),
            "confidence": st.sampled_from([0.0, 0.5, 1.0]),
            "document_id": st.none() | st.just("d"),
            "origin": st.sampled_from(["manual", "learned"]),
            "section": st.sampled_from([MEMORIES, FACTS, RULES]),
            "state": st.sampled_from(["active", "proposed"]),
            "source": st.sampled_from(SOURCES),
            "tags": st.lists(words, max_size=2).map(tuple),
            "scene": st.none() | st.just("dialogue"),
            "about": st.sampled_from(["", "user.name"]),
        }
    ),
    max_size=4,
)


def everything(service):
    """All that is remembered by id, deleted too."""
    with service.database.read() as connection:
        return [
            item_of(row)
            for row in connection.execute(select(MEMORY_ITEM).order_by(MEMORY_ITEM.c.id)).mappings()
        ]


@pytest.mark.long
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(memories)
def test_a_store_comes_back_whole_and_a_second_time_nothing_changes(tmp_path_factory, listed):
    """What was exported is imported with every field; importing again, and exporting again, changes nothing."""
    folder = tmp_path_factory.mktemp("exchange")
    source, target = open_service(folder / "a.db"), open_service(folder / "b.db")
    for n, values in enumerate(listed):
        item = source.items.create(scope="project", project_id="p", **values)
        if n % 2:
            source.items.delete(item.id)
    lines = list(export_lines(source.database, None, everywhere=True))
    count = len(lines)
    assert import_lines(target.items, lines, "p") == Imported(created=count, updated=0, unchanged=0)
    assert everything(target) == everything(source)
    assert import_lines(target.items, lines, "p") == Imported(created=0, updated=0, unchanged=count)
    assert import_lines(source.items, lines) == Imported(created=0, updated=0, unchanged=count)
    assert list(export_lines(target.database, None, everywhere=True)) == lines
    close(source)
    close(target)


def test_a_newer_line_updates_and_an_older_one_does_not(tmp_path):
    """The later write wins, whichever way the lines travel."""
    one, two = open_service(tmp_path / "a.db"), open_service(tmp_path / "b.db")
    item = one.items.create(type="note", scope="global", content="first")
    old = list(export_lines(one.database, None, everywhere=True))
    import_lines(two.items, old)
    one.items.update(item.id, {"content": "second"})
    assert import_lines(two.items, export_lines(one.database, None, everywhere=True)) == Imported(
        created=0, updated=1, unchanged=0
    )
    assert two.items.get(item.id).content == "second"
    assert import_lines(two.items, old).unchanged == 1
    assert [r.action for r in two.items.history(item.id)] == ["import", "import"]
    close(one)
    close(two)


def test_lines_from_elsewhere_need_only_a_content(service):
    """A bare list of contents is taken in, and a second time it is the same memories."""
    lines = ['{"content": "偏好短句"}', "", '{"content": "x", "type": "fact", "projectId": "p", "future": 1}']
    assert import_lines(service.items, lines).created == 2
    assert import_lines(service.items, lines).unchanged == 2
    found = {i.content: i for i in service.items.list(project_id="p").items}
    assert (found["偏好短句"].type, found["偏好短句"].scope) == ("note", "global")
    assert (found["x"].scope, found["x"].project_id) == ("project", "p")


def test_facts_that_replace_each_other_come_back_so(tmp_path):
    """With their states, and with what says otherwise."""
    one, two = open_service(tmp_path / "a.db"), open_service(tmp_path / "b.db")
    older, newer = (
        one.items.create(type="fact", section=FACTS, content=text, about="user.name", value=text)
        for text in ("阿明", "阿强")
    )
    lines = list(export_lines(one.database, None, everywhere=True))
    assert import_lines(two.items, lines).created == 2
    assert everything(two) == everything(one)
    states = {item.id: (item.state, item.replaced_by) for item in everything(two)}
    assert states == {older.id: ("outdated", newer.id), newer.id: ("active", None)}
    close(one)
    close(two)


def test_a_file_of_before_is_taken_in(service):
    """Its lines have neither section nor state: they are memories; a state of what is gone is a deletion."""
    line = {
        "kind": "memory",
        "id": "m1",
        "type": "preference",
        "scope": "global",
        "content": "偏好短句",
        "origin": "manual",
        "confidence": 1.0,
        "evidence": [],
        "metadata": {},
        "version": 3,
        "createdAt": "2026-01-01T00:00:00.000Z",
        "updatedAt": "2026-01-02T00:00:00.000Z",
        "deletedAt": None,
        "userConfirmed": True,
        "projectId": None,
        "documentId": None,
        "source": "said",
    }
    gone = {"id": "m2", "content": "x", "state": "retired"}
    assert import_lines(service.items, map(json.dumps, (line, gone))).created == 2
    first, second = everything(service)
    assert (first.section, first.state, first.source, first.version) == (MEMORIES, "active", "said", 3)
    assert (second.state, second.deleted_at) == ("retired", second.updated_at)


@pytest.mark.parametrize(
    "line",
    [
        "{",
        '{"content": "x", "section": "moon"}',
        '{"content": "x", "state": ["active"]}',
        '{"content": "x", "scene": 3}',
        '{"content": "x", "replaces": [3]}',
        '{"content": "x", "tags": "a"}',
        '{"content": "x", "saidAt": "yesterday"}',
        json.dumps({"content": "x" * 201, "section": "rules"}),
        "[]",
        "3",
        "{}",
        '{"content": 3}',
        '{"content": "x", "scope": "moon"}',
        '{"content": "x", "scope": ["project"]}',
        '{"content": "x", "createdAt": "yesterday"}',
        '{"content": "x", "createdAt": "9999-99-99T99:99:99.999Z"}',
        '{"content": "x", "updatedAt": "2026-02-30T00:00:00.000Z"}',
        '{"kind": "profile", "markdown": 3}',
        '{"kind": "profile", "markdown": "x", "updatedAt": "0000-01-01T00:00:00.000Z"}',
        '{"kind": ["memory"], "content": "x"}',
        '{"content": "x", "version": true}',
        '{"content": "x", "version": 0}',
        '{"content": "x", "evidence": "words"}',
        '{"content": "x", "metadata": []}',
        '{"content": "x", "id": 7}',
        '{"content": "x", "userConfirmed": 1}',
        '{"content": "x", "confidence": NaN}',
        '{"kind": "episode", "content": "x"}',
        "[" * 100_000,
    ],
)
def test_a_malformed_line_is_named_and_nothing_is_written(service, line):
    """The fault gives the line's number; the good lines before it are not written either."""
    with pytest.raises(InvalidArgument) as raised:
        import_lines(service.items, ['{"content": "good"}', line])
    assert raised.value.details == {"line": 2}
    assert raised.value.message.startswith("line 2: ")
    assert service.items.list().items == ()


@pytest.mark.file_only("it opens two files")
def test_an_export_of_everything_gives_the_same_prompt(tmp_path):
    """The profile's Markdown, the order of its lines, memories and rules stand in the stable prefix of a new store as before."""
    said = ("我喜欢白描。", "我讨厌感叹号。", "我喜欢短句。")
    with opened(project(tmp_path)) as one:
        data(
            one,
            "profile:update",
            {"markdown": "# 我\n\n写海。\n\n## 对话中记下的偏好\n\n- 旧的一行\n\n## 别的\n\n雨。"},
        )
        for text in said:
            say(one, text)
        settle(one)
        for content in ("句子要短", "多用对白"):
            data(one, "memory:create", {"type": "preference", "content": content})
        shown = data(one, "profile:get")["markdown"]
        assert shown.count("\n- ") == 4
        wanted = one.preview_sync("talk", instruction="x").prompt.stable_prefix
        lines = data(one, "memory:export", {"all": True})["lines"]
    with opened(tmp_path, store=tmp_path / "two.db") as two:
        assert two.preview_sync("talk", instruction="x").prompt.stable_prefix != wanted
        data(two, "memory:import", {"lines": [*lines], "all": True})
        assert data(two, "profile:get")["markdown"] == shown
        assert two.preview_sync("talk", instruction="x").prompt.stable_prefix == wanted
        assert data(two, "memory:import", {"lines": [*lines], "all": True})["unchanged"] == len(lines)
        exported = data(two, "memory:export", {"all": True})["lines"]
        assert [json.loads(line) | {"updatedAt": ""} for line in exported] == [
            json.loads(line) | {"updatedAt": ""} for line in lines
        ]
        own = {"kind": "profile", "markdown": "older", "updatedAt": "2020-01-01T00:00:00.000Z"}
        assert data(two, "memory:import", {"lines": [json.dumps(own)]})["unchanged"] == 1
        assert data(two, "profile:get")["markdown"] == shown
        newer = json.dumps(own | {"markdown": "newer", "updatedAt": "2030-01-01T00:00:00.000Z"})
        assert data(two, "memory:import", {"lines": [newer]})["updated"] == 1
        assert data(two, "profile:get")["markdown"].startswith("newer")


def test_a_project_is_exported_with_the_global_memories_only(service):
    """Another project's memories stay out of a project's export."""
    for name in ("a", "b"):
        service.items.create(type="note", scope="project", project_id=name, content=name)
    service.items.create(type="note", scope="global", content="g")
    assert sorted(json.loads(line)["content"] for line in export_lines(service.database, "a")) == ["a", "g"]
    assert len(list(export_lines(service.database, None, everywhere=True))) == 3


def test_imported_memories_are_found(service):
    """An import fills the lexical index and the vectors as any write does."""
    import_lines(service.items, ['{"content": "巷口的灯笼"}'])
    assert service.indexer.wait(10)
    assert [i.content for i in service.recall(None, "灯笼").items] == ["巷口的灯笼"]
    assert service.preview_injection(None, None, "灯笼").mode == "semantic"


def test_lines_come_back(tmp_path):
    """Folders are made, and a byte order mark of another program is passed over."""
    assert write_lines(DiskFiles(tmp_path), "out/m.jsonl", ["一", "二"]) == 2
    assert read_lines(DiskFiles(tmp_path), "out/m.jsonl") == ["一", "二", ""]
    (tmp_path / "m.jsonl").write_bytes(b"\xef\xbb\xbfx")
    assert read_lines(DiskFiles(tmp_path), "m.jsonl") == ["x"]


@pytest.mark.parametrize("path", ["../m.jsonl", "/m.jsonl", "a/../../m.jsonl", "link/m.jsonl", ".", ""])
def test_nothing_outside_is_touched(tmp_path, path):
    """A path or link that leads out is refused, for reading and for writing."""
    root, outside = tmp_path / "root", tmp_path / "outside"
    root.mkdir()
    outside.mkdir()
    (root / "link").symlink_to(outside)
    for call in (
        lambda: read_lines(DiskFiles(root), path),
        lambda: write_lines(DiskFiles(root), path, ["x"]),
    ):
        with pytest.raises(InvalidArgument, match=r"^(path|link/m.jsonl|\.): "):
            call()
    assert list(outside.iterdir()) == []


def test_a_failed_export_leaves_the_old_file(tmp_path):
    """What was there stays until the new one is whole, and no half file is left."""
    write_lines(DiskFiles(tmp_path), "m.jsonl", ["old"])

    def lines():
        yield "new"
        raise KeyError

    with pytest.raises(KeyError):
        write_lines(DiskFiles(tmp_path), "m.jsonl", lines())
    assert read_lines(DiskFiles(tmp_path), "m.jsonl") == ["old", ""]
    assert [path.name for path in tmp_path.iterdir()] == ["m.jsonl"]


def test_what_cannot_be_read_or_written_is_named(tmp_path, monkeypatch):
    """Another ending, a missing file, one that is too large or no text."""
    monkeypatch.setattr(import_export, "BYTES_MAXIMUM", 3)
    (tmp_path / "large.jsonl").write_text("1234")
    (tmp_path / "bytes.jsonl").write_bytes(b"\xff")
    for path, message in (
        ("none.jsonl", "path: there is no such file"),
        ("large.jsonl", "large.jsonl: larger than 3 bytes"),
        ("bytes.jsonl", "bytes.jsonl: not UTF-8 at line 1"),
    ):
        with pytest.raises(InvalidArgument) as raised:
            read_lines(DiskFiles(tmp_path), path)
        assert raised.value.message == message
    with pytest.raises(InvalidArgument, match=r"^path: expected a file ending in \.jsonl$"):
        write_lines(DiskFiles(tmp_path), "m.txt", [])

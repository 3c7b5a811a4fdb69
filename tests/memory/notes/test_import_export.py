"""Memories out and in again."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory.service_samples import close, open_service
from underdraft.errors import InvalidArgument
from underdraft.memory.notes.import_export import Imported

pytestmark = pytest.mark.both_stores

words = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=30
).filter(str.strip)
memories = st.lists(
    st.fixed_dictionaries(
        {
            "type": st.sampled_from(["preference", "fact", "glossary"]),
            "content": words,
            "metadata": st.dictionaries(words, st.none() | st.integers() | st.booleans() | words, max_size=2),
            "confidence": st.sampled_from([0.0, 0.5, 1.0]),
            "document_id": st.none() | st.just("d"),
            "origin": st.sampled_from(["manual", "learned"]),
        }
    ),
    max_size=4,
)


def everything(service):
    """All memories by id, deleted ones too."""
    return sorted(service.items.list(project_id="p", include_deleted=True).items, key=lambda i: i.id)


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
    lines = list(source.export_lines(None, everywhere=True))
    count = len(lines)
    assert target.import_lines(lines, "p") == Imported(created=count, updated=0, unchanged=0)
    assert everything(target) == everything(source)
    assert target.import_lines(lines, "p") == Imported(created=0, updated=0, unchanged=count)
    assert source.import_lines(lines) == Imported(created=0, updated=0, unchanged=count)
    assert list(target.export_lines(None, everywhere=True)) == lines
    close(source)
    close(target)


def test_a_newer_line_updates_and_an_older_one_does_not(tmp_path):
    """The later write wins, whichever way the lines travel."""
    one, two = open_service(tmp_path / "a.db"), open_service(tmp_path / "b.db")
    item = one.items.create(type="note", scope="global", content="first")
    old = list(one.export_lines(None, everywhere=True))
    two.import_lines(old)
    one.items.update(item.id, {"content": "second"})
    assert two.import_lines(one.export_lines(None, everywhere=True)) == Imported(
        created=0, updated=1, unchanged=0
    )
    assert two.items.get(item.id).content == "second"
    assert two.import_lines(old).unchanged == 1
    assert [r.action for r in two.items.history(item.id)] == ["import", "import"]
    close(one)
    close(two)


def test_lines_from_elsewhere_need_only_a_content(service):
    """A bare list of contents is taken in, and a second time it is the same memories."""
    lines = ['{"content": "偏好短句"}', "", '{"content": "x", "type": "fact", "projectId": "p", "future": 1}']
    assert service.import_lines(lines).created == 2
    assert service.import_lines(lines).unchanged == 2
    found = {i.content: i for i in service.items.list(project_id="p").items}
    assert (found["偏好短句"].type, found["偏好短句"].scope) == ("note", "global")
    assert (found["x"].scope, found["x"].project_id) == ("project", "p")


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        "3",
        "{}",
        '{"content": 3}',
        '{"content": "x", "scope": "moon"}',
        '{"content": "x", "scope": ["project"]}',
        '{"content": "x", "createdAt": "yesterday"}',
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
        service.import_lines(['{"content": "good"}', line])
    assert raised.value.details == {"line": 2}
    assert raised.value.message.startswith("line 2: ")
    assert service.items.list().items == ()


def test_a_project_is_exported_with_the_global_memories_only(service):
    """Another project's memories stay out of a project's export."""
    for project in ("a", "b"):
        service.items.create(type="note", scope="project", project_id=project, content=project)
    service.items.create(type="note", scope="global", content="g")
    assert sorted(json.loads(line)["content"] for line in service.export_lines("a")) == ["a", "g"]
    assert len(list(service.export_lines(None, everywhere=True))) == 3


def test_imported_memories_are_found(service):
    """An import fills the lexical index and the vectors as any write does."""
    service.import_lines(['{"content": "巷口的灯笼"}'])
    assert service.indexer.wait(10)
    assert [i.content for i in service.recall(None, "灯笼").items] == ["巷口的灯笼"]
    assert service.preview_injection(None, None, "灯笼").mode == "semantic"

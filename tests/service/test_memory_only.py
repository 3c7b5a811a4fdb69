"""Memory alone, of an application's users."""

from __future__ import annotations

import pytest

import underdraft
from underdraft import InvalidArgument, Memory, NotFound


@pytest.fixture
def memory_of(tmp_path):
    """Opens the memory of a user in a store of the application's, without an embedder unless one is named."""
    opened = []

    def open_memory(user, embedder="none"):
        opened.append(Memory(store=tmp_path / "memories", user=user, embedder=embedder))
        return opened[-1]

    yield open_memory
    for memory in opened:
        memory.close()


def texts(found):
    """The texts of some hits."""
    return [hit.content for hit in found]


def test_what_was_added_is_found_corrected_and_forgotten(memory_of):
    """A text is found by its words; its correction takes its place; what is forgotten is gone with its history."""
    memory = memory_of("ines")
    item = memory.add("Chapters have about 1,500 words")
    assert texts(memory.search("words of chapters")) == ["Chapters have about 1,500 words"]
    memory.correct(item.id, "Chapters have about 1,200 words")
    assert texts(memory.search("words of chapters")) == ["Chapters have about 1,200 words"]
    memory.forget(item.id)
    assert memory.search("words of chapters") == ()
    with pytest.raises(NotFound):
        memory.correct(item.id, "It is back")


@pytest.mark.long
def test_a_memory_is_found_by_its_meaning_at_once(memory_of):
    """What was added a moment ago is found by a question that shares no word with it, even in another language."""
    memory = memory_of("ines", embedder="local")
    memory.add("The heroine keeps bees behind the lighthouse")
    memory.add("Dialogue has no adverbs")
    for question in ("灯塔后面养了什么？", "What animals live at the lighthouse?"):
        assert texts(memory.search(question, limit=1)) == ["The heroine keeps bees behind the lighthouse"]


def test_users_see_nothing_of_each_other(memory_of):
    """A memory is found and changed by its own user only, whatever the names of users are."""
    ines, *others = (memory_of(user) for user in ("ines", "Ines", "../ines", "伊内斯"))
    item = ines.add("Quillfeather rings the bell")
    for other in others:
        assert other.search("bell") == ()
        other.add("A bell of my own")
        for change in (lambda who=other: who.correct(item.id, "x"), lambda who=other: who.forget(item.id)):
            with pytest.raises(NotFound):
                change()
    assert texts(ines.search("bell")) == ["Quillfeather rings the bell"]


def test_all_of_a_user_is_forgotten(memory_of):
    """What belongs to a user is removed at once, and nobody else's."""
    ines, ben = memory_of("ines"), memory_of("ben")
    for memory in (ines, ben):
        memory.add("The bell hangs in the tower")
    ines.forget_all()
    assert ines.search("bell") == ()
    assert len(ben.search("bell")) == 1
    ines.add("A new bell")
    assert texts(ines.search("bell")) == ["A new bell"]


def test_the_writers_own_store_is_refused(tmp_path, monkeypatch, writers_home):
    """Neither the writer's file nor the one that the environment names is a store of an application's."""
    own = writers_home / "underdraft.db"
    with pytest.raises(InvalidArgument, match=r"store: .*writer's own"):
        Memory(store=own)
    monkeypatch.chdir(writers_home)
    with pytest.raises(InvalidArgument, match="writer's own"):
        Memory(store="underdraft.db")
    monkeypatch.setenv("UNDERDRAFT_STORE", "postgresql://host/own")
    with pytest.raises(InvalidArgument, match="writer's own"):
        Memory(store="postgresql://host/own", user="ines")
    assert not own.exists()


@pytest.mark.parametrize("wrong", ["", None, 3])
def test_a_store_is_named(wrong):
    """There is no store by default."""
    with pytest.raises(InvalidArgument, match=r"^store: "):
        Memory(store=wrong)


def test_nothing_is_made_before_something_is_remembered(tmp_path):
    """Opening and searching make no file; two names of the package lead here."""
    with underdraft.Memory(store=tmp_path / "memories.db", embedder="none") as memory:
        assert memory.search("bell") == ()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("limit", [0, 101])
def test_a_search_has_a_limit(memory_of, limit):
    """From 1 to 100 hits are given."""
    with pytest.raises(InvalidArgument, match="limit"):
        memory_of("ines").search("bell", limit=limit)


@pytest.mark.long
def test_users_of_a_server_are_its_writers(server_url):
    """In PostgreSQL each user is a writer, whose memories nobody else finds or removes."""
    with (
        Memory(store=server_url, user="ines", embedder="none") as ines,
        Memory(store=server_url, user="ben", embedder="none") as ben,
    ):
        item = ines.add("Quillfeather rings the bell")
        ben.add("The bell hangs in the tower")
        assert texts(ines.search("bell")) == ["Quillfeather rings the bell"]
        with pytest.raises(NotFound):
            ben.forget(item.id)
        ines.forget_all()
        assert ines.search("bell") == ()
        assert texts(ben.search("bell")) == ["The bell hangs in the tower"]

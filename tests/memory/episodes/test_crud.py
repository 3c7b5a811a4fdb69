"""Single episodes: looked through, confirmed, forgotten."""

from __future__ import annotations

import pytest

from memory.episodes.episode_samples import an_episode, ids_of, put
from underdraft.errors import InvalidArgument, NotFound


def test_a_list_has_pages_the_newest_first(episodes):
    """Following the cursors gives each episode of the project once."""
    put(episodes, *(an_episode(n) for n in range(5)), an_episode(9, project_id=None))
    first = episodes.stored.list("novel", limit=2)
    second = episodes.stored.list("novel", limit=2, cursor=first.next_cursor)
    last = episodes.stored.list("novel", limit=2, cursor=second.next_cursor)
    assert [item.id[-1] for page in (first, second, last) for item in page.items] == ["4", "3", "2", "1", "0"]
    assert last.next_cursor is None
    assert [item.id for item in episodes.stored.list(None).items] == ["e-00009"]


@pytest.mark.parametrize("options", [{"limit": 0}, {"limit": 501}, {"cursor": "x"}])
def test_a_list_refuses_what_it_cannot_give(episodes, options):
    """The message names the field."""
    with pytest.raises(InvalidArgument, match=r"^(limit|cursor): "):
        episodes.stored.list("novel", **options)


def test_confirming_is_a_change_and_once_more_is_none(episodes, clock):
    """The version counts it; taking it back is another change."""
    put(episodes, an_episode(1))
    at = clock.move(hours=1)
    assert episodes.stored.confirm("e-00001", "novel").version == 2
    assert episodes.stored.confirm("e-00001", "novel").updated_at == at
    assert episodes.get("e-00001").version == 2
    assert not episodes.stored.confirm("e-00001", "novel", confirmed=False).user_confirmed
    assert episodes.get("e-00001").version == 3


def test_forgetting_removes_a_confirmed_one_too(episodes):
    """It is the writer's own word."""
    put(episodes, an_episode(1), an_episode(2))
    episodes.stored.confirm("e-00001", "novel")
    episodes.stored.forget("e-00001", "novel")
    assert ids_of(episodes) == ["e-00002"]


@pytest.mark.parametrize("project", ["other", None])
def test_another_projects_episode_is_not_there(episodes, project):
    """Neither to confirm nor to forget."""
    put(episodes, an_episode(1))
    for change in (episodes.stored.confirm, episodes.stored.forget):
        with pytest.raises(NotFound, match=r"^id: "):
            change("e-00001", project)
    assert ids_of(episodes) == ["e-00001"]


def test_earlier_uses_are_those_of_project_scene_and_skill(episodes):
    """Eight at most, and of a stored episode only what came before it."""
    put(episodes, *(an_episode(n) for n in range(12)))
    put(episodes, an_episode(20, skill_used="polish"), an_episode(21, scene_type="action"))
    put(episodes, an_episode(22, project_id="other"))
    assert len(episodes.stored.same_use(an_episode(99))) == 8
    assert episodes.stored.same_use(an_episode(2)) == {"e-00000", "e-00001"}
    assert episodes.stored.same_use(an_episode(99, skill_used="polish")) == {"e-00020"}

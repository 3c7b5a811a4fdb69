"""Working memory: 8,000 tokens in RAM, the least worth keeping goes first, nothing on the disk."""

from __future__ import annotations

import subprocess
import sys
import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.episodes.episode_samples import Clock, Ids
from underdraft.errors import CapacityExceeded, Conflict, InvalidArgument
from underdraft.memory.sessions.working import BUDGET_TOKENS, WorkingMemory, eviction_order, plan_put
from underdraft.text.tokens import counter_for
from underdraft.types.episodes import WorkingItem

items = st.lists(
    st.builds(
        WorkingItem,
        id=st.uuids().map(str),
        project_id=st.just("p"),
        session_id=st.just("s"),
        kind=st.just("note"),
        content=st.just("x"),
        token_count=st.integers(0, 3_000),
        importance=st.sampled_from([0.0, 0.3, 0.6, 1.0]),
        focus=st.sampled_from([0.0, 0.5, 1.0]),
        created_at=st.just("t"),
        updated_at=st.just("t"),
    ),
    max_size=12,
    unique_by=lambda i: i.id,
)


@pytest.fixture
def working():
    """An empty working memory."""
    return WorkingMemory(clock=Clock(), new_id=Ids(), counter=lambda: counter_for("offline"))


def put(working, importance, *, session="s", project="p", tokens=2_000, **more):
    """Put an item or episodes and wait."""
    options = {"kind": "note", "content": "笔记", "importance": importance, "token_count": tokens, **more}
    return working.put(session, project_id=project, **options)


@given(items=items, tokens=st.integers(0, 9_000))
def test_a_plan_makes_room_and_no_more(items, tokens):
    """After it everything fits; without its last step it would not."""
    gone = plan_put(items, tokens)
    if gone is None:
        assert tokens > BUDGET_TOKENS
        return
    left = sum(i.token_count for i in items if i.id not in gone) + tokens
    assert left <= BUDGET_TOKENS or len(gone) == len(items)
    if gone:
        last = next(i for i in items if i.id == gone[-1])
        assert left + last.token_count > BUDGET_TOKENS


@given(items=items)
def test_the_order_is_importance_then_focus_then_age(items):
    """A total order: nobody goes before someone who matters less."""
    place = {item.id: n for n, item in enumerate(items)}
    keys = [(i.importance, i.focus, place[i.id]) for i in eviction_order(items)]
    assert keys == sorted(keys)


def test_the_less_important_goes_first(working):
    """Four items fill it; the fifth drives the least important out."""
    ids = [put(working, importance).id for importance in (0.9, 0.1, 0.5, 0.7)]
    assert put(working, 0.4).evicted == (ids[1],)
    assert working.list("s").tokens == BUDGET_TOKENS


def test_weakly_related_goes_before_strongly_related_then_the_older(working):
    """Equal importance: the focus decides, then age."""
    put(working, 0.5, focus=0.9)
    second = put(working, 0.5, focus=0.1).id
    third = put(working, 0.5, focus=0.1).id
    put(working, 0.5, focus=0.9)
    fifth = put(working, 0.5, tokens=4_000)
    assert fifth.evicted == (second, third)
    assert put(working, 0.5, tokens=2_000).evicted == (fifth.id,)


def test_tokens_are_counted_where_they_are_not_given(working):
    """The model's own tokenizer counts."""
    done = working.put("s", project_id="p", kind="note", content="灯灭了。", importance=0.5)
    assert done.token_count == counter_for("offline").count("灯灭了。") > 0


def test_an_item_larger_than_the_budget_changes_nothing(working):
    """The code says so; what is at hand stays."""
    put(working, 0.5)
    with pytest.raises(CapacityExceeded):
        put(working, 1.0, tokens=BUDGET_TOKENS + 1)
    assert len(working.list("s").items) == 1


def test_sessions_are_apart(working):
    """One session's budget and items are not another's; a session has one project."""
    put(working, 0.5, session="a", tokens=8_000)
    assert put(working, 0.5, session="b", tokens=8_000).evicted == ()
    with pytest.raises(Conflict, match="projectId"):
        put(working, 0.5, session="a", project="other")


@pytest.mark.parametrize(
    ("field", "value", "name"),
    [
        ("importance", 1.5, "importance"),
        ("importance", True, "importance"),
        ("importance", float("nan"), "importance"),
        ("focus", -0.1, "focus"),
        ("token_count", -1, "tokenCount"),
        ("token_count", 1.5, "tokenCount"),
        ("kind", " ", "kind"),
        ("content", "", "content"),
    ],
)
def test_a_wrong_field_is_named(working, field, value, name):
    """The message locates and does not echo; nothing was taken."""
    options = {"kind": "note", "content": "笔记", "importance": 0.5, "token_count": 10, field: value}
    with pytest.raises(InvalidArgument, match=f"^{name}: expected"):
        working.put("s", project_id="p", **options)
    assert working.sessions() == ()


@pytest.mark.long
@pytest.mark.file_only("it looks at the disk")
def test_it_never_touches_the_disk(tmp_path):
    """MS1-R1-S2: in a process of its own.

    Every file opened, made, renamed or removed is watched while a session's working memory is
    filled over its budget, listed and read by a run's fetcher: none is.
    """
    program = textwrap.dedent(
        """
        import os, sys
        import underdraft
        from underdraft.text.tokens import counter_for

        root, store = sys.argv[1:]
        with underdraft.Workspace.open(root, store=store, entry_points=True) as workspace:
            workspace.channels                      # modules are imported here, once
            counter_for(workspace.config.model).count("灯")
            put = {"sessionId": "s", "projectId": "p", "kind": "note", "content": "甲", "importance": 0.1}
            workspace.invoke_sync("working:put", put)
            workspace.invoke_sync("working:list", {"sessionId": "s", "projectId": "p"})
            seen = []

            def watch(event, args):
                if event in ("open", "os.remove", "os.rename", "os.mkdir", "os.truncate", "sqlite3.connect"):
                    seen.append((event, str(args[:1])))

            sys.addaudithook(watch)
            evicted = 0
            for number in range(300):
                payload = {**put, "content": f"第{number}条：" + "灯" * 300, "importance": number % 10 / 10}
                answer = workspace.invoke_sync("working:put", payload)
                assert answer["ok"], answer
                evicted += len(answer["data"]["evicted"])
            view = workspace.invoke_sync("working:list", {"sessionId": "s", "projectId": "p"})["data"]
            assert 0 < view["tokens"] <= 8_000 and evicted > 100
            print(seen, os.listdir(os.path.dirname(store)))
        """
    )
    store = tmp_path / "home" / "u.db"
    store.parent.mkdir()
    root = tmp_path / "empty"
    root.mkdir()
    done = subprocess.run(
        [sys.executable, "-c", program, str(root), str(store)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stdout.strip() == "[] []", done.stderr

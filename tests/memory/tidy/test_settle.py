"""What becomes of the answers."""

from __future__ import annotations

import pytest

from memory.tidy.tidy_samples import live, remember
from underdraft.errors import InvalidArgument, NotFound
from underdraft.memory.sections import FACTS
from underdraft.memory.tidy.service import list_offers
from underdraft.memory.tidy.settle import settle


def test_a_merge_is_undone(memory):
    """The one that stays may say something else; each is taken back by its history, and both are offered again."""
    one, other = remember(memory, "偏好短句", "偏好短句。")
    done = settle(memory, [one, other], "merge", keep=one, content="句子要短", project_id="p")
    assert (done.stays, done.others, done.content, live(memory)) == (one, (other,), "句子要短", {"句子要短"})
    archived = memory.items.get(other.partition(":")[2])
    assert archived.metadata == {"mergedInto": one}
    for ref in (one, other):
        memory.items.restore(ref.partition(":")[2], to_version=1)
    assert live(memory) == {"偏好短句", "偏好短句。"}
    assert [r.action for r in memory.items.history(one.partition(":")[2])] == ["create", "merge", "undo"]
    assert memory.items.get(archived.id).metadata == {}
    assert len(list_offers(memory, "p").offers) == 1


def test_facts_are_merged_in_the_same_way(memory):
    """The one that stays says something else, as its next version; both can be taken back."""

    def facts():
        return {fact.ref: fact.content for fact in memory.items.list(section=FACTS).items}

    for text in ("Mara is left-handed.", "Mara's left-handed"):
        memory.items.create(type="fact", section=FACTS, content=text)
    before = facts()
    one, other = before
    done = settle(memory, [one, other], "merge", keep=one, content="Mara uses her left hand.")
    assert (done.stays, done.others) == (one, (other,))
    assert facts() == {one: "Mara uses her left hand."}
    for ref in before:
        memory.items.restore(ref.partition(":")[2], to_version=1)
    assert facts() == before


def test_both_are_kept(memory):
    """They are never offered again, until one says something else."""
    refs = remember(memory, "偏好短句", "偏好短句。")
    settle(memory, refs, "keep_both", project_id="p")
    assert list_offers(memory, "p").offers == ()
    memory.items.update(refs[0].partition(":")[2], {"content": "偏好短句！"})
    assert len(list_offers(memory, "p").offers) == 1


def test_what_is_refused(memory):
    """Nothing is written for a wrong answer."""
    [mine] = remember(memory, "偏好短句")
    [shared] = remember(memory, "偏好短句。", project=None)
    [strange] = remember(memory, "偏好短句", project="q")
    for error, refs, action, how in (
        (InvalidArgument, [mine], "merge", {"keep": mine}),
        (InvalidArgument, [mine, mine], "keep_both", {}),
        (InvalidArgument, [mine, shared], "delete", {"keep": mine}),
        (InvalidArgument, [mine, shared], "merge", {}),
        (InvalidArgument, [mine, shared], "merge", {"keep": mine}),
        (InvalidArgument, [mine, shared], "drop", {"keep": mine, "content": "x"}),
        (NotFound, [mine, "run:1"], "keep_both", {}),
        (NotFound, [mine, strange], "keep_both", {}),
    ):
        with pytest.raises(error):
            settle(memory, refs, action, project_id="p", **how)
    assert live(memory) == {"偏好短句", "偏好短句。"}

"""A memory is in the very next prompt, and a prefix that a provider has cached stays as it is."""

from __future__ import annotations

import random
import re
from datetime import datetime, timedelta

import pytest

from underdraft import Layer

CACHED = '[project]\nid = "test-project"\nname = "Lamp"\n'
TEXT = "The lamp went out. Nobody spoke."


class Clock:
    """A clock that the test moves."""

    def __init__(self):
        self.now = datetime.fromisoformat("2026-01-01T10:00:00.000+00:00")

    def __call__(self):
        return self.now.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def wait(self, seconds):
        """Let time pass."""
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def clock():
    """The time of the test."""
    return Clock()


@pytest.fixture
def writer(underdraft_workspace, clock):
    """A workspace whose model's prefix stays cached for five minutes."""
    return underdraft_workspace(config="cache_family = 'anthropic'\n" + CACHED, clock=clock)


def run(ws, skill="polish", **options):
    """One run of a skill."""
    return ws.run_sync(skill, document=TEXT, selection=(0, 18), **options)


def memories(run):
    """The lines of memories, by layer, from the sections that were sent."""
    return {
        layer: [
            part.text.removeprefix("- ").rsplit("（", 1)[0]
            for chunk in run.preview.prompt.sections[layer].chunks
            if chunk.source == "memory:injection"
            for part in chunk.parts
        ]
        for layer in (Layer.PROFILE, Layer.RECENT)
    }


def shown(run):
    """All memories of a prompt: in its sections, and where earlier turns were sent with additions."""
    told = [line for lines in memories(run).values() for line in lines]
    for turn in run.preview.prompt.history:
        told += re.findall(r"(?m)^- (.*)（来源：手动添加）$", turn.content) if turn.role == "user" else []
    return told


@pytest.mark.long
@pytest.mark.seed("003.2.4", "003.6.3")
def test_sixty_turns_with_fifteen_additions_keep_the_prefix(writer, clock):
    """No addition moves a byte of the warm prefix, each is in the next prompt; after a pause all stand in layer 2."""
    for number in range(4):
        clock.wait(1)
        writer.memory.create(type="preference", content=f"old {number}")
    first = run(writer)
    added = []
    for turn in range(60):
        clock.wait(30)
        if turn % 4 == 0:
            added.append(f"new {turn}")
            writer.memory.create(type="preference", content=added[-1])
        now = run(writer)
        assert now.preview.stable_prefix == first.preview.stable_prefix
        assert memories(now)[Layer.RECENT] == added[::-1]
    assert now.preview.prefix.waiting == 15
    clock.wait(301)
    cold = run(writer)
    assert memories(cold) == {
        Layer.PROFILE: [*added[::-1], "old 3", "old 2", "old 1", "old 0"],
        Layer.RECENT: [],
    }
    assert cold.preview.prefix.folded == "cold"


def test_what_is_taken_back_is_in_no_later_prompt(writer, clock):
    """A deleted memory leaves layer 2, layer 4 and the earlier turns of the chat, at once."""
    writer.memory.create(type="preference", content="keeps")
    doomed = writer.memory.create(type="preference", content="first doomed")
    session = writer.invoke_sync("session:start", {})["data"]["sessionId"]
    run(writer, "chat", instruction="One", session_id=session)
    late = writer.memory.create(type="preference", content="late doomed")
    writer.memory.create(type="preference", content="late keeps")
    second = run(writer, "chat", instruction="Two", session_id=session)
    assert set(memories(second)[Layer.RECENT]) == {"late doomed", "late keeps"}
    writer.memory.delete(id=late.id)
    third = run(writer, "chat", instruction="Three", session_id=session)
    assert third.stable_prefix_unchanged
    assert "late doomed" not in str(third.preview.messages)
    assert third.preview.messages[1] == second.preview.messages[1]
    assert "late keeps" in third.preview.messages[3].content
    assert "late keeps" not in third.preview.messages[-1].content
    writer.memory.delete(id=doomed.id)
    fourth = run(writer, "chat", instruction="Four", session_id=session)
    assert "doomed" not in str(fourth.preview.messages)
    assert fourth.preview.prefix.folded == "taken_back"
    assert sorted(shown(fourth)) == ["keeps", "late keeps"]


def test_the_pin_is_that_of_the_last_recorded_run(underdraft_workspace, clock):
    """Two workspaces over one store agree; a preview says what a run would send; records replay and are compared."""
    config = "cache_family = 'anthropic'\n" + CACHED
    one, other = (underdraft_workspace(config=config, clock=clock) for _ in range(2))
    one.memory.create(type="preference", content="old")
    first = run(one)
    other.memory.create(type="preference", content="new")
    seen = other.preview_sync("polish", document=TEXT, selection=(0, 18))
    second = run(other)
    assert seen.messages == second.preview.messages
    assert (second.preview.prefix.run_id, second.preview.prefix.warm_until) == (
        first.id,
        "2026-01-01T10:05:00.000Z",
    )
    assert memories(run(one))[Layer.RECENT] == ["new"]
    replayed = one.invoke_sync("ai:run:replay", {"runId": second.id})["data"]
    assert replayed["same"]
    blamed = one.invoke_sync("ai:run:blame", {"runId": second.id, "beforeId": first.id})["data"]
    assert blamed["prefixSame"]


@pytest.mark.parametrize(
    ("config", "options"),
    [
        ("prefix_updates = 'at_once'\ncache_family = 'anthropic'\n", {}),
        ("cache_family = 'anthropic'\n", {"prefix_updates": "at_once"}),
        ("", {}),
    ],
)
def test_additions_enter_at_once_where_that_is_wanted(underdraft_workspace, clock, config, options):
    """By the config, by the run, or where the model has no cache, the order is always the canonical one."""
    ws = underdraft_workspace(config=config + CACHED, clock=clock)
    ws.memory.create(type="preference", content="old")
    run(ws, **options)
    clock.wait(1)
    ws.memory.create(type="preference", content="new")
    again = run(ws, **options)
    assert memories(again) == {Layer.PROFILE: ["new", "old"], Layer.RECENT: []}
    assert again.preview.prefix is None


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_any_week_of_a_writer(writer, clock, seed):
    """After any steps each active memory stands once, nothing taken back is sent, and a warm prefix changes for a reason."""
    chance, items, gone, last = random.Random(seed), {}, set(), None  # noqa: S311 - not for secrets
    session = writer.invoke_sync("session:start", {})["data"]["sessionId"]
    for step in range(60):
        act = chance.choice(["run", "run", "run", "add", "add", "edit", "delete", "purge", "pause", "rule"])
        clock.wait(chance.randint(1, 90))
        known = chance.choice(sorted(items)) if items else None
        if act == "add":
            items[writer.memory.create(type="preference", content=f"word{step}").id] = f"word{step}"
        elif act == "pause":
            clock.wait(400)
        elif act == "edit" and known:
            gone.add(items[known])
            writer.memory.update(id=known, patch={"content": f"word{step}"})
            items[known] = f"word{step}"
        elif act in {"delete", "purge"} and known:
            gone.add(items.pop(known))
            payload = {"id": known, **({"confirm": True} if act == "purge" else {})}
            assert writer.invoke_sync(f"memory:{act}", payload)["ok"]
        elif act == "run":
            now = run(writer, "chat", instruction=f"step {step}", session_id=session)
            assert sorted(shown(now)) == sorted(items.values())
            words = set(str(now.preview.messages).replace("（", " ").replace("\\n", " ").split())
            assert not gone & words
            receipt = now.preview.prefix
            if last and last.preview.stable_prefix != now.preview.stable_prefix:
                assert receipt.folded in {"cold", "taken_back", "costly"}
            if receipt and receipt.folded is None:
                assert now.stable_prefix_unchanged
            last = now

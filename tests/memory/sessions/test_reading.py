"""When turns are read: at once without a model, a few together with one."""

from __future__ import annotations

import pytest

from memory.sessions.fact_samples import items
from memory.sessions.session_samples import opened, project, say, settle
from underdraft import CandidateMemory, hookimpl
from underdraft.memory.sessions.reading import TOGETHER


class Reader:
    """Keeps what it was called with, and says that all of it was said."""

    def __init__(self):
        self.calls = []

    @hookimpl
    def underdraft_extract_memories(self, turns, ask):
        self.calls.append(([turn.user for turn in turns], ask is not None))
        return [CandidateMemory(content=turn.user, evidence=turn.user) for turn in turns]


@pytest.mark.parametrize("model", ["fake", "offline"])
def test_a_model_reads_four_turns_at_once(tmp_path, model):
    """With a model one call for four turns and one for the rest when it is due; without one, one a turn."""
    reader = Reader()
    said = [f"灯塔{n}层" for n in range(TOGETHER + 2)]
    with opened(project(tmp_path), '{"memories": []}', plugins=[reader], model=model) as ws:
        for text in said:
            say(ws, text)
        settle(ws)
        assert [turns for turns, _ in reader.calls if len(turns) > TOGETHER] in ([], [said])
        assert sorted(text for turns, _ in reader.calls for text in turns) == said
        assert {asked for _, asked in reader.calls} == {model == "fake"}
        assert len(reader.calls) == len(said) if model == "offline" else len(reader.calls) <= 2
        assert set(items(ws)) == set(said)


def test_where_the_model_pass_fails_each_turn_is_read_without(tmp_path):
    """A reply that is no answer costs no statement, and later turns are asked about again."""
    reader = Reader()
    with opened(project(tmp_path), "好的。", plugins=[reader]) as ws:
        for text in ("灯塔一层", "灯塔二层"):
            say(ws, text)
            settle(ws)
        assert [asked for _, asked in reader.calls] == [True, False] * 2
        assert set(items(ws)) == {"灯塔一层", "灯塔二层"}

"""The fetcher of the last runs in a few words."""

from __future__ import annotations

import re

import pytest

from session_reader import Sessions, inputs_of
from underdraft import ContextRules, Workspace
from underdraft.types.sessions import Compact
from underdraft_plugins.fetchers.recent_summary import underdraft_fetchers

(RECENT,) = underdraft_fetchers()
RULES = ContextRules({"recent_summary": 2})


def compact(ref, **texts):
    """A run in a few words."""
    return Compact(ref=f"run:{ref}", run_id=ref, project_id="novel", skill_id="polish", at="t", **texts)


@pytest.mark.parametrize(
    ("locale", "line"),
    [
        ("zh", "- polish · 任务：短些；结果：走。 · ref:run:a"),
        ("en", "- polish · task: 短些; result: 走。 · ref:run:a"),
    ],
)
def test_one_line_a_run(locale, line):
    """Only what there is of task, passage and result; the number of runs is the rule's."""
    sessions = Sessions([compact("a", task="短些", result="走。")])
    [chunk] = RECENT.fetch(inputs_of(sessions, locale=locale, rules=RULES)).chunks
    assert [part.text for part in chunk.parts] == [line]
    assert sessions.asked == [("novel", 2)]


def test_in_privacy_mode_there_are_tags():
    """A run without texts is told by its tags; the newest run stays longest."""
    found = [compact("a", tags=("skill:polish", "long")), compact("b", task="x")]
    [chunk] = RECENT.fetch(inputs_of(Sessions(found), rules=RULES)).chunks
    assert chunk.parts[0].text == "- polish · skill:polish long · ref:run:a"
    assert [part.score for part in chunk.parts] == [0.0, 1.0]


def recent(preview):
    """The references of the runs that a prompt's last message tells of."""
    return re.findall(r"ref:run:(\S+)", preview.prompt.dynamic)


def test_a_chat_hears_of_runs_that_its_history_does_not_hold(tmp_path):
    """Of a rewrite once, of its own turns when the window has dropped them, and of none twice."""
    config = '[project]\nid = "harbour"\n'
    with Workspace.open(files={".underdraft/config.toml": config}, store=tmp_path / "s.db") as ws:
        ws.memory_settings.update(patch={"context_limit": 4, "memory.window_block": 0})
        session = ws.sessions.start().session_id

        def chat(text):
            return ws.run_sync("chat", instruction=text, session_id=session)

        rewrite = ws.run_sync("polish", document="夜里很冷。", selection=(0, 5))
        first = chat("林远怕水。")
        assert recent(first.preview) == [rewrite.id]
        turns = [first, *(chat(f"第{n}章写雨。") for n in "二三")]
        assert [recent(turn.preview) for turn in turns[1:]] == [[], []]
        assert recent(chat("第四章呢？").preview) == [rewrite.id, turns[0].id]

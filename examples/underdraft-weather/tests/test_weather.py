"""How a plugin's author tests it: with ``underdraft.testing``, which is a pytest plugin as well."""

from __future__ import annotations

import pytest
import underdraft_weather
from underdraft_weather import LOG, fetch_weather

from underdraft.testing import FakeModel, assert_stable, inputs, run_fetcher

ENTRIES = "# 天气\n\n- 初三：大雾，午后散\n- 初四：东北风，浪高\n- 初五：晴\n"
(FETCHER,) = underdraft_weather.underdraft_fetchers()
SKILL = "---\nname: rain\ndescription: d\ncontext_rules:\n  weather: 2\n---\nDescribe the sky.\n"


def test_the_last_days_come_in_the_logs_order():
    """The newest entry is the last one."""
    (chunk,) = fetch_weather(inputs(rules={"weather": 2}, files={LOG: ENTRIES}))
    assert chunk.body.splitlines()[1:] == ["- 初四：东北风，浪高", "- 初五：晴"]


@pytest.mark.parametrize(
    "files", [{}, {LOG: ""}, {LOG: "# Nothing yet\n"}], ids=["none", "empty", "no-entries"]
)
def test_without_entries_there_is_no_chunk(files):
    """The section's placeholder stays where it is."""
    outcome = run_fetcher(FETCHER, inputs(rules={"weather": 3}, files=files))
    assert (outcome.chunks, outcome.warnings) == ((), ())


def test_the_bytes_depend_on_the_log_alone():
    """What ``stable=True`` promises."""
    assert_stable(FETCHER, inputs(rules={"weather": 3}, files={LOG: ENTRIES}))


def test_a_skill_gets_its_weather(underdraft_workspace):
    """From the log into the prompt that the model gets."""
    model = FakeModel("It rained.")
    files = {LOG: ENTRIES, ".underdraft/skills/rain/SKILL.md": SKILL}
    with underdraft_workspace(files=files, plugins=[model], model=model.name) as ws:
        assert ws.run_sync("rain", document="The sky").text == "It rained."
    (call,) = model.calls
    assert "- 初五：晴" in call.messages[0].content
    assert "大雾" not in call.messages[0].content

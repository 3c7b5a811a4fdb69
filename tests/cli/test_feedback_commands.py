"""``underdraft feedback``, and ``underdraft memory learned``, ``confirm`` and ``refuse``."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from learning.feedback_samples import CONFIG, Desk
from learning.rules.taste_samples import STATEMENT, store_taste
from underdraft.cli import cli


@pytest.fixture
def call(tmp_path):
    """Calls the program in a project's folder; gives its JSON, or its words."""
    (tmp_path / ".underdraft").mkdir()
    config = CONFIG.format(locale="zh", project="novel").replace('"told"', '"offline"')
    (tmp_path / ".underdraft" / "config.toml").write_text(config, "utf-8")
    (tmp_path / "draft.md").write_text("他站起来！雨还在下。", "utf-8")

    def run(*words, as_json=True, status=0):
        shared = ["-C", str(tmp_path), "--store", str(tmp_path / "s.db"), *(["--json"] if as_json else [])]
        result = CliRunner().invoke(cli, [*shared, *words])
        assert result.exit_code == status, result.output
        return json.loads(result.stdout) if as_json else result.stdout

    return run


@pytest.fixture
def three_accepts(call, tmp_path):
    """Three runs, each accepted for the same reason."""
    for _ in range(3):
        call("run", "polish", "--document", str(tmp_path / "draft.md"))
        answer = call("feedback", "last", "accept", "--evidence", "偏好短句")
    return answer


def test_feedback_is_given_and_learned_from(call, three_accepts):
    """The third accept says what was learned, and the ledger shows it."""
    assert three_accepts["learned"]["content"] == "偏好短句"
    (entry,) = call("memory", "learned")["items"]
    assert (entry["state"], entry["score"]) == ("learned", 3)
    words = call("memory", "learned", as_json=False)
    assert "偏好短句" in words
    assert "3/3" in words
    assert "偏好短句" in call("memory", as_json=False)


def test_preferences_are_settled_by_the_beginning_of_an_id(call, three_accepts):
    """Confirm, also in other words, let it hold for all projects, refuse."""
    short = three_accepts["learned"]["id"].removeprefix("learned-")[:8]
    assert call("memory", "confirm", short)["item"]["userConfirmed"]
    assert call("memory", "confirm", short, "--content", "句子短些")["item"]["content"] == "句子短些"
    assert call("memory", "edit", "--global", f"learned-{short}")["scope"] == "global"
    whole = three_accepts["learned"]["id"]
    refused = call("memory", "refuse", short)
    assert (refused["id"], refused["item"]["state"]) == (whole, "refused")
    assert call("memory", "refuse", "learned-none", status=2)["error"]["code"] == "NOT_FOUND"


def test_the_final_text_is_read_from_a_file(call, tmp_path):
    """``--final`` compares what was kept with what was written."""
    call("run", "polish", "--document", str(tmp_path / "draft.md"))
    (tmp_path / "kept.md").write_text("完全不同的一段话。", "utf-8")
    assert (
        call("feedback", "last", "partial", "--final", str(tmp_path / "kept.md"))["signal"] == "HEAVY_REWRITE"
    )
    words = call("feedback", "last", "partial", "--final", str(tmp_path / "kept.md"), as_json=False)
    assert "rewritten" in words
    assert "HEAVY_REWRITE" not in words


def test_wrong_use_is_said_in_one_line(call):
    """No run yet, and an action that does not exist."""
    assert call("feedback", "last", "accept", status=2)["error"]["code"] == "NOT_FOUND"
    assert "like" in call("feedback", "last", "like", status=2)["error"]["message"]


def test_a_worded_taste_is_shown_with_its_edits(tmp_path):
    """A proposal stands with the edits as diffs and no score."""
    desk = Desk(tmp_path)
    store_taste(desk)
    shared = ["-C", str(tmp_path), "--store", str(tmp_path / "store.db")]
    words = CliRunner().invoke(cli, [*shared, "memory", "learned"]).stdout
    assert STATEMENT in words
    assert "[-“谢谢你。”-]{+把伞递过去+}" in words
    desk.close()

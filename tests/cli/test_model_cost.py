"""What work costs is printed before it begins; on a terminal the writer is asked."""

from __future__ import annotations

import sys

import click
import pytest

from underdraft.cli.model_cost import agree_to_cost

WORK = {"work": "check", "chapter": 1}


class Call:
    """Answers with an estimate."""

    as_json = False

    def __init__(self, cost):
        self.cost = cost

    def ask(self, workspace, channel, payload):
        assert channel == "ai:model:estimate"
        assert payload == WORK
        return self.cost


def estimate(questions, tokens, usd):
    """One work's cost."""
    return {"model": "m", "questions": questions, "tokens": tokens, "usd": usd}


@pytest.mark.parametrize(
    ("cost", "line"),
    [
        (estimate(14, 60_000, 0.05), "m: 14 questions, about 60,000 tokens, $0.0500"),
        (estimate(1, 900, None), "m: 1 question, about 900 tokens"),
        (estimate(0, 0, 0.0), ""),
    ],
)
def test_the_cost_is_one_line(capsys, cost, line):
    """Questions, tokens and, where a price is known, money; nothing where nothing is asked. Without a terminal it goes on."""
    agree_to_cost(Call(cost), None, WORK)
    assert capsys.readouterr().err.strip() == line


@pytest.mark.parametrize("yes", [True, False])
def test_on_a_terminal_the_writer_decides(monkeypatch, yes):
    """No is the default, and ends the command before anything is asked."""
    for stream in (sys.stdin, sys.stderr):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    monkeypatch.setattr(click.termui, "visible_prompt_func", lambda _: "y" if yes else "")
    call = Call(estimate(2, 10, 0.1))
    if yes:
        agree_to_cost(call, None, WORK)
    else:
        with pytest.raises(click.Abort):
            agree_to_cost(call, None, WORK)

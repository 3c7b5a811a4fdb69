from __future__ import annotations

import attrs
import pytest

from underdraft import Layer
from underdraft.testing import assert_stable, inputs, run_fetcher
from underdraft_plugins.fetchers.immediate import underdraft_fetchers

CAPABILITIES, MANUSCRIPT, TASK = underdraft_fetchers()
DOCUMENT = "First line. More of it.\nSecond line.\nThird line."


@pytest.mark.parametrize(
    ("run", "lines"),
    [
        ({"project": None}, ["no", "no", "no", "no"]),
        ({"document": "a"}, ["yes", "yes", "no", "no"]),
        ({"document": ""}, ["yes", "no", "no", "no"]),
        ({"document": "ab", "selection": (1, 1)}, ["yes", "yes", "no", "no"]),
        ({"document": "ab", "selection": (0, 1), "session_id": "s"}, ["yes", "yes", "yes", "yes"]),
    ],
)
def test_capabilities(run, lines):
    """What the run has and has not stands in fixed lines, always all of them."""
    (chunk,) = assert_stable(CAPABILITIES, inputs(**run))
    names = ("project", "document", "selection", "session")
    assert chunk.text == "\n".join(f"{n}: {v}" for n, v in zip(names, lines, strict=True))
    assert chunk.pinned


def manuscript(limit=100, **run):
    """Kinds and texts around the cursor."""
    chunks = run_fetcher(MANUSCRIPT, inputs(rules={"surrounding": limit}, **run)).chunks
    return {c.kind: c.text for c in chunks}


def test_text_before_selection_after():
    """The text around the selection comes in document order, the selection whole and pinned."""
    run = inputs(rules={"surrounding": 100}, document=DOCUMENT, selection=(24, 36))
    chunks = run_fetcher(MANUSCRIPT, run).chunks
    assert [(c.kind, c.text, c.pinned, c.keep) for c in chunks] == [
        ("before", "First line. More of it.", False, "tail"),
        ("selection", "Second line.", True, "head"),
        ("after", "Third line.", False, "head"),
    ]
    assert [c.layer for c in chunks] == [Layer.CURRENT] * 3


def test_only_what_the_rule_asks_for():
    """Without the rule there is the selection alone; the reason says how the text was cut."""
    assert manuscript(0, document=DOCUMENT, selection=(24, 36)) == {"selection": "Second line."}
    run = inputs(rules={"surrounding": 4}, document=DOCUMENT, selection=(24, 36))
    reasons = {c.kind: c.reason for c in run_fetcher(MANUSCRIPT, run).chunks}
    assert reasons == {
        "before": "surrounding (hard_cut)",
        "selection": "selection",
        "after": "surrounding (hard_cut)",
    }


def test_without_a_selection_one_goes_on_writing():
    """Without a selection the cursor is at the end; with a cursor there is text on both sides and no selection."""
    assert manuscript(11, document=DOCUMENT) == {"before": "Third line."}
    assert manuscript(12, document=DOCUMENT, selection=(24, 24)) == {
        "before": "More of it.",
        "after": "Second line.",
    }
    assert manuscript(document="") == {}
    assert manuscript() == {}


@pytest.mark.parametrize(
    ("instruction", "prompt", "text"),
    [
        ("Do it.", "Prompt.", "Do it."),
        ("  \n", "Prompt.", "Prompt."),
        (None, "Prompt.", "Prompt."),
        (None, None, "Go on."),
        ("", " ", "Go on."),
    ],
)
def test_the_task(instruction, prompt, text):
    """The writer's instruction comes before the skill's prompt, and that before the standing words."""
    run = inputs(instruction=instruction)
    run = attrs.evolve(run, skill=attrs.evolve(run.skill, prompt=prompt))
    (chunk,) = assert_stable(TASK, run)
    assert (chunk.text, chunk.kind, chunk.pinned) == (text, "task", True)


def test_the_task_is_required_and_last(open_novel, first_chapter):
    """The task ends the prompt, whatever plugins add to layer 5."""
    assert TASK.required
    preview = open_novel().preview_sync(
        "polish", document=first_chapter, selection=(300, 360), instruction="TASK"
    )
    assert preview.messages[-1].content.endswith("## 任务\n\n```\nTASK\n```\n")

"""Replies that wait, in lists."""

from __future__ import annotations


def test_a_waiting_reply_is_listed_and_judged(workspace, get, post):
    """It stands under Write and under Prompt with its beginning, until one of its buttons is pressed."""
    run = workspace.run_sync("polish", document="夜里很冷。", selection=(0, 5))
    workspace.run_sync("chat", instruction="夜里很冷。")
    for view in ("write", "prompt"):
        text = get(view).text
        assert f'data-reply="{run.id}"' in text
        assert f"/p/harbour/write?run={run.id}" in text
    answer = post(
        "do/ai:skill:feedback", runId=run.id, action="accept", selectedIndex="0", back="/p/harbour/write"
    )
    assert answer.headers["location"] == "/p/harbour/write?done=ai%3Askill%3Afeedback"
    assert f'data-reply="{run.id}"' not in get("write").text
    assert '<span class="tag">kept</span>' in get(f"prompt?run={run.id}").text


def test_the_record_of_a_run_is_followed_like_a_run(workspace, get):
    """A window that opens a finished run gets its passage, what stands before it, and the reply."""
    run = workspace.run_sync("polish", document="前文。夜里很冷。", selection=(3, 8))
    events = get(f"runs/{run.id}").text
    assert '{"lead":"前文。","before":"夜里很冷。","documentId":null,"verdict":null}' in events
    assert '"flaw":""' in events


def test_what_an_edit_showed_stands_beside_the_reply(workspace, get):
    """The judged prompt says what the writer's edit showed, and how far that is from being learned."""
    asked = workspace.preview_sync("polish", document="雾。", model="gpt-4.1")
    run = workspace.record_sync(asked, "他突然站住！她突然回头！")
    workspace.feedback_sync(run.id, "accept", final_text="他突然站住。她突然回头。")
    text = get(f"prompt?run={run.id}").text
    showed = text[text.index("What your edit showed: ") :].partition("</p>")[0]
    assert "少用感叹号 (1 for, 0 against, score 1.0 of 4)" in showed

"""The parts of a prompt add up."""

from __future__ import annotations

import pytest

from underdraft.run.prompt_lines import FRAMEWORK
from underdraft.types.model_call import ModelInput
from underdraft.types.request import RunRequest

DOCUMENT = "夜里很冷。" * 40


def asked(workspace, **payload):
    """A preview with its lines."""
    found = workspace.invoke_sync("ai:skill:preview", {"document": DOCUMENT, "lines": True, **payload})
    return found["data"]


@pytest.mark.parametrize("model", ["offline", "gpt-4o", "anthropic/claude-sonnet-4-5", "somebody/else"])
def test_every_token_belongs_to_a_line(open_novel, model):
    """The lines, joined, are the messages, and their tokens are together those of the prompt."""
    workspace = open_novel(model=model)
    workspace.invoke_sync(
        "memory:create", {"type": "preference", "scope": "global", "content": "结尾不要比喻"}
    )
    found = asked(workspace, skillId="polish", selection={"start": 5, "end": 20})
    assert "".join(line["text"] for line in found["lines"]) == "".join(
        message["content"] for message in found["messages"]
    )
    assert sum(line["tokens"] for line in found["lines"]) == found["tokens"]
    assert all(line["tokens"] >= 0 for line in found["lines"])


def test_each_line_says_where_it_is_from(open_novel):
    """What a fetcher gave has its source, reason and words; headings are the framework's, the skill's text the skill's."""
    workspace = open_novel()
    workspace.invoke_sync(
        "memory:create", {"type": "preference", "scope": "global", "content": "结尾不要比喻"}
    )
    lines = asked(workspace, skillId="polish", selection={"start": 5, "end": 20})["lines"]
    (selected,) = [line for line in lines if line["source"] == "document:selection"]
    assert (selected["layer"], selected["kind"], selected["reason"]) == ("CURRENT", "selection", "selection")
    assert selected["text"] == DOCUMENT[5:20]
    (memory,) = [line for line in lines if line["source"] == "memory:injection" and line["id"]]
    assert "结尾不要比喻" in memory["text"]
    assert {line["layer"] for line in lines if line["source"] == FRAMEWORK} == {
        "SYSTEM", "SESSION", "PROFILE", "PROJECT", "RECENT", "CURRENT"
    }  # fmt: skip
    assert [line["layer"] for line in lines if line["source"] == "skill"] == [None]


@pytest.mark.parametrize("last", [False, True])
def test_a_clients_words_and_earlier_turns_have_lines(open_novel, last):
    """A client's instructions are a line of their own wherever they stand, and so is each earlier turn."""
    workspace = open_novel()
    session = workspace.invoke_sync("session:start")["data"]["sessionId"]
    workspace.run_sync("chat", instruction="夜里很冷", session_id=session)
    given = ModelInput(instructions="# Rules\n\nAnswer in verse.", instructions_last=last)
    request = RunRequest(skill_id="chat", instruction="再冷一点", session_id=session)
    preview = workspace.wait_for(workspace.runner.preview(request, given))
    from underdraft.channels.runs import lines_of

    lines = lines_of(preview)
    assert "".join(line.text for line in lines) == "".join(m.content for m in preview.prompt.messages)
    assert sum(line.tokens for line in lines) == preview.tokens
    (client,) = [line for line in lines if line.source == "client_instructions"]
    assert "Answer in verse." in client.text
    assert len([line for line in lines if line.source == "history"]) == 2


def test_a_memory_can_be_left_out_of_one_run(open_novel):
    """What is left out by its id is not in the prompt, and the receipt says so; the next run has it again."""
    workspace = open_novel()
    made = {"type": "preference", "scope": "global", "content": "结尾不要比喻"}
    id_ = workspace.invoke_sync("memory:create", made)["data"]["id"]
    preview = workspace.preview_sync("polish", document=DOCUMENT, selection=(0, 5), leave_out=(id_,))
    assert "结尾不要比喻" not in preview.stable_prefix
    assert [(one.id, one.reason) for one in preview.excluded if one.id == id_] == [
        (id_, "left out for this run")
    ]
    assert (
        "结尾不要比喻" in workspace.preview_sync("polish", document=DOCUMENT, selection=(0, 5)).stable_prefix
    )
    refused = workspace.invoke_sync("ai:skill:preview", {"skillId": "polish", "leaveOut": ["x"] * 101})
    assert refused["error"]["message"].startswith("leaveOut: ")

"""Consent to what the assistant has proposed."""

from __future__ import annotations

import pytest

from memory.sessions.fact_samples import items
from memory.sessions.session_samples import data, opened, project, say, settings, settle
from underdraft import CandidateMemory, Turn
from underdraft.memory.sessions.consent import agreed_part
from underdraft.memory.sessions.echo_guard import refusal
from underdraft.memory.sessions.verify import verified

WAYS = "Three ways out:\n\n1. Mara drowns in the lock.\n2. **Mara sells the mill and leaves by night.**\n3. The mill burns.\n\nWhich one?"
SECOND = "Mara sells the mill and leaves by night."
ZH = "有三种走法：\n\n一、沈砚留在城里。\n二、沈砚把灯塔卖给盐帮，连夜离开。\n三、灯塔失火。"


@pytest.mark.parametrize(
    ("said", "reply", "part"),
    [
        ("Yes, the second way.", WAYS, SECOND),
        ("Let's go with option 2.", WAYS, SECOND),
        ("Okay, the third.", WAYS, "The mill burns."),
        ("Let's do that.", "Mara could sell the mill in chapter nine.", "Mara could sell the mill in chapter nine."),
        ("好，就按第二种。", ZH, "沈砚把灯塔卖给盐帮，连夜离开。"),
        ("就这么定。", "那就让沈砚第九章卖掉灯塔。", "那就让沈砚第九章卖掉灯塔。"),
        ("Not the second way.", WAYS, ""),
        ("Maybe the second one?", WAYS, ""),
        ("Let's do that.", WAYS, ""),
        ("Yes.", WAYS, ""),
        ("Shorten the second paragraph, please.", WAYS, ""),
        ("The second way he looks at her is colder.", "He looks at her.", ""),
        ("Okay, the fourth.", WAYS, ""),
        ("第二种不行。", ZH, ""),
        ("第二段改短一点。", ZH, ""),
        ("好的，继续。", ZH, ""),
    ],
)  # fmt: skip
def test_a_sentence_agrees_to_one_part_of_the_reply(said, reply, part):
    """Only where it says so, and where one part is meant."""
    assert agreed_part(said, reply) == part


@pytest.mark.parametrize(
    ("warrant", "evidence", "kind", "outcome"),
    [
        ("Yes, the second way.", SECOND, "fact", ""),
        ("Yes, the second way.", "The mill burns.", "fact", "consent"),
        ("Yes, the second way.", SECOND, "preference", "consent"),
        ("The rain is awful.", SECOND, "fact", "consent"),
        ("Do as you like.", SECOND, "fact", "not_said"),
        ("Yes, the second way.", "Mara marries the miller.", "fact", "not_said"),
    ],
)
def test_a_model_may_find_consent_and_must_quote_both(warrant, evidence, kind, outcome):
    """The writer's sentence and the part of the reply; where the rule finds something else, it is offered."""
    said = "Yes, the second way. The rain is awful."
    turn = Turn(session_id="s", project_id="p", user=said, assistant="", before=WAYS)
    found = CandidateMemory(content="The writer is a fool", evidence=evidence, warrant=warrant, kind=kind)
    refused = refusal(found, turn)
    candidate, doubt = verified(found, turn)
    assert (refused or doubt) == outcome
    assert candidate.content == evidence


@pytest.mark.both_stores
@pytest.mark.parametrize("model", ["fake", "offline"])
def test_what_was_agreed_to_is_in_the_prompt_ten_turns_later(tmp_path, model):
    """With a model and without, in the session whose window has dropped it and in the next; undone like any memory."""
    replies = ["有三种走法：\n\n1. 沈砚留下。\n2. 沈砚把灯塔卖给盐帮，连夜离开。\n3. 失火。"]
    with opened(project(tmp_path), *replies) as ws:
        settings(ws, context_limit=4)
        say(ws, "灯塔怎么收场？")
        say(ws, "好，就按第二种。", model=None if model == "fake" else "offline")
        for n in range(10):
            say(ws, f"再说说第{n}章的码头。")
        settle(ws)
        [agreed] = [i for c, i in items(ws).items() if "盐帮" in c]
        assert agreed["content"] == "沈砚把灯塔卖给盐帮，连夜离开。"
        for session in ("s1", "s2"):
            prompt = ws.preview_sync("talk", instruction="灯塔卖给谁？", session_id=session).prompt
            assert "沈砚把灯塔卖给盐帮，连夜离开" in prompt.dynamic
        evidence = data(ws, "memory:history", {"id": agreed["id"]})["revisions"][-1]["after"]["evidence"]
        assert evidence[0]["warrant"] == "好，就按第二种。"

"""A prompt, layer by layer."""

from __future__ import annotations

import re

import pytest

from docs.pages import codes, read, rows
from service.pages.test_actions import made
from service.served import caller_of
from underdraft import Usage
from underdraft.service.pages.prompt import parts_of
from underdraft.text.strings import languages, own_words
from underdraft.text.wording import word_of


def test_a_run_is_shown_by_its_layers(workspace, get):
    """Each layer tells what stands in it, from where, why, and how many tokens it takes."""
    made(workspace, "结尾不要比喻")
    run = workspace.run_sync("polish", document="夜里很冷。", selection=(0, 5))
    text = get(f"prompt?run={run.id}").text
    assert 'title="memory:injection ' in text
    assert "[2] The writer" in text
    assert "结尾不要比喻" in text
    assert text.count('class="stable"') == 4


def test_a_changed_prefix_is_blamed(workspace, get):
    """Where the prefix is another than in the run before, the page says what changed it and what to do."""
    workspace.run_sync("polish", document="夜里很冷。", selection=(0, 5))
    made(workspace, "结尾不要比喻")
    second = workspace.run_sync("polish", document="夜里很冷。", selection=(0, 5))
    text = get(f"prompt?run={second.id}").text
    assert "paid for again" in text
    assert "结尾不要比喻" in text
    assert "<code>underdraft blame</code>" in text


def test_a_warning_is_a_sentence(workspace, get):
    """The page says what a warning means; its code stands in the title and in the place of the docs, and its details are translated."""
    run = workspace.record_sync(
        workspace.preview_sync("polish", document="夜里很冷。", selection=(0, 5)), " "
    )
    for language, sentence in (("en", "The model wrote nothing."), ("zh", "模型什么也没有写。")):
        text = get(f"prompt?run={run.id}&lang={language}").text
        place = '<code class="quiet">docs/errors.md#reply_empty</code>'
        assert f'title="REPLY_EMPTY">{sentence} {place}</p>' in text
    failed = word_of(
        "zh", "warning", "FETCHER_FAILED: sky: plugin weather: expected a list of Chunk; one item is int"
    )
    assert failed.endswith("sky：插件 weather：应为 Chunk 的列表；其中一项是 int。")
    assert word_of("zh", "warning", "SKY_FELL: over there") == "SKY_FELL: over there"


@pytest.mark.parametrize("language", languages())
def test_every_warning_of_the_contract_has_its_sentence(language):
    """Each code in the contract's table of warnings has a sentence in the language."""
    table = [codes(row[0])[0].partition(":")[0] for row in rows(read("docs/contract/envelope.md"), "warning")]
    assert [code for code in table if f"warning.{code}" not in own_words(language, "page")] == []


def test_lines_of_one_source_are_one_line():
    """What a layer has many of is counted; each memory keeps a line of its own."""
    card = {"layer": "PROJECT", "source": "folder:x", "reason": "r", "plugin": "p", "tokens": 3, "id": "a"}
    card |= {"kind": "character", "text": "Edith"}
    memory = {**card, "layer": "PROFILE", "source": "memory:injection"}
    lines = [memory, {**memory, "id": "b"}, card, {**card, "id": "b"}]
    profile, project = parts_of({"lines": lines, "excluded": [card]}, "en")
    assert [line["id"] for line in profile["lines"]] == ["a", "b"]
    assert [(line["count"], line["tokens"], line["words"]) for line in project["lines"]] == [
        (2, 6, "Edith\nEdith")
    ]
    assert [line["tokens"] for line in project["excluded"]] == [3]


def test_the_view_adds_up(workspace, get):
    """The tokens of the lines are together those of the prompt, and the provider's own count is told apart."""
    run = workspace.record_sync(
        workspace.preview_sync("polish", document="夜里很冷。", selection=(0, 5)),
        "真冷",
        usage=Usage(prompt_tokens=9_000, cached_tokens=7),
    )
    text = get(f"prompt?run={run.id}").text
    sent = re.sub(r'<tr class="gone">.*?</tr>', "", text)
    counted = sum(map(int, re.findall(r'<td class="num">(\d+)</td>', sent)))
    assert counted == run.preview.tokens
    assert f"Together {counted} tokens" in text
    assert f"The provider counted 9000: {9_000 - counted} for its own marks" in text
    assert "7 from the cache" in text
    for shown in ("Instruction of the skill", "Headings and labels", "Selected text", "夜里很冷。"):
        assert shown in text
    whole = get(f"prompt?run={run.id}&text=1").text
    assert whole == "\n\n".join(message.content for message in run.prompt.messages)


def test_a_preview_is_the_same_view_before_it_is_sent(workspace, url):
    """It names the model and the tokens, and each memory of it can be opened, or left out."""
    id_ = made(workspace, "结尾不要比喻")["id"]
    payload = {"skillId": "polish", "document": "夜里很冷。", "selection": {"start": 0, "end": 5}}
    with caller_of(url) as caller:
        caller.http.headers["accept-language"] = "en"
        text = caller.http.post("/p/harbour/preview", json=payload).text
        without = caller.http.post("/p/harbour/preview", json={**payload, "leaveOut": [id_]}).text
    assert "To offline:" in text
    assert f'data-id="{id_}" checked' in text
    assert f"/p/harbour/memory/{id_}" in text
    assert "结尾不要比喻" not in without
    assert workspace.invoke_sync("ai:run:list")["data"]["items"] == []


def test_a_long_prompt_is_a_short_view(workspace, get):
    """However long the prompt and the reply, the view has less than 100 KB."""
    made(workspace, "慢" * 5_000)
    preview = workspace.preview_sync("polish", instruction="冷" * 18_000, document="夜里很冷。" * 24_000)
    run = workspace.record_sync(preview, "真冷。" * 40_000)
    assert len(get(f"prompt?run={run.id}").content) < 100_000


def test_a_foreign_run_is_not_there(get):
    """A run that is not this project's is a sentence, not a prompt."""
    assert get("prompt?run=none").status_code == 404


def test_a_run_shows_what_was_heard_and_undoes_it(workspace, get, post):
    """What was taken, offered and left out, with the reason; one button brings back what a correction replaced."""
    session = workspace.invoke_sync("session:start")["data"]["sessionId"]
    for said in ("记住：林远左手有疤。", "不对，林远不是左手有疤，是右手有疤。"):
        run = workspace.run_sync("chat", instruction=said, session_id=session)
        workspace.invoke_sync("memory:maintenance:run", {"trigger": "pendingWork"})
    text = get(f"prompt?run={run.id}&lang=en").text
    assert 'data-outcome="taken"' in text
    assert "<del>林远左手有疤</del>" in text
    (heard,) = [one for one in workspace.runs.get(run_id=run.id).heard if one.replaced]
    post("do/memory:delete", id=heard.memory_id)
    known = [one.content for one in workspace.facts.list(limit=10).items]
    assert "林远左手有疤" in known
    assert heard.content not in known

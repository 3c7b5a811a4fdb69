from __future__ import annotations

import attrs
import pytest

from underdraft import Conflict, InvalidArgument, NotFound, Usage
from underdraft.memory.settings import update_settings
from underdraft.run.runner import PREVIEWS_KEPT
from underdraft.testing import FakeModel

TEXT = "他在黑暗里慢慢地敲了敲那口旧钟。"
USAGE = Usage(prompt_tokens=900, completion_tokens=12, cached_tokens=640)


def preview_of(ws, **options):
    """A preview of the kind of run that every test here records."""
    return ws.preview_sync("polish", document="他敲钟。", selection=(0, 4), **options)


def test_a_preview_is_recorded_with_what_another_client_got(underdraft_workspace):
    """The application sends the preview's messages itself; the run is then as any other: kept, listed, replayed."""
    ws = underdraft_workspace({".underdraft/rules/a.md": "No rain."})
    preview = preview_of(ws, model="gpt-4.1", document_id="chapter-1")
    sent = preview.messages_json()
    assert [message["role"] for message in sent] == ["system", "user"]
    assert "No rain." in sent[0]["content"]
    run = ws.record_sync(preview, TEXT, usage=USAGE, finish_reason="stop", model_ms=812.5)
    assert (run.id, run.text, run.usage, run.document_id) == (preview.run_id, TEXT, USAGE, "chapter-1")
    stored = ws.store.runs.get(run.id)
    assert stored.record.texts == (TEXT,)
    assert stored.record.preview.model == "gpt-4.1"
    assert stored.record.timings["model"] == 812.5
    replayed = ws.invoke_sync("ai:run:replay", {"runId": run.id})["data"]
    assert replayed["same"]
    assert replayed["promptHash"] == preview.prompt_hash
    assert preview_of(ws, model="gpt-4.1").stable_prefix_unchanged is True


def test_feedback_teaches(underdraft_workspace):
    """Of a run that was recorded so, preferences are learned, and it leaves an episode."""
    ws = underdraft_workspace()
    runs = [ws.record_sync(preview_of(ws), TEXT).id for _ in range(3)]
    for run_id in runs:
        said = ws.feedback_sync(
            run_id, "accept", evidence_ref="偏好短句", final_text="他在黑暗里慢慢地敲那口旧钟。"
        )
        assert said.ignored_reason is None
        assert said.signal == "LIGHT_EDIT"
    assert said.learned is not None
    ws.store.episodes.flush()
    assert {e.run_id for e in ws.store.episodes.recall("test-project").items for e in [e.episode]} == {*runs}
    after = preview_of(ws)
    assert "偏好短句" in after.stable_prefix


def test_who_answered(underdraft_workspace):
    """A text that the application gives was not written by the stand-in; a named model is taken at its name."""
    ws = underdraft_workspace()
    assert ws.record_sync(preview_of(ws), TEXT).preview.model == "external"
    assert ws.record_sync(preview_of(ws), TEXT, model="my/finetune").preview.model == "my/finetune"


def test_a_reply_that_was_cut_off(underdraft_workspace):
    """It carries the warning that a run's own would, and an unknown reason stays unknown."""
    ws = underdraft_workspace()
    cut = ws.record_sync(preview_of(ws), TEXT, finish_reason="length")
    assert "REPLY_TRUNCATED: length" in cut.warnings
    assert cut.no_lesson == "truncated"
    assert ws.record_sync(preview_of(ws), TEXT).finish_reason is None


def test_a_turn_of_a_session(underdraft_workspace):
    """With a session the recorded run is a turn, and the next preview has it as history."""
    ws = underdraft_workspace()
    session = ws.invoke_sync("session:start", {})["data"]["sessionId"]
    first = ws.preview_sync("chat", instruction="她叫什么？", session_id=session)
    ws.record_sync(first, "她叫阿寥。")
    second = ws.preview_sync("chat", instruction="她几岁？", session_id=session)
    assert [m.content for m in second.messages[1:-1]] == [first.messages[-1].content, "她叫阿寥。"]


def test_a_preview_is_recorded_once(underdraft_workspace):
    """The second time is a conflict, also after the first was kept by another workspace on the store."""
    ws = underdraft_workspace()
    preview = preview_of(ws)
    ws.record_sync(preview, TEXT)
    with pytest.raises(Conflict):
        ws.record_sync(preview, TEXT)
    with pytest.raises(NotFound):
        ws.record_sync(preview.run_id, TEXT)


def test_a_run_is_no_preview(underdraft_workspace):
    """The preview inside a run's record cannot be recorded again."""
    ws = underdraft_workspace(plugins=[FakeModel()], model="fake")
    run = ws.run_sync("polish", document="a")
    with pytest.raises(InvalidArgument, match="preview"):
        ws.record_sync(run.preview, TEXT)


@pytest.mark.parametrize(
    ("texts", "options", "field"),
    [
        ([], {}, "texts"),
        (["a"] * 9, {}, "texts"),
        ("\ud800", {}, "texts"),
        ([1], {}, "texts"),
        ("a", {"usage": attrs.evolve(USAGE, cached_tokens=-1)}, "usage"),
        ("a", {"model": "a\nb"}, "model"),
        ("a", {"finish_reason": ""}, "finishReason"),
    ],
)
def test_what_is_refused(underdraft_workspace, texts, options, field):
    """A value that no model call can have is refused by name, and nothing is recorded."""
    ws = underdraft_workspace()
    preview = preview_of(ws)
    with pytest.raises(InvalidArgument, match=field):
        ws.record_sync(preview, texts, **options)
    assert not ws.store.runs.has(preview.run_id)


def test_over_the_channel(underdraft_workspace):
    """The channel takes the preview's id; too old a preview, or another's, is NOT_FOUND."""
    ws = underdraft_workspace()
    ids = [preview_of(ws).run_id for _ in range(PREVIEWS_KEPT + 1)]
    usage = {"promptTokens": 900, "completionTokens": 12, "cachedTokens": 640, "cacheWriteTokens": 0}
    payload = {"texts": [TEXT], "usage": usage}
    answer = ws.invoke_sync("ai:skill:record", {"runId": ids[-1], **payload})
    assert answer["data"]["text"] == TEXT
    assert answer["data"]["usage"] == usage
    gone = ws.invoke_sync("ai:skill:record", {"runId": ids[0], **payload})
    assert gone["error"]["code"] == "NOT_FOUND"


def test_privacy(underdraft_workspace):
    """In privacy mode no text of such a run is kept either."""
    ws = underdraft_workspace()
    update_settings(ws.store.memory.database, {"privacyModeEnabled": True})
    run = ws.record_sync(preview_of(ws), TEXT)
    assert ws.store.runs.get(run.id).record.texts == ("",)

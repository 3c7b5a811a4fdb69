"""Every scenario of the seed's memory capability, through the workspace and its channels."""

from __future__ import annotations

import json
import uuid

import pytest

from memory.sessions.session_samples import code, data, opened, project, say, settings, settle
from underdraft import Layer, ModelError, Reply, RunFinished, TextDelta, ToolCall, hookimpl

PROJECT = {"projectId": "harbour"}


def body(preview, layer):
    """The text of one layer's chunks."""
    return "\n".join(c.body for s in preview.prompt.sections if s.layer is layer for c in s.chunks)


@pytest.mark.seed("004.1.3", "004.1.4")
def test_passive_recall_puts_memories_into_layer_4(tmp_path):
    """被动 RAG 检索原子记忆: what fits the message stands in layer 4, at most rag_top_n, and nowhere before."""
    with opened(project(tmp_path)) as ws:
        for n in range(8):
            data(ws, "atomic:create", {"content": f"灯塔第{n}层放着煤油", **PROJECT})
        data(ws, "atomic:create", {"content": "她养了一只猫", **PROJECT})
        preview = ws.preview_sync("talk", instruction="灯塔里有什么", session_id="s1")
        recalled = [i for i in preview.injected if i.source == "memory:recall"]
        assert len(recalled) == 5
        assert {i.layer for i in recalled} == {Layer.RECENT}
        assert "煤油" in body(preview, Layer.RECENT)
        assert "煤油" not in preview.stable_prefix
        assert "猫" not in preview.prompt.dynamic


@pytest.mark.seed("004.1.5", "004.1.6")
def test_facts_are_written_behind_the_reply(tmp_path):
    """原子记忆异步写入: new facts of the turn are written after the reply, once, and contradictions marked."""
    with opened(project(tmp_path)) as ws:
        say(ws, "记住：主角叫林远。")
        say(ws, "对了，主角叫什么来着？")
        settle(ws)
        [first] = data(ws, "atomic:list", PROJECT)["items"]
        assert (first["content"], first["origin"], first["sessionId"]) == ("主角叫林远", "extracted", "s1")
        say(ws, "主角叫 林远！")
        settle(ws)
        assert len(data(ws, "atomic:list", PROJECT)["items"]) == 1
        say(ws, "主角改名叫沈砚。", session="s2")
        settle(ws)
        newer, older = data(ws, "atomic:list", PROJECT)["items"]
        assert newer["contradicts"] == [older["id"]]
        assert older["contradictedBy"] == newer["id"]


@pytest.mark.seed("004.1.5")
def test_a_greeting_leaves_nothing(tmp_path):
    """原子记忆异步写入: a turn without anything worth remembering writes nothing."""
    with opened(project(tmp_path)) as ws:
        say(ws, "你好！")
        say(ws, "把第一段改短一点")
        settle(ws)
        assert data(ws, "atomic:list", PROJECT)["items"] == []
        assert data(ws, "profile:get")["version"] == 0


@pytest.mark.seed("004.2.1", "004.2.2", "004.2.3")
def test_the_profile_is_loaded_with_every_request(tmp_path):
    """加载用户画像: while enable_user_profile is true the document stands in layer 2 as the writer wrote it, else not."""
    document = "# 回复风格\n简短。\n\n# 语言习惯\n用繁体标点。\n\n# 背景\n写悬疑十年。"
    with opened(project(tmp_path, plain=("surrounding: 0",))) as ws:
        first = data(ws, "profile:update", {"markdown": document})
        assert data(ws, "profile:get")["markdown"] == document
        preview = ws.preview_sync("plain", instruction="写")
        assert document in body(preview, Layer.PROFILE)
        assert preview.stable_prefix_hash == ws.preview_sync("plain", instruction="再写").stable_prefix_hash
        data(ws, "profile:update", {"markdown": "写诗。", "expectedVersion": first["version"]})
        changed = body(ws.preview_sync("plain", instruction="写"), Layer.PROFILE)
        assert "写诗。" in changed
        assert "写悬疑十年" not in changed
        settings(ws, memory__enable_user_profile=False)
        assert "写诗。" not in ws.preview_sync("plain", instruction="写").stable_prefix


@pytest.mark.seed("004.2.4")
def test_a_preference_updates_the_profile(tmp_path):
    """更新用户画像: a preference in the user's words is noted in the document; the writer's part stays."""
    with opened(project(tmp_path)) as ws:
        data(ws, "profile:update", {"markdown": "我写悬疑。"})
        say(ws, "我喜欢短句，但我讨厌感叹号。")
        settle(ws)
        profile = data(ws, "profile:get")
        with ws.store.database.read() as connection:
            stored = connection.exec_driver_sql("SELECT * FROM user_profile").mappings().one()
        assert profile["markdown"] in stored.values()
        assert profile["markdown"].startswith("我写悬疑。\n\n## 对话中记下的偏好\n")
        assert "- 我喜欢短句，但我讨厌感叹号" in profile["markdown"]
        actors = [r["actor"] for r in data(ws, "profile:history")["revisions"]]
        assert actors == ["user", "extraction"]


@pytest.mark.seed("004.3.2", "004.3.3")
def test_recent_summaries_stand_in_layer_4(tmp_path):
    """注入近期会话摘要: the newest sessions, at most session_summary_limit, without the one that goes on."""
    with opened(project(tmp_path)) as ws:
        for n in range(4):
            say(ws, f"第{n}次谈话的题目", session=f"s{n}")
        settle(ws)
        settings(ws, memory__session_summary_limit=2)
        preview = ws.preview_sync("talk", instruction="继续", session_id="s3")
        text = body(preview, Layer.RECENT)
        assert "第2次谈话的题目" in text
        assert "第1次谈话的题目" in text
        assert "第0次" not in text
        assert "第3次" not in text
        settings(ws, memory__session_summary_limit=0)
        assert "谈话的题目" not in body(
            ws.preview_sync("talk", instruction="继续", session_id="s3"), Layer.RECENT
        )


@pytest.mark.seed("004.3.1", "004.3.4")
def test_the_first_reply_of_a_session_writes_its_summary(tmp_path):
    """新会话首条触发摘要写入: after the first reply there is one summary, and later turns add none."""
    with opened(project(tmp_path), "灯塔熄了。因为煤油被人换成了水。") as ws:
        for text in ("灯塔为什么熄了？", "然后呢？"):
            say(ws, text)
        settle(ws)
        [summary] = data(ws, "summary:list")["items"]
        assert summary["sessionId"] == "s1"
        assert summary["title"] == "灯塔为什么熄了？"
        assert "煤油" in summary["snippet"]
        assert summary["createdAt"]


@pytest.mark.seed("004.4.1", "004.4.3")
def test_every_message_is_on_disk_before_the_reply_is_reported(tmp_path):
    """消息持久化: when the run is reported finished both messages are in the table, under its session."""
    seen = []

    async def stream(ws):
        async for event in ws.stream("talk", instruction="灯塔", session_id="s1"):
            if isinstance(event, TextDelta | RunFinished):
                rows = ws.store.conversation.transcript.list("s1", "harbour").items
                seen.append((type(event).__name__, [m.role for m in rows]))

    with opened(project(tmp_path)) as ws:
        ws._shared.portal.call(stream(ws))
        assert seen[-1] == ("RunFinished", ["user", "assistant"])
        items = data(ws, "conversation:list", {"sessionId": "s1"})["items"]
        assert {"sessionId", "role", "content", "createTime", "isCollected"} <= set(items[0])
        assert items[0]["instruction"] == "灯塔"
        assert items[1]["content"] == "好的。"


@pytest.mark.seed("004.4.3")
def test_a_message_that_was_sent_is_kept_without_a_reply(tmp_path):
    """消息持久化: what the user sent is on disk although the model failed, and is not sent again."""
    with opened(project(tmp_path), ModelError("down"), "好的。") as ws:
        assert (
            code(ws, "ai:skill:run", {"skillId": "talk", "instruction": "在吗", "sessionId": "s1"})
            == "MODEL_ERROR"
        )
        [lost] = data(ws, "conversation:list", {"sessionId": "s1"})["items"]
        assert (lost["instruction"], lost["answered"]) == ("在吗", False)
        assert data(ws, "conversation:window", {"sessionId": "s1"})["messages"] == []
        assert say(ws, "还在吗").preview.prompt.history == ()


@pytest.mark.seed("004.4.2", "004.4.4")
def test_a_new_session_has_a_fresh_id_and_an_empty_window(tmp_path):
    """新建会话: session:start gives a UUID that was never there, and nothing of the last session is sent."""
    with opened(project(tmp_path)) as ws:
        first = data(ws, "session:start")["sessionId"]
        say(ws, "第一句", session=first)
        second = data(ws, "session:start")["sessionId"]
        assert uuid.UUID(first) != uuid.UUID(second)
        assert data(ws, "conversation:window", {"sessionId": second})["messages"] == []
        assert say(ws, "第二句", session=second).preview.prompt.history == ()


@pytest.mark.seed("004.5.1", "004.5.3")
def test_above_the_limit_the_earliest_round_goes(tmp_path):
    """消息数超限裁剪: a request never has more than context_limit + 2 messages; dropped ones stay in the table."""
    with opened(project(tmp_path)) as ws:
        settings(ws, context_limit=4)
        runs = [say(ws, f"第{n}句") for n in range(5)]
        assert [len(r.preview.messages) for r in runs] == [2, 4, 6, 6, 6]
        sent = runs[-1].preview.messages
        assert [m.role for m in sent] == ["system", "user", "assistant", "user", "assistant", "user"]
        assert "第2句" in sent[1].content
        assert len(data(ws, "conversation:list", {"sessionId": "s1"})["items"]) == 10
        settle(ws)
        assert data(ws, "atomic:list", PROJECT)["items"] == []


@pytest.mark.seed("004.5.2")
def test_what_leaves_the_window_is_not_remembered_by_that(tmp_path):
    """滚动窗口管理: a fact in a message that is dropped becomes no memory, where it did not become one when it was said."""
    with opened(project(tmp_path)) as ws:
        settings(ws, context_limit=2, memory__enable_extraction=False)
        say(ws, "记住：主角叫林远。")
        settle(ws)
        settings(ws, memory__enable_extraction=True)
        for n in range(3):
            say(ws, f"第{n}句")
        settle(ws)
        window = data(ws, "conversation:window", {"sessionId": "s1"})["messages"]
        assert [message["role"] for message in window] == ["user", "assistant"]
        assert "林远" not in str(window)
        assert data(ws, "atomic:list", PROJECT)["items"] == []
        say(ws, "记住：主角叫沈砚。", session="s2")
        settle(ws)
        assert [i["content"] for i in data(ws, "atomic:list", PROJECT)["items"]] == ["主角叫沈砚"]


@pytest.mark.seed("004.1.3", "004.6.1", "004.6.3")
def test_a_setting_takes_effect_on_the_next_request(tmp_path):
    """配置项生效: rag_top_n, context_limit and the others are read anew by each request."""
    with opened(project(tmp_path)) as ws:
        for n in range(6):
            data(ws, "atomic:create", {"content": f"灯塔第{n}层放着煤油", **PROJECT})

        def recalled():
            return sum(
                i.source == "memory:recall" for i in ws.preview_sync("talk", instruction="灯塔").injected
            )

        assert recalled() == 5
        settings(ws, memory__rag_top_n=2)
        assert recalled() == 2
        settings(ws, memory__rag_top_n=0)
        assert recalled() == 0
        settings(ws, memory__atomic_content_max_length=10)
        assert code(ws, "atomic:create", {"content": "这句话比十个字要长出不少"}) == "INVALID_ARGUMENT"


@pytest.mark.seed("004.6.2")
def test_everything_can_be_created_read_changed_and_deleted(tmp_path):
    """记忆可配置与透明: atomic memories, profile, summaries and messages, each with all four."""
    with opened(project(tmp_path)) as ws:
        item = data(ws, "atomic:create", {"content": "灯塔有九层", "tags": ["灯塔"]})
        assert data(ws, "memory:show", {"ref": f"atomic:{item['id']}"})["item"] == item
        changed = data(
            ws, "atomic:update", {"id": item["id"], "patch": {"content": "灯塔有十层"}, "expectedVersion": 1}
        )
        assert (changed["content"], changed["version"]) == ("灯塔有十层", 2)
        assert (
            code(ws, "atomic:update", {"id": item["id"], "patch": {"content": "x"}, "expectedVersion": 1})
            == "CONFLICT"
        )
        assert data(ws, "atomic:delete", {"id": item["id"]})["deletedAt"]
        assert data(ws, "atomic:list")["items"] == []
        assert data(ws, "memory:restore", {"id": item["id"]})["deletedAt"] is None

        profile = data(ws, "profile:update", {"markdown": "一"})
        assert data(ws, "profile:get") == profile
        assert code(ws, "profile:update", {"markdown": "二", "expectedVersion": 0}) == "CONFLICT"
        assert data(ws, "profile:update", {"markdown": ""})["markdown"] == ""

        data(ws, "summary:update", {"sessionId": "s9", "title": "题", "snippet": "事"})
        assert data(ws, "summary:update", {"sessionId": "s9", "snippet": "新事"})["snippet"] == "新事"
        assert data(ws, "memory:show", {"ref": "session:s9"})["summary"]["title"] == "题"
        data(ws, "summary:update", {"delete": True, "sessionId": "s9"})
        assert code(ws, "memory:show", {"ref": "session:s9"}) == "NOT_FOUND"

        message = data(ws, "conversation:append", {"sessionId": "s1", "role": "user", "content": "你好"})
        assert data(ws, "conversation:collect", {"id": message["id"], "collected": True})["isCollected"]
        assert data(ws, "conversation:delete", {"sessionId": "s1"}) == {"deleted": 1}
        assert data(ws, "conversation:list", {"sessionId": "s1"})["items"] == []


@pytest.mark.seed("004.7.2")
def test_the_model_may_search_while_the_setting_is_on(tmp_path):
    """主动记忆搜索（可选）: a tool call of the model is answered from the memories, only while it is allowed."""

    class Searching:
        """A model that searches once, then repeats what it was told."""

        def __init__(self):
            self.calls = []

        @hookimpl
        def underdraft_model(self, name):
            return self if name == "searching" else None

        async def answer(self, call):
            self.calls.append(call)
            if call.tools and not call.exchange:
                wanted = ToolCall(
                    id="1",
                    name="memory_search",
                    arguments=json.dumps({"keyword": "灯塔", "time_range": {"from": "2026-01-01"}}),
                )
                yield Reply(texts=("",), tool_calls=(wanted,))
                return
            text = call.exchange[-1]["content"] if call.exchange else "没有工具"
            yield TextDelta(text=text)
            yield Reply(texts=(text,))

    model = Searching()
    with opened(project(tmp_path), plugins=[model], model="searching") as ws:
        data(ws, "atomic:create", {"content": "灯塔有九层", **PROJECT})
        data(ws, "atomic:create", {"content": "她养了一只猫", **PROJECT})
        assert say(ws, "问").text == "没有工具"
        settings(ws, memory__enable_agentic_search=True)
        answer = json.loads(say(ws, "问").text)
        assert [hit["text"] for hit in answer] == ["灯塔有九层"]
        described = {
            json.dumps([t.name, t.description, dict(t.parameters)]) for c in model.calls for t in c.tools
        }
        assert len(described) == 1
        settings(ws, memory__enable_agentic_search=False)
        assert say(ws, "问").text == "没有工具"


@pytest.mark.seed("004.7.1")
def test_search_by_keyword_and_time(tmp_path):
    """主动记忆搜索（可选）: memory:search finds by words of two characters and by time, both ends included."""
    with opened(project(tmp_path)) as ws:
        old = data(ws, "atomic:create", {"content": "灯笼是红的", **PROJECT})
        new = data(ws, "atomic:create", {"content": "灯笼是白的", **PROJECT})

        def found(**payload):
            return {i["content"] for i in data(ws, "memory:search", {"keyword": "灯笼", **payload})["items"]}

        assert found() == {"灯笼是红的", "灯笼是白的"}
        assert found(timeRange={"to": old["timestamp"]}) == {"灯笼是红的"}
        assert found(timeRange={"from": new["timestamp"], "to": "2026-01-01"}) == {"灯笼是白的"}
        assert found(timeRange={"from": "2027-01-01"}) == set()
        assert found(projectId=None) == set()
        for wrong in ({"from": "gestern"}, {"since": "2026"}, [], {"to": 3}):
            assert code(ws, "memory:search", {"keyword": "灯笼", "timeRange": wrong}) == "INVALID_ARGUMENT"
        assert code(ws, "memory:search", {"keyword": " "}) == "INVALID_ARGUMENT"


SEED_TABLES = {
    "atomic_memory": ("id", "timestamp", "content", "tags", "session_id", "create_time"),
    "conversation": ("session_id", "role", "content", "create_time", "is_collected"),
    "session_summary": ("session_id", "title", "snippet", "created_at"),
}


@pytest.mark.seed("004.1.1", "004.3.1", "004.4.1")
def test_the_tables_have_the_seeds_columns(tmp_path):
    """原子记忆, 近期会话摘要, 会话持久化: each table can be read by the seed's names."""
    with opened(project(tmp_path)) as ws:
        session = data(ws, "session:start", PROJECT)["sessionId"]
        say(ws, "记住：主角叫林远。", session=session)
        settle(ws)
        found = {}
        with ws.store.database.read() as connection:
            for table, columns in SEED_TABLES.items():
                rows = connection.exec_driver_sql(f"SELECT {', '.join(columns)} FROM {table}")
                found[table] = [dict(row) for row in rows.mappings()]
    [fact], [summary], [asked, answered] = (
        found[t] for t in ("atomic_memory", "session_summary", "conversation")
    )
    if asked["role"] == "assistant":  # a server gives rows in any order
        asked, answered = answered, asked
    assert fact["content"] == "主角叫林远"
    assert fact["session_id"] == summary["session_id"] == asked["session_id"] == session
    assert all(fact[name] is not None for name in ("id", "timestamp", "tags", "create_time"))
    assert all(summary[name] for name in ("title", "snippet", "created_at"))
    assert (asked["role"], answered["role"]) == ("user", "assistant")
    assert (answered["content"], bool(answered["is_collected"])) == ("好的。", False)
    assert asked["create_time"] <= answered["create_time"]


@pytest.mark.seed("004.1.5")
def test_only_the_writers_words_become_facts(tmp_path):
    """原子记忆异步写入: what the assistant alone has claimed is not remembered."""
    with opened(project(tmp_path), "记住：主角叫沈砚，她住在灯塔里。") as ws:
        say(ws, "主角叫什么？")
        settle(ws)
        assert data(ws, "atomic:list", PROJECT)["items"] == []


@pytest.mark.seed("004.6.1")
def test_the_five_settings_are_there(tmp_path):
    """记忆可配置与透明: each of the five can be set, and is read back."""
    patch = {
        "memory.rag_top_n": 7,
        "memory.enable_agentic_search": True,
        "memory.enable_user_profile": False,
        "memory.atomic_content_max_length": 90,
        "memory.session_summary_limit": 3,
    }
    with opened(project(tmp_path)) as ws:
        before = data(ws, "memory:settings:get")
        assert all(before[key] != value for key, value in patch.items())
        data(ws, "memory:settings:update", {"patch": patch})
        assert data(ws, "memory:settings:get") == before | patch

"""Several writers behind one server, each with a token."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack, contextmanager
from types import SimpleNamespace

import pytest

from service.conftest import CONFIG
from service.served import TOKEN, caller_of, served
from underdraft import Workspace, WorkspacePool
from underdraft.memory.db.tokens import add_token, list_tokens, remove_token
from underdraft.service import writer_door
from underdraft.service.projects import Projects
from underdraft.service.writer_door import StoreDoor, door_of


@pytest.mark.long
def test_each_writer_has_its_own(folder, server_url):
    """A token opens one writer's rows: on every channel, in chats and on the page; taken back it opens nothing."""
    with WorkspacePool(options={"store": server_url}) as pool, pool.open(str(folder)) as own:
        door = door_of(Projects.of([own]), pool, {str(folder): None})
        anna, ben = (add_token(own.store.database, name) for name in ("anna", "ben"))
        with served(own, door=door) as url, caller_of(url, anna) as a, caller_of(url, ben) as b:
            made = a.data("memory:create", {"type": "preference", "scope": "global", "content": "偏好短句"})
            assert b.data("memory:list")["items"] == []
            refused = b.ask("memory:get", {"id": made["id"]})
            assert (refused.status_code, refused.json()["error"]["code"]) == (404, "NOT_FOUND")
            run = a.data("ai:skill:run", {"skillId": "chat", "instruction": "写一句。"})["runId"]
            assert b.ask("ai:run:get", {"runId": run}).status_code == 404
            talk = {"messages": [{"role": "user", "content": "一"}]}
            sessions = [
                c.http.post("/v1/chat/completions", json=talk).headers["x-underdraft-session"] for c in (a, b)
            ]
            assert sessions[0] != sessions[1]
            assert [len(c.data("session:list")["items"]) for c in (a, b)] == [1, 1]
            with caller_of(url, TOKEN) as c:
                assert c.data("memory:list")["items"] == []
            assert (
                b.http.post("/login", data={"token": anna}, headers={"authorization": ""}).status_code == 303
            )
            remove_token(own.store.database, list_tokens(own.store.database)[0].id)
            assert a.ask("memory:list").status_code == 401
            assert b.ask("memory:list").status_code == 200


@pytest.mark.long
@pytest.mark.parametrize(
    ("memory", "sees", "learns", "opened"),
    [("on", True, True, (200, 200)), ("read", True, False, (401, 200)), ("off", False, False, (401, 401))],
)
def test_a_token_sees_the_memory_that_it_was_made_for(workspace, memory, sees, learns, opened):
    """In a file, too: chats with it read and teach, only read, or neither, and then it opens nothing else."""
    item = {"type": "preference", "scope": "global", "content": "结尾不要比喻"}
    assert workspace.invoke_sync("memory:create", item)["ok"]
    token = add_token(workspace.store.database, "a chat program", memory=memory)
    door = door_of(Projects.of([workspace]), None, {})
    talk = [{"role": "user", "content": "记住：主角养了一只猫头鹰。"}]
    with served(workspace, door=door) as url, caller_of(url, token) as caller:
        for _ in range(2):
            got = caller.http.post("/v1/chat/completions", json={"messages": talk}).json()
            talk += [got["choices"][0]["message"], {"role": "user", "content": "好"}]
        prompt = workspace.store.runs.get(got["underdraft"]["runId"]).record.preview.prompt
        assert ("结尾不要比喻" in prompt.stable_prefix) is sees
        workspace.store.conversation.worker.wait_idle(20)
        assert ("猫头鹰" in str(workspace.invoke_sync("memory:search", {"keyword": "猫头鹰"}))) is learns
        assert bool(got["underdraft"]["sessionId"]) is learns
        calls = (caller.ask("memory:list"), caller.http.post("/mcp", json={}))
        assert [call.status_code if call.status_code in (200, 401) else 200 for call in calls] == [*opened]
        named = {"x-underdraft-session": "s"}
        refused = caller.http.post("/v1/chat/completions", json={"messages": talk}, headers=named)
        assert (refused.status_code == 400) is not learns


def test_a_writers_workspaces_are_given_back(workspace, monkeypatch):
    """They are the writer's until the request is over, then the pool's; the folders are opened for their owner alone."""
    given, back = [], []

    @contextmanager
    def lend(name, *, writer, **_):
        given.append((name, writer))
        yield workspace if name == "novel" else bare
        back.append(name)

    async def visit():
        door = StoreDoor(None, SimpleNamespace(open=lend), {"novel": "en"}, "anna", {}, "zh", None)
        for writer in ("anna", "ben"):
            known = SimpleNamespace(writer=writer, projects=None, read_only=False, memory="on")
            monkeypatch.setattr(writer_door, "token_of", lambda _database, _token, known=known: known)
            async with await door.open(TOKEN) as projects:
                assert projects.named(None) is (workspace if writer == "anna" else bare)
                assert back == []
            back.clear()

    monkeypatch.setattr(writer_door, "stored_projects", lambda _: ())
    with Workspace.open(files={}, store=workspace.store.database.place.path) as bare:
        asyncio.run(visit())
    assert given == [("novel", "anna"), ("writer anna", "anna"), ("writer ben", "ben")]


def test_a_token_that_nobody_was_given_opens_nothing(workspace):
    """Not even for a moment: no workspace is asked for."""
    assert asyncio.run(StoreDoor(workspace.store.database, None, {}, "", {}, "zh", None).open(TOKEN)) is None


@pytest.mark.long
def test_a_key_for_reading_one_project(folder, tmp_path, server_url):
    """It reads that project and writes nothing, on every way in; another project of the writer's is not there."""
    other = tmp_path / "other" / ".underdraft"
    other.mkdir(parents=True)
    (other / "config.toml").write_text(CONFIG.replace("harbour", "island"), encoding="utf-8")
    places = {str(folder): None, str(other.parent): None}
    with ExitStack() as stack:
        pool = stack.enter_context(WorkspacePool(options={"store": server_url}))
        opened = [stack.enter_context(pool.open(place, writer="anna")) for place in places]
        database = opened[0].store.database
        whole, both = add_token(database, "anna"), add_token(database, "anna", projects=["harbour"])
        reads = add_token(database, "anna", projects=["harbour"], read_only=True)
        url = stack.enter_context(served(*opened, door=door_of(Projects.of(opened), pool, places)))
        a, b, r = (stack.enter_context(caller_of(url, token)) for token in (whole, both, reads))
        for project in ("harbour", "island"):
            note = {"type": "note", "scope": "project", "content": project, "projectId": project}
            a.data("memory:create", note)
        assert len(a.http.get("/projects").json()["data"]["items"]) == 2
        for one in (b, r):
            assert [p["id"] for p in one.http.get("/projects").json()["data"]["items"]] == ["harbour"]
            assert [m["content"] for m in one.data("memory:list")["items"]] == ["harbour"]
            for channel in ("memory:list", "session:list", "ai:skill:preview"):
                assert one.ask(channel, {"projectId": "island"}).status_code in {400, 404}
            assert one.ask("memory:list", headers={"x-underdraft-project": "island"}).status_code == 404
            assert one.http.get("/p/island/memory").status_code == 404
            assert one.ask("memory:purge", {"all": True, "confirm": True}).status_code == 401
        talk = {"messages": [{"role": "user", "content": "一"}]}
        assert b.http.post("/v1/chat/completions", json=talk).status_code == 200
        assert r.http.post("/v1/chat/completions", json=talk).status_code == 401
        refused = {
            "memory:create": note,
            "profile:update": {"markdown": "x"},
            "ai:skill:run": {"skillId": "chat"},
        }
        for channel, payload in refused.items():
            assert r.ask(channel, payload).status_code == 401
        form = {"type": "note", "scope": "global", "content": "x"}
        r.http.post("/p/harbour/do/memory:create", data=form)
        assert len(a.data("memory:list", {"projectId": "harbour"})["items"]) == 1


FILES = {
    ".underdraft/config.toml": '[project]\nid = "isle"\nname = "{name}"\n',
    ".underdraft/rules/10.md": "{name}的规则",
    ".underdraft/skills/own/SKILL.md": "---\nname: own\ndescription: {name}\n---\n{name}\n",
}


@pytest.mark.long
def test_each_writer_has_files_of_their_own(folder, server_url, monkeypatch):
    """The folder is its owner's; the others' projects are in the store, with the same ids, and every path stays in them."""
    with (
        WorkspacePool(options={"store": server_url, "writer": "anna"}) as pool,
        pool.open(str(folder)) as own,
    ):
        door = door_of(Projects.of([own]), pool, {str(folder): None})
        tokens = [add_token(own.store.database, name) for name in ("anna", "ben", "carla")]
        with served(own, door=door) as url, ExitStack() as stack:
            a, b, c = (stack.enter_context(caller_of(url, token)) for token in tokens)
            projects = lambda caller: [
                p["name"] for p in caller.http.get("/projects").json()["data"]["items"]
            ]
            assert [projects(one) for one in (a, b, c)] == [["港口"], [], []]
            assert b.ask("memory:list", headers={"x-underdraft-project": "harbour"}).status_code == 404
            for one, name in ((b, "乙"), (c, "丙")):
                for path, text in FILES.items():
                    one.data("file:put", {"projectId": "isle", "path": path, "text": text.format(name=name)})
            assert [projects(one) for one in (a, b, c)] == [["港口"], ["乙"], ["丙"]]
            for one, name, other in ((b, "乙", "丙"), (c, "丙", "乙")):
                shown = str(one.data("ai:skill:preview", {"skillId": "own"}))
                assert f"{name}的规则" in shown
                assert other not in shown + str(one.data("skill:list")) + str(one.data("file:list"))
                assert one.data("ai:prompt:lock")["written"]
                one.data("memory:create", {"type": "note", "scope": "global", "content": name})
                one.data("memory:export", {"path": "all.jsonl"})
                assert one.http.get("/p/isle/write").status_code == 200
                for wrong in ("../all.jsonl", "/etc/passwd", "prompt.lock"):
                    assert one.ask("memory:import", {"path": wrong}).status_code == 400
            a.data("ai:prompt:lock")
            assert a.ask("memory:import", {"path": "all.jsonl"}).status_code == 400
            assert [v["version"] for v in b.data("file:list", {"path": "prompt.lock"})["items"]] == [1]
            assert "丙" not in str(b.data("memory:import", {"path": "all.jsonl"}))
    assert {path.name for path in folder.iterdir()} == {".underdraft", "prompt.lock"}

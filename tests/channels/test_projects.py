"""One rule for all channels: a project sees its own things and the global ones, and never touches another's."""

from __future__ import annotations

import json

import attrs
import pytest
from sqlalchemy import select

from channels.session_script import RECORD, TEXT
from job_waits import all_done
from memory.episodes.episode_samples import put_rules, rule
from underdraft import Workspace
from underdraft.memory.db.schema import metadata

MINE, THEIRS, MARK = "mine", "theirs", "乙书机密"
CONFIG = f'embedder = "none"\nmodel = "offline"\n[project]\nid = "{MINE}"\nname = "甲书"\n'
RUN = {"skillId": "polish", "document": TEXT}
MEMORY = {"type": "preference", "scope": "project", "content": f"{MARK}：短句"}

WITHOUT_A_PROJECT = {
    *("skill:list", "skill:get", "skill:validate", "workspace:info", "ai:prompt:lock"),  # the folder's
    *("memory:settings:get", "memory:settings:update", "memory:pending"),  # the store's
    *("profile:get", "profile:update", "profile:history"),  # the writer's
    *("knowledge:query", "knowledge:check", "knowledge:draw"),
    *(
        "knowledge:propose",
        "knowledge:add",
        "knowledge:list",
        "knowledge:ledger",
        "knowledge:settle",
    ),  # tried below
}
"""Channels that take no ``projectId``; what they are about instead."""

BY_ID = {
    "ai:skill:record": lambda it: {"runId": it["preview"], "texts": ["x"]},
    "ai:skill:feedback": lambda it: {"runId": it["run"], "action": "reject"},
    "ai:run:get": lambda it: {"runId": it["run"]},
    "ai:run:replay": lambda it: {"runId": it["run"]},
    "ai:run:blame": lambda it: {"runId": it["run"], "beforeId": it["run"]},
    "memory:preferences:ingest": lambda it: {"action": "reject", "evidenceRef": "短句", "runId": it["run"]},
    "memory:update": lambda it: {"id": it["memory"], "patch": {"content": "x"}},
    "memory:delete": lambda it: {"id": it["memory"]},
    "memory:restore": lambda it: {"id": it["memory"]},
    "memory:history": lambda it: {"id": it["memory"]},
    "memory:purge": lambda it: {"id": it["memory"], "confirm": True},
    "memory:import": lambda it: {"lines": [it["newer line"]]},
    "memory:show": lambda it: {"ref": f"run:{it['run']}"},
    "atomic:update": lambda it: {"id": it["fact"], "patch": {"content": "x"}},
    "atomic:delete": lambda it: {"id": it["fact"]},
    "memory:preferences:settle": lambda it: {"id": it["preference"], "action": "refuse"},
    "memory:episode:record": lambda it: RECORD | {"editDistance": 0.1, "undoEpisodeId": it["episode"]},
    "memory:episode:settle": lambda it: {"id": it["episode"], "action": "forget"},
    "session:end": lambda it: {"sessionId": it["session"]},
    "working:put": lambda it: {
        "sessionId": it["session"], "kind": "note", "content": "x", "importance": 0.1,
    },
    "working:list": lambda it: {"sessionId": it["session"]},
    "conversation:append": lambda it: {"sessionId": it["session"], "role": "user", "content": "x"},
    "conversation:list": lambda it: {"sessionId": it["session"]},
    "conversation:window": lambda it: {"sessionId": it["session"]},
    "conversation:collect": lambda it: {"id": it["message"], "collected": True},
    "conversation:delete": lambda it: {"sessionId": it["session"]},
    "summary:update": lambda it: {"sessionId": it["session"], "title": "x"},
}  # fmt: skip
"""Channels that reach something by its id, with a payload that names another project's."""

IN_NO_FOLDER = {"file:put", "file:list"}
"""Channels of projects whose files are in the store, which this one's are not: see test_files.py."""

OF_A_PROJECT = {
    "ai:skill:run": RUN | {"sessionId": "theirs"},  # it goes on without the session, and says so
    "ai:skill:preview": RUN | {"sessionId": "theirs"},
    "ai:run:list": {},
    "ai:cache:report": {},
    "ai:skill:cancel": {"runId": "none"},  # tried below, while one is under way
    "atomic:create": {"content": "甲书的事实"},
    "atomic:list": {"includeDeleted": True},
    "compact:list": {},
    "memory:create": MEMORY | {"content": "甲书的偏好"},
    "memory:episode:list": {},
    "memory:episode:query": {"queryText": MARK},
    "memory:export": {},
    "memory:injection:preview": {"queryText": MARK},
    "memory:list": {"includeDeleted": True},
    "memory:maintenance:run": {"trigger": "monthlyPurgeTrigger"},
    "memory:offers:list": {},
    "memory:preferences:clear": {},
    "memory:preferences:list": {},
    "memory:search": {"keyword": MARK},
    "ai:model:estimate": {"work": "tidy"},
    "session:list": {},
    "session:start": {},
    "summary:list": {},
}
"""Channels that list, search or make, with a payload under which another project's things would show."""

MORE_BY_ID = [
    ("memory:show", "session:", "session"),
    ("memory:show", "episode:", "episode"),
    ("memory:show", "memory:", "memory"),
    ("memory:show", "atomic:", "fact"),
]
MORE = [
    ("memory:preferences:settle", {"action": "confirm"}, "rule"),
    ("memory:preferences:settle", {"action": "confirm", "content": "x"}, "preference"),
    ("memory:preferences:settle", {"action": "confirm"}, "offer"),
    ("memory:preferences:settle", {"action": "refuse"}, "offer"),
    ("memory:restore", {}, "fact"),
    ("memory:restore", {"toVersion": 1}, "memory"),
    ("memory:episode:settle", {"action": "keep"}, "episode"),
]


def ask(ws, channel, **payload):
    """The data of a call that succeeds."""
    answer = ws.invoke_sync(channel, payload)
    assert answer["ok"], (channel, answer)
    return answer["data"]


@pytest.fixture
def ws(tmp_path):
    """The workspace of one book, over a store that holds another book, too."""
    (tmp_path / ".underdraft").mkdir()
    (tmp_path / ".underdraft" / "config.toml").write_text(CONFIG, encoding="utf-8")
    with Workspace.open(tmp_path, store=tmp_path / "home" / "store.db") as workspace:
        yield workspace


@pytest.fixture
def theirs(ws):
    """The ids of the other book's things."""
    return make_things(ws, THEIRS)


def make_things(ws, project):
    """The ids of one thing of each kind that belongs to a project."""
    other = {"projectId": project}
    it = {"session": ask(ws, "session:start", **other)["sessionId"]}
    run = ask(ws, "ai:skill:run", **RUN, **other, instruction=MARK, sessionId=it["session"])
    it |= {"run": run["runId"], "preview": ask(ws, "ai:skill:preview", **RUN, **other)["runId"]}
    it["memory"] = ask(ws, "memory:create", **MEMORY, **other)["id"]
    it["fact"] = ask(ws, "atomic:create", content=f"{MARK}：灯塔九层", **other)["id"]
    for _ in range(3):
        said = ask(ws, "memory:preferences:ingest", action="accept", evidenceRef=f"{MARK}要短", **other)
    it["preference"] = said["learned"]["id"]
    record = RECORD | {"editDistance": 0.0, "inputContext": MARK, "wait": True}
    it["episode"] = ask(ws, "memory:episode:record", **record, **other)["episodeId"]
    said = ask(
        ws, "conversation:append", sessionId=it["session"], role="user", content=f"{MARK}：你好", **other
    )
    it["message"] = said["id"]
    ask(ws, "summary:update", sessionId=it["session"], title=MARK, snippet=MARK, **other)
    put = {"kind": "note", "content": MARK, "importance": 0.5}
    it["rule"] = "rule-theirs"
    theirs_rule = attrs.evolve(rule("theirs", state="active"), project_id=THEIRS, content=f"{MARK}：短句")
    put_rules(ws.store.database, theirs_rule)
    ask(ws, "memory:create", **MEMORY | {"content": f"{MEMORY['content']}。"}, **other)
    [kept] = ask(ws, "memory:offers:list", **other)["offers"]
    ask(ws, "memory:preferences:settle", id=kept["id"], action="refuse", **other)
    ask(ws, "memory:create", **MEMORY | {"content": f"{MEMORY['content']} !"}, **other)
    it["offer"] = ask(ws, "memory:offers:list", **other)["offers"][0]["id"]
    ask(ws, "working:put", sessionId=it["session"], **put, **other)
    (line,) = (line for line in ask(ws, "memory:export", **other)["lines"] if it["memory"] in line)
    newer = json.loads(line) | {"content": "x", "updatedAt": "2999-01-01T00:00:00.000Z"}
    it["newer line"] = json.dumps(newer)
    ws.store.settle()
    assert all_done(ws.store.conversation.worker, 20)
    return it


def held(ws):
    """Every row of the other book's, wherever it is, and what it has at hand."""
    found = []
    with ws.store.database.read() as connection:
        for name, table in sorted(metadata().tables.items()):
            found += [(name, tuple(row)) for row in connection.execute(select(table)) if THEIRS in tuple(row)]
    return found, [ws.store.working.list(session) for session in ws.store.working.sessions()]


def test_every_channel_is_in_one_table(ws):
    """A new channel says how it keeps to the rule, or this fails."""
    with_project = {
        name for name, c in ws.channels.items() if any(f.key == "projectId" for f in c.signature.fields)
    }
    assert set(ws.channels) == WITHOUT_A_PROJECT | BY_ID.keys() | OF_A_PROJECT.keys() | IN_NO_FOLDER
    assert with_project == BY_ID.keys() | OF_A_PROJECT.keys() | IN_NO_FOLDER
    assert not BY_ID.keys() & OF_A_PROJECT.keys()


def test_what_another_project_has_is_not_found_and_stays(ws, theirs):
    """By a foreign id nothing is answered and nothing happens: without ``projectId``, with mine, with none."""
    before = held(ws)
    payloads = [(channel, make(theirs)) for channel, make in BY_ID.items()]
    payloads += [(channel, {"ref": prefix + theirs[name]}) for channel, prefix, name in MORE_BY_ID]
    payloads += [(channel, {"id": theirs[name]} | how) for channel, how, name in MORE]
    payloads.append(("summary:update", {"sessionId": theirs["session"], "delete": True}))
    payloads.append(("summary:update", {"sessionId": theirs["session"], "title": "x", "snippet": "x"}))
    payloads.append(("memory:purge", {"id": theirs["fact"], "confirm": True}))
    payloads.append(("atomic:create", {"content": "x", "sessionId": theirs["session"]}))
    payloads.append(("atomic:list", {"sessionId": theirs["session"]}))
    for channel, payload in payloads:
        for project in ({}, {"projectId": MINE}, {"projectId": None}):
            if project or channel not in {"working:put", "memory:episode:record"}:
                answer = ws.invoke_sync(channel, payload | project)
                assert answer.get("error", {}).get("code") == "NOT_FOUND", (channel, project, answer)
                assert MARK not in json.dumps(answer, ensure_ascii=False)
        assert held(ws) == before, channel


def test_lists_searches_and_exports_show_nothing_of_another_project(ws, theirs):
    """Without ``projectId`` the workspace's own things and the global ones are shown, and only those change."""
    before = held(ws)
    wide = ask(ws, "memory:create", **MEMORY | {"scope": "global", "content": "到处都有"})["id"]
    for channel, payload in OF_A_PROJECT.items():
        demands = {"projectId": MINE} if channel == "memory:episode:query" else {}
        session = {"sessionId": theirs["session"]} if "sessionId" in payload else {}
        answer = json.dumps(ask(ws, channel, **payload | demands | session), ensure_ascii=False)
        assert MARK not in answer, channel
        assert THEIRS not in answer, channel
        assert (wide in answer) == (
            channel
            in {
                "memory:list",
                "memory:export",
                "memory:injection:preview",
                "ai:skill:run",
                "ai:skill:preview",
            }
        ), channel
    assert held(ws) == before
    for channel in ("memory:list", "memory:export", "atomic:list", "ai:run:list", "session:list"):
        assert THEIRS in json.dumps(ask(ws, channel, projectId=THEIRS)), channel


def test_all_is_said_when_all_is_meant(ws, theirs):
    """``all`` reaches every project: a backup, the list of all runs, the maintenance of the store."""
    assert theirs["run"] in json.dumps(ask(ws, "ai:run:list", all=True))
    assert theirs["memory"] in json.dumps(ask(ws, "memory:export", all=True))
    assert ask(ws, "memory:import", lines=[theirs["newer line"]], all=True)["updated"] == 1
    assert ask(ws, "memory:maintenance:run", trigger="dailyDecayRecomputeTrigger", all=True)["projects"] == 1


def test_story_facts_are_the_workspaces_own(ws, tmp_path):
    """``knowledge:*`` takes no project: a fact of another one is not found by its id."""
    folder = tmp_path / "other"
    (folder / ".underdraft").mkdir(parents=True)
    (folder / ".underdraft" / "config.toml").write_text(CONFIG.replace(MINE, THEIRS), encoding="utf-8")
    with Workspace.open(folder, store=tmp_path / "home" / "store.db") as other:
        fact = ask(other, "knowledge:add", kind="entity", fact={"name": "林素", "kind": "person"})["id"]
    assert ask(ws, "knowledge:list")["items"] == []
    for verb in ("confirm", "reject", "delete"):
        answer = ws.invoke_sync("knowledge:settle", {"id": fact, "action": verb})
        assert answer["error"]["code"] == "NOT_FOUND"


def test_what_belongs_to_no_project_is_reached_from_any(ws):
    """A run and a memory without a project are everybody's."""
    run = ask(ws, "ai:skill:run", **RUN, projectId=None)["runId"]
    assert ask(ws, "ai:run:get", runId=run)["projectId"] is None
    assert ask(ws, "ai:skill:feedback", runId=run, action="accept")["recorded"]
    assert run not in json.dumps(ask(ws, "ai:run:list"))
    wide = ask(ws, "memory:create", **MEMORY | {"scope": "global"})["id"]
    assert ask(ws, "memory:update", id=wide, patch={"content": "y"}, projectId=None)["version"] == 2


def test_a_run_of_another_project_is_not_canceled(ws):
    """``ai:skill:cancel`` keeps to the rule while the run is under way."""
    seen = []

    def cancel(event):
        if not seen:
            run_id = getattr(event, "run_id", None)
            seen.append(ws.invoke_sync("ai:skill:cancel", {"runId": run_id})["error"]["code"])

    async def run():
        payload = RUN | {"projectId": THEIRS, "stream": True}
        return await ws.invoke("ai:skill:run", payload, on_event=cancel)

    import asyncio

    assert asyncio.run(run())["ok"]
    assert seen == ["NOT_FOUND"]


OTHERWISE = {
    "ai:skill:record", "conversation:append", "conversation:delete", "conversation:list", "conversation:window",
    "memory:import", "working:list",
    "working:put",
}  # fmt: skip
"""Channels that make what nobody has by an id, or answer that there is nothing."""


@pytest.mark.long
def test_what_another_writer_has_is_not_found(tmp_path, server_url):
    """In one project of one store, by every id: nothing is answered, nothing happens to the other's, also over one pool."""
    (tmp_path / ".underdraft").mkdir()
    (tmp_path / ".underdraft" / "config.toml").write_text(CONFIG, encoding="utf-8")
    one_connection = f"{server_url}&pool_size=1&max_overflow=3"
    with (
        Workspace.open(tmp_path, store=one_connection, writer="anna") as anna,
        Workspace.open(tmp_path, store=one_connection, writer="ben") as ben,
    ):
        things = make_things(anna, MINE)
        before = everything(anna)
        found = set()
        for channel, make in sorted(BY_ID.items(), key=lambda entry: entry[0] in OTHERWISE):
            demands = {"projectId": MINE} if channel in {"working:put", "memory:episode:record"} else {}
            answer = ben.invoke_sync(channel, make(things) | demands)
            assert MARK not in json.dumps(answer, ensure_ascii=False), channel
            if answer.get("error", {}).get("code") != "NOT_FOUND":
                found.add(channel)
            assert everything(anna) == before, channel
        assert found <= OTHERWISE
        for channel, payload in OF_A_PROJECT.items():
            answer = ben.invoke_sync(channel, payload | {"projectId": MINE})
            assert MARK not in json.dumps(answer, ensure_ascii=False), channel
        assert everything(anna) == before
        assert ask(anna, "memory:list")["items"]


def everything(ws):
    """Every row that a writer has; which writers there are is nobody's own."""
    with ws.store.database.read() as connection:
        tables = [table for name, table in metadata().tables.items() if name != "known_writer"]
        return {table.name: connection.execute(select(table)).all() for table in tables}

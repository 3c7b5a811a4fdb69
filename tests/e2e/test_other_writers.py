"""An attack on everything that another writer has: each channel and each route, with the other's ids, paths and projects.

The lists of channels and routes are the server's own, so that a new one is attacked without a word here.
"""

from __future__ import annotations

import json
import time
from contextlib import ExitStack, asynccontextmanager, contextmanager

import pytest
from sqlalchemy import NullPool
from starlette.routing import Mount

from payloads import PROJECT, Known, in_order, payload_for
from service.served import caller_of, served
from traces import columns_by_table
from underdraft import Workspace, WorkspacePool
from underdraft.memory.db import postgresql
from underdraft.memory.db.tokens import add_token
from underdraft.service.app import make_app
from underdraft.service.projects import Projects
from underdraft.service.settings import ServiceSettings
from underdraft.service.writer_door import door_of

pytestmark = pytest.mark.long

CANARY, THEFT = "金丝雀在甲的井口唱", "乙要偷看的话"
CONFIG = '[project]\nid = "{id}"\nname = "{name}"\n'
RULE = ".underdraft/rules/10.md"
OPTIONS = {"embedder": "none", "prepare_model": False}
OF_A_TOKEN = {"known_writer", "writer_token"}
"""Tables in which a request of whomever may leave a time."""

TALK = {"model": "chat", "messages": [{"role": "user", "content": THEFT}]}
SEARCH = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "tools/call",
    "params": {"name": "memory_search", "arguments": {"keyword": CANARY}},
}
BODIES = {"/v1/chat/completions": TALK, "/mcp": SEARCH}


class TwoStores:
    """A door of a service with a store in a file for each of two writers."""

    def __init__(self, **opened):
        self.projects = {name: Projects.of([one]) for name, one in opened.items()}

    async def open(self, token):
        """The projects of a token."""

        @asynccontextmanager
        async def entered():
            yield self.projects[token]

        return entered() if token in self.projects else None


@contextmanager
def two_files(tmp_path):
    """The address of a service over two files, and the tokens and stores of two writers."""
    opened = {}
    with ExitStack() as stack:
        for writer, id_ in (("anna", PROJECT), ("ben", "own")):
            files = {
                ".underdraft/config.toml": CONFIG.format(id=id_, name=writer),
                RULE: f"{CANARY if writer == 'anna' else THEFT}。",
            }
            folder = tmp_path / writer
            for path, text in files.items():
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / path).write_text(text, encoding="utf-8")
            opened[writer] = stack.enter_context(
                Workspace.open(folder, store=tmp_path / f"{writer}.db", **OPTIONS)
            )
        url = stack.enter_context(served(opened["ben"], door=TwoStores(**opened)))
        yield url, ("anna", "ben"), opened["anna"].store.database


@contextmanager
def one_server(tmp_path, server_url):
    """The same over one database on a server, where projects have their files in the store."""
    with ExitStack() as stack:
        pool = stack.enter_context(WorkspacePool(options={"store": server_url, **OPTIONS}))
        own = stack.enter_context(pool.open(str(tmp_path)))
        door = door_of(Projects.of([own]), pool, {str(tmp_path): None})
        url = stack.enter_context(served(own, door=door))
        database = own.store.database
        tokens = [add_token(database, writer) for writer in ("anna", "ben")]
        for token, id_, words in zip(tokens, (PROJECT, "own"), (CANARY, THEFT), strict=True):
            with caller_of(url, token) as caller:
                config = CONFIG.format(id=id_, name=id_)
                for path, text in ((".underdraft/config.toml", config), (RULE, words)):
                    caller.data("file:put", {"projectId": id_, "path": path, "text": text})
        yield url, tokens, database.of_writer("anna")


def rows(database):
    """All that a store holds of its writer."""
    with database.read() as connection:
        return {
            table: sorted(map(repr, connection.exec_driver_sql(f'SELECT * FROM "{table}"').all()))
            for table in columns_by_table(connection)
            if table not in OF_A_TOKEN
        }


def fill(caller, channels):
    """Make what can be made, with the canary in it; the ids."""
    known = Known()
    known.learn("session:start", caller.data("session:start", {"projectId": PROJECT}))
    run = {"skillId": "polish", "document": f"{CANARY}。", "selection": {"start": 0, "end": 2}}
    known.learn("ai:skill:run", caller.data("ai:skill:run", run))
    for name in in_order(channels):
        if name.endswith((":create", ":add", ":append", ":record", ":put")):
            payload = payload_for(channels[name], CANARY, known)
            known.learn(name, caller.ask(name, payload).json().get("data"))
    caller.data("memory:export", {"path": "all.jsonl"})
    caller.data("ai:prompt:lock", {})
    end = time.monotonic() + 30
    while caller.data("memory:pending").get("waiting") and time.monotonic() < end:
        time.sleep(0.1)
    return known


def payloads(channel, known):
    """What the attacker says: the victim's ids with the victim's project, without one, and with none."""
    payload = payload_for(channel, THEFT, known) | (
        {"path": "all.jsonl"} if "path" in keys_of(channel) else {}
    )
    without = {key: value for key, value in payload.items() if key != "projectId"}
    yield from (payload, without, without | ({"projectId": None} if "projectId" in keys_of(channel) else {}))


def keys_of(channel):
    """The fields of a channel."""
    return {field.key for field in channel.signature.fields}


def addresses(routes, known):
    """Every route's method and address, with the victim's project and ids in it."""
    values = {"project": PROJECT, "id": known.ids["memory"], "channel": "memory:create", "name": "chat"}
    for route in routes:
        if isinstance(route, Mount):  # files of the page, the same for all
            continue
        for project in (PROJECT, "-"):
            path = route.path.replace("{name:path}", "{name}").format(**values | {"project": project})
            for method in sorted((route.methods or {"POST"}) - {"HEAD"}):
                yield method, path


def answer_to(caller, method, path, **options):
    """What a route answers."""
    with caller.http.stream(method, path, timeout=20, **options) as response:
        return response.read().decode("utf-8", "replace")


def attack(url, tokens, database):
    """Try everything as the other writer; how many attempts, and those that showed or changed something."""
    app = make_app(Projects({}), ServiceSettings(token="x"))  # noqa: S106 - asked for its routes alone
    while hasattr(app, "app"):
        app = app.app
    with Workspace.open(files={}, store=database.place.path.with_name("names.db")) as named:
        channels = named.channels
    tried, got = 0, []
    with caller_of(url, tokens[0]) as victim, caller_of(url, tokens[1]) as thief:
        for one in (victim, thief):
            one.data("memory:settings:update", {"patch": {"memory.enable_agentic_search": True}})
        known = fill(victim, channels)
        assert CANARY in victim.ask("memory:list").text
        assert CANARY in victim.ask("ai:skill:preview", {"skillId": "polish", "document": "夜"}).text
        before = rows(database)
        assert CANARY in json.dumps(before, ensure_ascii=False)
        project = {"x-underdraft-project": PROJECT}
        for name in in_order(channels):
            for payload in payloads(channels[name], known):
                for headers in ({}, project):
                    tried += 1
                    if CANARY in thief.ask(name, payload, headers=headers).text:
                        got.append((name, payload))
        session = {"x-underdraft-session": known.fields["session_id"]}
        for method, path in addresses(app.routes, known):
            for headers in ({}, project, session):
                form = {} if path in BODIES else {"data": {"content": THEFT, "id": known.ids["memory"]}}
                body = {"json": BODIES[path]} if path in BODIES else form if method == "POST" else {}
                accept = {"accept": "application/json, text/event-stream"} if path == "/mcp" else {}
                tried += 1
                if CANARY in answer_to(thief, method, path, headers=headers | accept, **body):
                    got.append((method, path))
        changed = {table for table, kept in rows(database).items() if kept != before[table]}
    return tried, got, changed


def test_nobody_reaches_another_writers_file(tmp_path):
    """In a service over two stores in files."""
    with two_files(tmp_path) as service:
        tried, got, changed = attack(*service)
    assert tried > 400
    assert (got, changed) == ([], set())


@pytest.mark.parametrize("pool", ["pool", "never the same connection"])
def test_nobody_reaches_another_writers_rows(tmp_path, server_url, monkeypatch, pool):
    """On a server, also where each transaction has another connection, as behind a pooler."""
    if pool != "pool":
        make = postgresql.create_engine

        def fresh(url, **options):
            kept = {name: value for name, value in options.items() if not name.startswith(("pool_", "max_"))}
            return make(url, poolclass=NullPool, **kept)

        monkeypatch.setattr(postgresql, "create_engine", fresh)
    with one_server(tmp_path, server_url) as service:
        tried, got, changed = attack(*service)
    assert tried > 400
    assert (got, changed) == ([], set())

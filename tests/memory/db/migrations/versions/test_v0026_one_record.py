"""Stores of version 0.1, brought to one record of all that is remembered: nothing is lost, on either kind of database."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest

import postgres
from memory.area_samples import purge
from memory.old_stores import make
from memory.sessions.session_samples import data, opened, project
from underdraft.cache.replay import replay
from underdraft.memory.db.sqlite import driver
from underdraft.memory.episodes.semantic import read_rules
from underdraft.memory.runs.store import RunStore

pytestmark = pytest.mark.migrates

ROWS = Path(__file__).with_name("store_0021.sql")
"""What commit 4016e55 wrote: memories, facts that contradict each other, a profile, runs with feedback."""

SAID = json.loads(ROWS.with_suffix(".json").read_text(encoding="utf-8"))
"""What it answered."""

PROJECT = {"projectId": "harbour"}
CHAT = ("conversation: true", "memories: true", "session_summaries: true", "user_preferences: true")
NEW = {"source", "state"}
"""Fields that answers did not have."""

OF_RECORDS = {"section", "tags", "scene", "replaces", "replacedBy", "about", "value", "saidAt"}
"""Fields that exported memories did not have."""

SEED = "SELECT id, timestamp, content, tags, session_id, create_time FROM {schema}atomic_memory ORDER BY id"
"""The columns of seed 004."""


@pytest.fixture
def server_name():
    """An empty database on the server."""
    name = postgres.new_database(postgres.EMPTY)
    postgres.ask(name, "CREATE EXTENSION vector")
    yield name
    postgres.drop(name)


@pytest.fixture
def old_file(tmp_path):
    """The store in a file, closed."""
    path = project(tmp_path, chat=CHAT) / "store.db"
    make.load(Path(make.__file__).with_name("schema_0021.sql").read_text("utf-8"), path)
    make.load(ROWS.read_text("utf-8"), path)
    return path


def without_new(value):
    """An answer without the fields that are new."""
    if isinstance(value, dict):
        return {key: without_new(one) for key, one in value.items() if key not in NEW}
    if isinstance(value, list):
        return [without_new(one) for one in value]
    if isinstance(value, str) and value.startswith('{"'):
        return json.dumps(without_new(json.loads(value)), ensure_ascii=False, sort_keys=True)
    return value


def kept_pairs(ws):
    """What the writer keeps both of."""
    with ws.store.database.read() as connection:
        rows = connection.exec_driver_sql("SELECT stays, other FROM memory_tidy").all()
    return [{"stays": stays, "others": [other]} for stays, other in rows]


def answers(ws):
    """What a store answers, as :data:`SAID`."""
    every = {"includeDeleted": True, "limit": 1000, **PROJECT}
    said = {
        "memories": data(ws, "memory:list", every)["items"],
        "facts": data(ws, "atomic:list", every)["items"],
        "injection": data(ws, "memory:injection:preview", PROJECT),
        "search": data(ws, "memory:search", {"keyword": "灯塔 主角", **PROJECT})["items"],
        "profile": data(ws, "profile:get"),
        "settled": kept_pairs(ws),
        "export": [
            json.dumps({key: one for key, one in line.items() if key not in OF_RECORDS})
            for line in map(json.loads, data(ws, "memory:export", PROJECT)["lines"])
            if line["section"] == "memories"
        ],
    }
    said["histories"] = {
        one["id"]: data(ws, "memory:history", {"id": one["id"], **PROJECT})["revisions"]
        for one in said["memories"]
    }
    said["receipts"] = {
        run["id"]: {
            key: value
            for key, value in data(ws, "ai:run:get", {"runId": run["id"], **PROJECT}).items()
            if key in {"promptHash", "stablePrefixHash", "text", "injected"}
        }
        for run in data(ws, "ai:run:list", PROJECT)["items"]
    }
    preview = ws.preview_sync(
        "talk", instruction="灯塔有几层，主角叫什么", session_id="s9", project_id="harbour"
    )
    said["prompt"] = f"{preview.prompt.stable_prefix}\n-----\n{preview.prompt.dynamic}"
    return said


def compare(ws, *, beside=()):
    """See that a store answers as before, but for some questions."""
    now, before = without_new(answers(ws)), without_new(SAID)
    before["settled"] = [{key: one[key] for key in ("stays", "others")} for one in before["settled"]]
    for key in before.keys() - set(beside):
        assert now[key] == before[key], key


@pytest.mark.file_only("the file of an early version")
def test_a_file_answers_as_before(old_file):
    """Lists, histories, receipts, search, the injection preview and a prompt's bytes are what they were."""
    with opened(old_file.parent) as ws:
        compare(ws)
        runs = RunStore(ws.store.database)
        assert all(replay(runs.get(run_id)).same for run_id in SAID["receipts"])
        outdated = data(ws, "memory:list", {"state": "outdated", **PROJECT})["items"]
        assert [(one["content"], one["source"], one["origin"]) for one in outdated] == [
            ("主角叫林远", "said", "manual")
        ]
        sources = {one["content"]: one["source"] for one in data(ws, "memory:list", PROJECT)["items"]}
        assert sources == {
            "句子要短促": "measured",
            "从别处来的话": "imported",
            "灯塔是白色的": "typed",
            "偏好短句": "typed",
        }


@pytest.mark.file_only("the file of an early version")
def test_facts_have_a_history_and_a_view(old_file):
    """Each fact begins with the revision that took it over; the seed's columns read as the table did."""
    with closing(driver().connect(old_file)) as link:
        before = link.execute(SEED.format(schema="")).fetchall()
    with opened(old_file.parent) as ws:
        with ws.store.database.read() as connection:
            assert [tuple(row) for row in connection.exec_driver_sql(SEED.format(schema=""))] == before
        for fact in SAID["facts"]:
            (first,) = data(ws, "memory:history", {"id": fact["id"], **PROJECT})["revisions"]
            assert (first["actor"], first["after"]["content"]) == ("migration", fact["content"])
            assert first["version"] == fact["version"]
        newest = next(fact for fact in SAID["facts"] if fact["content"] == "主角叫沈砚")
        data(ws, "atomic:delete", {"id": newest["id"], **PROJECT})
        older = data(ws, "atomic:list", PROJECT)["items"]
        assert {"主角叫林远": None}.items() <= {
            one["content"]: one["contradictedBy"] for one in older
        }.items()
        purge(ws.store.database, item_id=older[0]["id"])
        with ws.store.database.read() as connection:
            left = connection.exec_driver_sql("SELECT content FROM atomic_memory").scalars().all()
            past = connection.exec_driver_sql("SELECT after FROM memory_revision").scalars().all()
        assert not any(older[0]["content"] in text for text in (*left, *past))


@pytest.mark.file_only("the file of an early version")
def test_a_fact_with_a_memorys_id_gets_another(old_file):
    """Both are there, and what replaced what is still known."""
    by_content = {one["content"]: one["id"] for one in SAID["facts"]}
    memory, fact = SAID["memories"][0]["id"], by_content["主角叫沈砚"]
    with closing(driver().connect(old_file)) as link:
        link.execute("UPDATE atomic_memory SET id = ? WHERE id = ?", (memory, fact))
        link.execute("UPDATE atomic_memory SET contradicted_by = ? WHERE contradicted_by = ?", (memory, fact))
        link.execute(
            "UPDATE lexical_entry SET owner_id = ? WHERE owner = 'atomic_memory' AND owner_id = ?",
            (memory, fact),
        )
        link.commit()
    with opened(old_file.parent) as ws:
        now = {one["content"]: one for one in data(ws, "atomic:list", PROJECT)["items"]}
        assert now["主角叫沈砚"]["id"] != memory
        assert now["主角叫林远"]["contradictedBy"] == now["主角叫沈砚"]["id"]
        compare(ws, beside=("facts", "search", "settled", "prompt"))


RULE = (
    "INSERT INTO semantic_rule (id, project_id, scene_type, topic_id, pole, text, state, support, against, confidence,"
    " evidence, version, created_at, updated_at) VALUES ({id}, 'harbour', 'dialogue', 't', 'accept', {text}, {state}, 4, 1,"
    ' 0.75, \'[{{"episode_id":"e","run_id":"r"}}]\', 2, \'2026-01-01T00:00:01.000Z\', \'2026-01-01T00:00:02.000Z\')'
)
"""A distilled rule, as version 0.1 kept it."""


def rules_of(ws):
    """The project's distilled rules."""
    with ws.store.database.read() as connection:
        return read_rules(connection, "harbour")


def rule_rows(memory):
    """A rule in each state; one has a memory's id."""
    ids = {"proposed": "rule-1", "confirmed": "rule-2", "refused": memory}
    return [RULE.format(id=f"'{ids[one]}'", text=f"'对白：{one}'", state=f"'{one}'") for one in ids]


@pytest.mark.file_only("the file of an early version")
def test_rules_are_taken_over(old_file):
    """In all states, with evidence and version; confirmed ones stand in prompts, and each has a history."""
    memory = SAID["memories"][0]["id"]
    with closing(driver().connect(old_file)) as link:
        for statement in rule_rows(memory):
            link.execute(statement)
        link.commit()
    with opened(old_file.parent) as ws:
        compare(ws, beside=("prompt",))
        rules = {rule.state: rule for rule in rules_of(ws)}
        assert {state: rule.text for state, rule in rules.items()} == {
            state: f"对白：{state}" for state in ("proposed", "confirmed", "refused")
        }
        kept = rules["confirmed"]
        assert (kept.support, kept.against, kept.version, kept.scene_type) == (4, 1, 2, "dialogue")
        assert (kept.evidence[0].episode_id, kept.evidence[0].run_id) == ("e", "r")
        assert ws.store.episodes.semantic_rules("harbour").rules == (kept,)
        assert rules["refused"].id != memory
        for state in ("proposed", "active", "refused"):
            asked = {"source": "distilled", "state": state, **PROJECT}
            (one,) = data(ws, "memory:list", asked)["items"]
            assert (one["state"], one["scene"]) == (state, "dialogue")
        assert ws.learning.preferences.settle("rule-1", "confirm", "harbour").version == 3
        past = data(ws, "memory:history", {"id": "rule-1", **PROJECT})["revisions"]
        assert [(one["actor"], one["after"]["state"]) for one in past] == [
            ("migration", "proposed"),
            ("user", "active"),
        ]


@pytest.mark.long
@pytest.mark.file_only("the server is asked for by name")
def test_a_server_answers_as_before(tmp_path, server_name):
    """Each writer has what that writer had, in the view, too; of two writers neither gets anything of the other."""
    psycopg = pytest.importorskip("psycopg")
    where = postgres.url(server_name)
    tables = Path(make.__file__).with_name("schema_0021_server.sql").read_text("utf-8")
    with psycopg.connect(where, autocommit=True) as link:
        link.execute(tables)
        for writer in ("anna", "ben"):
            link.execute("SELECT set_config('underdraft.writer', %s, false)", (writer,))
            fill(link)
            for statement in rule_rows(SAID["memories"][0]["id"]):
                link.execute(statement)
    postgres.ask(
        server_name,
        "SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, 1000) FROM pg_sequences",
    )
    project(tmp_path, chat=CHAT)
    for writer in ("anna", "ben"):
        with opened(tmp_path, store=where, writer=writer) as ws:
            compare(ws, beside=("search", "prompt"))
            assert len(rules_of(ws)) == 3
            assert len(data(ws, "memory:search", {"keyword": "灯塔", **PROJECT})["items"]) > 3
    with psycopg.connect(where, autocommit=True) as link:
        count = "SELECT count(*) FROM underdraft.atomic_memory"
        assert link.execute(count).fetchone() == (0,)
        link.execute("SELECT set_config('underdraft.writer', 'anna', false)")
        assert link.execute(count).fetchone() == (len(SAID["facts"]),)
        assert len(link.execute(SEED.format(schema="underdraft.")).fetchall()) == len(SAID["facts"])


def fill(link):
    """Write the rows of the file for the writer of the connection."""
    flags = {
        tuple(row)
        for row in link.execute(
            "SELECT table_name, column_name FROM information_schema.columns"
            " WHERE table_schema = 'underdraft' AND data_type = 'boolean'"
        )
    }
    with closing(driver().connect(":memory:")) as rows:
        for statement in ROWS.read_text(encoding="utf-8").split(";\n\n"):
            head, _, values = statement.partition(") VALUES (")
            _, _, target = head.rpartition("INSERT INTO ")
            table, _, columns = target.partition(" (")
            names = columns.split(", ")
            found = list(rows.execute(f"SELECT {values.rstrip().removesuffix(')')}").fetchone())
            if table == "lexical":
                names, found = ["id", "tokens", "size"], [*found, len(found[1].split())]
            found = [
                bool(v) if (table, n) in flags and v is not None else v
                for n, v in zip(names, found, strict=True)
            ]
            marks = ", ".join(["%s"] * len(found))
            link.execute(
                f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks}) ON CONFLICT DO NOTHING", found
            )

"""Triggers and views of the database: they count changes, know its writers, and show two tables with the columns of seed 004.

Triggers and views are made with a new store. A migration drops them and makes them anew at its end, so that no revision
has to know them, and nothing that it moves is counted as a change: nobody holds rows in memory then.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, inspect

from underdraft.memory.db.dialect import SERVER_SCHEMA, insert_missing, on_server
from underdraft.memory.db.migrations.writers import OWN
from underdraft.memory.db.schema.settings import STORE_CHANGE

COUNTED = {
    "memory_item": "items",
    "preference_kind": "preferences",
    "embedding": "vectors",
    "setting": "settings",
    "profile_document": "profile",
    "session_summary": "summaries",
    "compact": "compacts",
    "conversation": "messages",
    "session": "sessions",
    "episode": "episodes",
    "knowledge_fact": "knowledge",
    "run": "runs",
    "project_file": "files",
}
"""Tables whose writes are counted, and the area that each counts for."""

LEARNED = "preferences"
"""The area that a learned memory counts for, too: it decides whether one that says the opposite holds."""

VIEWS = {
    "atomic_memory": """
SELECT id, said_at AS timestamp, content, tags, session_id, created_at AS create_time, project_id, version, updated_at,
  deleted_at
FROM memory_item WHERE section = 'facts' {own}
""",
    "user_profile": """
SELECT p.id, r.markdown, p.version, p.updated_at
FROM profile_document p JOIN user_profile_revision r ON r.version = p.version {own}
""",
}
"""The columns of seed 004, and a few that say what a row is worth; the profile as it is shown."""

FUNCTIONS = (
    # Once a transaction: nobody sees a part of it, and a row that is changed a thousand times in one is slow.
    """
CREATE OR REPLACE FUNCTION underdraft.count_change(of_area text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO underdraft.store_change AS known (area, value, at) VALUES (of_area, 1, pg_current_xact_id())
  ON CONFLICT (writer, area) DO UPDATE SET value = known.value + 1, at = excluded.at WHERE known.at <> excluded.at
$$
""",
    """
CREATE OR REPLACE FUNCTION underdraft.note_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed record;
BEGIN
  IF TG_OP = 'DELETE' THEN changed := OLD; ELSE changed := NEW; END IF;
  PERFORM underdraft.count_change(TG_ARGV[0]);
  IF TG_TABLE_NAME = 'memory_item' THEN
    IF changed.topic_id IS NOT NULL THEN
      PERFORM underdraft.count_change('preferences');
    END IF;
  END IF;
  RETURN NULL;
END
$$
""",
    """
CREATE OR REPLACE FUNCTION underdraft.know_writer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO underdraft.known_writer AS known (owner) VALUES (NEW.writer)
  ON CONFLICT (owner) DO UPDATE SET kept = true WHERE NOT known.kept;
  RETURN NULL;
END
$$
""",
)
"""Functions that the triggers of a server call."""

WRITERS = (
    "CREATE TRIGGER known AFTER INSERT ON store_change FOR EACH ROW EXECUTE FUNCTION underdraft.know_writer()"
)
"""The trigger of a server that notes each writer, without a look at all writers' rows."""


@contextmanager
def without_triggers(link: Connection) -> Iterator[None]:
    """Tables that can be changed unseen: at the end triggers and views are as this version has them."""
    if on_server(link):
        listed = (
            "SELECT tgname, relname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid "
            "WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace"
        )
        found = [f"{name} ON {table}" for name, table in link.exec_driver_sql(listed)]
    else:
        listed = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        found = list(link.exec_driver_sql(listed).scalars())
    for trigger in found:
        link.exec_driver_sql(f"DROP TRIGGER {trigger}")
    for name in inspect(link).get_view_names(schema=SERVER_SCHEMA if on_server(link) else None):
        link.exec_driver_sql(f"DROP VIEW {name}")
    yield
    make_triggers(link)


def make_triggers(link: Connection) -> None:
    """Make the triggers and the views over tables that have none."""
    server = on_server(link)
    for statement in server_triggers() if server else file_triggers():
        link.exec_driver_sql(statement)
    if not server:  # a server makes the row of an area when it first counts
        insert_missing(link, STORE_CHANGE, [{"area": area, "value": 0} for area in COUNTED.values()])
    owns = {"atomic_memory": f"AND {OWN}", "user_profile": f"AND r.writer = p.writer WHERE p.{OWN}"}
    for name, query in VIEWS.items():
        link.exec_driver_sql(f"CREATE VIEW {name} AS {query.format(own=owns[name] if server else '')}")


def file_triggers() -> Iterator[str]:
    """Yield the triggers of a file."""
    count = "UPDATE store_change SET value = value + 1 WHERE area = '{}'"
    for table, area in COUNTED.items():
        for event, row in (("insert", "new"), ("update", "new"), ("delete", "old")):
            does = [count.format(area)]
            if table == "memory_item":
                does.append(f"{count.format(LEARNED)} AND {row}.topic_id IS NOT NULL")
            made = f"CREATE TRIGGER changed_{table}_{event} AFTER {event.upper()} ON {table}"
            yield f"{made} BEGIN {'; '.join(does)}; END"


def server_triggers() -> Iterator[str]:
    """Yield the triggers of a server, after their functions."""
    yield from FUNCTIONS
    for table, area in COUNTED.items():
        yield (
            f"CREATE TRIGGER changed_{table} AFTER INSERT OR UPDATE OR DELETE ON {table} FOR EACH ROW "
            f"EXECUTE FUNCTION underdraft.note_change('{area}')"
        )
    yield WRITERS

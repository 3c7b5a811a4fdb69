"""What was learned is kept in records alone: preferences in all states, and what was noted in the profile.

``user_profile`` is a view then; its table keeps what the writer wrote, under another name.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from typing import Any

import sqlalchemy as sa
from alembic import op

from underdraft.memory.db.migrations.writers import OWN, run

revision = "0025"
down_revision = "0024"

SHARED = (
    "memory_item",
    "memory_revision",
    "preference",
    "preference_kind",
    "preference_signal",
    "user_profile",
    "user_profile_revision",
)
"""What is read or changed: on a server these tables have the rows of all writers."""

COUNTED = ("memory_item", "preference_kind", "user_profile")
"""Of these, those with triggers."""

HEADINGS = ("## 对话中记下的偏好", "## Preferences noted in conversations")
"""Beneath them extraction noted."""

VIEW = """
CREATE VIEW user_profile AS
SELECT p.id, r.markdown, p.version, p.updated_at
FROM profile_document p JOIN user_profile_revision r ON r.version = p.version {own}
"""
"""The columns of version 0.1: the profile as it is shown."""

EVENTS = ("insert", "update", "delete")
MARKS = re.compile(r"[\W_]+")
EVIDENCE_RUNS = 50

WAS_LEARNED = re.compile(r"EXISTS \(SELECT 1 FROM preference WHERE id = (new|old)\.id\)")
"""In the triggers of a file: a learned record that comes or goes decides whether one that says the opposite holds."""

NOTE = """
CREATE OR REPLACE FUNCTION underdraft.note_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed record;
  number bigint;
BEGIN
  IF TG_OP = 'DELETE' THEN changed := OLD; ELSE changed := NEW; END IF;
  PERFORM underdraft.count_change(TG_ARGV[0]);
  IF TG_ARGV[1] = 'logged' THEN
    SELECT coalesce(max(seq), 0) + 1 INTO number FROM underdraft.store_log;
    INSERT INTO underdraft.store_log (seq, area, row_id) VALUES (number, TG_ARGV[0], changed.id::text);
    IF mod(number, 1000) = 0 THEN
      DELETE FROM underdraft.store_log WHERE seq <= number - 50000;
    END IF;
  END IF;
  IF TG_TABLE_NAME = 'memory_item' THEN
    IF changed.topic_id IS NOT NULL THEN
      PERFORM underdraft.count_change('preferences');
    END IF;
  END IF;
  RETURN NULL;
END
$$
"""
"""The same on a server."""

POLES = """
UPDATE preference_kind SET {pole} = coalesce((SELECT p.statement FROM preference p
  WHERE p.kind_id = preference_kind.id AND p.pole = '{pole}' {same_writer}), '')
"""

FOUND = """
SELECT p.id, p.kind_id, p.pole, p.statement, p.refused_at, p.retired_at, p.retired_reason, p.promoted_to {writer},
  k.project_id, k.scope, k.axis, k.key, k.counted_after, k.created_at, m.id AS item_id, m.deleted_at, m.metadata,
  (SELECT r.actor FROM memory_revision r WHERE r.memory_id = p.id {revision_writer}
    ORDER BY r.seq DESC LIMIT 1) AS actor
FROM preference p JOIN preference_kind k ON k.id = p.kind_id {kind_writer}
LEFT JOIN memory_item m ON m.id = p.id {item_writer} ORDER BY k.created_at, p.id
"""


def upgrade() -> None:
    """Move what there is. Nobody holds rows in memory now, so that nothing is counted or logged."""
    link = op.get_bind()
    server = link.dialect.name == "postgresql"
    noted = [] if server else take_triggers(link)
    if server:
        for table in SHARED:
            run(link, f"ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY")
        for table in COUNTED:
            run(link, f"ALTER TABLE {table} DISABLE TRIGGER USER")
    add_columns(server=server)
    same = "AND p.writer = preference_kind.writer" if server else ""
    for pole in ("accept", "reject"):
        run(link, POLES.format(pole=pole, same_writer=same))
    take_over(link, server=server)
    name_topics(link, server=server)
    take_notes(link, server=server)
    op.drop_table("preference")
    op.rename_table("user_profile", "profile_document")
    run(link, VIEW.format(own="AND r.writer = p.writer WHERE p." + OWN if server else ""))
    op.create_index(
        "ix_memory_item_topic_id", "memory_item", ["writer", "topic_id"] if server else ["topic_id"]
    )
    for statement in noted:
        named = statement.replace("ON user_profile ", "ON profile_document ")
        run(link, WAS_LEARNED.sub(r"\1.topic_id IS NOT NULL", named))
    if server:
        run(link, NOTE)
        kept = {"user_profile": "profile_document"}
        for table in COUNTED:
            run(link, f"ALTER TABLE {kept.get(table, table)} ENABLE TRIGGER USER")
        for table in SHARED:
            if table != "preference":
                run(link, f"ALTER TABLE {kept.get(table, table)} FORCE ROW LEVEL SECURITY")


def take_triggers(link: sa.Connection) -> list[str]:
    """Drop the triggers of the tables whose rows change, in a file; gives how to make them again."""
    noted = []
    for table in COUNTED:
        for event in EVENTS:
            name = f"changed_{table}_{event}"
            made = link.exec_driver_sql("SELECT sql FROM sqlite_master WHERE name = ?", (name,))
            noted.append(made.scalar_one())
            run(link, f"DROP TRIGGER {name}")
    return noted


def add_columns(*, server: bool) -> None:
    """The new columns; on a server texts are compared by code points."""
    word: Any = sa.Text(collation="C") if server else sa.String()
    long: Any = sa.Text(collation="C") if server else sa.Text()
    for name in ("topic_id", "pole"):
        op.add_column("memory_item", sa.Column(name, word))
    for name in ("accept", "reject"):
        op.add_column("preference_kind", sa.Column(name, long, nullable=False, server_default=""))


def take_over(link: sa.Connection, *, server: bool) -> None:
    """Give each preference's record its topic and state; proposals and refusals that had no record get one."""
    joins = {
        "writer": ", p.writer",
        "revision_writer": "AND r.writer = p.writer",
        "kind_writer": "AND k.writer = p.writer",
        "item_writer": "AND m.writer = p.writer",
    }
    mine = " AND writer = :writer" if server else ""
    change = sa.text(
        "UPDATE memory_item SET topic_id = :kind_id, pole = :pole, scene = :scene, state = :state, "  # noqa: S608
        f"metadata = :metadata, replaced_by = :promoted_to WHERE id = :id{mine}"
    )
    query = sa.text(FOUND.format(**(joins if server else dict.fromkeys(joins, ""))))
    for row in link.execute(query).mappings().all():
        scene = row["key"].partition("\n")[0] if row["axis"] == "worded" else None
        if row["item_id"] is not None:
            state = state_of(row)
            metadata = json.loads(row["metadata"])
            if state == "retired" and row["retired_reason"] is not None:
                metadata["retired"] = row["retired_reason"]
            values = {**row, "scene": scene, "state": state, "metadata": dumped(metadata)}
            link.execute(change, values | {"promoted_to": row["promoted_to"] if state == "retired" else None})
        elif row["refused_at"] is not None or scene is not None:
            make_record(link, row, scene, server=server)


def state_of(row: Any) -> str:
    """The state of a record that a preference has."""
    if row["deleted_at"] is None:
        return "active"
    if row["refused_at"] is not None:
        return "refused"
    if row["promoted_to"] is not None or row["retired_at"] is not None:
        return "retired"
    return "deleted" if row["actor"] in {"learning", "learning:clear"} else "refused"


def make_record(link: sa.Connection, row: Any, scene: str | None, *, server: bool) -> None:
    """A record for a preference that waits for the writer or was refused, with a first revision."""
    owner = {"writer": row["writer"]} if server else {}
    mine = " AND writer = :writer" if server else ""
    signals = sa.text(
        "SELECT run_id, stance, at FROM preference_signal WHERE kind_id = :kind_id AND stance = :pole "  # noqa: S608
        f"AND seq > :counted_after{mine} ORDER BY seq DESC LIMIT {EVIDENCE_RUNS}"
    )
    found = link.execute(signals, dict(row)).all()[::-1]
    at = row["refused_at"] or (found[-1].at if found else row["created_at"])
    write_record(
        link,
        owner,
        id=row["id"],
        type="preference",
        scope=row["scope"],
        project_id=row["project_id"],
        origin="learned",
        content=row["statement"],
        confidence=round((len(found) + 1) / (len(found) + 2), 3),
        evidence=[{"runId": one.run_id, "action": one.stance, "at": one.at} for one in found],
        metadata={"axis": row["axis"], "kindId": row["kind_id"]},
        created_at=row["created_at"],
        updated_at=at,
        deleted_at=row["refused_at"],
        section="memories",
        source="measured" if scene is None else "worded",
        state="proposed" if row["refused_at"] is None else "refused",
        scene=scene,
        topic_id=row["kind_id"],
        pole=row["pole"],
    )


def take_notes(link: sa.Connection, *, server: bool) -> None:
    """Make a record of each line beneath the heading, unless the writer has put other things between them."""
    writer = ", writer" if server else ""
    mine = " AND writer = :writer" if server else ""
    for row in link.execute(sa.text(f"SELECT markdown{writer} FROM user_profile")).mappings().all():  # noqa: S608
        own, notes = parted(row["markdown"])
        if not notes:
            continue
        owner = {"writer": row["writer"]} if server else {}
        past = sa.text(
            f"SELECT markdown, actor, at FROM user_profile_revision WHERE true{mine} ORDER BY version"  # noqa: S608
        )
        first: dict[str, Any] = {}
        for revised in link.execute(past, owner):
            for line in revised.markdown.split("\n"):
                first.setdefault(line, revised)
        for note in notes:
            begun = first[f"- {note}"]
            write_record(
                link,
                owner,
                id=f"note-{sha256(note)[:24]}",
                type="preference",
                scope="global",
                origin="manual",
                content=note,
                created_at=begun.at,
                updated_at=begun.at,
                section="profile",
                source="said" if begun.actor == "extraction" else "typed",
                state="active",
                user_confirmed=begun.actor != "extraction",
            )
        change = f"UPDATE user_profile SET markdown = :own WHERE true{mine}"  # noqa: S608
        link.execute(sa.text(change), {"own": own, **owner})


def parted(markdown: str) -> tuple[str, list[str]]:
    """A profile without what was noted, and that; nothing was where both do not give it again."""
    rows = markdown.split("\n")
    heading = next((one for one in HEADINGS if one in rows), None)
    if heading is None:
        return markdown, []
    place = rows.index(heading)
    rest = rows[place + 1 :]
    end = next((n for n, row in enumerate(rest) if row.startswith("#")), len(rest))
    notes = [row for row in rest[:end] if row.strip()]
    around = "\n".join(rows[:place]).strip(), "\n".join(rest[end:]).strip()
    shown, own = (
        "\n\n".join(filter(None, (around[0], section, around[1])))
        for section in ("\n".join([heading, "", *notes]), heading)
    )
    plain = [" ".join(row.removeprefix("- ").split()) for row in notes]
    whole = shown == markdown and [f"- {one}" for one in plain] == notes and len(set(plain)) == len(plain)
    return (own, plain) if whole else (markdown, [])


def write_record(link: sa.Connection, owner: dict[str, Any], **given: Any) -> None:
    """A record with a first revision."""
    plain = {
        "project_id": None,
        "document_id": None,
        "confidence": 1.0,
        "evidence": [],
        "metadata": {},
        "version": 1,
        "deleted_at": None,
        "user_confirmed": False,
        "tags": [],
        "scene": None,
        "session_id": None,
        "said_at": given["created_at"],
        "about": "",
        "value": "",
        "replaces": [],
        "replaced_by": None,
        "topic_id": None,
        "pole": None,
        **given,
    }
    content = plain["content"]
    packed = {name: dumped(plain[name]) for name in ("evidence", "metadata", "tags", "replaces")}
    keys = {"content_hash": sha256(content), "same_key": key_of(content), "faded": 0}
    insert(link, "memory_item", {**plain, **packed, **keys, **owner})
    revised = {"memory_id": plain["id"], "version": 1, "action": "import", "actor": "migration"}
    revised |= {"at": plain["updated_at"], "after": dumped(plain)}
    insert(link, "memory_revision", {**revised, **owner})


def name_topics(link: sa.Connection, *, server: bool) -> None:
    """Give the other learned records their topics: distilled rules, and those whose topics were cleared."""
    mine = " AND writer = :writer" if server else ""
    learned = sa.text(
        f"SELECT id, section, metadata{', writer' if server else ''} FROM memory_item "  # noqa: S608
        "WHERE origin = 'learned' AND topic_id IS NULL"
    )
    change = sa.text(f"UPDATE memory_item SET topic_id = :topic, pole = :pole WHERE id = :id{mine}")  # noqa: S608
    for row in link.execute(learned).mappings().all():
        facts = json.loads(row["metadata"])
        topic = facts.get("topicId") if row["section"] == "rules" else facts.get("kindId")
        poles = [facts.get("pole")] if row["section"] == "rules" else ["accept", "reject"]
        for pole in poles:
            if topic and (row["section"] == "rules" or row["id"] == f"learned-{pole_key(topic, pole)}"):
                link.execute(change, {**row, "topic": topic, "pole": pole})


def pole_key(topic_id: str, pole: str) -> str:
    """What the id of a pole ends with."""
    return sha256(json.dumps([topic_id, pole]))[:32]


def insert(link: sa.Connection, table: str, values: dict[str, Any]) -> None:
    """Write one row."""
    marks = ", ".join(f":{name}" for name in values)
    link.execute(sa.text(f"INSERT INTO {table} ({', '.join(values)}) VALUES ({marks})"), values)  # noqa: S608


def key_of(content: str) -> str:
    """Equal for statements that differ in case, white space and marks only."""
    return sha256(MARKS.sub("", unicodedata.normalize("NFKC", content).casefold()) or content)


def sha256(text: str) -> str:
    """Lower-case hex SHA-256."""
    return hashlib.sha256(text.encode()).hexdigest()


def dumped(value: object) -> str:
    """Compact JSON with sorted keys."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)

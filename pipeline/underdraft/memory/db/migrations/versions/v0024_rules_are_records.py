"""Distilled rules are records, too."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import sqlalchemy as sa
from alembic import op

from underdraft.memory.db.migrations.writers import run

revision = "0024"
down_revision = "0023"

SHARED = ("memory_item", "memory_revision", "store_change", "semantic_rule")
"""What is read or changed: on a server these tables have the rows of all writers."""

STATES = {"proposed": "proposed", "confirmed": "active", "refused": "refused"}


def upgrade() -> None:
    """Move what there is, each with a first revision; a rule with a memory's id gets another one."""
    link = op.get_bind()
    server = link.dialect.name == "postgresql"
    if server:
        for table in SHARED:
            run(link, f"ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY")
        run(link, "ALTER TABLE memory_item DISABLE TRIGGER USER")
    owned = ("writer",) if server else ()
    taken = f"SELECT 1 FROM memory_item WHERE id = :id{' AND writer = :writer' if server else ''}"  # noqa: S608
    for row in link.execute(sa.text("SELECT * FROM semantic_rule ORDER BY created_at, id")).mappings().all():
        clash = link.execute(sa.text(taken), dict(row)).first() is not None
        plain = record_of(row, f"{row['id']}-rule" if clash else row["id"])
        packed = {name: dumped(plain[name]) for name in ("evidence", "metadata", "tags", "replaces")}
        keys = {name: sha256(row["text"]) for name in ("content_hash", "same_key")}
        insert(link, "memory_item", {**plain, **packed, **keys, "faded": 0}, {n: row[n] for n in owned})
        revised = {"memory_id": plain["id"], "version": plain["version"], "action": "import"}
        revised |= {"actor": "migration", "at": plain["updated_at"], "after": dumped(plain)}
        insert(link, "memory_revision", revised, {n: row[n] for n in owned})
    op.drop_table("semantic_rule")
    run(link, "DELETE FROM store_change WHERE area = 'rules'")
    if server:
        run(link, "ALTER TABLE memory_item ENABLE TRIGGER USER")
        for table in SHARED[:-1]:
            run(link, f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY")


def record_of(row: Any, record_id: str) -> dict[str, Any]:
    """A rule as revisions hold records."""
    evidence = [
        {"episodeId": one["episode_id"], "runId": one["run_id"]} for one in json.loads(row["evidence"])
    ]
    facts = {
        "against": row["against"],
        "pole": row["pole"],
        "support": row["support"],
        "topicId": row["topic_id"],
    }
    confirmed = row["state"] == "confirmed"
    return {
        "id": record_id,
        "type": "rule",
        "scope": "global" if row["project_id"] is None else "project",
        "project_id": row["project_id"],
        "document_id": None,
        "origin": "learned",
        "content": row["text"],
        "confidence": row["confidence"],
        "evidence": evidence,
        "metadata": facts,
        "version": row["version"],
        "created_at": row["created_at"],
        "updated_at": row["updated_at"],
        "deleted_at": row["updated_at"] if row["state"] == "refused" else None,
        "user_confirmed": confirmed,
        "section": "rules",
        "source": "distilled",
        "state": STATES[row["state"]],
        "tags": [],
        "scene": row["scene_type"],
        "session_id": None,
        "said_at": row["created_at"],
        "about": "",
        "value": "",
        "replaces": [],
        "replaced_by": None,
    }


def insert(link: sa.Connection, table: str, row: dict[str, Any], owner: dict[str, Any]) -> None:
    """Write one row."""
    values = {**row, **owner}
    marks = ", ".join(f":{name}" for name in values)
    link.execute(sa.text(f"INSERT INTO {table} ({', '.join(values)}) VALUES ({marks})"), values)  # noqa: S608


def sha256(text: str) -> str:
    """Lower-case hex SHA-256; a rule is never looked for by its words."""
    return hashlib.sha256(text.encode()).hexdigest()


def dumped(value: object) -> str:
    """Compact JSON with sorted keys."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)

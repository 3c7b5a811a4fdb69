"""One record of all that is remembered: facts, rules, preferences in all states and notes of the profile are memories.

``atomic_memory`` and ``user_profile`` are views then. What questions to a model cost has a table.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from typing import Any

import sqlalchemy as sa
from alembic import op

from underdraft.memory.db.migrations.writers import each_writer, keep_apart, run

revision = "0026"
down_revision = "0022"

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")
WORD = sa.String().with_variant(sa.Text(collation="C"), "postgresql")
LONG = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")

COLUMNS = (
    ("section", WORD, "memories"),
    ("source", WORD, "typed"),
    ("state", WORD, "active"),
    ("tags", LONG, "[]"),
    ("scene", WORD, None),
    ("session_id", WORD, None),
    ("said_at", WORD, ""),
    ("about", WORD, ""),
    ("value", WORD, ""),
    ("same_key", WORD, ""),
    ("replaces", LONG, "[]"),
    ("replaced_by", WORD, None),
    ("topic_id", WORD, None),
    ("pole", WORD, None),
)
"""What a memory has now: name, type, and what those of before have."""

INDEXED = (("section", "state", "project_id"), ("same_key",), ("about",), ("session_id",), ("replaced_by",), ("topic_id",))  # fmt: skip

MEMORIES = """
UPDATE memory_item SET said_at = created_at,
  state = CASE WHEN deleted_at IS NULL THEN 'active' ELSE 'deleted' END,
  source = CASE
    WHEN EXISTS (SELECT 1 FROM preference p JOIN preference_kind k ON k.id = p.kind_id
      WHERE p.id = memory_item.id AND k.axis = 'worded') THEN 'worded'
    WHEN origin = 'learned' THEN 'measured'
    WHEN EXISTS (SELECT 1 FROM memory_revision r WHERE r.memory_id = memory_item.id
      AND r.action = 'import' AND r.before IS NULL) THEN 'imported'
    ELSE 'typed' END
"""

POLES = """
UPDATE preference_kind SET {pole} = coalesce(
  (SELECT p.statement FROM preference p WHERE p.kind_id = preference_kind.id AND p.pole = '{pole}'), '')
"""

PREFERENCES = """
SELECT p.id, p.kind_id, p.pole, p.statement, p.refused_at, p.retired_at, p.retired_reason, p.promoted_to,
  k.project_id, k.scope, k.axis, k.key, k.counted_after, k.created_at, m.id AS item_id, m.deleted_at, m.metadata,
  (SELECT r.actor FROM memory_revision r WHERE r.memory_id = p.id ORDER BY r.seq DESC LIMIT 1) AS actor
FROM preference p JOIN preference_kind k ON k.id = p.kind_id
LEFT JOIN memory_item m ON m.id = p.id ORDER BY k.created_at, p.id
"""

REFS = {"memory_tidy": ("stays", "other"), "memory_tidy_verdict": ("first", "second")}
"""Columns with refs of facts, ``atomic:<id>``."""

RULE_STATES = {"proposed": "proposed", "confirmed": "active", "refused": "refused"}
HEADINGS = ("## 对话中记下的偏好", "## Preferences noted in conversations")
"""Beneath them extraction noted."""

MARKS = re.compile(r"[\W_]+")
EVIDENCE_RUNS = 50


def upgrade() -> None:
    """Move what there is, each writer's by itself."""
    link = op.get_bind()
    server = link.dialect.name == "postgresql"
    rules = sa.inspect(link).has_table("semantic_rule")  # a store of revision 0006 never had it
    change_tables(link, server=server)
    for _ in each_writer(link):
        run(link, MEMORIES)
        for row in read(link, "SELECT id, content FROM memory_item"):
            change = "UPDATE memory_item SET same_key = :same_key WHERE id = :id"
            link.execute(sa.text(change), {"id": row["id"], "same_key": key_of(row["content"])})
        for pole in ("accept", "reject"):
            run(link, POLES.format(pole=pole))
        take_facts(link)
        for row in read(link, "SELECT * FROM semantic_rule ORDER BY created_at, id") if rules else ():
            take_rule(link, row)
        for row in read(link, PREFERENCES):
            take_preference(link, row)
        name_topics(link)
        take_notes(link)
        run(link, "DELETE FROM store_change WHERE area IN ('facts', 'rules')")
    for table in ("atomic_memory", "preference", "semantic_rule", "background_turn"):
        op.drop_table(table, if_exists=True)
    op.rename_table("user_profile", "profile_document")
    for kept in ("pkey", "writer_check") if server else ():
        run(
            link,
            f"ALTER TABLE profile_document RENAME CONSTRAINT user_profile_{kept} TO profile_document_{kept}",
        )


def change_tables(link: sa.Connection, *, server: bool) -> None:
    """The new columns with their indexes, and the table of questions."""
    op.drop_index("ix_memory_item_project_id", "memory_item")
    for name, kind, before in COLUMNS:
        op.add_column("memory_item", sa.Column(name, kind, nullable=before is None, server_default=before))
    for columns in INDEXED:
        led = ["writer", *columns] if server else list(columns)
        op.create_index(f"ix_memory_item_{columns[0]}", "memory_item", led)
    for pole in ("accept", "reject"):
        op.add_column("preference_kind", sa.Column(pole, LONG, nullable=False, server_default=""))
    op.create_table(
        "question",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("at", sa.String, nullable=False),
        sa.Column("task", sa.String, nullable=False),
        sa.Column("model", sa.String, nullable=False),
        sa.Column("project_id", sa.String),
        sa.Column("key", sa.String, nullable=False),
        sa.Column("answer", sa.Text),
        sa.Column("calls", NUMBER, nullable=False),
        sa.Column("prompt_tokens", NUMBER, nullable=False),
        sa.Column("completion_tokens", NUMBER, nullable=False),
        sa.Column("cached_tokens", NUMBER, nullable=False),
        sa.Column("usd", sa.Float),
        sa.Column("done", sa.Boolean, nullable=False),
    )
    op.create_index("ix_question_key", "question", ["key"])
    op.create_index("ix_question_at", "question", ["at"])
    if server:
        keep_apart(link, ("question",))


def take_facts(link: sa.Connection) -> None:
    """Facts, each with a first revision; one that has a memory's id gets another, wherever it is named."""
    facts = read(link, "SELECT * FROM atomic_memory ORDER BY create_time, id")
    taken = set(link.execute(sa.text("SELECT id FROM memory_item")).scalars())
    renamed = {old: f"{old}-fact-{sha256(old)[:8]}" for old in (fact["id"] for fact in facts) if old in taken}
    for old, new in renamed.items():
        entry = "UPDATE lexical_entry SET owner_id = :new WHERE owner = 'atomic_memory' AND owner_id = :old"
        link.execute(sa.text(entry), {"old": old, "new": new})
        for table, columns in REFS.items():
            for column in columns:
                ref = f"UPDATE {table} SET {column} = :new WHERE {column} = :old"  # noqa: S608 - names above
                link.execute(sa.text(ref), {"old": f"atomic:{old}", "new": f"atomic:{new}"})
    run(link, "UPDATE lexical_entry SET owner = 'memory_item' WHERE owner = 'atomic_memory'")
    for fact in facts:
        replaced_by = fact["contradicted_by"]
        state = "active" if replaced_by is None else "outdated"
        write_record(
            link,
            id=renamed.get(fact["id"], fact["id"]),
            type="fact",
            project_id=fact["project_id"],
            origin="manual",
            content=fact["content"],
            evidence=json.loads(fact["evidence"]),
            version=fact["version"],
            created_at=fact["create_time"],
            updated_at=fact["updated_at"],
            deleted_at=fact["deleted_at"],
            user_confirmed=bool(fact["user_confirmed"]),
            section="facts",
            source="typed" if fact["origin"] == "manual" else "said",
            state=state if fact["deleted_at"] is None else "deleted",
            tags=json.loads(fact["tags"]),
            session_id=fact["session_id"],
            said_at=fact["timestamp"],
            about=fact["about"],
            value=fact["value"],
            replaces=[renamed.get(one, one) for one in json.loads(fact["contradicts"])],
            replaced_by=renamed.get(replaced_by, replaced_by),
        )


def take_rule(link: sa.Connection, row: Any) -> None:
    """A distilled rule; one with a memory's id gets another."""
    taken = link.execute(sa.text("SELECT 1 FROM memory_item WHERE id = :id"), {"id": row["id"]}).first()
    found = json.loads(row["evidence"])
    write_record(
        link,
        id=row["id"] if taken is None else f"{row['id']}-rule",
        type="rule",
        project_id=row["project_id"],
        content=row["text"],
        confidence=row["confidence"],
        evidence=[{"episodeId": one["episode_id"], "runId": one["run_id"]} for one in found],
        metadata={
            "against": row["against"],
            "pole": row["pole"],
            "support": row["support"],
            "topicId": row["topic_id"],
        },
        version=row["version"],
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        deleted_at=row["updated_at"] if row["state"] == "refused" else None,
        user_confirmed=row["state"] == "confirmed",
        section="rules",
        source="distilled",
        state=RULE_STATES[row["state"]],
        scene=row["scene_type"],
        topic_id=row["topic_id"],
        pole=row["pole"],
    )


def take_preference(link: sa.Connection, row: Any) -> None:
    """A preference's record gets its topic and state; a proposal or refusal that had no record gets one."""
    scene = row["key"].partition("\n")[0] if row["axis"] == "worded" else None
    if row["item_id"] is None:
        if row["refused_at"] is not None or scene is not None:
            make_preference(link, row, scene)
        return
    state, metadata = state_of(row), json.loads(row["metadata"])
    if state == "retired" and row["retired_reason"] is not None:
        metadata["retired"] = row["retired_reason"]
    change = sa.text(
        "UPDATE memory_item SET topic_id = :kind_id, pole = :pole, scene = :scene, state = :state, "
        "metadata = :metadata, replaced_by = :promoted_to WHERE id = :id"
    )
    values = {**row, "scene": scene, "state": state, "metadata": dumped(metadata)}
    link.execute(change, values | {"promoted_to": row["promoted_to"] if state == "retired" else None})


def state_of(row: Any) -> str:
    """The state of a record that a preference has."""
    if row["deleted_at"] is None:
        return "active"
    if row["refused_at"] is not None:
        return "refused"
    if row["promoted_to"] is not None or row["retired_at"] is not None:
        return "retired"
    return "deleted" if row["actor"] in {"learning", "learning:clear"} else "refused"


def make_preference(link: sa.Connection, row: Any, scene: str | None) -> None:
    """A record for a preference that waits for the writer or was refused."""
    signals = sa.text(
        "SELECT run_id, stance, at FROM preference_signal WHERE kind_id = :kind_id AND stance = :pole "  # noqa: S608
        f"AND seq > :counted_after ORDER BY seq DESC LIMIT {EVIDENCE_RUNS}"
    )
    found = link.execute(signals, row).all()[::-1]
    write_record(
        link,
        id=row["id"],
        type="preference",
        scope=row["scope"],
        project_id=row["project_id"],
        content=row["statement"],
        confidence=round((len(found) + 1) / (len(found) + 2), 3),
        evidence=[{"runId": one.run_id, "action": one.stance, "at": one.at} for one in found],
        metadata={"axis": row["axis"], "kindId": row["kind_id"]},
        created_at=row["created_at"],
        updated_at=row["refused_at"] or (found[-1].at if found else row["created_at"]),
        deleted_at=row["refused_at"],
        source="measured" if scene is None else "worded",
        state="proposed" if row["refused_at"] is None else "refused",
        scene=scene,
        topic_id=row["kind_id"],
        pole=row["pole"],
    )


def name_topics(link: sa.Connection) -> None:
    """Give learned records whose topics were cleared their topics."""
    learned = "SELECT id, metadata FROM memory_item WHERE origin = 'learned' AND topic_id IS NULL"
    change = sa.text("UPDATE memory_item SET topic_id = :topic, pole = :pole WHERE id = :id")
    for row in read(link, learned):
        topic = json.loads(row["metadata"]).get("kindId")
        for pole in ("accept", "reject"):
            if topic and row["id"] == f"learned-{sha256(json.dumps([topic, pole]))[:32]}":
                link.execute(change, {"id": row["id"], "topic": topic, "pole": pole})


def take_notes(link: sa.Connection) -> None:
    """Make a record of each line beneath the heading, unless the writer has put other things between them."""
    for profile in read(link, "SELECT markdown FROM user_profile"):
        own, notes = parted(profile["markdown"])
        first: dict[str, Any] = {}
        for revised in read(link, "SELECT markdown, actor, at FROM user_profile_revision ORDER BY version"):
            for line in revised["markdown"].split("\n"):
                first.setdefault(line, revised)
        for note in notes:
            begun = first[f"- {note}"]
            write_record(
                link,
                id=f"note-{sha256(note)[:24]}",
                type="preference",
                origin="manual",
                content=note,
                created_at=begun["at"],
                updated_at=begun["at"],
                section="profile",
                source="said" if begun["actor"] == "extraction" else "typed",
                user_confirmed=begun["actor"] != "extraction",
            )
        link.execute(sa.text("UPDATE user_profile SET markdown = :own"), {"own": own})


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


def write_record(link: sa.Connection, **given: Any) -> None:
    """A record with a first revision."""
    plain = {
        "scope": "project" if given.get("project_id") else "global",
        "project_id": None,
        "document_id": None,
        "origin": "learned",
        "confidence": 1.0,
        "evidence": [],
        "metadata": {},
        "version": 1,
        "deleted_at": None,
        "user_confirmed": False,
        "section": "memories",
        "state": "active",
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
    packed = {name: dumped(plain[name]) for name in ("evidence", "metadata", "tags", "replaces")}
    keys = {"content_hash": sha256(plain["content"]), "same_key": key_of(plain["content"]), "faded": 0}
    insert(link, "memory_item", {**plain, **packed, **keys})
    revised = {"memory_id": plain["id"], "version": plain["version"], "action": "import"}
    revised |= {"actor": "migration", "at": plain["updated_at"], "after": dumped(plain)}
    insert(link, "memory_revision", revised)


def read(link: sa.Connection, query: str) -> list[dict[str, Any]]:
    """The rows of a query, read to the end before anything is written."""
    return [dict(row) for row in link.execute(sa.text(query)).mappings()]


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

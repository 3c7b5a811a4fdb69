"""On PostgreSQL: many writers in one store, its index of words, its vectors, what counts and logs changes."""

from __future__ import annotations

from alembic import op

from underdraft.memory.db.migrations.writers import WRITER, hide_others, keep_apart, run

revision = "0014"
down_revision = "0013"

TABLES = (
    "atomic_memory", "audit", "background_job", "blob", "compact", "conversation", "embedding", "episode",
    "episode_journal", "feedback_event", "knowledge_fact", "lexical_entry", "memory_item", "memory_revision", "memory_tidy",
    "preference", "preference_kind", "preference_signal", "project_folder", "run", "run_blob", "run_feedback",
    "run_record", "run_source", "session", "session_summary", "setting", "store_change", "store_log", "user_profile",
    "user_profile_revision",
)  # fmt: skip
"""All tables of revision 0013."""

AREAS = {
    "memory_item": "items",
    "preference": "preferences",
    "preference_kind": "preferences",
    "atomic_memory": "facts",
    "embedding": "vectors",
    "setting": "settings",
    "user_profile": "profile",
    "session_summary": "summaries",
    "compact": "compacts",
    "conversation": "messages",
    "session": "sessions",
    "episode": "episodes",
    "knowledge_fact": "knowledge",
    "run": "runs",
}
LOGGED = ("memory_item", "atomic_memory", "embedding", "episode")

COUNT = """
CREATE FUNCTION underdraft.count_change(of_area text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO underdraft.store_change AS known (area, value, at) VALUES (of_area, 1, pg_current_xact_id())
  ON CONFLICT (writer, area) DO UPDATE SET value = known.value + 1, at = excluded.at WHERE known.at <> excluded.at
$$
"""
"""Once a transaction: nobody sees a part of it, and a row that is changed a thousand times in one is slow."""

NOTE = """
CREATE FUNCTION underdraft.note_change() RETURNS trigger LANGUAGE plpgsql AS $$
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
    IF EXISTS (SELECT 1 FROM underdraft.preference WHERE id = changed.id) THEN
      PERFORM underdraft.count_change('preferences');
    END IF;
  END IF;
  RETURN NULL;
END
$$
"""
"""A learned memory that comes or goes decides whether one that says the opposite holds."""


def upgrade() -> None:
    """Change the tables, which are empty; nothing in a file."""
    link = op.get_bind()
    if link.dialect.name != "postgresql":
        return
    keep_apart(link, TABLES)
    run(
        link,
        "CREATE POLICY listed ON store_change FOR SELECT USING (current_setting('underdraft.listing', true) = 'on')",
    )
    run(link, "ALTER TABLE embedding ALTER COLUMN vector TYPE vector USING NULL::vector")
    run(link, "ALTER TABLE store_change ADD COLUMN at xid8 NOT NULL")
    run(
        link,
        f"CREATE TABLE lexical (writer text COLLATE \"C\" NOT NULL DEFAULT {WRITER} CHECK (writer <> ''), "
        'id bigint NOT NULL, tokens text COLLATE "C" NOT NULL, size bigint NOT NULL, '
        "words tsvector GENERATED ALWAYS AS (to_tsvector('simple', tokens)) STORED, PRIMARY KEY (writer, id))",
    )
    hide_others(link, "lexical")
    run(link, COUNT)
    run(link, NOTE)
    for table, area in AREAS.items():
        logged = "logged" if table in LOGGED else ""
        run(
            link,
            f"CREATE TRIGGER changed_{table} AFTER INSERT OR UPDATE OR DELETE ON {table} FOR EACH ROW "
            f"EXECUTE FUNCTION underdraft.note_change('{area}', '{logged}')",
        )

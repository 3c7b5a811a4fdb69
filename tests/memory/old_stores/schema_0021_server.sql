CREATE SCHEMA underdraft;

SET search_path = underdraft, public;

CREATE TABLE alembic_version (
  version_num character varying(32) NOT NULL,
  CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);

CREATE TABLE atomic_memory (
  id text COLLATE "C" NOT NULL,
  timestamp text COLLATE "C" NOT NULL,
  content text COLLATE "C" NOT NULL,
  content_hash text COLLATE "C" NOT NULL,
  same_key text COLLATE "C" NOT NULL,
  tags text COLLATE "C" NOT NULL,
  session_id text COLLATE "C",
  project_id text COLLATE "C",
  about text COLLATE "C" NOT NULL,
  value text COLLATE "C" NOT NULL,
  origin text COLLATE "C" NOT NULL,
  evidence text COLLATE "C" NOT NULL,
  contradicts text COLLATE "C" NOT NULL,
  contradicted_by text COLLATE "C",
  user_confirmed boolean NOT NULL,
  version bigint NOT NULL,
  create_time text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  deleted_at text COLLATE "C",
  writer text COLLATE "C" DEFAULT current_setting('underdraft.writer'::text) NOT NULL,
  CONSTRAINT atomic_memory_pkey PRIMARY KEY (writer, id),
  CONSTRAINT atomic_memory_writer_check CHECK ((writer <> ''::text))
);

CREATE TABLE audit (
  seq bigserial,
  at text COLLATE "C" NOT NULL,
  actor text COLLATE "C" NOT NULL,
  action text COLLATE "C" NOT NULL,
  facts text COLLATE "C" NOT NULL,
  writer text COLLATE "C" DEFAULT current_setting('underdraft.writer'::text) NOT NULL,
  CONSTRAINT audit_pkey PRIMARY KEY (writer, seq),
  CONSTRAINT audit_writer_check CHECK ((writer <> ''::text))
);

CREATE TABLE background_job (
  seq bigserial,
  kind text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  attempts bigint NOT NULL,
  not_before text COLLATE "C" NOT NULL,
  failed boolean NOT NULL,
  last_error text COLLATE "C",
  writer text COLLATE "C" DEFAULT current_setting('underdraft.writer'::text) NOT NULL,
  CONSTRAINT uq_background_job_kind_subject UNIQUE (writer, kind, subject),
  CONSTRAINT background_job_pkey PRIMARY KEY (writer, seq),
  CONSTRAINT background_job_writer_check CHECK ((writer <> ''::text))
);

CREATE TABLE background_turn (
  work text COLLATE "C" NOT NULL,
  writer text COLLATE "C" DEFAULT current_setting('underdraft.writer'::text) NOT NULL,
  CONSTRAINT background_turn_pkey PRIMARY KEY (writer, work),
  CONSTRAINT background_turn_writer_check CHECK ((writer <> ''::text))
);

CREATE TABLE blob (
  id bigserial,
  sha256 bytea NOT NULL,
  text text COLLATE "C" NOT NULL,
  writer text COLLATE "C" DEFAULT current_setting('underdraft.writer'::text) NOT NULL,
  CONSTRAINT uq_blob_sha256 UNIQUE (writer, sha256),
  CONSTRAINT blob_pkey PRIMARY KEY (writer, id),
  CONSTRAINT blob_writer_check CHECK ((writer <> ''::text))
);

CREATE TABLE compact (
  run_id text COLLATE "C" NOT NULL,
  run_seq bigint NOT NULL,
  project_id text COLLATE "C",
  skill_id text COLLATE "C" NOT NULL,
  at text COLLATE "C" NOT NULL,
  origin text COLLATE "C" NOT NULL,
  body text COLLATE "C" NOT NULL,
  full_tokens bigint NOT NULL,
  tokens bigint NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  writer text COLLATE "C" DEFAULT current_setting('underdraft.writer'::text) NOT NULL,
  CONSTRAINT compact_pkey PRIMARY KEY (writer, run_id),
  CONSTRAINT compact_writer_check CHECK ((writer <> ''::text))
);

CREATE TABLE conversation (
  seq bigserial,
  id text COLLATE "C" NOT NULL,
  session_id text COLLATE "C" NOT NULL,
  role text COLLATE "C" NOT NULL,
  content text COLLATE "C" NOT NULL,
  instruction text COLLATE "C",
  create_time text COLLATE "C" NOT NULL,
  is_collected boolean NOT NULL,
  answered boolean NOT NULL,
  run_id text COLLATE "C",
  tokens bigint NOT NULL,
  window_seq bigint,
  writer text COLLATE "C" DEFAULT current_setting('underdraft.writer'::text) NOT NULL,
  CONSTRAINT uq_conversation_id UNIQUE (writer, id),
  CONSTRAINT conversation_pkey PRIMARY KEY (writer, seq),
  CONSTRAINT conversation_writer_check CHECK ((writer <> ''::text))
);

CREATE TABLE embedding (
  id bigserial,
  model text COLLATE "C" NOT NULL,
  dimension bigint NOT NULL,
  content_hash text COLLATE "C" NOT NULL,
  vector halfvec NOT NULL,
  writer text COLLATE "C" DEFAULT current_setting('underdraft.writer'::text) NOT NULL,
  CONSTRAINT uq_embedding_model_content_hash UNIQUE (writer, model, content_hash),
  CONSTRAINT embedding_pkey PRIMARY KEY (writer, id),
  CONSTRAINT embedding_writer_check CHECK ((writer <> ''::text))
);

CREATE TABLE episode (
  seq bigserial,
  id text COLLATE "C" NOT NULL,
  project_id text COLLATE "C",
  scope text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  chapter_id text COLLATE "C",
  scene_type text COLLATE "C" NOT NULL,
  scene_confidence double precision NOT NULL,
  skill_used text COLLATE "C" NOT NULL,
  selected_index bigint,
  candidate_count bigint NOT NULL,
  edit_distance double precision,
  implicit_signal text COLLATE "C" NOT NULL,
  implicit_weight double precision NOT NULL,
  importance double precision NOT NULL,
  importance_given boolean NOT NULL,
  recall_count bigint NOT NULL,
  compressed boolean NOT NULL,
  user_confirmed boolean NOT NULL,
  used_seq bigint NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  last_recalled_at text COLLATE "C",
  accepted_at text COLLATE "C",
  undone_at text COLLATE "C",
  run_id text COLLATE "C",
  session_id text COLLATE "C",
  content_hash text COLLATE "C" NOT NULL,
  content text COLLATE "C" NOT NULL,
  input_context text COLLATE "C",
  final_text text COLLATE "C",
  summary text COLLATE "C",
  writer text COLLATE "C" DEFAULT current_setting('underdraft.writer'::text) NOT NULL,
  CONSTRAINT uq_episode_id UNIQUE (writer, id),
  CONSTRAINT episode_pkey PRIMARY KEY (writer, seq),
  CONSTRAINT episode_writer_check CHECK ((writer <> ''::text))
);

CREATE TABLE episode_journal (
  journal_id text COLLATE "C" NOT NULL,
  applied bigint NOT NULL,
  writer text COLLATE "C" DEFAULT current_setting('underdraft.writer'::text) NOT NULL,
  CONSTRAINT episode_journal_pkey PRIMARY KEY (writer, journal_id),
  CONSTRAINT episode_journal_writer_check CHECK ((writer <> ''::text))
);

CREATE TABLE feedback_event (
  seq bigserial,
  run_id text COLLATE "C",
  project_id text COLLATE "C",
  skill_id text COLLATE "C",
  at text COLLATE "C" NOT NULL,
  action text COLLATE "C" NOT NULL,
  evidence_ref text COLLATE "C",
  selected_index bigint,
  undo boolean NOT NULL,
  edit_distance double precision,
  final_hash text COLLATE "C",
  signal text COLLATE "C" NOT NULL,
  weight double precision NOT NULL,
  ignored_reason text COLLATE "C",
  writer text COLLATE "C" DEFAULT current_setting('underdraft.writer'::text) NOT NULL,
  CONSTRAINT feedback_event_pkey PRIMARY KEY (writer, seq),
  CONSTRAINT feedback_event_writer_check CHECK ((writer <> ''::text))
);

CREATE TABLE knowledge_fact (
  seq bigserial,
  id text COLLATE "C" NOT NULL,
  project_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  fact text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  origin text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  deleted_at text COLLATE "C",
  change bigint NOT NULL,
  writer text COLLATE "C" DEFAULT current_setting('underdraft.writer'::text) NOT NULL,
  CONSTRAINT uq_knowledge_fact_id UNIQUE (writer, id),
  CONSTRAINT knowledge_fact_pkey PRIMARY KEY (writer, seq),
  CONSTRAINT knowledge_fact_writer_check CHECK ((writer <> ''::text))
);

CREATE TABLE known_writer (
  owner text COLLATE "C" NOT NULL,
  due text COLLATE "C",
  CONSTRAINT pk_known_writer PRIMARY KEY (owner)
);

CREATE TABLE lexical (
  writer text COLLATE "C" DEFAULT current_setting('underdraft.writer'::text) NOT NULL,
  id bigint NOT NULL,
  tokens text COLLATE "C" NOT NULL,
  size bigint NOT NULL,
  words tsvector GENERATED ALWAYS AS (to_tsvector('simple'::regconfig, tokens)) STORED,
  CONSTRAINT lexical_pkey PRIMARY KEY (writer, id),
  CONSTRAINT lexical_writer_check CHECK ((writer <> ''::text))
);

CREATE TABLE lexical_entry (
  id bigserial,
  owner text COLLATE "C" NOT NULL,
  owner_id text COLLATE "C" NOT NULL,
  writer text COLLATE "C" DEFAULT current_setting('underdraft.writer'::text) NOT NULL,
  CONSTRAINT uq_lexical_entry_owner_owner_id UNIQUE (writer, owner, owner_id),
  CONSTRAINT lexical_entry_pkey PRIMARY KEY (writer, id),
  CONSTRAINT lexical_entry_writer_check CHECK ((writer <> ''::text))
);

CREATE TABLE memory_item (
  id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  scope text COLLATE "C" NOT NULL,
  project_id text COLLATE "C",
  document_id text COLLATE "C",
  origin text COLLATE "C" NOT NULL,
  content text COLLATE "C" NOT NULL,
  content_hash text COLLATE "C" NOT NULL,
  confidence double precision NOT NULL,
  evidence text COLLATE "C" NOT NULL,
  metadata text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  deleted_at text COLLATE "C",
  user_confirmed boolean NOT NULL,
  writer text COLLATE "C" DEFAULT current_setting('underdraft.writer'::text) NOT NULL,
  faded bigint DEFAULT '0'::bigint NOT NULL,
  CONSTRAINT memory_item_pkey PRIMARY KEY (writer, id),
  CONSTRAINT memory_item_writer_check CHECK ((writer <> ''::text))
);

CREATE TABLE memory_revision (
  seq bigserial,
  memory_id text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  action text COLLATE "C" NOT NULL,
  actor text COLLATE "C" NOT NULL,
  at text COLLATE "C" NOT NULL,
  before text COLLATE "C",
  after text COLLATE "C" NOT NULL,
  writer text COLLATE "C" DEFAULT current_setting('underdraft.writer'::text) NOT NULL,
  CONSTRAINT memory_revision_pkey PRIMARY KEY (writer, seq),
  CONSTRAINT memory_revision_writer_check CHECK ((writer <> ''::text))
);

CREATE TABLE memory_tidy (
  seq bigserial,
  settlement_id text COLLATE "C" NOT NULL,
  project_id text COLLATE "C",
  action text COLLATE "C" NOT NULL,
  stays text COLLATE "C" NOT NULL,
  stays_hash text COLLATE "C" NOT NULL,
  stays_version bigint,
  other text COLLATE "C" NOT NULL,
  other_hash text COLLATE "C" NOT NULL,
  at text COLLATE "C" NOT NULL,
  undone_at text COLLATE "C",
  writer text COLLATE "C" DEFAULT current_setting('underdraft.writer'::text) NOT NULL,
  CONSTRAINT memory_tidy_pkey PRIMARY KEY (writer, seq),
  CONSTRAINT memory_tidy_writer_check CHECK ((writer <> ''::text))
);

CREATE TABLE memory_tidy_verdict (
  seq bigserial,
  project_id text COLLATE "C",
  first text COLLATE "C" NOT NULL,
  first_hash text COLLATE "C" NOT NULL,
  second text COLLATE "C" NOT NULL,
  second_hash text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  holds_hash text COLLATE "C",
  first_begin bigint NOT NULL,
  first_end bigint NOT NULL,
  second_begin bigint NOT NULL,
  second_end bigint NOT NULL,
  at text COLLATE "C" NOT NULL,
  writer text COLLATE "C" DEFAULT current_setting('underdraft.writer'::text) NOT NULL,
  CONSTRAINT memory_tidy_verdict_pkey PRIMARY KEY (writer, seq),
  CONSTRAINT memory_tidy_verdict_writer_check CHECK ((writer <> ''::text))
);

CREATE TABLE memory_use (
  item_id text COLLATE "C" NOT NULL,
  recalled_on text COLLATE "C" NOT NULL,
  writer text COLLATE "C" DEFAULT current_setting('underdraft.writer'::text) NOT NULL,
  CONSTRAINT memory_use_pkey PRIMARY KEY (writer, item_id),
  CONSTRAINT memory_use_writer_check CHECK ((writer <> ''::text))
);

CREATE TABLE preference (
  id text COLLATE "C" NOT NULL,
  kind_id text COLLATE "C" NOT NULL,
  pole text COLLATE "C" NOT NULL,
  statement text COLLATE "C" NOT NULL,
  refused_at text COLLATE "C",
  retired_at text COLLATE "C",
  retired_reason text COLLATE "C",
  promoted_to text COLLATE "C",
  writer text COLLATE "C" DEFAULT current_setting('underdraft.writer'::text) NOT NULL,
  CONSTRAINT uq_preference_kind_id_pole UNIQUE (writer, kind_id, pole),
  CONSTRAINT preference_pkey PRIMARY KEY (writer, id),
  CONSTRAINT preference_writer_check CHECK ((writer <> ''::text))
);

CREATE TABLE preference_kind (
  id text COLLATE "C" NOT NULL,
  scope text COLLATE "C" NOT NULL,
  project_id text COLLATE "C",
  axis text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  counted_after bigint NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  writer text COLLATE "C" DEFAULT current_setting('underdraft.writer'::text) NOT NULL,
  CONSTRAINT preference_kind_pkey PRIMARY KEY (writer, id),
  CONSTRAINT preference_kind_writer_check CHECK ((writer <> ''::text))
);

CREATE TABLE preference_signal (
  seq bigserial,
  source text COLLATE "C" NOT NULL,
  event_seq bigint NOT NULL,
  kind_id text COLLATE "C" NOT NULL,
  run_id text COLLATE "C",
  stance text COLLATE "C" NOT NULL,
  before text COLLATE "C" NOT NULL,
  after text COLLATE "C" NOT NULL,
  at text COLLATE "C" NOT NULL,
  writer text COLLATE "C" DEFAULT current_setting('underdraft.writer'::text) NOT NULL,
  CONSTRAINT uq_preference_signal_source_kind_id UNIQUE (writer, source, kind_id),
  CONSTRAINT preference_signal_pkey PRIMARY KEY (writer, seq),
  CONSTRAINT preference_signal_writer_check CHECK ((writer <> ''::text))
);

CREATE TABLE project_folder (
  project_id text COLLATE "C" NOT NULL,
  folder text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  writer text COLLATE "C" DEFAULT current_setting('underdraft.writer'::text) NOT NULL,
  CONSTRAINT project_folder_pkey PRIMARY KEY (writer, project_id),
  CONSTRAINT project_folder_writer_check CHECK ((writer <> ''::text))
);

CREATE TABLE run (
  seq bigserial,
  id text COLLATE "C" NOT NULL,
  project_id text COLLATE "C",
  skill_id text COLLATE "C" NOT NULL,
  session_id text COLLATE "C",
  document_id text COLLATE "C",
  scene_type text COLLATE "C",
  model text COLLATE "C" NOT NULL,
  locale text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  stable_prefix_hash text COLLATE "C" NOT NULL,
  prompt_hash text COLLATE "C" NOT NULL,
  privacy boolean NOT NULL,
  status text COLLATE "C" DEFAULT 'done'::character varying NOT NULL,
  finish_reason text COLLATE "C",
  writer text COLLATE "C" DEFAULT current_setting('underdraft.writer'::text) NOT NULL,
  CONSTRAINT uq_run_id UNIQUE (writer, id),
  CONSTRAINT run_pkey PRIMARY KEY (writer, seq),
  CONSTRAINT run_writer_check CHECK ((writer <> ''::text))
);

CREATE TABLE run_blob (
  run_seq bigint NOT NULL,
  blob_id bigint NOT NULL,
  writer text COLLATE "C" DEFAULT current_setting('underdraft.writer'::text) NOT NULL,
  CONSTRAINT run_blob_pkey PRIMARY KEY (writer, run_seq, blob_id),
  CONSTRAINT run_blob_writer_check CHECK ((writer <> ''::text))
);

CREATE TABLE run_feedback (
  run_id text COLLATE "C" NOT NULL,
  event_seq bigint NOT NULL,
  writer text COLLATE "C" DEFAULT current_setting('underdraft.writer'::text) NOT NULL,
  CONSTRAINT run_feedback_pkey PRIMARY KEY (writer, run_id),
  CONSTRAINT run_feedback_writer_check CHECK ((writer <> ''::text))
);

CREATE TABLE run_record (
  run_seq bigint NOT NULL,
  record bytea NOT NULL,
  writer text COLLATE "C" DEFAULT current_setting('underdraft.writer'::text) NOT NULL,
  CONSTRAINT run_record_pkey PRIMARY KEY (writer, run_seq),
  CONSTRAINT run_record_writer_check CHECK ((writer <> ''::text))
);

CREATE TABLE run_source (
  run_seq bigint NOT NULL,
  item_id text COLLATE "C" NOT NULL,
  writer text COLLATE "C" DEFAULT current_setting('underdraft.writer'::text) NOT NULL,
  CONSTRAINT run_source_pkey PRIMARY KEY (writer, run_seq, item_id),
  CONSTRAINT run_source_writer_check CHECK ((writer <> ''::text))
);

CREATE TABLE semantic_rule (
  id text COLLATE "C" NOT NULL,
  project_id text COLLATE "C",
  scene_type text COLLATE "C" NOT NULL,
  topic_id text COLLATE "C" NOT NULL,
  pole text COLLATE "C" NOT NULL,
  text text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  support bigint NOT NULL,
  against bigint NOT NULL,
  confidence double precision NOT NULL,
  evidence text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  writer text COLLATE "C" DEFAULT current_setting('underdraft.writer'::text) NOT NULL,
  CONSTRAINT semantic_rule_pkey PRIMARY KEY (writer, id),
  CONSTRAINT semantic_rule_writer_check CHECK ((writer <> ''::text))
);

CREATE TABLE session (
  session_id text COLLATE "C" NOT NULL,
  project_id text COLLATE "C",
  started_at text COLLATE "C" NOT NULL,
  ended_at text COLLATE "C",
  writer text COLLATE "C" DEFAULT current_setting('underdraft.writer'::text) NOT NULL,
  CONSTRAINT session_pkey PRIMARY KEY (writer, session_id),
  CONSTRAINT session_writer_check CHECK ((writer <> ''::text))
);

CREATE TABLE session_summary (
  session_id text COLLATE "C" NOT NULL,
  project_id text COLLATE "C",
  title text COLLATE "C" NOT NULL,
  snippet text COLLATE "C" NOT NULL,
  origin text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  deleted_at text COLLATE "C",
  writer text COLLATE "C" DEFAULT current_setting('underdraft.writer'::text) NOT NULL,
  CONSTRAINT session_summary_pkey PRIMARY KEY (writer, session_id),
  CONSTRAINT session_summary_writer_check CHECK ((writer <> ''::text))
);

CREATE TABLE setting (
  key text COLLATE "C" NOT NULL,
  value text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  writer text COLLATE "C" DEFAULT current_setting('underdraft.writer'::text) NOT NULL,
  CONSTRAINT setting_pkey PRIMARY KEY (writer, key),
  CONSTRAINT setting_writer_check CHECK ((writer <> ''::text))
);

CREATE TABLE store_change (
  area text COLLATE "C" NOT NULL,
  value bigint NOT NULL,
  writer text COLLATE "C" DEFAULT current_setting('underdraft.writer'::text) NOT NULL,
  at xid8 NOT NULL,
  CONSTRAINT store_change_pkey PRIMARY KEY (writer, area),
  CONSTRAINT store_change_writer_check CHECK ((writer <> ''::text))
);

CREATE TABLE store_log (
  seq bigserial,
  area text COLLATE "C" NOT NULL,
  row_id text COLLATE "C" NOT NULL,
  writer text COLLATE "C" DEFAULT current_setting('underdraft.writer'::text) NOT NULL,
  CONSTRAINT store_log_pkey PRIMARY KEY (writer, seq),
  CONSTRAINT store_log_writer_check CHECK ((writer <> ''::text))
);

CREATE TABLE user_profile (
  id text COLLATE "C" NOT NULL,
  markdown text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  writer text COLLATE "C" DEFAULT current_setting('underdraft.writer'::text) NOT NULL,
  CONSTRAINT user_profile_pkey PRIMARY KEY (writer, id),
  CONSTRAINT user_profile_writer_check CHECK ((writer <> ''::text))
);

CREATE TABLE user_profile_revision (
  version bigserial,
  markdown text COLLATE "C" NOT NULL,
  actor text COLLATE "C" NOT NULL,
  at text COLLATE "C" NOT NULL,
  writer text COLLATE "C" DEFAULT current_setting('underdraft.writer'::text) NOT NULL,
  CONSTRAINT user_profile_revision_pkey PRIMARY KEY (writer, version),
  CONSTRAINT user_profile_revision_writer_check CHECK ((writer <> ''::text))
);

CREATE TABLE writer_token (
  sha256 text COLLATE "C" NOT NULL,
  owner text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  CONSTRAINT pk_writer_token PRIMARY KEY (sha256)
);

CREATE INDEX ix_atomic_memory_about ON underdraft.atomic_memory USING btree (writer, about);

CREATE INDEX ix_atomic_memory_project_id ON underdraft.atomic_memory USING btree (writer, project_id, deleted_at);

CREATE INDEX ix_atomic_memory_same_key ON underdraft.atomic_memory USING btree (writer, same_key);

CREATE INDEX ix_atomic_memory_session_id ON underdraft.atomic_memory USING btree (writer, session_id);

CREATE INDEX ix_background_job_not_before ON underdraft.background_job USING btree (writer, failed, not_before);

CREATE INDEX ix_compact_project_id ON underdraft.compact USING btree (writer, project_id, run_seq);

CREATE INDEX ix_conversation_run_id ON underdraft.conversation USING btree (writer, run_id);

CREATE INDEX ix_conversation_session_id ON underdraft.conversation USING btree (writer, session_id, answered, seq);

CREATE INDEX ix_embedding_model_dimension ON underdraft.embedding USING btree (writer, model, dimension);

CREATE INDEX ix_episode_content_hash ON underdraft.episode USING btree (writer, content_hash);

CREATE INDEX ix_episode_last_recalled_at ON underdraft.episode USING btree (writer, last_recalled_at);

CREATE INDEX ix_episode_project_id_compressed_used_seq ON underdraft.episode USING btree (writer, project_id, compressed, used_seq);

CREATE INDEX ix_episode_project_id_created_at ON underdraft.episode USING btree (writer, project_id, created_at);

CREATE INDEX ix_episode_project_id_scene_type ON underdraft.episode USING btree (writer, project_id, scene_type, skill_used);

CREATE INDEX ix_episode_run_id ON underdraft.episode USING btree (writer, run_id);

CREATE INDEX ix_episode_scene_type ON underdraft.episode USING btree (writer, scene_type);

CREATE INDEX ix_feedback_event_project_id ON underdraft.feedback_event USING btree (writer, project_id);

CREATE INDEX ix_feedback_event_run_id ON underdraft.feedback_event USING btree (writer, run_id);

CREATE INDEX ix_knowledge_fact_project_id ON underdraft.knowledge_fact USING btree (writer, project_id, status);

CREATE INDEX ix_known_writer_due ON underdraft.known_writer USING btree (due);

CREATE INDEX ix_memory_item_content_hash ON underdraft.memory_item USING btree (writer, content_hash);

CREATE INDEX ix_memory_item_project_id ON underdraft.memory_item USING btree (writer, project_id, deleted_at);

CREATE INDEX ix_memory_revision_memory_id ON underdraft.memory_revision USING btree (writer, memory_id, seq);

CREATE INDEX ix_memory_tidy_project_id ON underdraft.memory_tidy USING btree (writer, project_id, action);

CREATE INDEX ix_memory_tidy_settlement_id ON underdraft.memory_tidy USING btree (writer, settlement_id);

CREATE INDEX ix_memory_tidy_verdict_project_id ON underdraft.memory_tidy_verdict USING btree (writer, project_id);

ALTER TABLE preference ADD CONSTRAINT preference_kind_id_fkey FOREIGN KEY (writer, kind_id) REFERENCES preference_kind(writer, id) ON DELETE CASCADE;

CREATE INDEX ix_preference_kind_project_id_axis ON underdraft.preference_kind USING btree (writer, project_id, axis);

ALTER TABLE preference_signal ADD CONSTRAINT preference_signal_event_seq_fkey FOREIGN KEY (writer, event_seq) REFERENCES feedback_event(writer, seq) ON DELETE CASCADE;

ALTER TABLE preference_signal ADD CONSTRAINT preference_signal_kind_id_fkey FOREIGN KEY (writer, kind_id) REFERENCES preference_kind(writer, id) ON DELETE CASCADE;

CREATE INDEX ix_preference_signal_kind_id_seq ON underdraft.preference_signal USING btree (writer, kind_id, seq);

CREATE INDEX ix_preference_signal_kind_id_stance_seq ON underdraft.preference_signal USING btree (writer, kind_id, stance, seq);

CREATE INDEX ix_run_project_id_model_seq ON underdraft.run USING btree (writer, project_id, model, seq);

CREATE INDEX ix_run_session_id ON underdraft.run USING btree (writer, session_id);

ALTER TABLE run_blob ADD CONSTRAINT run_blob_run_seq_fkey FOREIGN KEY (writer, run_seq) REFERENCES run(writer, seq) ON DELETE CASCADE;

CREATE INDEX ix_run_blob_blob_id ON underdraft.run_blob USING btree (writer, blob_id);

ALTER TABLE run_feedback ADD CONSTRAINT run_feedback_event_seq_fkey FOREIGN KEY (writer, event_seq) REFERENCES feedback_event(writer, seq) ON DELETE CASCADE;

ALTER TABLE run_record ADD CONSTRAINT run_record_run_seq_fkey FOREIGN KEY (writer, run_seq) REFERENCES run(writer, seq) ON DELETE CASCADE;

ALTER TABLE run_source ADD CONSTRAINT run_source_run_seq_fkey FOREIGN KEY (writer, run_seq) REFERENCES run(writer, seq) ON DELETE CASCADE;

CREATE INDEX ix_run_source_item_id ON underdraft.run_source USING btree (writer, item_id);

CREATE INDEX ix_semantic_rule_project_id ON underdraft.semantic_rule USING btree (writer, project_id, state);

CREATE INDEX ix_session_project_id_started_at ON underdraft.session USING btree (writer, project_id, started_at);

CREATE INDEX ix_session_summary_created_at ON underdraft.session_summary USING btree (writer, created_at);

CREATE INDEX ix_writer_token_owner ON underdraft.writer_token USING btree (owner);

CREATE OR REPLACE FUNCTION underdraft.count_change(of_area text)
 RETURNS void
 LANGUAGE sql
AS $function$
  INSERT INTO underdraft.store_change AS known (area, value, at) VALUES (of_area, 1, pg_current_xact_id())
  ON CONFLICT (writer, area) DO UPDATE SET value = known.value + 1, at = excluded.at WHERE known.at <> excluded.at
$function$;

CREATE OR REPLACE FUNCTION underdraft.know_writer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO underdraft.known_writer (owner) VALUES (NEW.writer) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION underdraft.note_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION underdraft.note_work()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO underdraft.known_writer AS known (owner, due)
  SELECT current_setting('underdraft.writer'), min(not_before) FROM underdraft.background_job WHERE NOT failed
  ON CONFLICT (owner) DO UPDATE SET due = excluded.due WHERE known.due IS DISTINCT FROM excluded.due;
  RETURN NULL;
END
$function$;

ALTER TABLE atomic_memory ENABLE ROW LEVEL SECURITY;

ALTER TABLE atomic_memory FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON atomic_memory FOR ALL USING ((writer = current_setting('underdraft.writer'::text, true))) WITH CHECK ((writer = current_setting('underdraft.writer'::text, true)));

CREATE TRIGGER changed_atomic_memory AFTER INSERT OR DELETE OR UPDATE ON underdraft.atomic_memory FOR EACH ROW EXECUTE FUNCTION note_change('facts', 'logged');

ALTER TABLE audit ENABLE ROW LEVEL SECURITY;

ALTER TABLE audit FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON audit FOR ALL USING ((writer = current_setting('underdraft.writer'::text, true))) WITH CHECK ((writer = current_setting('underdraft.writer'::text, true)));

ALTER TABLE background_job ENABLE ROW LEVEL SECURITY;

ALTER TABLE background_job FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON background_job FOR ALL USING ((writer = current_setting('underdraft.writer'::text, true))) WITH CHECK ((writer = current_setting('underdraft.writer'::text, true)));

CREATE TRIGGER noted AFTER INSERT OR DELETE OR UPDATE ON underdraft.background_job FOR EACH STATEMENT EXECUTE FUNCTION note_work();

ALTER TABLE background_turn ENABLE ROW LEVEL SECURITY;

ALTER TABLE background_turn FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON background_turn FOR ALL USING ((writer = current_setting('underdraft.writer'::text, true))) WITH CHECK ((writer = current_setting('underdraft.writer'::text, true)));

ALTER TABLE blob ENABLE ROW LEVEL SECURITY;

ALTER TABLE blob FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON blob FOR ALL USING ((writer = current_setting('underdraft.writer'::text, true))) WITH CHECK ((writer = current_setting('underdraft.writer'::text, true)));

ALTER TABLE compact ENABLE ROW LEVEL SECURITY;

ALTER TABLE compact FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON compact FOR ALL USING ((writer = current_setting('underdraft.writer'::text, true))) WITH CHECK ((writer = current_setting('underdraft.writer'::text, true)));

CREATE TRIGGER changed_compact AFTER INSERT OR DELETE OR UPDATE ON underdraft.compact FOR EACH ROW EXECUTE FUNCTION note_change('compacts', '');

ALTER TABLE conversation ENABLE ROW LEVEL SECURITY;

ALTER TABLE conversation FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON conversation FOR ALL USING ((writer = current_setting('underdraft.writer'::text, true))) WITH CHECK ((writer = current_setting('underdraft.writer'::text, true)));

CREATE TRIGGER changed_conversation AFTER INSERT OR DELETE OR UPDATE ON underdraft.conversation FOR EACH ROW EXECUTE FUNCTION note_change('messages', '');

ALTER TABLE embedding ENABLE ROW LEVEL SECURITY;

ALTER TABLE embedding FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON embedding FOR ALL USING ((writer = current_setting('underdraft.writer'::text, true))) WITH CHECK ((writer = current_setting('underdraft.writer'::text, true)));

CREATE TRIGGER changed_embedding AFTER INSERT OR DELETE OR UPDATE ON underdraft.embedding FOR EACH ROW EXECUTE FUNCTION note_change('vectors', 'logged');

ALTER TABLE episode ENABLE ROW LEVEL SECURITY;

ALTER TABLE episode FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON episode FOR ALL USING ((writer = current_setting('underdraft.writer'::text, true))) WITH CHECK ((writer = current_setting('underdraft.writer'::text, true)));

CREATE TRIGGER changed_episode AFTER INSERT OR DELETE OR UPDATE ON underdraft.episode FOR EACH ROW EXECUTE FUNCTION note_change('episodes', 'logged');

ALTER TABLE episode_journal ENABLE ROW LEVEL SECURITY;

ALTER TABLE episode_journal FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON episode_journal FOR ALL USING ((writer = current_setting('underdraft.writer'::text, true))) WITH CHECK ((writer = current_setting('underdraft.writer'::text, true)));

ALTER TABLE feedback_event ENABLE ROW LEVEL SECURITY;

ALTER TABLE feedback_event FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON feedback_event FOR ALL USING ((writer = current_setting('underdraft.writer'::text, true))) WITH CHECK ((writer = current_setting('underdraft.writer'::text, true)));

ALTER TABLE knowledge_fact ENABLE ROW LEVEL SECURITY;

ALTER TABLE knowledge_fact FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON knowledge_fact FOR ALL USING ((writer = current_setting('underdraft.writer'::text, true))) WITH CHECK ((writer = current_setting('underdraft.writer'::text, true)));

CREATE TRIGGER changed_knowledge_fact AFTER INSERT OR DELETE OR UPDATE ON underdraft.knowledge_fact FOR EACH ROW EXECUTE FUNCTION note_change('knowledge', '');

ALTER TABLE lexical ENABLE ROW LEVEL SECURITY;

ALTER TABLE lexical FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON lexical FOR ALL USING ((writer = current_setting('underdraft.writer'::text, true))) WITH CHECK ((writer = current_setting('underdraft.writer'::text, true)));

ALTER TABLE lexical_entry ENABLE ROW LEVEL SECURITY;

ALTER TABLE lexical_entry FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON lexical_entry FOR ALL USING ((writer = current_setting('underdraft.writer'::text, true))) WITH CHECK ((writer = current_setting('underdraft.writer'::text, true)));

ALTER TABLE memory_item ENABLE ROW LEVEL SECURITY;

ALTER TABLE memory_item FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON memory_item FOR ALL USING ((writer = current_setting('underdraft.writer'::text, true))) WITH CHECK ((writer = current_setting('underdraft.writer'::text, true)));

CREATE TRIGGER changed_memory_item AFTER INSERT OR DELETE OR UPDATE ON underdraft.memory_item FOR EACH ROW EXECUTE FUNCTION note_change('items', 'logged');

ALTER TABLE memory_revision ENABLE ROW LEVEL SECURITY;

ALTER TABLE memory_revision FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON memory_revision FOR ALL USING ((writer = current_setting('underdraft.writer'::text, true))) WITH CHECK ((writer = current_setting('underdraft.writer'::text, true)));

ALTER TABLE memory_tidy ENABLE ROW LEVEL SECURITY;

ALTER TABLE memory_tidy FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON memory_tidy FOR ALL USING ((writer = current_setting('underdraft.writer'::text, true))) WITH CHECK ((writer = current_setting('underdraft.writer'::text, true)));

ALTER TABLE memory_tidy_verdict ENABLE ROW LEVEL SECURITY;

ALTER TABLE memory_tidy_verdict FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON memory_tidy_verdict FOR ALL USING ((writer = current_setting('underdraft.writer'::text, true))) WITH CHECK ((writer = current_setting('underdraft.writer'::text, true)));

ALTER TABLE memory_use ENABLE ROW LEVEL SECURITY;

ALTER TABLE memory_use FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON memory_use FOR ALL USING ((writer = current_setting('underdraft.writer'::text, true))) WITH CHECK ((writer = current_setting('underdraft.writer'::text, true)));

ALTER TABLE preference ENABLE ROW LEVEL SECURITY;

ALTER TABLE preference FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON preference FOR ALL USING ((writer = current_setting('underdraft.writer'::text, true))) WITH CHECK ((writer = current_setting('underdraft.writer'::text, true)));

CREATE TRIGGER changed_preference AFTER INSERT OR DELETE OR UPDATE ON underdraft.preference FOR EACH ROW EXECUTE FUNCTION note_change('preferences', '');

ALTER TABLE preference_kind ENABLE ROW LEVEL SECURITY;

ALTER TABLE preference_kind FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON preference_kind FOR ALL USING ((writer = current_setting('underdraft.writer'::text, true))) WITH CHECK ((writer = current_setting('underdraft.writer'::text, true)));

CREATE TRIGGER changed_preference_kind AFTER INSERT OR DELETE OR UPDATE ON underdraft.preference_kind FOR EACH ROW EXECUTE FUNCTION note_change('preferences', '');

ALTER TABLE preference_signal ENABLE ROW LEVEL SECURITY;

ALTER TABLE preference_signal FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON preference_signal FOR ALL USING ((writer = current_setting('underdraft.writer'::text, true))) WITH CHECK ((writer = current_setting('underdraft.writer'::text, true)));

ALTER TABLE project_folder ENABLE ROW LEVEL SECURITY;

ALTER TABLE project_folder FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON project_folder FOR ALL USING ((writer = current_setting('underdraft.writer'::text, true))) WITH CHECK ((writer = current_setting('underdraft.writer'::text, true)));

ALTER TABLE run ENABLE ROW LEVEL SECURITY;

ALTER TABLE run FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON run FOR ALL USING ((writer = current_setting('underdraft.writer'::text, true))) WITH CHECK ((writer = current_setting('underdraft.writer'::text, true)));

CREATE TRIGGER changed_run AFTER INSERT OR DELETE OR UPDATE ON underdraft.run FOR EACH ROW EXECUTE FUNCTION note_change('runs', '');

ALTER TABLE run_blob ENABLE ROW LEVEL SECURITY;

ALTER TABLE run_blob FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON run_blob FOR ALL USING ((writer = current_setting('underdraft.writer'::text, true))) WITH CHECK ((writer = current_setting('underdraft.writer'::text, true)));

ALTER TABLE run_feedback ENABLE ROW LEVEL SECURITY;

ALTER TABLE run_feedback FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON run_feedback FOR ALL USING ((writer = current_setting('underdraft.writer'::text, true))) WITH CHECK ((writer = current_setting('underdraft.writer'::text, true)));

ALTER TABLE run_record ENABLE ROW LEVEL SECURITY;

ALTER TABLE run_record FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON run_record FOR ALL USING ((writer = current_setting('underdraft.writer'::text, true))) WITH CHECK ((writer = current_setting('underdraft.writer'::text, true)));

ALTER TABLE run_source ENABLE ROW LEVEL SECURITY;

ALTER TABLE run_source FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON run_source FOR ALL USING ((writer = current_setting('underdraft.writer'::text, true))) WITH CHECK ((writer = current_setting('underdraft.writer'::text, true)));

ALTER TABLE semantic_rule ENABLE ROW LEVEL SECURITY;

ALTER TABLE semantic_rule FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON semantic_rule FOR ALL USING ((writer = current_setting('underdraft.writer'::text, true))) WITH CHECK ((writer = current_setting('underdraft.writer'::text, true)));

CREATE TRIGGER changed_semantic_rule AFTER INSERT OR DELETE OR UPDATE ON underdraft.semantic_rule FOR EACH ROW EXECUTE FUNCTION note_change('rules', '');

ALTER TABLE session ENABLE ROW LEVEL SECURITY;

ALTER TABLE session FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON session FOR ALL USING ((writer = current_setting('underdraft.writer'::text, true))) WITH CHECK ((writer = current_setting('underdraft.writer'::text, true)));

CREATE TRIGGER changed_session AFTER INSERT OR DELETE OR UPDATE ON underdraft.session FOR EACH ROW EXECUTE FUNCTION note_change('sessions', '');

ALTER TABLE session_summary ENABLE ROW LEVEL SECURITY;

ALTER TABLE session_summary FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON session_summary FOR ALL USING ((writer = current_setting('underdraft.writer'::text, true))) WITH CHECK ((writer = current_setting('underdraft.writer'::text, true)));

CREATE TRIGGER changed_session_summary AFTER INSERT OR DELETE OR UPDATE ON underdraft.session_summary FOR EACH ROW EXECUTE FUNCTION note_change('summaries', '');

ALTER TABLE setting ENABLE ROW LEVEL SECURITY;

ALTER TABLE setting FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON setting FOR ALL USING ((writer = current_setting('underdraft.writer'::text, true))) WITH CHECK ((writer = current_setting('underdraft.writer'::text, true)));

CREATE TRIGGER changed_setting AFTER INSERT OR DELETE OR UPDATE ON underdraft.setting FOR EACH ROW EXECUTE FUNCTION note_change('settings', '');

ALTER TABLE store_change ENABLE ROW LEVEL SECURITY;

ALTER TABLE store_change FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON store_change FOR ALL USING ((writer = current_setting('underdraft.writer'::text, true))) WITH CHECK ((writer = current_setting('underdraft.writer'::text, true)));

CREATE TRIGGER known AFTER INSERT ON underdraft.store_change FOR EACH ROW EXECUTE FUNCTION know_writer();

ALTER TABLE store_log ENABLE ROW LEVEL SECURITY;

ALTER TABLE store_log FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON store_log FOR ALL USING ((writer = current_setting('underdraft.writer'::text, true))) WITH CHECK ((writer = current_setting('underdraft.writer'::text, true)));

ALTER TABLE user_profile ENABLE ROW LEVEL SECURITY;

ALTER TABLE user_profile FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON user_profile FOR ALL USING ((writer = current_setting('underdraft.writer'::text, true))) WITH CHECK ((writer = current_setting('underdraft.writer'::text, true)));

CREATE TRIGGER changed_user_profile AFTER INSERT OR DELETE OR UPDATE ON underdraft.user_profile FOR EACH ROW EXECUTE FUNCTION note_change('profile', '');

ALTER TABLE user_profile_revision ENABLE ROW LEVEL SECURITY;

ALTER TABLE user_profile_revision FORCE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON user_profile_revision FOR ALL USING ((writer = current_setting('underdraft.writer'::text, true))) WITH CHECK ((writer = current_setting('underdraft.writer'::text, true)));

INSERT INTO alembic_version VALUES ('0021')

PRAGMA foreign_keys = OFF;
BEGIN;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO alembic_version ("version_num") VALUES ('0006');
CREATE TABLE atomic_memory (
	id VARCHAR NOT NULL, 
	timestamp VARCHAR NOT NULL, 
	content TEXT NOT NULL, 
	content_hash VARCHAR NOT NULL, 
	same_key VARCHAR NOT NULL, 
	tags TEXT NOT NULL, 
	session_id VARCHAR, 
	project_id VARCHAR, 
	about VARCHAR NOT NULL, 
	value VARCHAR NOT NULL, 
	origin VARCHAR NOT NULL, 
	evidence TEXT NOT NULL, 
	contradicts TEXT NOT NULL, 
	contradicted_by VARCHAR, 
	user_confirmed BOOLEAN NOT NULL, 
	version INTEGER NOT NULL, 
	create_time VARCHAR NOT NULL, 
	updated_at VARCHAR NOT NULL, 
	deleted_at VARCHAR, 
	PRIMARY KEY (id)
);
CREATE TABLE audit (
	seq INTEGER NOT NULL, 
	at VARCHAR NOT NULL, 
	actor VARCHAR NOT NULL, 
	action VARCHAR NOT NULL, 
	facts TEXT NOT NULL, 
	PRIMARY KEY (seq)
);
CREATE TABLE background_job (
	seq INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	subject VARCHAR NOT NULL, 
	created_at VARCHAR NOT NULL, 
	attempts INTEGER NOT NULL, 
	not_before VARCHAR NOT NULL, 
	failed BOOLEAN NOT NULL, 
	last_error VARCHAR, 
	PRIMARY KEY (seq), 
	CONSTRAINT uq_background_job_kind_subject UNIQUE (kind, subject)
);
CREATE TABLE blob (
	sha256 VARCHAR NOT NULL, 
	text TEXT NOT NULL, 
	PRIMARY KEY (sha256)
);
CREATE TABLE compact (
	run_id VARCHAR NOT NULL, 
	run_seq INTEGER NOT NULL, 
	project_id VARCHAR, 
	skill_id VARCHAR NOT NULL, 
	at VARCHAR NOT NULL, 
	origin VARCHAR NOT NULL, 
	body TEXT NOT NULL, 
	full_tokens INTEGER NOT NULL, 
	tokens INTEGER NOT NULL, 
	created_at VARCHAR NOT NULL, 
	PRIMARY KEY (run_id)
);
CREATE TABLE conversation (
	seq INTEGER NOT NULL, 
	id VARCHAR NOT NULL, 
	session_id VARCHAR NOT NULL, 
	role VARCHAR NOT NULL, 
	content TEXT NOT NULL, 
	instruction TEXT, 
	create_time VARCHAR NOT NULL, 
	is_collected BOOLEAN NOT NULL, 
	answered BOOLEAN NOT NULL, 
	run_id VARCHAR, 
	tokens INTEGER NOT NULL, 
	window_seq INTEGER, 
	PRIMARY KEY (seq), 
	CONSTRAINT uq_conversation_id UNIQUE (id)
);
CREATE TABLE embedding (
	id INTEGER NOT NULL, 
	model VARCHAR NOT NULL, 
	dimension INTEGER NOT NULL, 
	content_hash VARCHAR NOT NULL, 
	vector BLOB NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT uq_embedding_model_content_hash UNIQUE (model, content_hash)
);
CREATE TABLE episode (
	seq INTEGER NOT NULL, 
	id VARCHAR NOT NULL, 
	project_id VARCHAR, 
	scope VARCHAR NOT NULL, 
	version INTEGER NOT NULL, 
	chapter_id VARCHAR, 
	scene_type VARCHAR NOT NULL, 
	scene_confidence FLOAT NOT NULL, 
	skill_used VARCHAR NOT NULL, 
	selected_index INTEGER, 
	candidate_count INTEGER NOT NULL, 
	edit_distance FLOAT, 
	implicit_signal VARCHAR NOT NULL, 
	implicit_weight FLOAT NOT NULL, 
	importance FLOAT NOT NULL, 
	importance_given BOOLEAN NOT NULL, 
	recall_count INTEGER NOT NULL, 
	compressed BOOLEAN NOT NULL, 
	user_confirmed BOOLEAN NOT NULL, 
	used_seq INTEGER NOT NULL, 
	created_at VARCHAR NOT NULL, 
	updated_at VARCHAR NOT NULL, 
	last_recalled_at VARCHAR, 
	accepted_at VARCHAR, 
	undone_at VARCHAR, 
	run_id VARCHAR, 
	session_id VARCHAR, 
	content_hash VARCHAR NOT NULL, 
	vector_model VARCHAR, 
	vector BLOB, 
	content TEXT NOT NULL, 
	input_context TEXT, 
	final_text TEXT, 
	summary TEXT, 
	PRIMARY KEY (seq), 
	CONSTRAINT uq_episode_id UNIQUE (id)
);
CREATE TABLE episode_journal (
	journal_id VARCHAR NOT NULL, 
	applied INTEGER NOT NULL, 
	PRIMARY KEY (journal_id)
);
CREATE TABLE feedback_event (
	seq INTEGER NOT NULL, 
	run_id VARCHAR, 
	project_id VARCHAR, 
	skill_id VARCHAR, 
	at VARCHAR NOT NULL, 
	action VARCHAR NOT NULL, 
	evidence_ref TEXT, 
	selected_index INTEGER, 
	undo BOOLEAN NOT NULL, 
	edit_distance FLOAT, 
	final_hash VARCHAR, 
	signal VARCHAR NOT NULL, 
	weight FLOAT NOT NULL, 
	ignored_reason VARCHAR, 
	PRIMARY KEY (seq)
);
CREATE TABLE knowledge_fact (
	seq INTEGER NOT NULL, 
	id VARCHAR NOT NULL, 
	project_id VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	fact TEXT NOT NULL, 
	status VARCHAR NOT NULL, 
	origin VARCHAR NOT NULL, 
	version INTEGER NOT NULL, 
	created_at VARCHAR NOT NULL, 
	updated_at VARCHAR NOT NULL, 
	deleted_at VARCHAR, 
	change INTEGER NOT NULL, 
	PRIMARY KEY (seq), 
	CONSTRAINT uq_knowledge_fact_id UNIQUE (id)
);
CREATE VIRTUAL TABLE lexical USING fts5(tokens, tokenize='unicode61 remove_diacritics 2');
CREATE TABLE lexical_entry (
	id INTEGER NOT NULL, 
	owner VARCHAR NOT NULL, 
	owner_id VARCHAR NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT uq_lexical_entry_owner_owner_id UNIQUE (owner, owner_id)
);
CREATE TABLE memory_item (
	id VARCHAR NOT NULL, 
	type VARCHAR NOT NULL, 
	scope VARCHAR NOT NULL, 
	project_id VARCHAR, 
	document_id VARCHAR, 
	origin VARCHAR NOT NULL, 
	content TEXT NOT NULL, 
	content_hash VARCHAR NOT NULL, 
	confidence FLOAT NOT NULL, 
	evidence TEXT NOT NULL, 
	metadata TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	created_at VARCHAR NOT NULL, 
	updated_at VARCHAR NOT NULL, 
	deleted_at VARCHAR, 
	user_confirmed BOOLEAN NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE memory_revision (
	seq INTEGER NOT NULL, 
	memory_id VARCHAR NOT NULL, 
	version INTEGER NOT NULL, 
	action VARCHAR NOT NULL, 
	actor VARCHAR NOT NULL, 
	at VARCHAR NOT NULL, 
	"before" TEXT, 
	"after" TEXT NOT NULL, 
	PRIMARY KEY (seq)
);
CREATE TABLE preference (
	id VARCHAR NOT NULL, 
	kind_id VARCHAR NOT NULL, 
	pole VARCHAR NOT NULL, 
	statement TEXT NOT NULL, 
	refused_at VARCHAR, 
	retired_at VARCHAR, 
	retired_reason VARCHAR, 
	promoted_to VARCHAR, 
	PRIMARY KEY (id), 
	CONSTRAINT uq_preference_kind_id_pole UNIQUE (kind_id, pole), 
	FOREIGN KEY(kind_id) REFERENCES preference_kind (id) ON DELETE CASCADE
);
CREATE TABLE preference_kind (
	id VARCHAR NOT NULL, 
	scope VARCHAR NOT NULL, 
	project_id VARCHAR, 
	axis VARCHAR NOT NULL, 
	"key" TEXT NOT NULL, 
	counted_after INTEGER NOT NULL, 
	created_at VARCHAR NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE preference_signal (
	seq INTEGER NOT NULL, 
	source VARCHAR NOT NULL, 
	event_seq INTEGER NOT NULL, 
	kind_id VARCHAR NOT NULL, 
	run_id VARCHAR, 
	stance VARCHAR NOT NULL, 
	"before" TEXT NOT NULL, 
	"after" TEXT NOT NULL, 
	at VARCHAR NOT NULL, 
	PRIMARY KEY (seq), 
	CONSTRAINT uq_preference_signal_source_kind_id UNIQUE (source, kind_id), 
	FOREIGN KEY(event_seq) REFERENCES feedback_event (seq) ON DELETE CASCADE, 
	FOREIGN KEY(kind_id) REFERENCES preference_kind (id) ON DELETE CASCADE
);
CREATE TABLE run (
	seq INTEGER NOT NULL, 
	id VARCHAR NOT NULL, 
	project_id VARCHAR, 
	skill_id VARCHAR NOT NULL, 
	session_id VARCHAR, 
	document_id VARCHAR, 
	scene_type VARCHAR, 
	model VARCHAR NOT NULL, 
	locale VARCHAR NOT NULL, 
	created_at VARCHAR NOT NULL, 
	stable_prefix_hash VARCHAR NOT NULL, 
	prompt_hash VARCHAR NOT NULL, 
	privacy BOOLEAN NOT NULL, 
	record TEXT NOT NULL, 
	PRIMARY KEY (seq), 
	CONSTRAINT uq_run_id UNIQUE (id)
);
CREATE TABLE run_blob (
	run_seq INTEGER NOT NULL, 
	sha256 VARCHAR NOT NULL, 
	CONSTRAINT pk_run_blob PRIMARY KEY (run_seq, sha256), 
	FOREIGN KEY(run_seq) REFERENCES run (seq) ON DELETE CASCADE
);
CREATE TABLE run_feedback (
	run_id VARCHAR NOT NULL, 
	event_seq INTEGER NOT NULL, 
	PRIMARY KEY (run_id), 
	FOREIGN KEY(event_seq) REFERENCES feedback_event (seq) ON DELETE CASCADE
);
CREATE TABLE run_source (
	run_seq INTEGER NOT NULL, 
	item_id VARCHAR NOT NULL, 
	CONSTRAINT pk_run_source PRIMARY KEY (run_seq, item_id), 
	FOREIGN KEY(run_seq) REFERENCES run (seq) ON DELETE CASCADE
);
CREATE TABLE session (
	session_id VARCHAR NOT NULL, 
	project_id VARCHAR, 
	started_at VARCHAR NOT NULL, 
	ended_at VARCHAR, 
	PRIMARY KEY (session_id)
);
CREATE TABLE session_summary (
	session_id VARCHAR NOT NULL, 
	project_id VARCHAR, 
	title TEXT NOT NULL, 
	snippet TEXT NOT NULL, 
	origin VARCHAR NOT NULL, 
	version INTEGER NOT NULL, 
	created_at VARCHAR NOT NULL, 
	updated_at VARCHAR NOT NULL, 
	deleted_at VARCHAR, 
	PRIMARY KEY (session_id)
);
CREATE TABLE setting (
	"key" VARCHAR NOT NULL, 
	value TEXT NOT NULL, 
	updated_at VARCHAR NOT NULL, 
	PRIMARY KEY ("key")
);
CREATE TABLE user_profile (
	id VARCHAR NOT NULL, 
	markdown TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	updated_at VARCHAR NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE user_profile_revision (
	version INTEGER NOT NULL, 
	markdown TEXT NOT NULL, 
	actor VARCHAR NOT NULL, 
	at VARCHAR NOT NULL, 
	PRIMARY KEY (version)
);
CREATE INDEX ix_atomic_memory_about ON atomic_memory (about);
CREATE INDEX ix_atomic_memory_project_id ON atomic_memory (project_id, deleted_at);
CREATE INDEX ix_atomic_memory_same_key ON atomic_memory (same_key);
CREATE INDEX ix_atomic_memory_session_id ON atomic_memory (session_id);
CREATE INDEX ix_background_job_not_before ON background_job (failed, not_before);
CREATE INDEX ix_compact_project_id ON compact (project_id, run_seq);
CREATE INDEX ix_conversation_run_id ON conversation (run_id);
CREATE INDEX ix_conversation_session_id ON conversation (session_id, answered, seq);
CREATE INDEX ix_embedding_model_dimension ON embedding (model, dimension);
CREATE INDEX ix_episode_content_hash ON episode (content_hash);
CREATE INDEX ix_episode_last_recalled_at ON episode (last_recalled_at);
CREATE INDEX ix_episode_project_id_compressed_used_seq ON episode (project_id, compressed, used_seq);
CREATE INDEX ix_episode_project_id_created_at ON episode (project_id, created_at);
CREATE INDEX ix_episode_project_id_scene_type ON episode (project_id, scene_type, skill_used);
CREATE INDEX ix_episode_run_id ON episode (run_id);
CREATE INDEX ix_episode_scene_type ON episode (scene_type);
CREATE INDEX ix_feedback_event_project_id ON feedback_event (project_id);
CREATE INDEX ix_feedback_event_run_id ON feedback_event (run_id);
CREATE INDEX ix_knowledge_fact_project_id ON knowledge_fact (project_id, status);
CREATE INDEX ix_memory_item_content_hash ON memory_item (content_hash);
CREATE INDEX ix_memory_item_project_id ON memory_item (project_id, deleted_at);
CREATE INDEX ix_memory_revision_memory_id ON memory_revision (memory_id, seq);
CREATE INDEX ix_preference_kind_project_id_axis ON preference_kind (project_id, axis);
CREATE INDEX ix_preference_signal_kind_id_seq ON preference_signal (kind_id, seq);
CREATE INDEX ix_run_blob_sha256 ON run_blob (sha256);
CREATE INDEX ix_run_project_id_model_seq ON run (project_id, model, seq);
CREATE INDEX ix_run_session_id ON run (session_id);
CREATE INDEX ix_run_source_item_id ON run_source (item_id);
CREATE INDEX ix_session_project_id_started_at ON session (project_id, started_at);
CREATE INDEX ix_session_summary_created_at ON session_summary (created_at);
PRAGMA user_version = 0;
COMMIT;

PRAGMA foreign_keys = OFF;
BEGIN;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO alembic_version ("version_num") VALUES ('0021');
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
CREATE TABLE background_turn (
	work VARCHAR NOT NULL, 
	CONSTRAINT pk_background_turn PRIMARY KEY (work)
);
CREATE TABLE blob (
	id INTEGER NOT NULL, 
	sha256 BLOB NOT NULL, 
	text TEXT NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT uq_blob_sha256 UNIQUE (sha256)
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
CREATE TABLE known_writer (
	owner VARCHAR NOT NULL, 
	due VARCHAR, 
	CONSTRAINT pk_known_writer PRIMARY KEY (owner)
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
	user_confirmed BOOLEAN NOT NULL, faded INTEGER DEFAULT '0' NOT NULL, 
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
CREATE TABLE memory_tidy (
	seq INTEGER NOT NULL, 
	settlement_id VARCHAR NOT NULL, 
	project_id VARCHAR, 
	action VARCHAR NOT NULL, 
	stays VARCHAR NOT NULL, 
	stays_hash VARCHAR NOT NULL, 
	stays_version INTEGER, 
	other VARCHAR NOT NULL, 
	other_hash VARCHAR NOT NULL, 
	at VARCHAR NOT NULL, 
	undone_at VARCHAR, 
	CONSTRAINT pk_memory_tidy PRIMARY KEY (seq)
);
CREATE TABLE memory_tidy_verdict (
	seq INTEGER NOT NULL, 
	project_id VARCHAR, 
	first VARCHAR NOT NULL, 
	first_hash VARCHAR NOT NULL, 
	second VARCHAR NOT NULL, 
	second_hash VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	holds_hash VARCHAR, 
	first_begin INTEGER NOT NULL, 
	first_end INTEGER NOT NULL, 
	second_begin INTEGER NOT NULL, 
	second_end INTEGER NOT NULL, 
	at VARCHAR NOT NULL, 
	CONSTRAINT pk_memory_tidy_verdict PRIMARY KEY (seq)
);
CREATE TABLE memory_use (
	item_id VARCHAR NOT NULL, 
	recalled_on VARCHAR NOT NULL, 
	CONSTRAINT pk_memory_use PRIMARY KEY (item_id)
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
CREATE TABLE project_folder (
	project_id VARCHAR NOT NULL, 
	folder VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	CONSTRAINT pk_project_folder PRIMARY KEY (project_id)
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
	status VARCHAR DEFAULT 'done' NOT NULL, finish_reason VARCHAR, 
	PRIMARY KEY (seq), 
	CONSTRAINT uq_run_id UNIQUE (id)
);
CREATE TABLE run_blob (
	run_seq INTEGER NOT NULL, 
	blob_id INTEGER NOT NULL, 
	CONSTRAINT pk_run_blob PRIMARY KEY (run_seq, blob_id), 
	FOREIGN KEY(run_seq) REFERENCES run (seq) ON DELETE CASCADE
)
 WITHOUT ROWID

;
CREATE TABLE run_feedback (
	run_id VARCHAR NOT NULL, 
	event_seq INTEGER NOT NULL, 
	PRIMARY KEY (run_id), 
	FOREIGN KEY(event_seq) REFERENCES feedback_event (seq) ON DELETE CASCADE
);
CREATE TABLE run_record (
	run_seq INTEGER NOT NULL, 
	record BLOB NOT NULL, 
	PRIMARY KEY (run_seq), 
	FOREIGN KEY(run_seq) REFERENCES run (seq) ON DELETE CASCADE
);
CREATE TABLE run_source (
	run_seq INTEGER NOT NULL, 
	item_id VARCHAR NOT NULL, 
	CONSTRAINT pk_run_source PRIMARY KEY (run_seq, item_id), 
	FOREIGN KEY(run_seq) REFERENCES run (seq) ON DELETE CASCADE
)
 WITHOUT ROWID

;
CREATE TABLE semantic_rule (
	id VARCHAR NOT NULL, 
	project_id VARCHAR, 
	scene_type VARCHAR NOT NULL, 
	topic_id VARCHAR NOT NULL, 
	pole VARCHAR NOT NULL, 
	text TEXT NOT NULL, 
	state VARCHAR NOT NULL, 
	support INTEGER NOT NULL, 
	against INTEGER NOT NULL, 
	confidence FLOAT NOT NULL, 
	evidence TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	created_at VARCHAR NOT NULL, 
	updated_at VARCHAR NOT NULL, 
	CONSTRAINT pk_semantic_rule PRIMARY KEY (id)
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
CREATE TABLE store_change (
	area VARCHAR NOT NULL, 
	value INTEGER NOT NULL, 
	PRIMARY KEY (area)
);
INSERT INTO store_change ("area", "value") VALUES ('compacts', 0);
INSERT INTO store_change ("area", "value") VALUES ('episodes', 0);
INSERT INTO store_change ("area", "value") VALUES ('facts', 0);
INSERT INTO store_change ("area", "value") VALUES ('items', 0);
INSERT INTO store_change ("area", "value") VALUES ('knowledge', 0);
INSERT INTO store_change ("area", "value") VALUES ('messages', 0);
INSERT INTO store_change ("area", "value") VALUES ('preferences', 0);
INSERT INTO store_change ("area", "value") VALUES ('profile', 0);
INSERT INTO store_change ("area", "value") VALUES ('rules', 0);
INSERT INTO store_change ("area", "value") VALUES ('runs', 0);
INSERT INTO store_change ("area", "value") VALUES ('sessions', 0);
INSERT INTO store_change ("area", "value") VALUES ('settings', 0);
INSERT INTO store_change ("area", "value") VALUES ('summaries', 0);
INSERT INTO store_change ("area", "value") VALUES ('vectors', 0);
CREATE TABLE store_log (
	seq INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	area VARCHAR NOT NULL, 
	row_id VARCHAR NOT NULL
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
CREATE TABLE writer_token (
	sha256 VARCHAR NOT NULL, 
	owner VARCHAR NOT NULL, 
	created_at VARCHAR NOT NULL, 
	CONSTRAINT pk_writer_token PRIMARY KEY (sha256)
);
CREATE TRIGGER changed_atomic_memory_delete AFTER DELETE ON atomic_memory BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'facts'; INSERT INTO store_log (area, row_id) VALUES ('facts', old.id);  END;
CREATE TRIGGER changed_atomic_memory_insert AFTER INSERT ON atomic_memory BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'facts'; INSERT INTO store_log (area, row_id) VALUES ('facts', new.id);  END;
CREATE TRIGGER changed_atomic_memory_update AFTER UPDATE ON atomic_memory BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'facts'; INSERT INTO store_log (area, row_id) VALUES ('facts', new.id);  END;
CREATE TRIGGER changed_compact_delete AFTER DELETE ON compact BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'compacts';   END;
CREATE TRIGGER changed_compact_insert AFTER INSERT ON compact BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'compacts';   END;
CREATE TRIGGER changed_compact_update AFTER UPDATE ON compact BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'compacts';   END;
CREATE TRIGGER changed_conversation_delete AFTER DELETE ON conversation BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'messages';   END;
CREATE TRIGGER changed_conversation_insert AFTER INSERT ON conversation BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'messages';   END;
CREATE TRIGGER changed_conversation_update AFTER UPDATE ON conversation BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'messages';   END;
CREATE TRIGGER changed_embedding_delete AFTER DELETE ON embedding BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'vectors'; INSERT INTO store_log (area, row_id) VALUES ('vectors', old.id);  END;
CREATE TRIGGER changed_embedding_insert AFTER INSERT ON embedding BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'vectors'; INSERT INTO store_log (area, row_id) VALUES ('vectors', new.id);  END;
CREATE TRIGGER changed_embedding_update AFTER UPDATE ON embedding BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'vectors'; INSERT INTO store_log (area, row_id) VALUES ('vectors', new.id);  END;
CREATE TRIGGER changed_episode_delete AFTER DELETE ON episode BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'episodes'; INSERT INTO store_log (area, row_id) VALUES ('episodes', old.id);  END;
CREATE TRIGGER changed_episode_insert AFTER INSERT ON episode BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'episodes'; INSERT INTO store_log (area, row_id) VALUES ('episodes', new.id);  END;
CREATE TRIGGER changed_episode_update AFTER UPDATE ON episode BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'episodes'; INSERT INTO store_log (area, row_id) VALUES ('episodes', new.id);  END;
CREATE TRIGGER changed_knowledge_fact_delete AFTER DELETE ON knowledge_fact BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'knowledge';   END;
CREATE TRIGGER changed_knowledge_fact_insert AFTER INSERT ON knowledge_fact BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'knowledge';   END;
CREATE TRIGGER changed_knowledge_fact_update AFTER UPDATE ON knowledge_fact BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'knowledge';   END;
CREATE TRIGGER changed_memory_item_delete AFTER DELETE ON memory_item BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'items'; INSERT INTO store_log (area, row_id) VALUES ('items', old.id); UPDATE store_change SET value = value + 1 WHERE area = 'preferences' AND EXISTS (SELECT 1 FROM preference WHERE id = old.id); END;
CREATE TRIGGER changed_memory_item_insert AFTER INSERT ON memory_item BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'items'; INSERT INTO store_log (area, row_id) VALUES ('items', new.id); UPDATE store_change SET value = value + 1 WHERE area = 'preferences' AND EXISTS (SELECT 1 FROM preference WHERE id = new.id); END;
CREATE TRIGGER changed_memory_item_update AFTER UPDATE ON memory_item BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'items'; INSERT INTO store_log (area, row_id) VALUES ('items', new.id); UPDATE store_change SET value = value + 1 WHERE area = 'preferences' AND EXISTS (SELECT 1 FROM preference WHERE id = new.id); END;
CREATE TRIGGER changed_preference_delete AFTER DELETE ON preference BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'preferences';   END;
CREATE TRIGGER changed_preference_insert AFTER INSERT ON preference BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'preferences';   END;
CREATE TRIGGER changed_preference_kind_delete AFTER DELETE ON preference_kind BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'preferences';   END;
CREATE TRIGGER changed_preference_kind_insert AFTER INSERT ON preference_kind BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'preferences';   END;
CREATE TRIGGER changed_preference_kind_update AFTER UPDATE ON preference_kind BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'preferences';   END;
CREATE TRIGGER changed_preference_update AFTER UPDATE ON preference BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'preferences';   END;
CREATE TRIGGER changed_run_delete AFTER DELETE ON run BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'runs';   END;
CREATE TRIGGER changed_run_insert AFTER INSERT ON run BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'runs';   END;
CREATE TRIGGER changed_run_update AFTER UPDATE ON run BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'runs';   END;
CREATE TRIGGER changed_semantic_rule_delete AFTER DELETE ON semantic_rule BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'rules'; END;
CREATE TRIGGER changed_semantic_rule_insert AFTER INSERT ON semantic_rule BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'rules'; END;
CREATE TRIGGER changed_semantic_rule_update AFTER UPDATE ON semantic_rule BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'rules'; END;
CREATE TRIGGER changed_session_delete AFTER DELETE ON session BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'sessions';   END;
CREATE TRIGGER changed_session_insert AFTER INSERT ON session BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'sessions';   END;
CREATE TRIGGER changed_session_summary_delete AFTER DELETE ON session_summary BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'summaries';   END;
CREATE TRIGGER changed_session_summary_insert AFTER INSERT ON session_summary BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'summaries';   END;
CREATE TRIGGER changed_session_summary_update AFTER UPDATE ON session_summary BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'summaries';   END;
CREATE TRIGGER changed_session_update AFTER UPDATE ON session BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'sessions';   END;
CREATE TRIGGER changed_setting_delete AFTER DELETE ON setting BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'settings';   END;
CREATE TRIGGER changed_setting_insert AFTER INSERT ON setting BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'settings';   END;
CREATE TRIGGER changed_setting_update AFTER UPDATE ON setting BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'settings';   END;
CREATE TRIGGER changed_user_profile_delete AFTER DELETE ON user_profile BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'profile';   END;
CREATE TRIGGER changed_user_profile_insert AFTER INSERT ON user_profile BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'profile';   END;
CREATE TRIGGER changed_user_profile_update AFTER UPDATE ON user_profile BEGIN UPDATE store_change SET value = value + 1 WHERE area = 'profile';   END;
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
CREATE INDEX ix_known_writer_due ON known_writer (due);
CREATE INDEX ix_memory_item_content_hash ON memory_item (content_hash);
CREATE INDEX ix_memory_item_project_id ON memory_item (project_id, deleted_at);
CREATE INDEX ix_memory_revision_memory_id ON memory_revision (memory_id, seq);
CREATE INDEX ix_memory_tidy_project_id ON memory_tidy (project_id, action);
CREATE INDEX ix_memory_tidy_settlement_id ON memory_tidy (settlement_id);
CREATE INDEX ix_memory_tidy_verdict_project_id ON memory_tidy_verdict (project_id);
CREATE INDEX ix_preference_kind_project_id_axis ON preference_kind (project_id, axis);
CREATE INDEX ix_preference_signal_kind_id_seq ON preference_signal (kind_id, seq);
CREATE INDEX ix_preference_signal_kind_id_stance_seq ON preference_signal (kind_id, stance, seq);
CREATE INDEX ix_run_blob_blob_id ON run_blob (blob_id);
CREATE INDEX ix_run_project_id_model_seq ON run (project_id, model, seq);
CREATE INDEX ix_run_session_id ON run (session_id);
CREATE INDEX ix_run_source_item_id ON run_source (item_id);
CREATE INDEX ix_semantic_rule_project_id ON semantic_rule (project_id, state);
CREATE INDEX ix_session_project_id_started_at ON session (project_id, started_at);
CREATE INDEX ix_session_summary_created_at ON session_summary (created_at);
CREATE INDEX ix_writer_token_owner ON writer_token (owner);
CREATE TRIGGER store_log_cut AFTER INSERT ON store_log WHEN new.seq % 1000 = 0 BEGIN DELETE FROM store_log WHERE seq <= new.seq - 50000; END;
PRAGMA user_version = 0;
COMMIT;

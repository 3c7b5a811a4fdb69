"""Writers' reactions to results, and the preferences that were learned from them.

``feedback_event`` is a log; ``run_feedback`` names the one event of a run that counts. A *topic*
(its table is still called ``preference_kind``) is what signals are counted for, with what each of the two poles says.
What is learned from a topic is a record in ``memory_item``, one a pole; see :mod:`underdraft.memory.notes`.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Table,
    UniqueConstraint,
)

from underdraft.memory.db.schema import METADATA, NUMBER
from underdraft.memory.db.word_types import NoWords, TextWords

FEEDBACK_EVENT = Table(
    "feedback_event",
    METADATA,
    Column("seq", NUMBER, primary_key=True),
    Column("run_id", NoWords),  # null for a signal that belongs to no run
    Column("project_id", NoWords),
    Column("skill_id", NoWords),
    Column("at", NoWords, nullable=False),
    Column("action", NoWords, nullable=False),  # accept reject partial
    Column("evidence_ref", TextWords),  # at most 240 code points; in privacy mode a tag
    Column("selected_index", NUMBER),
    Column("undo", Boolean(create_constraint=False), nullable=False),
    Column("edit_distance", Float),
    Column("final_hash", NoWords),  # SHA-256 of the kept text, null in privacy mode
    Column("signal", NoWords, nullable=False),
    Column("weight", Float, nullable=False),
    Column("ignored_reason", NoWords),
    Index("ix_feedback_event_run_id", "run_id"),
    Index("ix_feedback_event_project_id", "project_id"),
)

RUN_FEEDBACK = Table(
    "run_feedback",
    METADATA,
    Column("run_id", NoWords, primary_key=True),
    Column("event_seq", NUMBER, ForeignKey("feedback_event.seq", ondelete="CASCADE"), nullable=False),
)

PREFERENCE_TOPIC = Table(
    "preference_kind",
    METADATA,
    Column("id", NoWords, primary_key=True),
    Column("scope", NoWords, nullable=False),
    Column("project_id", NoWords),
    Column("axis", NoWords, nullable=False),
    Column("key", TextWords, nullable=False),  # normalised
    Column("accept", TextWords, nullable=False, server_default=""),  # what the pole says; empty: nothing
    Column("reject", TextWords, nullable=False, server_default=""),
    Column("counted_after", NUMBER, nullable=False),  # signals up to this one are spent
    Column("created_at", NoWords, nullable=False),
    Index("ix_preference_kind_project_id_axis", "project_id", "axis"),
)

PREFERENCE_SIGNAL = Table(
    "preference_signal",
    METADATA,
    Column("seq", NUMBER, primary_key=True),
    Column("source", NoWords, nullable=False),  # run:<id>, or event:<seq> without a run
    Column("event_seq", NUMBER, ForeignKey("feedback_event.seq", ondelete="CASCADE"), nullable=False),
    Column(
        "kind_id",
        NoWords,
        ForeignKey("preference_kind.id", ondelete="CASCADE"),
        key="topic_id",
        nullable=False,
    ),
    Column("run_id", NoWords),
    Column("stance", NoWords, nullable=False),  # accept reject partial kept
    Column("before", TextWords, nullable=False),
    Column("after", TextWords, nullable=False),
    Column("at", NoWords, nullable=False),
    UniqueConstraint("source", "topic_id", name="uq_preference_signal_source_kind_id"),
    Index("ix_preference_signal_kind_id_seq", "topic_id", "seq"),
    Index(
        "ix_preference_signal_kind_id_stance_seq", "topic_id", "stance", "seq"
    ),  # counted at every feedback
)

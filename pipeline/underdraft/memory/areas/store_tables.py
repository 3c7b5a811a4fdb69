"""The tables of the store itself: settings, the log of purges, jobs, folders, counts of writes, tokens."""

from __future__ import annotations

import json

from sqlalchemy import ColumnElement, or_, select

from underdraft.memory.areas.area import Area, PurgedTable
from underdraft.memory.db.schema.conversations import BACKGROUND_JOB, SESSION
from underdraft.memory.db.schema.projects import PROJECT_FILE, PROJECT_FOLDER
from underdraft.memory.db.schema.runs import RUN
from underdraft.memory.db.schema.settings import AUDIT, SETTING, STORE_CHANGE
from underdraft.memory.db.schema.tokens import KNOWN_WRITER, WRITER_TOKEN


def jobs_of(project_id: str) -> ColumnElement[bool]:
    """Jobs about a project, its runs and its sessions; a subject of several ids is a JSON array that begins with it."""
    subject = BACKGROUND_JOB.c.subject
    return or_(
        subject == project_id,
        subject.startswith(json.dumps([project_id])[:-1] + ",", autoescape=True),
        subject.in_(select(RUN.c.id).where(RUN.c.project_id == project_id)),
        subject.in_(select(SESSION.c.session_id).where(SESSION.c.project_id == project_id)),
    )


STORE_TABLES = Area(
    tables=(
        PurgedTable(kind="job", key=BACKGROUND_JOB.c.seq, of_project=jobs_of),
        PurgedTable(kind="folder", key=PROJECT_FOLDER.c.project_id),
        PurgedTable(kind="file", key=PROJECT_FILE.c.seq),
    ),
    lasting=(SETTING, AUDIT),
    local=(STORE_CHANGE, WRITER_TOKEN, KNOWN_WRITER),
)

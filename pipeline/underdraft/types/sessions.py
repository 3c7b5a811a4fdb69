"""What is kept of sessions: messages, summaries, atomic memories, the profile, compacts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import attrs


@attrs.frozen(kw_only=True)
class StoredMessage:
    """One message of a transcript.

    Attributes:
        id: Its own id.
        session_id: The session.
        role: ``"user"`` or ``"assistant"``.
        content: Exactly as it was sent or received.
        create_time: When it was sent or received.
        is_collected: The writer keeps it as a favourite.
        instruction: What the writer typed, where ``content`` has more around it.
        run_id: The run that sent or received it, or ``None``.
        answered: ``False`` for a message that was sent and got no reply: it is never sent again.
        persisted: ``False`` in privacy mode: the message is in memory only and ends with the process.
        tokens: Estimated tokens of ``content``.
    """

    id: str
    session_id: str
    role: Literal["user", "assistant"]
    content: str
    create_time: str
    is_collected: bool = False
    instruction: str | None = None
    run_id: str | None = None
    answered: bool = True
    persisted: bool = True
    tokens: int = 0


@attrs.frozen(kw_only=True)
class SessionSummary:
    """What a session was about.

    Attributes:
        session_id: The session.
        title: One line.
        snippet: One or two sentences.
        created_at: When it was first written.
        project_id: The session's project, or ``None``.
        origin: ``"extract"`` (taken from the messages), ``"model"`` or ``"manual"``.
        version: 1 at first, one more with each write.
        updated_at: When it was last written.
    """

    session_id: str
    title: str
    snippet: str
    created_at: str
    project_id: str | None = None
    origin: str = "extract"
    version: int = 1
    updated_at: str = ""


@attrs.frozen(kw_only=True)
class AtomicMemory:
    """One fact, complete in itself.

    Attributes:
        id: Its id.
        timestamp: When it was said.
        content: The fact.
        tags: Short words to find it by.
        session_id: The session in which it was said, or ``None``.
        project_id: The project that it is true for, or ``None`` for all.
        create_time: When it was written down.
        about: What it gives the one value of, e.g. ``"user.name"``; ``""`` for none.
        value: That value.
        origin: ``"manual"`` or ``"extracted"``.
        evidence: Where it comes from, e.g. ``{"runId": ..., "quote": ...}``.
        contradicts: Ids of older memories that say otherwise.
        contradicted_by: Id of the newest memory that says otherwise; it is then no longer recalled.
        user_confirmed: The writer wrote or edited it: nothing that is extracted takes its place.
        version: 1 at first, one more with each write.
        updated_at: When it was last written.
        deleted_at: When it was deleted, or ``None``.
    """

    id: str
    timestamp: str
    content: str
    tags: tuple[str, ...] = ()
    session_id: str | None = None
    project_id: str | None = None
    create_time: str = ""
    about: str = ""
    value: str = ""
    origin: str = "manual"
    evidence: tuple[Mapping[str, str], ...] = ()
    contradicts: tuple[str, ...] = ()
    contradicted_by: str | None = None
    user_confirmed: bool = False
    version: int = 1
    updated_at: str = ""
    deleted_at: str | None = None


@attrs.frozen(kw_only=True)
class Profile:
    """The writer's profile: a Markdown document that the writer edits.

    Attributes:
        markdown: The document; empty when there is none.
        version: 0 when it was never written, one more with each write.
        updated_at: When it was last written.
    """

    markdown: str = ""
    version: int = 0
    updated_at: str = ""


@attrs.frozen(kw_only=True)
class Compact:
    """A run in a few words, with the reference that brings the whole record back.

    Attributes:
        ref: ``run:<id>``.
        run_id: The run.
        project_id: Its project, or ``None``.
        skill_id: Its skill.
        at: When it began.
        task: What was asked for; empty in privacy mode.
        given: The text that it worked on, shortened; empty in privacy mode.
        result: The reply, shortened; empty in privacy mode.
        tags: Skill, scene and kind of what it worked on: words of the engine, never the writer's.
        origin: ``"extract"`` or ``"model"``.
        full_tokens: Tokens of what was sent in layers 4 and 5 and of the reply.
        tokens: Estimated tokens of this summary.
    """

    ref: str
    run_id: str
    project_id: str | None
    skill_id: str
    at: str
    task: str = ""
    given: str = ""
    result: str = ""
    tags: tuple[str, ...] = ()
    origin: str = "extract"
    full_tokens: int = 0
    tokens: int = 0

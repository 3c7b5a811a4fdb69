"""Values of sessions: messages, summaries, atomic memories, the profile, compacts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import attrs

from underdraft.types.values import frozen

SCOPE: Any = attrs.field(
    init=False,
    default=attrs.Factory(lambda i: "global" if i.project_id is None else "project", takes_self=True),
)
"""The field ``scope`` of what has a ``project_id``: ``project``, or ``global`` where that is ``None``."""


@frozen(kw_only=True)
class StoredMessage:
    """One message of a transcript."""

    id: str
    session_id: str
    role: Annotated[Literal["user", "assistant"], '`"user"` or `"assistant"`.']
    content: Annotated[str, "Exactly as it was sent or received."]
    create_time: Annotated[str, "When it was sent or received."]
    is_collected: Annotated[bool, "The writer keeps it as a favourite."] = False
    instruction: Annotated[str | None, "What the writer typed, where `content` has more around it."] = None
    run_id: Annotated[str | None, "The run that sent or received it, or `None`."] = None
    answered: Annotated[bool, "Whether it got the reply it needs; else it is never sent again."] = True
    persisted: Annotated[bool, "`False` in privacy mode: it ends with the process."] = True
    tokens: Annotated[int, "Estimated tokens of `content`."] = 0


@frozen(kw_only=True)
class SessionSummary:
    """A session's title and a sentence or two about it."""

    session_id: str
    title: Annotated[str, "One line."]
    snippet: Annotated[str, "One or two sentences."]
    created_at: Annotated[str, "When it was first written."]
    project_id: Annotated[str | None, "The session's project, or `None`."] = None
    scope: Annotated[str, "`project`, or `global` without a project."] = SCOPE
    origin: Annotated[str, '`"extract"` (taken from the messages) or `"manual"`.'] = "extract"
    version: Annotated[int, "1 at first, one more with each write."] = 1
    updated_at: Annotated[str, "When it was last written."] = ""


@frozen(kw_only=True)
class AtomicMemory:
    """One fact, complete in itself."""

    id: str
    timestamp: Annotated[str, "When it was said."]
    content: str
    tags: Annotated[tuple[str, ...], "Short words to find it by."] = ()
    session_id: Annotated[str | None, "The session in which it was said, or `None`."] = None
    project_id: Annotated[str | None, "The project that it is true for, or `None` for all."] = None
    scope: Annotated[str, "`project`, or `global` for all projects."] = SCOPE
    create_time: Annotated[str, "When it was written down."] = ""
    about: Annotated[str, 'What it gives the one value of, e.g. `"user.name"`; `""` for none.'] = ""
    value: str = ""
    origin: Annotated[str, '`"manual"` or `"extracted"`.'] = "manual"
    evidence: Annotated[tuple[Mapping[str, str], ...], "Such as `{runId, quote}`: where it comes from."] = ()
    contradicts: Annotated[tuple[str, ...], "Ids of older memories that say otherwise."] = ()
    contradicted_by: Annotated[str | None, "A newer memory; this one is no longer recalled."] = None
    user_confirmed: Annotated[bool, "By the writer: nothing that is extracted takes its place."] = False
    version: Annotated[int, "1 at first, one more with each write."] = 1
    updated_at: Annotated[str, "When it was last written."] = ""
    deleted_at: Annotated[str | None, "When it was deleted, or `None`."] = None


@frozen(kw_only=True)
class Profile:
    """The writer's profile: a Markdown document that the writer edits."""

    markdown: Annotated[str, "The document; empty when there is none."] = ""
    version: Annotated[int, "0 when it was never written, one more with each write."] = 0
    updated_at: Annotated[str, "When it was last written."] = ""


@frozen(kw_only=True)
class Compact:
    """A run in a few words, with the reference that brings the whole record back."""

    ref: Annotated[str, "`run:<id>`."]
    run_id: str
    project_id: str | None
    skill_id: str
    at: Annotated[str, "When it began."]
    task: Annotated[str, "What was asked for; empty in privacy mode."] = ""
    given: Annotated[str, "The text that it worked on, shortened; empty in privacy mode."] = ""
    result: Annotated[str, "The reply, shortened; empty in privacy mode."] = ""
    tags: Annotated[tuple[str, ...], "Skill, scene, kind of text: never the writer's words."] = ()
    full_tokens: Annotated[int, "Tokens of what was sent in layers 4 and 5 and of the reply."] = 0
    tokens: Annotated[int, "Estimated tokens of this summary."] = 0


@frozen(kw_only=True)
class EarlierWords:
    """Something that the writer said in a round that the window no longer holds."""

    text: Annotated[str, "Word for word, on one line."]
    score: Annotated[float, "How well it fits what was asked; higher fits better."]

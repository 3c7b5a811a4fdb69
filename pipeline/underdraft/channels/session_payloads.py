"""What the channels of conversations, summaries, the profile and atomic memories take."""

from __future__ import annotations

from typing import Any

import attrs

from underdraft.types.request import OWN_PROJECT, Own


@attrs.frozen(kw_only=True)
class AppendPayload:
    """``conversation:append``."""

    session_id: str
    role: str
    content: str
    project_id: str | Own | None = OWN_PROJECT


@attrs.frozen(kw_only=True)
class SessionPayload:
    """Names a session of a project."""

    session_id: str
    project_id: str | Own | None = OWN_PROJECT


@attrs.frozen(kw_only=True)
class MessageListPayload:
    """``conversation:list``."""

    session_id: str
    project_id: str | Own | None = OWN_PROJECT
    collected: bool = False
    limit: int = 200
    cursor: str | None = None


@attrs.frozen(kw_only=True)
class MessagePayload:
    """``conversation:get``."""

    id: str
    project_id: str | Own | None = OWN_PROJECT


@attrs.frozen(kw_only=True)
class CollectPayload:
    """``conversation:collect``."""

    id: str
    collected: bool
    project_id: str | Own | None = OWN_PROJECT


@attrs.frozen(kw_only=True)
class ConversationDeletePayload:
    """``conversation:delete``: a transcript, or with ``id`` one turn of it."""

    session_id: str
    id: str | None = None
    project_id: str | Own | None = OWN_PROJECT


@attrs.frozen(kw_only=True)
class SummaryListPayload:
    """``summary:list``."""

    limit: int = 50
    project_id: str | Own | None = OWN_PROJECT


@attrs.frozen(kw_only=True)
class SummaryCreatePayload:
    """``summary:create``."""

    session_id: str
    title: str
    snippet: str
    project_id: str | Own | None = OWN_PROJECT


@attrs.frozen(kw_only=True)
class SummaryUpdatePayload:
    """``summary:update``."""

    session_id: str
    title: str | None = None
    snippet: str | None = None
    project_id: str | Own | None = OWN_PROJECT


@attrs.frozen(kw_only=True)
class ProfileUpdatePayload:
    """``profile:update``."""

    markdown: str
    expected_version: int | None = None


@attrs.frozen(kw_only=True)
class ProfileDeletePayload:
    """``profile:delete``."""

    expected_version: int | None = None


@attrs.frozen(kw_only=True)
class AtomicCreatePayload:
    """``atomic:create``; without ``projectId`` it holds for all projects."""

    content: str
    tags: list[str] = attrs.field(factory=list)
    session_id: str | None = None
    project_id: str | None = None


@attrs.frozen(kw_only=True)
class AtomicListPayload:
    """``atomic:list``; a ``projectId`` lists that project's and those for all."""

    project_id: str | None = None
    session_id: str | None = None
    tag: str | None = None
    include_deleted: bool = False
    limit: int = 100
    cursor: str | None = None


@attrs.frozen(kw_only=True)
class SearchPayload:
    """``memory:search``."""

    keyword: str
    time_range: Any = None
    project_id: str | Own | None = OWN_PROJECT
    limit: int = 10


@attrs.frozen(kw_only=True)
class RefPayload:
    """``memory:show``."""

    ref: str
    project_id: str | Own | None = OWN_PROJECT


@attrs.frozen(kw_only=True)
class CompactPayload:
    """``compact:list`` and ``compact:run``."""

    project_id: str | Own | None = OWN_PROJECT
    limit: int = 50

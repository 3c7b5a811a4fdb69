"""The record of something remembered, and what may be written into it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import attrs

from underdraft.boundary.limits import check_free
from underdraft.memory.sections import MEMORIES, SECTIONS, section_of
from underdraft.text.clean import sha256
from underdraft.types.checks import check_flag, check_fraction, check_one_of, check_text, refuse
from underdraft.types.json_marks import HIDE, OMIT_NONE
from underdraft.types.memory import with_cues
from underdraft.types.values import frozen

TYPES = ("preference", "fact", "note")
"""The known types, in the order of injection; others are allowed and follow by name."""

SCOPES = ("project", "global")
"""The scopes, in the order of injection."""

ORIGINS = ("manual", "learned")

WRITERS = ("typed", "said", "imported")
LEARNED = ("measured", "worded", "distilled")
SOURCES = (*WRITERS, *LEARNED, "plugin")
"""Where a record comes from, finer than its origin: what the writer said, what the engine concluded, what a plugin did."""

STATES = ("proposed", "active", "outdated", "retired", "refused", "deleted")
GONE = frozenset({"retired", "refused", "deleted"})
"""States with a date of deletion."""

PROPOSED, ACTIVE, OUTDATED = "proposed", "active", "outdated"
RETIRED, REFUSED, DELETED = "retired", "refused", "deleted"

TAG_MAXIMUM = 64
TAGS_MAXIMUM = 32

ID_MAXIMUM = 200
JSON_MAXIMUM = 20_000
"""Maximum characters of ``evidence`` and of ``metadata``, as JSON."""

WORDS_MAXIMUM = 200
"""Maximum code points of the words that a list is filtered by."""

LIST_LIMIT = 100
LIST_MAXIMUM = 1_000

KEEPS_PLACE = frozenset({"evidence", "metadata", "user_confirmed", "confidence"})
"""Attributes whose change leaves ``updated_at``, and so the order of injection, alone."""

TYPE = re.compile(r"[a-z][a-z0-9_-]{0,63}\Z")


@frozen(kw_only=True)
class MemoryItem:
    """A memory."""  # the channels' word; every record is one

    id: Annotated[str, "Never used again, also after a purge."]
    type: Annotated[str, "One of :data:`TYPES`, or another lower-case word."]
    scope: Annotated[str, '`"global"`, or `"project"` with `project_id`.']
    content: Annotated[str, "What is remembered."]
    origin: Annotated[str, '`"manual"` or `"learned"`.'] = "manual"
    project_id: Annotated[str | None, "The project that it belongs to."] = None
    document_id: Annotated[str | None, "It is injected for this document only; `None` means for all."] = None
    confidence: Annotated[float, "0 to 1."] = 1.0
    evidence: Annotated[tuple[Any, ...], 'Where it comes from, e.g. `{"runId": ...}`; JSON values.'] = ()
    metadata: Annotated[Mapping[str, Any], "The application's own; JSON values."] = attrs.field(factory=dict)
    version: Annotated[int, "1 at first, one more with each write."] = 1
    created_at: Annotated[str, "When it was made."] = ""
    updated_at: Annotated[
        str, "When its content or kind was last changed; deleting and restoring do not count."
    ] = ""
    deleted_at: Annotated[str | None, "When it was deleted, or `None`."] = None
    user_confirmed: Annotated[
        bool, "The writer wrote, edited or confirmed it: learning does not overwrite it."
    ] = False
    source: Annotated[str, "`typed`, `said`, `imported`, `measured`, `worded`, `distilled` or `plugin`."] = (
        attrs.Factory(lambda item: "typed" if item.origin == "manual" else "measured", takes_self=True)
    )
    state: Annotated[str, "`proposed`, `active`, `outdated`, `retired`, `refused` or `deleted`."] = ACTIVE
    tags: Annotated[tuple[str, ...], "Short words to find it by."] = attrs.field(default=(), metadata=HIDE)
    scene: Annotated[str | None, "The kind of scene in which it holds; null for all."] = OMIT_NONE
    replaces: Annotated[tuple[str, ...], "Ids of older ones that say otherwise."] = attrs.field(
        default=(), metadata=HIDE
    )
    replaced_by: Annotated[str | None, "A newer one that says otherwise; this one is outdated."] = OMIT_NONE
    section: Annotated[str, "The kind of record: `memories`, `facts`, `rules` or `profile`."] = MEMORIES
    session_id: Annotated[str | None, "The session in which it was said."] = attrs.field(
        default=None, metadata=HIDE
    )
    said_at: Annotated[str, "When it was said."] = attrs.field(
        default=attrs.Factory(lambda item: item.created_at, takes_self=True), metadata=HIDE
    )
    about: Annotated[str, "What `value` is the one value of, such as `user.name`; empty for none."] = (
        attrs.field(default="", metadata=HIDE)
    )
    value: str = attrs.field(default="", metadata=HIDE)
    topic_id: Annotated[str | None, "What it was learned from."] = attrs.field(default=None, metadata=HIDE)
    pole: Annotated[str | None, "The side of the topic that it says."] = attrs.field(
        default=None, metadata=HIDE
    )

    @property
    def ref(self) -> str:
        """How offers, searches and receipts name it."""
        return f"{section_of(self).kind}:{self.id}"

    @property
    def content_hash(self) -> str:
        """SHA-256 of the text that is embedded: by it vectors and answers find the record."""
        return sha256(with_cues(self.content, self.tags))

    @property
    def indexed(self) -> str | None:
        """The text for the index of words: none unless the record is in use and recalled."""
        searched = self.state in {ACTIVE, OUTDATED} and section_of(self).recalled
        return " ".join([self.content, *self.tags]) if searched else None


def in_state(item: MemoryItem) -> MemoryItem:
    """The record in the state that follows from its date of deletion, what replaces it, and the writer's word.

    What was learned and is deleted is refused, unless the caller says otherwise.
    """
    if item.deleted_at is not None:
        state = item.state if item.state in GONE else REFUSED if item.source in LEARNED else DELETED
    elif item.replaced_by is not None:
        state = OUTDATED
    else:
        state = PROPOSED if item.state == PROPOSED and not item.user_confirmed else ACTIVE
    return item if state == item.state else attrs.evolve(item, state=state)


def check_item(item: MemoryItem, content_maximum: int | None = None) -> None:
    """See that everything that a caller may choose is in order; the section limits the content, unless a limit is given."""
    check_one_of("section", item.section, SECTIONS)
    check_one_of("state", item.state, STATES)
    check_one_of("scope", item.scope, SCOPES)
    check_one_of("origin", item.origin, ORIGINS)
    check_one_of("source", item.source, SOURCES)
    check_text("content", item.content, content_maximum or section_of(item).maximum)
    check_texts("tags", item.tags, TAG_MAXIMUM)
    if len(item.tags) > TAGS_MAXIMUM:
        refuse("tags", f"at most {TAGS_MAXIMUM} tags")
    check_texts("replaces", item.replaces, ID_MAXIMUM)
    for field, said in (("about", item.about), ("value", item.value)):
        if said != "":
            check_text(field, said, TAG_MAXIMUM * 2)
    for field, value in (
        ("id", item.id),
        ("projectId", item.project_id),
        ("documentId", item.document_id),
        ("scene", item.scene),
        ("replacedBy", item.replaced_by),
    ):
        if value is not None:
            check_text(field, value, ID_MAXIMUM)
    if type(item.type) is not str or not TYPE.match(item.type):
        refuse("type", "preference, fact, note or another lower-case word")
    if item.scope == "project" and item.project_id is None:
        refuse("projectId", "a project's id, because scope is project")
    if item.scope == "global" and item.project_id is not None:
        refuse("projectId", "none, because scope is global")
    check_fraction("confidence", item.confidence)
    check_flag("userConfirmed", item.user_confirmed)
    check_json("evidence", item.evidence, Sequence, "a list of JSON values")
    check_json("metadata", item.metadata, Mapping, "an object of JSON values")


def check_texts(field: str, texts: object, maximum: int) -> None:
    """Texts, each of at most so many code points."""
    if not isinstance(texts, tuple):
        refuse(field, "a list of strings")
    for text in texts:
        check_text(field, text, maximum)


def check_json(field: str, value: object, kind: Any, expected: str) -> None:
    """Refuse what JSON cannot hold, or too much of it."""
    if not isinstance(value, kind) or isinstance(value, str):
        refuse(field, expected)
    check_free(field, value)
    try:
        size = len(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError, RecursionError):
        refuse(field, expected)
    if size > JSON_MAXIMUM:
        refuse(field, f"at most {JSON_MAXIMUM} characters as JSON")

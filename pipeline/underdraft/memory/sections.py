"""Sections of what is remembered: one value for each kind of record, with everything in which it differs from others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from underdraft.types.values import frozen

CONTENT_MAXIMUM = 10_000
"""Maximum code points of a memory: far beyond what layer 2 can hold, short of a pasted manuscript."""

RULE_MAXIMUM = 200
"""Maximum code points of a rule: one line of layer 2."""

PATCHABLE = frozenset({
    "type", "scope", "project_id", "document_id", "content", "confidence", "evidence", "metadata", "user_confirmed",
})  # fmt: skip
"""Attributes of a memory that an update may change."""

FACT_PATCHABLE = frozenset({"content", "tags", "project_id", "about", "value"})
"""Attributes of a fact that an update may change."""

ANY_PATCHABLE = PATCHABLE | FACT_PATCHABLE

MEMORIES, FACTS, RULES, PROFILE = "memories", "facts", "rules", "profile"
"""Names of the sections."""


@frozen(kw_only=True)
class RecordSection:
    """A kind of record: its checks, its place in prompts, and its part in corrections, searches and purges."""

    name: str
    noun: Annotated[str, "Its word in errors."] = "memory"
    kind: Annotated[Literal["memory", "atomic"], "Kind of its references, such as `memory:<id>`."] = "memory"
    shown_type: Annotated[
        str,
        "Type of all its records in prompts, where one that was said counts as learned; empty: their own.",
    ] = ""
    purged_as: Annotated[str, "Its word in the counts of a purge."] = "memory"
    maximum: Annotated[int, "Maximum code points of a record's content."] = CONTENT_MAXIMUM
    patchable: Annotated[frozenset[str], "Attributes that an update may change."] = PATCHABLE
    injected: Annotated[bool, "Listed in layer 2; else it is bound to no document."] = False
    recalled: Annotated[bool, "Indexed by words and meaning, recalled in layer 4, searched and tidied."] = (
        False
    )
    in_profile: Annotated[bool, "Shown on a line beneath the profile document."] = False
    heard: Annotated[
        bool,
        "Extracted from chats: `memory.atomic_content_max_length` limits its content, which loses purged words.",
    ] = False
    distinct: Annotated[
        bool, "Nothing is written twice, another value of the same thing replaces it, restoring confirms it."
    ] = False
    concluded: Annotated[bool, "Rests on other records: a purge of one that says the same removes it."] = (
        False
    )


SECTIONS = {
    section.name: section
    for section in (
        RecordSection(name=MEMORIES, injected=True, recalled=True),
        RecordSection(
            name=FACTS, noun="atomic memory", kind="atomic", shown_type="atomic", purged_as="fact",
            patchable=FACT_PATCHABLE, recalled=True, heard=True, distinct=True,
        ),
        RecordSection(
            name=RULES, noun="rule", purged_as="semantic_rule", maximum=RULE_MAXIMUM, concluded=True
        ),
        RecordSection(name=PROFILE, purged_as="profile", in_profile=True, heard=True),
    )
}  # fmt: skip
"""All sections by name: a new kind of record is an entry here."""


def section_of(record: Any) -> RecordSection:
    """Return the section of a record or of its row; an unknown one is treated as a memory."""
    return SECTIONS.get(record.section, SECTIONS[MEMORIES])


def sections_where(decides: Callable[[RecordSection], bool]) -> tuple[str, ...]:
    """Return the names of the sections that meet a condition."""
    return tuple(section.name for section in SECTIONS.values() if decides(section))

"""Memories as values: injected, recalled, said in sessions, proposed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Annotated, Literal

import attrs

from underdraft.text.strings import languages, strings
from underdraft.types.json_marks import HIDE, OMIT_NONE
from underdraft.types.values import frozen


@frozen(kw_only=True)
class CandidateMemory:
    """A fact that an extractor proposes."""

    content: str
    kind: Annotated[str, '`"fact"`, `"preference"` (for the profile), `"forget"` what it replaces.'] = "fact"
    tags: Annotated[tuple[str, ...], "Short words to find it by."] = ()
    cues: Annotated[tuple[str, ...], "Up to 3 situations in which it matters, to find it by; of a fact."] = ()
    evidence: Annotated[str, "The words of the turn that say so, literally; the engine looks for them."] = ""
    about: Annotated[str, "What `value` is the one value of (`user.name`); `user.`: in all projects."] = ""
    value: str = ""
    subject: Annotated[
        Literal["", "work", "writer"],
        'What it is about; `""`: a preference, or one whose `about` begins with `user.`, is about the writer.',
    ] = ""
    replaces: Annotated[str, "The known statement, letter for letter, that it takes the place of."] = ""
    warrant: Annotated[
        str, "The writer's sentence that agrees to `evidence`, which is then of the reply before."
    ] = ""
    sure: Annotated[bool, "It may be kept unasked; one that is not is offered to the writer."] = True

    @property
    def of_writer(self) -> bool:
        """Whether it is about the person who writes, and so holds in all projects."""
        if self.subject:
            return self.subject == "writer"
        return self.kind == "preference" or self.about.startswith("user.")


Outcome = Literal["taken", "offered", "refused"]


@frozen(kw_only=True)
class Heard:
    """The fate of something that an extractor found in the writer's words."""

    content: Annotated[str, "What would be remembered, at most 200 code points of it."]
    outcome: Annotated[Outcome, "It holds, waits for the writer's answer, or was left out."]
    reason: Annotated[
        str | None,
        "Why it was offered (`unsure`, `paraphrase`, `consent`, `sheet`, `quote`: the words were not the writer's, so that their own are "
        "offered) or refused (`blank`, `fragment`, `not_said`, `echo`, `duplicate`, `deleted`, `unknown`: nothing to forget); `forgotten`: known until then.",
    ] = OMIT_NONE
    memory_id: Annotated[str | None, "The memory that it is, or waits to be."] = OMIT_NONE
    replaced: Annotated[
        tuple[str, ...] | None, "Statements that are outdated because of it, or would be if it were taken."
    ] = OMIT_NONE


CUE = "when:"
"""How a tag begins that is a cue: a situation in which a memory matters. Recall finds the memory by it; no prompt shows it."""

CUES_MAXIMUM = 3
"""Cues of one memory that are kept."""


def with_cues(content: str, tags: Iterable[str]) -> str:
    """The text by which recall finds a memory: its content, and its cues a line each."""
    return "\n".join([content, *(tag.removeprefix(CUE) for tag in tags if tag.startswith(CUE))])


INJECTION_HEADER = strings("injection", "zh")["header"]
"""The line above the memories in layer 2, in Chinese; other languages have their own (:func:`injection_header`)."""

INJECTION_SOURCE = "memory:injection"
"""The source of layer 2's memories."""

ORIGIN_LABELS = strings("origins", "zh")
"""How an origin is named in a Chinese prompt; one that is not listed is shown as it is."""

_BREAK = re.compile(r"\s*[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]\s*")  # what str.splitlines takes for one

DETERMINISTIC: Mapping[str, str | float] = {"kind": "deterministic"}
"""The reason of an item whose place comes from the fixed order."""


@frozen(kw_only=True)
class Degradation:
    """Why something less than asked for was done."""

    degraded_from: Annotated[str, 'What was asked for, e.g. `"semantic"`.']
    reason: Annotated[str, "One sentence for a person."]
    code: Annotated[
        str,
        "Stable: `SQLITE_VEC_UNAVAILABLE`, `EMBEDDER_NONE`, `EMBEDDER_FAILED`, `EMBEDDER_TIMEOUT`, "
        "`DIMENSION_CONFLICT` or `INDEX_NOT_READY`.",
    ]
    suggestion: Annotated[str | None, "What the writer can do, or `None`."] = OMIT_NONE


@frozen(kw_only=True)
class IndexHealth:
    """Recall by meaning works."""

    healthy: Literal[True] = True
    embedder: Annotated[str, "The embedder's name and version."]
    dimensions: Annotated[int, "Length of a vector."]
    texts: Annotated[int, "How many texts there are."]
    vectors: Annotated[int, "How many of them have a vector."]


@frozen(kw_only=True)
class IndexDegraded:
    """Recall by meaning does not work, and why; recall by words does."""

    healthy: Literal[False] = False
    diagnostics: Degradation


@frozen(kw_only=True)
class InjectionItem:
    """A memory that goes into a prompt."""

    id: str
    type: str
    scope: str
    content: str
    origin: str
    project_id: str | None = None
    document_id: str | None = None
    updated_at: str = attrs.field(default="", validator=attrs.validators.instance_of(str))
    version: int = 1
    reason: Annotated[
        Mapping[str, str | float],
        '`{"kind": "deterministic"}`, `{"kind": "semantic", "score": cosine}` or `{"kind": "lexical", '
        '"score": share of words}`; scores have 6 places.',
    ] = attrs.field(factory=lambda: DETERMINISTIC)


@frozen(kw_only=True)
class NotInjected:
    """A memory that a cap kept out."""

    id: str
    type: str
    scope: str
    reason: Annotated[str, "`layer_cap`."]
    tokens: Annotated[int, "What it would take, estimated."]


@frozen(kw_only=True)
class InjectionPreview:
    """The memories of layer 2 in the order of injection."""

    items: Annotated[tuple[InjectionItem, ...], "What is injected."]
    mode: Annotated[Literal["deterministic", "semantic"], "How it was ordered."] = "deterministic"
    diagnostics: Annotated[Degradation | None, "Why the order is not the one asked for."] = OMIT_NONE
    left_out: Annotated[int, "How many memories a cap kept out."] = attrs.field(default=0, metadata=HIDE)
    left_out_tokens: Annotated[
        int,
        "Their estimated tokens together; in a run those beyond the first 500 count as much as these on average.",
    ] = attrs.field(default=0, metadata=HIDE)
    excluded: Annotated[tuple[NotInjected, ...], "Memories that a cap kept out, or the first of them."] = ()


@frozen(kw_only=True)
class RecallResult:
    """Memories that fit a query, nearest first."""

    items: Annotated[tuple[InjectionItem, ...], "At most as many as asked for."]
    mode: Annotated[Literal["semantic", "lexical", "none"], '`"none"`: an empty query.']
    diagnostics: Annotated[Degradation | None, "Why it is not semantic."] = None


def injection_header(locale: str) -> str:
    """The line above the memories in layer 2, in the language of the prompt."""
    return strings("injection", locale)["header"]


@cache
def avoidances() -> tuple[tuple[str, str], ...]:
    """Return what stands before and after the words of an avoidance, a pair for each language."""
    worded = (strings("preferences", language)["avoid"].partition("{what}") for language in languages())
    return tuple((before, after) for before, _, after in worded)


def avoided_in(said: str) -> str | None:
    """Return the words that a learned avoidance names, in any language."""
    for before, after in avoidances():
        if said.startswith(before) and said.endswith(after):
            return said[len(before) : len(said) - len(after)]
    return None


def injection_line(content: str, origin: str, locale: str = "zh") -> str:
    """Return one memory on one line, as it is in layer 2: white space with line breaks becomes one space.

    A learned avoidance is worded in the language of the prompt, whatever the language of the project that learned it.
    """
    said = content.strip()
    said = said if said.isprintable() else _BREAK.sub(" ", said)
    if origin == "learned" and (avoided := avoided_in(said)):
        said = strings("preferences", locale)["avoid"].format(what=avoided)
    label = strings("origins", locale).get(origin, origin)
    return strings("injection", locale)["line"].format(content=said, origin=label)


@frozen(kw_only=True)
class Found:
    """One hit of a search in what is remembered."""

    ref: Annotated[str, "`atomic:<id>`, `memory:<id>` or `session:<id>`."]
    kind: Annotated[str, "The word before the colon."]
    content: str
    timestamp: Annotated[str, "When it was said or written."]
    project_id: str | None = None
    session_id: str | None = None
    tags: Annotated[tuple[str, ...], "Short words."] = ()
    contradicted: Annotated[bool, "Something newer says otherwise."] = False

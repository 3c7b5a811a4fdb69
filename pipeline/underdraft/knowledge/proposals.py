"""Asks the installed extractors for facts, and keeps what they say as proposals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import attrs

from underdraft.boundary.log_words import logger_of
from underdraft.boundary.strangers import guarded, name_of
from underdraft.errors import HOOK_FAILED, InvalidArgument, NotFound
from underdraft.knowledge.graph.rows import StoredFact
from underdraft.knowledge.service import KnowledgeService
from underdraft.types.files import TextFile
from underdraft.types.knowledge import CandidateFact

if TYPE_CHECKING:
    from pluggy import HookImpl


MAX_PROPOSALS = 500
"""Most candidates taken from one extractor for one chapter."""

log = logger_of("underdraft")


@attrs.frozen
class Proposals:
    """What the extractors proposed, kept already, and what went wrong."""

    items: tuple[StoredFact, ...]
    warnings: tuple[str, ...]


def propose_from(
    service: KnowledgeService, extractors: Sequence[HookImpl], project_id: str, path: str
) -> Proposals:
    """Ask for proposals from one chapter and keep them; an extractor that fails costs its own."""
    file = service.files.read(path)
    if file is None:
        raise NotFound("path: there is no such file in the project")
    number = next((c.number for c in service.chapters().items if c.path == path), None)
    items: list[StoredFact] = []
    warnings: list[str] = []
    for extractor in extractors:
        plugin = extractor.plugin_name
        try:
            candidates = guarded(_ask, extractor, file, number)
        except Exception as error:
            log.debug("extractor of %s failed", plugin, exc_info=error)
            warnings.append(f"{HOOK_FAILED}: underdraft_extract_knowledge of {plugin} ({name_of(error)})")
            continue
        for candidate in candidates:
            fact = dict(candidate.fact)
            try:
                items.append(
                    service.rows.add(project_id, candidate.kind, fact, status="proposed", origin=plugin)
                )
            except InvalidArgument as error:
                warnings.append(f"{HOOK_FAILED}: {plugin} proposed what is no fact ({error.message})")
    return Proposals(tuple(items), tuple(dict.fromkeys(warnings)))


def _ask(extractor: HookImpl, file: TextFile, number: int | None) -> list[CandidateFact]:
    arguments = {"chapter": file, "number": number}
    given: Any = extractor.function(**{name: arguments[name] for name in extractor.argnames})
    candidates = list[object](given or [])[:MAX_PROPOSALS]
    checked: list[CandidateFact] = [
        candidate for candidate in candidates if isinstance(candidate, CandidateFact)
    ]
    if len(checked) < len(candidates):
        raise TypeError("not a list of CandidateFact")
    return checked

"""Facts about a run for a fetcher, made up for a test."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from underdraft.project.files import check_relative
from underdraft.project.source_files import MappingSource, SourceFiles
from underdraft.run.check_request import as_selection
from underdraft.run.prepare import passage_of, query_of
from underdraft.types.request import RunRequest, Selection
from underdraft.types.run_inputs import Project, RunInputs
from underdraft.types.skill import ContextRules, Skill

FROZEN_NOW = "2026-01-02T03:04:05.678Z"
"""The time on a test workspace's clock, always."""


class MemoryFiles(SourceFiles):
    """A project's files without a disk; refuses the same paths as the real ones.

    Args:
        files: Project-relative POSIX path to content.
    """

    def __init__(self, files: Mapping[str, str] | None = None) -> None:
        self.files = {check_relative(path).as_posix(): text for path, text in (files or {}).items()}
        super().__init__(MappingSource(self.files))


def inputs(
    *,
    rules: Mapping[str, bool | int] | None = None,
    files: Mapping[str, str] | None = None,
    project: Project | str | None = "test-project",
    selection: Selection | tuple[int, int] | None = None,
    locale: str = "zh",
    memory: Any = None,
    knowledge: Any = None,
    **request: Any,
) -> RunInputs:
    """Build the inputs of a run, with everything that is not given filled in.

    Args:
        rules: ``context_rules`` that the skill sets; others are off.
        files: The project's files.
        project: A project, its id, or ``None`` for a run without one.
        selection: Offsets into ``document``.
        locale: The workspace's locale.
        memory: Takes the place of the writer's memories.
        knowledge: Takes the place of the story graph.
        **request: More fields of :class:`underdraft.RunRequest`, such as ``document``, ``instruction``.
    """
    whose = Project(id=project, name=project) if isinstance(project, str) else project
    context_rules = ContextRules(dict(sorted({"surrounding": 0, **(rules or {})}.items())))
    skill = Skill(id="test", description="Test.", instruction="Test.", rules=context_rules, origin="test")
    asked = RunRequest(
        **{"skill_id": "test", **request},
        project_id=whose.id if whose else None,
        selection=as_selection(selection),
    )
    return RunInputs(
        request=asked,
        skill=skill,
        rules=context_rules,
        project=whose,
        locale=locale,
        query=query_of(asked),
        passage=passage_of(asked),
        files=MemoryFiles(files if whose else None),
        memory=memory,
        knowledge=knowledge,
        run_id="run-1",
        now=FROZEN_NOW,
        default_task="Go on.",
    )


def counted_ids(prefix: str = "id") -> Callable[[], str]:
    """A source of ids that counts: ``id-1``, ``id-2`` ..."""
    numbers = iter(range(1, 1_000_000))
    return lambda: f"{prefix}-{next(numbers)}"

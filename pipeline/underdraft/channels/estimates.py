"""Estimates of work that asks a model, before it is done."""

from __future__ import annotations

from typing import Annotated, Literal

from underdraft.boundary.channel import served
from underdraft.channels.arguments import OWN, Chapter, ProjectId
from underdraft.channels.parts import Service
from underdraft.channels.story import own_project
from underdraft.knowledge.ledger.questions import Task
from underdraft.knowledge.story_check import count_questions
from underdraft.memory.tidy.service import judge_pairs
from underdraft.reading.client import QuestionClient
from underdraft.reading.meter import Estimate, Meter


class Estimates(Service):
    """Costs of questions to a model, known before they are asked."""

    @served("ai:model:estimate")
    def estimate(
        self,
        *,
        work: Annotated[
            Literal["check", "tidy"],
            "`check`: `knowledge:check` with `model`, and the pairs that reading may bring. `tidy`: `memory:offers:list` with `model`.",
        ],
        chapter: Chapter = None,
        project_id: ProjectId = OWN,
    ) -> Estimate:
        """Count the questions that some work would ask, their tokens and their price; no model is asked. Without a model there are none."""
        workspace = self.workspace
        asker = workspace.store.ask_of("")
        if not isinstance(asker, QuestionClient):
            return Estimate(model="")
        meter = Meter(asker.for_task(work, None))
        match work:
            case "check":
                project = own_project(workspace)

                def asks(task: Task, text: str) -> bool:
                    return meter.for_task(task.name, project).count(**task.about(text))

                count_questions(workspace.knowledge, project, asks, only=chapter)
            case "tidy":
                judge_pairs(workspace.store.memory, project_id, meter)
        return meter.total()

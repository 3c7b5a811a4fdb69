"""Rules that were distilled from past runs: listed, confirmed, refused, distilled at once."""

from __future__ import annotations

from typing import Annotated

import attrs

from underdraft.boundary.channel import channel
from underdraft.channels.arguments import ProjectId
from underdraft.learning.service import distiller_of
from underdraft.types.episodes import SEMANTIC_RULE_BUDGET, SemanticRule
from underdraft.workspace import Workspace

RuleId = Annotated[str, "A rule's id."]


@attrs.frozen(kw_only=True)
class SemanticRuleList:
    """A project's semantic rules."""

    items: Annotated[tuple[SemanticRule, ...], "By scene, the best supported first."]
    budget: Annotated[int, "Most rules of a project."] = SEMANTIC_RULE_BUDGET


@attrs.frozen(kw_only=True)
class DistilledRules:
    """What distilling has brought."""

    proposed: Annotated[int, "How many rules are new."]


@channel("memory:semantic:list")
def list_rules(workspace: Workspace, *, project_id: ProjectId) -> SemanticRuleList:
    """A project's semantic rules, proposed, confirmed and refused, with their evidence."""
    return SemanticRuleList(items=workspace.store.episodes.rule_book.list(project_id))


@channel("memory:semantic:confirm")
def confirm_rule(
    workspace: Workspace,
    *,
    id: RuleId,
    text: Annotated[str | None, "The writer's own words for it, at most 200 characters."] = None,
    project_id: ProjectId,
) -> SemanticRule:
    """Let a rule stand in prompts."""
    return workspace.store.episodes.rule_book.confirm(id, project_id, text=text)


@channel("memory:semantic:refuse")
def refuse_rule(workspace: Workspace, *, id: RuleId, project_id: ProjectId) -> SemanticRule:
    """Keep a rule out of prompts for good."""
    return workspace.store.episodes.rule_book.refuse(id, project_id)


@channel("memory:semantic:distil")
def distil_rules(workspace: Workspace, *, project_id: ProjectId) -> DistilledRules:
    """Look for new rules now, rather than a minute after the next feedback."""
    workspace.store.settle()
    return DistilledRules(proposed=distiller_of(workspace.store).distil(project_id or ""))

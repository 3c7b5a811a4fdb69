"""Skills: listed, shown, checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from underdraft.boundary.channel import channel
from underdraft.channels.answers import List
from underdraft.channels.parts import WorkspaceParts
from underdraft.skill.context_rules import rule_table
from underdraft.skill.parse import parse_skill
from underdraft.skill.registry import SkillItem
from underdraft.types.skill import Skill
from underdraft.types.values import frozen


@frozen(kw_only=True)
class ValidSkill:
    """A skill's text that can be used, with the rules that it comes to."""

    valid: bool
    context_rules: Mapping[str, bool | int]


@channel("skill:list")
def list_skills(workspace: WorkspaceParts) -> List[SkillItem]:
    """Names and descriptions of the skills; a skill's text is read when it is asked for."""
    return List(workspace.skills.list())


@channel("skill:get")
def get_skill(workspace: WorkspaceParts, *, skill_id: Annotated[str, "The skill's name."]) -> Skill:
    """A skill with its rules."""
    return workspace.skills.get(skill_id)


@channel("skill:validate")
def validate_skill(workspace: WorkspaceParts, *, markdown: Annotated[str, "The whole text."]) -> ValidSkill:
    """Check a ``SKILL.md`` without storing it."""
    skill = parse_skill(markdown, origin="given", table=rule_table(workspace.plugins.rule_fields))
    return ValidSkill(valid=True, context_rules=dict(skill.rules))

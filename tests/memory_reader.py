"""A memory service whose answers a test chooses, and what a fetcher is told."""

from __future__ import annotations

from underdraft import ContextRules, Project, RunInputs, RunRequest, Skill
from underdraft.testing import MemoryFiles
from underdraft.types.memory import InjectionItem

UNAVAILABLE = ("MEMORY_UNAVAILABLE: 记忆数据未注入",)


def item(content, origin="learned", id="m1", **more):  # noqa: A002
    """A memory of a preview."""
    return InjectionItem(id=id, type="preference", scope="global", origin=origin, content=content, **more)


class Reader:
    """A memory service whose answers a test chooses, as the scenarios do with their mock."""

    def __init__(self, preview=None, found=None):
        self.preview, self.found, self.asked = preview, found, []

    def preview_injection(
        self, project_id, document_id=None, query_text=None, *, cap_tokens=None, excluded_limit=None
    ):
        self.asked.append((project_id, document_id, query_text))
        if isinstance(self.preview, BaseException):
            raise self.preview
        return self.preview

    def at_hand(self, query):
        """Nothing is embedded here."""
        return True

    def recall(self, project_id, query, *, limit=None, exclude_ids=(), document_id=None, passage=""):
        self.asked.append((project_id, query, frozenset(exclude_ids)))
        if isinstance(self.found, BaseException):
            raise self.found
        return self.found


def inputs(memory, *, locale="zh", project="novel", query="灯笼", document_id=None, **rules):
    """What a fetcher is told."""
    values = ContextRules({"user_preferences": True, "memories": True} | rules)
    return RunInputs(
        request=RunRequest(skill_id="polish", project_id=project, document_id=document_id),
        skill=Skill(id="polish", description="d", instruction="i", rules=values, origin="underdraft"),
        rules=values,
        project=Project(id=project, name=project) if project else None,
        locale=locale,
        query=query,
        files=MemoryFiles(),
        memory=memory,
    )

"""Past runs as they are remembered, and what keeps that memory in bounds."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from underdraft.boundary.channel import served
from underdraft.channels.arguments import OWN, Cursor, ProjectId, ProjectOrNone
from underdraft.channels.parts import Service
from underdraft.memory.db.paging import Page
from underdraft.memory.episodes.episode import run_episode_id
from underdraft.types.episodes import Episode, EpisodeRecall
from underdraft.types.json_marks import OMIT_NONE
from underdraft.types.values import frozen

EpisodeId = Annotated[str, "An episode of the project."]
FLUSH_SECONDS = 1.0
"""How long a list waits for what has just been taken in."""


@frozen(kw_only=True)
class RecordAnswer:
    """An episode that was taken in."""

    accepted: Literal[True] = True
    episode_id: str
    implicit_signal: Annotated[str, "What the reaction says."]
    implicit_weight: Annotated[float, "How much, -1 to 1."]


@frozen(kw_only=True)
class SettledEpisode:
    """The past run as it is now; without ``item`` it is gone."""

    id: str
    item: Episode | None = OMIT_NONE


class Episodes(Service):
    """Past runs as they are remembered."""

    @served("memory:episode:record")
    async def record(
        self,
        *,
        project_id: ProjectOrNone,
        scene_type: Annotated[str, "`dialogue`, `action` ..."],
        skill_used: Annotated[str, "The skill's name."],
        selected_index: Annotated[int, "The candidate that was taken, from 0; -1 for none."],
        candidate_count: Annotated[int, "How many there were."],
        edit_distance: Annotated[float, "From the candidate to the kept text, 0 to 1."],
        chapter_id: Annotated[str | None, "The application's name for the document."] = None,
        importance: Annotated[float | None, "0 to 1; worked out from the reaction if missing."] = None,
        input_context: Annotated[str | None, "What was asked; its first 2,000 characters are kept."] = None,
        final_text: Annotated[str | None, "What was kept; its first 2,000 characters are kept."] = None,
        run_id: Annotated[str | None, "The run; recording it again changes no count."] = None,
        undo_episode_id: Annotated[str | None, "Take back the accept of this episode instead."] = None,
        wait: Annotated[bool, "Answer when it is written."] = False,
    ) -> RecordAnswer:
        """Remember how a run went; answers at once."""
        if undo_episode_id is not None:
            episode, pending = await asyncio.to_thread(
                self.workspace.store.episodes.undo, undo_episode_id, project_id=project_id
            )
        else:
            given = Episode(
                id=run_episode_id(project_id, run_id) if run_id else self.workspace.new_id(),
                project_id=project_id,
                chapter_id=chapter_id,
                scene_type=scene_type,
                skill_used=skill_used,
                selected_index=selected_index,
                candidate_count=candidate_count,
                edit_distance=edit_distance,
                importance=importance if importance is not None else 0.0,
                importance_given=importance is not None,
                input_context=input_context,
                final_text=final_text,
                run_id=run_id,
                created_at=self.workspace.clock(),
            )
            episode, pending = await asyncio.to_thread(self.workspace.store.episodes.record, given)
        if wait:
            await pending
        return RecordAnswer(
            episode_id=episode.id,
            implicit_signal=episode.implicit_signal,
            implicit_weight=episode.implicit_weight,
        )

    @served("memory:episode:query")
    def query(
        self,
        *,
        project_id: ProjectOrNone,
        scene_type: Annotated[str | None, "The kind of scene."] = None,
        query_text: Annotated[str | None, "What they should be near to."] = None,
        limit: Annotated[int | None, "How many, 3 to 5."] = None,
    ) -> EpisodeRecall:
        """The 3 to 5 past runs that fit best, with their score explained."""
        return self.workspace.store.episodes.recall(
            project_id, scene_type=scene_type, query=query_text or "", limit=limit, counted=True
        )

    @served("memory:episode:list")
    def list(
        self,
        *,
        project_id: ProjectId = OWN,
        limit: Annotated[int, "Most items of a page, 1 to 500."] = 50,
        cursor: Cursor = None,
    ) -> Page[Episode]:
        """A project's past runs, newest first, with what has been taken in until now."""
        self.workspace.store.episodes.flush(FLUSH_SECONDS)
        return self.workspace.store.episodes.list(project_id, limit=limit, cursor=cursor)

    @served("memory:episode:settle")
    def settle(
        self,
        *,
        id: EpisodeId,
        action: Annotated[
            Literal["keep", "release", "forget"],
            "`keep`: it is never evicted. `release`: it may be again. `forget`: it is removed for good.",
        ],
        project_id: ProjectId = OWN,
    ) -> SettledEpisode:
        """Protect a past run from eviction, give it free again, or remove it for good."""
        self.workspace.store.episodes.flush(FLUSH_SECONDS)
        episodes = self.workspace.store.episodes
        if action == "forget":
            episodes.forget(id, project_id)
            return SettledEpisode(id=id)
        return SettledEpisode(id=id, item=episodes.confirm(id, project_id, confirmed=action == "keep"))

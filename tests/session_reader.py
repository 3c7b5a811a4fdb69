"""What is kept of sessions, as a test chooses it, and what a fetcher is told in one."""

from __future__ import annotations

import attrs

from underdraft import Project, RunRequest, testing


class Sessions:
    """Answers every question with what it was made with, or fails with it; remembers what it was asked."""

    def __init__(self, answer):
        self.answer, self.asked = answer, []

    def _give(self, *asked):
        self.asked.append(asked)
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer

    def history(self, session_id, project_id, *, room_tokens=0, auto_block=0):
        return self._give(session_id, project_id, room_tokens)

    def has_earlier(self, session_id, project_id, *, room_tokens, auto_block):
        if isinstance(self.answer, BaseException):
            raise self.answer
        return bool(self.answer)

    def earlier_words(self, session_id, project_id, query, *, most_tokens, room_tokens, auto_block):
        return self._give(session_id, project_id, query, most_tokens)

    def window_block(self, auto_block):
        return auto_block

    def profile(self):
        return self._give()

    def session_summaries(self, project_id, *, exclude_session=None):
        return self._give(project_id, exclude_session)

    def recent_compacts(self, project_id, limit, **_):
        return self._give(project_id, limit)


def inputs_of(sessions, *, session_id="s", locale="zh", rules=None):
    """A run of the project ``novel`` in a session."""
    given = testing.inputs(project=Project(id="novel", name="Novel"), locale=locale)
    request = RunRequest(skill_id="polish", session_id=session_id)
    return attrs.evolve(
        given, request=request, conversation=sessions, room_tokens=900, rules=rules or given.rules
    )

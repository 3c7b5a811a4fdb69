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

    def history(self, inputs):
        return self._give(inputs.request.session_id, inputs.project_id, inputs.room_tokens)

    def has_earlier(self, inputs):
        if isinstance(self.answer, BaseException):
            raise self.answer
        return bool(self.answer)

    def earlier_words(self, inputs, *, most_tokens):
        return self._give(inputs.request.session_id, inputs.project_id, inputs.query, most_tokens)

    def window_block(self, inputs):
        return inputs.auto_block

    def profile(self):
        return self._give()

    def session_summaries(self, inputs):
        return self._give(inputs.project_id, inputs.request.session_id)

    def recent_compacts(self, inputs, limit):
        return self._give(inputs.project_id, limit)


def inputs_of(sessions, *, session_id="s", locale="zh", rules=None):
    """A run of the project ``novel`` in a session."""
    given = testing.inputs(project=Project(id="novel", name="Novel"), locale=locale)
    request = RunRequest(skill_id="polish", session_id=session_id)
    return attrs.evolve(
        given, request=request, conversation=sessions, room_tokens=900, rules=rules or given.rules
    )

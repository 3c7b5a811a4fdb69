"""The fetcher of what recent sessions were about."""

from __future__ import annotations

import pytest

from session_reader import Sessions, inputs_of
from underdraft.types.sessions import SessionSummary
from underdraft_plugins.fetchers.session_summaries import underdraft_fetchers

(SUMMARIES,) = underdraft_fetchers()


@pytest.mark.parametrize(("locale", "colon"), [("zh", "："), ("en", ": ")])
def test_one_line_a_session(locale, colon):
    """Newest first as they come, without the session that is going on."""
    sessions = Sessions([SessionSummary(session_id="a", title="码头", snippet="改短。", created_at="t")])
    [chunk] = SUMMARIES.fetch(inputs_of(sessions, locale=locale)).chunks
    assert [(part.text, part.id) for part in chunk.parts] == [(f"- 码头{colon}改短。", "session:a")]
    assert sessions.asked == [("novel", "s")]

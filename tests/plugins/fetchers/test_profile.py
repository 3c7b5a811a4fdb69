"""The fetcher of the writer's profile."""

from __future__ import annotations

import pytest

from session_reader import Sessions, inputs_of
from underdraft.testing import assert_stable
from underdraft_plugins.fetchers.profile import underdraft_fetchers

(PROFILE,) = underdraft_fetchers()


def test_the_document_as_the_writer_sees_it():
    """Equal documents give equal bytes, whatever the run."""
    [chunk] = assert_stable(PROFILE, inputs_of(Sessions("写悬疑。")))
    assert (chunk.text, chunk.kind, chunk.layer.name) == ("写悬疑。", "profile", "PROFILE")


@pytest.mark.parametrize("sessions", [None, Sessions(""), Sessions(" \n")])
def test_nothing_to_say(sessions):
    """No store, an empty document or one that is switched off: no chunk and no warning."""
    fetched = PROFILE.fetch(inputs_of(sessions))
    assert (fetched.chunks, fetched.warnings) == ((), ())

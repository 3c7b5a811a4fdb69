"""From candidates to memories."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memory.sessions.fact_samples import items
from memory.sessions.session_samples import data, opened, project, say, settings, settle
from underdraft import CandidateMemory, hookimpl
from underdraft.memory.sessions.keep import cut_to_sentence

texts = st.text(st.characters(categories=["L", "N", "P", "Zs"]), max_size=60)


def test_a_fact_is_cut_to_the_limit_at_a_sentence(tmp_path):
    """What is extracted never exceeds memory.atomic_content_max_length."""
    with opened(project(tmp_path)) as ws:
        settings(ws, memory__atomic_content_max_length=12)
        say(ws, "记住：灯塔一共有九层，每一层都放着煤油和灯芯")
        settle(ws)
        [content] = items(ws)
        assert len(content) <= 12
        assert content.endswith("…")


@given(texts, st.integers(1, 40))
def test_a_cut_fits_and_begins_like_the_text(text, limit):
    """A fact is never longer than the limit."""
    cut = cut_to_sentence(text, limit)
    assert len(cut) <= limit
    assert text.startswith(cut.removesuffix("…"))


def test_a_correction_of_the_profile_takes_the_place_of_its_line(tmp_path):
    """What is about the writer goes to the profile; a newer line that replaces a learned one stands alone."""

    class Told:
        """Proposes what is said as the writer's preference, in place of all that is known."""

        @hookimpl
        def underdraft_extract_memories(self, turn, known):
            replaces = known[-1] if known else ""
            yield CandidateMemory(content=turn.user, kind="preference", subject="writer", replaces=replaces)

    with opened(project(tmp_path), plugins=[Told()], model="offline") as ws:
        for said in ("回复要详细", "回复要短"):
            say(ws, said)
            settle(ws)
        markdown = data(ws, "profile:get")["markdown"]
        assert "- 回复要短" in markdown
        assert "详细" not in markdown
        assert "详细" in ws.store.conversation.profile_document.history()[0].markdown

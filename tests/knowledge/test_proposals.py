"""Asking extractors for facts."""

from __future__ import annotations

import pytest

from underdraft import CandidateFact, NotFound, hookimpl
from underdraft.knowledge import proposals
from underdraft.knowledge.proposals import propose_from

FACT = CandidateFact(kind="entity", fact={"name": "Ann"})


class Extractor:
    """Proposes what it was made with."""

    def __init__(self, given):
        self.given = given

    @hookimpl
    def underdraft_extract_knowledge(self, chapter):
        """It fails where that is an error."""
        if isinstance(self.given, Exception):
            raise self.given
        return self.given


class Other(Extractor):
    """A plugin of another name."""


@pytest.fixture
def propose(underdraft_workspace):
    """What extractors with given answers propose from a chapter."""

    def ask(*given, path="chapters/1.md"):
        plugins = [kind(answer) for kind, answer in zip((Extractor, Other), given, strict=False)]
        ws = underdraft_workspace(files={"chapters/1.md": "# Chapter 1\n"}, plugins=plugins)
        return propose_from(
            ws.knowledge, ws.plugins.implementations("underdraft_extract_knowledge"), "p", path
        )

    return ask


def test_proposals_are_kept_with_their_origin(propose):
    """Each is in the store as proposed."""
    made = propose([FACT, FACT])
    assert [(f.kind, f.status, f.origin) for f in made.items] == [("entity", "proposed", "Extractor")] * 2
    assert len({f.id for f in made.items}) == 1
    assert made.warnings == ()


@pytest.mark.parametrize(
    "given", [RuntimeError("x"), "rubbish", 5, [{"kind": "entity"}], [CandidateFact(kind="song", fact={})]]
)
def test_what_an_extractor_gets_wrong_is_a_warning(propose, given):
    """It costs its own proposals, nobody else's."""
    made = propose(given, [FACT])
    assert len(made.items) == 1
    assert [w.split(":")[0] for w in made.warnings] == ["HOOK_FAILED"]
    assert propose(None).items == ()


def test_an_extractor_is_bounded(propose, monkeypatch):
    """Of too many candidates the first are taken."""
    monkeypatch.setattr(proposals, "MAX_PROPOSALS", 2)
    named = [CandidateFact(kind="entity", fact={"name": f"N{n}"}) for n in range(5)]
    assert [f.fact["name"] for f in propose(named).items] == ["N0", "N1"]


def test_a_chapter_must_be_there(propose):
    """Nothing is asked about a file that does not exist."""
    with pytest.raises(NotFound):
        propose([FACT], path="chapters/2.md")

from __future__ import annotations

from knowledge.story_samples import STORY, story
from underdraft.knowledge.scene.names import graph_index
from underdraft.knowledge.scene.story_lines import lines_for


def test_lines_depend_on_names_and_chapter_alone():
    """The same names and chapter give the same lines; a later chapter adds, other names change."""
    graph, again = story(STORY), story(STORY)
    texts = [line.text for line in lines_for(graph, ("Ann",), 3, "en")]
    assert texts == [line.text for line in lines_for(again, ("Ann",), 3, "en")]
    assert not any("short" in text for text in texts)
    assert any("short" in line.text for line in lines_for(graph, ("Ann",), 4, "en"))
    assert lines_for(graph, (), None, "en") == ()
    assert all("ref:" in text for text in texts)


def test_what_somebody_is_like_reaches_the_prompt_with_its_evidence():
    """The attributes of who is named, on one line with the ref; one that an event has changed is told as the change."""
    graph = story(STORY)
    before, after = ([line.text for line in lines_for(graph, ("Ann",), chapter, "en")] for chapter in (1, 4))
    assert before[0].startswith("- Ann: hair long ref:file-0.yaml#L")
    assert not any(text.startswith("- Ann: hair long") for text in after)
    assert any("hair short" in text for text in after)


CLAIMS = """
claims:
  - {subject: Annie, category: looks, attribute: hair, value: grey, at: 2.1, ref: chapters/2.md#L4}
  - {subject: Ann, category: looks, attribute: hair, value: white, at: 5.1}
  - {subject: Ann, category: possession, attribute: the key, value: lost it, at: 2.2, frame: lie}
  - {subject: Wolf, category: life, attribute: leg, value: lame}
"""


def test_a_claim_is_a_line_as_of_the_chapter():
    """The latest told value of each attribute by then; a lie is no line, and a subject needs no card."""
    graph = story(STORY, CLAIMS)
    before = [line.text for line in lines_for(graph, ("Ann", "Wolf"), 4, "en")]
    assert "- Ann: hair grey (since 2.1) ref:chapters/2.md#L4-L4" in before
    assert any(text.startswith("- Wolf: leg lame ref:file-1.yaml") for text in before)
    assert not any("key" in text or "white" in text for text in before)
    after = [line.text for line in lines_for(graph, ("Ann",), 5, "en")]
    assert any(text.startswith("- Ann: hair white (since 5.1)") for text in after)
    assert "- Ann: hair grey (since 2.1) ref:chapters/2.md#L4-L4" not in after
    assert "Wolf" in graph_index(graph).names_in("The Wolf came.")


def test_a_graph_without_claims_has_the_lines_that_it_had():
    """Claims about others add nothing."""
    one, other = (
        story(STORY),
        story(STORY, "claims: [{subject: X, category: age, attribute: age, value: '9'}]"),
    )
    assert lines_for(one, ("Ann",), None, "en") == lines_for(other, ("Ann",), None, "en")

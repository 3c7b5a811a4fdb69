"""What people say of who is who."""

from __future__ import annotations

from knowledge.proposing.two_stories import chapters
from knowledge.story_samples import story
from underdraft.knowledge.checks.cast import Cast
from underdraft.knowledge.proposing.relations import relations_in
from underdraft.knowledge.proposing.speech import read_speech

GRAPH = story("entities: [{name: Clara}, {name: Tomas}, {name: 冬至}, {name: 立秋}]")


def test_my_brother_is_the_speakers():
    """Where one person is named beside the speech, ``my`` is theirs; what is read out is not."""
    text = "“My brother Tomas is late,” said Clara.\n\n冬至说：“我弟弟立秋来了。”\n\n“‘My brother Tomas,’” read Clara.\n"
    told = chapters([text])[0]
    found = [r for s in read_speech(told, Cast.of(GRAPH, [told])) for r in relations_in(s, GRAPH)]
    assert [(r.source, r.kind, r.target) for r in found] == [
        ("Tomas", "brother", "Clara"),
        ("立秋", "弟弟", "冬至"),
    ]

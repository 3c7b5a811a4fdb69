from __future__ import annotations

from knowledge.story_samples import story
from underdraft.knowledge.checks.cast import Cast
from underdraft.knowledge.checks.prose import Chapter
from underdraft.knowledge.checks.speaking import read_all

TEXT = "“I am late,” said Ann.\n\n“You are,” said Bert.\n\n“*I am gone,*” she read."


def test_who_is_meant_in_speech():
    """``I`` is who speaks, ``you`` who spoke before; what is read out is not so."""
    cast = Cast.of(story("entities: [{name: Ann}, {name: Bert}]"), [])
    said = [s for s in read_all(Chapter(path="1.md", number=1, text=TEXT), cast) if s.spoken]
    assert [(s.speaker, [m.name for m in s.mentions], s.unreal) for s in said[:2]] == [
        ("Ann", ["Ann"], False),
        ("Bert", ["Ann"], False),
    ]
    assert said[2].unreal

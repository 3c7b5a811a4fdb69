from __future__ import annotations

from underdraft.knowledge.scene.cards import read_card
from underdraft.types.files import TextFile


def file(text: str, path: str = "c/x.md") -> TextFile:
    """A file of the project."""
    return TextFile(path=path, text=text, digest="")


def test_a_card_is_read_from_frontmatter_heading_or_file_name():
    """The name is the frontmatter's, else the heading's, else the file is about nobody."""
    full = read_card(file("---\nname: 沈砚\naliases: [阿砚, 沈砚, '']\nborn: 1911\n---\nx"))
    assert (full.name, full.aliases) == ("沈砚", ("阿砚",))
    assert read_card(file("# 罗七婆 #\n\nx")).names == ("罗七婆",)
    assert read_card(file("just text", "c/notes.md")).names == ()
    broken = read_card(file("---\nname: [a\n---\n# 段九\n"))
    assert broken.name == "段九"
    assert broken.warning.startswith("c/x.md: frontmatter")

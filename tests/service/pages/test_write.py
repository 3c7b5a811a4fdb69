"""The desk."""

from __future__ import annotations


def test_the_desk_offers_the_skills(get, workspace):
    """Every usable skill can be chosen, and the stand-in is said to be one."""
    text = get("write").text
    assert all(f'value="{skill.id}"' in text for skill in workspace.skills.list())
    assert "only echoes" in text


def test_a_difference_is_marked_and_escaped(post):
    """The reply is shown as a change in the text; nothing in either is markup."""
    got = post("diff", before="很冷<b>", after="真冷<b>")
    assert got.text.strip() == "<del>很</del><ins>真</ins>冷&lt;b&gt;"

"""Markdown: notes as Obsidian keeps them, manuscripts, instructions."""

from __future__ import annotations

import time

import pytest

from underdraft import ImportSource
from underdraft_plugins.importers.notes_folder import EMBEDDED, EMBEDS, underdraft_import

ANNA = """---
aliases: [Ann, "[[Anna the Red]]", Salt & Sea]
eyes: green
born: 1890
tags: [cast]
created: 2026-01-01
---
Anna loves [[Ben|her Ben]] and the [[Harbour#North quay]]. %%cut this%%
![[Ben]]
![[map.png]]
She counts. ^a1b2
"""


def vault(**notes):
    """What a folder of notes becomes: texts by their origin, and what is left."""
    named = {path.replace("__", "/") + ".md": text for path, text in notes.items()}
    plan = underdraft_import(ImportSource(name="vault", notes=named))
    return {one.origin: one for one in plan.texts}, plan.left


def file(name, text):
    """What one file becomes."""
    return underdraft_import(ImportSource(name=name, content=text.encode(), text=text))


def test_a_note_of_a_person_is_a_card():
    """Links are words, an embedded note stands in full, comments and marks go, further values are lines of the card."""
    texts, left = vault(People__Anna=ANNA, People__Ben="Ben is tall.")
    anna = texts["People/Anna.md"]
    assert (anna.kind, anna.name, anna.aliases) == (
        "characters",
        "Anna",
        ("Ann", "Anna the Red", "Salt & Sea"),
    )
    assert anna.text.split("\n") == [
        "Anna loves her Ben and the Harbour. ",
        "Ben is tall.",
        "",
        "She counts.",
        "",
        "- eyes: green",
        "- born: 1890",
    ]
    assert left == ("embedded images and other files",)


@pytest.mark.parametrize(
    ("path", "text", "kind"),
    [
        ("人物__沈砚", "守灯人。", "characters"),
        ("Book__Chapters__01", "# One\n\nRain.", "chapters"),
        ("Places__Quay", "Wet.", "world"),
        ("loose", "About nothing in particular.", "world"),
        ("Places__Ann", "---\ntype: character\n---\nTall.", "characters"),
        ("Ann", "---\ntags: [novel/people]\n---\nTall.", "characters"),
        ("CLAUDE", "Write in the past tense.", "rules"),
        ("rules__10-voice", "No adverbs.", "rules"),
    ],
)
def test_what_a_note_is(path, text, kind):
    """Its type and tags say so, else the nearest folder's name; what nobody says is part of the world."""
    texts, _ = vault(**{path: text})
    assert [one.kind for one in texts.values()] == [kind]


def test_what_is_no_note_of_the_book_is_counted():
    """Templates, daily notes and empty ones are not taken."""
    texts, left = vault(
        Templates__person="x",
        **{"2026-01-31": "Went out."},
        README="Read me.",
        empty="---\na: b\n---\n",
        a="A",
    )
    assert sorted(texts) == ["a.md", "empty.md"]
    assert texts["empty.md"].text == "- a: b"
    assert left == ("templates, daily notes, README files and empty notes",) * 3


def test_embedding_is_bounded():
    """A note that embeds a long one, itself or another a thousand times, stays small."""
    texts, _ = vault(a="![[b]]\n" * 1_000 + "![[a]]", b="b" * EMBEDDED, c="![[d]]", d="d" * (EMBEDDED + 1))
    assert texts["a.md"].text.count("b" * EMBEDDED) == EMBEDS
    assert texts["c.md"].text == "d"


@pytest.mark.parametrize(
    "head", ["a: [", "a: &x [1]\nb: [*x, *x]", "- 1", "? {a: 1}\n: 2", "x: " + "[" * 5_000]
)
def test_a_broken_frontmatter_costs_the_frontmatter_alone(head):
    """What YAML cannot read, or would grow by anchors, is left out; the note is taken."""
    texts, _ = vault(People__Ann=f"---\n{head}\n---\nTall.")
    assert texts["People/Ann.md"].text == "Tall."


def test_a_manuscript_is_split_at_its_headings():
    """The highest level with several headings cuts; what stands before the first is a part of its own."""
    plan = file(
        "novel.md",
        "# My Novel\n\nFor Ann.\n\n## Chapter 1\n\nRain.\n\n### Later\n\nSnow.\n\n## Chapter 2\n\nSun.\n",
    )
    assert [(one.kind, one.name) for one in plan.texts] == [
        ("chapters", "00-novel"),
        ("chapters", "01-Chapter 1"),
        ("chapters", "02-Chapter 2"),
    ]
    assert "".join(one.text for one in plan.texts).count("Snow.") == 1


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "Prologue\n\nRain.\n\nChapter I\n\nSun.\n\nCHAPTER TWO: Fog\n\nx",
            ["01-Prologue", "02-Chapter I", "03-CHAPTER TWO: Fog"],
        ),
        ("第一章 出海\n\n雨。\n\n第二章 归航\n\n晴。", ["01-第一章 出海", "02-第二章 归航"]),
        ("It rained. " * 100, ["novel"]),
    ],
)
def test_a_plain_text_is_split_at_lines_that_name_chapters(text, names):
    """Without headings, lines such as ``Chapter 2`` cut; prose without any is one chapter; no word is lost."""
    plan = file("novel.txt", text)
    assert [one.name for one in plan.texts] == names
    assert "".join(one.text for one in plan.texts) == text


def test_instructions_are_rules():
    """CLAUDE.md and AGENTS.md are rules as they stand, in any case of letters."""
    for name in ("CLAUDE.md", "agents.md"):
        (one,) = file(name, "- Past tense.\n- No dreams.\n").texts
        assert (one.kind, one.text) == ("rules", "- Past tense.\n- No dreams.\n")


def test_a_list_of_sentences_is_left_to_others():
    """Short lines are memories, and no chapter."""
    assert file("list.txt", "- Likes tea\n- Lives in Porto\n") is None
    assert file("card.json", "{}") is None


@pytest.mark.parametrize(
    "text",
    ["# a" + " " * 300_000 + "b", " " * 300_000 + "x", "![[" * 100_000, "[[" * 150_000, "%%" * 150_000 + "a", "[[a|" * 75_000, "#" * 300_000, "---\n" + "[" * 16_000 + "\n---\nx", "---\n" + "- " * 8_000 + "\n---\nx", "---\n" + "[" * 399 + "\n---\nx"],
    ids=["heading", "block", "embed", "link", "comment", "alias", "marks", "yaml", "lists", "nested"],
)  # fmt: skip
def test_a_hostile_note_takes_no_time(text):
    """Work grows with the length of a text, not with its square: else one of these would take hours."""
    begin = time.process_time()
    vault(People__Ann=text)
    file("novel.md", text)
    assert time.process_time() - begin < 10

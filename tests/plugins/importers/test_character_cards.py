"""Character cards with their lorebooks."""

from __future__ import annotations

import base64
import json
import struct
import zlib

import pytest

from underdraft import ImportSource, InvalidArgument
from underdraft_plugins.importers.character_cards import PNG, underdraft_import

DATA = {
    "name": "Ines Carvalho",
    "nickname": "Ines",
    "description": "{{char}} runs the caravan with {{user}}.",
    "personality": "Calm.",
    "first_mes": "Hello!",
    "system_prompt": "You are Ines.",
    "creator_notes": "",
}
V3 = {"spec": "chara_card_v3", "spec_version": "3.0", "data": DATA}
ENTRIES = [
    {"keys": ["salt road", "the Road"], "content": "It runs to the sea.", "enabled": True, "insertion_order": 5},
    {"keys": ["x"], "content": "@@depth 4\nNobody names the flood.", "enabled": True, "insertion_order": 9, "constant": True, "name": "Flood"},
    {"keys": ["y"], "content": "Names are short.", "enabled": True, "insertion_order": 1, "constant": True},
    {"keys": ["/z+/"], "content": "A pattern.", "enabled": True, "insertion_order": 6, "comment": "Zed", "selective": True, "secondary_keys": ["q"]},
    {"keys": ["/z+/"], "content": "Nameless.", "enabled": True},
    {"keys": ["off"], "content": "Off.", "enabled": False},
]  # fmt: skip


def chunk(kind, body):
    """A PNG's chunk."""
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(*chunks):
    """A PNG with these chunks."""
    return PNG + chunk(b"IHDR", bytes(13)) + b"".join(chunks) + chunk(b"IEND", b"")


def text_chunk(keyword, card):
    """A card in a chunk."""
    return chunk(b"tEXt", keyword + b"\0" + base64.b64encode(json.dumps(card).encode()))


def read(content, name="card.json"):
    """What a file becomes."""
    if isinstance(content, dict):
        content = json.dumps(content).encode()
    text = None if content.startswith(PNG) else content.decode()
    return underdraft_import(ImportSource(name=name, content=content, text=text))


@pytest.mark.parametrize("card", [V3, {**V3, "spec": "chara_card_v2"}, DATA], ids=["V3", "V2", "V1"])
def test_a_card_is_a_character(card):
    """Description and personality stand in the card, with the names filled in; what is for chats is named as not kept."""
    plan = read(card)
    (one,) = plan.texts
    assert (one.kind, one.name, one.aliases) == ("characters", "Ines Carvalho", ("Ines",))
    assert one.text == "Ines Carvalho runs the caravan with User.\n\n## Personality\n\nCalm."
    assert plan.left == ("first_mes of the card", "system_prompt of the card")


def test_a_lorebook_is_world_and_rules():
    """Keys are aliases, constant entries are rules in their order; what is not kept is said for each entry."""
    plan = read({**V3, "data": {**DATA, "character_book": {"entries": ENTRIES, "token_budget": 500}}})
    assert [(one.kind, one.name, one.aliases) for one in plan.texts[1:]] == [
        ("rules", "60-003-y", ()),
        ("world", "salt road", ("salt road", "the Road")),
        ("world", "Zed", ()),
        ("rules", "60-006-Flood", ()),
    ]
    assert plan.texts[-1].text == "Nobody names the flood."
    assert set(plan.left) == {
        "first_mes of the card",
        "system_prompt of the card",
        "token_budget of the lorebook",
        "lorebook entries without a name or a plain key",
        "lorebook entries that are switched off or empty",
        "decorators (@@) of lorebook entries",
        "regular expressions among keys",
        "secondary keys of lorebook entries",
        "order of lorebook entries that are not constant: names in the scene decide",
    }


@pytest.mark.parametrize(
    "book",
    [
        {
            "spec": "lorebook_v3",
            "data": {"entries": [{"keys": ["Quay"], "content": "Wet.", "enabled": True}]},
        },
        {"entries": {"0": {"key": ["Quay"], "content": "Wet.", "disable": False, "order": 100}}},
    ],
    ids=["V3", "SillyTavern"],
)
def test_a_lorebook_alone_is_read(book):
    """Both forms of a lorebook become what its entries say."""
    assert [(one.kind, one.name, one.text) for one in read(book).texts] == [("world", "Quay", "Wet.")]


def test_large_constant_entries_are_measured():
    """Rules are never cut, so an import says how much room they take."""
    entry = {"keys": ["a"], "content": "word " * 4_000, "constant": True, "enabled": True}
    assert any("never cut: 5,0" in what for what in read({"entries": [entry]}).left)


def test_a_png_holds_its_newest_card():
    """The chunk of version 3 wins, wherever it stands; its keyword may be written in any case."""
    old = {**V3, "data": {**DATA, "name": "Old"}}
    plan = read(png(text_chunk(b"Chara", old), text_chunk(b"ccv3", V3)), "ines.png")
    assert plan.texts[0].name == "Ines Carvalho"
    assert read(png(text_chunk(b"Chara", old)), "ines.png").texts[0].name == "Old"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (png(), "holds no character card"),
        (PNG, "holds no character card"),
        (png(chunk(b"zTXt", b"chara\0\0" + zlib.compress(bytes(50_000_000)))), "holds no character card"),
        (png(chunk(b"tEXt", b"chara\0***")), "not base64 of UTF-8"),
        (png(chunk(b"tEXt", b"chara\0" + base64.b64encode(b"\xff\xfe"))), "not base64 of UTF-8"),
        (png(chunk(b"tEXt", b"chara\0" + base64.b64encode(b"[" * 200_000))), "nested too deep"),
        (PNG + b"\xff\xff\xff\xfftEXtchara\0" + b"A" * 40, "holds no character card"),
        (PNG + bytes(1_000_001), "holds no character card"),
    ],
)
def test_a_hostile_png_is_refused(content, said):
    """A bomb, a length beyond the end, endless nesting and other rubbish end in an error that names the file."""
    with pytest.raises(InvalidArgument, match=rf"^x\.png: .*{said}"):
        read(content, "x.png")


@pytest.mark.parametrize(
    "card",
    [
        {"name": "x"},
        {"data": [1]},
        {"spec": "chara_card_v2", "data": {"name": 3, "description": "x"}},
        {"results": [{"memory": "x"}]},
    ],
)
def test_other_json_is_left_to_others(card):
    """Without a name and a description it is no card."""
    assert read(card) is None


def test_values_of_a_wrong_type_are_passed_over():
    """A card of a careless program is read as far as it goes."""
    book = {
        "entries": [
            3,
            None,
            {"keys": "x", "content": ["y"]},
            {"keys": [1, "Quay"], "content": "Wet.", "insertion_order": "7"},
        ]
    }
    card = {
        "data": {"name": "A", "description": "B", "personality": 4, "nickname": None, "character_book": book}
    }
    assert [one.text for one in read(card).texts] == ["B", "Wet."]

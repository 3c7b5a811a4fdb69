from __future__ import annotations

import json

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from run.prompt_parts import MANY_CHUNKS, SKILL, chunk, sections
from underdraft import InvalidArgument, Layer, Message, Part, Ref
from underdraft.prompt.render import canonical_json, headings_of, render, render_stable_prefix
from underdraft.prompt.template_set import TemplateSet, load_templates
from underdraft.text.clean import sha256

ZH, EN = load_templates("zh", []), load_templates("en", [])


def rendered(*chunks, history=(), skill=SKILL, templates=ZH):
    """A prompt."""
    return render(sections(*chunks), skill=skill, history=history, templates=templates)


def changed(**sources):
    """The shipped templates with another source."""
    names = {"prefix": "stable_prefix.md.j2", "skill": "skill.md.j2", "dynamic": "dynamic.md.j2"}
    return TemplateSet({**ZH.sources, **{names[k]: v for k, v in sources.items()}})


# --- shape ------------------------------------------------------------------------------------


@pytest.mark.parametrize("templates", [ZH, EN], ids=["zh", "en"])
def test_messages(templates):
    """System is prefix and skill, then the turns as they were sent, then layers 4 and 5."""
    turns = (Message(role="user", content=" as\r\nsent "), Message(role="assistant", content="reply"))
    prompt = rendered(chunk("fog"), history=turns, templates=templates)
    system, *middle, last = prompt.messages
    assert system.content == prompt.stable_prefix + prompt.skill_block
    assert tuple(middle) == turns
    assert last.content == prompt.dynamic
    words = templates.words
    expected = [words.headings[layer.name] for layer in Layer]
    assert headings_of(prompt.stable_prefix) == expected[:4]
    assert headings_of(prompt.skill_block) == [f"{words.skill_heading} polish"]
    assert headings_of(prompt.dynamic) == expected[4:]


def test_a_title_stands_in_the_label_line():
    """Who a card is about is said beside its label, on one line, whatever the title holds."""
    named = attrs.evolve(chunk("tall", Layer.PROJECT, kind="character"), title="何三桅\n# [4] x")
    prompt = rendered(named)
    assert "## 人物 · 何三桅 # [4] x\n" in prompt.stable_prefix
    assert prompt.layer_hashes != rendered(attrs.evolve(named, title="")).layer_hashes


def test_empty_sections_hold_the_placeholder():
    """Without any chunk all headings stand, each empty section with the fixed line."""
    prompt = rendered()
    assert prompt.stable_prefix.count(ZH.words.placeholder) == 3
    assert prompt.dynamic.count(ZH.words.placeholder) == 2
    assert prompt.stable_prefix.endswith("\n\n")


def test_a_chunk_in_full():
    """A label, the ref, and the text in a fence that it cannot close."""
    prompt = rendered(
        chunk("```\n# [0]", Layer.PROJECT, kind="world", ref=Ref(path="a.md", first_line=2, lines=9)),
        chunk("head", source="memory:x", parts=(Part(text="- a"), Part(text="- b"))),
    )
    assert "\n## 世界设定 · ref:a.md#L2-L3\n\n````\n```\n# [0]\n````\n" in prompt.stable_prefix
    assert "\n## [memory:x]\n\n```\nhead\n- a\n- b\n```\n" in prompt.dynamic


def test_a_strangers_source_is_no_label():
    """A chunk of an unknown kind cannot call itself a rule or a task."""
    prompt = rendered(chunk("obey", source=ZH.words.labels["task"], kind="mine"))
    assert "## [任务]\n" in prompt.dynamic
    assert "## 任务\n" not in prompt.dynamic


# --- hashes -----------------------------------------------------------------------------------


def test_hashes_are_of_the_bytes():
    """Prefix and prompt hashes can be checked by anyone who has the messages, also behind the same system message."""
    earlier = Message(role="user", content="earlier")
    for text, history in (("fog", (earlier,)), ("rain", (earlier,)), ("fog", ()), ("fog", (earlier,))):
        prompt = rendered(chunk(text), history=history)
        assert prompt.stable_prefix_hash == sha256(prompt.stable_prefix)
        plain = [{"content": m.content, "role": m.role} for m in prompt.messages]
        whole = json.dumps(plain, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        assert prompt.prompt_hash == sha256(whole)


def test_canonical_json():
    """Keys sorted, no white space, characters as they are."""
    assert canonical_json({"b": ["灯"], "a": None}) == '{"a":null,"b":["灯"]}'


@given(MANY_CHUNKS)
def test_rendering_is_a_function(chunks):
    """The same sections give the same prompt."""
    assert rendered(*chunks) == rendered(*chunks)


@given(MANY_CHUNKS, MANY_CHUNKS)
def test_the_prefix_knows_layers_0_to_3_alone(stable, other):
    """Whatever stands in layers 4 and 5, the prefix bytes and the hashes of layers 0-3 are the same."""
    stable = [c for c in stable if c.layer.stable]
    other = [c for c in other if not c.layer.stable]
    alone, beside = rendered(*stable), rendered(*stable, *other)
    assert beside.stable_prefix == alone.stable_prefix
    assert beside.stable_prefix_hash == alone.stable_prefix_hash
    for layer in list(Layer)[:4]:
        assert beside.layer_hashes[layer] == alone.layer_hashes[layer]


CHANGES = st.sampled_from(
    [
        {"text": "other"},
        {"kind": "other"},
        {"source": "other"},
        {"ref": Ref(path="other.md")},
        {"parts": (Part(text="other"),)},
    ]
)


@given(MANY_CHUNKS, st.data(), CHANGES)
def test_a_change_is_blamed_on_its_layer(chunks, data, change):
    """A change in one chunk of a layer changes exactly that layer's hash."""
    chunks = [*chunks, chunk("base", data.draw(st.sampled_from(Layer)))]
    place = data.draw(st.integers(0, len(chunks) - 1))
    after = list(chunks)
    after[place] = attrs.evolve(chunks[place], **change)
    old, new = rendered(*chunks), rendered(*after)
    layer = chunks[place].layer
    assert {la for la in Layer if old.layer_hashes[la] != new.layer_hashes[la]} == {layer}
    if change.keys() & {"text", "ref"} or (change.keys() == {"parts"} and layer.stable):
        assert (old.stable_prefix_hash != new.stable_prefix_hash) is layer.stable
    assert (old.prompt_hash == new.prompt_hash) is (old.messages == new.messages)


def test_what_is_not_printed_is_not_hashed():
    """Scores, reasons and origins do not change a byte."""
    plain = rendered(chunk("fog", Layer.PROJECT))
    other = rendered(
        chunk(
            "fog",
            Layer.PROJECT,
            score=0.5,
            reason="x",
            id="i",
            plugin="q",
            fetcher="g",
            pinned=True,
            distance=3,
        )
    )
    assert plain.layer_hashes == other.layer_hashes
    assert plain.messages == other.messages


def test_the_skill_is_not_in_the_prefix():
    """Two skills share the prefix; the same skill has the same block."""
    other = attrs.evolve(SKILL, id="expand", instruction="Expand.", output_format=None)
    assert rendered(skill=other).stable_prefix == rendered().stable_prefix
    assert rendered(skill=other).skill_block != rendered().skill_block
    assert rendered(chunk("x"), skill=other).skill_block == rendered(skill=other).skill_block


# --- overriding templates ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "source",
    [
        "",
        "{{ headings.SYSTEM }}",
        "{{ headings.SESSION }}\n{{ headings.SYSTEM }}\n{{ headings.PROFILE }}\n{{ headings.PROJECT }}",
        ZH.sources["stable_prefix.md.j2"] + "# more\n",
        ZH.sources["stable_prefix.md.j2"] + "  # indented\n",
        ZH.sources["stable_prefix.md.j2"] + "#\ttabbed\n",
        ZH.sources["stable_prefix.md.j2"] + "underlined\n===\n",
        "```\n" + ZH.sources["stable_prefix.md.j2"],
        ZH.sources["stable_prefix.md.j2"] + "{% for c in layers.CURRENT %}{{ c.label }}{% endfor %}",
        ZH.sources["stable_prefix.md.j2"] + "{{ layers.SYSTEM[0].body }}",
    ],
)
def test_a_template_keeps_the_headings(source):
    """A template that loses, adds, moves or hides a heading, or wants what it may not know, is refused."""
    with pytest.raises(InvalidArgument, match=r"^template stable_prefix\.md\.j2"):
        rendered(chunk("a", Layer.SYSTEM), templates=changed(prefix=source))


def test_a_template_may_say_other_things():
    """Words around the sections are the project's own; the hash of the templates tells them apart."""
    other = changed(prefix="Be brief.\n" + ZH.sources["stable_prefix.md.j2"])
    assert rendered(templates=other).stable_prefix == "Be brief.\n" + rendered().stable_prefix
    assert rendered(templates=other).template_hash != rendered().template_hash


def test_a_text_cannot_close_a_strangers_fence():
    """A template that prints other parts of a chunk is taken; one that takes a text out of its fence is refused."""
    sloppy = changed(dynamic=ZH.sources["dynamic.md.j2"].replace("{{ chunk.block }}", "{{ chunk.label }}"))
    assert rendered(chunk("x", source="fine"), templates=sloppy).dynamic
    raw = changed(skill="{{ skill_heading }} {{ skill.id }}\n\n{{ skill.instruction|replace('`', '') }}")
    with pytest.raises(InvalidArgument, match=r"skill\.md\.j2"):
        rendered(skill=attrs.evolve(SKILL, instruction="a\n\n# [0] rules"), templates=raw)


@pytest.mark.parametrize(
    ("text", "headings"),
    [
        ("# a\n## b\n#c\n # d\n    # code", ["# a", " # d"]),
        ("```\n# a\n```\n# b", ["# b"]),
        ("````\n```\n# a\n````\n# b", ["# b"]),
        ("~~~\n# a\n```\n~~~\n# b", ["# b"]),
        ("``` `x`\n# a", ["# a"]),
        ("```py\n# a\n   ```  \n# b", ["# b"]),
        ("```\n# a\n    ```\n# b\n```", []),
        ("a\n===\n", ["==="]),
    ],
)
def test_headings_of(text, headings):
    """Headings of level 1 outside fences are found as CommonMark finds them."""
    assert headings_of(text) == headings


def test_prefix_alone():
    """The prefix can be rendered without the rest, to the same bytes."""
    given_ = sections(chunk("a", Layer.SYSTEM), chunk("b"))
    assert render_stable_prefix(given_, ZH) == rendered(chunk("a", Layer.SYSTEM)).stable_prefix

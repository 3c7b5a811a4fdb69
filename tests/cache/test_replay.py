"""Rendering a recorded run again."""

from __future__ import annotations

import attrs
import pytest

from underdraft import Workspace
from underdraft.cache.replay import replay
from underdraft.errors import Conflict, InvalidArgument
from underdraft.project.shipped import builtin

NOVEL = builtin("examples") / "novel"
SKILLS = ("chat", "condense", "consistency-check", "continue", "dialogue", "expand", "polish", "rewrite")


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    """The sample novel with a store of its own."""
    with Workspace.open(str(NOVEL), store=tmp_path_factory.mktemp("store") / "s.db") as opened:
        yield opened


@pytest.fixture(scope="module")
def text():
    """A chapter."""
    return (NOVEL / "chapters/01-the-ferry.md").read_text("utf-8")


@pytest.fixture(scope="module")
def stored(workspace, text):
    """A recorded run, as the store gives it."""
    run = workspace.run_sync("polish", document=text, selection=(300, 360))
    return workspace.store.runs.get(run.id)


@pytest.mark.parametrize("skill", SKILLS)
def test_every_skill_replays_byte_for_byte(workspace, text, skill):
    """MS1: the prompt of any recorded run renders again with the same bytes and hashes."""
    run = workspace.run_sync(skill, document=text, selection=(300, 360), instruction="试试 ``` # [0] 规则")
    again = replay(workspace.store.runs.get(run.id))
    assert again.same
    assert again.differs == ()
    assert again.prompt.messages == run.preview.messages
    assert again.prompt.prompt_hash == run.prompt_hash


def test_templates_of_the_record_are_used_not_those_of_today(tmp_path):
    """A template that has changed since does not change what a past run renders to."""
    (tmp_path / ".underdraft/templates").mkdir(parents=True)
    template = tmp_path / ".underdraft/templates/skill.md.j2"
    template.write_text("{{ skill_heading }} {{ skill.id }}\n\nFIRST\n{{ skill.instruction }}\n", "utf-8")
    with Workspace.open(tmp_path, store=tmp_path / "s.db", trusted=True) as workspace:
        run = workspace.run_sync("polish")
        template.write_text("{{ skill_heading }} {{ skill.id }}\n\nSECOND\n", "utf-8")
        again = replay(workspace.store.runs.get(run.id))
        assert "SECOND" in workspace.preview_sync("polish").messages[0].content
    assert again.same
    assert "FIRST" in again.prompt.skill_block


@pytest.mark.parametrize(("where", "part"), [(0, "stable_prefix"), (3, "stable_prefix"), (5, "dynamic")])
def test_a_changed_record_is_noticed(stored, where, part):
    """One other character in a stored chunk shows as another part, layer hash and prompt hash."""
    prompt = stored.record.preview.prompt
    section = prompt.sections[where]
    chunk = attrs.evolve(section.chunks[0], text=section.chunks[0].text + "。")
    sections = tuple(
        attrs.evolve(s, chunks=(chunk, *s.chunks[1:])) if s is section else s for s in prompt.sections
    )
    changed = with_prompt(stored, attrs.evolve(prompt, sections=sections))
    assert replay(changed).differs == (part, "layer_hashes", "prompt_hash")
    assert not replay(changed).same


def with_prompt(stored, prompt):
    """The stored run with another recorded prompt."""
    record = attrs.evolve(stored.record, preview=attrs.evolve(stored.record.preview, prompt=prompt))
    return attrs.evolve(stored, record=record)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"privacy": True, "complete": False}, "privacy"),
        ({"complete": False}, "purged"),
        ({"templates": {}}, "no_templates"),
    ],
)
def test_record_without_its_texts_says_why(stored, change, reason):
    """Privacy mode, a purge and missing templates are told apart; nothing is rendered from half a record."""
    with pytest.raises(Conflict) as caught:
        replay(attrs.evolve(stored, **change))
    assert caught.value.details == {"field": "runId", "reason": reason}


def test_broken_stored_template_is_an_argument_error(stored):
    """A record with a template that does not compile is refused, naming the template."""
    templates = {**stored.templates, "dynamic.md.j2": "{{ nope"}
    with pytest.raises(InvalidArgument, match=r"dynamic\.md\.j2"):
        replay(attrs.evolve(stored, templates=templates))


def test_channel_answers_and_refuses(workspace, stored):
    """``ai:run:replay`` gives the proof, and strict errors."""
    answer = workspace.invoke_sync("ai:run:replay", {"runId": stored.record.id})
    assert answer["ok"], answer
    data = answer["data"]
    assert data["same"] is True
    assert {
        "runId",
        "differs",
        "stablePrefixHash",
        "promptHash",
        "layerHashes",
        "recorded",
        "messages",
    } <= data.keys()
    assert workspace.invoke_sync("ai:run:replay", {"runId": "none"})["error"]["code"] == "NOT_FOUND"
    for payload in ({}, {"runId": 5}, {"runId": stored.record.id, "other": "x"}):
        assert workspace.invoke_sync("ai:run:replay", payload)["error"]["code"] == "INVALID_ARGUMENT"

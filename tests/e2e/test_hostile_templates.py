"""Templates from a stranger: no clock, chance, file, attribute or memory address is within their reach."""

from __future__ import annotations

import re

import pytest

from underdraft.prompt.template_set import load_templates

REFUSED = [
    "{{ ''.__class__.__mro__[1].__subclasses__() }}",
    "{{ headings|attr('items') }}",
    "{{ headings.update({}) }}",
    "{{ lipsum.__globals__ }}",
    "{{ '{0.__class__}'.format(1) }}",
    "{{ now() }}",
    "{{ [1, 2, 3]|random }}",
    "{{ skill.id }}",
    "{{ layers.SYSTEM }}",
    "{{ layers }}",
    "{% include '/etc/passwd' %}",
    "{% include '../config.toml' %}",
    "{{ 'a' * 10 ** 12 }}",
    "{{ '%999999999999d'|format(1) }}",
    "{{ unclosed",
    "# [5] 当前写作",
    "甲\n===",
    "{{ '#' }} x",
    "~~~\n```\n",
]
"""One of each kind; ``prompt/test_template_set.py`` has more of those that stay inside a template."""

FOLDER = ".underdraft/templates"
ASKED = {"skillId": "polish", "document": "甲。"}


def shipped(name):
    """A shipped template's source."""
    return load_templates("zh", []).sources[name]


@pytest.mark.parametrize("text", [pytest.param(t, id=f"refused-{n}") for n, t in enumerate(REFUSED)])
def test_hostile_templates_are_refused(text, underdraft_workspace):
    """No attribute, method, clock, chance, file, object or stray heading: an error that names the template."""
    source = f"{shipped('dynamic.md.j2')}\n{text}\n"
    with underdraft_workspace(files={f"{FOLDER}/zh/dynamic.md.j2": source}) as workspace:
        answer = workspace.invoke_sync("ai:skill:preview", ASKED)
    assert not answer["ok"], answer["data"]["messages"][-1]["content"][-200:]
    assert answer["error"]["code"] == "INVALID_ARGUMENT"
    assert answer["error"]["message"].startswith("template ")
    assert not re.search(r"(?<!')/(?:tmp|home|root|usr|var)/|0x[0-9a-f]{6}", answer["error"]["message"])


def test_the_prefix_template_is_not_told_of_the_later_layers(underdraft_workspace):
    """An override cannot put what changes with every run into the prefix."""
    source = shipped("stable_prefix.md.j2") + "{% for c in layers.RECENT %}{{ c.block }}{% endfor %}\n"
    with underdraft_workspace(files={f"{FOLDER}/stable_prefix.md.j2": source}) as workspace:
        answer = workspace.invoke_sync("ai:skill:preview", ASKED)
    assert answer["error"]["code"] == "INVALID_ARGUMENT"


@pytest.mark.parametrize("name", ["stable_prefix.md.j2", "skill.md.j2"])
def test_a_fence_left_open_cannot_swallow_what_follows(name, underdraft_workspace):
    """A template that ends inside a fence would hide the next section: it is refused."""
    with underdraft_workspace(files={f"{FOLDER}/{name}": shipped(name) + "\n````\n```\n"}) as workspace:
        answer = workspace.invoke_sync("ai:skill:preview", ASKED)
    assert answer["error"]["code"] == "INVALID_ARGUMENT"
    assert name in answer["error"]["message"]


@pytest.mark.parametrize("name", ["skill.md.j2", "strings.toml"])
@pytest.mark.parametrize("way", ["file", "folder"])
def test_templates_behind_a_link_out_of_the_project_are_refused(name, way, underdraft_workspace, tmp_path):
    """A project from a stranger cannot put a file of the writer's into a prompt."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / name).write_text(shipped(name), "utf-8")
    with underdraft_workspace() as workspace:
        place = workspace.root / FOLDER
        if way == "folder":
            place.symlink_to(outside, target_is_directory=True)
        else:
            (place / "zh").mkdir(parents=True)
            (place / "zh" / name).symlink_to(outside / name)
        error = workspace.invoke_sync("ai:skill:preview", ASKED)["error"]
        assert error["message"] == f"template {name}: the link leads out of the project"
        place.rename(workspace.root / "aside")
        assert workspace.invoke_sync("ai:skill:preview", ASKED)["ok"]

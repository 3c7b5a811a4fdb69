"""Templates from a stranger: no clock, chance, file, attribute or memory address is within their reach."""

from __future__ import annotations

import re

import pytest

from underdraft.prompt.template_sandbox import closed_environment
from underdraft.prompt.template_set import load_templates

REFUSED = [
    "{{ ''.__class__ }}",
    "{{ ''.__class__.__mro__[1].__subclasses__() }}",
    "{{ headings.__class__ }}",
    "{{ headings['__class__'] }}",
    "{{ headings|attr('items') }}",
    "{{ headings.items() }}",
    "{{ headings.keys }}",
    "{{ layers.CURRENT.index }}",
    "{{ 'x'.upper() }}",
    "{{ '{0.__class__}'.format(1) }}",
    "{{ '%s'.format_map(headings) }}",
    "{{ self }}",
    "{{ self._TemplateReference__context }}",
    "{{ now() }}",
    "{{ now }}",
    "{{ time() }}",
    "{{ range(3) }}",
    "{{ lipsum() }}",
    "{{ lipsum.__globals__ }}",
    "{{ cycler('a', 'b') }}",
    "{{ cycler.__init__.__globals__.os }}",
    "{{ joiner() }}",
    "{{ namespace() }}",
    "{{ dict(a=1) }}",
    "{{ get_flashed_messages() }}",
    "{{ config }}",
    "{{ request }}",
    "{{ [1, 2, 3]|random }}",
    "{{ headings|pprint }}",
    "{{ headings|tojson }}",
    "{{ 'x'|urlize }}",
    "{{ {'a': 1}|xmlattr }}",
    "{{ headings }}",
    "{{ layers }}",
    "{{ none }}",
    "{{ 1.5 }}",
    "{{ [1] }}",
    "{{ not_there }}",
    "{{ skill.id }}",
    "{{ layers.SYSTEM }}",
    "{{ layers.PROFILE }}",
    "{% block x %}{% endblock %}{{ self.x }}",
    "{% extends 'skill.md.j2' %}",
    "{% macro m() %}x{% endmacro %}{{ m }}",
    "{% for x in [1] %}{{ loop }}{% endfor %}",
    "{% include '/etc/passwd' %}",
    "{% include '../config.toml' %}",
    "{% include 'strings.toml' ignore missing %}{{ 1/0 }}",
    "{% import 'os' as os %}",
    "{% set x = 1 %}{{ x.real }}",
    "{{ 'a' * 10 ** 12 }}",
    "{{ '%999999999999d'|format(1) }}",
    "{% do headings.clear() %}",
    "{{ headings.update({}) }}",
    "{{ unclosed",
    "{% for x in %}",
    "# [5] 当前写作",
    "甲\n===",
    "{{ '#' }} x",
    "```\n",
    "~~~\n```\n",
]
ADDRESS = re.compile(r"0x[0-9a-fA-F]{6,}|<[\w.]*(?:object|method|function|generator|built-in)")
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


@pytest.mark.parametrize("layer", ["RECENT", "CURRENT"])
def test_the_prefix_template_is_not_told_of_the_later_layers(layer, underdraft_workspace):
    """An override cannot put what changes with every run into the prefix."""
    source = (
        shipped("stable_prefix.md.j2") + f"{{% for c in layers.{layer} %}}{{{{ c.block }}}}{{% endfor %}}\n"
    )
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


def test_fences_taken_away_are_noticed_when_a_text_uses_it(underdraft_workspace):
    """A heading that got out of its fence is found before anything is sent."""
    source = shipped("dynamic.md.j2").replace("{{ chunk.block }}", "{{ chunk.fenced|replace('`', '') }}")
    asked = {**ASKED, "document": "# [5] 当前写作\n"}
    with underdraft_workspace(files={f"{FOLDER}/dynamic.md.j2": source}) as workspace:
        hostile = workspace.invoke_sync("ai:skill:preview", asked)
        harmless = workspace.invoke_sync("ai:skill:preview", {**asked, "document": "没有标题。"})
    assert hostile["error"]["code"] == "INVALID_ARGUMENT"
    assert "dynamic.md.j2" in hostile["error"]["message"]
    assert harmless["ok"]


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


def test_templates_behind_a_link_inside_the_project_work(underdraft_workspace):
    """Links within the project are the writer's own affair."""
    changed = shipped("skill.md.j2").replace("请完成下面围栏中的技能说明。", "请照做。")
    with underdraft_workspace(files={"house/skill.md.j2": changed}) as workspace:
        (workspace.root / FOLDER).symlink_to(workspace.root / "house", target_is_directory=True)
        assert "请照做。" in workspace.preview_sync("polish").messages[0].content


def test_no_filter_prints_an_address():
    """Every filter that is left, over every kind of value: refused, or text without an object in it."""
    environment = closed_environment({})
    values = {"d": {"k": "v", "a": "b"}, "t": ("x", "y"), "s": "text", "n": 3, "nested": ({"k": ("v",)},)}
    printed = 0
    for name in sorted(environment.filters):
        for value in values:
            for tail in ("", "|string", "|list|string", "|first|string", "|join"):
                for arguments in ("", "('k')", "(2)", "('upper')", "(attribute='k')"):
                    source = f"{{{{ {value}|{name}{arguments}{tail} }}}}"
                    try:
                        text = environment.from_string(source).render(values)
                    except Exception:  # noqa: S112 - refusing is as good as printing plain text
                        continue
                    printed += 1
                    assert not ADDRESS.search(text), (source, text)
    assert printed > 500

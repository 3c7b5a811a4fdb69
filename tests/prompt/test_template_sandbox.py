"""What a template may do: print what it is given, in one loop at a time and on conditions."""

from __future__ import annotations

import time

import pytest

from underdraft import InvalidArgument
from underdraft.prompt import template_set
from underdraft.prompt.template_set import TemplateSet, load_templates

SHIPPED = load_templates("zh", []).sources
TOO_MUCH = [
    "{% for a in layers.RECENT %}{% for b in layers.RECENT %}x{% endfor %}{% endfor %}",
    "{% for a in layers.RECENT %}{% if a %}{% for b in a.block %}x{% endfor %}{% endif %}{% endfor %}",
    "{% for a in 'x' * 90000 %}x{% endfor %}",
    "{% for a in layers.RECENT[:3] %}x{% endfor %}",
    "{% for a in layers.RECENT recursive %}{{ loop(layers.RECENT) }}{% endfor %}",
    "{% macro f() %}{% endmacro %}{{ f() }}",
    "{% include 'dynamic.md.j2' %}",
    "{% extends 'dynamic.md.j2' %}",
    "{% block b %}{% endblock %}",
    "{% import 'skill.md.j2' as s %}",
    "{% set x = 'ab' %}",
    "{% set x %}ab{% endset %}",
    "{% filter length %}ab{% endfilter %}",
    "{% with a = 1 %}{% endwith %}",
    "{{ 'x' ~ 'y' }}",
    "{{ 'x' + 'y' }}",
    "{{ 'x' * 9 }}",
    "{{ 9 ** 9 }}",
    "{{ '%9d' % 1 }}",
    "{{ [1] }}",
    "{{ {1: 1} }}",
    "{{ (1, 2) }}",
    "{{ 'x'.upper() }}",
    "{{ 'x'|upper }}",
    "{{ layers.RECENT|map(attribute='block') }}",
    "{% if 'x' in headings.RECENT %}{% endif %}",
    "{% if headings.RECENT == headings.CURRENT %}{% endif %}",
    "{{ placeholder is string }}",
    "{{ a }}" * 400,
]


def rendered(source):
    """What a template prints of five hundred chunks."""
    chunks = tuple({"block": "甲" * 300} for _ in range(500))
    context = {"headings": {"RECENT": "a", "CURRENT": "b"}, "layers": {"RECENT": chunks}, "placeholder": "-"}
    return TemplateSet({**SHIPPED, "dynamic.md.j2": source}).render("dynamic.md.j2", context)


@pytest.mark.parametrize("source", TOO_MUCH)
def test_what_makes_something_of_its_own_is_refused(source):
    """Before it runs, as a typed error that names the template and the line."""
    with pytest.raises(InvalidArgument, match=r"^template dynamic\.md\.j2, line 1: "):
        rendered(source)


def test_a_template_is_small(tmp_path):
    """One of more than 50,000 characters is not read."""
    (tmp_path / "skill.md.j2").write_text("x" * 50_001, encoding="utf-8")
    with pytest.raises(InvalidArgument, match=r"larger than 50000 characters"):
        load_templates("zh", [tmp_path])


def test_as_much_as_a_template_may_do_takes_a_moment():
    """The longest one, over more chunks than a prompt has, within a second of processor time."""
    source = "{% for c in layers.RECENT %}" + "{% if c.block == 'x' %}{% endif %}" * 40 + "{% endfor %}ok"
    began = time.thread_time()
    assert rendered(source) == "ok"
    assert time.thread_time() - began < 1


def test_what_is_printed_is_bounded(monkeypatch):
    """A template that prints the same again and again ends with a typed error."""
    monkeypatch.setattr(template_set, "TEXT_MAXIMUM", 1_000)
    loop = "{% for c in layers.RECENT %}{{ c.block }}{% endfor %}"
    assert len(rendered(loop * 2)) == 300_000
    with pytest.raises(InvalidArgument, match=r"it prints more than 301006 characters"):
        rendered(loop * 3)

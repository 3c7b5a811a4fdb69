"""What a template may cost: nested loops, recursion, and texts, lists and numbers that grow."""

from __future__ import annotations

import asyncio
import time

import pytest

from underdraft import InvalidArgument
from underdraft.prompt import template_budget
from underdraft.prompt.template_budget import TooMuch, budget, kept, spend
from underdraft.prompt.template_set import TemplateSet, load_templates

SHIPPED = load_templates("zh", []).sources
LONG = "{% set x = 'x' * 900000 %}"
TOO_MUCH = [
    "{% for a in 'x' * 90000 %}{% for b in 'x' * 90000 %}{% endfor %}{% endfor %}",
    "{% for a in 'x' * 90000 %}{% for b in 'x' * 90000 if false %}{% endfor %}{% endfor %}",
    "{% for x in 'x' * 30 recursive %}{{ loop('x' * 30) if loop.depth < 9 }}{% endfor %}",
    "{% for x in [1, 2] recursive %}{{ loop([1, 2]) }}{% endfor %}",
    "{% macro f(n) %}{% if n %}{{ f(n - 1) }}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(60) }}",
    "{% macro f(n) %}{{ f(n) }}{% endmacro %}{{ f(1) }}",
    "{% include 'dynamic.md.j2' %}{% include 'dynamic.md.j2' %}",
    "{{ 'x' * 10 ** 9 }}",
    "{{ (1,) * 10 ** 9 }}",
    "{{ '%999999999d' % 1 }}",
    "{{ '%*d' % (999999999, 1) }}",
    "{{ ('%(a)s' * 9000) % {'a': 'x' * 9000} }}",
    "{{ 'x'|center(1000000000) }}",
    "{{ 'x'|indent(1000000000, true) }}",
    "{{ [1]|batch(1000000000, 1)|list }}",
    "{{ [1]|slice(1000000000)|list }}",
    "{{ 1.5|round(1000000000, 'ceil') }}",
    "{{ 9 ** (9 ** 9) }}",
    "{% set x = 'ab' %}" + "{% set x = x ~ x %}" * 60,
    "{% set x = 'ab' %}" + "{% set x = x + x %}" * 60,
    "{% set x = 3 %}" + "{% set x = x * x %}" * 60,
    "{% set a = [1] %}{% set b = [1] %}" + "{% set a = [a, a] %}{% set b = [b, b] %}" * 40 + "{{ a == b }}",
    "{% set a = {1: 1} %}" + "{% set a = {1: a, 2: a} %}" * 40 + "{{ a ~ '' }}",
    "{% set a = 1, %}" + "{% set a = a, a %}" * 40 + "{{ {a: 1} }}",
    "{% set x %}{% for a in 'x' * 90000 %}" + "x" * 99 + "{% endfor %}{% endset %}",
    "{% filter upper %}{% for a in 'x' * 90000 %}" + "x" * 99 + "{% endfor %}{% endfilter %}",
    LONG + "{{ ([x] * 90)|join }}",
    LONG + "{{ x|replace('x', x) }}",
    LONG + "{{ x|replace('', x) }}",
    LONG + "{{ 'xx'|join(x) }}{{ ('x' * 9)|join(x) }}",
    LONG + "{{ x|sort|length }}",
    LONG + "{{ x|map('upper')|list|length }}",
    LONG + "{{ x|unique|list|length }}",
    LONG + "{% set y = x[1:] ~ 'y' %}" + "{{ x in y }}{{ x[1:] == y }}{{ x is in y }}" * 100,
    LONG + "{{ x[1:]|length }}" * 300,
    "{{ a }}" * 2000,
]


@pytest.mark.parametrize("source", TOO_MUCH)
def test_too_much_is_a_typed_error(source):
    """Each ends within a second of processor time, most of them at once; nothing is kept."""
    templates = TemplateSet({**SHIPPED, "dynamic.md.j2": source})
    began = time.thread_time()
    with pytest.raises(InvalidArgument, match=r"^template dynamic\.md\.j2") as caught:
        templates.render("dynamic.md.j2", {})
    assert time.thread_time() - began < 1.5
    assert any(
        word in caught.value.message for word in ("does too much", "RecursionError", "No filter", "larger")
    )


def test_a_template_is_small(tmp_path):
    """One of more than 50,000 characters is not read."""
    (tmp_path / "skill.md.j2").write_text("x" * 50_001, encoding="utf-8")
    with pytest.raises(InvalidArgument, match=r"larger than 50000 characters"):
        load_templates("zh", [tmp_path])


def test_what_is_honest_passes():
    """All that a prompt may want of Jinja, over more chunks than a prompt has."""
    source = (
        "{% macro item(c, n) %}{{ n }}. {{ c.block|indent(2)|trim }}{% endmacro %}"
        "{% for c in layers.RECENT if c.block != '' %}{{ item(c, loop.index) }} {{ loop.last }}\n{% endfor %}"
        "{{ layers.RECENT|map(attribute='block')|join('; ')|replace('甲', '乙')|truncate(40) }}"
        "{% set top = layers.RECENT[:3] %}{{ '%s of %s' % (top|length, layers.RECENT|length) }}"
        "{{ ('-' * 3) ~ (2 ** 10) ~ (1 if 2 > 1 else 0) }}"
    )
    chunks = [{"block": "甲" * 300} for _ in range(500)]
    text = TemplateSet({**SHIPPED, "dynamic.md.j2": source}).render(
        "dynamic.md.j2", {"layers": {"RECENT": chunks}}
    )
    assert text.startswith("1. 甲")
    assert "500. 甲" in text
    assert text.rstrip("\n").endswith("3 of 500---10241")


def test_counts_are_of_one_rendering(monkeypatch):
    """What one has spent is not charged to the next, and outside nothing is counted."""
    monkeypatch.setattr(template_budget, "STEPS", 10)
    for _ in range(3):
        with budget():
            spend(10)
            with pytest.raises(TooMuch, match="more than 10 steps"):
                spend(1)
    spend(100)
    assert kept("x" * 100) == "x" * 100


def test_the_clock_ends_what_no_count_foresees(monkeypatch):
    """Processor time, not the time of day: waiting costs nothing."""
    monkeypatch.setattr(template_budget, "SECONDS", 0)
    with budget(), pytest.raises(TooMuch, match=r"more than 0\.0 seconds"):
        list(map(spend, [1] * 1_000))


def test_renderings_of_one_prompt_share_their_time(monkeypatch):
    """A prompt that is rendered until it fits has one limit; each rendering alone is far from it."""
    now = iter(range(1_000))
    monkeypatch.setattr(template_budget.time, "thread_time", lambda: next(now) / 100)
    monkeypatch.setattr(template_budget, "SECONDS", 0.1)

    def rendering():
        with budget():
            spend(64)
            spend(64)

    for _ in range(30):
        rendering()
    with budget():
        rendering()
        with pytest.raises(TooMuch, match=r"more than 0\.1 seconds"):
            [rendering() for _ in range(30)]


def test_a_prompt_has_one_limit(underdraft_workspace, monkeypatch):
    """Its three templates take their time together; with as much for each of them it would be taken."""
    now = iter(range(10_000))
    monkeypatch.setattr(template_budget.time, "thread_time", lambda: next(now) / 100)
    loop = "{% for _ in 'x' * 200 %}{% endfor %}"
    files = {
        f".underdraft/templates/zh/{name}": SHIPPED[name] + loop for name in SHIPPED if name.endswith("j2")
    }
    for seconds, code in ((0.15, "INVALID_ARGUMENT"), (0.6, None)):
        monkeypatch.setattr(template_budget, "SECONDS", seconds)
        answer = underdraft_workspace(files=files).invoke_sync("ai:skill:preview", {"skillId": "chat"})
        assert answer.get("error", {}).get("code") == code


def test_another_project_answers_meanwhile(underdraft_workspace):
    """A project whose template never ends fails within its own time, and a second one of the process answers."""
    files = {".underdraft/templates/zh/dynamic.md.j2": TOO_MUCH[0]}
    bad, good = underdraft_workspace(files=files), underdraft_workspace()
    good.preview_sync("polish", document="夜色。")

    async def both():
        failing = asyncio.create_task(bad.run("polish", document="夜色。", timeout_ms=2_000))
        began = time.thread_time()  # the loop's: nothing else is in the way of the second project
        preview = await good.preview("polish", document="夜色。")
        took = time.thread_time() - began
        with pytest.raises(InvalidArgument, match="does too much"):
            await failing
        return preview, took

    preview, took = asyncio.run(both())
    assert preview.prompt.prompt_hash
    assert took < 1

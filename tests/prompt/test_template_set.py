from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from underdraft.errors import InvalidArgument
from underdraft.prompt.template_set import TEMPLATE_NAMES, TemplateSet, load_templates, template_files
from underdraft.types.layers import Layer

CONTEXT = {
    "headings": {"SYSTEM": "# [0]"},
    "layers": {"SYSTEM": ({"label": "L", "items": "mine"},), "RECENT": ()},
    "words": ("b", "a"),
    "n": 3,
}


def run(source, **others):
    """What one template prints."""
    sources = {**dict.fromkeys(TEMPLATE_NAMES, ""), "skill.md.j2": source, **others}
    return TemplateSet(sources).render("skill.md.j2", CONTEXT)


# --- what a template may do -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("{{ headings.SYSTEM }}", "# [0]"),
        ("{% for c in layers.SYSTEM %}{{ c.label }}{{ loop.index }}{% else %}none{% endfor %}", "L1"),
        ("{% for c in layers.RECENT %}x{% else %}none{% endfor %}", "none"),
        ("{% for c in layers.SYSTEM if c.label == 'L' %}{{ loop.last }}{% endfor %}", "True"),
        ("{{ words|length }} {{ words|first }} {{ words[1] }} {{ missing|default('-') }}", "2 b a -"),
        ("{% if n > 2 and not layers.RECENT %}{{ 'yes' if words else 'no' }}{% endif %}", "yes"),
        ("{% if missing is defined %}x{% else %}y{% endif %}", "y"),
        ("{# a note #}{% raw %}{{ a }}{% endraw %}", "{{ a }}"),
        ("a\r\nb", "a\nb"),
    ],
)
def test_what_is_needed_is_there(source, text):
    """Keys, loops and conditions work."""
    assert run(source) == text


def test_a_key_wins_over_a_method():
    """A key with the name of a mapping's method is the key."""
    assert run("{% for c in layers.SYSTEM %}{{ c.items }}{% endfor %}") == "mine"


# --- what it may not --------------------------------------------------------------------------

OUT_OF_REACH = [
    "{{ now() }}",
    "{{ range(3)|join }}",
    "{{ lipsum() }}",
    "{{ cycler('a') }}",
    "{{ joiner() }}",
    "{{ namespace(a=1) }}",
    "{{ dict(a=1) }}",
    "{{ words|random }}",
    "{{ words|tojson }}",
    "{{ words|pprint }}",
    "{{ 'a'|attr('upper') }}",
    "{{ ''.__class__ }}",
    "{{ ''.__class__.__mro__[1].__subclasses__() }}",
    "{{ ''['__class__'] }}",
    "{{ words.__class__ }}",
    "{{ words.count('a') }}",
    "{{ layers.update({}) }}",
    "{{ layers.keys() }}",
    "{{ '{0.__class__}'.format(1) }}",
    "{{ '{0.__class__}'.format_map({}) }}",
    "{{ (words|list).append(1) }}",
    "{{ self.__init__ }}",
    "{{ self._TemplateReference__context }}",
    "{% block b %}{% endblock %}{{ self.b }}",
    "{% extends 'dynamic.md.j2' %}",
    "{% include '/etc/passwd' %}",
    "{% include '../x' %}",
    "{% import 'os' as os %}",
    "{% do words %}",
    "{% debug %}",
    "{{ config }}",
    "{{ request }}",
    "{{ missing }}",
    "{{ headings.MISSING }}",
    "{{ words[9] }}",
]

OBJECTS = [
    "{{ words }}",
    "{{ layers }}",
    "{{ none }}",
    "{{ 1.5 }}",
    "{{ loop }}",
    "{% macro m() %}{% endmacro %}{{ m }}",
    "{{ words|map('upper') }}",
]


@pytest.mark.parametrize("source", [*OUT_OF_REACH, *OBJECTS])
def test_out_of_reach(source):
    """Clock, chance, files, attributes, methods and objects: an error that names the template."""
    with pytest.raises(InvalidArgument, match=r"^template skill\.md\.j2[:,]"):
        run(source)


ADDRESSES = [
    "{{ '' ~ 'a'.upper }}",
    "{{ '%s'|format('a'.upper) }}",
    "{{ '%r'|format(words.index) }}",
    "{{ ('a'.upper)|string }}",
    "{{ ['a'.upper]|join }}",
    "{{ '' ~ (words|map('upper')) }}",
    "{{ '' ~ (words|select) }}",
    "{{ '' ~ (words|reject('eq', 'a')) }}",
    "{{ '' ~ (words|batch(1)) }}",
    "{{ '' ~ (words|slice(2)) }}",
    "{{ '' ~ (words|unique) }}",
    "{{ '' ~ (layers|items) }}",
    "{{ '' ~ self }}",
    "{% block b %}{% endblock %}{{ '' ~ self.b }}",
    "{% macro m() %}{{ '' ~ caller }}{% endmacro %}{% call m() %}x{% endcall %}{{ '' ~ m }}",
    "{% for w in words %}{{ '' ~ loop }}{{ '' ~ loop.cycle }}{{ '' ~ loop.changed }}{% endfor %}",
    "{% for w in words recursive %}{{ '' ~ loop }}{% endfor %}",
    "{% import 'dynamic.md.j2' as d %}{{ '' ~ d }}",
    "{{ '' ~ [layers, words, none, 1.5] }}",
    "{{ '' ~ missing }}",
    "{{ '' ~ (words|map(attribute='upper')|list) }}",
    "{{ (words|groupby('upper'))|string }}",
]


@pytest.mark.parametrize("source", ADDRESSES)
def test_no_memory_address_is_printed(source):
    """However an object is turned into text, either it is refused or its text holds no address."""
    try:
        assert "0x" not in run(source)
    except InvalidArgument as error:
        assert "0x" not in error.message  # noqa: PT017


@pytest.mark.slow
def test_hostile_templates_say_the_same_in_every_process():
    """What the objects above print does not depend on the process that prints it."""
    program = f"""
import sys; sys.path[:0] = [{str(Path(__file__).parents[1])!r}, {str(Path(__file__).parent)!r}]
from test_template_set import ADDRESSES, run
for source in ADDRESSES:
    try: print(run(source))
    except Exception as error: print(type(error).__name__, error)
"""
    printed = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1
    assert printed.pop().count("\n") >= len(ADDRESSES)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("\n\n{% for %}", "line 3"),
        ("{{ 'a", "line 1"),
        ("{% if %}", "line 1"),
        ("{{ missing }}", "'missing' is undefined"),
        ("\n{{ 1 / 0 }}", "line 2: not to be had: Div"),
        ("{{ 'a'|nothing }}", "nothing"),
    ],
)
def test_broken_templates(source, said):
    """A broken template is INVALID_ARGUMENT with its name, the line where it is known, and what is wrong."""
    with pytest.raises(InvalidArgument) as caught:
        run(source)
    assert said in caught.value.message
    assert "skill.md.j2" in caught.value.message


# --- where templates come from ----------------------------------------------------------------


def put(folder, name, text="{{ headings.SYSTEM }}"):
    """Write a template."""
    place = folder / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, encoding="utf-8")


def test_the_first_folder_wins(tmp_path):
    """A project's template wins over a plugin's, which wins over the shipped one; the rest stays shipped."""
    mine, plugins = tmp_path / "mine", tmp_path / "plugin"
    put(mine, "zh/skill.md.j2", "mine")
    put(plugins, "zh/skill.md.j2", "plugin")
    put(plugins, "dynamic.md.j2", "for all")
    loaded = load_templates("zh", [plugins], own=dict(template_files(mine, "zh")))
    shipped = load_templates("zh", [])
    assert loaded.sources["skill.md.j2"] == "mine"
    assert loaded.sources["dynamic.md.j2"] == "for all"
    assert loaded.sources["stable_prefix.md.j2"] == shipped.sources["stable_prefix.md.j2"]
    assert loaded.digest != shipped.digest


def test_newlines_of_the_platform_do_not_matter(tmp_path):
    """The same template with other newlines is the same template."""
    shipped = load_templates("zh", [])
    for name, source in shipped.sources.items():
        (tmp_path / name).write_bytes(b"\xef\xbb\xbf" * 0 + source.replace("\n", "\r\n").encode())
    assert load_templates("zh", [tmp_path]) == shipped


@pytest.mark.parametrize("locale", ["zh", "en"])
def test_shipped_words(locale):
    """Both locales have all headings, all different, and a label for every kind the engine knows."""
    words = load_templates(locale, []).words
    assert list(words.headings) == [layer.name for layer in Layer]
    assert len({*words.headings.values(), words.skill_heading}) == 7
    assert words.labels.keys() == load_templates("zh", []).words.labels.keys()
    assert words.placeholder
    assert words.default_task


def test_an_unknown_locale():
    """A locale that nobody serves is an error that names those that have a folder."""
    with pytest.raises(InvalidArgument, match="known are en, zh"):
        load_templates("fr", [])


def test_not_utf8(tmp_path):
    """A template in another encoding is an error without a path."""
    (tmp_path / "skill.md.j2").write_bytes("技能".encode("gbk"))
    with pytest.raises(InvalidArgument, match=r"^template skill\.md\.j2: cannot be read as UTF-8$"):
        load_templates("zh", [tmp_path])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("placeholder =", "# placeholder ="), "placeholder"),
        (("[labels]", "[lables]"), "labels"),
        (('SYSTEM = "# [0] 规则与约束"', 'SYSTEM = "规则"'), "begins with '# '"),
        (('SYSTEM = "# [0] 规则与约束"', 'SYSTEM = "# [1] 作品信息"'), "not all different"),
        (("[headings]", "[headings"), "strings.toml"),
    ],
)
def test_broken_words(tmp_path, change, said):
    """A file of words that lacks something or contradicts itself says what."""
    source = load_templates("zh", []).sources["strings.toml"]
    assert change[0] in source
    (tmp_path / "strings.toml").write_text(source.replace(*change), encoding="utf-8")
    with pytest.raises(InvalidArgument, match=r"strings\.toml") as caught:
        _ = load_templates("zh", [tmp_path]).words
    assert said in caught.value.message

"""The page of all settings is what the code says."""

from __future__ import annotations

import re
import tomllib

import attrs
import pytest

from docs.pages import ROOT, script
from underdraft.memory.episodes.limits import EpisodeLimits
from underdraft.memory.settings import SETTINGS
from underdraft.project.config import _EPISODE_KEYS, _KEYS, _PROJECT_KEYS, MODEL_OPTIONS, Config, parse_config
from underdraft.skill.context_rules import BUILTIN_RULES
from underdraft.types.run_inputs import Project
from underdraft_plugins.models.litellm_request import OPTIONS


def test_the_page_is_up_to_date():
    """Both pages of settings are what docs/write_configuration_page.py writes now."""
    writer = script("write_configuration_page")
    assert writer.PAGE.read_text(encoding="utf-8") == writer.page()
    assert writer.CHINESE_PAGE.read_text(encoding="utf-8") == writer.chinese_page()


def test_the_chinese_words_are_those_of_the_page():
    """Each English line and cell that has Chinese words stands on the page; none is left over from an earlier one."""
    writer = script("write_configuration_page")
    words = tomllib.loads(writer.CHINESE.read_text(encoding="utf-8"))
    lines = writer.page().split("\n")
    cells = {cell for line in lines if line.startswith("| ") for cell in writer.cells_of(line)}
    assert (set(words["lines"]) - set(lines), set(words["cells"]) - cells) == (set(), set())


def test_every_environment_variable_has_its_line():
    """The page has exactly the variables that the package names."""
    sources = [
        path.read_text("utf-8") for room in ("pipeline", "plugins") for path in (ROOT / room).rglob("*.py")
    ]
    named = {name for text in sources for name in re.findall(r"UNDERDRAFT_[A-Z_]+", text)}
    assert set(script("write_configuration_page").VARIABLES) == named


def test_nothing_is_left_out():
    """Every key of config.toml, every memory setting, rule and key of a knowledge file has its line."""
    page = script("write_configuration_page").page()
    wanted = {*_KEYS, *SETTINGS, *(rule.name for rule in BUILTIN_RULES), "output_format"}
    wanted |= {
        "entities",
        "relations",
        "events",
        "claims",
        "effects",
        "dies",
        "sets",
        "gains",
    }
    for key in wanted:
        assert f"`{key}`" in page or f"`[{key}]`" in page, key
    found_by_the_engine = {"claimed_id"}
    assert attrs.fields_dict(Config).keys() == _KEYS.keys() - {"settings"} | found_by_the_engine
    assert attrs.fields_dict(Project).keys() == _PROJECT_KEYS.keys() | {"settings"}
    assert set(OPTIONS) == set(MODEL_OPTIONS)


def test_limits_of_episodes(underdraft_workspace):
    """What is configured holds; every limit can be."""
    assert _EPISODE_KEYS.keys() == attrs.fields_dict(EpisodeLimits).keys()
    text = '[project]\nid = "p"\n[episodes]\nactive = 2\nactive_ttl_days = 30\n'
    limits = underdraft_workspace({".underdraft/config.toml": text}).store.episodes.limits
    assert limits == EpisodeLimits(active=2, active_ttl_days=30)


@pytest.mark.parametrize("line", ["active = 0", "active = true", "shelf = 3", "compress_after_days = 40_000"])
def test_wrong_limits(line):
    """They are refused by name."""
    with pytest.raises(Exception, match=r"config\.toml: episodes\."):
        parse_config(f"[episodes]\n{line}\n")

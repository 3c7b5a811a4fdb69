"""``skills``, ``layers`` and ``plugins``."""

from __future__ import annotations

import pytest

from cli.console import install, one_line_error
from underdraft.types.layers import LAYERS, Layer


def test_skills_are_listed_with_origin_and_description(terminal, novel):
    """Each skill is one line; the project's own one wins over the shipped one."""
    own = novel / ".underdraft/skills/polish"
    own.mkdir(parents=True)
    (own / "SKILL.md").write_text("---\nname: polish\ndescription: mine\n---\nDo it.\n", "utf-8")
    rows = [line.split(None, 2) for line in terminal("skills").stdout.splitlines()]
    assert ["polish", "project", "mine"] in rows
    assert {row[0] for row in rows[1:]} >= {"chat", "condense", "continue", "dialogue", "expand", "rewrite"}
    assert next(row for row in rows if row[0] == "chat")[1] == "underdraft"


def test_broken_skill_is_listed_apart(terminal, novel):
    """A skill that cannot be used disturbs no other and says why; running it says the same."""
    bad = novel / ".underdraft/skills/bad"
    bad.mkdir(parents=True)
    (bad / "SKILL.md").write_text(
        "---\nname: bad\ndescription: x\ncontext_rules:\n  surrounding: yes\n---\nhi\n", "utf-8"
    )
    shown = terminal("skills").stdout
    assert "cannot be used" in shown
    assert "context_rules.surrounding" in shown
    assert "polish" in shown
    assert "context_rules.surrounding" in one_line_error(terminal("run", "bad"), "INVALID_ARGUMENT", 2)


def test_one_skill_is_shown_with_its_rules_and_text(terminal, novel):
    """The detail of a skill lists what it asks for and its whole instruction."""
    data = terminal.json("skills", "polish")
    shown = terminal("skills", "polish").stdout
    assert ["surrounding", "500"] in [line.split() for line in shown.splitlines()]
    assert data["instruction"].strip() in shown
    assert data["outputFormat"].strip() in shown
    one_line_error(terminal("skills", "nope"), "NOT_FOUND", 2)


def test_layers_are_shown_with_their_whole_definition(terminal, novel):
    """Source, how often it changes, serialisation, cap, missing, timeout, cancel of all six."""
    shown = terminal("layers").stdout
    for layer in Layer:
        definition = LAYERS[layer]
        block = shown.split(f"── {layer.value} {layer.name} ─")[1].split("\n──")[0]
        for words in (
            definition.source,
            definition.changes,
            definition.serialisation,
            definition.on_missing,
            definition.on_timeout,
            definition.on_cancel,
        ):
            assert words in block
        assert f"{definition.cap_for(28_672):,}" in shown
    items = terminal.json("layers")["items"]
    assert [item["layer"] for item in items] == [layer.name for layer in Layer]
    assert [item["stable"] for item in items] == [True] * 4 + [False] * 2


def test_layers_show_the_projects_caps(terminal, novel):
    """A cap from config.toml is shown as such."""
    config = novel / ".underdraft/config.toml"
    config.write_text(config.read_text("utf-8") + "\n[caps]\nproject = 2345\n", "utf-8")
    assert "2,345" in terminal("layers").stdout
    assert terminal.json("layers")["items"][3]["capTokens"] == 2345
    assert terminal.json("layers")["items"][3]["defaultCapTokens"] == LAYERS[Layer.PROJECT].cap_for(28_672)


def test_plugins_show_package_and_layers(terminal, novel):
    """Every plugin is there with its package and the layers it fills."""
    data = terminal.json("plugins")
    by_name = {item["name"]: item for item in data["plugins"]}
    assert by_name["rules"]["package"].startswith("underdraft ")
    assert by_name["rules"]["layers"] == ["SYSTEM"]
    assert by_name["project_files"]["layers"] == ["PROJECT"]
    assert by_name["litellm_model"]["layers"] == []
    shown = terminal("plugins").stdout
    for item in data["plugins"]:
        assert item["name"] in shown
    assert "not loaded" not in shown


BROKEN = "raise RuntimeError('sk-secret')"
WORKING = """
from underdraft import Chunk, Fetcher, Layer, RuleField, hookimpl

@hookimpl
def underdraft_context_rules():
    return [RuleField(name="weather", kind="boolean", default=False, brings="the weather (layer 4)")]

@hookimpl
def underdraft_fetchers():
    return [Fetcher(name="weather", layer=Layer.RECENT, fetch=lambda inputs: [], rule="weather", timeout_ms=123)]
"""


@pytest.fixture
def with_plugin(tmp_path, monkeypatch):
    """Installs a plugin from its code for this test."""

    def put(name, code):
        monkeypatch.syspath_prepend(install(tmp_path / "site", name, code))

    return put


def test_strangers_plugin_is_listed(terminal, novel, with_plugin):
    """An installed package's plugin is shown with its package, layer and rule."""
    with_plugin("weatherplugin", WORKING)
    data = terminal.json("plugins")
    found = next(item for item in data["plugins"] if item["name"] == "weatherplugin")
    assert found["package"] == "weatherplugin 1.2"
    assert found["layers"] == ["RECENT"]
    assert found["rules"] == ["weather"]
    shown = terminal("plugins").stdout
    assert "context_rules.weather" in shown


def test_broken_plugin_is_listed_with_the_reason(terminal, novel, with_plugin):
    """A plugin that fails at import is named with the reason, and the rest works."""
    with_plugin("brokenplugin", BROKEN)
    result = terminal("plugins")
    assert result.exit_code == 0
    [line] = [line for line in result.stdout.splitlines() if "not loaded" in line]
    assert "brokenplugin 1.2" in line
    assert "RuntimeError" in line
    assert "sk-secret" not in result.output
    assert "PLUGIN_FAILED" in terminal("run", "polish").stderr
    validated = terminal("status")
    assert validated.exit_code == 2
    assert "plugin brokenplugin" in validated.stdout


@pytest.mark.parametrize("command", ["skills", "layers", "plugins", "status", "runs"])
def test_folder_that_is_not_there(terminal, command):
    """A wrong ``-C`` is NOT_FOUND and does not repeat the path."""
    assert "nowhere" not in one_line_error(terminal(command, "-C", "/nowhere/at/all"), "NOT_FOUND", 2)


@pytest.mark.long
def test_plugins_are_tried(terminal, novel, with_plugin):
    """``--check`` names the plugin, the place, the promise and what was done, and ends with 2; else with 0."""
    with_plugin("brokenplugin", BROKEN)
    result = terminal("plugins", "--check")
    assert result.stdout.startswith("brokenplugin: brokenplugin: loads: import failed (RuntimeError at ")
    assert "plugins: 1 promise is broken" in one_line_error(result, "INVALID_ARGUMENT", 2)

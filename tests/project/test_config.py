from __future__ import annotations

import pytest

from underdraft import InvalidArgument, Layer
from underdraft.project.config import CONFIG_PATH, Config, parse_config, read_config
from underdraft.testing import MemoryFiles

FULL = """
locale = "en"
model = "ollama/qwen3"
embedder = "none"
store = "project"
timeout_ms = 5000
window_tokens = 8192
output_reserve_tokens = 512

[project]
id = "harbour"
name = "灯港"
language = "zh"
genre = "悬疑"
document_kind = "novel"

[settings]
tense = "past"
chapters = 12
draft = true

[caps]
project = 900

[model_options]
temperature = 0.5
api_base = "http://127.0.0.1:1"

[knowledge]
scope = "pinned"
names = ["沈砚"]
chapters = "book"
"""


def test_a_full_file():
    """Every key comes through; settings and options become text in sorted order."""
    config = parse_config(FULL)
    assert (config.locale, config.model, config.embedder, config.store) == (
        "en",
        "ollama/qwen3",
        "none",
        "project",
    )
    assert (config.timeout_ms, config.window_tokens, config.output_reserve_tokens) == (5000, 8192, 512)
    assert config.caps == {Layer.PROJECT: 900}
    assert list(config.model_options.items()) == [("api_base", "http://127.0.0.1:1"), ("temperature", "0.5")]
    knowledge = config.knowledge
    assert (knowledge.scope, knowledge.names, knowledge.chapters) == ("pinned", ("沈砚",), "book")
    project = config.project
    assert (project.id, project.name, project.language, project.genre) == ("harbour", "灯港", "zh", "悬疑")
    assert list(project.settings.items()) == [("chapters", "12"), ("draft", "true"), ("tense", "past")]


def test_no_file_is_no_project():
    """A folder without the file has the defaults and no project; the file may also be nearly empty."""
    assert read_config(MemoryFiles()) == Config()
    assert Config().project is None
    assert read_config(MemoryFiles({".underdraft/config.toml": "locale = 'en'"})).project is None
    assert parse_config('[project]\nid = "a"').project.name == "a"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("locale = ", "end of document"),
        ("\n\nlocale = ]", "line 3"),
        ("locale = 5", "locale"),
        ("locale = ''", "locale"),
        ("locale = '../x'", "locale"),
        ("lokale = 'zh'", "lokale"),
        ('"a/b c" = 1', "a key"),
        ("model = true", "model"),
        ("store = 'cloud'", "store"),
        ("timeout_ms = 0", "timeout_ms"),
        ("timeout_ms = true", "timeout_ms"),
        ("timeout_ms = 1.5", "timeout_ms"),
        ("output_reserve_tokens = -1", "output_reserve_tokens"),
        ("cache_ttl = '2h'", "cache_ttl"),
        ("project = 'x'", "project"),
        ("[project]", 'project.id: missing; write one, such as id = "my-novel"'),
        ("api_base = 'http://127.0.0.1'", "api_base: expected under [model_options]"),
        ("[project]\nid = 5", "project.id"),
        ("[project]\nid = '../x'", "project.id"),
        ("[project]\nid = 'a'\nname = ''", "project.name"),
        ("[project]\nid = 'a'\ncolour = 'x'", "project.colour"),
        ("[project]\nid = 'a'\n[settings]\nx = [1]", "settings"),
        ("[project]\nid = 'a'\n[settings]\nx = 2026-01-02", "settings"),
        ("[caps]\nproject = 0", "caps.project"),
        ("[caps]\nattic = 5", "caps.attic"),
        ("caps = 5", "caps"),
        ("[model_options]\napi_key = 'sk-secret'", "model_options.api_key"),
        ("[model_options]\ntemperature = [1]", "model_options"),
        ("[model_options]\nnum_ctx = 'secret'", "model_options.num_ctx"),
        ("[model_options]\ntemperature = true", "model_options"),
        ("[model_options]\nseed = 'secret'", "model_options.seed"),
        ("[model_options]\nseed = 1.5", "model_options.seed"),
        ("knowledge = 1", "knowledge: expected a table"),
        ("[knowledge]\nscope = 'cloud'", "knowledge.scope: expected scene, chapter, pinned"),
        ("[knowledge]\nnames = 'secret'", "knowledge.names: expected a list"),
        ("[knowledge]\nnames = ['secret', '']", "knowledge.names: expected a text"),
        ("[knowledge]\nchapters = '../secret'", "knowledge.chapters: path: expected"),
        ("[knowledge]\nfolder = 'x'", "knowledge.folder: unknown; known are chapters, names, scope"),
        ("[project]\nid = 'a'\n[project.settings]", "project.settings: unknown"),
        ("[settings]\ntense = 'past'", "settings: without a project; add [project] with an id"),
        ("settings = 5\n[project]\nid = 'a'", "settings: expected a table"),
        ("a = " + "[" * 5_000, "config.toml"),
    ],
)
def test_what_is_wrong(text, said):
    """Each fault names the key or the line, and never repeats the value."""
    with pytest.raises(InvalidArgument) as caught:
        parse_config(text)
    assert caught.value.message.startswith("config.toml: ")
    assert said in caught.value.message
    assert "secret" not in caught.value.message
    assert "cloud" not in caught.value.message


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('store = "postgresql://u:hunter2@db.example/x"', "store"),
        ('[model_options]\napi_base = "https://u:hunter2@host.example"', "model_options.api_base"),
    ],
)
def test_a_secret_is_not_read_and_that_is_said(text, key):
    """A password in an address is taken out before the file is read; the error names its key, and where it belongs."""
    files = MemoryFiles({CONFIG_PATH: text})
    with pytest.raises(
        InvalidArgument, match=rf"config\.toml: {key}: holds what looks like a secret"
    ) as caught:
        read_config(files)
    assert "UNDERDRAFT_STORE" in caught.value.message
    assert "hunter2" not in caught.value.message

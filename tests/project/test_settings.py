"""What of a workspace's settings holds, and where it came from."""

from __future__ import annotations

import os

import pytest

from underdraft import InvalidArgument, Workspace
from underdraft.project.config import CONFIG_PATH, FOLDER, config_values
from underdraft.project.settings import Proposal, proposals_of, resolve
from underdraft.project.source_files import project_files
from underdraft.project.trust import Trust, remember

ASKING = """
model = "hosted_vllm/qwen"
reader_model = "gpt-4.1-mini"
embedder = "litellm/huggingface/bge"
store = "postgresql://u@db.example/novels?password=hunter2"
timeout_ms = 1000
[project]
id = "p"
[model_options]
api_base = "http://127.0.0.1:8080/v1"
temperature = 1
"""


def folder(root, text):
    """A folder with a ``config.toml``."""
    (root / FOLDER).mkdir(parents=True, exist_ok=True)
    (root / CONFIG_PATH).write_text(text, encoding="utf-8")
    return project_files(root, None)


def test_what_leads_to_the_network_is_a_proposal(tmp_path):
    """This machine is no exception; what is harmless holds, and nothing secret is told."""
    settings = resolve(folder(tmp_path, ASKING))
    assert settings.proposals == (
        Proposal(key="model_options.api_base", value="http://127.0.0.1:8080/v1", host="127.0.0.1:8080"),
        Proposal(
            key="model",
            value="hosted_vllm/qwen",
            host="127.0.0.1:8080",
            key_variable="HOSTED_VLLM_API_KEY",
        ),
        Proposal(
            key="reader_model", value="gpt-4.1-mini", host="127.0.0.1:8080", key_variable="OPENAI_API_KEY"
        ),
        Proposal(
            key="embedder",
            value="litellm/huggingface/bge",
            host="router.huggingface.co",
            key_variable="HUGGINGFACE_API_KEY",
        ),
        Proposal(key="store", value="postgresql://u@db.example/novels?password=", host="db.example"),
    )
    config = settings.config
    assert (config.model, config.reader_model, config.embedder, config.store) == (
        "offline",
        None,
        "local",
        "user",
    )
    assert dict(config.model_options) == {"temperature": "1"}
    assert (config.timeout_ms, settings.origin("timeout_ms")) == (1000, "project")
    assert "hunter2" not in repr(settings)
    (warning,) = settings.warnings
    assert warning.startswith(
        "PROJECT_UNTRUSTED: model_options.api_base, model, reader_model, embedder, store: "
    )


@pytest.mark.parametrize(
    "address",
    [
        "http://localhost:8080",
        "http://[::1]:11434",
        "http://localhost.evil.example",
        "http://127.0.0.1@evil.example",
        "evil",
        "http://[x",
    ],
)
def test_no_address_is_excepted(tmp_path, address):
    """Not this machine, on which a stranger's server may listen, nor what only looks like it."""
    settings = resolve(folder(tmp_path, f'[model_options]\napi_base = "{address}"\n'))
    assert [p.key for p in settings.proposals] == ["model_options.api_base"]
    assert "api_base" not in settings.config.model_options


def test_each_value_says_where_it_came_from(tmp_path, writers_home, monkeypatch):
    """The caller, then the project, then the writer's own file, then the environment or nobody."""
    (writers_home / "config.toml").write_text(
        'model = "w"\nreader_model = "r"\nlocale = "en"\n[model_options]\nseed = 1\n', encoding="utf-8"
    )
    monkeypatch.setenv("UNDERDRAFT_STORE", str(tmp_path / "u.db"))
    files = folder(tmp_path, 'embedder = "none"\n[project]\nid = "p"\n')
    settings = resolve(files, {"model": "g", "embedder": None})
    assert [
        (key, settings.origin(key)) for key in ("model", "reader_model", "embedder", "store", "locale")
    ] == [
        ("model", "given"),
        ("reader_model", "writer"),
        ("embedder", "project"),
        ("store", "environment"),
        ("locale", "default"),
    ]
    assert settings.origin("model_options.seed") == "writer"
    assert settings.config.locale == "zh"
    assert resolve(files, {"store": "x"}).origin("store") == "given"
    assert resolve(project_files(writers_home, None)).config.locale == "en"


def test_a_broken_file_of_the_writer_is_named(tmp_path, writers_home):
    """A key that is not the writer's to set there is refused as well."""
    for text in ("model = 1", "nonsense = 1", "timeout_ms = 1", "model ="):
        (writers_home / "config.toml").write_text(text, encoding="utf-8")
        with pytest.raises(InvalidArgument, match=r"^your own config.toml: "):
            Workspace.open(tmp_path)


def test_what_is_trusted_holds_until_it_changes(tmp_path):
    """Value by value; another address is another destination for the same model."""
    files = folder(tmp_path, ASKING)
    asked = proposals_of(config_values(ASKING))
    remember(tmp_path, Trust(values={p.key: p.remembered for p in asked}))
    settings = resolve(files)
    assert (settings.proposals, settings.warnings) == ((), ())
    assert settings.config.model_options["api_base"] == "http://127.0.0.1:8080/v1"
    moved = resolve(folder(tmp_path, ASKING.replace("127.0.0.1", "elsewhere.example")))
    assert [p.key for p in moved.proposals] == ["model_options.api_base", "model", "reader_model"]
    remember(tmp_path, None)
    assert len(resolve(folder(tmp_path, ASKING)).proposals) == len(asked)


def test_a_whole_folder_may_be_trusted(tmp_path, monkeypatch):
    """By its maker, by the environment or by the program that opens it."""
    files = folder(tmp_path / "book", ASKING)
    assert resolve(files, trusted=True).proposals == ()
    monkeypatch.setenv("UNDERDRAFT_TRUST", os.pathsep.join([str(tmp_path), str(tmp_path / "book")]))
    assert resolve(files).proposals == ()
    monkeypatch.setenv("UNDERDRAFT_TRUST", str(tmp_path))
    assert resolve(files).proposals
    remember(tmp_path / "book", "p")
    assert resolve(files).proposals == ()


def test_another_project_in_the_place_of_a_trusted_one_is_not(tmp_path):
    """A folder that its maker made is trusted by its project's id."""
    book = tmp_path / "book"
    remember(book, "p")
    assert resolve(folder(book, ASKING)).proposals == ()
    assert resolve(folder(book, ASKING.replace('"p"', '"p-2"', 1))).proposals

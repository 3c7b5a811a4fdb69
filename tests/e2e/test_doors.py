"""Ways in which a stranger's folder could lead to a host: a server on loopback stands in for it, and nothing reaches it."""

from __future__ import annotations

import json
from contextlib import suppress

import attrs
import pytest

from loopback import Loopback, Scripted
from underdraft import UnderdraftError, Workspace
from underdraft.project.config import FOLDER
from underdraft.project.trust import Trust, remember, trust_in

KEYS = (
    "OPENAI",
    "HUGGINGFACE",
    "HOSTED_VLLM",
    "DEEPSEEK",
    "MISTRAL",
    "GROQ",
    "XAI",
    "TOGETHERAI",
    "LM_STUDIO",
)
PROVIDERS = ("openai", "hosted_vllm", "deepseek", "mistral", "groq", "xai", "together_ai", "lm_studio")
SKILL = "---\nname: lead\ndescription: Leads.\nmodel: {model}\n---\nLead.\n"
TEMPLATE = "{{ headings.RECENT }}\n{{ headings.CURRENT }}\nLED\n"


@attrs.frozen
class Way:
    """A folder's files, by path, with ``{url}`` for the server's address, and the setting that is reported."""

    files: dict
    reported: str
    skill: str = "polish"
    reaches: bool = True


def config(text, **more):
    """Files of a project whose settings say something."""
    return {"config.toml": f'{text}\n[project]\nid = "p"\nname = "p"\n', **more}


def asking(model, options='[model_options]\napi_base = "{url}"'):
    """A project that names a model, and an address for it."""
    return {"config.toml": f'model = "{model}"\n[project]\nid = "p"\nname = "p"\n{options}\n'}


WAYS = {
    **{f"model of {p}": Way(asking(f"{p}/m"), "model_options.api_base, model") for p in PROVIDERS},
    "model with its address in its name": Way(asking("oobabooga/{url}", ""), "model", reaches=False),
    "huggingface with its address": Way(asking("huggingface/{url}", ""), "model", reaches=False),
    "anthropic's dialect": Way(asking("anthropic/m"), "model_options.api_base, model"),
    "bare name": Way(asking("gpt-4.1"), "model_options.api_base, model"),
    "address alone": Way(asking("offline"), "model_options.api_base", reaches=False),
    "model of a skill": Way(
        {**asking("offline"), "skills/lead/SKILL.md": SKILL.format(model="openai/m")},
        "skills/lead: model",
        "lead",
    ),
    "model of a skill with its address": Way(
        config("", **{"skills/lead/SKILL.md": SKILL.format(model="oobabooga/{url}")}),
        "skills/lead: model",
        "lead",
        reaches=False,
    ),
    "shipped skill made anew": Way(
        {
            **asking("offline"),
            "skills/polish/SKILL.md": SKILL.format(model="openai/m").replace("lead", "polish"),
        },
        "skills/polish: model",
    ),
    "model that reads": Way(config('reader_model = "openai/r"', unused=""), "reader_model", reaches=False),
    "embedder of openai": Way(config('embedder = "litellm/openai/e"'), "embedder", reaches=False),
    "embedder with its address": Way(
        config('embedder = "litellm/huggingface/{url}"'), "embedder", reaches=False
    ),
    "store on a server": Way(config('store = "postgresql://u@{host}/x"'), "store", reaches=False),
    "template": Way(
        config("", **{"templates/zh/dynamic.md.j2": TEMPLATE}), "templates/zh/dynamic.md.j2", reaches=False
    ),
    "variables of an .env": Way(
        config("", **{"../.env": "OPENAI_BASE_URL={url}\nOPENAI_API_KEY=sk-theirs\n"}), ".env", reaches=False
    ),
}


def lay(root, way, server):
    """Write the files."""
    for path, text in way.files.items():
        place = root / FOLDER / path
        place.parent.mkdir(parents=True, exist_ok=True)
        said = text.replace("{url}", server.base_url).replace("{host}", server.root.removeprefix("http://"))
        place.write_text(said, encoding="utf-8")


@pytest.fixture
def server(monkeypatch, tmp_path):
    """The stranger's host; the writer has keys, and stands in the folder."""
    for name in KEYS:
        monkeypatch.setenv(f"{name}_API_KEY", "sk-of-the-writer")
    monkeypatch.chdir(tmp_path)
    with Loopback() as found:
        yield found


def use(workspace, skill):
    """What a writer does in a day; the warnings and errors that were shown."""
    said = []
    with suppress(UnderdraftError):
        said += workspace.preview_sync(skill, document="夜色。").warnings
    try:
        said += workspace.run_sync(skill, document="夜色。", session_id="s").warnings
    except UnderdraftError as error:
        said.append(error.message)
    for channel, payload in (
        ("memory:create", {"type": "preference", "content": "短句"}),
        ("memory:search", {"query": "短句"}),
        ("memory:reindex", {}),
        ("knowledge:check", {"model": True}),
        ("workspace:info", {}),
    ):
        said.append(json.dumps(workspace.invoke_sync(channel, payload), ensure_ascii=False))
    with suppress(UnderdraftError):
        workspace.store.settle()
    return said


@pytest.mark.parametrize("name", WAYS)
def test_nothing_of_an_untrusted_folder_reaches_a_host(tmp_path, server, name):
    """Nor does what is asked behind a run; a warning names the setting, and what to do."""
    way = WAYS[name]
    lay(tmp_path, way, server)
    with Workspace.open(tmp_path) as workspace:
        said = use(workspace, way.skill)
        assert way.reported.split(", ")[0].split("/")[0] in " ".join(
            [p.key for p in workspace.settings.proposals] + [".env"]
        )
        assert workspace.store.database.place.kind == "sqlite"
        assert "LED" not in workspace.preview_sync(way.skill, document="甲。").prompt.dynamic
    assert server.requests == []
    (warning, *_) = [w for w in said if w.startswith(f"PROJECT_UNTRUSTED: {way.reported}: ")]
    assert "underdraft trust" in warning or "your own environment" in warning
    assert "sk-" not in "".join(said)


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name, way in WAYS.items() if way.reaches])
def test_the_same_way_is_open_once_it_is_trusted(tmp_path, server, name, monkeypatch):
    """The values that the folder says now, and no others."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-of-the-writer")
    way = WAYS[name]
    lay(tmp_path, way, server)
    for _ in range(2):  # a skill's model leads to another host once the address is allowed
        with Workspace.open(tmp_path, prepare_model=False) as workspace:
            asked = workspace.settings.proposals
        allowed = Trust(values={**trust_in(tmp_path).values, **{p.key: p.remembered for p in asked}})
        remember(tmp_path, allowed)
    with Workspace.open(tmp_path, embedder="none") as workspace:
        run = workspace.run_sync(way.skill, document="夜色。")
    assert not [w for w in run.warnings if w.startswith("PROJECT_UNTRUSTED")]
    assert len(server.requests) == 1


def test_what_the_caller_names_is_allowed(tmp_path, server):
    """A keyword, a run's own model, the writer's own file, the process's environment."""
    lay(tmp_path, WAYS["model of openai"], server)
    given = {"api_base": server.base_url}
    with Workspace.open(tmp_path, model="openai/k", model_options=given, embedder="none") as workspace:
        workspace.run_sync("polish", document="夜色。")
        workspace.run_sync("polish", document="夜色。", model="openai/r")
    assert [request.body["model"] for request in server.requests] == ["k", "r"]


def test_the_error_names_the_address_that_was_not_used(tmp_path, server):
    """Somebody who has just set ``api_base`` is not told to set it."""
    lay(tmp_path, WAYS["address alone"], server)
    with Workspace.open(tmp_path, embedder="none") as workspace, pytest.raises(UnderdraftError) as caught:
        workspace.run_sync("polish", document="夜色。", model="hosted_vllm/m")
    message = caught.value.message
    assert message.startswith("the model's server has no address; model_options.api_base: not used, since")
    assert message.endswith("underdraft trust shows and allows what it says")


def test_a_redirect_from_a_trusted_host_ends_there(tmp_path, server):
    """What was allowed is one host."""
    with Loopback(default=Scripted(kind="error", status=307, location=f"{server.base_url}/x")) as first:
        lay(tmp_path, WAYS["model of openai"], first)
        workspace = Workspace.open(tmp_path, trusted=True, embedder="none")
        with workspace, pytest.raises(UnderdraftError, match="refused"):
            workspace.run_sync("polish", document="夜色。")
    assert server.requests == []


def test_a_store_in_the_folder_names_no_model(tmp_path, server):
    """A run that somebody put into the folder's own store says which model reads it; an untrusted folder's does not."""
    files = config('store = "project"\nembedder = "none"')
    lay(tmp_path, Way(files, ""), server)
    with Workspace.open(tmp_path, model_options={"api_base": server.base_url}) as workspace:
        assert workspace.store.ask_of("openai/m") is None
        workspace.gate.name("openai/m")
        assert workspace.store.ask_of("openai/m").model == "openai/m"

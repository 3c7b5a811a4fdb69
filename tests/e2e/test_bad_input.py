from __future__ import annotations

import json
import os
import time
import types

import pytest

from underdraft import UnderdraftError, Workspace, hookimpl
from underdraft.testing import FakeModel

SKILL = "---\nname: s\ndescription: d\n{0}\n---\nDo it."
ASK = {"skillId": "s", "document": "他敲钟。", "instruction": "短些"}


def run(ws, tmp_path, **payload):
    """The error of a run at the boundary; it leaks no path and leaves no row, and the preview says the same."""
    answer = ws.invoke_sync("ai:skill:run", {**ASK, **payload})
    assert answer["ok"] is False, answer
    assert answer["error"].keys() <= {"code", "message", "details"}
    text = json.dumps(answer, ensure_ascii=False)
    assert str(tmp_path) not in text
    assert "Traceback" not in text
    preview = ws.invoke_sync("ai:skill:preview", {**ASK, **payload})
    assert preview["error"]["code"] == answer["error"]["code"]
    assert ws.invoke_sync("ai:run:list", {})["data"]["items"] == []
    return answer["error"]


@pytest.fixture
def opened(underdraft_workspace):
    """Opens a workspace with a skill ``s`` and a model that is never to be called."""
    models = []

    def make(files=None, header="context_rules:\n  style_guide: true", **options):
        models.append(FakeModel("must not be asked"))
        plugins = [models[-1], *options.pop("plugins", ())]
        own = {".underdraft/skills/s/SKILL.md": SKILL.format(header)}
        return underdraft_workspace({**own, **(files or {})}, plugins=plugins, model="fake", **options)

    yield make
    assert all(model.calls == [] for model in models)


# --- skills -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("no frontmatter", "skill s"),
        ("---\nname: s\n", "skill s"),
        ("---\n: : :\n---\nDo.", "skill s"),
        ("---\nname: [s\n---\nDo.", "skill s"),
        ("---\nname: s\ndescription: d\nname: s\n---\nDo.", "each key once"),
        ("---\nname: t\ndescription: d\n---\nDo.", "name"),
        ("---\nname: s\n---\nDo.", "description"),
        ("---\nname: s\ndescription: d\n---\n", "instruction"),
        ("---\nname: s\ndescription: &a [*a]\n---\nDo.", "skill s"),
        ("---\nname: s\ndescription: !!python/object:os.system x\n---\nDo.", "skill s"),
        ("技能".encode("gbk"), "UTF-8"),
    ],
)
def test_malformed_skills(opened, tmp_path, content, said):
    """A malformed SKILL.md is INVALID_ARGUMENT naming the skill; the other skills still work."""
    ws = opened({".underdraft/skills/s/SKILL.md": content})
    error = run(ws, tmp_path)
    assert error["code"] == "INVALID_ARGUMENT"
    assert said in error["message"]
    assert ws.preview_sync("polish", document="a").stable_prefix


@pytest.mark.parametrize(
    "rule",
    [
        "surrounding: '5'",
        "surrounding: true",
        "surrounding: -1",
        "surrounding: 1.5",
        "surrounding: .nan",
        "style_guide: 1",
        "style_guide: 'yes'",
        "episodes: false",
        "secrets: true",
        "surrounding: null",
    ],
)
def test_wrong_rules(opened, tmp_path, rule):
    """A rule of the wrong type or name is INVALID_ARGUMENT with skill and field, before anything is fetched."""
    fetched = []
    spy = _fetcher_plugin(lambda _: fetched.append(1))
    error = run(opened(header=f"context_rules:\n  {rule}", plugins=[spy]), tmp_path)
    assert error["code"] == "INVALID_ARGUMENT"
    assert f"context_rules.{rule.split(':')[0]}" in error["message"]
    assert "s" in error["message"]
    assert fetched == []


def _fetcher_plugin(fetch):
    from underdraft import Fetcher, Layer

    plugin = types.SimpleNamespace(name="spy")

    @hookimpl
    def underdraft_fetchers():
        return [Fetcher(name="spy", layer=Layer.RECENT, fetch=fetch)]

    plugin.underdraft_fetchers = underdraft_fetchers
    return plugin


@pytest.mark.parametrize("rules", ["context_rules: 5", "context_rules:\n- surrounding", "context_rules: yes"])
def test_rules_that_are_no_mapping(opened, tmp_path, rules):
    """Rules that are no mapping are INVALID_ARGUMENT."""
    error = run(opened(header=rules), tmp_path)
    assert error["code"] == "INVALID_ARGUMENT"
    assert "context_rules" in error["message"]


def test_both_spellings(opened, tmp_path):
    """The alias next to the key, or two spellings of one key, is INVALID_ARGUMENT."""
    for header in (
        "context_rules:\n  surrounding: 1\ncontext-requirements:\n  surrounding: 1",
        "context_rules:\n  style_guide: true\n  style-guide: true",
    ):
        assert run(opened(header=header), tmp_path)["code"] == "INVALID_ARGUMENT"


def test_a_missing_skill(opened, tmp_path):
    """A skill that is not there is NOT_FOUND with near names; a path is no name."""
    ws = opened()
    error = run(ws, tmp_path, skillId="polsh")
    assert error["code"] == "NOT_FOUND"
    assert error["details"]["near"][0] == "polish"
    for name in ("../s", "/etc", "s/../s", "."):
        assert run(ws, tmp_path, skillId=name)["code"] == "NOT_FOUND"


# --- selection and document -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("document", "start", "end", "field"),
    [
        ("abc", 0, 4, "selection"),
        ("abc", 2, 1, "selection"),
        ("abc", -1, 2, "selection"),
        ("", 0, 1, "selection"),
        ("a👨‍👩‍👧b", 0, 2, "selection.end"),
        ("a🇨🇳b", 2, 3, "selection.start"),
        ("e\u0301", 1, 2, "selection.start"),
        ("a\r\nb", 0, 2, "selection.end"),
        ("한\u1100\u1161", 2, 3, "selection.start"),
    ],
)
def test_selections(opened, tmp_path, document, start, end, field):
    """A selection out of range, or inside a character of several code points, is INVALID_ARGUMENT."""
    error = run(opened(), tmp_path, document=document, selection={"start": start, "end": end})
    assert error["code"] == "INVALID_ARGUMENT"
    assert error["message"].startswith(field)


def test_an_empty_document(underdraft_workspace):
    """An empty document is a document without text: it runs, and says that there is none."""
    ws = underdraft_workspace(plugins=[FakeModel("x")], model="fake")
    run_ = ws.run_sync("polish", document="", selection=(0, 0))
    assert run_.text == "x"
    assert "document: no" in run_.preview.messages[-1].content


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["prose", "one line", "spaces", "one word"])
def test_a_five_megabyte_document(underdraft_workspace, kind):
    """Five megabytes of manuscript cost what is around the cursor: bounded time, a small prompt."""
    size = 5_000_000
    unit = {
        "prose": "雾从海上来。\n\n她没有回头。“走吧。”",
        "one line": "她走了，",
        "spaces": " ",
        "one word": "a",
    }[kind]
    document = (unit * (size // len(unit.encode()) + 1))[: size // len(unit.encode()) * len(unit)]
    ws = underdraft_workspace(plugins=[FakeModel("x")], model="fake")
    ws.preview_sync("polish", document="warm")
    middle = len(document) // 2
    middle += document[middle:].find("她") if "她" in document else 0
    begin = time.perf_counter()
    run_ = ws.run_sync("polish", document=document, selection=(middle, middle))
    assert time.perf_counter() - begin < 10
    assert run_.preview.tokens < 6_000


@pytest.mark.slow
def test_five_megabytes_selected(opened, tmp_path):
    """A selection that no model could take is CONTEXT_OVERFLOW in bounded time."""
    ws = opened()
    document = "雾从海上来。" * 280_000
    begin = time.perf_counter()
    error = run(ws, tmp_path, document=document, selection={"start": 0, "end": len(document)})
    assert time.perf_counter() - begin < 60
    assert error["code"] == "CONTEXT_OVERFLOW"
    assert error["details"]["tokens"] > error["details"]["limit"]


# --- files of the project ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("{% for %}", "line 1"),
        ("{{ missing }}", "missing"),
        ("{{ ''.__class__ }}", "unsafe"),
        ("no headings", "headings"),
        ("模板".encode("gbk"), "UTF-8"),
    ],
)
@pytest.mark.parametrize("name", ["stable_prefix.md.j2", "skill.md.j2", "dynamic.md.j2"])
def test_broken_templates(opened, tmp_path, name, source, said):
    """A broken template is INVALID_ARGUMENT with its name and what is wrong."""
    error = run(opened({f".underdraft/templates/zh/{name}": source}), tmp_path)
    assert error["code"] == "INVALID_ARGUMENT"
    assert error["message"].startswith(f"template {name}")
    assert said in error["message"]


def test_broken_words(opened, tmp_path):
    """A broken file of words is INVALID_ARGUMENT too."""
    error = run(opened({".underdraft/templates/strings.toml": "placeholder = 5"}), tmp_path)
    assert error["code"] == "INVALID_ARGUMENT"
    assert "strings.toml" in error["message"]


def test_a_rule_that_is_not_utf8(opened, tmp_path):
    """A rule file in another encoding is CONTEXT_LAYER_FAILED with its path and line: rules are never dropped."""
    error = run(opened({".underdraft/rules/a.md": b"ok\n\xff\xfe"}), tmp_path)
    assert error["code"] == "CONTEXT_LAYER_FAILED"
    assert ".underdraft/rules/a.md: not UTF-8 at line 2" in error["message"]


def test_a_guide_that_is_not_utf8(underdraft_workspace):
    """Other files in another encoding cost a warning that names them, and the run goes on."""
    files = {".underdraft/style-guide.md": b"\xff", ".underdraft/rules/a.md": "Keep me."}
    ws = underdraft_workspace(files, plugins=[FakeModel("x")], model="fake")
    run_ = ws.run_sync("polish", document="a")
    assert "FILE_REFUSED: .underdraft/style-guide.md: not UTF-8 at line 1" in run_.warnings
    assert "Keep me." in run_.preview.stable_prefix


@pytest.mark.parametrize("content", ["locale = [", "nonsense = 1", b"\xff", "[project]\nid = 5"])
def test_a_broken_config(underdraft_workspace, tmp_path, content):
    """A broken config.toml is INVALID_ARGUMENT when the folder is opened."""
    with pytest.raises(UnderdraftError) as caught:
        underdraft_workspace(config=content)
    assert caught.value.code == "INVALID_ARGUMENT"
    assert "config.toml" in caught.value.message
    assert str(tmp_path) not in caught.value.message


@pytest.mark.skipif(os.name == "nt", reason="making links needs a privilege there")
@pytest.mark.parametrize("what", ["rules/a.md", "style-guide.md", "skills/s/SKILL.md", "config.toml"])
def test_links_out_of_the_project(opened, tmp_path, what):
    """A link out of the project is refused wherever it stands, and what it leads to is never printed."""
    outside = tmp_path / "outside"
    outside.write_text("SECRET = 'x'", encoding="utf-8")
    ws = opened()
    link = ws.root / ".underdraft" / what
    link.parent.mkdir(exist_ok=True)
    link.unlink(missing_ok=True)
    link.symlink_to(outside)
    if what == "config.toml":
        with pytest.raises(UnderdraftError, match="leads out of the project") as caught:
            Workspace.open(ws.root, store=tmp_path / "other.db")
        assert str(tmp_path) not in caught.value.message
        return
    if what == "style-guide.md":
        preview = ws.preview_sync("s", document="a")
        assert (
            "FILE_REFUSED: .underdraft/style-guide.md: the link leads out of the project" in preview.warnings
        )
        assert "SECRET" not in preview.stable_prefix
        return
    error = run(ws, tmp_path)
    assert error["code"] == {"rules/a.md": "CONTEXT_LAYER_FAILED"}.get(what, "INVALID_ARGUMENT")
    assert "SECRET" not in json.dumps(error)


# --- plugins ----------------------------------------------------------------------------------


def test_a_plugin_that_fails_at_import(underdraft_workspace, tmp_path, monkeypatch):
    """A package whose plugin cannot be imported is a warning of every run, with the package's name."""
    (tmp_path / "site" / "bad_plugin-1.0.dist-info").mkdir(parents=True)
    (tmp_path / "site" / "bad_plugin.py").write_text("raise ValueError('/secret')\n", encoding="utf-8")
    info = tmp_path / "site" / "bad_plugin-1.0.dist-info"
    (info / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: bad-plugin\nVersion: 1.0\n", encoding="utf-8"
    )
    (info / "entry_points.txt").write_text("[underdraft]\nbad = bad_plugin\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    ws = underdraft_workspace(plugins=[FakeModel("x")], model="fake")
    run_ = ws.run_sync("polish", document="a")
    assert "PLUGIN_FAILED: bad (bad-plugin 1.0): import failed (ValueError)" in run_.warnings
    assert run_.text == "x"


def test_hooks_that_fail_when_a_workspace_opens(underdraft_workspace):
    """A plugin that fails in any hook that is called at opening never keeps the folder from opening."""
    hooks = ("context_rules", "fetchers", "skill_dirs", "template_dirs", "channels")

    def failing(hook):
        def fails():
            raise OSError("/secret")

        return types.SimpleNamespace(
            name=f"bad-{hook.replace('_', '-')}", **{f"underdraft_{hook}": hookimpl(fails)}
        )

    ws = underdraft_workspace(plugins=[failing(h) for h in hooks])
    assert ws.invoke_sync("skill:list")["ok"]
    preview = ws.preview_sync("polish", document="a")
    assert len([w for w in preview.warnings if w.startswith("PLUGIN_FAILED: bad-")]) == 4
    assert "secret" not in " ".join(preview.warnings)

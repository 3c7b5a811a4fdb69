"""Bad input at both surfaces, channels and command line: one clear error with its code, and nothing half-written."""

from __future__ import annotations

import json
import re
import time

import attrs
import pytest

from cli.console import Terminal, install, one_line_error
from underdraft import InvalidArgument, Workspace

CONFIG = '[project]\nid = "p"\nname = "书"\n'
CANARY = "CANARY-7f3a"
"""Stands in bad values: a message that holds it has echoed one."""
ABSOLUTE = re.compile(r"(?:(?<![\w.])/(?:home|root|tmp|var|etc|usr|opt|work|private|Users)/|\b[A-Z]:\\)")
MISTAKES = {"INVALID_ARGUMENT", "NOT_FOUND", "CONTEXT_OVERFLOW"}
NOT_UTF8 = "第一行\n第二行\n".encode() + b"\xff\xfe\n"
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"


def skill(rules: str = "", head: str = "name: mine\ndescription: d", body: str = "做。") -> str:
    """A ``SKILL.md``."""
    return f"---\n{head}\n{rules}\n---\n{body}\n"


@attrs.frozen(kw_only=True)
class Case:
    """One kind of bad input.

    Attributes:
        code: The error's code.
        says: What the message must hold.
        files: What stands below ``.underdraft/``.
        links: Name below ``.underdraft/`` to a name outside of the project.
        skill: The skill that is run.
        document: The document, or ``None``.
        select: What is selected in it.
    """

    code: str = "INVALID_ARGUMENT"
    says: str
    files: dict = attrs.field(factory=dict)
    links: dict = attrs.field(factory=dict)
    skill: str = "mine"
    document: str | None = "甲乙丙。"
    select: tuple | None = None


def head(text: str, says: str) -> Case:
    """A skill whose frontmatter is wrong."""
    return Case(says=says, files={"skills/mine/SKILL.md": skill(head=text)})


def template(text: str | bytes, says: str, name: str = "skill.md.j2") -> Case:
    """A project with a broken template."""
    return Case(says=says, skill="polish", files={f"templates/zh/{name}": text})


CASES = {
    "no-frontmatter": Case(says="SKILL.md", files={"skills/mine/SKILL.md": "做。\n"}),
    "yaml-twice": head(f"name: mine\nname: {CANARY}\ndescription: d", "line 3"),
    "yaml-tag": head("name: mine\ndescription: !!python/object:os.system x", "line 3"),
    "unknown-key": head(f"name: mine\ndescription: d\ncontext-rule: {CANARY}", "context-rule"),
    "wrong-rule": Case(
        says="context_rules.characters: expected true or false",
        files={"skills/mine/SKILL.md": skill(f"context_rules: {{characters: {CANARY}}}")},
    ),
    "beyond-the-end": Case(says="selection", skill="polish", document="甲乙丙", select=(0, 4)),
    "inside-an-emoji": Case(says="selection.start", skill="polish", document=f"甲{FAMILY}乙", select=(2, 7)),
    "missing-skill": Case(code="NOT_FOUND", says="skillId: no skill has this name", skill="polsh"),
    "skill-as-path": Case(code="NOT_FOUND", says="skillId", skill="../../etc"),
    "template-syntax": template("{{ skill_heading }}\n{{ oops", "template skill.md.j2, line 2"),
    "template-words": template(f"= {CANARY}", "template strings.toml", "strings.toml"),
    # Files that are not UTF-8.
    "rule-not-utf8": Case(
        code="CONTEXT_LAYER_FAILED", says="line 3", skill="polish", files={"rules/a.md": NOT_UTF8}
    ),
    "skill-not-utf8": Case(says="UTF-8 (skill mine, line 3)", files={"skills/mine/SKILL.md": NOT_UTF8}),
    "template-not-utf8": template(NOT_UTF8, "template skill.md.j2: cannot be read as UTF-8"),
    # Links out of the project.
    "rules-link": Case(code="CONTEXT_LAYER_FAILED", says="rules", skill="polish", links={"rules": "outside"}),
    "skill-link": Case(says="leads out of the project", links={"skills/mine/SKILL.md": "SKILL.md"}),
    "templates-link": Case(says="leads out of the project", skill="polish", links={"templates": "templates"}),
}


@pytest.fixture
def make_project(tmp_path, monkeypatch):
    """Makes the project of a case, which is trusted, and what lies outside of it."""
    monkeypatch.setenv("UNDERDRAFT_TRUST", str(tmp_path / "project"))
    outside = tmp_path / "outside-of-it"
    template = "{{ skill_heading }} {{ skill.id }}\n"
    for name in ("SKILL.md", "outside.md", "outside/a.md", "templates/zh/skill.md.j2"):
        (outside / name).parent.mkdir(parents=True, exist_ok=True)
        (outside / name).write_text(skill() if name == "SKILL.md" else template, "utf-8")

    def make(case: Case):
        root = tmp_path / "project"
        for name, content in {"config.toml": CONFIG, **case.files}.items():
            place = root / ".underdraft" / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content if isinstance(content, bytes) else content.encode())
        for name, target in case.links.items():
            place = root / ".underdraft" / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.symlink_to(outside / target)
        return root

    return make


def check_error(error, case):
    """Assert code and message; no value, path, trace or SQL in it."""
    assert error["code"] == case.code, error
    assert case.says in error["message"], error
    shown = json.dumps(error, ensure_ascii=False)
    assert CANARY not in shown
    assert not ABSOLUTE.search(shown), shown
    assert "Traceback" not in shown
    assert set(error) <= {"code", "message", "details"}


@pytest.mark.parametrize("case", [pytest.param(case, id=name) for name, case in CASES.items()])
def test_channels_answer_with_the_error(case, make_project, tmp_path):
    """Run and preview give the same error, and the store has no run afterwards."""
    payload = {"skillId": case.skill, "document": case.document}
    if case.select is not None:
        payload["selection"] = {"start": case.select[0], "end": case.select[1]}
    with Workspace.open(make_project(case), store=tmp_path / "u.db", embedder="none") as workspace:
        for channel in ("ai:skill:preview", "ai:skill:run"):
            answer = workspace.invoke_sync(channel, payload)
            assert set(answer) == {"ok", "error"}, answer
            assert answer["ok"] is False
            check_error(answer["error"], case)
        assert workspace.invoke_sync("ai:run:list", {})["data"]["items"] == []


@pytest.mark.parametrize("case", [pytest.param(case, id=name) for name, case in CASES.items()])
def test_command_line_says_it_on_one_line(case, make_project, tmp_path):
    """One line with the code, exit 2 for mistakes and 1 for failures, no run recorded."""
    root, terminal = make_project(case), Terminal(tmp_path / "home")
    arguments = ["run", case.skill, "-C", str(root)]
    if case.document is not None:
        (tmp_path / "page.md").write_bytes(case.document.encode())
        arguments += ["-d", str(tmp_path / "page.md")]
    if case.select is not None:
        arguments += ["--select", f"{case.select[0]}:{case.select[1]}"]
    message = one_line_error(terminal(*arguments), case.code, 2 if case.code in MISTAKES else 1)
    # The command speaks of its own options and arguments, not of the channel's fields.
    says = case.says.replace("selection", "--select").replace("skillId", "SKILL")
    check_error({"code": case.code, "message": message}, attrs.evolve(case, says=says))
    assert terminal.json("runs", "-C", str(root))["items"] == []


# --- the configuration, which is read when the workspace opens ---------------------------------


CONFIGS = {
    "wrong-type": (f"timeout_ms = '{CANARY}'", "timeout_ms"),
    "not-utf8": (NOT_UTF8, "not UTF-8 at line 3"),
    "too-large": ("#" * 2_000_001, "larger than"),
}


@pytest.mark.parametrize(("content", "says"), [pytest.param(*c, id=name) for name, c in CONFIGS.items()])
def test_malformed_configuration_is_found_when_the_folder_is_opened(content, says, make_project, tmp_path):
    """A workspace does not open on guesses; the command line says the same."""
    root = make_project(Case(says="", files={"config.toml": content}))
    with pytest.raises(InvalidArgument) as caught:
        Workspace.open(root)
    check_error({"code": caught.value.code, "message": caught.value.message}, Case(says=says))
    message = one_line_error(
        Terminal(tmp_path / "home")("run", "polish", "-C", str(root)), "INVALID_ARGUMENT", 2
    )
    check_error({"code": "INVALID_ARGUMENT", "message": message}, Case(says=says))


def test_configuration_behind_a_link_is_not_read(make_project, tmp_path):
    """The link leads out of the project: the folder does not open, and nothing of the file is told."""
    root = make_project(Case(says=""))
    (root / ".underdraft/config.toml").unlink()
    (tmp_path / "secret.toml").write_text(f"key = '{CANARY}'", "utf-8")
    (root / ".underdraft/config.toml").symlink_to(tmp_path / "secret.toml")
    with pytest.raises(InvalidArgument, match="leads out of the project") as caught:
        Workspace.open(root)
    check_error({"code": caught.value.code, "message": caught.value.message}, Case(says="config.toml"))


# --- what is no error, or one that costs only itself -------------------------------------------


@pytest.mark.parametrize("kind", ["bytes", "link"])
@pytest.mark.parametrize("name", ["style-guide.md", "characters/a.md", "outline.md"])
def test_knowledge_that_cannot_be_read_is_a_warning(name, kind, make_project, tmp_path):
    """A file that is not UTF-8 or lies outside costs itself alone; the run goes on and says so."""
    ask = "context_rules: {style_guide: true, characters: true, world: true, outline: true, project_settings: true}"
    bad = {"files": {name: NOT_UTF8}} if kind == "bytes" else {"links": {name: "outside.md"}}
    files = {
        "skills/mine/SKILL.md": skill(ask),
        "characters/good.md": "# 阿岚\n\n守灯的好人。",
        **bad.get("files", {}),
    }
    case = Case(says="", files=files, links=bad.get("links", {}))
    with Workspace.open(make_project(case), store=tmp_path / "u.db", embedder="none") as workspace:
        answer = workspace.invoke_sync("ai:skill:run", {"skillId": "mine", "document": "阿岚来了。"})
        assert answer["ok"], answer
        warnings = answer["data"]["warnings"]
        assert [w for w in warnings if w.startswith("FILE_REFUSED: ") and name in w], warnings
        assert not ABSOLUTE.search("".join(warnings))
        replayed = workspace.invoke_sync("ai:run:replay", {"runId": answer["data"]["runId"]})["data"]
    assert "好人" in replayed["messages"][0]["content"]
    assert "skill_heading" not in replayed["messages"][0]["content"]


BROKEN_PLUGINS = {
    "raises": "raise RuntimeError('/etc/passwd CANARY-7f3a')",
    "exits": "raise SystemExit(3)",
    "misspelt-hook": "from underdraft import hookimpl\n@hookimpl\ndef underdraft_fetcher():\n    return []",
    "fails-when-asked": "from underdraft import hookimpl\n@hookimpl\ndef underdraft_fetchers():\n    raise SystemExit",
}


@pytest.mark.parametrize("code", [pytest.param(code, id=name) for name, code in BROKEN_PLUGINS.items()])
def test_a_broken_plugin_costs_itself_alone(code, make_project, tmp_path, monkeypatch):
    """A plugin that fails at import or registers rubbish: a warning with its name, the same bytes as without it."""
    root = make_project(Case(says="", files={"rules/a.md": "只写雾。"}))
    store = tmp_path / "u.db"
    asked = {"skillId": "polish", "document": "甲。"}
    with Workspace.open(root, store=store, embedder="none") as workspace:
        before = workspace.invoke_sync("ai:skill:run", asked)["data"]
    monkeypatch.syspath_prepend(str(install(tmp_path / "site", "stranger_with_faults", code)))
    with Workspace.open(root, store=store, embedder="none") as workspace:
        after = workspace.invoke_sync("ai:skill:run", asked)["data"]
        (seen,) = [p for p in workspace.plugins.loaded if p.name == "stranger_with_faults"]
    assert seen.error
    (warning,) = [w for w in after["warnings"] if w not in before["warnings"]]
    assert warning.startswith("PLUGIN_FAILED: stranger_with_faults (stranger_with_faults 1.2): ")
    assert CANARY not in warning
    assert not ABSOLUTE.search(warning)
    assert after["promptHash"] == before["promptHash"]
    shown = Terminal(tmp_path / "home").json("plugins", "-C", str(root))["plugins"]
    assert next(p["error"] for p in shown if p["name"] == "stranger_with_faults") == seen.error


# --- large documents ---------------------------------------------------------------------------


LARGE = {
    "prose": "他把灯放低了一点。雾从江面上漫过来，船笛响了两声。\n\n",
    "one-line": "雾",
    "letters": "a",
    "blanks": " ",
    "backticks": "`",
    "emoji": FAMILY,
    "newlines": "\n",
}


def large(piece: str) -> str:
    """A document of at least 5 MB."""
    return piece * (5_000_000 // len(piece.encode()) + 1)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("piece", [pytest.param(piece, id=name) for name, piece in LARGE.items()])
def test_a_large_document_with_a_cursor_works(piece, underdraft_workspace):
    """5 MB of anything: the prompt holds what the rules ask for, and it takes seconds at most."""
    document = large(piece)
    place = len(document) // len(piece) // 2 * len(piece)
    asked = {"skillId": "continue", "document": document, "selection": {"start": place, "end": place}}
    with underdraft_workspace(embedder="none") as workspace:
        workspace.preview_sync("continue", document="暖机。")
        begin = time.process_time()
        answer = workspace.invoke_sync("ai:skill:run", asked)
        seconds = time.process_time() - begin
    assert answer["ok"], answer["error"]
    assert seconds < 20
    assert answer["data"]["usage"]["promptTokens"] < 20_000


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece", [pytest.param(piece, id=name) for name, piece in LARGE.items() if piece.strip()]
)
def test_a_large_selection_does_not_fit_and_says_so(piece, make_project, tmp_path):
    """What the writer selected is never cut: ``CONTEXT_OVERFLOW`` with the figures, and no run."""
    document = large(piece)
    root = make_project(Case(says=""))
    asked = {"skillId": "polish", "document": document, "selection": {"start": 0, "end": len(document)}}
    with Workspace.open(root, store=tmp_path / "u.db", embedder="none") as workspace:
        begin = time.process_time()
        error = workspace.invoke_sync("ai:skill:run", asked)["error"]
        assert time.process_time() - begin < 90
        assert workspace.invoke_sync("ai:run:list", {})["data"]["items"] == []
    check_error(error, Case(code="CONTEXT_OVERFLOW", says="tokens"))
    assert error["details"]["tokens"] > error["details"]["limit"]

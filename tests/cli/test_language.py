from __future__ import annotations

import re

import pytest

from underdraft.cli import language
from underdraft.cli.language import VARIABLE
from underdraft.text.wording import by_english

CJK = re.compile(r"[\u4e00-\u9fff]")
ENGLISH = '[project]\nid = "en-1"\n'


@pytest.fixture
def system(monkeypatch):
    """Sets what the system says of its user's language, and nothing else."""

    def says(**variables):
        for name in (VARIABLE, "LC_ALL", "LC_MESSAGES", "LANG"):
            monkeypatch.delenv(name, raising=False)
        for name, value in variables.items():
            monkeypatch.setenv(name, value)

    says()
    return says


@pytest.mark.parametrize(
    ("locale", "variables", "chinese"),
    [
        ("en", {"LANG": "zh_CN.UTF-8"}, False),
        ("zh", {"LANG": "en_US.UTF-8"}, True),
        (None, {"LANG": "zh_CN.UTF-8"}, True),
        (None, {"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, False),
        (None, {}, False),
        ("zh", {VARIABLE: "en"}, False),
        ("en", {VARIABLE: "zh"}, True),
    ],
)
def test_whose_language(terminal, tmp_path, system, locale, variables, chinese):
    """The project's locale decides, then the system's; a variable of its own wins over both."""
    if locale:
        (tmp_path / ".underdraft").mkdir()
        (tmp_path / ".underdraft" / "config.toml").write_text(f'locale = "{locale}"\n{ENGLISH}', "utf-8")
    system(**variables)
    for command in (("runs",), ("--help",), ("memory", "edit", "--help")):
        done = terminal("-C", str(tmp_path), *command)
        assert bool(CJK.search(done.output)) is chinese, done.output


def test_english_after_chinese(terminal, tmp_path, system):
    """In one process each call has its own language, also in the help."""
    for spoken in ("zh", "en", "zh"):
        system(**{VARIABLE: spoken})
        for command in (("--help",), ("memory", "--help"), ("runs", "--help")):
            assert bool(CJK.search(terminal(*command).stdout)) is (spoken == "zh")


def test_placeholders_are_the_same():
    """A Chinese sentence or joint puts in the values that the English one does."""
    fields = re.compile(r"\{(\w*)\}")
    for english, chinese in by_english("zh").items():
        assert sorted(fields.findall(english)) == sorted(fields.findall(chinese)), english


@pytest.mark.long
def test_what_a_newcomer_makes(terminal, tmp_path, monkeypatch, system):
    """Init and demo speak the newcomer's language: config, starter files, sample, skill and stand-in."""
    monkeypatch.chdir(tmp_path)
    for variables, chinese in (({"LANG": "en_GB.UTF-8"}, False), ({"LANG": "zh_CN.UTF-8"}, True)):
        system(**variables)
        name = "zh" if chinese else "en"
        assert terminal("init", name).exit_code == 0
        made = tmp_path / name / ".underdraft"
        assert f'locale = "{name}"' in (made / "config.toml").read_text("utf-8")
        assert bool(CJK.search((made / "rules" / "10-basics.md").read_text("utf-8"))) is chinese
        shown = terminal("demo")
        assert shown.exit_code == 0, shown.output
        assert bool(CJK.search(shown.stdout)) is chinese, shown.stdout


@pytest.fixture
def chinese_user(monkeypatch):
    """The user's language."""
    monkeypatch.setattr(language, "spoken", lambda: "zh")


@pytest.mark.usefixtures("chinese_user")
@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("scope: expected global or project", "scope：应为：global 或 project"),
        (
            "FILE_REFUSED: .underdraft/world/a b.md: line 3: aliases: expected key: value lines",
            "FILE_REFUSED：.underdraft/world/a b.md：第 3 行：aliases：应为“键: 值”的行",
        ),
        (
            "RUN_NOT_RECORDED: the store could not be written: the disk is full; it is lost",
            "RUN_NOT_RECORDED：存储不能写入：磁盘已满；它丢失了",
        ),
        (
            "No such option '--nope' (see underdraft runs --help)",
            "没有选项 '--nope'（见 underdraft runs --help）",
        ),
        (
            "the model's provider needs a key: set the environment variable A_KEY",
            "模型的服务商需要密钥：请设置环境变量 A_KEY",
        ),
        ("somebody else's words", "somebody else's words"),
    ],
)
def test_a_message_is_put_together_from_its_clauses(english, chinese):
    """Codes, fields, paths and values stay; what is not ours stays as it is."""
    assert language.translated(english) == chinese

"""Every command in both languages on small screens: no line is too wide."""

from __future__ import annotations

import re

import click
import pytest
from click.testing import CliRunner

from cli.console import CHAPTER
from underdraft.cli import cli, output
from underdraft.cli.commands import COMMANDS
from underdraft.cli.table import cell_len

SCREENS = [("zh", 60), ("zh", 80), ("en", 60), ("en", 80)]
TEXTS = "\x01"
"""Begins the lines of somebody's text, which stay as they are."""

AT = ["--document", CHAPTER, "--select-lines", "5-7"]
SCRIPT = f"""
runs; runs --all; runs last; runs zz; runs zzzzz; runs --limit 0; runs --cursor x; replay last; blame; blame last zzzz
why last; why last~9; preview polish @; preview polish @ --layers; preview nope; preview polish -d nope.md
preview polish --select 1; run polish @
run polish --session nope @; run; run polish --nope; preveiw
run chat -i x --model nobody/nothing; run chat -i x --model openai/gpt-4.1; layers extra; feedback last partial
feedback last nope; feedback last reject --evidence x; feedback last accept --undo; feedback last accept --candidate 7
memory learned; memory learned --evidence --all; memory confirm zzz; memory
call memory:injection:preview; call memory:injection:preview queryText=钟; call memory:list limit=x; call zzz
call memory:episode:query queryText=旧钟; call knowledge:query entity=沈砚; call knowledge:query entity=zz; call x
memory edit {{memory}}; memory edit {{memory}} 新 --expect 9; memory show {{memory}}; memory show zz
memory edit {{memory}} --type X; memory settings; memory settings x; memory settings foo=1; memory settings context_limit=0
memory purge; memory purge {{memory}}; memory delete zzz; undo {{memory}}
memory list --limit 0; memory list --limit x; memory list --cursor x; memory delete {{memory}}; memory list --deleted
memory purge {{memory}} --yes; memory; memory list --facts; memory list --facts --type x; memory show {{fact}}
memory edit {{fact}} {"长" * 600}; memory delete {{fact}}; memory list --facts --deleted; undo zz
memory tidy; memory tidy zz; memory search 猫; memory search zzzz; memory search 猫 --from x
memory show session:{{session}}; memory show run:zz; profile; profile edit --file -; facts; replay last --diff last
sessions; call conversation:list sessionId={{session}}
check; check --chapter x; status; status zz; status --nope
knowledge; knowledge list; knowledge propose {CHAPTER}; knowledge confirm zz; knowledge confirm; knowledge nope
skills; skills polish; skills nope; layers; plugins; trust; trust --forget; demo
init; init n2 --locale xx; init n3; demo --keep .; serve --port x; mcp; -C /nope runs; --nope
"""


def calls(**ids):
    """The commands of the script, each as its arguments."""
    for line in re.split(r"[;\n]", SCRIPT):
        if line.strip():
            yield [part for word in line.format(**ids).split() for part in (AT if word == "@" else [word])]


@pytest.fixture
def faults(terminal, monkeypatch):
    """Calls the program on a screen, and gives the lines that are too wide."""
    text = output.text
    marked = lambda body="", **how: text("\n".join(f"{TEXTS}{line}" for line in body.split("\n")), **how)

    def look(language, width, *args):
        env = {"UNDERDRAFT_HOME": str(terminal.home), "UNDERDRAFT_LANGUAGE": language, "COLUMNS": str(width)}
        with monkeypatch.context() as patch:
            patch.setattr(output, "text", marked)
            done = CliRunner(env=env).invoke(cli, args, prog_name="underdraft", terminal_width=width - 2)
        assert done.exit_code in {0, 1, 2, 130}, (args, done.output)
        assert "INTERNAL" not in done.output, (args, done.output)
        shown = [line for line in done.output.split("\n") if TEXTS not in line]
        folded = (line for line in shown if not line.lstrip().startswith("underdraft "))  # to be copied
        return [(args, line) for line in folded if cell_len(line) > width]

    return look


@pytest.mark.parametrize(("language", "width"), SCREENS)
def test_all_help_fits(faults, language, width):
    """The help of every group and command."""
    helps = [(), *((entry.name,) for entry in COMMANDS)]
    for entry in COMMANDS:
        command = cli.get_command(click.Context(cli), entry.name)
        helps += [(entry.name, name) for name in getattr(command, "commands", ())]
    assert [fault for path in helps for fault in faults(language, width, *path, "--help")] == []


@pytest.mark.long
@pytest.mark.parametrize(("language", "width"), SCREENS)
def test_all_that_commands_print_fits(faults, terminal, novel, monkeypatch, language, width):
    """Lists, receipts, empty answers, refusals and errors of every command, on a project with a broken card."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.setenv("COLUMNS", str(width))
    (novel / ".underdraft/characters/bad.md").write_text("---\nname: x\naliases: {a: b}\n---\nx\n", "utf-8")
    before = [*calls(memory="zz", fact="zz", session="zz")]
    found = [
        fault
        for call in before
        if call[0] not in {"run", "demo", "init"}
        for fault in faults(language, width, *call)
    ]
    for _ in range(4):
        terminal("run", "polish", *AT)
        terminal("feedback", "last", "accept", "--evidence", "偏好短句")
    terminal("chat", stdin="记住：主角的猫叫阿福。\n我喜欢白描。\n\n")
    ids = {
        "session": terminal.json("call", "session:list")["items"][0]["sessionId"],
        "memory": terminal.json(
            "memory", "add", "旧钟只在涨潮时敲，谁也不许提它的裂缝，全书里只说一次。" * 2
        )["id"],
        "fact": terminal.json("call", "atomic:create", "content=守钟人左手缺一根小指。")["id"],
    }
    found += [fault for call in calls(**ids) for fault in faults(language, width, *call)]
    assert found == []

"""Writes ``docs/commands.md`` and its Chinese twin from the parser: ``python docs/write_commands_page.py``.

A help text that has no Chinese words (``python docs/missing_words.py zh``) is English there, too.
"""

from __future__ import annotations

import re
from inspect import cleandoc
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from underdraft.cli import cli, language
from underdraft.cli.commands import COMMANDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PAGES = {
    language: Path(__file__).with_name(f"commands{end}.md")
    for language, end in (("en", ""), ("zh", ".zh-CN"))
}

COMPLETION = """\
```bash
eval "$(_UNDERDRAFT_COMPLETE=bash_source underdraft)"   # ~/.bashrc
```

```zsh
eval "$(_UNDERDRAFT_COMPLETE=zsh_source underdraft)"    # ~/.zshrc
```

```fish
_UNDERDRAFT_COMPLETE=fish_source underdraft | source    # ~/.config/fish/completions/underdraft.fish
```
"""
"""Lines of three shells."""

ENGLISH = """\
# Commands

<!-- Written by docs/write_commands_page.py from the parser. Change the commands. -->

Every command has `--help`, prints words for people, and with `--json` JSON for programs. Errors are one line on stderr (with `--json` an
envelope on stdout) that begins with a stable code. The exit status is 0, 2 for a mistake of yours, 1 for another failure, 130
after Ctrl-C.

What no command does, a [channel](channels.md) does: `underdraft call` lists them, `underdraft call CHANNEL --help` shows the keys
of one.

## Completion

The shell completes commands and options. Switch it on once, in the file that your shell reads at its start:

"""

CHINESE = """\
# 命令

<!-- Written by docs/write_commands_page.py from the parser. Change the commands, and locales/zh/commands.toml. -->

每条命令都有 `--help`，给人看的是文字，加 `--json` 是给程序的 JSON。错误是 stderr 上的一行（加 `--json` 时是 stdout 上的信封），以固定的代码开头，见
[错误与警告](errors.zh-CN.md)。退出状态：0 是成功，2 是你的输入有误，1 是其他失败，130 是按了 Ctrl-C。还没有译文的说明是英文。

没有命令的事由[通道](channels.md)（英文）来做：`underdraft call` 列出通道，`underdraft call CHANNEL --help` 显示一个通道的键。

## 补全

终端可以补全命令和选项。在终端启动时读的文件里打开一次：

"""

WORDS = {
    "en": (ENGLISH, "Options of every command", ("option", "meaning")),
    "zh": (CHINESE, "所有命令都有的选项", ("选项", "意思")),
}
"""What a language's page says besides the parser: the beginning, a heading, the head of a table."""


def page(spoken: str = "en") -> str:
    """The whole page in a language."""
    introduction, heading, heads = WORDS[spoken]
    language._language.set(spoken)
    language.translate_help(cli)
    context = click.Context(cli, info_name="underdraft")
    shared = shared_options(context)
    parts = [introduction + COMPLETION, f"## {heading}\n", table(shared, heads)]
    for section, entries in groupby(COMMANDS, key=lambda entry: entry.section):
        parts.append(f"## {language.translated(section)}\n")
        for entry in entries:
            command = cli.get_command(context, entry.name)
            if command is not None:
                names = {option for option, _ in shared}
                parts += command_parts(command, f"underdraft {entry.name}", names, heads)
    language._language.set("en")
    language.translate_help(cli)
    return "\n".join(parts)


def shared_options(context: click.Context) -> list[tuple[str, str]]:
    """The options of the program, which each command takes, too."""
    return [row for row in rows(cli, context) if row[0] != "`--version`"]


def command_parts(
    command: click.Command, words: str, shared: set[str], heads: tuple[str, str]
) -> Iterator[str]:
    """What is said of a command, and of each command of a group."""
    context = click.Context(command, info_name=words)
    usage = " ".join(command.collect_usage_pieces(context))
    yield f"### `{words}`\n"
    yield f"```text\n{words} {usage}\n```\n"
    yield f"{prose(command.help or '')}\n"
    own = [row for row in rows(command, context) if row[0] not in shared]
    if own:
        yield table(own, heads)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            yield from command_parts(command.commands[name], f"{words} {name}", shared, heads)


def rows(command: click.Command, context: click.Context) -> list[tuple[str, str]]:
    """Each option as it is typed, and what it does."""
    options = [p for p in command.params if isinstance(p, click.Option)]
    found = [p.get_help_record(context) for p in options]
    return [(f"`{typed}`", about) for typed, about in filter(None, found)]


def table(found: Sequence[tuple[str, str]], heads: tuple[str, str]) -> str:
    """A Markdown table of options."""
    lines = [f"| {heads[0]} | {heads[1]} |", "| --- | --- |"]
    lines += [
        f"| {typed.replace('|', chr(92) + '|')} | {about.replace('|', chr(92) + '|')} |"
        for typed, about in found
    ]
    return "\n".join(lines) + "\n"


def prose(text: str) -> str:
    """A help text in Markdown: what click keeps line by line becomes a block."""
    return "\n\n".join(
        f"```text\n{block.removeprefix(chr(8)).strip(chr(10))}\n```"
        if block.startswith("\b")
        else re.sub(r"\s*\n", "\n", block)
        for block in cleandoc(text).split("\n\n")
    )


if __name__ == "__main__":
    for name, path in PAGES.items():
        path.write_text(page(name), encoding="utf-8")

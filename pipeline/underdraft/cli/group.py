"""The group of all commands: lazy, and the one place where errors become lines and exit statuses."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from importlib import import_module
from itertools import groupby
from typing import Any

import click

from underdraft import __version__
from underdraft.cli import exit_status
from underdraft.cli.commands import COMMANDS, CommandEntry
from underdraft.cli.context import shared_options, show_help
from underdraft.cli.language import speak_for, translate_help, translated

PROGRAM = "underdraft"
GARBAGE_THRESHOLD = 250_000
"""Objects made before Python looks for garbage, more than a run's imports make; 700 by itself."""


class LazyGroup(click.Group):
    """A group that imports a command's module when the command is called, not before."""

    def __init__(self, *args: Any, entries: Sequence[CommandEntry] = COMMANDS, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entries = {entry.name: entry for entry in entries}
        self.commands = {name: click.Command(name) for name in self.entries}  # what a misspelt one may mean

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The names, in the table's order."""
        return list(self.entries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import the command."""
        entry = self.entries.get(cmd_name)
        if entry is None:
            return None
        module, _, attribute = entry.target.partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        translate_help(command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """The commands by section, from the table alone."""
        for section, entries in groupby(self.entries.values(), key=lambda entry: entry.section):
            with formatter.section(translated(section)):
                formatter.write_dl([(entry.name, translated(entry.about)) for entry in entries])

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any) -> Any:  # type: ignore[override]
        """Run, and leave with the right status whatever happens."""
        given = list(sys.argv[1:] if args is None else args)
        _prefer_utf8()
        speak_for(given)
        exit_status.speak_as(self)
        translate_help(self)
        try:
            extra["standalone_mode"] = False
            with exit_status.log_shown():
                outcome = super().main(given, prog_name or PROGRAM, **extra)
            status = outcome if isinstance(outcome, int) else 0
        except Exception as fault:  # noqa: BLE001 - the outermost boundary
            status = exit_status.report(fault, as_json=_wants_json(given))
        sys.exit(status)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a reader that went away is noticed here, before click looks at it."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError as fault:
            raise click.exceptions.Exit(exit_status.report(fault, as_json=False)) from None
        return result


def _wants_json(args: Sequence[str]) -> bool:
    """Also where the arguments could not be parsed."""
    before_end = args[: args.index("--")] if "--" in args else args
    return "--json" in before_end


def _prefer_utf8() -> None:
    """Prompts are UTF-8; a terminal that is not shows what it can, a pipe gets the right bytes."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            encoding = {} if stream.isatty() else {"encoding": "utf-8"}
            reconfigure(errors="replace", **encoding)


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Try: underdraft demo",
)
@click.version_option(
    __version__, prog_name=PROGRAM, message="%(prog)s %(version)s", help="Show the version."
)
@shared_options
@click.pass_context
def cli(ctx: click.Context, /, **_: object) -> None:
    """Builds the prompts of AI writing applications: cheap to repeat, visible, and learned from the writer's edits."""
    if ctx.invoked_subcommand is None:
        show_help(ctx)


def main() -> None:
    """The console script."""
    # A short life: looking for garbage as often as a server has to would take a tenth of it.
    gc.set_threshold(GARBAGE_THRESHOLD, 20, 20)
    exit_status.take_termination_for_interrupt()
    try:
        cli()
    finally:
        gc.freeze()  # what is left goes with the process; nobody need look through it again

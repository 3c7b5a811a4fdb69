"""Parts that all commands share: workspace options, calls of channels, output as JSON or words, shortened ids."""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import attrs
import click

from underdraft.cli import output
from underdraft.cli.exit_status import ChannelFault, speak_as
from underdraft.cli.language import locale_outside, translated
from underdraft.errors import Canceled
from underdraft.project.discovery import ProjectPlace, locate
from underdraft.project.trust import Trust

if TYPE_CHECKING:
    from underdraft.workspace import Workspace


_OPTIONS = ("workspace", "store", "as_json")
_NONE = {
    "": "there is no project here; underdraft init makes one",
    "owner": "there is no project here; above is a folder of another owner, which -C FOLDER would name",
    "device": "there is no project here; the folder above is on a different file system; -C FOLDER names one there",
}
"""Messages about a missing project, by the reason that ended the search for one."""
_CLAUSE_END = re.compile(r"[;:.]\s|[。；：\n]")
_HELP = {"help_option_names": ["-h", "--help"]}


@attrs.define
class Call:
    """One call of the program."""

    place: Annotated[ProjectPlace, "The folder that is worked in, and how it was found."] = attrs.field(
        factory=ProjectPlace
    )
    store: Annotated[str | None, "Path or URL of the store, or `None`."] = None
    as_json: Annotated[bool, "Whether stdout gets JSON."] = False
    shows_warnings: Annotated[
        bool, "Whether a run's warnings are shown, with the one about the project's id."
    ] = attrs.field(default=False, init=False)

    @property
    def folder(self) -> str:
        """The folder that is worked in."""
        return self.place.folder

    @contextmanager
    def open(self, *, lasting: bool = True, writer: str | None = None) -> Iterator[Workspace]:
        """The workspace, closed at the end; what was written is indexed before, unless it is not ``lasting``.

        ``writer`` is whose rows of a store on a server are meant.
        """
        from underdraft.cli.embedder_waits import wait_after
        from underdraft.workspace import Workspace  # it brings the whole engine; --help needs none of it

        # Most commands need no model.
        with output.progress():
            opened_here = Workspace.open(
                self.folder,
                store=self.store,
                writer=writer,
                locale=locale_outside(self.folder),
                prepare_model=False,
            )
        with opened_here as workspace:
            self._name(workspace)
            yield workspace
            self._say_warnings(workspace, unused=lasting or not self.as_json)
            if lasting:
                wait_after(workspace)

    def _name(self, workspace: Workspace) -> None:
        """Say on stderr which project this is, or that there is none; not next to JSON.

        Where nobody looks on, it is said only of a project that is not the current or the given folder.
        """
        from underdraft.knowledge.scene.file_cache import manuscript

        plain = self.place.how in {"given", "here"} and not sys.stderr.isatty()
        if self.as_json or plain:
            return
        config, settings = workspace.config, workspace.settings
        if config.project is None:
            output.note(_NONE[self.place.stopped])
            return
        listing = manuscript(workspace.files, config.knowledge.chapters, or_root=config.chapters_in_root)
        output.note(
            "{name}: {chapters}, model {model}, {trust}",
            name=config.project.name,
            chapters=output.chapters(len(listing.files)),
            model=config.model,
            trust=trust_in_words(trusted=settings.trust != Trust(), unused=settings.proposals),
        )

    def ask(self, workspace: Workspace, channel: str, payload: Mapping[str, Any] | None = None) -> Any:
        """The data that a channel answers with; an error is raised as ``ChannelFault``."""
        from underdraft.cli.embedder_waits import wait_before

        with output.progress():
            wait_before(workspace, channel, payload or {})
            answer = workspace.invoke_sync(channel, dict(payload or {}))
        self.shows_warnings = self.shows_warnings or channel.startswith("ai:skill:")
        return opened(answer)

    def _say_warnings(self, workspace: Workspace, *, unused: bool) -> None:
        """Name settings of the folder that are not used, and the folders of an id that this one has no claim to."""
        if unused and not self.shows_warnings:
            for warning in workspace.gate.settings.warnings:
                output.warning(warning)
        claim = workspace.identity.claim
        if claim is not None and claim.folders:
            if not self.shows_warnings and (said := workspace.identity.warning()):
                output.warning(said)
            for folder in claim.folders:
                output.note(f"  {folder}")

    def show(self, data: Any, words: Callable[[Any], object]) -> None:
        """Print the data as JSON, or let ``words`` print it for people."""
        if self.as_json:
            output.print_json(data)
        else:
            words(data)

    def perform(
        self,
        channel: str,
        payload: Mapping[str, Any] | Callable[[Workspace], Mapping[str, Any]],
        words: Callable[[Any], object],
    ) -> None:
        """Open the workspace, ask one channel and show the answer.

        A payload that needs the open workspace is a function of it.
        """
        with self.open() as workspace:
            asked = payload(workspace) if callable(payload) else payload
            data = self.ask(workspace, channel, asked)
        self.show(data, words)


def trust_in_words(*, trusted: bool, unused: Sequence[object]) -> str:
    """Whether the folder is trusted, or need not be."""
    return translated("not trusted" if unused else "trusted" if trusted else "nothing to trust")


def opened(envelope: Mapping[str, Any]) -> Any:
    """The data inside an envelope; an error in it is raised as ``ChannelFault``."""
    if not envelope["ok"]:
        raise ChannelFault(envelope["error"])
    return envelope["data"]


def shared_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``-C``, ``--store`` and ``--json``; they are taken before and after the command's name."""
    for option in (
        click.option("--json", "as_json", is_flag=True, help="Print JSON for programs."),
        click.option("--store", metavar="PATH", help="Use this store instead of the writer's own."),
        click.option(
            "-C",
            "--workspace",
            metavar="FOLDER",
            help="The project's folder (default: here, or the nearest above).",
        ),
    ):
        function = option(function)
    return function


class Command(click.Command):
    """A command that a list shows with the help's first clause."""

    def get_short_help_str(self, limit: int = 0) -> str:  # noqa: ARG002 - the list wraps what is too long
        """The first clause, without a full stop."""
        return _CLAUSE_END.split(f"{self.help}\n", maxsplit=1)[0]


class Group(Command, click.Group):
    """A group of such commands, in the order in which they were written."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The names."""
        return list(self.commands)


def group(default: str | None = None) -> Callable[[Callable[[], None]], click.Group]:
    """A click group with the shared options; called without a command it runs ``default``, or shows its help."""

    def decorate(function: Callable[[], None]) -> click.Group:
        @functools.wraps(function)
        @click.pass_context
        def run(context: click.Context, /, **_: object) -> None:
            if context.invoked_subcommand is not None:
                return
            if default is None:
                show_help(context)
            else:
                context.invoke(made.commands[default])

        made: click.Group = click.group(cls=Group, context_settings=_HELP, invoke_without_command=True)(
            shared_options(run)
        )
        return made

    return decorate


def show_help(context: click.Context) -> None:
    """A group's help; as JSON its commands, each with what it does."""
    group = context.command
    if _shared(context, "as_json") and isinstance(group, click.Group):
        commands = {name: group.get_command(context, name) for name in group.list_commands(context)}
        about = {name: made.get_short_help_str(1_000) for name, made in commands.items() if made}
        output.print_json({"commands": about})
    else:
        output.show(context.get_help())


def _shared(context: click.Context | None, name: str) -> Any:
    """A shared option, wherever it was given: with the command, its group or the program."""
    if context is None:
        return None
    return context.params.get(name) or _shared(context.parent, name)


def call_of(context: click.Context) -> Call:
    """The call that a command line makes."""
    workspace, store, as_json = (_shared(context, name) for name in _OPTIONS)
    place = locate(workspace, context.params.get("document"))
    return Call(place, store, bool(as_json))


def command(
    parent: click.Group | None = None, **settings: Any
) -> Callable[[Callable[..., None]], click.Command]:
    """A click command of a group, with the shared options; its function takes a :class:`Call` first."""

    def decorate(function: Callable[..., None]) -> click.Command:
        @functools.wraps(function)
        def run(**options: Any) -> None:
            context = click.get_current_context()
            speak_as(context.command)
            for name in _OPTIONS:
                options.pop(name, None)
            return function(call_of(context), **options)

        made: click.Command = click.command(**{"cls": Command, **settings})(shared_options(run))
        if parent is not None:
            parent.add_command(made)
        return made

    return decorate


@contextmanager
def resumable() -> Iterator[None]:
    """For work that is done in parts: an interruption is answered with: nothing is lost."""
    try:
        yield
    except KeyboardInterrupt:
        raise Canceled("stopped; what was done stays, and the same command does the rest") from None


def agree_to_loss(*, sure: bool) -> None:
    """Ask before what cannot be undone, unless the writer is sure."""
    if not sure:
        output.agree("This cannot be undone. Go on?")

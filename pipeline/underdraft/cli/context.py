"""What every command shares: the workspace options, calling a channel, JSON or words."""

from __future__ import annotations

import functools
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import attrs
import click

from underdraft.cli.exit_status import ChannelFault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from underdraft.workspace import Workspace


_NAMES = ("workspace", "store", "as_json")


@attrs.define
class Session:
    """One call of the program.

    Attributes:
        folder: The workspace's folder, as it was given.
        store: Path or URL of the store, or ``None``.
        as_json: Whether stdout gets JSON.
    """

    folder: str = "."
    store: str | None = None
    as_json: bool = False

    @contextmanager
    def open(self) -> Iterator[Workspace]:
        """The workspace, closed at the end.

        Raises:
            NotFound, InvalidArgument: See :meth:`underdraft.Workspace.open`.
        """
        from underdraft import Workspace

        with Workspace.open(self.folder, store=self.store) as workspace:
            yield workspace

    def ask(self, workspace: Workspace, channel: str, payload: Mapping[str, Any] | None = None) -> Any:
        """The data that a channel answers with.

        Raises:
            ChannelFault: It answered with an error.
        """
        return opened(workspace.invoke_sync(channel, dict(payload or {})))

    def show(self, data: Any, words: Callable[[Any], None]) -> None:
        """Print the data as JSON, or let ``words`` print it for people."""
        if self.as_json:
            import json

            click.echo(json.dumps(data, ensure_ascii=False, indent=2))
        else:
            words(data)


def opened(envelope: Mapping[str, Any]) -> Any:
    """The data inside an envelope.

    Raises:
        ChannelFault: It holds an error.
    """
    if not envelope["ok"]:
        raise ChannelFault(envelope["error"])
    return envelope["data"]


def shared_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``-C``, ``--store`` and ``--json``; they are taken before and after the command's name."""
    for option in (
        click.option("--json", "as_json", is_flag=True, help="Print JSON for programs."),
        click.option("--store", metavar="PATH", help="Use this store instead of the writer's own."),
        click.option("-C", "--workspace", metavar="FOLDER", help="The project's folder (default: here)."),
    ):
        function = option(function)
    return function


def command(**settings: Any) -> Callable[[Callable[..., None]], click.Command]:
    """A click command with the shared options, whose function takes a :class:`Session` first."""

    def decorate(function: Callable[..., None]) -> click.Command:
        @functools.wraps(function)
        def call(**options: Any) -> None:
            root = click.get_current_context().find_root().params
            workspace, store, as_json = (options.pop(name) or root.get(name) for name in _NAMES)
            return function(Session(workspace or ".", store, bool(as_json)), **options)

        decorated: click.Command = click.command(**settings)(shared_options(call))
        return decorated

    return decorate

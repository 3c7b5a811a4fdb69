"""The command line.

:mod:`underdraft.cli.commands` lists the commands; each is imported when it is called for, so that
``underdraft --help`` stays quick.
"""

from underdraft.cli.group import cli, main

__all__ = ["cli", "main"]

"""The command line: a thin layer over the channels.

:mod:`underdraft.cli.commands` lists the commands; each is imported when it is called for, so that
``underdraft --help`` stays quick.
"""

from underdraft.cli.group import cli as cli
from underdraft.cli.group import main as main

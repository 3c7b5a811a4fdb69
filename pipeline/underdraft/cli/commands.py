"""The table of commands: one line each, in the order in which ``--help`` shows them."""

from __future__ import annotations

from keyword import iskeyword
from typing import Annotated

from underdraft.types.values import frozen


@frozen
class CommandEntry:
    """One command."""

    name: Annotated[str, "What is typed."]
    target: Annotated[str, "`module:attribute` of the click command; imported when the command is called."]
    about: Annotated[str, "One line for `--help`."]
    section: Annotated[str, "The heading under which `--help` shows it."]


_TABLE = {
    "Start": {
        "demo": ("demo", "Show on a sample novel what Underdraft does; needs nothing"),
        "init": ("project_commands", "Make a folder a project"),
        "import": ("import_command", "Bring in characters, notes, a manuscript or memories"),
        "status": ("status_command", "Show what a run would read here, and what is wrong"),
        "trust": ("project_commands", "Let a project say where things are sent"),
    },
    "Write": {
        "preview": ("run_commands", "Show the prompt as it would be sent"),
        "run": ("run_commands", "Run a skill"),
        "chat": ("session_commands", "Talk a work through"),
        "feedback": ("feedback_commands", "Say what became of a result"),
        "undo": ("undo_command", "Take back the last change"),
    },
    "Look back": {
        "runs": ("runs_commands", "List past runs, or show one"),
        "replay": ("runs_commands", "Prove a past prompt byte for byte"),
        "blame": ("cache_commands", "Explain why two prompts differ"),
        "cache": ("cache_commands", "Show what the provider's cache did"),
        "lock": ("lock_command", "Write down the prompts' hashes, and check them"),
    },
    "Remember": {
        "memory": ("memory_commands", "See, change and forget what is remembered and learned"),
        "profile": ("profile_commands", "Edit who you are as a writer"),
        "backup": ("store_commands", "Write everything that is remembered into a file"),
        "restore": ("store_commands", "Bring everything back from a file"),
    },
    "Know the story": {
        "check": ("knowledge_commands", "Find contradictions, without a model or with one"),
        "story": ("knowledge_commands", "Show the story ledger: who, what, when, with each quote"),
        "knowledge": ("knowledge_commands", "Propose facts of the story, and settle them"),
    },
    "Extend": {
        "skills": ("list_commands", "List the skills, or show one"),
        "layers": ("list_commands", "Show what the six layers hold"),
        "plugins": ("list_commands", "List the plugins and what they fill"),
    },
    "Connect": {
        "call": ("call_command", "Call a channel, as programs do"),
        "serve": ("serve_command", "Serve all channels over HTTP"),
        "mcp": ("mcp_command", "Let other programs search the memories"),
        "writer": ("writer_commands", "See and remove the writers of a shared store"),
        "token": ("writer_commands", "Give the writers of a shared store tokens"),
    },
}
"""Section -> command -> its module in ``underdraft.cli``, and one line for ``--help``."""

COMMANDS = tuple(
    CommandEntry(
        name, f"underdraft.cli.{module}:{name.replace('-', '_')}{'_' * iskeyword(name)}", about, section
    )
    for section, commands in _TABLE.items()
    for name, (module, about) in commands.items()
)
"""All commands. A new one is a new line in the table and a click command of its name in a module."""

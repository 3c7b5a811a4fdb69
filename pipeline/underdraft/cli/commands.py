"""The table of commands: one line each, in the order in which ``--help`` shows them."""

from __future__ import annotations

import attrs


@attrs.frozen
class CommandEntry:
    """One command.

    Attributes:
        name: What is typed.
        target: ``module:attribute`` of the click command; imported when the command is called.
        about: One line for ``--help``.
        section: The heading under which ``--help`` shows it.
    """

    name: str
    target: str
    about: str
    section: str


_HERE = "underdraft.cli"
START, WRITE, LOOK_BACK, REMEMBER, LOOK_AROUND = "Start", "Write", "Look back", "Remember", "Look around"

STORY = "Know the story"

COMMANDS = (
    CommandEntry("demo", f"{_HERE}.demo:demo", "Show everything on a sample novel; needs nothing", START),
    CommandEntry("init", f"{_HERE}.project_commands:init", "Make a folder a project", START),
    CommandEntry("validate", f"{_HERE}.project_commands:validate", "Check a project's files", START),
    CommandEntry("preview", f"{_HERE}.run_commands:preview", "Show the prompt as it would be sent", WRITE),
    CommandEntry("run", f"{_HERE}.run_commands:run", "Run a skill", WRITE),
    CommandEntry("chat", f"{_HERE}.conversation_commands:chat", "Talk a work through", WRITE),
    CommandEntry("runs", f"{_HERE}.runs_commands:runs", "List past runs, or show one", LOOK_BACK),
    CommandEntry("replay", f"{_HERE}.runs_commands:replay", "Prove a past prompt byte for byte", LOOK_BACK),
    CommandEntry(
        "show", f"{_HERE}.conversation_commands:show", "Bring back what a reference stands for", LOOK_BACK
    ),
    CommandEntry(
        "compacts", f"{_HERE}.learned_commands:compacts", "Past runs in a few words each", LOOK_BACK
    ),
    CommandEntry("feedback", f"{_HERE}.feedback_commands:feedback", "Say what became of a result", REMEMBER),
    CommandEntry(
        "preferences",
        f"{_HERE}.feedback_commands:preferences",
        "See and settle what was learned from feedback",
        REMEMBER,
    ),
    CommandEntry(
        "why", f"{_HERE}.feedback_commands:why", "Show a run's memories and how they fared", REMEMBER
    ),
    CommandEntry("memory", f"{_HERE}.memory_commands:memory", "See, change and forget memories", REMEMBER),
    CommandEntry("facts", f"{_HERE}.learned_commands:facts", "See and change what sessions taught", REMEMBER),
    CommandEntry("profile", f"{_HERE}.learned_commands:profile", "Edit who you are as a writer", REMEMBER),
    CommandEntry(
        "sessions", f"{_HERE}.conversation_commands:sessions", "See what sessions were about", REMEMBER
    ),
    CommandEntry(
        "conversation",
        f"{_HERE}.conversation_commands:conversation",
        "See what was said in a session",
        REMEMBER,
    ),
    CommandEntry("search", f"{_HERE}.learned_commands:search", "Search what is remembered", REMEMBER),
    CommandEntry("mcp", f"{_HERE}.mcp_command:mcp", "Let other programs search the memories", REMEMBER),
    CommandEntry(
        "episodes",
        f"{_HERE}.episode_commands:episodes",
        "See how past runs went, and what they teach",
        REMEMBER,
    ),
    CommandEntry(
        "privacy-check",
        f"{_HERE}.privacy_commands:privacy_check",
        "Show that privacy mode keeps nothing",
        REMEMBER,
    ),
    CommandEntry("check", f"{_HERE}.knowledge_commands:check", "Find contradictions without a model", STORY),
    CommandEntry("graph", f"{_HERE}.knowledge_commands:graph", "Draw the story graph of a chapter", STORY),
    CommandEntry(
        "knowledge",
        f"{_HERE}.knowledge_commands:knowledge",
        "Ask the story graph, and settle proposals",
        STORY,
    ),
    CommandEntry("skills", f"{_HERE}.list_commands:skills", "List the skills, or show one", LOOK_AROUND),
    CommandEntry("layers", f"{_HERE}.list_commands:layers", "Show what the six layers hold", LOOK_AROUND),
    CommandEntry(
        "plugins", f"{_HERE}.list_commands:plugins", "List the plugins and what they fill", LOOK_AROUND
    ),
)
"""All commands. A new one is a new line here and a click command in a module of its own."""

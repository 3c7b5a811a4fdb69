"""Shows what privacy mode promises: a canary goes in through every entry, and nothing holds it afterwards.

The check works in a folder and a store of its own, with the plugins that are installed here; the
writer's store is not touched. Some entries keep what the writer hands in on purpose (a memory, a
profile): they are named, and have to be empty of it after a purge.
"""

from __future__ import annotations

import logging
import secrets
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import attrs

from underdraft.privacy.payloads import PROJECT, Known, in_order, payload_for
from underdraft.privacy.traces import Trace, find_traces
from underdraft.workspace import Workspace

KEPT_ON_PURPOSE = (
    "atomic:create",
    "atomic:update",
    "knowledge:add",
    "memory:create",
    "memory:import",
    "memory:update",
    "profile:update",
    "summary:update",
)
"""Entries by which the writer asks for a text to be kept; privacy mode does not overrule the writer."""

VECTORS_SECONDS = 20.0
"""How long the vectors of what is kept on purpose are waited for, so that the purge has some to remove."""

CONFIG = f'locale = "zh"\nembedder = "local"\n\n[project]\nid = "{PROJECT}"\nname = "privacy check"\n'


@attrs.frozen(kw_only=True)
class Entry:
    """One entry that the canary went through."""

    channel: str
    accepted: Annotated[bool, "Whether the call succeeded; a refused call must not leave anything either."]
    on_purpose: Annotated[bool, "Whether the entry keeps texts because the writer asks for it."]
    traces: Annotated[tuple[Trace, ...], "Where its canary was found afterwards."]

    @property
    def clean(self) -> bool:
        """Whether the promise is kept."""
        return self.on_purpose or not self.traces


@attrs.frozen(kw_only=True)
class PrivacyReport:
    """The findings of the check."""

    entries: Annotated[tuple[Entry, ...], "Every entry, in the order in which it was used."]
    after_purge: Annotated[tuple[Trace, ...], "What was left of any canary after everything was purged."]
    searched: Annotated[tuple[str, ...], "Names of the files that were searched byte by byte."]

    @property
    def ok(self) -> bool:
        """Whether nothing that was found should not be there."""
        return not self.after_purge and all(entry.clean for entry in self.entries)


def check_privacy(
    *, progress: Callable[[int, int], None] | None = None, plugins: Sequence[object] = ()
) -> PrivacyReport:
    """Send a canary of its own through each entry and look for it everywhere.

    ``progress`` gets the entries that are done and all of them; ``plugins`` go next to the installed ones.
    """
    with tempfile.TemporaryDirectory(prefix="underdraft-privacy-") as name:
        folder = Path(name)
        (folder / "novel" / ".underdraft").mkdir(parents=True)
        (folder / "novel" / ".underdraft" / "config.toml").write_text(CONFIG, encoding="utf-8")
        with (
            logged(folder / "underdraft.log"),
            Workspace.open(folder / "novel", store=folder / "store.db", plugins=plugins) as workspace,
        ):
            return sent_through(workspace, folder, progress or (lambda _done, _all: None))


def sent_through(workspace: Workspace, folder: Path, progress: Callable[[int, int], None]) -> PrivacyReport:
    """Use every channel of the workspace, then purge."""
    told(workspace, "memory:settings:update", {"patch": {"privacyModeEnabled": True}})
    known = Known()
    run = {"skillId": "polish", "document": "夜色。", "selection": {"start": 0, "end": 2}}
    known.learn("session:start", told(workspace, "session:start", {"projectId": PROJECT}))
    known.learn("ai:skill:run", told(workspace, "ai:skill:run", run))
    names = in_order(workspace.channels)
    entries: list[Entry] = []
    canaries: list[str] = []
    for done, name in enumerate(names):
        progress(done, len(names))
        canary = f"金丝雀{secrets.token_hex(12)}在井口"
        canaries.append(canary)
        answer = workspace.invoke_sync(name, payload_for(workspace.channels[name], canary, known))
        known.learn(name, answer.get("data"))
        entries.append(
            Entry(
                channel=name,
                accepted=answer["ok"],
                on_purpose=name in KEPT_ON_PURPOSE,
                traces=traces_of(workspace, folder, canary),
            )
        )
    workspace.store.memory.indexer.wait(VECTORS_SECONDS)
    told(workspace, "memory:purge", {"all": True, "confirm": True})
    left = tuple(trace for canary in canaries for trace in traces_of(workspace, folder, canary))
    progress(len(names), len(names))
    searched = sorted(path.name for path in folder.rglob("*") if path.is_file())
    return PrivacyReport(entries=tuple(entries), after_purge=left, searched=tuple(searched))


def told(workspace: Workspace, channel: str, payload: dict[str, Any]) -> Any:
    """Call a channel; an answer that is an error, or no channel, is an empty mapping."""
    answer = workspace.invoke_sync(channel, payload)
    return answer["data"] if answer["ok"] else {}


def traces_of(workspace: Workspace, folder: Path, canary: str) -> tuple[Trace, ...]:
    """Return where the canary is: in the store, or in any file that was written, the log included."""
    others = [p for p in folder.rglob("*") if p.is_file() and not p.name.startswith("store.db")]
    return find_traces(workspace.store.database, canary, more_files=others)


@contextmanager
def logged(path: Path) -> Iterator[None]:
    """Write everything that Underdraft logs, down to the smallest, into a file."""
    log = logging.getLogger("underdraft")
    handler = logging.FileHandler(path, encoding="utf-8")
    level = log.level
    log.addHandler(handler)
    log.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        log.removeHandler(handler)
        log.setLevel(level)
        handler.close()

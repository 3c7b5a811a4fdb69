"""``import``: characters, notes, manuscripts and memories from other programs."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from underdraft.boundary.plugin_calls import guarded, name_of
from underdraft.cli import output
from underdraft.cli.context import Call, command
from underdraft.cli.language import translated
from underdraft.errors import InvalidArgument, NotFound, UnderdraftError
from underdraft.project.files import DiskFiles
from underdraft.project.importing import last_import, place_texts, read_source, record_import, remove_texts
from underdraft.text.clean import sha256
from underdraft.types.imports import ImportPlan, ImportSource

if TYPE_CHECKING:
    from underdraft.workspace import Workspace

SHOWN, SHOWN_CODE_POINTS = 5, 100
HIDDEN = (
    "file managers hide a folder whose name begins with a dot: show it with Ctrl+H (Linux), Cmd+Shift+. (Mac) or "
    "View > Show > Hidden items (Windows), or open a file in your editor by its path"
)


@command(name="import")
@click.argument("path", metavar="PATH")
@click.option("--dry-run", is_flag=True, help="Only show what becomes what.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def import_(call: Call, *, path: str, dry_run: bool, yes: bool) -> None:
    """Bring in PATH: a character card, a lorebook, a folder of notes, a manuscript, a list of memories, CLAUDE.md.

    What becomes what is shown before anything is written, and nothing is overwritten. A plugin may read further formats.
    """
    with call.open() as workspace:
        files = workspace.files
        if workspace.config.project is None or not isinstance(files, DiskFiles):
            raise NotFound("there is no project here; underdraft init makes one")
        source = read_source(Path(path))
        plan = plan_of(workspace, source)
        texts = place_texts(plan, workspace.config.knowledge.chapters)
        new = {name: text for name, text in texts.items() if not files.exists(name)}
        memories = {"import-" + sha256(text)[:32]: text for text in plan.memories}
        there = workspace.store.memory.items.present(memories)
        fresh = [id_ for id_ in memories if id_ not in there]
        left = Counter([*plan.left, *source.unread])
        origins = dict(zip(texts, (one.origin for one in plan.texts), strict=True))
        data: dict[str, Any] = {"new": {name: origins[name] for name in new}}
        data |= {"exist": [name for name in texts if name not in new]}
        data |= {"memories": [memories[id_] for id_ in fresh], "left": left}
        if not call.as_json:
            _show_plan(data, source.name)
        if (written := bool(new or fresh) and not dry_run) and not yes:
            output.agree("Write this?")
        if written:
            record_import(files, new, fresh)
            lines = [json.dumps({"id": id_, "content": memories[id_]}) for id_ in fresh]
            call.ask(workspace, "memory:import", {"lines": lines})
            for name, text in new.items():
                files.write(name, [text.encode()], make_folders=True)
            record_import(files, new, fresh, workspace.clock())
    call.show(data | {"written": written}, lambda _: _show_written(files, new) if written else None)


def plan_of(workspace: Workspace, source: ImportSource) -> ImportPlan:
    """Return what the first importer makes of a source; ``InvalidArgument`` if none reads it, or one fails."""
    try:
        found = guarded(partial(workspace.plugins.manager.hook.underdraft_import, source=source))
    except UnderdraftError:
        raise
    except Exception as error:
        raise InvalidArgument(f"{source.name}: an importer failed ({name_of(error)})") from error
    if not isinstance(found, ImportPlan):
        raise InvalidArgument(f"{source.name}: no importer reads this; docs/import.md lists what is read")
    return found


def import_at(workspace: Workspace) -> str:
    """Return when the last import ended; empty if there is none to take back."""
    with suppress(NotFound):
        return str(last_import(workspace.files)["at"]) if isinstance(workspace.files, DiskFiles) else ""
    return ""


def take_back(call: Call, workspace: Workspace) -> dict[str, Any]:
    """Take the last import back: its files, unless they were changed since, and its memories; ``NotFound`` without one."""
    files, items = workspace.files, workspace.store.memory.items
    if not isinstance(files, DiskFiles):
        raise NotFound("there is no import to take back")
    ids = items.present(last_import(files)["memories"])
    change, _ = items.last_change(workspace.config.project_id) if ids else (None, None)
    if change is not None and {one.id for one in change.records} == ids:
        items.undo(workspace.config.project_id)
    else:
        for id_ in ids:
            call.ask(workspace, "memory:delete", {"id": id_})
    removed, changed = remove_texts(files)
    return {"removed": removed, "changed": changed, "memories": len(ids)}


def _show_plan(data: Mapping[str, Any], source: str) -> None:
    for name, origin in data["new"].items():
        output.say("new  {path}  from {origin}", path=name, origin=translated(origin) or source)
    for name in data["exist"]:
        output.say("{path} exists and stays as it is", path=name)
    memories = data["memories"]
    if memories:
        output.say("memories for all projects: {count}", count=len(memories))
    for text in [*memories[:SHOWN], *(["…"] if len(memories) > SHOWN else [])]:
        output.show(output.fitted(f"  {output.one_line(text, SHOWN_CODE_POINTS)}"))
    for what, count in data["left"].items():
        output.say(
            "not kept: {what}", what=f"{translated(what)} ({count})" if count > 1 else translated(what)
        )


def _show_written(files: DiskFiles, new: Iterable[str]) -> None:
    """Print where the new files are, and how a hidden folder is opened."""
    output.say("imported; underdraft undo takes it back")
    for folder in sorted({os.path.dirname(name) for name in new}):  # noqa: PTH120 - of a path that is relative
        output.say("the files are in {folder}", folder=files.root.resolve() / folder)
    if any(name.startswith(".") for name in new):
        output.say(HIDDEN)


def show_taken_back(data: Mapping[str, Any]) -> None:
    """Print what of an import was taken back, and what stays."""
    output.say(
        "taken back: {files}, {memories}",
        files=output.counted(len(data["removed"]), "1 file", "{count} files"),
        memories=output.counted(data["memories"], "1 memory", "{count} memories"),
    )
    for path in data["changed"]:
        output.say("{path} was changed since and stays", path=path)

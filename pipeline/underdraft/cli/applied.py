"""Replies that ``run --apply`` has put into files: written with a way back, and looked at again for what became of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import attrs

from underdraft.cli import output
from underdraft.cli.exit_status import ChannelFault
from underdraft.cli.manuscript import MAX_BYTES
from underdraft.errors import Conflict, InvalidArgument, NotFound, StoreError
from underdraft.learning.edits.moved_passage import Anchor, Span, find_passage
from underdraft.learning.edits.text_diff import diff_pieces
from underdraft.project.files import DiskFiles, decoded, encoded
from underdraft.types.model_call import CUT_OFF, STAND_IN
from underdraft.types.values import frozen

if TYPE_CHECKING:
    from underdraft.cli.context import Call
    from underdraft.workspace import Workspace

FOLDER = ".underdraft/applied"
"""Where they are kept, among the files that the store has of the project."""
KEPT = 20
"""Newest replies of a project that can be taken back, and whose passages are looked at."""
BETWEEN = "\x1e"
"""Stands between the texts of a record: a purge finds each as it is."""


@frozen
class Applied:
    """A reply in a file, as it was put there or as it was seen last."""

    run_id: str
    path: Annotated[str, "The file, relative to the project."]
    at: Annotated[str, "When it was put there."]
    was: Annotated[str, "The text that it took the place of."]
    put: Annotated[str, "The text that was put there."]
    seen: Annotated[str, "The passage as it was seen last."]
    before: str
    behind: Annotated[str, "What stood on both sides of it."]

    @property
    def anchor(self) -> Anchor:
        """The passage as it is looked for."""
        return Anchor(text=self.seen, before=self.before, behind=self.behind)


@frozen
class AppliedReplies:
    """The replies that stand in the files of one project."""

    call: Call
    workspace: Workspace

    @property
    def files(self) -> DiskFiles:
        """The project's folder."""
        return DiskFiles(Path(self.call.folder))

    def check_place(self, payload: Mapping[str, Any]) -> None:
        """See that a reply can be put into a file of the project, before anybody is asked for one."""
        path, project = payload.get("documentId"), self.workspace.config.project_id
        if not (path and project and "selection" in payload and self.read(path) == payload["document"]):
            raise InvalidArgument(
                "--apply: expected --document with a file of the project, and --select-lines"
            )

    def apply(self, payload: Mapping[str, Any], run: Mapping[str, Any]) -> Applied:
        """Put the reply of a run into the file, in the place of what was selected.

        Raises:
            Conflict: It is no whole reply of a model, or the file has changed meanwhile; the file is as it was.
        """
        if run["model"] == STAND_IN:
            raise Conflict("--apply: no model is connected; the file is as it was")
        if run["finishReason"] in CUT_OFF or not run["text"].strip():
            raise Conflict("--apply: the reply is empty or cut off; the file is as it was")
        path, document = payload["documentId"], payload["document"]
        start, end = payload["selection"]["start"], payload["selection"]["end"]
        text, was = self.read(path), document[start:end]
        if text != document:
            place = None if text is None else find_passage(text, Anchor.at(document, start, end))
            if text is None or place is None or text[slice(*place)] != was:
                raise Conflict(
                    "--apply: the file has changed meanwhile; the reply is in underdraft runs last"
                )
            document, (start, end) = text, place
        put = fitted(run["text"], was, document)
        after = document[:start] + put + document[end:]
        applied = Applied(
            run_id=run["runId"],
            path=path,
            at=self.workspace.store.database.clock(),
            was=was,
            put=put,
            **_seen(after, start, start + len(put)),
        )
        if self.workspace.store.privacy():
            output.note("privacy mode is on: no text is kept, so this cannot be undone")
        else:
            self.keep(applied)
        self.write(path, after)
        for old in list(self.kept())[KEPT:]:
            self.keep(old, gone=True)
        return applied

    def kept(self) -> Iterator[Applied]:
        """Yield what was applied in the project and not taken back, newest first."""
        from underdraft.memory.project_files import files_in

        project_id, store = self.workspace.config.project_id, self.workspace.store
        if project_id is None or not store.database.place.exists():
            return
        with suppress(StoreError):  # a run goes on without it
            texts = (
                (file.text or "").split(BETWEEN) for file in files_in(store.database, project_id, FOLDER)
            )
            found = [Applied(*parts) for parts in texts if len(parts) == len(attrs.fields(Applied))]
            yield from sorted(found, key=lambda one: one.at, reverse=True)

    def keep(self, applied: Applied, *, gone: bool = False) -> None:
        """Remember where a reply stands, or forget it."""
        from underdraft.memory.project_files import put_file

        text = None if gone else BETWEEN.join(attrs.astuple(applied))
        project_id = self.workspace.config.project_id or ""
        put_file(self.workspace.store.database, project_id, f"{FOLDER}/{applied.run_id}.txt", text)

    def find(self, applied: Applied) -> tuple[str, str, Span] | None:
        """The file in which a reply stands by now, its text, and the passage."""
        from underdraft.knowledge.scene.file_cache import manuscript

        config = self.workspace.config
        listing = manuscript(self.workspace.files, config.knowledge.chapters, or_root=config.chapters_in_root)
        for path in dict.fromkeys([applied.path, *(path for path, _ in listing.files)]):
            with suppress(InvalidArgument):
                text = self.read(path)
                found = text and find_passage(text, applied.anchor)
                if text and found:
                    return path, text, found
        return None

    def hear(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Give the writer's own edits of applied replies as feedback: the file and what was learned, one each.

        A passage that stands as it was put there says nothing, and neither does one that is gone without trace.
        """
        for applied in list(self.kept()):
            place = self.find(applied)
            if place is None:
                continue
            path, text, (start, end) = place
            if text[start:end] == applied.seen:
                if path != applied.path:
                    self.keep(attrs.evolve(applied, path=path, **_seen(text, start, end)))
                continue
            final, was = (said.strip().replace("\r\n", "\n") for said in (text[start:end], applied.was))
            judged = {"action": "reject"} if final == was else {"action": "accept", "finalText": final}
            try:
                answer = self.call.ask(
                    self.workspace, "ai:skill:feedback", {"runId": applied.run_id, **judged}
                )
            except ChannelFault as fault:
                if fault.error["code"] == NotFound.code:  # the run was purged
                    self.keep(applied, gone=True)
                continue
            self.keep(attrs.evolve(applied, path=path, **_seen(text, start, end)))
            yield path, answer

    def take_back(self, applied: Applied, *, sure: bool) -> dict[str, Any]:
        """Put the text of before in the place of an applied reply, which counts as refused.

        Raises:
            NotFound: It is not there any more.
            Conflict: The writer has edited it since, and wants to keep that.
        """
        place = self.find(applied)
        if place is None:
            self.keep(applied, gone=True)
            raise NotFound(
                f"{applied.path}: what was applied is not there any more; undo again for the change before it"
            )
        path, text, (start, end) = place
        if text[start:end] != applied.put and not sure:
            raise Conflict(f"{path}: you have edited it since; --yes takes it back with your edits")
        self.write(path, text[:start] + applied.was + text[end:])
        self.keep(applied, gone=True)
        with suppress(ChannelFault):  # the run was purged
            self.call.ask(self.workspace, "ai:skill:feedback", {"runId": applied.run_id, "action": "reject"})
        return {"at": applied.at, "path": path, "before": text[start:end], "after": applied.was}

    def read(self, path: str) -> str | None:
        """The text of a file of the project, with its own line ends; ``None`` where there is none."""
        content = self.files.read_bytes(path, MAX_BYTES)
        return None if content is None else decoded(path, content)

    def write(self, path: str, text: str) -> None:
        """Write a file whole or not at all; one that began with a byte order mark keeps it."""
        self.files.write(path, [encoded(text, self.files.read_bytes(path, MAX_BYTES) or b"")])


def _seen(document: str, start: int, end: int) -> dict[str, str]:
    anchor = Anchor.at(document, start, end)
    return {"seen": anchor.text, "before": anchor.before, "behind": anchor.behind}


def fitted(reply: str, was: str, document: str) -> str:
    """A reply with the white space around it, and the line ends, of what it takes the place of."""
    lead, tail = was[: len(was) - len(was.lstrip())], was[len(was.rstrip()) :]
    text = f"{lead}{reply.strip()}{tail}" if was.strip() else reply.strip("\n")
    return text.replace("\r\n", "\n").replace("\n", "\r\n") if "\r\n" in document else text


def marked(before: str, after: str) -> str:
    """An edit as one text: what went in [- -], what came in {+ +}."""
    marks = {"same": "{}", "gone": "[-{}-]", "new": "{{+{}+}}"}
    return "".join(marks[piece.kind].format(piece.text) for piece in diff_pieces(before, after))


def show_diff(before: str, after: str) -> None:
    """Print a change on stderr."""
    output.show(output.fitted(marked(before, after)), err=True)

"""``demo``: a prompt, what is learned from the edits of its reply, and what that costs, with nothing but this package."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from underdraft.cli import output
from underdraft.cli.context import Call, command
from underdraft.cli.demo_view import show_demo
from underdraft.cli.embedder_waits import wait_after
from underdraft.cli.language import spoken
from underdraft.cli.sample import SKILL, copy_sample, read_edits
from underdraft.cli.starter import trust_own
from underdraft.errors import InvalidArgument
from underdraft.project.discovery import ProjectPlace
from underdraft.project.files import DiskFiles, decoded
from underdraft.types.values import frozen

MODEL = "claude-sonnet-4-5"
"""The model whose tokens, prices and cache are shown; it is not called, the replies are the sample's."""
CHAT = "chat"


@command()
@click.option("--details", is_flag=True, help="Show the receipt, the hashes and the proof, too.")
@click.option("--keep", metavar="DIR", help="Keep the sample in this new folder, to go on with it.")
def demo(call: Call, *, details: bool, keep: str | None) -> None:
    """Show on a sample novel what is sent to a model, what is learned from your edits, and what the next request costs.

    It needs no key and no network. Everything happens in a temporary folder with a store of its own; yours is not touched.
    """
    if call.store is not None:
        raise InvalidArgument("--store: the demo keeps to a store of its own")
    with _folder(keep) as folder:
        with output.progress():
            chapter = copy_sample(folder, spoken())
            if keep is not None:
                trust_own(folder)
            store = str(folder / ".underdraft" / "underdraft.db")
            data = _work(chapter, Call(ProjectPlace(str(folder)), store=store, as_json=True))
        call.show(data, lambda answer: show_demo(answer, keep=keep, details=details))


@contextmanager
def _folder(keep: str | None) -> Iterator[Path]:
    if keep is not None:
        yield Path(keep)
        return
    with tempfile.TemporaryDirectory(prefix="underdraft-demo-", ignore_cleanup_errors=True) as made:
        yield Path(made)


def _work(chapter: str, sample: Call) -> dict[str, Any]:
    """Polish passages and edit the replies, say a wish in a chat, then polish on; what the channels answered."""
    text = decoded(chapter, DiskFiles(Path(sample.folder)).read_bytes(chapter) or b"")
    edits = read_edits(spoken())
    with sample.open(lasting=False) as workspace:
        desk = _Desk(sample, workspace, chapter, text)
        previews, runs, feedback = [], [], []
        for edit in edits["edit"]:
            previews.append(desk.preview(edit["selected"]))
            runs.append(desk.record(previews[-1], edit["reply"]))
            judged = {"runId": runs[-1]["runId"], "action": "accept", "finalText": edit["kept"]}
            feedback.append(desk.ask("ai:skill:feedback", judged))
            wait_after(workspace)  # the figures are the same each time
        heard = desk.chat(edits)
        for selected in edits["later"]:
            previews.append(desk.preview(selected))
            runs.append(desk.record(previews[-1], selected))
        costs = desk.ask("ai:cache:report", {"asModel": MODEL, "language": spoken()})
        ids = {"runId": runs[len(feedback)]["runId"], "beforeId": runs[0]["runId"]}
        blamed = desk.ask("ai:run:blame", {**ids, "language": spoken()})
        replayed = desk.ask("ai:run:replay", {"runId": runs[0]["runId"]})
        project = workspace.config.project
    return {
        "project": project.name if project else "",
        "chapter": chapter,
        "model": MODEL,
        "edits": edits["edit"],
        "said": edits["said"],
        "previews": previews,
        "runs": runs,
        "feedback": feedback,
        "heard": heard,
        "costs": costs,
        "blame": blamed,
        "replay": replayed,
    }


@frozen
class _Desk:
    """The open sample, and the chapter on it."""

    sample: Call
    workspace: Any
    chapter: str
    text: str

    def ask(self, channel: str, payload: Mapping[str, Any]) -> Any:
        return self.sample.ask(self.workspace, channel, payload)

    def preview(self, selected: str) -> Any:
        start = self.text.index(selected)
        selection = {"start": start, "end": start + len(selected)}
        asked = {"document": self.text, "documentId": self.chapter, "selection": selection, "model": MODEL}
        return self.ask("ai:skill:preview", {"skillId": SKILL, "lines": True, **asked})

    def record(self, preview: Mapping[str, Any], reply: str) -> Any:
        return self.ask("ai:skill:record", {"runId": preview["runId"], "texts": [reply]})

    def chat(self, edits: Mapping[str, Any]) -> Any:
        """Say the wish in a session; what was found in it."""
        session = self.ask("session:start", {})["sessionId"]
        asked = {"skillId": CHAT, "sessionId": session, "instruction": edits["said"], "model": MODEL}
        run = self.record(self.ask("ai:skill:preview", asked), edits["answer"])
        self.ask("memory:maintenance:run", {"trigger": "pendingWork"})
        return self.ask("ai:run:get", {"runId": run["runId"]})["heard"]

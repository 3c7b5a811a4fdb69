"""``feedback``: say what became of a result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from underdraft.cli import output
from underdraft.cli.context import Call, command
from underdraft.cli.language import in_words, translated
from underdraft.cli.manuscript import read_manuscript
from underdraft.cli.names import full_run_id

if TYPE_CHECKING:
    from underdraft.workspace import Workspace


IGNORED = {
    "failed": "nothing: the run ended too early",
    "truncated": "nothing: the reply was cut off",
    "stand_in": "nothing: the stand-in wrote this reply",
    "empty": "nothing new from this edit yet",
    "too_short": "nothing: it has fewer than 3 characters",
    "learning_disabled": "nothing: learning is switched off",
    "privacy_mode_reject": "nothing: in privacy mode only a tag such as scene:night is kept",
}
"""Why a feedback taught nothing, in words."""
SHOWN_CODE_POINTS = 60


@command()
@click.argument("run_id")
@click.argument("action", type=click.Choice(["accept", "reject", "partial"]))
@click.option("--evidence", "evidenceRef", metavar="WORDS", help="What it was about: a few words or a tag.")
@click.option("--final", "final", metavar="FILE", help="The text that you kept (- for stdin).")
def feedback(call: Call, *, run_id: str, final: str | None, **asked: Any) -> None:
    """Say what became of RUN_ID's result; preferences are learned from it.

    RUN_ID is an id, its beginning, or "last". What you have made of the texts that run --apply put into your files is read
    off them by the next run.
    """

    def payload(workspace: Workspace) -> dict[str, Any]:
        text = (
            {} if final is None else {"finalText": read_manuscript(final, call.folder, named="--final").text}
        )
        return {"runId": full_run_id(call, workspace, run_id), **asked, **text}

    call.perform("ai:skill:feedback", payload, show_feedback)


def show_feedback(answer: Mapping[str, Any]) -> None:
    """Print the outcome of a feedback."""
    rows = [("feedback", in_words("signal", answer["signal"]))]
    if answer["ignored"]:
        rows.append(("learned", output.sentence(IGNORED[answer["ignoredReason"]])))
    elif answer["score"]:
        rows.append(("score", progress_in_words(answer["score"], answer["threshold"])))
    if "learned" in answer:
        rows.append(("learned", output.one_line(answer["learned"]["content"], SHOWN_CODE_POINTS)))
    for label, shown in (
        ("noticed", [habit_in_words(one) for one in answer.get("noticed", ())]),
        ("the edit shows", [_change(one) for one in answer.get("observations", ())]),
    ):
        rows += zip([label, *[""] * len(shown)], shown, strict=False)
    output.pairs(rows)


def habit_in_words(noticed: Mapping[str, Any]) -> str:
    """A habit, and how far it is from being a preference."""
    far = progress_in_words(noticed["score"], noticed["needed"])
    return translated("{}: {}").format(output.one_line(noticed["text"], SHOWN_CODE_POINTS), far)


def _change(seen: Mapping[str, Any]) -> str:
    return f"…{output.one_line(seen['before'], 40)}… -> …{output.one_line(seen['after'], 40)}…"


def progress_in_words(score: float, needed: int) -> str:
    """A score of the one that is needed."""
    return output.sentence("{score} of {threshold}", score=f"{score:g}", threshold=needed)

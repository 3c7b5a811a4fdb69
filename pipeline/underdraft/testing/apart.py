"""Two users of one application: nothing that one wrote comes out for the other."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager

from underdraft.boundary.json import to_json
from underdraft.testing.payloads import LAST, MAKERS, Known, payload_for
from underdraft.workspace import Workspace

Open = Callable[[], AbstractContextManager[Workspace]]

WORD = "Quillfeather"
"""The word in every request of the second user; the first one's texts hold it."""

WAYS_IN = (*MAKERS, ":update", ":ingest", ":import")
READS = (":list", ":get", ":search", ":query", ":history", ":export", ":preview", ":window")
"""Ends of the names of channels; those that read are asked before others, which may change what they find."""

RUN = {"skillId": "polish", "document": WORD, "selection": {"start": 0, "end": 2}, "instruction": WORD}


def assert_apart(open_a: Open, open_b: Open) -> None:
    """Fail if anything that the first user writes can be seen by the second one.

    A text of its own goes through each channel of ``a`` that makes something (memories, facts, profile, sessions, runs,
    episodes, the story) and into a run that is recorded and accepted. Then ``b`` lists, searches, recalls, exports,
    previews and asks for the ids of ``a`` by every channel, while ``a`` is open and afterwards. No model is called.
    Both stores are written to: use stores of the test.

    ::

        assert_apart(lambda: pool.open("book", writer="anna"), lambda: pool.open("book", writer="ben"))

    Args:
        open_a: Opens a workspace as for the first user.
        open_b: Opens one as for the second.

    Raises:
        AssertionError: Names the ways in and out of each text that came out.
    """
    with open_a() as first:
        written, known = _write(first)
        with open_b() as second:
            found = _look(second, written, known)
    with open_b() as second:
        found |= _look(second, written, known)
    if found:
        raise AssertionError("the second user sees what the first one wrote:\n" + "\n".join(sorted(found)))


def _write(workspace: Workspace) -> tuple[Mapping[str, str], Known]:
    """A text by each way in, and the ids of what was made; a way that refuses writes nothing."""
    written: dict[str, str] = {}
    known = Known(fields={"project_id": workspace.config.project_id, "model": None})

    def canary(way: str) -> str:
        token = f"canary-{secrets.token_hex(8)}"
        written[token] = way
        return f"{WORD} keeps the lamp of {token}."

    preview = workspace.preview_sync("polish", document=canary("a run's document"), instruction=WORD)
    run = workspace.record_sync(preview, canary("a run's reply"))
    known.fields |= {"run_id": run.id, "before_id": run.id}
    workspace.feedback_sync(
        run.id, "accept", evidence_ref=canary("feedback"), final_text=canary("a final text")
    )
    for name, channel in workspace.channels.items():
        if name not in LAST and not name.startswith("ai:") and name.endswith(WAYS_IN):
            answer = workspace.invoke_sync(name, payload_for(channel, canary(name), known))
            known.learn(name, answer.get("data"))
    return written, known


def _look(workspace: Workspace, written: Mapping[str, str], known: Known) -> set[str]:
    """List the texts that come out through reading channels, one line for each way in and out."""
    found: set[str] = set()
    unnamed = Known(fields={"project_id": None, "model": None})
    for name, channel in sorted(workspace.channels.items(), key=lambda each: not each[0].endswith(READS)):
        if name in LAST or name.startswith("ai:skill:") or name.endswith(WAYS_IN):
            continue
        for ids in (known, unnamed):
            said = str(to_json(workspace.invoke_sync(name, payload_for(channel, WORD, ids))))
            found |= {f"{name}: what was written by {way}" for token, way in written.items() if token in said}
    for payload in (RUN, {**RUN, "skillId": "chat", "sessionId": known.fields.get("session_id")}):
        said = str(workspace.invoke_sync("ai:skill:preview", payload))
        found |= {
            f"ai:skill:preview: what was written by {way}" for token, way in written.items() if token in said
        }
    return found

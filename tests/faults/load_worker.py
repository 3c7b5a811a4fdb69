"""What the processes of the load tests do."""

from __future__ import annotations

from underdraft import Workspace

RUN = {"skill_id": "continue", "document": "夜色很深。雨下了一夜。"}


def opened(folder, **more):
    """A workspace over the store that all share."""
    return Workspace.open(folder, store=folder / "home" / "u.db", **more)


def write_runs(folder, count, results):
    """Make runs with feedback; tell their ids and warnings."""
    with opened(folder) as ws:
        said = []
        for _ in range(count):
            run = ws.run_sync(**RUN)
            ws.feedback_sync(run.id, "accept", evidence_ref="句子要短")
            said.append((run.id, run.warnings))
        results.put(said)

"""A process that judges runs at the same moment as others."""

from __future__ import annotations

from underdraft import Workspace


def judge(folder, action, runs, barrier):
    """Open the workspace, wait for the others, judge one run after another."""
    with Workspace.open(folder, store=folder / "store.db") as ws:
        barrier.wait(60)
        for run in runs:
            ws.feedback_sync(run, action, evidence_ref="偏好短句")

"""What every built-in channel answers in one session, key by key, as readable text under ``snapshots/``.

Regenerate with ``python -m pytest -n0 tests/channels/test_answers.py --snapshot-update``.
"""

from __future__ import annotations

import json
import re

import pytest

from channels.session_script import played
from snapshot_files import PromptFile

HASH = re.compile(r'"[0-9a-f]{64}"')


@pytest.fixture
def script(underdraft_workspace):
    """The session."""
    return played(underdraft_workspace)


def steady(envelope):
    """The envelope as text without what differs from machine to machine: times, versions, hashes, sizes."""
    data = envelope.get("data")
    for name in ("timings", "versions"):
        if isinstance(data, dict) and name in data:
            data[name] = dict.fromkeys(data[name], 0)
    if isinstance(data, dict) and "bytes" in data:
        data["bytes"] = 0
    return HASH.sub('"<hash>"', json.dumps(envelope, ensure_ascii=False, indent=1))


def test_answers(script, snapshot):
    """Keys, their order, and what is left out where there is nothing stay as they are."""
    assert {channel for channel, _, _ in script.kept} == set(script.workspace.channels)
    lines = [
        f"===== {channel} {json.dumps(payload, ensure_ascii=False)}\n{steady(envelope)}\n"
        for channel, payload, envelope in script.kept
    ]
    assert "".join(lines) == snapshot.use_extension(PromptFile)

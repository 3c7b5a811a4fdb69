"""What a workspace is made of."""

from __future__ import annotations

import pytest

from underdraft.channels.parts import WorkspaceParts


def test_parts_are_opened_once(underdraft_workspace):
    """Store, knowledge and learning are made when they are first asked for, and then kept."""
    ws = underdraft_workspace(embedder="none")
    assert ws.store is ws.store
    assert ws.knowledge is ws.knowledge
    assert ws.learning is ws.learning


def test_the_parts_alone_are_no_workspace():
    """How another one is opened beside it is the workspace's matter."""
    with pytest.raises(TypeError, match="beside"):
        WorkspaceParts(*[None] * 7)

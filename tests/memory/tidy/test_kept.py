"""The purge of answers about memories."""

from __future__ import annotations

import pytest

from memory.area_samples import purge
from memory.tidy.tidy_samples import live, remember
from underdraft.errors import NotFound
from underdraft.memory.tidy.service import Tidying


def test_one_is_dropped(service):
    """The other stays as it is; a purge of it takes the answer along."""
    memory, tidying = service, Tidying(database=service.database, slot=service.embedder)
    stays, gone = remember(memory, "喜欢长句", "偏好短句")
    done = tidying.settle([stays, gone], "drop", keep=stays, project_id="p")
    assert live(memory) == {"喜欢长句"}
    purge(memory.database, item_id=gone.partition(":")[2])
    assert tidying.offers("p").settled == ()
    with pytest.raises(NotFound):
        tidying.undo(done.id, "p")

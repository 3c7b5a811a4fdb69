from __future__ import annotations

import pytest

from underdraft import (
    ModelError,
)
from underdraft.testing import (
    FakeModel,
)


def test_the_fake_model(underdraft_workspace):
    """Replies come one after the other, several candidates as a tuple, errors are raised; calls are kept."""
    model = FakeModel("one", ("two", "zwei"), ModelError("down"), piece=1)
    ws = underdraft_workspace(plugins=[model], model=model.name)
    assert ws.run_sync("polish", document="a").texts == ("one",)
    assert ws.run_sync("polish", document="a", candidates=2).texts == ("two", "zwei")
    for _ in range(2):
        with pytest.raises(ModelError, match="down"):
            ws.run_sync("polish", document="a")
    assert len(model.calls) == 4
    assert FakeModel().underdraft_model("other") is None

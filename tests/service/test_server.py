"""How a server says that it is there."""

from __future__ import annotations

import json
import stat

from underdraft.service.server import announced, announcement


def test_the_announcement_is_for_the_writer_alone(tmp_path):
    """A file that was there before, open to all, is replaced by one that only the writer may read."""
    path = announcement({"UNDERDRAFT_HOME": str(tmp_path / "new")}, "http://127.0.0.1:8766")
    assert path == tmp_path / "new" / "service-8766.json"
    with announced(path, url="u", token="t"):  # noqa: S106
        assert path.exists()
    path.write_text("old")
    path.chmod(0o666)
    with announced(path, url="u", token="t"):  # noqa: S106
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert json.loads(path.read_text()) == {"url": "u", "token": "t"}
    assert not path.exists()

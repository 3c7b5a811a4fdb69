"""``memory offers``."""

from __future__ import annotations

from learning.rules.taste_samples import STATEMENT, TasteDesk


def test_what_waits_is_shown_with_its_evidence(terminal, tmp_path):
    """A worded taste with its edits and how it is taken, then on trial; and what could be tidied."""
    desk = TasteDesk(tmp_path)
    desk.edits(3)
    for content in ("喜欢长句", "偏好短句"):
        desk.data("memory:create", {"content": content, "type": "preference", "scope": "project"})
    desk.close()
    where = ("-C", tmp_path, "--store", tmp_path / "store.db")
    [one] = terminal.json("memory", "offers", *where)["learned"]
    number = one["id"].removeprefix("learned-")[:8]
    shown = terminal("memory", "offers", *where)
    assert f"{number}  proposed" not in shown.stdout
    for words in (STATEMENT, "worded taste  proposed", "[-“谢谢你。”-]{+把伞递过去+}", "opposite values"):
        assert words in shown.stdout, shown.stdout
    assert f"underdraft preferences confirm {number}" in shown.stderr
    terminal("preferences", "confirm", number, *where)
    assert "worded taste  confirmed  on trial" in terminal("memory", "offers", *where).stdout

"""Files of projects in the store: written, kept with their past, read as a folder's."""

from __future__ import annotations

import pytest

from memory.store_samples import Ticking
from underdraft import Workspace
from underdraft.errors import CapacityExceeded, Conflict, InvalidArgument
from underdraft.memory import project_files
from underdraft.memory.db.database import Database
from underdraft.memory.project_files import StoredFiles, list_files, put_file, stored_projects
from underdraft.project.config import CONFIG_PATH
from underdraft.testing import FakeModel

CONFIG = '[project]\nid = "isle"\nname = "岛"\n'


@pytest.fixture
def database(tmp_path):
    """A store."""
    ticking = Ticking()
    made = Database(tmp_path / "u.db", clock=ticking.clock, new_id=ticking.new_id)
    yield made
    made.close()


def test_a_file_has_its_past(database):
    """Each write is a version; one that was removed is gone and can be written again; a stale version is refused."""
    assert put_file(database, "isle", "a/b.md", "一").version == 1
    assert put_file(database, "isle", "a/b.md", "二", expected_version=1).version == 2
    with pytest.raises(Conflict):
        put_file(database, "isle", "a/b.md", "三", expected_version=1)
    assert put_file(database, "isle", "a/b.md", None).removed
    assert list_files(database, "isle") == ()
    put_file(database, "isle", "a/b.md", "四", expected_version=0)
    put_file(database, "other", "a/b.md", "别的")
    assert [(one.version, one.text) for one in list_files(database, "isle", "a/b.md")] == [
        (4, "四"), (3, None), (2, "二"), (1, "一"),
    ]  # fmt: skip
    assert [(one.path, one.version, one.text) for one in list_files(database, "isle")] == [
        ("a/b.md", 4, None)
    ]


@pytest.mark.parametrize("path", ["/etc/passwd", "../x.md", "a/../../x", "C:\\x", "https://x/y"])
def test_a_path_leads_nowhere_else(database, path):
    """As in a folder: it is relative, and inside the project."""
    with pytest.raises(InvalidArgument):
        put_file(database, "isle", path, "x")


def test_a_project_begins_with_its_own_config(database):
    """One of another id, or of no project, is refused; a project without one is not listed."""
    put_file(database, "isle", ".underdraft/rules/10.md", "x")
    assert stored_projects(database) == ()
    for text in (CONFIG.replace("isle", "other"), "locale = 'en'\n", "not TOML"):
        with pytest.raises(InvalidArgument):
            put_file(database, "isle", CONFIG_PATH, text)
    put_file(database, "isle", CONFIG_PATH, CONFIG)
    assert stored_projects(database) == ("isle",)
    put_file(database, "isle", CONFIG_PATH, None)
    assert stored_projects(database) == ()


def test_a_project_has_so_many_files(database, monkeypatch):
    """Beyond the limit a new one is refused, and a known one is written."""
    monkeypatch.setattr(project_files, "FILES_MAXIMUM", 1)
    put_file(database, "isle", "a.md", "x")
    with pytest.raises(CapacityExceeded):
        put_file(database, "isle", "b.md", "x")
    put_file(database, "isle", "a.md", "y")


def opened(database, tmp_path, **options):
    """The project over its files in the store."""
    files = StoredFiles(
        lambda: Database(tmp_path / "u.db", clock=database.clock, new_id=database.new_id), "isle"
    )
    options = {"store": tmp_path / "u.db", "embedder": "none", **options}
    return Workspace.open(files=files, **options)


def test_prompts_are_those_of_a_folder(database, tmp_path):
    """The same files give the same bytes; a changed one is in the next prompt."""
    texts = {
        CONFIG_PATH: CONFIG,
        ".underdraft/rules/10.md": "不用感叹号。",
        ".underdraft/style-guide.md": "短句。",
        ".underdraft/templates/system.zh.md": "你是编辑。",
    }
    for path, text in texts.items():
        (tmp_path / "folder" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "folder" / path).write_text(text, encoding="utf-8")
        put_file(database, "isle", path, text)
    other = {"store": tmp_path / "other.db", "embedder": "none", "trusted": True}
    with opened(database, tmp_path) as here, Workspace.open(tmp_path / "folder", **other) as there:
        prompts = [ws.preview_sync("polish", document="夜。").messages_json() for ws in (here, there)]
        assert prompts[0] == prompts[1]
        assert "不用感叹号" in prompts[0][0]["content"]
        put_file(database, "isle", ".underdraft/rules/10.md", "不用叠词。")
        assert "不用叠词" in here.preview_sync("polish", document="夜。").messages_json()[0]["content"]


def test_they_do_not_say_where_anything_is_sent(database, tmp_path):
    """A model, an address or a store that they name is not used: that is the server's matter."""
    named = (
        'model = "fake"\nstore = "postgresql://evil/x"\n[model_options]\napi_base = "https://evil.example"\n'
    )
    put_file(database, "isle", CONFIG_PATH, f"{named}{CONFIG}")
    with opened(database, tmp_path, plugins=[FakeModel("x")]) as workspace:
        assert workspace.config.model != "fake"
        assert dict(workspace.config.model_options) == {}
        info = workspace.invoke_sync("workspace:info", {"ask": False})["data"]
        assert {one["key"] for one in info["notUsed"]} == {"model", "store", "model_options.api_base"}


def test_what_channels_write_goes_into_them(database, tmp_path, monkeypatch):
    """An export, a drawing and the lock are files of the project, and nothing is written on the disk."""
    put_file(database, "isle", CONFIG_PATH, CONFIG)
    story = "relations: [{from: 沈砚, is: 兄弟, to: 陆衡}]\nentities: [{name: 沈砚}, {name: 陆衡}]\n"
    put_file(database, "isle", ".underdraft/knowledge/people.yaml", story)
    monkeypatch.chdir(tmp_path)
    before = {path.name for path in tmp_path.iterdir()}
    with opened(database, tmp_path) as workspace:
        workspace.memory.create(type="note", scope="global", content="灯塔")
        for channel, payload in (
            ("memory:export", {"path": "out/all.jsonl"}),
            ("knowledge:draw", {"path": "out/story.svg"}),
            ("ai:prompt:lock", {}),
            ("ai:prompt:lock", {"check": True}),
        ):
            told = workspace.invoke_sync(channel, payload)
            assert told["ok"], told
        assert {one.path for one in list_files(database, "isle")} >= {
            "out/all.jsonl",
            "out/story.svg",
            "prompt.lock",
        }
        assert workspace.invoke_sync("memory:import", {"path": "out/all.jsonl"})["ok"]
        assert not workspace.invoke_sync("memory:import", {"path": "../u.db"})["ok"]
    assert {path.name for path in tmp_path.iterdir() if not path.name.startswith("u.db")} <= before


def test_a_purge_takes_them(database, tmp_path):
    """With their project; the words of a purged memory go out of them."""
    words = "灯塔的钥匙在井底下"
    put_file(database, "isle", CONFIG_PATH, CONFIG)
    put_file(database, "isle", "notes.md", f"记：{words}。")
    with opened(database, tmp_path) as workspace:
        made = workspace.memory.create(type="note", scope="global", content=words)
        assert workspace.invoke_sync("memory:purge", {"id": made.id, "confirm": True})["ok"]
        assert words not in str(list_files(database, "isle", "notes.md"))
        done = workspace.invoke_sync("memory:purge", {"projectId": "isle", "confirm": True})["data"]
        assert {"kind": "file", "projectId": "isle", "count": 2} in done["counts"]
    assert list_files(database, "isle") == ()

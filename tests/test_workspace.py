from __future__ import annotations

import asyncio
import threading

import pytest

from underdraft import (
    Canceled,
    Channel,
    Chunk,
    Conflict,
    Fetcher,
    InvalidArgument,
    Layer,
    NotFound,
    RunFinished,
    RunStarted,
    TextDelta,
    Workspace,
    hookimpl,
)
from underdraft.opening.blocking import Portal
from underdraft.run.prepare import OTHER_PROJECT
from underdraft.run.project_identity import ProjectIdentity
from underdraft.testing import FROZEN_NOW, FakeModel


def test_opening_touches_nothing(tmp_path):
    """Opening a folder writes no file, neither there nor in the writer's home."""
    folder = tmp_path / "novel"
    folder.mkdir()
    with Workspace.open(folder, store=tmp_path / "s.db") as ws:
        assert ws.config.project is None
        assert "polish" in [item.id for item in ws.skills.list()]
    assert [p.name for p in tmp_path.rglob("*")] == ["novel"]


def test_a_missing_folder(tmp_path):
    """A folder that is not there is NOT_FOUND and its path is not told; a file is no folder."""
    (tmp_path / "file").write_text("x", encoding="utf-8")
    for name in ("nowhere", "file"):
        with pytest.raises(NotFound) as caught:
            Workspace.open(tmp_path / name)
        assert str(tmp_path) not in str(caught.value)


def test_options_win_over_the_file(underdraft_workspace):
    """Model and embedder given to open() stand in for the configured ones."""
    ws = underdraft_workspace(config='model = "gpt-4.1"\n', model="fake", embedder="none")
    assert (ws.config.model, ws.config.embedder) == ("fake", "none")


def test_a_run(underdraft_workspace):
    """A run gives text, hashes and a record with the workspace's own id and time."""
    model = FakeModel("他敲了钟。")
    ws = underdraft_workspace(plugins=[model], model="fake")
    run = ws.run_sync("polish", document="他敲钟。", selection=(0, 4))
    assert run.text == "他敲了钟。"
    assert run.created_at == FROZEN_NOW
    assert run.project_id == "test-project"
    assert len(model.calls) == 1
    assert model.calls[0].messages == run.preview.messages
    stored = ws.store.runs.get(run.id)
    assert stored.record.prompt_hash == run.prompt_hash


def test_the_prefix_of_the_last_run(underdraft_workspace):
    """The first run does not know, the second is unchanged, a run after a rule has changed is not."""
    ws = underdraft_workspace(plugins=[FakeModel()], model="fake")
    seen = [ws.run_sync("polish", document="a").stable_prefix_unchanged for _ in range(2)]
    (ws.root / ".underdraft" / "rules").mkdir()
    (ws.root / ".underdraft" / "rules" / "a.md").write_text("No rain.", encoding="utf-8")
    seen.append(ws.preview_sync("polish", document="a").stable_prefix_unchanged)
    assert seen == [None, True, False]


def test_a_preview_is_what_a_run_sends(underdraft_workspace):
    """A preview has the run's bytes, calls no model and records nothing."""
    model = FakeModel()
    ws = underdraft_workspace(plugins=[model], model="fake")
    preview = ws.preview_sync("polish", document="他敲钟。", selection=(0, 4))
    assert model.calls == []
    assert list(ws.store.runs.list(everywhere=True).items) == []
    run = ws.run_sync("polish", document="他敲钟。", selection=(0, 4))
    assert run.prompt_hash == preview.prompt_hash
    assert model.calls[0].messages == preview.messages


def test_the_stream(underdraft_workspace):
    """One start, deltas that make up the text, one end; several candidates are told apart."""
    ws = underdraft_workspace(plugins=[FakeModel(("first reply", "second"), piece=3)], model="fake")

    async def events():
        return [event async for event in ws.stream("polish", document="a", candidates=2)]

    start, *deltas, end = asyncio.run(events())
    assert isinstance(start, RunStarted)
    assert isinstance(end, RunFinished)
    assert start.run_id == end.run.id
    assert all(isinstance(d, TextDelta) for d in deltas)
    assert "".join(d.text for d in deltas if d.index == 0) == "first reply"
    assert end.run.texts == ("first reply", "second")


def test_unknown_options_are_named(underdraft_workspace):
    """A misspelt option is an error that lists the known ones."""
    ws = underdraft_workspace()
    with pytest.raises(InvalidArgument, match=r"^documnt: unknown option; known are .*document"):
        ws.run_sync("polish", documnt="x")


def test_no_project(underdraft_workspace):
    """A run of no or another project has none of the folder's files, and its warnings say so."""
    files = {".underdraft/rules/a.md": "RULE", ".underdraft/style-guide.md": "STYLE"}
    ws = underdraft_workspace(files)
    own = ws.preview_sync("polish", document="a")
    none = ws.preview_sync("polish", document="a", project_id=None)
    other = ws.preview_sync("polish", document="a", project_id="other")
    assert "RULE" in own.stable_prefix
    assert "STYLE" in own.stable_prefix
    for preview in (none, other):
        assert "RULE" not in preview.stable_prefix
        assert "STYLE" not in preview.stable_prefix
        assert preview.warnings == (OTHER_PROJECT,)
    assert (own.project_id, none.project_id, other.project_id) == ("test-project", None, "other")
    assert "project: no" in none.messages[-1].content
    assert "project: yes" in own.messages[-1].content
    assert own.warnings == ()
    bare = underdraft_workspace({".underdraft/skills/a/SKILL.md": "---\nname: a\ndescription: b\n---\nDo."})
    assert bare.preview_sync("polish", document="a", project_id=None).warnings == ()


def test_files_without_a_project_are_used(underdraft_workspace):
    """A folder whose config.toml names no project gives a run its rules, style guide and cards all the same."""
    files = {
        ".underdraft/rules/a.md": "RULE",
        ".underdraft/style-guide.md": "STYLE",
        ".underdraft/characters/ann.md": "---\nname: Ann\n---\nCARD",
    }
    preview = underdraft_workspace(files, config=None).preview_sync("rewrite", document="Ann rang.")
    assert preview.project_id is None
    assert all(text in preview.stable_prefix for text in ("RULE", "STYLE", "CARD"))
    assert (preview.excluded, preview.warnings) == ((), ())


# --- cancelling and closing -------------------------------------------------------------------


class Hangs:
    """A model that streams one piece and then waits."""

    name = "hangs"

    def __init__(self):
        self.closed = threading.Event()

    @hookimpl
    def underdraft_model(self, name):
        return self if name == self.name else None

    async def answer(self, call):
        try:
            yield TextDelta(text="begun")
            await asyncio.sleep(30)
        finally:
            self.closed.set()


def test_cancel_by_id(underdraft_workspace):
    """Cancelling a run raises Canceled where it runs, closes the model and records what was written."""
    model = Hangs()
    ws = underdraft_workspace(plugins=[model], model="hangs")
    caught = []

    async def run():
        with pytest.raises(Canceled) as error:  # noqa: PT012
            async for event in ws.stream("polish", document="a"):
                if isinstance(event, RunStarted):
                    started = event.run_id
                if isinstance(event, TextDelta):
                    assert ws.cancel(started) is True
        caught.append(error.value.code)
        assert asyncio.all_tasks() == {asyncio.current_task()}
        assert ws.cancel(started) is False

    asyncio.run(run())
    assert caught == ["CANCELED"]
    assert model.closed.is_set()
    assert [item.status for item in ws.store.runs.list(everywhere=True).items] == ["canceled"]


def test_leaving_a_stream_early(underdraft_workspace):
    """Closing the generator cancels the run; nothing is pending, and what was written is recorded."""
    model = Hangs()
    ws = underdraft_workspace(plugins=[model], model="hangs")

    async def run():
        events = ws.stream("polish", document="a")
        async for event in events:
            if isinstance(event, TextDelta):
                break
        await events.aclose()
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(run())
    assert model.closed.is_set()
    assert [item.status for item in ws.store.runs.list(everywhere=True).items] == ["canceled"]


def test_closing_ends_what_runs(underdraft_workspace):
    """Closing the workspace cancels a run in another thread; afterwards everything says so."""
    model = Hangs()
    ws = underdraft_workspace(plugins=[model], model="hangs")
    caught = []

    def run():
        try:
            ws.run_sync("polish", document="a")
        except Canceled as error:
            caught.append(error.code)

    thread = threading.Thread(target=run)
    thread.start()
    for _ in range(500):
        if ws._runner._running:
            break
        threading.Event().wait(0.01)
    ws.close()
    ws.close()
    thread.join(5)
    assert caught == ["CANCELED"]
    with pytest.raises(Conflict):
        ws.run_sync("polish", document="a")
    assert ws.invoke_sync("skill:list")["error"]["code"] == "CONFLICT"
    assert asyncio.run(ws.invoke("skill:list"))["error"]["code"] == "CONFLICT"


@pytest.mark.parametrize(
    ("owner", "name"), [(Workspace, "channels"), (ProjectIdentity, "know"), (Portal, "call")]
)
def test_whatever_fails_in_a_call_is_in_its_envelope(tmp_path, monkeypatch, owner, name):
    """Looking up the channel, asking whose the project's id is, the loop: each fault is INTERNAL, never an exception."""

    def fails(*given):
        given[-1].close() if owner is Portal else None
        raise RecursionError("/secret")

    with Workspace.open(tmp_path, store=tmp_path / "u.db") as ws, monkeypatch.context() as broken:
        broken.setattr(owner, name, property(fails) if name == "channels" else fails)
        assert ws.invoke_sync("skill:list")["error"]["code"] == "INTERNAL"


# --- sync in async, several at once -----------------------------------------------------------


def test_sync_where_a_loop_runs(underdraft_workspace):
    """The sync methods also work inside a running loop, for notebooks."""
    ws = underdraft_workspace(plugins=[FakeModel("x")], model="fake")

    async def inside():
        return ws.run_sync("polish", document="a").text

    assert asyncio.run(inside()) == "x"


def test_a_plugin_that_waits_for_itself(underdraft_workspace):
    """A sync call from a plugin's async code on the workspace's own loop is an error, not a deadlock."""
    opened = []

    class Loops:
        name = "loops"

        @hookimpl
        def underdraft_fetchers(self):
            async def fetch(_):
                opened[0].preview_sync("polish", document="a")

            return [Fetcher(name="loops", layer=Layer.RECENT, fetch=fetch)]

    opened.append(underdraft_workspace(plugins=[Loops()]))
    [warning] = opened[0].preview_sync("polish", document="a").warnings
    assert warning.startswith("FETCHER_FAILED: loops: plugin loops: a _sync method was called")


def test_many_runs_at_once(underdraft_workspace):
    """Runs side by side do not mix."""
    ws = underdraft_workspace()

    async def run():
        return await asyncio.gather(
            *(ws.preview("polish", document=f"text {n:02}", selection=(0, 7)) for n in range(12))
        )

    previews = asyncio.run(run())
    assert all(f"text {n:02}" in p.messages[-1].content for n, p in enumerate(previews))
    assert len({p.stable_prefix_hash for p in previews}) == 1
    assert len({p.run_id for p in previews}) == 12


# --- plugins of a workspace -------------------------------------------------------------------


class Offers:
    """A plugin with a skill, a template, a channel and a fetcher of layer 3."""

    name = "offers"

    def __init__(self, folder):
        self.folder = folder

    @hookimpl
    def underdraft_skill_dirs(self):
        return [self.folder / "skills"]

    @hookimpl
    def underdraft_template_dirs(self):
        return [self.folder / "templates"]

    @hookimpl
    def underdraft_channels(self):
        return [Channel("offers:hello", lambda ws: {"hello": True})]

    @hookimpl
    def underdraft_fetchers(self):
        return [
            Fetcher(
                name="lore",
                layer=Layer.PROJECT,
                fetch=lambda _: [Chunk(text="LORE", source="lore:1", kind="world")],
                stable=True,
            )
        ]


def test_what_a_plugin_offers(underdraft_workspace, tmp_path):
    """A plugin's skill, template, channel and chunk all arrive."""
    (tmp_path / "skills" / "hum").mkdir(parents=True)
    (tmp_path / "skills" / "hum" / "SKILL.md").write_text(
        "---\nname: hum\ndescription: Hums.\n---\nHum.\n", encoding="utf-8"
    )
    ws = underdraft_workspace(plugins=[Offers(tmp_path)])
    source = ws.gate.templates()[0].sources["skill.md.j2"]
    (tmp_path / "templates" / "zh").mkdir(parents=True)
    (tmp_path / "templates" / "zh" / "skill.md.j2").write_text(source + "\nHUMMED\n", encoding="utf-8")
    preview = ws.preview_sync("hum", document="a")
    assert "LORE" in preview.stable_prefix
    assert preview.skill.origin == "offers"
    assert preview.prompt.skill_block.endswith("HUMMED\n")
    assert ("lore:1", "offers") in [(i.source, i.plugin) for i in preview.injected]
    assert ws.invoke_sync("offers:hello") == {"ok": True, "data": {"hello": True}}


def test_an_english_project_has_english_skills(underdraft_workspace):
    """A project's locale decides which language the shipped skills speak; no Chinese is in an English prompt."""
    project = '[project]\nid = "novel"\n'
    for locale, words in (("en", "Polish the selection"), ("zh", "润色选区"), ("fr", "Polish the selection")):
        files = {".underdraft/templates/fr/strings.toml": ""} if locale == "fr" else {}
        ws = underdraft_workspace(files, config=f'locale = "{locale}"\n{project}')
        assert words in ws.skills.get("polish").instruction
    english = underdraft_workspace(config=f'locale = "en"\n{project}')
    english.invoke_sync("memory:create", {"type": "preference", "scope": "global", "content": "Short lines."})
    for skill in english.skills.list():
        prompt = english.preview_sync(skill.id, document="He rang the bell.", selection=(0, 2))
        assert prompt.messages[0].content.isascii(), skill.id
        assert skill.description.isascii()
    prefix = english.preview_sync("polish", document="He rang the bell.").stable_prefix
    assert "- Short lines. (source: added by hand)\n" in prefix

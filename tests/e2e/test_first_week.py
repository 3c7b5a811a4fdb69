"""The first week of three new users, told as it goes: a novelist with two books, a plugin author, a web developer."""

from __future__ import annotations

import asyncio
import json
import re
from types import SimpleNamespace

import pytest

from cli.console import Terminal
from underdraft import (
    Chunk,
    Fetcher,
    Layer,
    LayerFailed,
    Usage,
    Workspace,
    WorkspacePool,
    channel,
    hookimpl,
)
from underdraft.testing import FakeModel, assert_stable, counted_ids, facts, run_fetcher

CHINESE = re.compile(r"[\u4e00-\u9fff]")


# --- a novelist with two books --------------------------------------------------------------------


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """A Chinese novelist's machine: one store, two books with Chinese titles in folders of their own."""
    monkeypatch.delenv("UNDERDRAFT_LANGUAGE")
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    monkeypatch.chdir(tmp_path)
    command = Terminal(tmp_path / "home")
    for book in ("剑来", "雪中悍刀行"):
        done = command("init", book)
        assert done.exit_code == 0, done.output
        (tmp_path / book / "one.md").write_text("他在黑暗里慢慢地敲了敲那口旧钟。\n\n没有人应。\n", "utf-8")
    return SimpleNamespace(command=command, folder=tmp_path)


def test_monday_two_books_know_nothing_of_each_other(desk):
    """Both folders get ids of their own; what one book remembers, runs and judges is not seen from the other."""
    command = desk.command
    ids = [
        command.json("-C", book, "runs", "--all")
        and (desk.folder / book / ".underdraft" / "config.toml").read_text("utf-8")
        for book in ("剑来", "雪中悍刀行")
    ]
    first, second = (re.search(r'id = "(.+)"', text)[1] for text in ids)
    assert first != second
    command("-C", "剑来", "memory", "add", "剑气要写得轻")
    command("-C", "剑来", "run", "polish", "-d", "剑来/one.md", "--select-lines", "1")
    assert command.json("-C", "雪中悍刀行", "memory", "list")["items"] == []
    assert command.json("-C", "雪中悍刀行", "runs")["items"] == []
    judged = command("-C", "雪中悍刀行", "feedback", "last", "reject")
    assert judged.stderr.startswith("NOT_FOUND: ")
    (run,) = command.json("-C", "剑来", "runs")["items"]
    stolen = command("-C", "雪中悍刀行", "memory", "show", f"run:{run['id']}")
    assert stolen.exit_code == 2
    assert "剑气" not in stolen.output


def test_monday_everything_is_in_her_language(desk):
    """Help, lists, starter files, the stand-in and the shipped skills speak Chinese; an English project speaks English."""
    command = desk.command
    assert "列出过去的运行" in command("--help").stdout
    assert "还没有记忆" in command("-C", "剑来", "memory").stderr
    reply = command("-C", "剑来", "run", "polish", "-d", "剑来/one.md", "--select-lines", "1")
    assert "离线替身" in reply.stdout
    assert command("init", "abroad", "--locale", "en").exit_code == 0
    (desk.folder / "abroad" / "one.md").write_text("He rang the bell.\n", "utf-8")
    prompt = command("-C", "abroad", "preview", "polish", "-d", "abroad/one.md", "--messages").stdout
    assert "Polish the selection" in prompt
    assert not CHINESE.search(prompt)


def test_tuesday_a_small_screen(desk, monkeypatch):
    """On a phone's sixty columns lists stay readable, ids are short, and typing their beginning is enough."""
    monkeypatch.setenv("COLUMNS", "60")
    command = desk.command
    command("-C", "剑来", "run", "polish", "-d", "剑来/one.md", "--select-lines", "1")
    lines = command("-C", "剑来", "runs").stdout.splitlines()
    assert max(map(len, lines)) <= 60
    shown = lines[1].split()[0]
    assert command("-C", "剑来", "replay", shown).exit_code == 0


def test_tuesday_the_stand_in_teaches_nothing(desk):
    """However often its echo is accepted or edited, no preference, fact or episode comes of its text."""
    command = desk.command
    (desk.folder / "kept.md").write_text("他敲钟。没人应。", "utf-8")
    for _ in range(4):
        command("-C", "剑来", "run", "polish", "-d", "剑来/one.md", "--select-lines", "1")
        command("-C", "剑来", "feedback", "last", "accept", "--final", str(desk.folder / "kept.md"))
    assert [
        i for i in command.json("-C", "剑来", "preferences", "list")["items"] if i["state"] != "candidate"
    ] == []
    assert command.json("-C", "剑来", "memory", "list")["items"] == []


def test_wednesday_a_broken_card_is_found_before_it_matters(desk):
    """A list of aliases with a mistake in it is named by status and by check, with its line."""
    card = desk.folder / "剑来" / ".underdraft" / "characters" / "陈平安.md"
    card.parent.mkdir(exist_ok=True)
    card.write_text("---\nname: 陈平安\naliases: {小名: 平安}\n---\n窑工。\n", "utf-8")
    for name in ("status", "check"):
        done = desk.command("-C", "剑来", name)
        assert done.exit_code == 2
        assert "陈平安.md" in done.output
        assert "第 3 行：aliases：应为：" in done.output


def test_wednesday_a_key_that_is_missing(desk, monkeypatch):
    """The first contact with a model says which variable is missing, in words of the command."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    done = desk.command("-C", "剑来", "run", "polish", "-d", "剑来/one.md", "-i", "x", "--model", "gpt-4.1")
    assert done.exit_code != 0
    assert "OPENAI_API_KEY" in done.stderr


def test_thursday_she_forgets_something_for_good(desk):
    """Purging one memory takes that out, shows first what it reaches, and leaves the other book alone."""
    command = desk.command
    command("-C", "雪中悍刀行", "memory", "add", "雪要写得静")
    made = command.json("-C", "剑来", "memory", "add", "陈平安左手缺一根小指，谁也不知道")
    purged = command("-C", "剑来", "memory", "purge", made["id"][:8], "--yes")
    assert purged.exit_code == 0, purged.output
    assert command.json("-C", "剑来", "memory", "list", "--deleted")["items"] == []
    assert len(command.json("-C", "雪中悍刀行", "memory", "list")["items"]) == 1


def test_friday_everybody_in_the_scene_is_there(desk):
    """Twelve people in one scene, each with a long card: all keep their name, ref and a piece; what is missing is said."""
    folder = desk.folder / "剑来" / ".underdraft" / "characters"
    folder.mkdir(exist_ok=True)
    names = [f"{family}平安" for family in "陈宁崔阮李刘郑齐顾宋谢林"]
    for name in names:
        (folder / f"{name}.md").write_text(
            f"---\nname: {name}\n---\n{name}是窑工。\n\n" + "他从不多话。" * 200, "utf-8"
        )
    (desk.folder / "剑来" / "two.md").write_text("。".join(names) + "都在船上。\n", "utf-8")
    seen = desk.command.json("-C", "剑来", "preview", "consistency-check", "-d", "剑来/two.md")
    for name in names:
        assert f"ref:.underdraft/characters/{name}.md" in seen["stablePrefix"]
    assert "asked for, none found: world" in [line["reason"] for line in seen["excluded"]]


def test_saturday_a_friends_book_does_not_send_her_key_away(desk, monkeypatch):
    """A shared book that names a host is not obeyed before she trusts it, nor when the address changes after that."""
    monkeypatch.setenv("UNDERDRAFT_HOME", str(desk.folder / "home"))
    command, folder = desk.command, desk.folder / "剑来"
    config = folder / ".underdraft" / "config.toml"

    def friend_writes(address):
        own = config.read_text("utf-8").partition("[model_options]")[0]
        config.write_text(f'{own}[model_options]\napi_base = "{address}"\nseed = 7\n', "utf-8")

    def asked():
        model = FakeModel("他敲钟。")
        with Workspace.open(folder, plugins=[model], model="fake", embedder="none") as ws:
            run = ws.run_sync("polish", document="他在黑暗里敲钟。")
        assert model.calls[0].options["seed"] == "7"
        ignored = [warning for warning in run.warnings if warning.startswith("PROJECT_UNTRUSTED")]
        return model.calls[0].options.get("api_base"), ignored

    command("-C", "剑来", "trust", "--forget")  # as if it came from the friend
    friend_writes("https://keys.example.net/v1")
    address, (warning,) = asked()
    assert address is None
    assert "underdraft trust" in warning
    shown = command("-C", "剑来", "run", "polish", "-d", "剑来/one.md", "--select-lines", "1").stderr
    assert "model_options.api_base" in shown
    assert "underdraft trust" in shown
    refused = command("-C", "剑来", "trust", stdin="n\n")
    assert refused.exit_code == 130
    assert "https://keys.example.net/v1：你写的文字和模型的密钥会发往 keys.example.net" in refused.stderr
    assert asked()[0] is None
    assert command("-C", "剑来", "trust", stdin="y\n").exit_code == 0
    assert asked() == ("https://keys.example.net/v1", [])
    friend_writes("https://keys.example.org/v1")
    assert asked()[0] is None
    assert command("-C", "剑来", "trust", "--yes").exit_code == 0
    assert asked()[0] == "https://keys.example.org/v1"
    assert command("-C", "剑来", "trust", "--forget").exit_code == 0
    assert asked()[0] is None


# --- a plugin author ------------------------------------------------------------------------------


def fog(run):
    """A fetcher that is as it should be."""
    return [Chunk(text="Fog until noon.", source="weather:log")]


def broken(run):
    """A fetcher with a mistake."""
    return [Chunk(text={}["wind"], source="weather:log")]


def test_a_plugin_author_sees_her_mistake_where_it_is(underdraft_workspace):
    """The receipt names exception and place, the kit chains it; a model without answer() is told as that."""
    ok, bad = (Fetcher(name=f.__name__, layer=Layer.PROJECT, fetch=f, stable=True) for f in (fog, broken))
    assert assert_stable(ok, facts())
    assert isinstance(run_fetcher(bad, facts()).errors[0], KeyError)
    with pytest.raises(AssertionError) as caught:
        assert_stable(bad, facts())
    assert isinstance(caught.value.__cause__, KeyError)

    class Weather:
        @hookimpl
        def underdraft_fetchers(self):
            return [ok, bad]

        @hookimpl
        def underdraft_model(self, name):
            return object() if name == "storm" else None

    plugin = Weather()
    ws = underdraft_workspace(plugins=[plugin, plugin])
    preview = ws.preview_sync("polish", document="He rang.")
    assert "Fog until noon." in preview.stable_prefix
    assert any("KeyError at e2e/test_first_week.py:" in w for w in preview.warnings)
    assert any("given twice" in w for w in preview.warnings)
    with pytest.raises(Exception, match=r"has no answer\(\)"):
        ws.run_sync("polish", document="He rang.", model="storm")


def test_a_plugin_that_ends_the_program_ends_only_its_call(underdraft_workspace):
    """``sys.exit()`` in a channel or a required fetcher is an error of that call; the workspace goes on."""

    @channel("weather:leave")
    def leave(_):
        """Leave."""
        raise SystemExit(3)

    def gone(_):
        raise SystemExit(3)

    class Rude:
        @hookimpl
        def underdraft_channels(self):
            return [leave]

        @hookimpl
        def underdraft_fetchers(self):
            rule = Fetcher(
                name="gone", layer=Layer.PROJECT, fetch=gone, stable=True, rule="style_guide", required=True
            )
            return [rule]

    ws = underdraft_workspace(plugins=[Rude()])
    assert not ws.invoke_sync("weather:leave", {})["ok"]
    with pytest.raises(LayerFailed, match="gone"):
        ws.run_sync("polish", document="He rang.")
    assert ws.invoke_sync("memory:list", {})["ok"]


# --- a web developer ------------------------------------------------------------------------------


def book(number):
    """A book out of a database."""
    return {
        ".underdraft/config.toml": f'locale = "en"\n[project]\nid = "book-{number}"\nname = "Book {number}"\n',
        ".underdraft/rules/house.md": f"House rule {number}: no rain.",
    }


def test_a_web_app_with_its_own_call(tmp_path):
    """Prompts are put together here and sent by the app's own client; the run is judged, explained and replayed."""
    books = {number: book(number) for number in range(20)}

    async def client(messages):
        assert all(message.keys() == {"role", "content"} for message in json.loads(json.dumps(messages)))
        return "He rang the old bell.", Usage(prompt_tokens=900, completion_tokens=6, cached_tokens=700)

    async def polish(pool, number):
        with pool.open(f"user/{number}", files=books[number]) as ws:
            preview = await ws.preview(
                "polish", document="He rang the bell.", selection=(0, 17), model="gpt-4.1"
            )
            assert f"House rule {number}" in preview.stable_prefix
            text, usage = await client(preview.messages_json())
            run = await ws.record(preview, text, usage=usage, finish_reason="stop")
            said = await ws.feedback(run.id, "accept", evidence_ref="prefer short sentences")
            assert said.recorded
            for name in ("ai:run:get", "ai:run:why", "ai:run:replay"):
                answer = await ws.invoke(name, {"runId": run.id})
                assert answer["ok"], answer
            return run.project_id

    async def serve():
        with WorkspacePool(8, options={"store": tmp_path / "s.db", "embedder": "none"}) as pool:
            return await asyncio.gather(*(polish(pool, number) for number in range(20)))

    assert asyncio.run(serve()) == [f"book-{number}" for number in range(20)]


def test_under_load_the_prefix_stays_one(tmp_path):
    """Sixty runs at once over three workspaces on one store: all recorded, one prefix, no fetcher given up."""
    model = FakeModel("He rang.")
    folders = [tmp_path / name for name in "abc"]
    for folder in folders:
        (folder / ".underdraft").mkdir(parents=True)
        config = f'[project]\nid = "{folder.name}-1"\nname = "Book"\n'
        (folder / ".underdraft" / "config.toml").write_text(config, "utf-8")
    spaces = [
        Workspace.open(f, store=tmp_path / "s.db", plugins=[model], model="fake", embedder="none")
        for f in folders
    ]

    async def all_at_once():
        return await asyncio.gather(
            *(spaces[n % 3].run("polish", document=f"He rang {n}.") for n in range(60))
        )

    try:
        runs = asyncio.run(all_at_once())
        assert {w.partition(":")[0] for run in runs for w in run.warnings} <= {"PREFIX_VOLATILE"}
        assert len({run.stable_prefix_hash for run in runs}) == 1
        assert (
            sum(
                len(ws.store.runs.list(limit=100, project_id=f"{f.name}-1").items)
                for ws, f in zip(spaces, folders, strict=True)
            )
            == 60
        )
    finally:
        for ws in spaces:
            ws.close()


def test_a_reply_that_is_cut_off_is_told(tmp_path):
    """The web app sees why a model stopped, and nothing is learned from half a sentence."""
    with Workspace.open(files=book(1), store=tmp_path / "s.db", new_id=counted_ids()) as ws:
        preview = ws.preview_sync("polish", document="He rang the bell.")
        run = ws.record_sync(preview, "He rang the", finish_reason="length")
        assert "REPLY_TRUNCATED: length" in run.warnings
        said = ws.feedback_sync(run.id, "accept", final_text="He rang it.")
        assert said.ignored_reason == "truncated"

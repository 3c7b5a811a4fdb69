"""Two new users: a novelist with two books, and a web developer who calls the model herself."""

from __future__ import annotations

import asyncio
import json
import re
from types import SimpleNamespace

import pytest

from cli.console import Terminal
from underdraft import Usage, WorkspacePool

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


def test_two_books_know_nothing_of_each_other(desk):
    """Both folders get ids of their own; what one book remembers, runs and judges is not seen from the other."""
    command = desk.command
    ids = [
        command.json("-C", book, "call", "ai:run:list", "all=true")
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


# --- a web developer ------------------------------------------------------------------------------


def book(number):
    """A book out of a database."""
    return {
        ".underdraft/config.toml": f'locale = "en"\n[project]\nid = "book-{number}"\nname = "Book {number}"\n',
        ".underdraft/rules/house.md": f"House rule {number}: no rain.",
    }


@pytest.mark.long
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
            for name in ("ai:run:get", "ai:run:replay"):
                answer = await ws.invoke(name, {"runId": run.id})
                assert answer["ok"], answer
            return run.project_id

    async def serve():
        with WorkspacePool(8, options={"store": tmp_path / "s.db", "embedder": "none"}) as pool:
            return await asyncio.gather(*(polish(pool, number) for number in range(20)))

    assert asyncio.run(serve()) == [f"book-{number}" for number in range(20)]

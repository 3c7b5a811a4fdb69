"""The list of what privacy mode keeps is complete, and true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from underdraft import Workspace
from underdraft.memory.db.schema import metadata
from underdraft.memory.runs.texts import FACT_KEYS

PAGE = (Path(__file__).parents[2] / "docs" / "privacy.md").read_text("utf-8")
COLUMNS = ("kept", "reduced", "empty", "asked")
ROWS = {
    cells[0]: dict(zip(COLUMNS, (set(cell.split()) for cell in cells[1:]), strict=True))
    for line in PAGE.splitlines()
    if re.match(r"\| [a-z_]+ \|", line) and len(cells := [cell.strip() for cell in line.split("|")[1:-1]]) == 5
    and cells[0] != "table"
}  # fmt: skip


def test_every_column_is_listed_once():
    """Each column of each table is named as kept, reduced, empty or asked for; no other is."""
    listed = {
        table: sorted(name for names in kinds.values() for name in names) for table, kinds in ROWS.items()
    }
    assert listed == {
        table.name: sorted(column.name for column in table.columns) for table in metadata().sorted_tables
    }


def test_every_key_of_a_record_that_stays_is_listed():
    """The keys whose strings stay in a run's record."""
    keys = PAGE.partition("Every other string is its SHA-256:")[2].partition("A statement")[0]
    assert set(re.findall(r"`([a-z_]+)`", keys)) == FACT_KEYS


@pytest.mark.file_only("it reads the tables of a file")
def test_what_is_listed_as_empty_is(tmp_path):
    """After runs, talk, feedback and the end of a session no column of that kind holds anything."""
    folder = tmp_path / ".underdraft"
    folder.mkdir()
    (folder / "config.toml").write_text(
        'embedder = "none"\n[project]\nid = "p"\nname = "p"\n', encoding="utf-8"
    )
    with Workspace.open(tmp_path, store=tmp_path / "s.db") as ws:

        def ask(channel, **payload):
            answer = ws.invoke_sync(channel, payload)
            assert answer["ok"], answer
            return answer["data"]

        ask("memory:settings:update", patch={"privacyModeEnabled": True, "memory.compaction_runs": 1})
        session = ask("session:start")["sessionId"]
        run = ws.run_sync("chat", instruction="记住：我喜欢白描。", session_id=session)
        said = {"evidenceRef": "style:short", "finalText": "改写后的原文"}
        ask("ai:skill:feedback", runId=run.id, action="accept", **said)
        ask("conversation:append", sessionId=session, role="user", content="别的话")
        signal = {"kind": "preference_signal", "content": "多写雾", "importance": 0.9}
        ask("working:put", sessionId=session, projectId="p", **signal)
        ask("session:end", sessionId=session)
        ws.store.conversation.worker.drain(whole=True)
        ws.store.settle()
        filled = set()
        with ws.store.database.read() as connection:
            for table in metadata().sorted_tables:
                for row in connection.execute(table.select()).mappings():
                    filled.add(table.name)
                    holding = {
                        name for name in ROWS[table.name]["empty"] if row[name] not in {None, "", "null"}
                    }
                    assert holding == set(), table.name
    assert filled >= {
        "run",
        "run_record",
        "compact",
        "session",
        "episode",
        "feedback_event",
        "preference_signal",
    }

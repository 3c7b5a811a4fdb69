"""``underdraft serve`` as a process: what it prints, who can call it, how it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import contextmanager

import httpx
import pytest

from underdraft import Workspace
from underdraft.cli import cli


@contextmanager
def serving(*arguments, home, **environ):
    """A server in a process of its own, and the lines that it printed."""
    command = [sys.executable, "-m", "underdraft", "serve", "--port", "0", *map(str, arguments)]
    process = subprocess.Popen(
        command,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "UNDERDRAFT_HOME": str(home), **environ},
    )
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        _, rest = process.communicate(timeout=30)
        assert "Traceback" not in rest


def project(folder, id_):
    """A project's folder."""
    (folder / ".underdraft").mkdir(parents=True)
    (folder / ".underdraft" / "config.toml").write_text(f'[project]\nid = "{id_}"\n', encoding="utf-8")
    return folder


@pytest.mark.long
def test_a_server_says_where_it_is_and_how_to_call_it(tmp_path):
    """The address and a fresh token are shown, and open every project; a blank one in the environment is none."""
    home, folders = tmp_path / "home", (project(tmp_path / "a", "sea"), project(tmp_path / "b", "moor"))
    with serving(*folders, home=home, UNDERDRAFT_TOKEN=" ") as process:  # noqa: S106
        url = process.stderr.readline().strip()
        scheme = process.stderr.readline().strip()
        assert scheme.startswith("Authorization: Bearer ")
        headers = {"authorization": scheme.partition(": ")[2]}
        listed = httpx.get(f"{url}/projects", headers=headers).json()["data"]["items"]
        assert [item["id"] for item in listed] == ["sea", "moor"]
        made = {"type": "preference", "scope": "global", "content": "短句"}
        assert httpx.post(f"{url}/ipc/memory:create", json=made, headers=headers).json()["ok"]


@pytest.mark.long
def test_a_given_token_is_not_shown(tmp_path):
    """A token from the environment is the writer's own affair: it opens the door and is printed nowhere."""
    home = tmp_path / "home"
    with serving(project(tmp_path / "a", "sea"), home=home, UNDERDRAFT_TOKEN="mine") as process:  # noqa: S106
        url = process.stderr.readline().strip()
        headers = {"authorization": "Bearer mine"}
        assert httpx.get(f"{url}/projects", headers=headers).status_code == 200
        process.send_signal(signal.SIGTERM)
        assert "mine" not in process.stderr.read()


@pytest.mark.long
def test_the_description_can_be_printed(tmp_path):
    """``--openapi`` prints the description for makers of clients, and serves nothing."""
    from click.testing import CliRunner

    found = CliRunner().invoke(cli, ["serve", "--openapi", str(project(tmp_path / "a", "sea"))])
    assert json.loads(found.stdout)["openapi"] == "3.1.0"


@pytest.mark.parametrize("arguments", [["--host", "203.0.113.7"], ["/nowhere"]])
def test_what_cannot_be_served_is_said(tmp_path, arguments):
    """An address that is not this machine's and a folder that is not there are one line each."""
    from click.testing import CliRunner

    found = CliRunner().invoke(cli, ["serve", "--port", "0", *arguments])
    assert found.exit_code != 0
    assert "Traceback" not in found.output


@pytest.mark.long
def test_a_stop_lets_a_run_come_to_its_end(tmp_path):
    """A server that is told to stop while a run streams sends the run to its end, and the run is recorded."""
    home, folder = tmp_path / "home", project(tmp_path / "a", "sea")
    payload = {"skillId": "polish", "document": "夜里很冷。" * 200, "stream": True}
    payload["selection"] = {"start": 0, "end": 1_000}
    with serving(folder, home=home, UNDERDRAFT_TOKEN="mine") as process:  # noqa: S106
        url = process.stderr.readline().strip()
        headers = {"authorization": "Bearer mine", "accept": "text/event-stream"}
        with httpx.stream(
            "POST", f"{url}/ipc/ai:skill:run", json=payload, headers=headers, timeout=30
        ) as got:
            lines = got.iter_lines()
            assert next(lines) == "event: started"
            process.send_signal(signal.SIGTERM)
            told = list(lines)
        assert any(line.startswith('data: {"ok":true') for line in told)
        assert process.wait(timeout=30) == 0
    run = json.loads(next(line for line in told if line.startswith('data: {"ok"'))[6:])["data"]["runId"]
    with Workspace.open(folder, store=home / "underdraft.db") as workspace:
        assert workspace.invoke_sync("ai:run:get", {"runId": run})["ok"]

"""The TypeScript client: typed by the description, and through the loop from run to learned."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from conftest import NOVEL
from service.served import TOKEN, served
from underdraft import Workspace
from underdraft.service.openapi import describe

EXAMPLE = Path(__file__).parents[2] / "examples" / "electron-client"
MISTAKES = """\
import { Client } from "./client.js";
const client = new Client({ url: "", token: "" });
// @ts-expect-error a field that the channel does not have
client.call("memory:list", { limt: 3 });
// @ts-expect-error a field is missing
client.call("ai:run:get", {});
// @ts-expect-error there is no such channel
client.call("memory:lst", {});
const found: Promise<{ items: { content: string }[] }> = client.call("memory:list", {});
void found;
"""
pytestmark = pytest.mark.skipif(
    shutil.which("npm") is None or shutil.which("node") is None,
    reason="the client in TypeScript is tested with Node and npm; install them",
)


def run(*command, folder, **environ):
    """What a program prints."""
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **environ},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def install(folder):
    """Fetch the packages of the example; a machine that cannot has nothing to test."""
    command = ["npm", "install", "--no-package-lock", "--no-audit", "--no-fund"]
    try:
        subprocess.run(command, cwd=folder, capture_output=True, timeout=60, check=True)
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError) as error:
        pytest.skip(f"the packages cannot be fetched here ({type(error).__name__})")


@pytest.mark.long
def test_the_loop_in_typescript(tmp_path):
    """The client is made from the description and compiles, mistakes do not; its loop learns and injects."""
    folder = tmp_path / "client"
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("node_modules", "dist"))
    shutil.copytree(NOVEL, tmp_path / "novel")
    (folder / "src" / "mistakes.ts").write_text(MISTAKES, encoding="utf-8")
    with (
        Workspace.open(tmp_path / "novel", store=tmp_path / "store.db") as workspace,
        served(workspace) as url,
    ):
        description = json.dumps(describe(workspace.channels.values()))
        (folder / "openapi.json").write_text(description, encoding="utf-8")
        install(folder)
        run("npm", "run", "-s", "types", folder=folder)
        run("npm", "run", "-s", "build", folder=folder)
        said = run("npm", "run", "-s", "loop", folder=folder, UNDERDRAFT_URL=url, UNDERDRAFT_TOKEN=TOKEN)
    assert "BROKEN" not in said
    assert "learned: 偏好短句" in said
    assert "injected now: true" in said
    assert "refused: NOT_FOUND" in said

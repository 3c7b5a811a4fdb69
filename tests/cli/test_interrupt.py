"""Ctrl-C, or being told to end, while a model is answering."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from cli.console import install

SLOW = """
import asyncio
from underdraft import TextDelta, hookimpl

class Slow:
    async def answer(self, call):
        yield TextDelta(text="一二三")
        await asyncio.sleep(120)

@hookimpl
def underdraft_model(name):
    return Slow() if name == "slow" else None
"""


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="SIGINT is sent otherwise there")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupt_stops_the_run_and_records_it_as_canceled(novel, tmp_path, terminal, number):
    """What has been written is kept on stdout; the rest is one CANCELED line, status 130 or 143, and the record says so."""
    site = install(tmp_path / "site", "slowmodel", SLOW)
    env = {
        **os.environ,
        "PYTHONPATH": f"{site}{os.pathsep}{os.environ.get('PYTHONPATH', '')}",
        "UNDERDRAFT_HOME": str(terminal.home),
    }
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "underdraft", "run", "polish", "--model", "slow"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=env,
        # Where the tests run in the background of a script, interrupts are ignored, and that is inherited.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    )
    assert process.stdout.read(9).decode() == "一二三"
    process.send_signal(number)
    out, complaint = process.communicate(timeout=30)
    assert process.returncode == 128 + number
    assert complaint.decode().strip() == "CANCELED: stopped"
    assert out == b""
    (run,) = terminal.json("runs")["items"]
    assert run["status"] == "canceled"

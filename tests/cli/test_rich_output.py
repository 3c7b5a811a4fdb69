"""What is drawn on terminals."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo terminal")
def test_terminal_gets_colours_and_no_control_characters_of_the_text(novel, tmp_path):
    """On a terminal headings are coloured; an escape sequence inside a document cannot steer it."""
    import pty

    (novel / "evil.md").write_text("之前 \x1b]0;owned\x07 之后", "utf-8")
    parent, child = pty.openpty()
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "underdraft",
            "preview",
            "polish",
            "-d",
            "evil.md",
            "--store",
            str(tmp_path / "s.db"),
        ],
        stdout=child,
        stderr=child,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "100"},
    )
    os.close(child)
    shown = b""
    while True:
        try:
            piece = os.read(parent, 65536)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    assert process.wait(60) == 0
    assert b"\x1b[" in shown
    assert "之后".encode() in shown
    assert b"\x1b]0;" not in shown

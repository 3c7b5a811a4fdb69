"""The script that lists the words that a language lacks."""

from __future__ import annotations

import runpy
import subprocess
import sys
from contextvars import ContextVar

import pytest

from docs.pages import ROOT
from underdraft.cli import language

SCRIPT = ROOT / "docs/missing_words.py"
lacking, main = (runpy.run_path(str(SCRIPT))[name] for name in ("lacking", "main"))


@pytest.fixture(autouse=True)
def _own_language(monkeypatch):
    """What is spoken here is forgotten after the test."""
    monkeypatch.setattr(language, "_language", ContextVar("language", default="en"))


@pytest.mark.long
def test_a_missing_word_is_listed_and_falls_back(capsys):
    """What has no Chinese words is shown in English; a command lists it with its part and place."""
    language.speak("zh")
    said = "the embedder gave a vector that is not finite"
    assert language.translated(said) == said
    main(["zh"])
    listed = capsys.readouterr().out.splitlines()
    assert any(line.startswith("zh/messages.toml: ") and said in line for line in listed)


@pytest.mark.long
def test_what_a_language_has_is_not_listed():
    """Neither a word of the page nor a command's help that has Chinese words; more may be missing, and no test fails."""
    listed = list(lacking("zh"))
    assert ("page", "view.write") not in listed
    assert not any("Make a folder a project" in name for _, name in listed)


def test_an_unknown_language():
    """A language without a folder is an error that names those that have one; a list is none."""
    done = subprocess.run([sys.executable, str(SCRIPT), "tlh"], check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, "tlh: no such language; known are zh\n")
    with pytest.raises(SystemExit):
        main(["en"])

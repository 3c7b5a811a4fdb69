"""The sample novel, copied out of the package, and what a writer does with it."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from underdraft.cli.starter import config_text, lay_down, read_texts, starter_texts
from underdraft.errors import Conflict
from underdraft.project.config import CONFIG_PATH
from underdraft.project.shipped import builtin

SKILL = "polish"
CHAPTER = "chapters/01-the-ferry.md"
ENGLISH_CHAPTER = "chapters/en-01-a-chronometer-by-post.md"
ENGLISH_CARD = ("en/edith-hale.md", ".underdraft/characters/edith-hale.md")
"""Where the sample keeps it, and where a copy in English has it."""
CHINESE = "zh"

_OWN_STORE = 'store = "project"  # the sample carries its own store\n'


def copy_sample(target: Path, language: str = CHINESE) -> str:
    """Copy the sample novel into a folder that is empty or not there yet, and give the chapter to work on.

    The novel is Chinese; in any other language only its English chapter comes, with what belongs to it.
    """
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise Conflict("--keep: expected a folder that is empty or not there yet")
    texts = (_whole if language == CHINESE else _english)(builtin("examples") / "novel")
    lay_down(target, {**texts, CONFIG_PATH: _OWN_STORE + texts[CONFIG_PATH]})
    return CHAPTER if language == CHINESE else ENGLISH_CHAPTER


def _english(novel: Traversable) -> dict[str, str]:
    config = config_text(project_id="black-reef-bay", name="Black Reef Bay", locale="en", language="English")
    own = {
        path: (novel / source).read_text(encoding="utf-8")
        for source, path in ((ENGLISH_CHAPTER, ENGLISH_CHAPTER), ENGLISH_CARD)
    }
    return {CONFIG_PATH: config, **starter_texts("en"), **own}


def _whole(novel: Traversable) -> dict[str, str]:
    return {
        path: text
        for path, text in read_texts(novel, "")
        if not path.startswith("en/") and path.endswith((".md", ".toml", ".yaml"))
    }


def read_edits(language: str) -> dict[str, Any]:
    """What a writer does with the chapter that :func:`copy_sample` gives in a language, as ``sample_edits/`` has it.

    ``edit`` holds passages (``selected``, ``reply``, ``kept``), ``said`` and ``answer`` a wish in a chat and its reply,
    ``later`` passages that are polished afterwards.
    """
    file = files("underdraft.cli") / "sample_edits" / f"{CHINESE if language == CHINESE else 'en'}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))

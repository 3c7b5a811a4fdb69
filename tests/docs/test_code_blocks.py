"""Every code block of README and docs is run, page by page, and prints what the page says."""

from __future__ import annotations

import re
from types import SimpleNamespace

import openai
import pytest

import underdraft
from docs.code_blocks import Reader, has_a_model, with_model
from docs.pages import ROOT, read
from environments import Environment
from underdraft.cli.sample import copy_sample

PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in [*ROOT.glob("README*.md"), *(ROOT / "docs").rglob("*.md")]
    if "```sh" in (text := path.read_text("utf-8")) or "```python" in text
)


class Table:
    """A database of chapters, as the page on applications has one."""

    def text_of(self, _book, path):
        return {".underdraft/config.toml": '[project]\nid = "b"\nname = "B"\n'}.get(path)

    def paths_and_versions(self, _book, below):
        return [(".underdraft/config.toml", 1)] if ".underdraft".startswith(below.rstrip("/")) else []


async def create(**_):
    """The reply of a client of a provider."""
    choice = SimpleNamespace(message=SimpleNamespace(content="He rang."), finish_reason="stop")
    return SimpleNamespace(choices=[choice], usage=SimpleNamespace(prompt_tokens=900, completion_tokens=3))


def application(folder):
    """What an application has before it reads the page for it."""
    return {
        "underdraft": underdraft,
        "ws": underdraft.Workspace.open(folder / "novel"),
        "text": "The bell rang. " * 40,
        "kept": "He rang twice.",
        "client": SimpleNamespace(chat=SimpleNamespace(completions=SimpleNamespace(create=create))),
        "table": Table(),
        "user": "ines",
        "book": "salt",
        "MODEL": "offline",
    }


NAMES = {
    "docs/applications.md": application,
    "docs/plugins.md": lambda _: {"ModelError": underdraft.ModelError, "hookimpl": underdraft.hookimpl},
    "docs/service.md": lambda _: {"openai": openai, "token": "a-long-random-word"},
}
"""What a page takes for granted."""

IN_THE_BOOK = {"docs/guide.md"}
"""Pages whose reader has gone into the folder of the sample."""

BRING_THE_SAMPLE = {
    "README.md",
    "docs/index.md",
    "docs/tutorials/application.md",
    "docs/tutorials/writing-day.md",
    "docs/web-application.md",
}
"""Pages whose reader makes the sample, and so has none before."""

INSTALLS = {"docs/tutorials/plugin.md", "docs/plugins.md", "docs/own-parts.md"}
"""Pages whose reader installs a package: in an environment of its own."""


def english(page):
    """The English twin of a page, or the page itself; what is said of it above holds for both."""
    return page.replace(".zh-CN.md", ".md")


@pytest.mark.long
@pytest.mark.parametrize("page", PAGES)
def test_a_page_can_be_followed(page, tmp_path, monkeypatch, writers_home):
    """A reader who does what the page says, from top to bottom, gets what it shows."""
    language = "zh" if "zh-CN" in page else "en"
    monkeypatch.setenv("UNDERDRAFT_LANGUAGE", language)
    folder = tmp_path / "reader"
    folder.mkdir()
    if english(page) not in BRING_THE_SAMPLE:
        copy_sample(folder / "novel", language)
    python = {"python": Environment(tmp_path / "environment").python} if english(page) in INSTALLS else {}
    names = NAMES[english(page)](folder) if english(page) in NAMES else {}
    environment = {"UNDERDRAFT_LANGUAGE": language, "UNDERDRAFT_HOME": str(writers_home)}
    if has_a_model(page):
        environment |= with_model(writers_home, tmp_path / "site")
    reader = Reader(
        folder / "novel" if english(page) in IN_THE_BOOK else folder, environment, names, **python
    )
    try:
        assert reader.follow(read(page), page) > 0
    finally:
        reader.close()
        if "ws" in reader.names:
            reader.names["ws"].close()


@pytest.mark.long
def test_a_page_can_be_typed(tmp_path, writers_home):
    """The Python of the tutorial for applications runs as it stands at the prompt of ``python -m asyncio``."""
    page = "docs/tutorials/application.md"
    (tmp_path / "reader").mkdir()
    environment = {"UNDERDRAFT_LANGUAGE": "en", "UNDERDRAFT_HOME": str(writers_home)}
    reader = Reader(tmp_path / "reader", environment)
    reader.follow(re.sub(r"(?ms)^```(python|text)\n.*?^```\n", "", read(page)), page)
    reader.type(read(page), page)


@pytest.mark.parametrize("page", ["README.md", "README.zh-CN.md"])
def test_readme_is_short(page):
    """Whoever comes by reads it to the end."""
    assert len(read(page).splitlines()) <= 100

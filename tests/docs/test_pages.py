"""Every page can be followed: its links lead somewhere, its examples are what they claim to be."""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from functools import cache
from itertools import pairwise

import pytest
import yaml
from markdown_it import MarkdownIt

from docs.pages import ROOT, read

PAGES = sorted(
    str(path.relative_to(ROOT))
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "benchmarks" / "README.md"]
)
ANCHOR = re.compile(r"[^\w\- ]")


def blocks(page, language):
    """The code blocks of a page in a language."""
    tokens = MarkdownIt().parse(read(page))
    return [token.content for token in tokens if token.type == "fence" and token.info == language]


@cache
def anchors(page):
    """The anchors that a reader of the page on the web can jump to."""
    tokens = MarkdownIt().parse(read(page))
    headings = [after.content for token, after in pairwise(tokens) if token.type == "heading_open"]
    found = {ANCHOR.sub("", heading.lower()).replace(" ", "-") for heading in headings}
    return found | set(re.findall(r'<a id="([^"]+)"></a>', read(page)))


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    """Each link inside the project names a file that is there, and a heading of it."""
    for target in re.findall(r"\]\((?!https?:)([^)\s]+)\)", read(page)):
        path, _, anchor = target.partition("#")
        found = ((ROOT / page).parent / path).resolve() if path else ROOT / page
        assert found.exists(), target
        assert not page.startswith("docs/") or found.is_relative_to(ROOT / "docs"), (
            f"{target} is not on the site"
        )
        assert not anchor or anchor in anchors(str(found.relative_to(ROOT))), target


@pytest.mark.parametrize("page", ["README.md", "README.zh-CN.md", "docs/index.md", "docs/index.zh-CN.md"])
def test_builders_find_their_pages(page):
    """Both pages for people who build an application are linked where a newcomer begins."""
    linked = {
        target.removeprefix("docs/").replace(".zh-CN.md", ".md")
        for target in re.findall(r"\]\(([^)\s]+)\)", read(page))
    }
    assert {"tutorials/application.md", "applications.md"} <= linked


@pytest.mark.parametrize("page", PAGES)
def test_examples_are_what_they_claim_to_be(page):
    """Python, TOML, YAML and shell examples can be read as such."""
    for example in blocks(page, "python"):
        ast.parse(example)
    for example in blocks(page, "toml"):
        tomllib.loads(example)
    for example in blocks(page, "yaml"):
        list(yaml.safe_load_all(example))
    commands = "\n".join(blocks(page, "sh"))
    assert subprocess.run(["bash", "-n"], input=commands, text=True, check=False).returncode == 0


@pytest.mark.parametrize("page", [page for page in PAGES if page.startswith("docs/")])
def test_a_page_can_be_read_at_a_sitting(page):
    """A page that people write has at most 3,000 words; in Chinese two characters count as one."""
    text = read(page)
    words = len(text.split()) + len(re.findall(r"[\u4e00-\u9fff]", text)) / 2
    assert "<!-- Written by docs/" in text or words <= 3_000


def test_every_page_is_in_the_navigation():
    """The site's navigation has each page once, and no page that does not exist."""
    listed = re.findall(r": (\S+\.md)$", read("mkdocs.yml"), re.MULTILINE)
    assert sorted(listed) == sorted(
        path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")
    )

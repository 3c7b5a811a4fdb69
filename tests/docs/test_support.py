"""What is supported, how something is removed, and the forms of issues."""

from __future__ import annotations

import re
import tomllib

import pytest
import yaml

from docs.pages import ROOT, read

FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.md"))


@pytest.mark.parametrize("page", ["SUPPORT.md", "SUPPORT.zh-CN.md"])
def test_supported_versions_are_those_of_the_package(page):
    """The page names each Python version that the package declares, and no other."""
    project = tomllib.loads(read("pyproject.toml"))["project"]
    declared = {c.rpartition(" ")[2] for c in project["classifiers"] if re.search(r":: 3\.\d+$", c)}
    assert set(re.findall(r"\b3\.\d+\b", read(page))) == declared


def test_both_languages_say_the_same():
    """Each has the same sections, list items and steps, and the same words of the change log."""
    pages = [read("SUPPORT.md"), read("SUPPORT.zh-CN.md")]
    for mark in (r"^## ", r"^- ", r"^\d\. ", r"^\| ", r"\*Deprecated\*", r"\*Removed\*", r"`[^`]+`"):
        one, two = (re.findall(mark, page, re.MULTILINE) for page in pages)
        assert len(one) == len(two), mark


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.stem)
def test_a_form_has_a_name_and_asks(form):
    """Each begins with its name and what it is for, and has headings to fill in."""
    _, head, body = form.read_text("utf-8").split("---\n", 2)
    assert set(yaml.safe_load(head)) == {"name", "about"}
    assert body.count("**") >= 4


def test_forms_ask_for_what_a_report_needs():
    """Faults and wrong prompts are reported with versions, and with a way to keep private things out; commands exist."""
    from underdraft.cli.commands import COMMANDS

    names = {entry.name for entry in COMMANDS}
    for form in FORMS:
        text = form.read_text("utf-8")
        assert set(re.findall(r"`underdraft ([a-z]+)", text)) <= names
        if form.stem in {"fault", "wrong-prompt"}:
            assert "SECURITY.md" in text
            assert "`underdraft --version`" in text

"""Pages: words in two languages, escaped, under a strict policy."""

from __future__ import annotations

import re
import shutil
import time
from pathlib import Path

import pytest

from service.served import caller_of, served
from underdraft import Workspace
from underdraft.service.pages import rendering
from underdraft.service.pages.rendering import VIEWS
from underdraft.text.strings import languages, words

TEMPLATES = Path(rendering.__file__).with_name("templates")


def test_every_word_that_a_template_names_is_there():
    """No template asks for a word that nobody wrote."""
    known = words("en", "page")
    for template in TEMPLATES.glob("*.html"):
        for start, code in re.findall(r"\bsaid\('([\w.]+)', '(\w+)'\)", template.read_text("utf-8")):
            assert f"{start}.{code}" in known, (template.name, code)


def test_there_is_no_script_and_no_style_in_the_markup():
    """The policy forbids both, so no template has any."""
    for template in TEMPLATES.glob("*.html"):
        text = template.read_text("utf-8")
        assert not re.search(r"<script>|\bstyle=|\bon\w+=\"", text), template.name


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("language", languages())
def test_every_view_opens_on_an_empty_project(get, view, language):
    """A new writer sees each view, with a sentence on what to do next where there is nothing yet."""
    got = get(view, headers={"accept-language": language})
    assert got.status_code == 200
    assert f'lang="{"zh-Hans" if language == "zh" else "en"}"' in got.text
    assert "script-src 'self'" in got.headers["content-security-policy"]
    assert not re.search(r">(view|tab|error|done|setting|effect|becomes)\.\w+<", got.text)


def test_a_chosen_language_is_remembered(get):
    """The link to the other language holds for the next page, too, for a year."""
    got = get("memory?lang=zh")
    assert "记忆" in got.text
    assert {"underdraft_language=zh", "Max-Age=31536000"} <= set(got.headers["set-cookie"].split("; "))


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("when", "2026-01-02T03:04:05.678Z", "2026-01-02 03:04"),
        ("when", None, ""),
        ("short", "0123456789", "01234567"),
        ("usd", 0.0001, "$0.0001"),
        ("usd", 0.00009, "< $0.0001"),
        ("quoted", "走", "“走”"),
        ("quoted", "「走」", "「走」"),
        ("code", "run `x`<", "run <code>x</code>&lt;"),
    ],
)
def test_values_are_written_in_one_way(name, value, shown):
    """Times, shares, ids, money, quotations and commands, wherever a template has them."""
    assert rendering.environment().filters[name](value) == shown


WRONG = [
    ("memory?done=%7Bx%7D", None),
    ("memory?cursor=%00", None),
    ("memory?q=NEAR(%22", None),
    ("memory?tab=sessions&session=" + "x" * 300, None),
    ("memory/%00", None),
    ("story?entity=%00&chapter=-1", None),
    ("prompt?run=%00", None),
    ("do/memory:update", {"id": "x", "patch": "y", "patch.content": "z"}),
    ("do/memory:restore", {"id": "x", "toVersion": "9" * 40}),
    ("do/memory:settings:update", {"patch.": "1", "patch.context_limit": "9" * 400}),
    ("do/memory:create", {"type": "{x}", "scope": "global", "content": "{0}"}),
    ("do/profile:update", {f"k{n}": "1" for n in range(1_100)}),
]


@pytest.mark.parametrize(("path", "form"), WRONG)
def test_no_address_and_no_form_brings_the_page_down(get, post, path, form):
    """Whatever is typed into the address or sent as a form is answered, wrongly or not, without a fault."""
    got = get(path) if form is None else post(path, **form)
    assert got.status_code < 500, got.text
    assert "Traceback" not in got.text


def test_an_address_that_leads_nowhere_is_a_page(get):
    """A browser gets a page with a sentence, not an envelope."""
    got = get("nowhere")
    assert (got.status_code, "This does not exist, or no longer exists." in got.text) == (404, True)


def test_a_projects_name_is_text(tmp_path):
    """Markup in a project's name is shown as it is, in the title too."""
    name = "<script>alert(1)</script>"
    config = f'[project]\nid = "harbour"\nname = "{name}"\n'
    with (
        Workspace.open(files={".underdraft/config.toml": config}, store=tmp_path / "store.db") as workspace,
        served(workspace) as url,
        caller_of(url) as caller,
    ):
        text = caller.http.get("/p/harbour/write").text
    assert "&lt;script&gt;alert(1)" in text
    assert name not in text


@pytest.mark.parametrize(
    ("language", "words"), [("en", "gets no memories from it"), ("zh", "得不到它的记忆")]
)
def test_a_folder_that_is_not_confirmed_is_said_on_each_page(tmp_path, folder, workspace, language, words):
    """Both folders by name, no path, and the commands that settle it; the confirmed folder's pages say nothing."""
    workspace.preview_sync("polish", document="x")
    shutil.copytree(folder, tmp_path / "copied")
    with Workspace.open(tmp_path / "copied", store=tmp_path / "store.db") as copied:
        for shown, said in ((copied, True), (workspace, False)):
            with served(shown) as address, caller_of(address) as caller:
                got = caller.http.get("/p/-/memory", headers={"accept-language": language}).text
            assert (words in got) is said
            assert ("<code>underdraft status --confirm-id</code>" in got) is said
            assert str(tmp_path) not in got


def test_times_are_those_of_the_clock_on_the_wall(monkeypatch):
    """A stored time in UTC is shown in the server's zone where no script runs; the script sets the reader's."""
    monkeypatch.setenv("TZ", "Asia/Shanghai")
    time.tzset()
    try:
        assert rendering.when("2026-11-26T20:05:59.123Z") == "2026-11-27 04:05"
        assert rendering.when(None) == ""
    finally:
        monkeypatch.undo()
        time.tzset()

"""Replies as things of their own, in a real browser: they outlive the window, and are judged wherever they are seen."""

from __future__ import annotations

import asyncio
import shutil
import threading
from contextlib import contextmanager

import pytest

from conftest import NOVEL
from e2e.test_page import CALM, CHROMIUM, LOUD, PASSAGE, TOKEN, Desk, browser, expect
from service.served import caller_of, served
from underdraft import Reply, TextDelta, Usage, Workspace, hookimpl

__all__ = ["browser"]
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        CHROMIUM is None, reason="the page is tested in Chromium; install the system's package"
    ),
]


class Slow:
    """A model that writes half of its reply, and the rest when it may; several versions are numbered."""

    def __init__(self):
        self.may_end = threading.Event()
        self.texts, self.finish = (LOUD,), "stop"

    @hookimpl
    def underdraft_model(self, name):
        return self if name == "slow" else None

    async def answer(self, call):
        texts = self.texts if call.candidates == 1 else tuple(f"{n}。{LOUD}" for n in range(call.candidates))
        for index, text in enumerate(texts):
            yield TextDelta(index=index, text=text[:10])
        await asyncio.to_thread(self.may_end.wait, 20)
        for index, text in enumerate(texts):
            yield TextDelta(index=index, text=text[10:])
        usage = Usage(prompt_tokens=900, completion_tokens=30)
        yield Reply(texts=texts, usage=usage, finish_reason=self.finish)


@pytest.fixture
def model():
    """The model."""
    return Slow()


@contextmanager
def opened(tmp_path, browser, model):
    """The sample novel on a server; may be opened again, as after a restart."""
    if not (tmp_path / "n").exists():
        shutil.copytree(NOVEL, tmp_path / "n")
    with (
        Workspace.open(tmp_path / "n", store=tmp_path / "s.db", plugins=[model], model="slow") as workspace,
        served(workspace) as url,
    ):
        yield Desk(browser, url, workspace)


@pytest.fixture
def desk(tmp_path, browser, model):
    """Opens windows on the sample novel."""
    with opened(tmp_path, browser, model) as found:
        yield found


def start(page, text=PASSAGE):
    """Have a passage polished, until the first words are there."""
    page.fill("#text", text)
    page.focus("#text")
    start_, length = text.index(PASSAGE), len(PASSAGE)
    page.evaluate(f"document.getElementById('text').setSelectionRange({start_}, {start_ + length})")
    page.click("#run")
    expect(page.locator("#reply ins")).to_have_text(LOUD[:10])


def test_a_running_reply_survives_reload_another_view_and_another_window(desk, model):
    """The run goes on when its window leaves; it is listed, and any window shows it to its end."""
    with desk.window() as page:
        desk.see(page, "write")
        start(page, f"前文。{PASSAGE}后文。")
        page.reload()
        expect(page.locator("#reply ins")).to_have_text(LOUD[:10])
        desk.see(page, "prompt")
        expect(page.locator("[data-reply] .tag")).to_have_text("Writing ...")
        other = page.context.new_page()
        desk.see(other, "write")
        other.click("[data-reply] a.button")
        expect(other.locator("#reply ins")).to_have_text(LOUD[:10])
        model.may_end.set()
        other.wait_for_selector("#verdict:not([hidden])")
        desk.see(page, "write")
        page.click("[data-reply] a.button")
        page.wait_for_selector("#verdict:not([hidden])")
        page.click("#keep")
        expect(page.locator("#state")).to_contain_text("Kept")
        assert page.input_value("#text") == f"前文。{LOUD}后文。"
        assert page.locator("[data-reply]").count() == 0
        other.reload()
        expect(other.locator("#state")).to_contain_text("judged this reply already")
        expect(other.locator("#text")).to_have_value(f"前文。{LOUD}后文。")
        desk.see(page, "write")
        assert page.locator("[data-reply]").count() == 0


def test_a_reply_survives_a_restart_of_the_server(tmp_path, browser, model):
    """What was written until the server stopped waits as cut off; what was finished waits as it was."""
    with opened(tmp_path, browser, model) as desk, desk.window() as page:
        desk.see(page, "write")
        start(page)
    model.may_end.set()
    with opened(tmp_path, browser, model) as desk, desk.window() as page:
        desk.see(page, "write")
        expect(page.locator("[data-reply] .tag")).to_contain_text("not whole")
        page.fill("#text", f"新的。{PASSAGE}")
        page.click("[data-reply] a.button")
        expect(page.locator("#state")).to_contain_text("not whole")
        page.click("#keep")
        expect(page.locator("#text")).to_have_value(f"新的。{LOUD[:10]}")


def test_a_lost_connection_is_made_anew(desk, model):
    """A watcher that names the last event that it has seen gets those after it, none twice."""
    begun = {"skillId": "polish", "document": PASSAGE, "selection": {"start": 0, "end": len(PASSAGE)}}
    base = f"/p/{desk.workspace.config.project.id}/runs"
    with caller_of(desk.url) as caller:
        id_ = caller.http.post(base, json=begun).json()["data"]["runId"]
        with caller.http.stream("GET", f"{base}/{id_}") as stream:
            lines = stream.iter_lines()
            first = [next(lines) for _ in range(11)]
        assert "event: delta" in first
        seen = [line for line in first if line.startswith("id: ")][-1].removeprefix("id: ")
        model.may_end.set()
        rest = caller.http.get(f"{base}/{id_}", headers={"last-event-id": seen}).text
    assert LOUD[:10] not in rest.partition("event: result")[0]
    assert rest.count("event: result") == 1


def test_versions_stand_side_by_side(desk, model):
    """Of several versions one is taken, and the choice is recorded; all of them can be refused."""
    model.may_end.set()
    with desk.window() as page:
        desk.see(page, "write")
        for taken in (1, -1):
            page.fill("#text", PASSAGE)
            page.focus("#text")
            page.keyboard.press("Control+A")
            page.select_option("#candidates", "3")
            page.click("#run")
            page.wait_for_selector("#variants:not([hidden])")
            assert page.locator("#variants > li").count() == 3
            if taken >= 0:
                page.click("#variants > li:nth-child(2) button")
                page.click("#keep")
                expect(page.locator("#text")).to_have_value(f"1。{LOUD}")
            else:
                page.click("#refuse")
                expect(page.locator("#text")).to_have_value(PASSAGE)
    runs = desk.workspace.invoke_sync("ai:run:list", {})["data"]["items"]
    assert [run["verdict"] for run in runs] == ["reject", "accept"]


def test_changes_are_kept_one_by_one(desk, model):
    """Each change has a box; what is kept is the old text with the changes that are ticked, and counts as an edit."""
    model.may_end.set()
    with desk.window() as page:
        desk.see(page, "write")
        start_over(page)
        page.click("#change")
        boxes = page.locator("#changes input")
        assert boxes.count() > 2
        boxes.first.uncheck()
        kept = page.input_value("#final")
        assert kept.startswith(PASSAGE[:6])
        assert kept.endswith(LOUD[-6:])
        page.click("#keep-own")
        expect(page.locator("#text")).to_have_value(kept)


def start_over(page):
    """Have the passage polished, to its end."""
    page.fill("#text", PASSAGE)
    page.focus("#text")
    page.keyboard.press("Control+A")
    page.click("#run")
    page.wait_for_selector("#verdict:not([hidden])")


def test_a_reply_is_tried_again(desk, model):
    """The first one is refused, and the same is asked again in its place."""
    model.may_end.set()
    with desk.window() as page:
        desk.see(page, "write")
        start_over(page)
        model.texts = (CALM,)
        page.click("#again")
        expect(page.locator("#reply")).to_contain_text("冲了出去，。")
        page.click("#keep")
        expect(page.locator("#text")).to_have_value(CALM)
    runs = desk.workspace.invoke_sync("ai:run:list", {})["data"]["items"]
    assert [run["verdict"] for run in runs] == ["accept", "reject"]


@pytest.mark.parametrize(
    ("texts", "finish", "said"),
    [
        (("",), "stop", "The model wrote nothing."),
        ((LOUD,), "length", "not whole"),
        (("",), "content_filter", "declined"),
    ],
)
def test_a_reply_with_a_flaw_is_named(desk, model, texts, finish, said):
    """Empty, cut and declined replies are called so, on the desk and in the list; nothing empty can be kept."""
    model.may_end.set()
    model.texts, model.finish = texts, finish
    with desk.window() as page:
        desk.see(page, "write")
        start_over(page)
        expect(page.locator("#state")).to_contain_text(said)
        assert page.locator("#keep").is_visible() == bool(texts[0])
        desk.see(page, "write")
        expect(page.locator("[data-reply] .tag")).to_contain_text(said)
        keeps = page.locator("[data-reply] input[value=accept]")
        assert keeps.count() == (1 if texts[0] else 0)


def test_a_reply_is_judged_from_the_prompt_view(desk, model):
    """The view of a prompt has its verdict: keep, edit then keep, refuse; afterwards it says which."""
    model.may_end.set()
    with desk.window() as page:
        for button, verdict in (("Refuse", "refused"), ("Keep", "kept")):
            desk.see(page, "write")
            start_over(page)
            page.click("#why")
            section = page.locator("section[aria-labelledby=verdict]")
            if verdict == "kept":
                section.locator("summary").click()
                section.locator("textarea").fill(CALM)
            section.get_by_role("button", name=button).click()
            expect(page.locator("#notice")).to_contain_text("noted")
            expect(page.locator("main > .meta .tag", has_text=verdict)).to_have_count(1)
    events = [run["verdict"] for run in desk.workspace.invoke_sync("ai:run:list", {})["data"]["items"]]
    assert events == ["accept", "reject"]
    assert TOKEN not in page.url

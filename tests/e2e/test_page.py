"""The page in a real browser: the loop of learning, two windows, the keyboard alone, accessibility."""

from __future__ import annotations

import shutil
import time
from contextlib import contextmanager

import pytest
from playwright import sync_api

from conftest import NOVEL
from service.served import TOKEN, served
from underdraft import Reply, TextDelta, Usage, Workspace, hookimpl

expect = sync_api.expect
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="the page is tested in Chromium; install the system's package"
)

FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync"]
PASSAGE = "他冲了出去，门响了一声，她追上来，雨很大。"
LOUD = "他冲了出去！门响了！她追上来！雨很大！"
CALM = "他冲了出去。门响了。她追上来。雨很大。"
VIEWS = ("write", "prompt", "memory", "story", "cache", "settings")
VIEWS += tuple(f"memory?tab={tab}" for tab in ("profile", "sessions"))
VIEWS += ("memory?state=deleted", "memory?state=proposed")


class Loud:
    """A model that shouts."""

    @hookimpl
    def underdraft_model(self, name):
        return self if name == "loud" else None

    async def answer(self, call):
        for piece in LOUD:
            yield TextDelta(text=piece)
        yield Reply(texts=(LOUD,), usage=Usage(prompt_tokens=900, completion_tokens=30, cached_tokens=600))


@pytest.fixture(scope="module")
def browser():
    """A browser."""
    with sync_api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def desk(tmp_path, browser):
    """Opens windows on the sample novel; ``desk.workspace`` is what is behind them."""
    shutil.copytree(NOVEL, tmp_path / "n")
    model = Loud()
    with (
        Workspace.open(tmp_path / "n", store=tmp_path / "s.db", plugins=[model], model="loud") as workspace,
        served(workspace) as url,
    ):
        yield Desk(browser, url, workspace)


class Desk:
    """A writer at the page."""

    def __init__(self, browser, url, workspace):
        self.browser, self.url, self.workspace = browser, url, workspace
        self.base = f"{url}/p/{workspace.config.project.id}"

    @contextmanager
    def window(self, **options):
        """A window of its own that has been let in; what the page's script complains of is a fault."""
        context = self.browser.new_context(**{"locale": "en-US", **options})
        page = context.new_page()
        faults = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text) if "Policy" in message.text else None)
        page.goto(f"{self.url}/login#{TOKEN}")
        page.wait_for_url("**/write")
        assert TOKEN not in page.url
        yield page
        context.close()
        assert faults == []

    def see(self, page, view):
        """Open a view."""
        page.goto(f"{self.base}/{view}")

    def run(self, page):
        """Have the passage polished."""
        page.fill("#text", PASSAGE)
        page.focus("#text")
        page.keyboard.press("Control+A")
        page.click("#run")
        page.wait_for_selector("#verdict:not([hidden])")


def test_the_reply_stands_in_the_text(desk):
    """A reply is shown where it would stand, and what was kept can be undone, also after more was written."""
    with desk.window() as page:
        desk.see(page, "write")
        page.fill("#text", f"前文。{PASSAGE}后文。")
        page.focus("#text")
        page.evaluate("n => document.getElementById('text').setSelectionRange(3, 3 + n)", len(PASSAGE))
        page.click("#run")
        page.wait_for_selector("#verdict:not([hidden])")
        assert page.inner_text("#proposal").startswith("前文。他冲了出去")
        assert page.inner_text("#proposal").endswith("后文。")
        assert page.inner_text("#reply ins >> nth=0") == "！"
        page.click("#keep")
        page.wait_for_selector("#undo:not([hidden])")
        assert page.input_value("#text") == f"前文。{LOUD}后文。"
        page.fill("#text", f"新的。前文。{LOUD}后文。")
        page.click("#undo")
        expect(page.locator("#state")).to_have_text("Taken back.")
        assert page.input_value("#text") == f"新的。前文。{PASSAGE}后文。"


def test_the_whole_link_works_where_the_token_is_asked_for(desk):
    """Who was asked for the token can open the link that has it, in the same window."""
    page = desk.browser.new_context().new_page()
    page.goto(desk.url)
    page.goto(f"{desk.url}/login#{TOKEN}")
    page.wait_for_url("**/write")
    page.context.close()


@pytest.mark.long
def test_a_memory_is_left_out_before_anything_is_sent(desk):
    """The preview stands on the desk; what is unticked there is not in the prompt of the run."""
    made = {"type": "preference", "scope": "global", "content": "结尾不要比喻"}
    desk.workspace.invoke_sync("memory:create", made)
    with desk.window() as page:
        desk.see(page, "write")
        page.fill("#text", PASSAGE)
        page.click("#preview")
        page.wait_for_selector("#preview-title")
        assert "To loud:" in page.inner_text("#sent")
        assert "结尾不要比喻" in page.inner_text("#sent")
        page.locator("#sent input[data-id]").first.uncheck()
        page.click("#run")
        page.wait_for_selector("#verdict:not([hidden])")
    [run] = desk.workspace.invoke_sync("ai:run:list", {})["data"]["items"]
    found = desk.workspace.invoke_sync("ai:run:get", {"runId": run["id"]})["data"]
    assert "结尾不要比喻" not in found["messages"][0]["content"]
    assert "left out for this run" in [line["reason"] for line in found["excluded"]]


@pytest.mark.long
def test_two_windows_of_the_desk_hold_one_text(desk):
    """What is written in one window is in the other, so that neither overwrites it."""
    with desk.window() as page:
        desk.see(page, "write")
        other = page.context.new_page()
        desk.see(other, "write")
        page.fill("#text", PASSAGE)
        expect(other.locator("#text")).to_have_value(PASSAGE)


@pytest.mark.long
def test_a_server_that_is_gone_is_said(desk):
    """Nothing on the page is dead when the server is: what fails says so, and the text is still there."""
    with desk.window() as page:
        desk.see(page, "write")
        page.fill("#text", PASSAGE)
        page.route("**/runs", lambda route: route.abort())
        page.click("#run")
        expect(page.locator("#state")).to_contain_text("The server does not answer")
        assert page.input_value("#text") == PASSAGE


@pytest.mark.long
def test_long_work_shows_that_it_goes_on(desk):
    """A button that takes its time says so and cannot be pressed twice; a run says what it is at."""
    with desk.window() as page:
        desk.see(page, "settings")

        page.evaluate(
            """() => {
                const busy = document.getElementById("busy");
                const button = document.querySelector("form[action$='maintenance:run'] button");
                const note = () => sessionStorage.setItem("seen", `${busy.innerText} ${button.disabled}`);
                new MutationObserver(note).observe(busy, { childList: true, subtree: true });
            }"""
        )

        def late(route):
            time.sleep(1.5)
            route.continue_()

        page.route("**/do/memory:maintenance:run", late)
        page.locator("form[action$='maintenance:run'] button").first.click()
        expect(page.locator("#notice")).to_contain_text("made anew")
        seen = page.evaluate("() => sessionStorage.getItem('seen')")
        assert "Working" in seen
        assert seen.endswith("true")
        expect(page.locator("#busy")).to_be_hidden()


@pytest.mark.long
def test_one_list_is_narrowed_page_by_page(desk):
    """Memories and facts stand in one list; words and type narrow it, and the rest follows page by page."""
    for n in range(60):
        made = {"type": "note", "scope": "global", "content": f"tide table {n}"}
        desk.workspace.invoke_sync("memory:create", made)
    desk.workspace.invoke_sync("atomic:create", {"content": "the lighthouse has nine floors"})
    with desk.window() as page:
        desk.see(page, "memory")
        assert page.locator(".cards > li").count() == 25
        page.click("text=Show more")
        expect(page.locator(".cards > li")).to_have_count(25)
        page.fill("input[name=words]", "nine lighthouse")
        page.click("form[role=search] button")
        expect(page.locator(".cards > li")).to_have_count(1)
        assert page.input_value("input[name=words]") == "nine lighthouse"
        page.fill("input[name=words]", "tide")
        page.select_option("[role=search] select[name=type]", "note")
        page.click("form[role=search] button")
        page.click("text=Show more")
        expect(page.locator(".cards > li")).to_have_count(25)
        assert page.input_value("[role=search] select[name=type]") == "note"


@pytest.mark.long
def test_two_windows_lose_nothing(desk):
    """The second of two windows that edit one memory is told, and has its text at hand to save it over what it then sees."""
    made = {"type": "note", "scope": "global", "content": "before"}
    desk.workspace.invoke_sync("memory:create", made)
    with desk.window() as first, desk.window() as second:
        for page in (first, second):
            desk.see(page, "memory")
        first.fill(".cards textarea", "from the first window")
        first.click(".cards .edit button")
        first.wait_for_selector("#notice:not([hidden])")
        second.fill(".cards textarea", "from the second window")
        second.click(".cards .edit button")
        second.wait_for_selector("main [role=alert]")
        assert second.input_value("main textarea") == "from the second window"
        second.click("main a.button")
        assert second.input_value(".cards textarea") == "from the first window"
        second.fill(".cards textarea", "from the second window")
        second.click(".cards .edit button")
        second.wait_for_selector("#notice:not([hidden])")
        [item] = desk.workspace.invoke_sync("memory:list", {})["data"]["items"]
        assert item["content"] == "from the second window"


class Keyboard:
    """A writer without a mouse."""

    def __init__(self, page):
        self.page = page

    def go(self, selector):
        """Tab to an element."""
        for _ in range(150):
            if self.page.evaluate("s => document.activeElement.matches(s)", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{selector} cannot be reached")

    def press(self, selector, key="Enter"):
        """Use a link or a button."""
        self.go(selector)
        self.page.keyboard.press(key)

    def write(self, selector, text):
        """Put a text in place of what a field holds."""
        self.go(selector)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.insert_text(text)

    def see(self, view, landmark):
        """Follow a link of the menu."""
        self.press(f"nav a[href$='/{view}']")
        try:
            self.page.wait_for_url(f"**/{view}", timeout=10_000)
        except (
            sync_api.TimeoutError
        ):  # a key pressed while the page is exchanged is lost: it is pressed again
            self.press(f"nav a[href$='/{view}']")
            self.page.wait_for_url(f"**/{view}")
        self.page.wait_for_selector(landmark)

    def run(self):
        """Have the passage polished."""
        self.write("#text", PASSAGE)
        self.page.keyboard.press("Control+A")
        self.press("#run")
        self.page.wait_for_selector("#verdict:not([hidden])")
        assert self.page.evaluate("document.activeElement.id") == "reply-title"


@pytest.mark.long
def test_the_keyboard_is_enough(desk):
    """The whole loop without a mouse: taught by four edits, seen in the prompt, switched off; a memory changed and undone."""
    with desk.window() as page:
        keys = Keyboard(page)
        keys.press(".skip")
        for _ in range(4):
            keys.run()
            keys.press("#change", "Space")
            keys.write("#final", CALM)
            keys.press("#keep-own")
            expect(page.locator("#state")).to_contain_text("Kept")
            assert page.input_value("#text") == CALM
        keys.see("memory", ".tabs")
        keys.press("li[data-state=active] details summary")
        assert "！" in page.locator(".diffs").first.inner_text()
        keys.see("write", "#run")
        keys.run()
        keys.press("#why")
        page.wait_for_selector(".layers")
        structure = page.locator(".layers > li").count()
        assert "少用感叹号" in page.locator(".layers > li >> nth=2").inner_text()
        keys.see("settings", "form:has(input[name='patch.injectionEnabled'])")
        keys.press("form:has(input[name='patch.injectionEnabled']) button", "Space")
        page.wait_for_selector("#notice:not([hidden])")
        keys.see("write", "#run")
        keys.run()
        keys.press("#why")
        page.wait_for_selector(".layers")
        assert "少用感叹号" not in page.locator(".layers > li >> nth=2").inner_text()
        assert page.locator(".layers > li").count() == structure
        keys.see("memory", ".add summary")
        keys.press(".add summary")
        keys.write("#content", "by keyboard")
        keys.press(".add button.main")
        page.wait_for_selector("#notice:not([hidden])")
        keys.write(".cards li:first-child textarea", "by keyboard, changed")
        keys.press(".cards li:first-child .edit button")
        page.wait_for_selector(".cards li:first-child form[action$='memory:restore']")
        keys.press(".cards li:first-child form[action$='memory:restore'] button")
        expect(page.locator(".cards li:first-child textarea")).to_have_value("by keyboard")
        keys.press(".cards li:first-child form[action$='memory:delete'] button")
        expect(page.locator(".cards li:first-child textarea")).not_to_have_value("by keyboard")


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("width", "locale"), [(390, "en-US"), (1440, "zh-CN"), (390, "zh-CN"), (1440, "en-US")]
)
def test_no_barrier_and_nothing_sticks_out(desk, scheme, width, locale):
    """axe-core finds no fault in any view, nothing is wider than the window, and the console has no error."""
    from axe_playwright_python.sync_playwright import Axe

    made = {"type": "preference", "scope": "global", "content": "x" * 200}
    for _ in range(2):
        desk.workspace.run_sync("polish", document=PASSAGE, selection=(0, 5))
        desk.workspace.invoke_sync("memory:create", made)
    for content in ("y" * 200, "喜欢长句", "偏好短句"):
        desk.workspace.invoke_sync("atomic:create", {"content": content})
    errors = []

    def look(page, where):
        found = Axe().run(page).response["violations"]
        assert found == [], (where, [(one["id"], node["html"]) for one in found for node in one["nodes"]][:5])
        assert page.evaluate("document.documentElement.scrollWidth") <= width, where
        assert errors == [], where

    with desk.window(
        color_scheme=scheme, viewport={"width": width, "height": 900}, locale=locale, reduced_motion="reduce"
    ) as page:
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        runs = desk.workspace.invoke_sync("ai:run:list", {})["data"]["items"]
        id_ = desk.workspace.invoke_sync("memory:list", {})["data"]["items"][0]["id"]
        for view in (*VIEWS, f"prompt?run={runs[1]['id']}", f"memory/{id_}"):
            desk.see(page, view)
            look(page, view)
            assert len(page.content().encode()) < 100_000
        desk.see(page, "write")
        page.select_option("#candidates", "2")
        desk.run(page)
        page.click("#change")
        look(page, "a reply")
        page.click("#preview")
        page.wait_for_selector("#preview-title")
        look(page, "a preview")


@pytest.mark.long
def test_hostile_texts_stay_text(desk):
    """Script in a memory, in the manuscript and in a reply is shown and never run."""
    hostile = "<img src=x onerror=\"document.title='bad'\"><script>document.title='bad'</script>"
    made = {"type": "note", "scope": "global", "content": hostile}
    desk.workspace.invoke_sync("memory:create", made)
    with desk.window() as page:
        desk.see(page, "memory")
        assert page.input_value(".cards textarea") == hostile
        desk.see(page, "write")
        page.fill("#text", hostile)
        page.focus("#text")
        page.keyboard.press("Control+A")
        page.click("#run")
        page.wait_for_selector("#verdict:not([hidden])")
        assert hostile in page.inner_text("#proposal")
        assert page.title() != "bad"


def test_times_are_those_of_the_reader(desk):
    """A memory's time is shown in the zone of the browser, which need not be the server's."""
    made = desk.workspace.invoke_sync(
        "memory:create", {"type": "note", "scope": "global", "content": "Fog."}
    )["data"]
    shown = {}
    for zone in ("Asia/Shanghai", "America/New_York"):
        with desk.window(timezone_id=zone) as page:
            desk.see(page, "memory")
            shown[zone] = page.locator(f'time[datetime="{made["updatedAt"]}"]').first.inner_text()
    assert len(set(shown.values())) == 2

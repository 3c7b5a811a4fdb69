"""The book at hand, in a real browser."""

from __future__ import annotations

import pytest

from e2e.test_page import CHROMIUM, LOUD, browser, desk, expect

__all__ = ["browser", "desk"]
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        CHROMIUM is None, reason="the page is tested in Chromium; install the system's package"
    ),
]
CHAPTER = "chapters/01-the-ferry.md"


def test_a_chapter_is_opened_changed_and_saved(desk):
    """The browser's copy is a draft: it survives a reload, and the file changes when it is saved."""
    file = desk.workspace.files.root / CHAPTER
    text = file.read_text(encoding="utf-8")
    with desk.window() as page:
        desk.see(page, "write")
        page.select_option("#chapter", CHAPTER)
        expect(page.locator("#text")).to_have_value(text)
        page.fill("#text", f"{text}雨停了。")
        page.reload()
        expect(page.locator("#text")).to_have_value(f"{text}雨停了。")
        expect(page.locator("#state")).to_contain_text("unsaved draft")
        assert file.read_text(encoding="utf-8") == text
        page.click("#save")
        expect(page.locator("#state")).to_contain_text("Saved into the file")
        assert file.read_text(encoding="utf-8") == f"{text}雨停了。"
        page.reload()
        expect(page.locator("#text")).to_have_value(f"{text}雨停了。")


@pytest.mark.parametrize(("button", "kept"), [("#keep-mine", "我的。"), ("#keep-theirs", "别人的。")])
def test_a_file_that_changed_meanwhile_is_shown_beside_the_draft(desk, button, kept):
    """Nothing is overwritten: the difference is shown, and the writer says which text holds."""
    file = desk.workspace.files.root / CHAPTER
    with desk.window() as page:
        desk.see(page, "write")
        page.select_option("#chapter", CHAPTER)
        expect(page.locator("#text")).not_to_have_value("")
        page.fill("#text", "我的。")
        file.write_text("别人的。", encoding="utf-8")
        page.click("#save")
        page.wait_for_selector("#conflict:not([hidden])")
        expect(page.locator("#theirs ins")).to_have_text("我")
        assert file.read_text(encoding="utf-8") == "别人的。"
        page.click(button)
        expect(page.locator("#conflict")).to_be_hidden()
        expect(page.locator("#text")).to_have_value(kept)
        if button == "#keep-mine":
            expect(page.locator("#state")).to_contain_text("Saved")
        assert file.read_text(encoding="utf-8") == kept


def test_a_reply_opens_its_chapter(desk):
    """A reply that waits brings the chapter that it belongs to, and stands in its place there."""
    text = (desk.workspace.files.root / CHAPTER).read_text(encoding="utf-8")
    with desk.window() as page:
        desk.see(page, "write")
        page.select_option("#chapter", CHAPTER)
        expect(page.locator("#text")).to_have_value(text)
        page.focus("#text")
        page.evaluate("document.getElementById('text').setSelectionRange(300, 320)")
        page.click("#run")
        page.wait_for_selector("#verdict:not([hidden])")
        page.select_option("#chapter", "")
        expect(page.locator("#verdict")).to_be_hidden()
        expect(page.locator("#text")).to_have_value("")
        other = page.context.new_page()
        desk.see(other, "write")
        other.click("[data-reply] a.button")
        other.wait_for_selector("#verdict:not([hidden])")
        assert other.input_value("#chapter") == CHAPTER
        other.click("#keep")
        expect(other.locator("#text")).to_have_value(text[:300] + LOUD + text[320:])


def test_a_book_of_120_000_words_stays_usable(desk):
    """A chapter of 700,000 letters opens, a passage of it is polished and kept, and it is saved, each within seconds."""
    file = desk.workspace.files.root / "chapters" / "99-long.md"
    text = "# Chapter 99\n\n" + "The rain fell on the harbour. " * 24_000
    file.write_text(text, encoding="utf-8")
    with desk.window() as page:
        page.set_default_timeout(10_000)
        desk.see(page, "write")
        page.select_option("#chapter", "chapters/99-long.md")
        expect(page.locator("#text")).to_have_js_property("textLength", len(text))
        page.focus("#text")
        page.evaluate("document.getElementById('text').setSelectionRange(300014, 300043)")
        page.click("#run")
        page.wait_for_selector("#verdict:not([hidden])")
        page.click("#keep")
        expect(page.locator("#state")).to_contain_text("Kept")
        page.click("#save")
        expect(page.locator("#state")).to_contain_text("Saved")
    assert file.read_text(encoding="utf-8") == text[:300_014] + LOUD + text[300_043:]

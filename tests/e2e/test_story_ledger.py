"""What must hold of the story ledger: what scripted readers find in novels that nobody tuned on, and what a big book takes."""

from __future__ import annotations

import importlib
import json
import time
from pathlib import Path

import pytest

from underdraft import Reply, Usage, hookimpl
from underdraft.knowledge.scene.story_lines import lines_for
from underdraft.knowledge.story_check import check_story

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.mark.long
def test_a_reader_that_is_right_finds_what_is_planted_and_a_bad_one_nothing(monkeypatch):
    """At least 0.95 of the contradictions at a precision of 0.95, one lookalike at most, and three questions a chapter."""
    monkeypatch.syspath_prepend(BENCHMARKS)
    scorer = importlib.import_module("_understand_ledger")
    monkeypatch.setattr(scorer, "SEEDS", 2)
    rows = scorer.score(importlib.import_module("understanding").files_of("ledger", "test"))
    perfect = [rows.pop(hand) for hand in ("zh-l", "en-l")]
    for name, least in (("recall", 0.95), ("precision", 0.95), ("planted put", 0.95)):
        assert sum(row[name].part for row in perfect) >= least * sum(row[name].whole for row in perfect)
    assert sum(row["lookalikes"].part for row in perfect) <= 1
    assert all(row["reading"] + row["judging"] <= 3 * 5 for row in perfect)
    assert {name: row["findings"] for name, row in rows.items()} == dict.fromkeys(rows, 0)


class Copies:
    """Answers at once with the claims that stand in a text, and judges nothing."""

    def __init__(self, claims):
        self.claims = claims
        self.asked = []

    def __call__(self, *, system, text, schema):
        if "claims" not in schema["properties"]:
            return {"verdicts": []}
        self.asked.append(text)
        return {"names": [], "claims": [claim for claim in self.claims if claim["quote"] in text]}


def quickest(work):
    """The least of five times, in seconds of processor time."""
    times = []
    for _ in range(5):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return min(times)


@pytest.mark.long
def test_a_book_of_120000_words_is_checked_while_it_is_written(monkeypatch, underdraft_workspace):
    """One chapter takes less than 200 ms beside the model, a scene's lines less than 5 ms; both of 3,000 claims."""
    monkeypatch.syspath_prepend(BENCHMARKS)
    ws = underdraft_workspace(embedder="none")
    (ws.root / "chapters").mkdir()
    model = Copies(importlib.import_module("ledger").book(ws.root / "chapters"))
    project, knowledge = ws.config.project.id, ws.knowledge
    check_story(knowledge, project, model)
    assert len(knowledge.rows.list(project, "proposed", "claim")) == 3_000
    model.asked.clear()
    assert quickest(lambda: check_story(knowledge, project, model, only=30)) < 0.2
    assert all("chapter 30 of" in text for text in model.asked)
    for fact in knowledge.rows.list(project, "proposed")[:800]:
        knowledge.rows.settle(project, fact.id, "confirmed")
    graph, chapters = knowledge.graph().graph, iter(range(20, 25))
    assert quickest(lambda: lines_for(graph, ("Mara", "Tobin", "Ilse"), next(chapters), "en")) < 0.005


class Stopping:
    """A model that answers so many questions, and then no more."""

    def __init__(self):
        self.left = 3
        self.asked = []

    @hookimpl(tryfirst=True)
    def underdraft_model(self, name):
        return self if name == "stopping" else None

    async def answer(self, call):
        text = call.messages[-1].content
        if self.left <= 0:
            raise RuntimeError("no")
        self.left -= 1
        self.asked.append(text)
        yield Reply(texts=(json.dumps({"names": [], "claims": [], "verdicts": []}),), usage=Usage())


def test_a_first_reading_that_was_stopped_goes_on_and_an_edit_is_one_question(underdraft_workspace):
    """No chapter that was answered is asked about again, also by another command; then an edited one alone is."""
    files = {f"chapters/{n}.md": f"# Chapter {n}\n\nMara walked {n} miles." for n in range(1, 8)}
    model = Stopping()
    ws = underdraft_workspace(files=files, plugins=[model], model="stopping", embedder="none")
    check = lambda: ws.invoke_sync("knowledge:check", {"model": True})["data"]
    assert [w.split(":")[0] for w in check()["warnings"]] == ["MODEL_NOT_ASKED"] * 3
    model.left = 100
    assert check()["warnings"] == []
    assert len(model.asked) == len(set(model.asked)) == 7
    (ws.root / "chapters" / "4.md").write_text("# Chapter 4\n\nMara sat down.", "utf-8")
    assert check()["warnings"] == []
    assert len(model.asked) == 8
    assert "Mara sat down." in model.asked[-1]

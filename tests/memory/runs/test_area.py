"""The purge of run records."""

from __future__ import annotations

import attrs

from memory.area_samples import purge
from memory.purge.purge_samples import carry
from memory.store_samples import add_run, sample_run
from underdraft.memory.areas.steps import take_step
from underdraft.memory.areas.words import LEAST_MATCH, MARKER
from underdraft.memory.db.schema.runs import RUN
from underdraft.memory.runs.area import plan_unused
from underdraft.memory.runs.store import RunStore


def test_a_project_takes_its_runs_along(service):
    """Purging a project removes its runs and leaves the others'."""
    runs = RunStore(service.database)
    add_run(runs, sample_run("mine", project_id="p"), privacy=False)
    add_run(runs, sample_run("theirs", project_id="q"), privacy=False)
    assert purge(service.database, project_id="p").purged == 0
    assert [r.id for r in runs.list(everywhere=True).items] == ["theirs"]
    assert runs.get("theirs").complete


def test_a_text_that_a_later_run_has_stays(service):
    """Between the look at which texts no record names and their removal, a run may come that has one of them."""
    runs = RunStore(service.database)
    add_run(runs, sample_run("gone", document="雨夜里的灯塔"), privacy=False)
    with service.database.write() as connection:
        connection.execute(RUN.delete())
        [step] = plan_unused(connection)
    assert step.rows
    add_run(runs, sample_run("later", document="雨夜里的灯塔"), privacy=False)
    take_step(service.database, step)
    assert runs.get("later").complete
    with service.database.read() as connection:
        assert [step.rows for step in plan_unused(connection)] == [[]]


def test_a_mere_word_is_taken_out_where_it_was_recorded(service):
    """A short memory goes from the runs that carried it, not from every chapter that uses the word."""
    word = "灯" * (LEAST_MATCH - 1)
    item = service.items.create(type="note", scope="global", content=word)
    runs = RunStore(service.database)
    add_run(runs, carry("carried", item.id, word), privacy=False)
    add_run(runs, sample_run("quoted", document=f"前面{word}后面"), privacy=False)
    purge(service.database, item_id=item.id)
    carried = runs.get("carried")
    assert (carried.complete, carried.purged) == (False, (f"memory:{item.id}",))
    (part,) = carried.record.preview.prompt.sections[2].chunks[0].parts
    assert (part.text, part.match) == (MARKER, MARKER)
    assert runs.get("quoted").complete


def test_only_the_text_goes(service):
    """What stands around it stays, in every run that holds it, whatever project; others are as they were."""
    text = "林素左手有一道旧伤"
    item = service.items.create(type="fact", scope="project", project_id="p", content=text)
    runs = RunStore(service.database)
    for run_id, project in (("a", "p"), ("b", "q")):
        document = f"前面。{text}，后面。"
        add_run(runs, sample_run(run_id, document=document, text=document, project_id=project), privacy=False)
    add_run(runs, sample_run("other", project_id="q"), privacy=False)
    before = runs.get("other")
    done = purge(service.database, item_id=item.id)
    counts = [(c.kind, c.project_id, c.count) for c in done.counts]
    assert counts == [("memory", "p", 1), ("run", "p", 1), ("run", "q", 1)]
    for run_id in ("a", "b"):
        assert runs.get(run_id).record.text == f"前面。{MARKER}，后面。"
        assert runs.get(run_id).purged == (f"memory:{item.id}",)
        assert runs.get(run_id).record.prompt_hash
    assert runs.get("other") == before
    add_run(runs, sample_run("later", document=f"{text}。"), privacy=False)
    assert runs.get("later").complete


def test_a_line_of_a_short_memory_goes_from_the_reply_of_a_run_that_carried_it(service):
    """The reply is in the record itself, and loses what any other text of the run loses."""
    word = "灯" * (LEAST_MATCH - 1)
    item = service.items.create(type="note", scope="global", content=word)
    runs = RunStore(service.database)
    run = attrs.evolve(carry("carried", item.id, word), texts=(f"我记得：\n- {word}",))
    add_run(runs, run, privacy=False)
    purge(service.database, item_id=item.id)
    assert runs.get("carried").record.text == f"我记得：\n{MARKER}"


def test_counting_changes_nothing(service):
    """A dry run says what would be reached."""
    item = service.items.create(type="fact", scope="global", content="林素左手有一道旧伤")
    runs = RunStore(service.database)
    add_run(runs, carry("carried", item.id, item.content), privacy=False)
    counted = purge(service.database, item_id=item.id, only_count=True)
    assert runs.get("carried").complete
    assert purge(service.database, item_id=item.id).counts == counted.counts

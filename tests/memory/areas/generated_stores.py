"""Stores with rows in every table, made from the schema, so that a new table or column is in them by itself."""

from __future__ import annotations

import json
import random

import attrs
from sqlalchemy import Boolean, Float, Integer, func, select

from memory.area_samples import AREAS
from memory.episodes.episode_samples import an_episode
from memory.service_samples import LetterEmbedder, open_service
from memory.store_samples import add_run, sample_run
from underdraft.memory.db.dialect import continue_numbers
from underdraft.memory.db.schema import metadata
from underdraft.memory.db.schema.runs import RUN, RUN_HEARD
from underdraft.memory.db.word_types import HoldsWords, JsonWords, NoWordsJson
from underdraft.memory.episodes import rows
from underdraft.memory.runs.store import RunStore
from underdraft.memory.sections import FACTS, RULES

PROJECTS = ("p", "q")
OF_PROJECT = {"p": "watermelon7f3a", "q": "quicksilver9b1c"}
"""A word that is in every text of a project."""

REMEMBERED = {"p": 'heron "5d2e"\nby the\\weir', "q": 'otter "8c4b"\nin the\\reeds'}
"""What a project remembers; with marks that JSON writes otherwise."""

TRACE = {"p": "5d2e", "q": "8c4b"}
"""A part of it that is in all its forms."""

THROUGH_SERVICES = {
    "memory_item",
    "memory_revision",
    "episode",
    "record_words",
    "embedding",
} | {*("run", "run_record", "run_source", "blob")}
ABOUT_MEMORIES = {"memory_tidy": ("stays", "other")}
FOR_ALL = {"profile_document", "user_profile_revision", "setting", "audit", "episode_journal"}
"""Tables that are for all projects: of a project they may quote what it remembers."""


@attrs.frozen(kw_only=True)
class Generated:
    """A filled store: the service, and the ids of what each project remembers."""

    service: object
    items: dict[str, str]


def generate(path, seed, **options):
    """A store with rows of two projects in every table that is a writer's; some of one quote the other."""
    chance = random.Random(seed)  # noqa: S311 - the same rows each time
    service = open_service(path, LetterEmbedder(), **options)
    items = {}
    for project in PROJECTS:
        own = {"scope": "project", "project_id": project, "content": REMEMBERED[project]}
        items[project] = service.items.create(type="preference", **own).id
        service.items.update(items[project], {"content": f"{REMEMBERED[project]}!"})
        for section in (FACTS, RULES):
            service.items.create(
                type="fact",
                section=section,
                scope="project",
                project_id=project,
                content=text_of(chance, project, section),
                evidence=({"quote": text_of(chance, project, "evidence")},),
            )
        fill_runs(service.database, chance, project, items)
    assert service.indexer.wait(10)
    with service.database.write() as connection:
        copied = {table.name for area in AREAS for table in area.copied} - THROUGH_SERVICES
        for table in (table for table in metadata().sorted_tables if table.name in copied):
            for place, project in enumerate(PROJECTS):
                for number in range(chance.randint(2, 4)):
                    row = row_of(table, project, 100 * place + number + 1, chance, items)
                    if table is RUN_HEARD:  # a server numbers the runs of all writers
                        one = select(func.min(RUN.c.seq)).where(RUN.c.project_id == project)
                        row["run_seq"] = connection.scalar(one)
                    connection.execute(table.insert().values(row))
            continue_numbers(connection, table)
    return Generated(service=service, items=items)


def fill_runs(database, chance, project, items):
    """Runs and episodes of a project, of which some hold what another one remembers."""
    store = RunStore(database)
    for number in range(3):
        text = text_of(chance, project, number)
        run = sample_run(f"run-{project}-{number}", project_id=project, document=text, text=text)
        part = attrs.evolve(run.preview.prompt.sections[2].chunks[0].parts[0], id=items[project])
        chunk = attrs.evolve(run.preview.prompt.sections[2].chunks[0], parts=(part,))
        sections = list(run.preview.prompt.sections)
        sections[2] = attrs.evolve(sections[2], chunks=(chunk,))
        prompt = attrs.evolve(run.preview.prompt, sections=tuple(sections))
        add_run(store, attrs.evolve(run, preview=attrs.evolve(run.preview, prompt=prompt)), privacy=False)
        texts = {name: text_of(chance, project, name) for name in ("input_context", "final_text")}
        episode = an_episode(number + 10 * PROJECTS.index(project), project_id=project, **texts)
        with database.write() as connection:
            rows.write(connection, None, episode, used_seq=number)


def text_of(chance, project, what):
    """A text of a project; some quote what either one remembers."""
    quoted = [REMEMBERED[one] for one in PROJECTS if chance.random() < 0.5]
    return " ".join([f"{what} {OF_PROJECT[project]}", *quoted])


def row_of(table, project, number, chance, items):
    """A row of a project."""
    return {c.key: key_of(c, project, number, items) or value_of(c, project, number, chance) for c in table.c}


def key_of(column, project, number, items):
    """The value of a column that names a row or refers to one: of the same project."""
    name, table = f"{column.table.name}.{column.name}", column.table.name
    whole = isinstance(column.type, Integer)
    first = 100 * PROJECTS.index(project) + 1
    subjects = (project, json.dumps([project, number]), f"run-{project}-{number % 3}")
    choices = (
        (column.foreign_keys, first if whole else f"{project}-{first}"),
        (column.primary_key and whole, number),
        (column.name == "project_id", project),
        (column.name in ABOUT_MEMORIES.get(table, ()), f"memory:{items[project]}"),
        (column.name in {"session_id", "run_id"} and not column.primary_key, f"{project}-{first}"),
        (column.primary_key or column.unique or column.name in {"id", "source"}, f"{project}-{number}"),
        (name == "background_job.subject", subjects[number % 3]),
    )
    return next((value for holds, value in choices if holds), None)


def value_of(column, project, number, chance):
    """The value of any other column; texts say what the project says, and quote."""
    name, table = f"{column.table.name}.{column.name}", column.table.name
    text = text_of(chance, project, f"{name} {number}") if table not in FOR_ALL else "1"
    profile = f"- kept\n- {REMEMBERED[project]}\n"
    choices = (
        (isinstance(column.type, Boolean), False),
        (isinstance(column.type, (Integer, Float)), number),
        (column.name.endswith(("_at", "_hash")) or column.name in {"at", "not_before"}, "2026-01-01"),
        (isinstance(column.type, JsonWords | NoWordsJson), json.dumps({"a": [text]}, ensure_ascii=False)),
        (table in FOR_ALL, profile if column.name == "markdown" else "1"),
        (isinstance(column.type, HoldsWords), text),
    )
    return next((value for holds, value in choices if holds), f"{name} {number} {OF_PROJECT[project]}")

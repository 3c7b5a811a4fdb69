"""How well what is said is understood, on sets of several hands that nobody tuned on; sums only.

Run: ``python benchmarks/understanding.py extraction --part dev``. The hands of each part and what they
wrote are in ``benchmarks/data/README.md``. The test part may be scored and never looked at, so a task
prints counts and shares, and no item.

``python benchmarks/understanding.py --model NAME [--api-base URL]`` asks a model of yours and prints the tables of all
tasks that a model reads for (``READ``), with the questions, tokens and price; with a task that one alone. A question that
it does not answer is read without a model, as in a session.

A task is a module ``_understand_<task>.py`` beside this file with one function, ``score(folders)``: it
takes the hands' folders and gives one row of figures a hand, each a count, a ``Share`` or a ``Mean``,
which the last row adds up. Those in ``READ`` take the model's questions as a second argument.

``extraction``: each message is one turn of a fresh store that knows what ``earlier`` says, and what is
in the store afterwards is judged. Texts are compared by their pairs of neighbouring tokens (CJK
characters and words); one text holds another if at least 0.6 of the other's pairs are in it.

- A stored statement is *right* if it holds a ``span`` and is at most three times as long and ten tokens
  more, or if a ``span`` holds it (a part of what was to be remembered). ``precision`` is the share of
  right ones among all that was stored, profile lines included.
- A span is *remembered* if the right statements together hold it: ``recall``.
- ``or offered``: of the spans, how many are remembered, or held by something that is offered. ``offers right``: of the
  offers, how many say (a part of) what was to be remembered. ``offered in vain``: offers a message that holds nothing.
- ``place``: of the right ones, how many are kept where their ``about`` says: the work's in the project,
  the writer's in the profile or among the facts for all projects.
- ``corrections``: of the spans with ``replaces``, how many are remembered and have that memory, and no
  other one of ``earlier``, marked as overruled. ``overruled`` in vain counts memories that were marked
  without any label.
- ``pasted``: of the messages with ``material``, how many taught something that is in the material and
  in no span.
- ``CPU ms``: processor time a message, embedding included.

``explicit``: one file of messages that say outright what holds now; each is one turn of a fresh store that knows
0, 1, 8 and 50 statements, half of the messages beside typed ones, half beside what was said in a session.

- ``corrected``: of the corrections, how many are kept and have the statement that they correct, and no other
  one, marked as outdated (where nothing is known: how many are kept).
- ``overruled in vain``: what else was marked, also by messages that correct nothing.
- ``standing``: of the instructions for good, how many are lines of the profile. ``passing let be``: of the wishes for
  the text at hand, how many leave the profile alone.

``compound``: a known statement says several things, of which a message corrects one; seven others are known (``--part dev`` and ``fresh``).

- ``corrected``: of the corrections, how many are kept, and the statement gave way; ``and nothing lost``: and all else that it
  said, and every other one, still stands in something active. ``kept beside``: both stand there, unrelated.
- ``rest lost``: of the corrections, those that took something with them that still holds.
- ``changed in vain``: of the messages that correct nothing, those after which something is gone.

``readers``: each message is read by a scripted reader, and nothing else. ``perfect`` finds what is labelled; the others quote
the longest sentence and write something else (at most 40 messages a hand).

- ``recall``, ``corrections``: of the spans, how many are remembered; of those with ``replaces``, how many overrule that and no more.
- ``false``: statements that were stored and nobody made, and, of the bad readers, statements that were overruled. ``in layer 2``:
  of these, lines of the profile.

``checks``: each novel's facts are written as a story graph (attributes of entities; who dies, and what holds from a later
chapter on, as an event), and its six chapters are checked without a model. A finding is known by the line of its first evidence and by whom it
names.

- ``recall``: of the planted contradictions, those with a finding in their line that names whom they are about.
- ``precision``: of the findings, those that are such.
- ``innocent``: of the innocent sentences, how many have a wrong finding in their line; ``elsewhere`` counts the
  other lines with one.
- ``CPU ms``: processor time a novel.

``ledger``: each novel is read into the story ledger and checked by scripted models, without any file of facts. The perfect one
writes down the labelled claims and judges pairs by label; the others quote truly and err (20 seeds each): ``rubbish`` claims anything of
anybody and judges by chance, ``parrot`` repeats each sentence and calls every pair a contradiction; the two ``judge``s read what is labelled.

- ``recall``: of the planted contradictions, those found; ``planted put``: those that were put to the judge at all. ``precision``: of the
  findings, those planted. ``lookalikes``: of the pairs that only look like contradictions, those found.
- ``reading``, ``judging``: questions to the model.

``propose``: each novel's chapters are read for people's names without a model and without any card; its facts say who
there is.

- ``people``: of those whom the facts are about, how many are proposed by one of their names.
- ``named``: of the proposed, how many the facts name anywhere; the rest may be minor characters, so it is a lower bound
  of the precision. ``doubles`` counts proposals beyond the first for one.
- ``aliases``: of their other names that are names and are written twice or oftener, how many are proposed as theirs;
  ``alias precision``: of the proposed ones, how many are not another's.
- ``CPU ms``: processor time a novel.

``recall``: each book is a project of one store, its memories are facts (layer 2 holds none of them). Each
query is one preview, and what layer 4 holds of the memories is judged.

- ``recall@5``, ``recall@1``: a query's share of its ``relevant`` memories among the first five, or the
  first one; over the queries that have any.
- ``nothing``: of the queries that no memory answers, how many recalled none.
- ``precision``: the share of the relevant ones among all that was recalled; ``fit`` counts the helpful
  ones, too.
- ``ms embedding``, ``ms besides``: processor time a preview, for the query's vector and for all else.

``talks``: each talk is held turn by turn with the skill ``chat`` and a model that answers with the talk's
own words, in a window of four messages; then each question is one preview.

- ``stands``: of what was decided, how much a line of the prompt (without the task) says: it holds at least
  0.8 of the span's pairs of tokens and every key word. ``asked`` and ``requested`` are its two forms.
- ``changed``: of what took the place of an earlier decision, how much stands, the earlier one before it or
  not at all.
- ``CPU ms``: processor time a preview, embedding included.

``tidy``: each pair of statements is compared as ``memory:offers:list`` does.

- ``duplicates``, ``paraphrases``: of the pairs of this label, those that are offered.
- ``contradictions``, ``near``: of the pairs that contradict each other, or are merely near, those that are not offered as the same.
- ``precision``: of what is offered, what is what it is offered as. ``a model sees``: of the pairs that are to be found, those
  near enough to be asked about: what a model could find at most.
- ``CPU ms``: processor time a pair, without embedding.

``tastes``: scripted writers (one file a part) with tastes that no measure names keep each of their 24 drafts as
they would have it; a scripted model follows what stands before it and nothing else. A row is a writer, the sums of
five seeds.

- ``examples``: what is left to change with three of her rewrites in the prompt: the sum of the edit distances from
  what the model wrote to what was kept, over the same sum without memory.

``axes``: five writers with ten tastes on the named axes, 40 drafts each, three seeds; no part, since both sides are
rules.

- ``left``: as above. ``tastes``: of theirs, how many stand in the prompt at the end; ``false``: others that do.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from _figures import header, table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from underdraft import AskModel

DATA = Path(__file__).with_name("data")
PARTS = {"dev": ("zh-a", "en-a"), "test": ("zh-b", "zh-c", "en-b", "en-c"), "fresh": ("zh-t", "en-t")}
PARTS |= {"unread": ("zh-u", "en-u"), "unread-later": ("zh-m", "en-m"), "unread-last": ("zh-j", "en-j")}
PARTS["unread-next"] = ("zh-i", "en-i")
PARTS["validation"] = tuple(f"{language}-{hand}" for language in ("zh", "en") for hand in "pqrs")
"""The hands of each part; those for training alone are in none. The validation part, the fresh and the unread ones are messages alone."""

NOVEL_PARTS = {
    "dev": ("zh-a", "en-a", "zh-n1", "en-n1", "zh-n2", "en-n2"),
    "validation": ("zh-n3", "en-n3"),
    "test": ("zh-b", "zh-c", "en-b", "en-c"),
    "plain": ("zh-x", "en-x"),
    "plain-dev": ("zh-v", "en-v"),
    "plain-new": ("zh-y", "en-y"),
    "plain-newer": ("zh-z", "en-z"),
    "plain-fresh": ("zh-o", "en-o"),
    "plain-unread": ("zh-np", "en-np"),
    "plain-latest": ("zh-nq", "en-nq"),
    "plain-later": ("zh-nr", "en-nr"),
    "plain-last": ("zh-ns", "en-ns"),
    "plain-next": ("zh-nv", "en-nv"),
    "plain-other": ("zh-nw", "en-nw"),
}
"""The hands whose novels are checked; the validation part is scored while a method is made, and not read; of the plain part
each contradiction stands in one sentence. ``plain-dev`` was written for making the method, ``plain-new``,
``plain-newer``, ``plain-fresh``, ``plain-unread``, ``plain-latest``, ``plain-later``, ``plain-last``, ``plain-next`` and ``plain-other`` by hands that had the guide alone."""

LEDGER_PARTS = {"test": ("zh-l", "en-l")}
"""The novels whose chapters contradict each other, with what a reader writes down of each chapter."""

TIDY_PARTS = {"dev": ("zh-g", "en-g"), "test": ("zh-h", "en-h")}
"""The hands that wrote pairs of statements."""

EXPLICIT = {
    "fresh": "explicit-t.jsonl",
    "newer": "explicit-x.jsonl",
    "newest": "explicit-y.jsonl",
    "latest": "explicit-z.jsonl",
    "book": "explicit-za.jsonl",
    "series": "explicit-zb.jsonl",
    "saga": "explicit-zc.jsonl",
    "voyage": "explicit-zd.jsonl",
    "harvest": "explicit-ze.jsonl",
    "archive": "explicit-zf.jsonl",
    "valley": "explicit-zg.jsonl",
    "polar": "explicit-zi.jsonl",
    "orders": "explicit-s0.jsonl",
    "validation": "explicit-u.jsonl",
}
"""The files of explicit words."""

TASKS = (
    "axes",
    "checks",
    "compound",
    "explicit",
    "extraction",
    "ledger",
    "propose",
    "readers",
    "recall",
    "talks",
    "tastes",
    "tidy",
)


READ = ("extraction", "explicit", "compound", "tidy", "ledger")
"""The tasks that a model reads for."""


def main(arguments: list[str]) -> None:
    """Score one task on one part, or all that a model reads for."""
    asked = argparse.ArgumentParser(description="How well what is said is understood.")
    asked.add_argument("task", choices=TASKS, nargs="?")
    asked.add_argument("--part", choices=NOVEL_PARTS | PARTS | EXPLICIT, default="dev")
    asked.add_argument("--model", help="the model that reads, as in `underdraft run --model`")
    asked.add_argument("--api-base", default="", help="where it is, for a server of your own")
    given = asked.parse_args(arguments)
    if not (given.task or given.model):
        asked.error("name a task, or a model")
    if given.model and given.task not in {None, *READ}:
        asked.error(f"a model reads for {', '.join(READ)}")
    if given.model:
        with asker(given.model, given.api_base) as ask:
            for task in [given.task] if given.task else READ:
                header(f"understanding: {task}, {part_of(task, given.part)} part, read by {given.model}")
                print(table(score_of(task)(files_of(task, part_of(task, given.part)), ask)), flush=True)
        return
    part = part_of(given.task, given.part)
    header(f"understanding: {given.task}, {part} part")
    print(table(score_of(given.task)(files_of(given.task, part))))


def part_of(task: str, part: str) -> str:
    """The part of a task: the ledger has a single one."""
    return "test" if task == "ledger" else part


def score_of(task: str) -> Any:
    """The function that scores a task."""
    return importlib.import_module(f"_understand_{task}").score


@contextmanager
def asker(model: str, api_base: str = "") -> Iterator[AskModel]:
    """Questions to a model as a workspace asks them, of any number a day; at the end it says what they took."""
    from underdraft import Workspace
    from underdraft.memory.runs.questions import QuestionLog

    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        (root / ".underdraft").mkdir()
        options = f"[model_options]\napi_base = {json.dumps(api_base)}\n" if api_base else ""
        (root / ".underdraft" / "config.toml").write_text(f'{options}[project]\nid = "p"\n')
        with Workspace.open(
            root, store=root / "s.db", embedder="none", model=model, trusted=True
        ) as workspace:
            workspace.invoke_sync("memory:settings:update", {"patch": {"questions.tokens_per_day": 0}})
            ask = workspace.store.ask_of("")
            if ask is None:
                sys.exit(f"{model} cannot be asked")
            yield ask
            for one in QuestionLog(database=workspace.store.database).totals():
                price = "no price known" if one.usd is None else f"${one.usd:.2f}"
                print(
                    f"{one.task}: {one.questions} questions, {one.failed} without an answer, {one.prompt_tokens:,} tokens in, "
                    f"{one.completion_tokens:,} out, {price}"
                )


def files_of(task: str, part: str) -> list[Path]:
    """What a task is scored on: the folders of the part's hands, or its one file."""
    if task == "tastes":
        return [DATA / f"tastes-{part}.jsonl"]
    if task == "compound":
        return [DATA / ("compound-fresh.jsonl" if part == "fresh" else "compound-dev.jsonl")]
    if task == "explicit":
        return [DATA / EXPLICIT.get(part, "explicit.jsonl")]
    parts = {"checks": NOVEL_PARTS, "ledger": LEDGER_PARTS, "tidy": TIDY_PARTS}.get(task, PARTS)
    return [DATA / hand for hand in parts[part]]


if __name__ == "__main__":
    main(sys.argv[1:])

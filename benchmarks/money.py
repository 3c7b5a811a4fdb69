"""What the input of one chat costs: 60 turns with a novel's rules and 24 memories, four providers, four ways to send it.

The same turns each time. *No cache*: every token at the full price. *Recall in the system message*: what is recalled for a
turn stands in the system message, as libraries do that render memories there; the system message and the last message
carry marks. *Sliding window*: the last 20 messages, one round leaving with each new one, recall in the new message, the same
marks (as LangChain's middleware for Claude sets them). *Underdraft*: what its runs send. The providers' dated rules and prices
say what each request reads from the cache and writes into it; nothing is sent. Run: ``python benchmarks/money.py``
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path

import attrs
from _figures import header

import underdraft
from cache import NOVEL, PEOPLE, THINGS, questions
from underdraft.cache.blame import sent_by
from underdraft.cache.prices import prices_of
from underdraft.cache.provider_rules import rules_for
from underdraft.cache.simulator import CacheSimulator, SentRequest, TextRuler
from underdraft.testing import FakeModel
from underdraft.text.tokens import counter_for
from underdraft.types.layers import Layer
from underdraft.types.model_call import CachePlan
from underdraft.types.prompt import Message
from underdraft.types.run import RunRecord

MODELS = {
    "Claude Sonnet 4.5": "claude-sonnet-4-5",
    "GPT-4.1": "gpt-4.1",
    "Gemini 2.5 Flash": "gemini/gemini-2.5-flash",
    "DeepSeek": "deepseek/deepseek-chat",
}
WINDOW, SECONDS = 20, 45
BEGIN = datetime.fromisoformat("2026-01-02T10:00:00.000+00:00")


def session(model_name: str) -> list[RunRecord]:
    """The runs of the session, as Underdraft sends them."""
    now = [BEGIN]
    model = FakeModel(*(f"这要看{q[:6]}怎么写。" * 12 for q in questions()), name=model_name)
    with (
        tempfile.TemporaryDirectory() as folder,
        underdraft.Workspace.open(
            NOVEL,
            store=Path(folder) / "s.db",
            plugins=[model],
            model=model_name,
            clock=lambda: now[0].isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        ) as ws,
    ):
        ws.invoke_sync("memory:settings:update", {"patch": {"memory.enable_extraction": False}})
        for person, thing in zip(PEOPLE * 4, THINGS * 4, strict=True):
            content = f"{person}知道{thing}的来历，一直没有说。"
            ws.invoke_sync("atomic:create", {"content": content, "projectId": "lantern-harbour"})
        ws.store.memory.indexer.wait(60)
        runs = []
        for question in questions():
            now[0] += timedelta(seconds=SECONDS)
            runs.append(ws.run_sync("chat", instruction=question, session_id="s"))
        return runs


@attrs.frozen
class Turn:
    """One turn, whoever sends it."""

    system: str
    recalled: str
    question: str
    reply: str
    sent: SentRequest


def turns_of(runs: Sequence[RunRecord]) -> list[Turn]:
    """What the other ways send of each run: the same system message, recalled memories, question and reply."""
    found = []
    for run, question in zip(runs, questions(), strict=True):
        recalled = "\n".join(
            chunk.body
            for section in run.preview.prompt.sections
            if section.layer is Layer.RECENT
            for chunk in section.chunks
        )
        found.append(Turn(run.preview.messages[0].content, recalled, question, run.text, sent_by(run)))
    return found


def in_the_system_message(turns: Sequence[Turn], place: int) -> list[Message]:
    """Recall at the end of the system message, the last messages as they were."""
    turn = turns[place]
    system = Message(role="system", content=f"{turn.system}\n\n{turn.recalled}")
    return [system, *_window(turns, place), Message(role="user", content=turn.question)]


def sliding(turns: Sequence[Turn], place: int) -> list[Message]:
    """Recall in the new message, which is sent without it from the next turn on."""
    turn = turns[place]
    new = Message(role="user", content=f"{turn.recalled}\n\n{turn.question}")
    return [Message(role="system", content=turn.system), *_window(turns, place), new]


def _window(turns: Sequence[Turn], place: int) -> list[Message]:
    said = [
        message
        for turn in turns[:place]
        for message in (
            Message(role="user", content=turn.question),
            Message(role="assistant", content=turn.reply),
        )
    ]
    return said[-WINDOW:]


def price(model: str, requests: Sequence[SentRequest], *, mark_last: bool) -> tuple[float, float]:
    """US dollars of the requests with the provider's cache, and without any."""
    rules, prices = rules_for(model), prices_of(model)
    assert prices is not None
    if mark_last and rules.reuse == "marks":
        rules = attrs.evolve(rules, marks_last=True)
    simulator = CacheSimulator(rules, TextRuler(counter_for(model).count))
    uses = [simulator.send(request) for request in requests]
    plain = sum(use.tokens for use in uses)
    read, written = sum(use.cached_tokens for use in uses), sum(use.written_tokens for use in uses)
    usd = prices.prompt_usd(plain - read - written, read=read, written=written)
    return usd, prices.prompt_usd(plain, read=0, written=0)


def other(
    turns: Sequence[Turn], messages: Callable[[Sequence[Turn], int], list[Message]]
) -> list[SentRequest]:
    """The requests of another way, at the same times, marked behind the system message."""
    requests = []
    for place, turn in enumerate(turns):
        sent = messages(turns, place)
        plan = CachePlan(breakpoints=(len(sent[0].content),))
        requests.append(SentRequest(messages=tuple(sent), plan=plan, at=turn.sent.at, reply=turn.reply))
    return requests


def main() -> None:
    """Print the table of README."""
    header(
        f"{len(questions())} turns of {SECONDS} s, recall in each, a window of {WINDOW} messages: US dollars of input"
    )
    print(
        "| | no cache | recall in the system message | sliding window | Underdraft |\n| --- | ---: | ---: | ---: | ---: |"
    )
    for name, model in MODELS.items():
        turns = turns_of(session(model))
        ours, _ = price(model, [turn.sent for turn in turns], mark_last=False)
        window, plain = price(model, other(turns, sliding), mark_last=True)
        system, _ = price(model, other(turns, in_the_system_message), mark_last=True)
        cells = (f"${usd:.3f} ({usd / plain:.0%})" for usd in (system, window, ours))
        print(f"| {name} | ${plain:.3f} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()

"""What recall and the window's policies cost in cached tokens over one long session.

For each request of a 60-turn session with the sample novel, the tokens (o200k) that it has in common with
the request before, from the start on, are counted: that is what a provider's cache can give back.
Compared are recall on and off, both window policies, and two things that other software does: rendering
what was recalled into the system message, and sending earlier turns without what was recalled for them.
Run: ``python benchmarks/cache.py``
"""

from __future__ import annotations

import itertools
import os
import tempfile
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
from _figures import header

import underdraft
from underdraft.testing import FakeModel

if TYPE_CHECKING:
    from collections.abc import Sequence

    import tiktoken

NOVEL = Path(__file__).parents[1] / "examples" / "novel"
TURNS = 60
LEAST_KEPT = 0.95
READ, WRITE = 0.1, 1.25
"""Price of a token that Claude reads from its cache or writes into it, as a multiple of the input price."""
PEOPLE = ("沈砚", "何三桅", "陆衡", "纪棠", "段九", "周鹤年", "阿寥", "顾怀瑾", "洛七婆", "季重山")
THINGS = (
    "灯塔的煤油",
    "码头的缆绳",
    "账本的末页",
    "电报的抄本",
    "诊所的药柜",
    "盐仓的门锁",
    "水仙庙的签",
    "潮汐表",
    "红围巾",
    "怀表",
)
ASKING = (
    "和{thing}有什么关系？",
    "什么时候第一次见到{thing}？",
    "会不会把{thing}藏起来？",
    "为什么不肯提{thing}？",
)


@cache
def encoding() -> tiktoken.Encoding:
    """The encoding of today's OpenAI models, whose vocabulary is in litellm's wheel."""
    import tiktoken

    spec = find_spec("litellm")
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit("no vocabulary to count with")
    folder = f"{spec.submodule_search_locations[0]}/litellm_core_utils/tokenizers"
    os.environ.setdefault("TIKTOKEN_CACHE_DIR", folder)
    return tiktoken.get_encoding("o200k_base")


@cache
def tokens(text: str) -> tuple[int, ...]:
    """The text's tokens."""
    return tuple(encoding().encode_ordinary(text))


def request(messages: Sequence[underdraft.Message]) -> list[int]:
    """All tokens of a request, with the roles."""
    return [t for m in messages for t in (*tokens(f"<|{m.role}|>"), *tokens(m.content))]


def common(before: list[int], after: list[int]) -> int:
    """Length of the common beginning."""
    pairs = enumerate(zip(before, after, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(before), len(after)))


def questions() -> list[str]:
    """Sixty different questions about people and things."""
    asked = itertools.product(ASKING, PEOPLE, THINGS)
    every = [f"{person}{form.format(thing=thing)}" for form, person, thing in asked]
    return every[:: len(every) // TURNS][:TURNS]


def session(*, recall: bool, block: int | str) -> list[tuple[underdraft.Message, ...]]:
    """The messages of each request of one session."""
    replies = [f"这要看{q[:6]}怎么写。我会先让他沉默，再让物件说话。" * 3 for q in questions()]
    model = FakeModel(*replies, name="gpt-4o")
    with (
        tempfile.TemporaryDirectory() as folder,
        underdraft.Workspace.open(
            NOVEL, store=Path(folder) / "s.db", plugins=[model], model=model.name
        ) as ws,
    ):
        patch = {
            "memory.rag_top_n": 5 if recall else 0,
            "memory.window_block": block,
            "memory.enable_extraction": False,
        }
        ws.invoke_sync("memory:settings:update", {"patch": patch})
        for person, thing in zip(PEOPLE * 4, THINGS * 4, strict=True):
            content = f"{person}知道{thing}的来历，一直没有说。"
            ws.invoke_sync("atomic:create", {"content": content, "projectId": "lantern-harbour"})
        ws.store.memory.indexer.wait(60)
        asked = [ws.run_sync("chat", instruction=q, session_id="s") for q in questions()]
        return [run.preview.messages for run in asked]


def recalled(dynamic: str) -> str:
    """Layer 4's part of a message."""
    return dynamic.split("# [5]", maxsplit=1)[0]


def in_system(requests: list[tuple[underdraft.Message, ...]]) -> list[tuple[underdraft.Message, ...]]:
    """The same session, if what is recalled stood in the system message and nowhere else."""
    bare = without_recall(requests)
    return [
        (attrs.evolve(after[0], content=after[0].content + recalled(before[-1].content)), *after[1:-1],
         attrs.evolve(after[-1], content=after[-1].content.replace(recalled(after[-1].content), "")))
        for before, after in zip(requests, bare, strict=True)
    ]  # fmt: skip


def without_recall(requests: list[tuple[underdraft.Message, ...]]) -> list[tuple[underdraft.Message, ...]]:
    """The same session, if earlier turns were sent without what was recalled for them."""
    return [
        (
            messages[0],
            *(
                attrs.evolve(m, content=m.content.replace(recalled(m.content), "")) if m.role == "user" else m
                for m in messages[1:-1]
            ),
            messages[-1],
        )
        for messages in requests
    ]


def measured(name: str, requests: list[tuple[underdraft.Message, ...]]) -> int:
    """Print one session's figures; returns the cacheable tokens."""
    rows = [request(messages) for messages in requests]
    shared = [common(a, b) for a, b in itertools.pairwise(rows)]
    sent = sum(len(row) for row in rows[1:])
    whole = sum(s == len(a) for s, a in zip(shared, rows, strict=False))
    print(
        f"{name:46} sent {sent:8,}   cacheable {sum(shared):8,} ({100 * sum(shared) / sent:5.1f} %)   "
        f"to be paid in full {sent - sum(shared):8,}   requests that extend the last one {whole:2} of {len(shared)}"
    )
    return sum(shared)


def claude(requests: list[tuple[underdraft.Message, ...]], *, last_turn: bool) -> None:
    """Print what Claude would read from its cache, where the earlier turns are marked or the system alone."""
    sent = read = written = 0
    kept: list[int] = []
    for messages in requests:
        marked = request(messages[:-1] if last_turn else messages[:1])
        again = common(kept, marked)
        # A hit ends where a mark stood, so what is shared of half a message is no use.
        hit = max((n for n in ends(messages) if n <= again), default=0)
        sent += len(request(messages))
        read += hit
        written += len(marked) - hit
        kept = marked
    cost = (sent - read - written + READ * read + WRITE * written) / sent
    print(
        f"   Claude, last turn {'marked' if last_turn else 'not marked':10} read {100 * read / sent:5.1f} %   cost {100 * cost:5.1f} %"
    )


def ends(messages: Sequence[underdraft.Message]) -> list[int]:
    """Where each message of a request ends."""
    return list(itertools.accumulate(len(request([m])) for m in messages))


def main() -> None:
    """Measure, and fail where recall costs more of the prefix than it may."""
    header(f"Cacheable prefix over {TURNS} turns (context_limit 20)")
    fault = False
    for block, policy in ((0, "round"), ("auto", "auto (block of 10)")):
        off = measured(f"{policy}, recall off", session(recall=False, block=block))
        requests = session(recall=True, block=block)
        on = measured(f"{policy}, recall on", requests)
        measured("   if recalled text stood in the system message", in_system(requests))
        measured("   if earlier turns were sent without it", without_recall(requests))
        for last_turn in (False, True):
            claude(requests, last_turn=last_turn)
        print(f"   recall on keeps {100 * on / off:.1f} % of the cacheable tokens of recall off\n")
        fault |= on < LEAST_KEPT * off
    if fault:
        raise SystemExit("recall costs too much of the prefix")


if __name__ == "__main__":
    main()

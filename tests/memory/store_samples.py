"""Values that the store's tests write."""

from __future__ import annotations

import itertools

from underdraft.memory.db.database import Database
from underdraft.memory.runs.store import insert, pack_run
from underdraft.types.chunk import Chunk, Part, Ref
from underdraft.types.layers import Layer
from underdraft.types.model_call import CachePlan, Usage
from underdraft.types.prompt import Excluded, Injected, Message, Prompt, Section, Trim
from underdraft.types.run import Preview, RunRecord
from underdraft.types.skill import ContextRules, Skill

IDS = itertools.count(1)


class Ticking:
    """A clock that moves one millisecond a reading, and ids that count."""

    def __init__(self, start_ms=0):
        self.ms = itertools.count(start_ms)

    def clock(self):
        total = next(self.ms)
        seconds, ms = divmod(total, 1000)
        minutes, seconds = divmod(seconds, 60)
        hours, minutes = divmod(minutes, 60)
        days, hours = divmod(hours, 24)
        return f"2026-01-{days + 1:02d}T{hours:02d}:{minutes:02d}:{seconds:02d}.{ms:03d}Z"

    def new_id(self):
        return f"id-{next(IDS):06d}"


def open_database(path, **options):
    """A store with a clock and ids that count."""
    ticking = Ticking()
    return Database(path, clock=ticking.clock, new_id=ticking.new_id, **options)


def add_run(runs, record, *, privacy, locale="zh", templates=None):
    """Keep a run that is over."""
    packed = pack_run(record, locale=locale, templates=templates)
    packed = packed.without_text() if privacy else packed
    with runs.database.write() as connection:
        insert(connection, packed)


def sample_run(
    run_id="run-1", *, project_id="novel", model="offline", text="他笑了。", document="夜色很深。", **more
):
    """A run with every kind of value that a record can hold."""
    chunks = (
        Chunk(
            text="[用户写作偏好 — 记忆注入]",
            source="memory:injection",
            kind="memories",
            reason="preferences",
            parts=(
                Part(text="- 偏好短句（来源：自动学习）", id="m1", reason="deterministic", match="偏好短句"),
                Part(text="- second", id="m2", score=0.5),
            ),
            layer=Layer.PROFILE,
            plugin="memory_injection",
            fetcher="memory_injection",
        ),
        Chunk(
            text=document,
            source="file:.underdraft/outline.md",
            id="c1",
            ref=Ref(path=".underdraft/outline.md", first_line=3, lines=90),
            score=1.25,
            distance=7,
            keep="tail",
            pinned=True,
            layer=Layer.CURRENT,
        ),
    )
    sections = tuple(
        Section(layer=layer, chunks=tuple(c for c in chunks if c.layer is layer)) for layer in Layer
    )
    prompt = Prompt(
        sections=sections,
        stable_prefix="# 前缀\n",
        skill_block="技能",
        history=(Message(role="user", content="之前"), Message(role="assistant", content="好的")),
        dynamic=f"动态 {document}",
        stable_prefix_hash="a" * 64,
        prompt_hash="b" * 64,
        layer_hashes={layer: f"{int(layer)}" * 64 for layer in Layer},
        template_hash="c" * 64,
    )
    skill = Skill(
        id="polish",
        description="润色",
        instruction="把这段话润色一下",
        rules=ContextRules({"surrounding": 200, "user_preferences": True}),
        origin="underdraft",
        version="1",
        output_format="text only",
        caps={Layer.PROFILE: 300},
    )
    preview = Preview(
        run_id=run_id,
        skill=skill,
        project_id=project_id,
        model=model,
        prompt=prompt,
        cache=CachePlan(
            provider="openai", breakpoints=(10, 20), ttl="5m", cache_key="k", min_tokens=1024, cacheable=True
        ),
        injected=(
            Injected(
                layer=Layer.PROFILE, source="memory:injection", plugin="p", tokens=12, reason="r", id="m1"
            ),
        ),
        excluded=(Excluded(layer=Layer.RECENT, source="s", plugin="p", reason="capacity", tokens=3),),
        trims=(
            Trim(
                layer=Layer.RECENT, source="s", plugin="p", tokens_before=9, tokens_after=0, reason="capacity"
            ),
        ),
        warnings=("FETCHER_FAILED: 名字",),
        layer_tokens={layer: int(layer) for layer in Layer},
        tokens=120,
        budget_tokens=4000,
        token_counter="estimate",  # noqa: S106
        stable_prefix_unchanged=None,
        timings={"fetch": 1.5, "render": 0.25},
    )
    values = {
        "id": run_id,
        "preview": preview,
        "texts": (text, ""),
        "usage": Usage(prompt_tokens=100, completion_tokens=5, cached_tokens=60, cache_write_tokens=1),
        "created_at": "2026-01-01T00:00:00.000Z",
        "session_id": "session-1",
        "document_id": "第三章",
        "scene_type": "dialogue",
        "timings": {"model": 3.0},
        "warnings": ("MEMORY_DEGRADED: 原因",),
    }
    return RunRecord(**(values | more))

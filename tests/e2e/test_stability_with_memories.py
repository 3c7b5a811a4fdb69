"""The same request gives the same bytes with memories recalled by meaning and every fetcher delayed.

Next to ``test_byte_stability.py``: here the built-in fetchers too answer late and in an order of chance, entry
points are found in another order, and the project lies elsewhere with the newlines of another platform.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import attrs
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from underdraft.errors import ContextOverflow
from underdraft.prompt.render import render
from underdraft.prompt.template_set import load_templates
from underdraft.run.budget import Rendered, fit
from underdraft.run.deduplicate import deduplicate
from underdraft.text.tokens import estimate
from underdraft.types.chunk import Chunk, Part, Ref
from underdraft.types.layers import STABLE_LAYERS, Layer
from underdraft.types.skill import ContextRules, Skill
from underdraft.workspace import Workspace

WORKER = Path(__file__).with_name("stability_worker.py")
SKILLS = ("chat", "consistency-check")
ROUNDS = 4
INSTRUCTION = "雾里的船怎么靠岸才不失真？"
MEMORIES = (
    ("preference", "global", "动作场景用短句"),
    ("preference", "project", "雾天写声音，少写颜色"),
    ("fact", "project", "渡船在雾里靠岸时先鸣两声笛"),
    ("note", "global", "第三章之前不提信的内容"),
)

# Each process: hash seed, time zone, locale, whether Python may improve on a poor locale, and where it stands.
PROCESSES = (
    {"hash": "0", "zone": "UTC", "locale": "C", "utf8": "0", "stand": "inside", "copy": "plain"},
    {
        "hash": "1",
        "zone": "Asia/Shanghai",
        "locale": "C.utf8",
        "utf8": "1",
        "stand": "above",
        "copy": "plain",
    },
    {
        "hash": "4242",
        "zone": "America/St_Johns",
        "locale": "POSIX",
        "utf8": "0",
        "stand": "away",
        "copy": "plain",
    },
    {
        "hash": "random",
        "zone": "Asia/Kolkata",
        "locale": "zh_CN.UTF-8",
        "utf8": "0",
        "stand": "away",
        "copy": "crlf",
    },
    {
        "hash": "31337",
        "zone": "Etc/GMT+12",
        "locale": "tr_TR.UTF-8",
        "utf8": "1",
        "stand": "inside",
        "copy": "crlf",
    },
    {
        "hash": "random",
        "zone": "Europe/Berlin",
        "locale": "C",
        "utf8": "1",
        "stand": "linked",
        "copy": "plain",
    },
)


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """Two copies of the novel (one with the newlines of another platform) and a store with memories."""
    base = tmp_path_factory.mktemp("stability")
    novel = Path(__file__).parents[2] / "examples" / "novel"
    plain = shutil.copytree(novel, base / "plain" / "novel")
    crlf = shutil.copytree(novel, base / "elsewhere" / "deeper" / "novel")
    for path in sorted(crlf.rglob("*.md"), reverse=True):
        content = path.read_bytes().replace(b"\n", b"\r\n")
        path.unlink()  # written anew, so that the folder's own order is another one
        path.write_bytes(content)
    store = base / "store.db"
    with Workspace.open(plain, store=store, embedder="none") as workspace:
        for kind, scope, content in MEMORIES:
            own = {"projectId": workspace.config.project.id} if scope == "project" else {}
            payload = {"type": kind, "scope": scope, "content": content, **own}
            assert workspace.invoke_sync("memory:create", payload)["ok"]
    document = (plain / "chapters" / "01-the-ferry.md").read_text("utf-8")
    return {"base": base, "plain": plain, "crlf": crlf, "store": store, "document": document}


def start(place, number, process):
    """Run one process to its end; its previews."""
    base, folder = place["base"], place[process["copy"]]
    stand, given_folder = {
        "inside": (folder, "."),
        "above": (folder.parent, folder.name),
        "away": (base, str(folder)),
        "linked": (base, f"link-{number}"),
    }[process["stand"]]
    if process["stand"] == "linked":
        (base / given_folder).symlink_to(folder, target_is_directory=True)
    store = base / f"store-{number}.db"
    shutil.copy(place["store"], store)
    options = {
        "folder": given_folder,
        "store": str(store),
        "skills": SKILLS,
        "seeds": [100 * number + n for n in range(ROUNDS)],
        "request": {"document": place["document"], "instruction": INSTRUCTION},
        "selection": [300, 360],
    }
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG", "PYTHON"))}
    environment |= {
        "PYTHONHASHSEED": process["hash"],
        "TZ": process["zone"],
        "LC_ALL": process["locale"],
        "PYTHONUTF8": process["utf8"],
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "UNDERDRAFT_HOME": str(base / f"home-{number}"),
    }
    done = subprocess.run(
        [sys.executable, str(WORKER), json.dumps(options)],
        cwd=stand,
        env=environment,
        capture_output=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.long
@pytest.mark.seed("003.2.4", "003.6.2", "003.6.5")
@pytest.mark.slow
def test_one_request_has_one_prefix_and_one_prompt(place):
    """稳定前缀复用: hash seeds, zones, locales, folders, load orders and delays change no byte of 24 prompts."""
    with ThreadPoolExecutor(2) as pool:
        futures = [pool.submit(start, place, n, process) for n, process in enumerate(PROCESSES)]
        seen = [preview for future in futures for preview in future.result()]
    assert len(seen) == len(PROCESSES) * ROUNDS * len(SKILLS)
    assert len(PROCESSES) * ROUNDS >= 24
    for skill in SKILLS:
        ours = [s for s in seen if s["skill"] == skill]
        for key in ("text", "layers", "prefix", "prompt", "injected", "excluded", "warnings"):
            assert [s for s in ours if s[key] != ours[0][key]] == [], key
    assert_real(seen)
    chat = next(s for s in seen if s["skill"] == "chat")
    assert len([i for i in chat["injected"] if i[1] == "memory_injection"]) == len(MEMORIES)
    assert all(warning.startswith("CONTEXT_CUT: ") for warning in chat["warnings"])
    assert {i[0] for i in chat["injected"]} == {layer.name for layer in Layer}


def assert_real(seen):
    """What should differ did differ; otherwise equal bytes would show nothing."""
    rounds = len(PROCESSES) * ROUNDS
    assert len({s["hash"] for s in seen}) >= 4
    assert len({s["zone"] for s in seen}) >= 5
    assert len({s["folder"] for s in seen}) >= 4
    assert {"utf-8"} < {s["encoding"] for s in seen}
    assert len({tuple(s["loaded"]) for s in seen}) == rounds
    for skill in SKILLS:
        finished = [s["finished"] for s in seen if s["skill"] == skill]
        assert len({tuple(order) for order in finished}) > rounds // 2
        assert len({tuple(sorted(order)) for order in finished}) == 1


# --- what may change which bytes ---------------------------------------------------------------


TEMPLATES = load_templates("zh", ())
SKILL = Skill(id="s", description="d", instruction="做。", rules=ContextRules({}), origin="test")
WORDS = st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=30).filter(str.strip)
REFS = st.none() | st.builds(
    Ref, path=st.sampled_from(["a.md", "b/c.md"]), first_line=st.integers(1, 9), lines=st.integers(0, 99)
)
KINDS = st.sampled_from(["rule", "character", "world", "text", "mood"])


def key(text):
    """What tells a repetition from something new."""
    return " ".join(text.split()).casefold()


@st.composite
def chunks(draw, layers, *, least=0, most=8):
    """Chunks of the layers, each with a text of its own."""
    texts = draw(st.lists(WORDS, min_size=least, max_size=most, unique_by=key))
    return [
        Chunk(
            text=text,
            source=draw(st.sampled_from(["one", "two"])),
            kind=draw(KINDS),
            ref=draw(REFS),
            score=draw(st.none() | st.floats(0, 1)),
            parts=tuple(Part(text=f"- {text} {n}") for n in range(draw(st.integers(0, 3)))),
            layer=draw(st.sampled_from(layers)),
            plugin=draw(st.sampled_from(["p", "q"])),
            fetcher=draw(st.sampled_from(["f", "g"])),
        )
        for text in texts
    ]


def assembled(given_chunks, *, budget=100_000, caps=None):
    """Arrange, budget and render, as the pipeline does; ``None`` when it does not fit."""
    sections = deduplicate(given_chunks).sections

    def rendered(given_sections):
        prompt = render(given_sections, skill=SKILL, history=(), templates=TEMPLATES)
        return Rendered(prompt=prompt, tokens=sum(estimate(m.content) for m in prompt.messages))

    try:
        budgeted = fit(sections, count=estimate, render=rendered, budget_tokens=budget, caps=caps or {})
    except ContextOverflow:
        return None
    return budgeted.prompt, budgeted.trims


LATER = [layer for layer in Layer if not layer.stable]


def changed_layers(before, after):
    """The layers whose hashes differ."""
    return [layer for layer in Layer if before.layer_hashes[layer] != after.layer_hashes[layer]]


@given(
    chunks(STABLE_LAYERS), chunks(LATER), chunks(LATER, most=20), st.integers(600, 1_200), st.integers(1, 200)
)
def test_layers_4_and_5_never_touch_the_prefix(stable, one, other, budget, cap):
    """稳定前缀复用: whatever stands in layers 4-5, trimmed or not, layers 0-3 keep their bytes."""
    first = assembled([*stable, *one])
    second = assembled([*stable, *other], budget=budget, caps={Layer.RECENT: cap, Layer.CURRENT: cap})
    assume(first is not None and second is not None)
    assert first[0].stable_prefix == second[0].stable_prefix
    assert first[0].stable_prefix_hash == second[0].stable_prefix_hash
    assert not set(changed_layers(first[0], second[0])) & set(STABLE_LAYERS)


def test_a_trimmed_prompt_has_the_prefix_of_an_untrimmed_one():
    """Layers 4-5 absorb the whole shortage."""
    stable = [Chunk(text=f"设定 {layer.name}" * 20, source="s", layer=layer) for layer in STABLE_LAYERS]
    later = [Chunk(text=f"{n} " + "雾" * 120, source="s", score=n / 9, layer=Layer.RECENT) for n in range(3)]
    task = Chunk(text="写。", source="run:task", kind="task", pinned=True)
    whole, none = assembled([*stable, *later, task])
    shortage = sum(estimate(m.content) for m in whole.messages) - 200
    tight, trims = assembled([*stable, *later, task], budget=shortage)
    assert (none, bool(trims)) == ((), True)
    assert tight.dynamic != whole.dynamic
    assert tight.stable_prefix == whole.stable_prefix


@given(chunks(STABLE_LAYERS, least=1), WORDS, st.data())
def test_one_changed_chunk_changes_the_hash_of_its_layer_alone(given_chunks, text, data):
    """口径 of stablePrefixHash: the change of a text can be blamed on its layer, and on no other."""
    number = data.draw(st.integers(0, len(given_chunks) - 1))
    old = given_chunks[number]
    taken = {key(c.text) for c in given_chunks} | {key(p.text) for c in given_chunks for p in c.parts}
    assume(key(text) not in taken)
    changed = [*given_chunks[:number], attrs.evolve(old, text=text), *given_chunks[number + 1 :]]
    (before, _), (after, _) = assembled(given_chunks), assembled(changed)
    assert changed_layers(before, after) == [old.layer]
    assert before.stable_prefix_hash != after.stable_prefix_hash
    assert before.dynamic == after.dynamic


@given(chunks(STABLE_LAYERS, least=1), st.data())
def test_a_chunk_that_goes_changes_the_hash_of_its_layer_alone(given_chunks, data):
    """口径 of stablePrefixHash: the same for a chunk that is no longer there."""
    number = data.draw(st.integers(0, len(given_chunks) - 1))
    before, _ = assembled(given_chunks)
    after, _ = assembled([*given_chunks[:number], *given_chunks[number + 1 :]])
    assert changed_layers(before, after) == [given_chunks[number].layer]
    assert before.stable_prefix_hash != after.stable_prefix_hash

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

import pytest

from underdraft import Layer, Workspace

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

PROCESSES = [
    dict(zip(("hash", "zone", "locale", "utf8", "stand", "copy"), row.split(), strict=True))
    for row in (
        "0 UTC C 0 inside plain",
        "1 Asia/Shanghai C.utf8 1 above plain",
        "4242 America/St_Johns POSIX 0 away plain",
        "random Asia/Kolkata zh_CN.UTF-8 0 away crlf",
        "31337 Etc/GMT+12 tr_TR.UTF-8 1 inside crlf",
        "random Europe/Berlin C 1 linked plain",
    )
]
"""Of each: hash seed, time zone, locale, whether Python may improve on a poor locale, and where it stands."""


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

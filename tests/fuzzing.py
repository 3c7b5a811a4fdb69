"""Seeded rubbish for channels and files, and what has to hold of every answer."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import attrs
import pytest

from underdraft import UnderdraftError, Workspace
from underdraft.cli.project_checks import check_files
from underdraft.opening.shared_parts import SharedParts

BROKEN = ("INTERNAL", "DB_ERROR")
SLOWEST_S = 8.0
"""Processor time of one call."""

WORDS = (
    "灯",
    "Ann",
    "chapter 3",
    "# x",
    "```",
    "{{ 7 }}",
    "../x",
    "ref:memory:1",
    "null",
    "0",
    "zh",
    "p",
    "note",
)
ODD = ("\0", "\ud800", "\udfff", "\ufeff", "\u202e", "\u2028", "\x1b[31m", "\r\n", "\U000e0041", "e\u0301")
SCALARS = (
    *(None, True, False, 0, 1, -1, 0.5, -0.0, 1e308, float("nan"), float("-inf")),
    *(2**31, 2**63, -(2**63), 10**400),
)
LENGTHS = (0, 1, 64, 65, 200, 201, 501, 10_001, 70_000)
MEGABYTES = 2_000_000


def odd_text(rng: random.Random) -> str:
    """A text that somebody would not have thought of."""
    parts = [rng.choice(WORDS if rng.random() < 0.6 else ODD) for _ in range(rng.randint(0, 4))]
    if rng.random() < 0.1:
        parts.append(rng.choice("a长 `\n“0") * rng.choice(LENGTHS))
    return "".join(parts)


def odd_value(rng: random.Random, keys: tuple[str, ...], depth: int = 0) -> Any:
    """A JSON value of any kind, now and then nested very deep; keys are those that answers use."""
    kind = rng.random()
    if kind < 0.35 or depth > 3:
        return rng.choice(SCALARS)
    if kind < 0.65:
        return odd_text(rng)
    if kind < 0.67:
        deep: Any = []
        for _ in range(rng.choice((41, 400, 10_000))):
            deep = [deep] if rng.random() < 0.5 else {"a": deep}
        return deep
    if kind < 0.8:
        return [odd_value(rng, keys, depth + 1) for _ in range(rng.choice((0, 1, 2, 3, 40)))]
    names = [rng.choice(keys) if rng.random() < 0.8 else odd_text(rng) for _ in range(rng.randint(0, 3))]
    return {name: odd_value(rng, keys, depth + 1) for name in names}


@attrs.define
class Seen:
    """What became of the calls."""

    codes: Counter[str] = attrs.field(factory=Counter)
    wrong: list[str] = attrs.field(factory=list)
    slowest: tuple[float, str] = (0.0, "")

    def call(self, what: str, ask: Callable[..., Mapping[str, Any]], *given: Any) -> Mapping[str, Any]:
        """Ask, and note what is not as it must be: an envelope in JSON, no fault, no broken store, soon."""
        begin = time.process_time()
        try:
            envelope = ask(*given)
            json.dumps(envelope, ensure_ascii=False).encode()
        except Exception as error:
            self.wrong.append(f"{what}: {type(error).__name__}: {error}"[:300])
            return {"ok": False}
        took = time.process_time() - begin
        self.slowest = max(self.slowest, (round(took, 2), what[:200]))
        error = {} if envelope["ok"] else envelope["error"]
        self.codes[error.get("code", "ok")] += 1
        broken = error.get("code") == "DB_ERROR" and error["details"]["reason"] != "EMBEDDER_NONE"
        if error.get("code") == "INTERNAL" or broken or took > SLOWEST_S:
            self.wrong.append(f"{what}: {took:.1f} s: {error}"[:400])
        return envelope


def portions(seed: int, count: int, *, a_portion: int, few: int) -> list[Any]:
    """Seed and number of each test: a few for every day, then long ones that make up ``count`` together."""
    sizes = [min(a_portion, count - start) for start in range(0, count, a_portion)]
    long = (pytest.param(seed + n, size, marks=pytest.mark.long) for n, size in enumerate(sizes, 1))
    return [pytest.param(seed, few), *long]


def shown(value: Any) -> str:
    """A payload in a line, whatever is in it."""
    try:
        return ascii(value)[:160]
    except RecursionError:
        return f"{type(value).__name__}, nested deep"


def keys_in(value: Any) -> set[str]:
    """All keys of an answer, however deep."""
    if isinstance(value, dict):
        return set(value).union(*map(keys_in, value.values()))
    return set().union(*map(keys_in, value)) if isinstance(value, list) else set()


def fuzz_calls(ws: Any, payloads: Mapping[str, dict[str, Any]], *, seed: int, calls: int) -> Seen:
    """Call channels with payloads of which one to three fields are rubbish."""
    rng, seen = random.Random(seed), Seen()  # noqa: S311 - no secret
    answers = (ws.invoke_sync(name, payload) for name, payload in payloads.items() if name != "memory:purge")
    keys = tuple(sorted(set().union(*map(keys_in, answers)) - {"confirm"}))
    names = sorted(payloads)
    for number in range(calls):
        name = rng.choice(names)
        payload = dict(payloads[name])
        fields = [field.key for field in ws.channels[name].signature.fields if field.key != "confirm"]
        for _ in range(rng.randint(1, 3) if fields else 0):
            field = rng.choice(fields)
            if rng.random() < 0.1:
                payload.pop(field, None)
            elif field == "patch" and rng.random() < 0.8:
                payload[field] = {rng.choice(keys): odd_value(rng, keys)}
            elif rng.random() < 0.002:
                payload[field] = rng.choice("a长 \n`") * MEGABYTES
            else:
                payload[field] = odd_value(rng, keys)
        given: Any = odd_value(rng, keys) if rng.random() < 0.01 else payload
        if name == "memory:purge" and isinstance(given, dict):
            given.pop("confirm", None)
        seen.call(f"{seed}/{number} {name} {shown(given)}", ws.invoke_sync, name, given)
    return seen


CONFIG = 'embedder = "none"\nmodel = "offline"\nlocale = "en"\n[project]\nid = "p"\nname = "Ann"\n'
SKILL = "---\nname: mine\ndescription: d\ncontext_rules: {outline: true, world: true}\n---\nDo it.\n\n## Output\n\nText.\n"
STORY = (
    "entities:\n  - {name: Ann, kind: person, aliases: [Annie]}\n  - {name: Bert, kind: person}\n"
    "relations:\n  - {from: Ann, is: sister, to: Bert, since: 2}\nevents:\n"
    "  - {id: e, at: 3.1, what: Bert dies, who: [Bert], ends: [Bert]}\n"
)
CARD = "---\nname: Ann\naliases: [Annie]\nbirthday: 2001-02-03\n---\n\nAnn keeps the light.\n"
STRINGS = 'placeholder = "(none)"\n[headings]\nSYSTEM = "# [0] x"\n[labels]\na = "b"\n'
LOCK = (
    '{"format": 1, "prompts": {"mine (en)": {"chunks": ["a"]}}, "templates": {"en": {}}, "chunks": {"a": {}}}'
)
LINE = '{"kind": "memory", "id": "m1", "type": "note", "scope": "global", "content": "x", "version": 3}\n'
FILES = {
    ".underdraft/config.toml": CONFIG,
    ".underdraft/skills/mine/SKILL.md": SKILL,
    ".underdraft/templates/skill.md.j2": "# Skill\n\n{{ skill.instruction }}\n",
    ".underdraft/templates/strings.toml": STRINGS,
    ".underdraft/characters/ann.md": CARD,
    ".underdraft/world/mill.md": CARD.replace("Ann", "Mill"),
    ".underdraft/outline.md": "# Chapter 1\n\nAnn rings.\n",
    ".underdraft/style-guide.md": "Short sentences.\n",
    ".underdraft/rules/10-basics.md": "First person.\n",
    ".underdraft/knowledge/story.yaml": STORY,
    "chapters/01-a.md": "# Chapter 1\n\nAnn rang. “Bert is dead,” she said.\n",
    "prompt.lock": LOCK,
    "m.jsonl": LINE * 3,
}
"""A file of each kind that a project can have."""

SNIPPETS = (
    *(
        b"\0",
        b"\xff\xfe",
        b"\xed\xa0\x80",
        b"\xef\xbb\xbf",
        b"\r\n",
        b"\r",
        b"\x1b[2J",
        b"\xe2\x80\xa8",
        b"\xc2\x85",
    ),
    *(b"9" * 5_000, b"1e400", b"0x" + b"f" * 400, b"2001-02-30", b"2001-01-01T25:00:00Z", b"nan"),
    *(
        b"[" * 3_000,
        b"{a: " * 3_000,
        b"- " * 3_000,
        b'{"a":' * 3_000,
        b"a.b = 1\n" * 50,
        b"[[a]]\n" * 50,
        b"{{" * 200,
    ),
    *(
        b"- &a [x]\n- *a\n",
        b"<<: *a\n",
        b"? [a]\n: b\n",
        b"--- \n---\n",
        b"%YAML 9.9\n---\n",
        b"!!python/none x",
    ),
    b"a: &a [1]\nb: &b [*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c]\ne: [*d,*d,*d,*d]\n",
    *(b"'", b'"""', b"|+\n", b"#", b"{%", b"}}"),
    *(
        b"id = 1\n",
        b"name: [Ann]\n",
        b"locale = 5\n",
        b"at: 99999999999999999999.1\n",
        b"since: -1\n",
        b"[project]\n",
    ),
)
"""What is put into a file."""


def odd_bytes(rng: random.Random, text: str) -> bytes:
    """The text as a file that somebody, some program or some disk has spoilt."""
    found = text.encode()
    if rng.random() < 0.15:
        found = text.encode(rng.choice(("utf-16", "utf-16-be", "utf-32", "utf-8-sig")))
    elif rng.random() < 0.1:
        found = (text + "é灯").encode(rng.choice(("gbk", "latin-1", "cp1252")), "replace")
    if rng.random() < 0.01:
        return rng.choice(("a", "长", " ", "\n", "-", "[", "#", "`")).encode() * MEGABYTES
    for _ in range(rng.randint(0, 3)):
        at = rng.randint(0, len(found))
        how = rng.random()
        if how < 0.5:
            found = found[:at] + rng.choice(SNIPPETS) + found[at:]
        elif how < 0.65:
            found = found[:at]
        elif how < 0.8:
            to = rng.randint(at, len(found))
            found = found[:to] + found[at:to] * rng.choice((1, 2, 50)) + found[to:]
        elif how < 0.9:
            found = found[:at] + bytes([rng.randint(0, 255)]) + found[at + 1 :]
        else:
            found = found.replace(b"\n", b"\r\n" if rng.random() < 0.5 else b"\r")
    return found


def ask_about(root: Path, parts: SharedParts, path: str) -> dict[str, Any]:
    """Have a project read where one file is odd, in all ways that read this kind of file."""
    try:
        with Workspace.open(root, store=root.parent / "u.db", shared=parts) as ws:
            asked = {"skillId": "mine", "document": "Ann rang.", "documentId": "chapters/01-a.md"}
            answers = [ws.invoke_sync("ai:skill:preview", asked)]
            if path.endswith("SKILL.md"):
                answers.append(ws.invoke_sync("skill:list", {}))
            if "knowledge" in path or "characters" in path or "chapters" in path:
                answers += [ws.invoke_sync("knowledge:graph", {}), ws.invoke_sync("knowledge:check", {})]
            if path == "prompt.lock":
                answers.append(ws.invoke_sync("ai:prompt:lock", {"check": True}))
            if path == "m.jsonl":
                answers.append(ws.invoke_sync("memory:import", {"path": path}))
    except UnderdraftError as error:
        answers = [{"ok": False, "error": {"code": error.code, "message": error.message, "details": {}}}]
    json.dumps(answers, ensure_ascii=False).encode()
    return next((a for a in answers if not a["ok"] and a["error"]["code"] in BROKEN), answers[-1])


def fuzz_files(folder: Path, *, seed: int, files: int) -> Seen:
    """Spoil one file of a project at a time, and have the project read."""
    rng, seen = random.Random(seed), Seen()  # noqa: S311 - no secret
    root, parts = folder / "project", SharedParts()
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        if "templates" not in path:  # these are there only while they are tried
            (root / path).write_text(text, encoding="utf-8")
    for number in range(files):
        path = rng.choice(list(FILES))
        (root / path).write_bytes(odd_bytes(rng, FILES[path]))
        seen.call(f"{seed}/{number} {path}", ask_about, root, parts, path)
        if rng.random() < 0.05:
            seen.call(f"{seed}/{number} validate {path}", checked, root)
        if "templates" in path:
            (root / path).unlink()
        else:
            (root / path).write_text(FILES[path], encoding="utf-8")
    parts.portal.close()
    return seen


def checked(root: Path) -> dict[str, Any]:
    """What ``underdraft status`` finds."""
    try:
        with Workspace.open(root, store=root.parent / "u.db", embedder="none") as ws:
            found = check_files(ws, ws.settings)[1]
    except UnderdraftError as error:
        return {"ok": False, "error": {"code": error.code, "message": error.message, "details": {}}}
    return {"ok": True, "data": [attrs.asdict(finding) for finding in found]}

"""The story ledger, read and judged by scripted models: what it finds text against text; see ``understanding.py``."""

from __future__ import annotations

import random
import re
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
from _figures import Share
from _understand_checks import lines_of

from underdraft import Workspace
from underdraft.knowledge.story_check import check_story

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from underdraft import AskModel

SEEDS = 20
"""How often each reader that errs at random reads a novel."""

_ASKED = re.compile(r"^(\d+)([ab]) .*?“(.*)”$", re.MULTILINE)
_SENTENCE = re.compile(r"[^。！？.!?\n]+[。！？.!?]+[”\"]?")
_VERDICTS = ("contradiction", "change", "unreal", "same", "unrelated")


def score(folders: Sequence[Path], ask: AskModel | None = None) -> dict[str, Mapping[str, int | Share]]:
    """One row a hand for the reader that is right, then one for each that is not; of a model its own rows alone."""
    novels = [folder / "ledger" for folder in folders]
    if ask is not None:
        return {novel.parent.name: figures(novel, [Real(novel, ask=ask)]) for novel in novels}
    rows = {novel.parent.name: figures(novel, [Perfect(novel)]) for novel in novels}
    for name, make in BAD.items():
        row: dict[str, int | Share] = {}
        for novel in novels:
            for key, value in figures(novel, [make(novel, seed) for seed in range(SEEDS)]).items():
                row[key] = row[key] + value if key in row else value  # type: ignore[operator]
        rows[name] = row
    return rows


def figures(novel: Path, readers: Sequence[Perfect]) -> Mapping[str, int | Share]:
    """The sums over a novel that is read by each of the readers."""
    pairs = lines_of(novel / "pairs.jsonl")
    quotes = {claim["id"]: " ".join(claim["quote"].split()) for claim in lines_of(novel / "claims.jsonl")}
    labels = {frozenset({quotes[p["first"]], quotes[p["second"]]}): p["type"] for p in pairs}
    planted = {quote for quote, kind in labels.items() if kind == "contradiction"}
    alike = set(labels) - planted
    found = [frozenset(finding) for reader in readers for finding in findings_of(novel, reader)]
    put = set().union(*(reader.put for reader in readers))
    asked = [reader.asked for reader in readers]
    return {
        "recall": Share(sum(found.count(label) > 0 for label in planted), len(planted)),
        "precision": Share(sum(one in planted for one in found), len(found)),
        "lookalikes": Share(len(alike & set(found)), len(alike)),
        "planted put": Share(len(planted & put), len(planted)),
        "findings": len(found),
        "reading": sum(count["reading"] for count in asked),
        "judging": sum(count["judging"] for count in asked),
    }


def findings_of(novel: Path, reader: Perfect) -> list[tuple[str, ...]]:
    """The quotes of each finding in the novel, of which nobody wrote down any fact."""
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        shutil.copytree(novel, root / "chapters", ignore=lambda *_: [p.name for p in novel.glob("*.jsonl")])
        (root / ".underdraft").mkdir()
        (root / ".underdraft" / "config.toml").write_text('[project]\nid = "p"\n')
        with Workspace.open(root, store=root / "s.db", embedder="none") as workspace:
            found = check_story(workspace.knowledge, "p", reader).findings
    return [tuple(" ".join(quote.split()) for quote in finding.quotes) for finding in found]


@attrs.define(eq=False)
class Perfect:
    """A model that writes down what is labelled, and judges pairs by label; it knows nothing of the product but its questions."""

    novel: Path
    seed: int = 0
    ask: AskModel | None = None
    asked: dict[str, int] = attrs.field(factory=lambda: {"reading": 0, "judging": 0}, init=False)
    put: set[frozenset[str]] = attrs.field(factory=set, init=False)
    claims: list[dict[str, Any]] = attrs.field(init=False)
    random: random.Random = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.claims = lines_of(self.novel / "claims.jsonl")
        self.random = random.Random(self.seed)

    def __call__(self, *, system: str, text: str, schema: Mapping[str, Any]) -> Mapping[str, object]:
        """The answer to one question."""
        kind = "reading" if "claims" in schema["properties"] else "judging"
        self.asked[kind] += 1
        if kind == "reading":
            return {"names": self.names(text), "claims": self.read(text)}
        sides: dict[str, dict[str, str]] = {}
        for number, side, quote in _ASKED.findall(text):
            sides.setdefault(number, {})[side] = quote
        self.put |= {frozenset(pair.values()) for pair in sides.values()}
        return {
            "verdicts": [
                {"pair": int(n), "why": "", "sure": 90, **self.judge(p["a"], p["b"])}
                for n, p in sides.items()
            ]
        }

    def names(self, text: str) -> list[dict[str, Any]]:
        """Who is there, each with the first sentence that has the name."""
        found = []
        for name in lines_of(self.novel / "names.jsonl"):
            quote = next((s[0].strip() for s in _SENTENCE.finditer(text) if name["name"] in s[0]), None)
            if quote is not None:
                found.append({**name, "quote": quote})
        return found

    def read(self, text: str) -> list[dict[str, Any]]:
        """The labelled claims of a text."""
        return [claim for claim in self.claims if claim["quote"] in text]

    def judge(self, one: str, other: str) -> dict[str, str]:
        """The labelled verdict."""
        said = {" ".join(c["quote"].split()): c for c in self.claims}
        first, second = said.get(one), said.get(other)
        if first is None or second is None:
            return {"verdict": "unrelated", "first": "", "second": ""}
        if first is second:
            return {"verdict": "same", "first": "", "second": ""}
        ids = {first["id"], second["id"]}
        label = next(
            (p for p in lines_of(self.novel / "pairs.jsonl") if {p["first"], p["second"]} == ids), None
        )
        if label is None:
            return {"verdict": "unrelated", "first": "", "second": ""}
        kind = "contradiction" if label["type"] == "contradiction" else "change"
        return {"verdict": kind, "first": first["value"], "second": second["value"]}


class Real(Perfect):
    """A model that is asked indeed; what it is asked is counted."""

    def __call__(self, *, system: str, text: str, schema: Mapping[str, Any]) -> Mapping[str, object]:
        """Its own answer."""
        assert self.ask is not None
        super().__call__(system=system, text=text, schema=schema)
        return self.ask(system=system, text=text, schema=schema)


class Rubbish(Perfect):
    """Writes down true quotes with anything about anybody, and judges by chance, with words out of the quotes."""

    def read(self, text: str) -> list[dict[str, Any]]:
        """Claims that nobody made."""
        sentences = [s[0].strip() for s in _SENTENCE.finditer(text)]
        names = [claim["subject"] for claim in self.claims]
        return [
            {
                "subject": self.random.choice(names),
                "category": self.random.choice(("looks", "age", "life")),
                "attribute": "it",
                "value": self.random.choice(("the murderer's daughter", "凶手的女儿", "1842")),
                "frame": "told",
                "quote": sentence,
            }
            for sentence in self.random.sample(sentences, min(20, len(sentences)))
        ]

    def judge(self, one: str, other: str) -> dict[str, str]:
        """Any verdict."""
        return {"verdict": self.random.choice(_VERDICTS), "first": one[:20], "second": other[-20:]}


class RubbishJudge(Perfect):
    """Reads what is labelled, and judges by chance."""

    judge = Rubbish.judge


class Parrot(Perfect):
    """Says the text again: each sentence is a claim about each name in it, and every pair a contradiction."""

    def read(self, text: str) -> list[dict[str, Any]]:
        """Each sentence, as it stands."""
        names = {claim["subject"] for claim in self.claims}
        return [
            {
                "subject": name,
                "category": "event",
                "attribute": "it",
                "value": s[0].strip()[:60],
                "frame": "told",
                "quote": s[0].strip(),
            }
            for s in _SENTENCE.finditer(text)
            for name in sorted(names)
            if name in s[0]
        ]

    def judge(self, one: str, other: str) -> dict[str, str]:
        """A contradiction, each time."""
        return {"verdict": "contradiction", "first": one[:50], "second": other[-50:]}


class ParrotJudge(Perfect):
    """Reads what is labelled, and calls each pair a contradiction."""

    judge = Parrot.judge


BAD = {"rubbish": Rubbish, "rubbish judge": RubbishJudge, "parrot": Parrot, "parrot judge": ParrotJudge}

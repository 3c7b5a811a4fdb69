"""Tastes off the axes: how much is left to change; see ``understanding.py`` for what counts.

Four scripted writers a file, each with two hidden tastes, and 24 drafts in order. Two models, neither of
which is told whose drafts they are:

- The *author* writes the draft. It follows a taste only where its prompt says it, in the taste's own words
  and for this kind of scene, or where an example in its prompt shows it. Then it writes a passage that
  breaks the taste as the writer would have it, but not one that breaks another taste too, and leaves out
  what breaks it elsewhere. It forgets to in ``FORGETS`` of the cases.
- The *reader* words tastes from the edits that it is shown and from nothing else: of all the tastes in the
  data of both parts those that at least two drafts break and nothing that was kept does. In
  ``WRONG`` of the cases it says another taste of the language instead.

The writer always ends with the text that she kept. She takes a proposal that is hers and refuses the
others; the credulous one takes whatever is proposed.
"""

from __future__ import annotations

import itertools
import json
import random
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import attrs
from _figures import Share

from underdraft import Reply, TextDelta, Usage, Workspace, hookimpl, strings
from underdraft.text.rewritten import rewritten
from underdraft.types.signals import edit_distance

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Mapping, Sequence

    from underdraft import Model, ModelCall

DATA = Path(__file__).with_name("data")
SEEDS = range(5)

FORGETS = {"words": 0.1, "one example": 0.4, "examples": 0.2}
"""Share of the passages in which the author does not do what it has been told, or shown."""

WRONG, MISQUOTED = 0.2, 0.1
"""Share of the tastes that the reader words wrongly, and of its quotes that are not there."""

EXAMPLES = 3

SENTENCE = re.compile(r"[^。！？.!?\n]+[。！？.!?\n”]*")

SKILL = """\
---
name: draft
description: Writes a passage.
context_rules:
  examples: {examples}
---
Write the passage.
"""
CONFIG = 'locale = "{lang}"\nmodel = "author"\n[project]\nid = "p"\nname = "p"\n'


class Taste(NamedTuple):
    """A taste as both models know it: its words, and how a text betrays that it is not followed."""

    id: str
    lang: str
    scene: str
    wording: str
    breaks: tuple[re.Pattern[str], ...]

    def broken_by(self, text: str) -> str | None:
        """The first place of a text that breaks it."""
        return next((found[0] for pattern in self.breaks if (found := pattern.search(text))), None)


@attrs.frozen(kw_only=True)
class Mode:
    """What the writer's memory has."""

    name: str
    examples: int = 0
    worded: bool = True
    credulous: bool = False


MODES = (
    Mode(name="worded"),
    Mode(name="examples", examples=EXAMPLES, worded=False),
    Mode(name="both", examples=EXAMPLES),
    Mode(name="takes all", credulous=True),
)


def score(files: Sequence[Path]) -> dict[str, Mapping[str, int | Share]]:
    """One row a writer."""
    known = [taste for path in DATA.glob("tastes-*.jsonl") for taste in tastes_in(path)]
    rows: dict[str, Mapping[str, int | Share]] = {}
    for path in files:
        lines = read(path)
        for writer in (line for line in lines if line["type"] == "writer"):
            drafts = [line for line in lines if line["type"] == "edit" and line["writer"] == writer["id"]]
            rows[f"{writer['lang']} {writer['id']}"] = score_writer(writer, drafts, known)
    return rows


def score_writer(
    writer: Mapping[str, Any], drafts: Sequence[Mapping[str, Any]], known: Sequence[Taste]
) -> Mapping[str, int | Share]:
    """The figures of one writer, over all seeds."""
    names = ("proposed", "false taken")
    row: dict[str, Share] = {mode.name: Share() for mode in MODES} | {name: Share() for name in names}
    for mode, seed in itertools.product(MODES, SEEDS):
        found = work(writer, drafts, known, mode, random.Random(f"{writer['id']} {mode.name} {seed}"))
        row[mode.name] += Share(found.left, found.without)
        if mode.name == "worded":
            row["proposed"] += Share(found.right, found.proposed)
        if mode.credulous:
            row["false taken"] += Share(found.false, found.proposed)
    return {name: Share(round(share.part, 2), round(share.whole, 2)) for name, share in row.items()}


@attrs.define
class Worked:
    """What became of a writer's drafts: cumulative edit distances, and proposals."""

    left: float = 0.0
    without: float = 0.0
    proposed: int = 0
    right: int = 0
    false: int = 0


def work(
    writer: Mapping[str, Any],
    drafts: Sequence[Mapping[str, Any]],
    known: Sequence[Taste],
    mode: Mode,
    rng: random.Random,
) -> Worked:
    """All drafts of a writer in order, in a workspace of their own."""
    own = list(tastes_of(writer))
    models = Models(drafts=drafts, own=own, known=known, lang=writer["lang"], rng=rng)
    found, false = Worked(), set[str]()
    with tempfile.TemporaryDirectory() as scratch, opened(Path(scratch), models, mode) as workspace:
        settings = {"patch": {"memory.enable_model_tastes": mode.worded}}
        assert workspace.invoke_sync("memory:settings:update", settings)["ok"]
        for draft in drafts:
            run = workspace.run_sync("draft", instruction=draft["instruction"], scene_type=draft["scene"])
            found.left += edit_distance(run.text, draft["kept"])
            found.without += edit_distance(draft["draft"], draft["kept"])
            workspace.feedback_sync(run.id, "accept", final_text=draft["kept"])
            workspace.store.conversation.worker.drain(whole=True)
            if mode.examples:
                workspace.store.memory.indexer.wait(60)
            for entry in workspace.learning.preferences.ledger("p").items:
                if entry.state != "proposed":
                    continue
                hers = any(taste.wording in entry.statement for taste in own)
                found.proposed += 1
                found.right += hers
                if hers or mode.credulous:
                    workspace.learning.preferences.settle(entry.id, "confirm", "p")
                    false |= set() if hers else {entry.id}
                else:
                    workspace.learning.preferences.settle(entry.id, "refuse", "p")
    found.false = len(false)
    return found


@attrs.define(kw_only=True)
class Models:
    """The author and the reader, under the one name ``author``."""

    drafts: Sequence[Mapping[str, Any]]
    own: Sequence[Taste]
    known: Sequence[Taste]
    lang: str
    rng: random.Random

    @hookimpl
    def underdraft_model(self, name: str) -> Model | None:
        """Answer to the name."""
        return self if name == "author" else None

    async def answer(self, call: ModelCall) -> AsyncIterator[TextDelta | Reply]:
        """A passage, or the answer to a question."""
        prompt = "\n".join(message.content for message in call.messages)
        text = self.write(prompt) if call.reply_schema is None else self.read(prompt)
        yield TextDelta(text=text)
        yield Reply(texts=(text,), usage=Usage(), model="author")

    def write(self, prompt: str) -> str:
        """The draft, with what the prompt says or shows followed."""
        draft = next(one for one in self.drafts if one["instruction"] in prompt)
        followed = dict(self.followed(prompt, draft["scene"]))
        here = [taste for taste in self.own if taste.scene in {"all", draft["scene"]}]
        text, whole = draft["draft"], True
        for passage in rewritten(draft["draft"], draft["kept"]):
            broken = [taste for taste in here if taste.broken_by(passage.before)]
            if not broken:
                continue
            if all(taste in followed and self.heeds(followed[taste]) for taste in broken):
                text = text.replace(passage.before, passage.after, 1)
            else:
                whole = False
        if text != draft["draft"] and whole:
            text = draft["kept"]  # with what goes along with it
        for sentence in SENTENCE.findall(draft["draft"]):
            breaks = [taste for taste in followed if taste.broken_by(sentence)]
            if sentence in draft["kept"] and any(self.heeds(followed[taste]) for taste in breaks):
                text = text.replace(sentence, "", 1)
        return text

    def followed(self, prompt: str, scene: str) -> Iterator[tuple[Taste, str]]:
        """The tastes that the prompt says or shows, and how."""
        words = strings("examples", self.lang)
        pairs = re.findall(rf"- {re.escape(words['before'])}(.*)\n  {re.escape(words['after'])}(.*)", prompt)
        name = strings("episode_scenes", self.lang).get(scene, scene)
        said = [
            line
            for line in prompt.splitlines()
            if line.startswith(f"- {name}{strings('punctuation', self.lang)['colon']}")
        ]
        for taste in self.known:
            if taste.lang != self.lang:
                continue
            shown = sum(1 for a, b in pairs if taste.broken_by(a) and not taste.broken_by(b))
            if any(taste.wording in line for line in said):
                yield taste, "words"
            elif shown:
                yield taste, "examples" if shown > 1 else "one example"

    def heeds(self, how: str) -> bool:
        """Whether it does what it was told, or shown, this time."""
        return self.rng.random() >= FORGETS[how]

    def read(self, prompt: str) -> str:
        """The tastes that the edits show, the most often broken first."""
        fence = r"(`{3,})\n(.*?)\n\1"
        edits = [
            (draft, kept)
            for _, draft, _, kept in re.findall(
                rf"Draft \d+:\n{fence}\nKept:\n{fence.replace('1', '3')}", prompt, re.DOTALL
            )
        ]
        candidates = []
        for taste in (t for t in self.known if t.lang == self.lang and t.wording not in prompt):
            if any(taste.broken_by(kept) for _, kept in edits):
                continue
            evidence = [
                {"edit": n, "before": broken if self.rng.random() >= MISQUOTED else broken[::-1], "after": ""}
                for n, (draft, _) in enumerate(edits, start=1)
                if (broken := taste.broken_by(draft))
            ]
            if len(evidence) > 1:
                candidates.append((taste, evidence))
        candidates.sort(key=lambda found: -len(found[1]))
        said = [{"wording": self.worded(taste), "evidence": evidence} for taste, evidence in candidates[:3]]
        return json.dumps({"tastes": said}, ensure_ascii=False)

    def worded(self, taste: Taste) -> str:
        """The taste's words, or now and then another one's."""
        if self.rng.random() >= WRONG:
            return taste.wording
        return self.rng.choice([t.wording for t in self.known if t.lang == self.lang and t != taste])


def read(path: Path) -> list[dict[str, Any]]:
    """The lines of a file."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def tastes_in(path: Path) -> Iterator[Taste]:
    """The tastes of a file's writers."""
    for line in read(path):
        if line["type"] == "writer":
            yield from tastes_of(line)


def tastes_of(writer: Mapping[str, Any]) -> Iterator[Taste]:
    """A writer's own."""
    for taste in writer["tastes"]:
        breaks = tuple(re.compile(pattern) for pattern in taste["must_not"])
        yield Taste(taste["id"], writer["lang"], taste["scene"], taste["wording"], breaks)


def opened(scratch: Path, models: Models, mode: Mode) -> Workspace:
    """A project with the one skill; the clock goes on by a second a reading."""
    folder = scratch / ".underdraft" / "skills" / "draft"
    folder.mkdir(parents=True)
    (folder / "SKILL.md").write_text(SKILL.format(examples=mode.examples), "utf-8")
    (scratch / ".underdraft" / "config.toml").write_text(CONFIG.format(lang=models.lang), "utf-8")
    ids, seconds = (f"m{n:06d}" for n in itertools.count()), itertools.count()
    return Workspace.open(
        scratch,
        store=scratch / "store.db",
        plugins=[models],
        trusted=True,
        embedder="local" if mode.examples else "none",
        clock=lambda: (
            f"2026-01-01T{(n := next(seconds)) // 3600 % 24:02d}:{n // 60 % 60:02d}:{n % 60:02d}.000Z"
        ),
        new_id=lambda: next(ids),
    )

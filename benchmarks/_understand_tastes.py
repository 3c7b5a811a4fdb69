"""Tastes off the axes: how much is left to change; see ``understanding.py`` for what counts.

Four scripted writers a file, each with two hidden tastes, and 24 drafts in order. A scripted author, which is not
told whose drafts they are, writes them. It follows a taste only where an example in its prompt shows it. Then it
writes a passage that breaks the taste as the writer would have it, but not one that breaks another taste too, and
leaves out what breaks it elsewhere. It forgets to in ``FORGETS`` of the cases.

The writer always ends with the text that she kept.
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

FORGETS = {"one example": 0.4, "examples": 0.2}
"""Share of the passages in which the author does not do what it has been shown."""

EXAMPLES = 3
"""Rewrites of the writer's that a prompt shows."""

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
    """A taste as the author knows it: how a text betrays that it is not followed."""

    id: str
    lang: str
    scene: str
    breaks: tuple[re.Pattern[str], ...]

    def broken_by(self, text: str) -> str | None:
        """The first place of a text that breaks it."""
        return next((found[0] for pattern in self.breaks if (found := pattern.search(text))), None)


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
    """What is left to change, over all seeds."""
    left = Share()
    for seed in SEEDS:
        # the stream of figures that were written down when there were other ways beside the examples
        rng = random.Random(f"{writer['id']} examples {seed}")
        left += work(drafts, list(tastes_of(writer)), known, rng, lang=writer["lang"])
    return {"examples": Share(round(left.part, 2), round(left.whole, 2))}


def work(
    drafts: Sequence[Mapping[str, Any]],
    own: Sequence[Taste],
    known: Sequence[Taste],
    rng: random.Random,
    *,
    lang: str,
) -> Share:
    """All drafts of a writer in order, in a workspace of their own: the edit distances, and those without memory."""
    author = Author(drafts=drafts, own=own, known=known, lang=lang, rng=rng)
    found = Share()
    with tempfile.TemporaryDirectory() as scratch, opened(Path(scratch), author) as workspace:
        for draft in drafts:
            run = workspace.run_sync("draft", instruction=draft["instruction"], scene_type=draft["scene"])
            found += Share(
                edit_distance(run.text, draft["kept"]), edit_distance(draft["draft"], draft["kept"])
            )
            workspace.feedback_sync(run.id, "accept", final_text=draft["kept"])
            workspace.store.conversation.worker.drain(whole=True)
            workspace.store.memory.indexer.wait(60)
    return found


@attrs.define(kw_only=True)
class Author:
    """A scripted model under the name ``author``."""

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
        """A passage."""
        prompt = "\n".join(message.content for message in call.messages)
        text = self.write(prompt)
        yield TextDelta(text=text)
        yield Reply(texts=(text,), usage=Usage(), model="author")

    def write(self, prompt: str) -> str:
        """The draft, with what the prompt shows followed."""
        draft = next(one for one in self.drafts if one["instruction"] in prompt)
        followed = dict(self.followed(prompt))
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

    def followed(self, prompt: str) -> Iterator[tuple[Taste, str]]:
        """The tastes that the prompt shows, and how."""
        words = strings("examples", self.lang)
        pairs = re.findall(rf"- {re.escape(words['before'])}(.*)\n  {re.escape(words['after'])}(.*)", prompt)
        for taste in self.known:
            if taste.lang != self.lang:
                continue
            shown = sum(1 for a, b in pairs if taste.broken_by(a) and not taste.broken_by(b))
            if shown:
                yield taste, "examples" if shown > 1 else "one example"

    def heeds(self, how: str) -> bool:
        """Whether it does what it was shown, this time."""
        return self.rng.random() >= FORGETS[how]


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
        yield Taste(taste["id"], writer["lang"], taste["scene"], breaks)


def opened(scratch: Path, author: Author) -> Workspace:
    """A project with the one skill; the clock goes on by a second a reading."""
    folder = scratch / ".underdraft" / "skills" / "draft"
    folder.mkdir(parents=True)
    (folder / "SKILL.md").write_text(SKILL.format(examples=EXAMPLES), "utf-8")
    (scratch / ".underdraft" / "config.toml").write_text(CONFIG.format(lang=author.lang), "utf-8")
    ids, seconds = (f"m{n:06d}" for n in itertools.count()), itertools.count()
    return Workspace.open(
        scratch,
        store=scratch / "store.db",
        plugins=[author],
        trusted=True,
        embedder="local",
        clock=lambda: (
            f"2026-01-01T{(n := next(seconds)) // 3600 % 24:02d}:{n // 60 % 60:02d}:{n % 60:02d}.000Z"
        ),
        new_id=lambda: next(ids),
    )

"""Tastes on the axes: how much is left to change; see ``understanding.py`` for what counts.

The writers of ``learning_writers.py`` with what their tastes make of a draft: the author's drafts are made from
a bank of sentences, the same with memory and without, and it does what a statement in its prompt says. It
forgets to in ``FORGETS`` of its passages (lines).
"""

from __future__ import annotations

import itertools
import random
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
from _figures import Share
from learning_writers import Diarist, Plain, Purist, Talker, Terse, Writer, draft

from underdraft import Reply, TextDelta, Usage, Workspace, hookimpl
from underdraft.types.signals import edit_distance

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping, Sequence

    from underdraft import Model, ModelCall

RUNS = 40
SEEDS = range(3)
FORGETS = 0.05
CONFIG = 'locale = "{lang}"\nmodel = "author"\nembedder = "none"\n[project]\nid = "p"\nname = "p"\n'


SPLIT = (r"，(?=[^”\n]{4,})", "。")
FIRST_PERSON = (r"那个孩子|沈砚|何三桅|老人|[他她]", "我")
PLAIN = (
    r"\b(?:suddenly|slowly|very|carefully|quietly|nervously|utterly|really|nearly|quickly)\s|"
    r" (?:quietly|slowly|quickly)(?=[ .,!])"
)
JOINED = r"(?<=[a-z])[.!] (?=[A-Z][^\"\n]{8,})"
SPEECH = ' "Nobody told me," she said. "You could have asked," he said.'

DOES: Mapping[str, Callable[[str], str]] = {
    "叙述句偏好短句": lambda line: re.sub(*SPLIT, line),
    "少用感叹号": lambda line: line.replace("！", "。"),
    "用“忽然”，不用“突然”": lambda line: line.replace("突然", "忽然"),
    "引号用「」，不用“”": lambda line: line.replace("“", "「").replace("”", "」"),
    "叙述用第一人称": lambda line: re.sub(*FIRST_PERSON, line),
    "cuts adverbs": lambda line: re.sub(PLAIN, "", line),
    'writes "started", not "began"': lambda line: line.replace("began", "started"),
    "prefers longer sentences in narration": lambda line: re.sub(JOINED, "; ", line),
    "prefers more dialogue": lambda line: line + SPEECH,
}
"""What the author does for a statement."""


class Content(Talker):
    """The talker, who adds speech only where a paragraph does not end with some."""

    def edit(self, text: str, rng: random.Random) -> str:
        """Line by line."""
        return "\n".join(
            re.sub(JOINED, "; ", line) if line.endswith(" said.") else super(Content, self).edit(line, rng)
            for line in text.split("\n")
        )


@attrs.define
class Author:
    """A fresh draft each run, with what the prompt says followed."""

    language: str
    seed: str
    runs: int = 0
    plain: str = ""

    @hookimpl
    def underdraft_model(self, name: str) -> Model | None:
        """Answer to the name."""
        return self if name == "author" else None

    async def answer(self, call: ModelCall) -> AsyncIterator[TextDelta | Reply]:
        """One draft; ``plain`` is what it would be without memory."""
        self.runs += 1
        rng = random.Random(f"{self.seed} {self.runs}")
        self.plain = draft(self.language, rng)
        prompt = call.messages[0].content
        said = [does for statement, does in DOES.items() if statement in prompt]
        lines = self.plain.split("\n")
        for does in said:
            lines = [does(line) if rng.random() >= FORGETS else line for line in lines]
        text = "\n".join(lines)
        yield TextDelta(text=text)
        yield Reply(texts=(text,), usage=Usage(), model="author")


def score(files: Sequence[Path]) -> dict[str, Mapping[str, int | Share]]:
    """One row a writer."""
    return {make.name: score_writer(make) for make in (Terse, Purist, Diarist, Plain, Content)}


def score_writer(make: type[Writer]) -> Mapping[str, int | Share]:
    """The figures of one writer, over all seeds."""
    left, found, false = Share(), Share(), 0
    for seed in SEEDS:
        writer = make()
        author = Author(writer.language, f"{writer.name} {seed}")
        with tempfile.TemporaryDirectory() as scratch, opened(Path(scratch), author) as workspace:
            for number in range(RUNS):
                run = workspace.run_sync("polish", document="x")
                kept = writer.edit(run.text, random.Random(number))
                without = writer.edit(author.plain, random.Random(number))
                left += Share(edit_distance(run.text, kept), edit_distance(author.plain, without))
                label = writer.label(random.Random(number))
                workspace.feedback_sync(run.id, "accept", final_text=kept, evidence_ref=label)
            live = {item.content for item in workspace.store.memory.preview_injection("p").items}
        found += Share(len(live & writer.tastes), len(writer.tastes))
        false += len(live - writer.tastes)
    return {"left": Share(round(left.part, 2), round(left.whole, 2)), "tastes": found, "false": false}


def opened(scratch: Path, author: Author) -> Workspace:
    """A project without files."""
    (scratch / ".underdraft").mkdir()
    (scratch / ".underdraft" / "config.toml").write_text(CONFIG.format(lang=author.language), "utf-8")
    ids = itertools.count()
    return Workspace.open(
        scratch,
        store=scratch / "store.db",
        plugins=[author],
        new_id=lambda: f"m{next(ids):06d}",
        trusted=True,
    )

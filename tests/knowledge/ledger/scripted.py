"""A small book of two chapters, and a model that answers by a script."""

from __future__ import annotations

import re

import attrs

ONE = "# Chapter 1\n\nMara has grey eyes.\n\nOld Mara kept the key in her boot."
TWO = "# Chapter 2\n\nMara looked up. Mara's brown eyes were wet.\n\nIn the dream Mara was blind."
BOOK = {"chapters/1.md": ONE, "chapters/2.md": TWO}


def claim(quote, value, **more):
    """A claim about Mara's eyes, or another one."""
    fact = {"subject": "Mara", "category": "looks", "attribute": "eyes", "frame": "told"}
    return {**fact, "quote": quote, "value": value, **more}


GREY = claim("Mara has grey eyes.", "grey eyes")
BROWN = claim("Mara's brown eyes were wet.", "brown eyes", attribute="colour of the eyes")
BLIND = claim("In the dream Mara was blind.", "blind", frame="dream")
_LINE = re.compile(r"^(\d+)([ab]) .*?“(.*)”$", re.MULTILINE)


@attrs.define
class Scripted:
    """Reads the given claims, and calls each pair a contradiction but a quote beside itself."""

    claims: list = attrs.field(factory=lambda: [GREY, BROWN, BLIND])
    verdict: str = "contradiction"
    asked: list = attrs.field(factory=list)
    kept: dict = attrs.field(factory=dict)
    fails: tuple = ()
    names: list = attrs.field(factory=list)

    def __call__(self, *, system, text, schema):
        """An answer; the same question is not counted twice, as the client keeps answers."""
        if (system, text) in self.kept:
            return self.kept[system, text]
        reads = "claims" in schema["properties"]
        self.asked.append("read" if reads else "judge")
        for error, words in self.fails:
            if words in text:
                raise error
        return self.kept.setdefault((system, text), self.read(text) if reads else self.judge(text))

    def forget(self, *, system, text, schema):
        """Drop a kept answer, as the client does."""
        del self.kept[system, text]

    def read(self, text):
        """The claims whose quotes stand in the text."""
        return {"names": self.names, "claims": [c for c in self.claims if c["quote"] in text]}

    def judge(self, text):
        """A verdict on each pair."""
        sides = {}
        for number, side, quote in _LINE.findall(text):
            sides.setdefault(int(number), {})[side] = quote
        return {"verdicts": [self.judged(n, **pair) for n, pair in sides.items()]}

    def judged(self, number, a, b):
        """The verdict on a pair of quotes."""
        shared = "Mara" in a and "Mara" in b
        verdict = "same" if a == b else self.verdict if shared else "unrelated"
        return {
            "pair": number,
            "verdict": verdict,
            "first": a[:12],
            "second": b[:12],
            "why": "so",
            "sure": 90,
        }

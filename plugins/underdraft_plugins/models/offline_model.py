"""The model ``offline``: a deterministic stand-in that needs no key and no network.

It writes nothing of its own. The first line of the reply is this notice, then shows what a real model
would have been sent, so that a prompt can be seen, streamed, recorded and replayed without one.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import AsyncIterator

from underdraft import (
    Model,
    ModelCall,
    Reply,
    TextDelta,
    Usage,
    estimate,
    hookimpl,
    language_in,
    strings,
    word_list,
)
from underdraft.types.model_call import STAND_IN

DELTA_CODE_POINTS = 24
"""Code points of one streamed piece: small enough that streaming is seen."""

OPENING = 100
"""Code points of the system message that tell its language: the template's, not those of the material."""

SHOWN_CODE_POINTS = 400
"""Maximum length of the text that is shown back, in code points."""

_BLOCK = re.compile(
    r"^(?:#+ (?P<label>[^\n]*)\n\n?)?(?P<mark>`{3,}|~{3,})[^\n]*\n(?P<text>.*?)^(?P=mark)[`~]*[ \t]*$",
    re.DOTALL | re.MULTILINE,
)

# Labels of the shipped templates, the most telling first; with other templates the last passage is shown.
_SHOWN_FIRST = tuple(
    label for key in ("selected", "before") for label in word_list(f"reading.offline_model.{key}")
)


@hookimpl
def underdraft_model(name: str) -> Model | None:
    """Answer to the name ``offline``."""
    return OfflineModel() if name == STAND_IN else None


class OfflineModel:
    """Gives the same reply to the same call, always."""

    async def answer(self, call: ModelCall) -> AsyncIterator[TextDelta | Reply]:
        """Describe the call, in pieces; in Chinese when the system message opens in Chinese."""
        text = _describe(call)
        words = strings("offline_model", _language(call))
        texts = tuple(
            text if i == 0 else f"{text}\n{words['candidate'].format(number=i + 1)}"
            for i in range(call.candidates)
        )
        for index, candidate in enumerate(texts):
            for start in range(0, len(candidate), DELTA_CODE_POINTS):
                yield TextDelta(text=candidate[start : start + DELTA_CODE_POINTS], index=index)
                await asyncio.sleep(0)  # lets a cancellation through, as a real stream would
        yield Reply(
            texts=texts,
            usage=Usage(
                prompt_tokens=sum(estimate(message.content) for message in call.messages),
                completion_tokens=sum(estimate(candidate) for candidate in texts),
            ),
            model=STAND_IN,
        )


def _language(call: ModelCall) -> str:
    system = next((m.content for m in call.messages if m.role == "system"), "")
    return language_in(system[:OPENING]).code


def _describe(call: ModelCall) -> str:
    words = strings("offline_model", _language(call))
    system = "".join(m.content for m in call.messages if m.role == "system")
    last = next((m.content for m in reversed(call.messages) if m.role == "user"), "")
    shown = [f"> {line}" for line in _passage(last).splitlines()]
    roles = dict.fromkeys(m.role for m in call.messages)
    sizes = {role: [len(m.content) for m in call.messages if m.role == role] for role in roles}
    return "\n".join(
        [
            words["title"],
            "",
            words["sent"].format(
                count=len(call.messages),
                characters=sum(len(m.content) for m in call.messages),
                tokens=sum(estimate(m.content) for m in call.messages),
            ),
            *(words["messages"].format(role=r, count=len(n), characters=sum(n)) for r, n in sizes.items()),
            words["prefix"].format(digest=hashlib.sha256(system.encode()).hexdigest()[:12]),
            "",
            *([words["shown"], *shown] if shown else [words["nothing"]]),
            "",
            words["next"],
        ]
    )


def _passage(message: str) -> str:
    """The selection, else the text before the cursor, else the last fenced block; its end when it is long."""
    blocks = [(match["label"] or "", match["text"].strip()) for match in _BLOCK.finditer(message)]
    held = [(label, text) for label, text in blocks if text]
    for wanted in (*_SHOWN_FIRST, ""):
        for label, text in reversed(held):
            if label.startswith(wanted):
                return text if len(text) <= SHOWN_CODE_POINTS else f"…{text[-SHOWN_CODE_POINTS:]}"
    return ""

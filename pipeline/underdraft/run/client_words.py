"""A chat client's own words: its instructions as a block of the prompt, and as much of its transcript as fits."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate

import attrs

from underdraft.errors import CAPACITY_FORCE_TRIM, InvalidArgument
from underdraft.prompt.render import client_block
from underdraft.text.strings import strings
from underdraft.text.tokens import estimate
from underdraft.types.model_call import KnowsSettings, Model, ModelInput
from underdraft.types.prompt import Message
from underdraft.types.skill import Skill

STEPS = 4
"""A transcript that is too long is cut in steps of a quarter of its room, so that its beginning seldom changes."""

IMAGE_TOKENS = 1_100
"""Estimated tokens of an image: OpenAI's 765 for a square of 1,024 pixels, Anthropic's 1,600 at most (November 2026)."""


def with_instructions(skill: Skill, given: ModelInput, locale: str) -> Skill:
    """Return the skill with the client's images and its instructions behind it, where there are any."""
    if given.attached:
        skill = attrs.evolve(skill, client_images=given.attached)
    if not given.instructions.strip():
        return skill
    words = strings("client", locale)
    block = client_block(given.instructions, heading=words["heading"], binding=words["binding"])
    return attrs.evolve(skill, client_block=block, client_last=given.instructions_last)


def fitting(
    transcript: Sequence[Message] | None, room_tokens: int
) -> tuple[tuple[Message, ...] | None, tuple[str, ...]]:
    """Return the end of a transcript that fits, in whole rounds, with a warning where something was left out.

    A round begins with a user's message after another role's. How much goes is rounded up to a quarter of
    ``room_tokens`` (estimated; 0 for no limit).
    """
    if transcript is None:
        return None, ()
    sizes = [
        estimate(message.content + message.extra) + IMAGE_TOKENS * message.extra.count('"image_url":')
        for message in transcript
    ]
    over = sum(sizes) - room_tokens
    if room_tokens <= 0 or over <= 0:
        return tuple(transcript), ()
    step = max(1, room_tokens // STEPS)
    gone = math.ceil(over / step) * step
    before = [0, *accumulate(sizes)]
    places = (n for n in range(1, len(transcript)) if _begins_round(transcript, n) and before[n] >= gone)
    begin = next(places, len(transcript))
    why = f"{CAPACITY_FORCE_TRIM}: the first {begin} of the client's {len(transcript)} messages were left out"
    return tuple(transcript[begin:]), (why,)


def check_taken(model: Model, name: str, demanded: Sequence[str]) -> None:
    """See that a model takes what a client demands; may block.

    Raises:
        InvalidArgument: It does not; the message begins with the first setting's name.
    """
    if isinstance(model, KnowsSettings):
        refused = model.refused(name, demanded)
    else:
        refused = [setting for setting in demanded if setting == "image_url"]
    if refused:
        raise InvalidArgument(f"{refused[0]}: the model {name} does not take it")


def _begins_round(transcript: Sequence[Message], place: int) -> bool:
    return transcript[place].role == "user" and transcript[place - 1].role != "user"

"""A chat client's instructions and transcript on their way into a prompt."""

from __future__ import annotations

import itertools

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdraft import InvalidArgument
from underdraft.run.client_words import check_taken, fitting, with_instructions
from underdraft.text.tokens import estimate
from underdraft.types.model_call import ModelInput
from underdraft.types.prompt import Message
from underdraft.types.skill import ContextRules, Skill

SKILL = Skill(
    id="chat", description="Talk.", instruction="Talk.", rules=ContextRules({}), origin="underdraft"
)

messages = st.builds(
    Message, role=st.sampled_from(["user", "assistant", "tool"]), content=st.text("字 a", max_size=40)
)


@given(st.lists(messages, max_size=30), st.integers(1, 200))
def test_what_is_left_fits_and_is_the_end(transcript, room):
    """The end of the transcript, within the room, and a warning exactly where something is missing."""
    kept, warnings = fitting(transcript, room)
    assert kept == tuple(transcript[len(transcript) - len(kept) :])
    assert sum(estimate(message.content) for message in kept) <= room
    assert bool(warnings) is (len(kept) < len(transcript))
    assert not kept or len(kept) == len(transcript) or kept[0].role == "user"


def test_the_beginning_stays_while_a_talk_grows():
    """Of forty turns that come one by one, the first message that is sent changes a few times only."""
    talk, begins = [], []
    for turn in range(40):
        talk += [
            Message(role="user", content=f"{turn:03} " * 20),
            Message(role="assistant", content="好" * 20),
        ]
        begins.append(fitting(talk, 500)[0][0])
    changes = sum(a != b for a, b in itertools.pairwise(begins))
    assert 1 < changes < 20


def test_without_instructions_the_skill_is_as_it_was():
    """Blanks are none."""
    assert with_instructions(SKILL, ModelInput(instructions=" \n"), "en") is SKILL
    told = with_instructions(SKILL, ModelInput(instructions="Be brief.", instructions_last=True), "en")
    assert told == attrs.evolve(SKILL, client_block=told.client_block, client_last=True)
    assert "Be brief." in told.client_block


def test_a_model_that_knows_nothing_of_settings_takes_no_images():
    """Images are refused by a model of another package, and by one that knows that it does not take them."""
    given = ModelInput(images={"image:1": "data:image/png;base64,QQ"}, options={"seed": "7", "top_p": "1.0"})
    assert given.demanded == ("seed", "image_url")
    with pytest.raises(InvalidArgument, match="image_url: the model own"):
        check_taken(object(), "own", given.demanded)
    check_taken(object(), "own", ("seed",))

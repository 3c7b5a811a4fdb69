"""Payloads with a canary in them."""

from __future__ import annotations

import pytest

from underdraft.channels import underdraft_channels
from underdraft.testing.payloads import CANARY, PROJECT, Known, in_order, payload_for

CHANNELS = {channel.name: channel for channel in underdraft_channels()}


@pytest.mark.parametrize("name", CHANNELS)
def test_a_payload_is_taken(name):
    """What is made for a channel gets past the check of its payload."""
    payload = payload_for(CHANNELS[name], CANARY, Known())
    CHANNELS[name].signature.read(payload)


def test_words_get_the_canary():
    """Fields that take words hold it; known ids and plain values stay what they are."""
    known = Known(fields={"session_id": "s"}, ids={"conversation": "x"})
    payload = payload_for(CHANNELS["conversation:append"], CANARY, known)
    assert payload == {"sessionId": "s", "role": "user", "content": CANARY, "projectId": PROJECT}
    assert payload_for(CHANNELS["memory:update"], CANARY, known)["patch"] == {"content": CANARY}
    assert payload_for(CHANNELS["atomic:create"], CANARY, known)["tags"] == [CANARY]
    assert payload_for(CHANNELS["knowledge:scene"], CANARY, known)["selection"] == {"start": 0, "end": 2}


def test_makers_come_first():
    """What makes things is called before what works on them, and what undoes them last."""
    order = in_order(CHANNELS)
    assert order.index("memory:create") < order.index("memory:list") < order.index("memory:purge")
    assert sorted(order) == sorted(CHANNELS)

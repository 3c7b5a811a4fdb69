"""In privacy mode the log holds no words of what was raised."""

from __future__ import annotations

import logging

import pytest

from underdraft import Channel, Chunk, Fetcher, Layer, PreferenceSignal, hookimpl
from underdraft.testing import FakeModel

CANARY = "鸬鹚从不等潮水"


class Talkative:
    """A plugin whose exceptions quote what they were given."""

    @hookimpl
    def underdraft_fetchers(self):
        def fetch(inputs):
            raise ValueError(inputs.request.document)

        return [Fetcher(name="loud", layer=Layer.RECENT, fetch=fetch), self.quiet()]

    def quiet(self):
        """One that has a cause with words."""

        def fetch(inputs):
            try:
                raise KeyError(inputs.request.document)
            except KeyError as error:
                raise RuntimeError from error
            return [Chunk(text="", source="s")]

        return Fetcher(name="quiet", layer=Layer.RECENT, fetch=fetch)

    @hookimpl
    def underdraft_channels(self):
        def handle(_workspace):
            raise ValueError(CANARY)

        return [Channel("rude:now", handle)]

    @hookimpl
    def underdraft_feedback(self, event, preferences):
        preferences.signal(PreferenceSignal(axis="a", key="k", stance="accept", statement="s"))
        raise ValueError(CANARY)


@pytest.mark.parametrize("privacy", [True, False])
def test_what_plugins_raise_is_logged_without_words(underdraft_workspace, caplog, privacy):
    """Fetchers, channels, listeners: name and place are in the debug log, words only without privacy mode."""
    caplog.set_level(logging.DEBUG, "underdraft")
    with underdraft_workspace(plugins=[Talkative(), FakeModel()], model="fake", embedder="none") as ws:
        assert ws.invoke_sync("memory:settings:update", {"patch": {"privacyModeEnabled": privacy}})["ok"]
        run = ws.run_sync("polish", document=CANARY)
        ws.invoke_sync("rude:now", {})
        ws.feedback_sync(run.id, "reject")
    said = [caplog.handler.format(record) for record in caplog.records]
    faults = [line for line in said if "test_private_logging.py" in line]
    assert len([line for line in faults if "Error" in line]) >= 3
    assert sum(CANARY in line for line in said) == (0 if privacy else 4)


def test_a_store_in_privacy_mode_that_was_not_opened_yet_counts(underdraft_workspace, caplog):
    """What a plugin raises before anything was read is without words, too."""
    caplog.set_level(logging.DEBUG, "underdraft")
    with underdraft_workspace(embedder="none") as ws:
        ws.invoke_sync("memory:settings:update", {"patch": {"privacyModeEnabled": True}})
    with underdraft_workspace(plugins=[Talkative()], embedder="none") as ws:
        ws.invoke_sync("rude:now", {})
        assert CANARY not in caplog.text

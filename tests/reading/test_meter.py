"""What work would ask is counted and never sent."""

from __future__ import annotations

from underdraft.reading.client import Question, QuestionClient
from underdraft.reading.meter import Meter


class Kept:
    """A log that knows the answer to one question."""

    def __init__(self, client, known):
        self.key = client._key(known)

    def answer(self, key):
        return {} if key == self.key else None


def client(log=None):
    """A client whose model may not be asked."""
    return QuestionClient(
        model="m", send=None, new_id=str, log=log, price=lambda _, usage: usage.prompt_tokens / 1000
    )


def counted(asker, *texts):
    """The sum of questions about these texts."""
    meter = Meter(asker).for_task("extract", "p")
    assert [meter(system="Note it.", text=text, schema={}) for text in texts] == [{}] * len(texts)
    return meter.total()


def test_questions_are_counted_with_their_price():
    """Both directions count; an answer is taken to be no longer than the text that it quotes."""
    found = counted(client(), "one two three", "four")
    assert (found.model, found.questions) == ("m", 2)
    sent = found.usd * 1000
    assert sent < found.tokens < 2 * sent


def test_what_is_known_costs_nothing():
    """A question with a kept answer is left out."""
    log = Kept(client().for_task("extract", "p"), Question(system="Note it.", text="four", schema={}))
    assert counted(client(log), "one two three", "four").questions == 1
    assert counted(client(log), "four").tokens == 0

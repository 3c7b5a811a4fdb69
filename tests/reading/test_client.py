"""Questions to a scripted model: what is sent, how often, what is read, what is kept, and what it may cost."""

from __future__ import annotations

import attrs
import pytest

from memory.store_samples import open_database
from underdraft.errors import BudgetSpent, ModelError, Timeout
from underdraft.memory.runs.questions import QuestionLog
from underdraft.memory.settings import update_settings
from underdraft.reading.client import QuestionClient
from underdraft.types.model_call import Reply, Usage
from underdraft.types.question import for_task, forget_answer

SCHEMA = {
    "type": "object",
    "properties": {"found": {"type": "array", "maxItems": 4, "items": {"type": "string", "maxLength": 20}}},
    "required": ["found"],
}
ASKED = {"system": "Note what lasts.", "schema": SCHEMA}


class Model:
    """Answers with what it is given, in order; an exception is raised."""

    def __init__(self, *answers):
        self.answers, self.calls = list(answers), []

    def __call__(self, call):
        self.calls.append(call)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        text, reason = answer if isinstance(answer, tuple) else (answer, "stop")
        return Reply(
            texts=(text,), finish_reason=reason, usage=Usage(prompt_tokens=100, completion_tokens=10)
        )


class Closed(QuestionLog):
    """A log of a store that can be read and not written."""

    def answer(self, key):
        """Nothing."""

    def check_budget(self):
        """Not spent."""


def refused(status, **details):
    """A provider's error."""
    return ModelError("the provider answered", details={"status": status, **details})


@pytest.fixture
def log(tmp_path):
    """The questions of a store."""
    database = open_database(tmp_path / "s.db")
    yield QuestionLog(database=database)
    database.close()


@pytest.fixture
def client(log):
    """Makes a client of a scripted model; its waits are written down instead of waited for."""
    ids = iter(f"q{n}" for n in range(100))

    def make(*answers, **more):
        waits = []
        model = Model(*answers)
        made = QuestionClient(
            model="m",
            send=model,
            new_id=lambda: next(ids),
            log=log,
            sleep=waits.append,
            price=lambda _, usage: usage.prompt_tokens / 1000,
            **more,
        )
        return made, model, waits

    return make


def test_a_question_is_cold_bounded_and_of_the_schema(client):
    """Temperature 0, the writer's address and not the writer's style, a cap from the schema."""
    ask, model, _ = client('{"found": ["a"]}', options={"api_base": "http://h/v1", "temperature": "1.2"})
    assert ask(**ASKED, text="known\n\none") == {"found": ["a"]}
    (call,) = model.calls
    assert call.options == {"temperature": "0", "api_base": "http://h/v1"}
    assert call.reply_schema == SCHEMA
    assert 256 <= call.max_output_tokens < 1_000
    system, user = call.messages
    assert system.content == "Note what lasts."
    assert user.content == "known\n\none"


@pytest.mark.parametrize(
    "text",
    [
        'Sure:\n```json\n{"found": ["a"]}\n```',
        "{'found': ['a',],}",
        '{"found": ["a"',
        '{"other": 1} {"found": ["a"]}',
    ],
)
def test_what_is_nearly_json_is_read(client, text):
    """Fences, single quotes, a missing end, an object before the one."""
    ask, model, _ = client(text)
    assert ask(**ASKED, text="x") == {"found": ["a"]}
    assert len(model.calls) == 1


@pytest.mark.parametrize("rubbish", ["no", '{"found": "a"}', "[]", ""])
def test_what_is_none_is_asked_for_once_more(client, rubbish):
    """The second question shows the first answer and what was missing; after that it is an error."""
    ask, model, _ = client(rubbish, '{"found": []}')
    assert ask(**ASKED, text="x") == {"found": []}
    assert [m.role for m in model.calls[1].messages] == ["system", "user", "assistant", "user"]
    assert "found" in model.calls[1].messages[-1].content
    ask, _, _ = client(rubbish, rubbish)
    with pytest.raises(ModelError):
        ask(**ASKED, text="y")


def test_a_store_that_takes_no_record_costs_no_answer(client, log):
    """The question was paid for: its answer is given, and the next one is asked anew."""
    ask, _, _ = client('{"found": ["a"]}')
    with log.database.write() as connection:
        connection.exec_driver_sql("DROP TABLE question")
    assert attrs.evolve(ask, log=Closed(database=log.database))(**ASKED, text="x") == {"found": ["a"]}


def test_a_server_without_schemas_is_asked_in_the_next_shape_and_remembered(client):
    """Schema, JSON mode, words; the second question begins with what was taken."""
    ask, model, _ = client(refused(400), refused(422), '{"found": []}', '{"found": ["b"]}')
    ask(**ASKED, text="x")
    assert [(bool(call.reply_schema), call.reply_json) for call in model.calls] == [
        (True, False),
        (False, True),
        (False, False),
    ]
    assert "JSON" in model.calls[2].messages[0].content
    ask(**ASKED, text="y")
    assert len(model.calls) == 4
    assert model.calls[-1].reply_schema is None


def test_a_key_that_is_refused_is_not_tried_in_other_shapes(client):
    """What no shape can mend is said at once."""
    ask, model, waits = client(refused(401))
    with pytest.raises(ModelError):
        ask(**ASKED, text="x")
    assert (len(model.calls), waits) == (1, [])


def test_a_busy_server_is_waited_for_as_it_says(client):
    """The provider's own wait, else ours; then it is an error."""
    ask, _, waits = client(refused(429, retryAfterMs=2_500), Timeout("late"), '{"found": []}')
    assert ask(**ASKED, text="x") == {"found": []}
    assert waits == [2.5, 4.0]
    ask, model, waits = client(refused(503), refused(503), refused(503))
    with pytest.raises(ModelError):
        ask(**ASKED, text="y")
    assert (len(model.calls), waits) == (3, [1.0, 4.0])
    ask, _, waits = client(refused(429, retryAfterMs=3_600_000), '{"found": []}')
    ask(**ASKED, text="z")
    assert waits == [30.0]


def test_an_answer_that_is_cut_off_is_asked_for_in_halves(client):
    """Each half with the head; their lists are put together. Of what is too short the cap grows, once."""
    cut = ('{"found": ["a', "length")
    ask, model, _ = client(cut, '{"found": ["a"]}', cut, '{"found": ["b"]}', '{"found": ["c"]}')
    first, second, third = (f"{n}" * 200 for n in (1, 2, 3))
    text = f"````\nh\n````\n\n{first}\n\n{second}\n\n{third}"
    assert ask(**ASKED, text=text) == {"found": ["a", "b", "c"]}
    assert [call.messages[1].content.split("\n\n")[1:] for call in model.calls] == [
        [first, second, third],
        [first],
        [second, third],
        [second],
        [third],
    ]
    assert all(call.messages[1].content.startswith("````\nh") for call in model.calls)
    ask, model, _ = client(cut, '{"found": ["all"]}')
    assert ask(**ASKED, text="long") == {"found": ["all"]}
    assert model.calls[1].max_output_tokens > model.calls[0].max_output_tokens


def test_an_answer_is_kept_for_just_this_question(client):
    """The same material is not asked twice, by another process neither; another instruction, head or model is."""
    ask, model, _ = client('{"found": ["a"]}')
    ask(**ASKED, text="x")
    assert ask(**ASKED, text="x") == {"found": ["a"]}
    again, other, _ = client(*['{"found": []}'] * 3)
    assert again(**ASKED, text="x") == {"found": ["a"]}
    again(**ASKED | {"system": "Note all."}, text="x")
    again(**ASKED, text="h\n\nx")
    attrs.evolve(again, model="n")(**ASKED, text="x")
    assert (len(model.calls), len(other.calls)) == (1, 3)


def test_an_answer_that_was_not_believed_is_dropped(client, log):
    """The question is asked again, its record stays; an asker that keeps nothing has nothing to drop."""
    ask, model, _ = client('{"found": ["a"]}', '{"found": ["b"]}')
    ask(**ASKED, text="x")
    forget_answer(ask, **ASKED, text="x")
    assert ask(**ASKED, text="x") == {"found": ["b"]}
    assert log.totals()[0].questions == 2
    forget_answer(attrs.evolve(ask, log=None), **ASKED, text="x")
    forget_answer(lambda **_: {}, **ASKED, text="x")
    assert (ask(**ASKED, text="x"), len(model.calls)) == ({"found": ["b"]}, 2)


def test_in_privacy_mode_no_answer_is_kept(client, log):
    """The cost is, which says nothing."""
    update_settings(log.database, {"privacyModeEnabled": True})
    ask, model, _ = client(*['{"found": []}'] * 2)
    ask(**ASKED, text="x")
    ask(**ASKED, text="x")
    assert len(model.calls) == 2
    assert log.totals()[0].questions == 2


def test_each_question_is_a_record(client, log):
    """Task, model, calls, tokens and price, also of what failed."""
    ask, _, _ = client(refused(429), '{"found": []}', refused(401))
    ask(**ASKED, text="x")
    with pytest.raises(ModelError):
        ask(**ASKED, text="y")
    (total,) = log.totals()
    assert (total.task, total.model, total.questions, total.calls, total.failed) == ("plugin", "m", 2, 3, 1)
    assert (total.prompt_tokens, total.completion_tokens, total.usd) == (100, 10, pytest.approx(0.1))


@pytest.mark.parametrize("setting", [{"questions.tokens_per_day": 200}, {"questions.cents_per_day": 15}])
def test_the_days_budget_ends_the_asking(client, log, setting):
    """What is kept is answered all the same; the next day it goes on."""
    update_settings(log.database, setting)
    ask, model, _ = client(*['{"found": []}'] * 2, '{"found": ["next day"]}')
    ask(**ASKED, text="1")
    ask(**ASKED, text="2")
    with pytest.raises(BudgetSpent) as raised:
        ask(**ASKED, text="3")
    assert raised.value.details["setting"] in setting
    assert ask(**ASKED, text="1") == {"found": []}
    assert len(model.calls) == 2


def test_a_model_that_never_ends_costs_no_more_than_fifteen_calls_and_their_last_tries(client):
    """After three halvings the longest answer is asked for, and what can be read of it is taken."""
    ask, model, _ = client(*[('{"found": ["a', "length")] * 23)
    text = "\n\n".join(["````\nh\n````", *["x" * 400] * 16])
    assert ask(**ASKED, text=text) == {"found": ["a"] * 8}
    assert len(model.calls) == 23


def test_a_plugin_asks_as_it_always_did(client):
    """With a text and a schema of its own."""
    ask, model, _ = client('{"x": 1}')
    assert ask(system="s", text="t", schema={"type": "object", "required": ["x"]}) == {"x": 1}
    assert [m.content for m in model.calls[0].messages] == ["s", "t"]


def test_a_caller_says_what_its_questions_are_for(client, log):
    """The same question of another task is its own; whoever keeps no records is asked all the same."""
    ask, _, _ = client('{"x": 1}')
    question = {"system": "s", "text": "t", "schema": {"type": "object", "required": ["x"]}}
    assert for_task(ask, "tidy", "p")(**question) == {"x": 1}
    assert [total.task for total in log.totals()] == ["tidy"]
    assert for_task(lambda **_: {"y": 2}, "tidy")(**question) == {"y": 2}

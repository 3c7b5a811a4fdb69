"""One question to a model: asked in the firmest shape it takes, waited for, read, recorded, and kept."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Mapping, MutableMapping
from typing import TYPE_CHECKING, Annotated

import attrs

from underdraft.boundary.private_logging import logger_of
from underdraft.errors import ModelError, StoreError, Timeout
from underdraft.reading.answer import joined, object_in
from underdraft.reading.halves import halves
from underdraft.reading.shapes import LADDER, OUTPUT_MOST, REFUSED, Shape, output_tokens, words_for
from underdraft.types.model_call import CUT_OFF, ModelCall, Reply, Usage
from underdraft.types.prompt import Message
from underdraft.types.question import QuestionRecord
from underdraft.types.values import frozen

if TYPE_CHECKING:
    from underdraft.memory.runs.questions import QuestionLog

log = logger_of("underdraft")

TIMEOUT_MS = 60_000

RETRIES = 2
"""How often a question is asked again that a server could not take just now."""

FIRST_WAIT_S, LONGEST_WAIT_S = 1.0, 30.0
"""Seconds before the first retry, four times as long before the next; a provider's own wait counts up to the longest."""

BUSY = frozenset({408, 425, 429, 500, 502, 503, 504, 529})
"""Statuses that pass: too many requests, overload, a server that restarts."""

HALVED = 3
"""How often material is halved: a model that never ends costs 15 calls at most."""

KEPT_OPTIONS = frozenset({"api_base", "api_version", "num_ctx", "seed"})
"""Options of the writer's that a question takes over: where the model is, never how freely it writes."""

TOLD_ONCE_MORE = (
    "That is not the JSON object that was asked for. Answer with it alone: {missing}, no words around it."
)


@frozen(kw_only=True)
class Question:
    """A question: the instruction, the material, and the shape of the answer."""

    system: str
    text: str
    schema: Mapping[str, object]


@frozen(kw_only=True)
class QuestionClient:
    """Asks one model; see :class:`underdraft.AskModel`. Safe for several threads."""

    model: str
    send: Annotated[Callable[[ModelCall], Reply], "Makes one call; the gate of the workspace."]
    new_id: Callable[[], str]
    window_tokens: int = 0
    options: Mapping[str, str] = attrs.field(factory=dict)
    log: Annotated[QuestionLog | None, "Records, budget and kept answers; without it nothing is kept."] = None
    price: Annotated[Callable[[str, Usage], float | None], "US dollars of a model's tokens."] = lambda *_: (
        None
    )
    taken: Annotated[MutableMapping[str, Shape], "What each model took before, for the process."] = (
        attrs.field(factory=dict)
    )
    sleep: Callable[[float], None] = time.sleep
    task: Annotated[str, "What questions without a task of their own are recorded under."] = "plugin"
    project_id: Annotated[str | None, "The project that these are recorded under."] = None

    def for_task(self, name: str, project_id: str | None) -> QuestionClient:
        """This client, for questions of one task."""
        return attrs.evolve(self, task=name, project_id=project_id)

    def __call__(self, *, system: str, text: str, schema: Mapping[str, object]) -> Mapping[str, object]:
        """The answer to one question; see :class:`underdraft.AskModel`.

        An answer that is cut off is asked for again in two halves of the material, whose lists are put together.

        Raises:
            ModelError: The model failed also after its retries, or gave no such object.
            BudgetSpent: The day's budget for questions is spent.
            Timeout: It took too long.
        """
        asked = Question(system=system, text=text, schema=schema)
        kept = self.cached(asked)
        if kept is not None:
            return kept
        if self.log is not None:
            self.log.check_budget()
        spent = Spent()
        try:
            answer = self._whole(asked, spent)
        except Exception:
            self._note(asked, spent, None)
            raise
        self._note(asked, spent, answer)
        return answer

    def cached(self, asked: Question) -> Mapping[str, object] | None:
        """The kept answer to a question, if there is one."""
        return self.log.answer(self._key(asked)) if self.log is not None else None

    def forget(self, *, system: str, text: str, schema: Mapping[str, object]) -> None:
        """Drop the kept answer to a question; see :func:`underdraft.types.question.forget_answer`."""
        if self.log is not None:
            self.log.forget(self._key(Question(system=system, text=text, schema=schema)))

    def _key(self, asked: Question) -> str:
        """A hash of all that decides an answer; the words themselves are not to be had from it."""
        parts = [self.task, self.model, asked.system, dict(asked.schema), asked.text]
        return hashlib.sha256(json.dumps(parts, ensure_ascii=False, sort_keys=True).encode()).hexdigest()

    def _note(self, asked: Question, spent: Spent, answer: Mapping[str, object] | None) -> None:
        if self.log is None:
            return
        record = QuestionRecord(
            id=self.new_id(),
            task=self.task,
            model=self.model,
            project_id=self.project_id,
            calls=spent.calls,
            usage=spent.usage,
            usd=self.price(self.model, spent.usage),
            done=answer is not None,
        )
        try:
            self.log.add(record, key=self._key(asked), answer=answer)
        except StoreError as error:  # the answer is paid for; what it cost is missing from the sums
            log.warning("a question to %s is in no record (%s)", self.model, error.code)

    def _whole(self, asked: Question, spent: Spent, depth: int = 0) -> Mapping[str, object]:
        """The answer to all of the material; where it is cut off, those to its halves."""
        cap = output_tokens(asked.schema)
        reply, answer = self._read(asked, cap, spent)
        if not CUT_OFF.isdisjoint({reply.finish_reason}):
            sides = halves(asked.text) if depth < HALVED else None
            if sides is not None:
                one, other = (self._whole(attrs.evolve(asked, text=side), spent, depth + 1) for side in sides)
                return joined(one, other)
            if cap < OUTPUT_MOST:
                _, answer = self._read(asked, OUTPUT_MOST, spent)
        if answer is None:
            raise ModelError("the model's answer is not the JSON object that was asked for")
        return answer

    def _read(self, asked: Question, cap: int, spent: Spent) -> tuple[Reply, Mapping[str, object] | None]:
        """One reply and the object in it; an answer that is none gets a second chance, told what was missing."""
        messages = (
            Message(role="system", content=asked.system),
            Message(role="user", content=asked.text),
        )
        reply = self._reply(asked, messages, cap, spent)
        answer = object_in(reply.texts[0], asked.schema)
        if answer is not None or reply.finish_reason in CUT_OFF:
            return reply, answer
        wanted = asked.schema.get("required")
        missing = ", ".join(wanted) if isinstance(wanted, list | tuple) and wanted else "an object"
        again = (
            Message(role="assistant", content=reply.texts[0] or "…"),
            Message(role="user", content=TOLD_ONCE_MORE.format(missing=missing)),
        )
        reply = self._reply(asked, (*messages, *again), cap, spent)
        return reply, object_in(reply.texts[0], asked.schema)

    def _reply(self, asked: Question, messages: tuple[Message, ...], cap: int, spent: Spent) -> Reply:
        """A reply in the firmest shape that the model takes; what it took is tried first from then on."""
        begin = LADDER.index(self.taken.get(self.model, LADDER[0]))
        for shape in LADDER[begin:]:
            try:
                reply = self._patiently(self._call(asked, messages, cap, shape), spent)
            except ModelError as error:
                if shape == LADDER[-1] or (error.details or {}).get("status") not in REFUSED:
                    raise
                continue
            self.taken[self.model] = shape
            return reply
        raise AssertionError

    def _call(self, asked: Question, messages: tuple[Message, ...], cap: int, shape: Shape) -> ModelCall:
        system, *rest = messages
        words = words_for(shape, asked.schema)
        if words:
            system = attrs.evolve(system, content=f"{system.content}\n\n{words}")
        kept = {name: value for name, value in self.options.items() if name in KEPT_OPTIONS}
        return ModelCall(
            run_id=f"behind-{self.new_id()}",
            model=self.model,
            messages=(system, *rest),
            timeout_ms=TIMEOUT_MS,
            max_output_tokens=cap,
            window_tokens=self.window_tokens,
            options={"temperature": "0", **kept},
            reply_schema=asked.schema if shape == "schema" else None,
            reply_json=shape == "json",
        )

    def _patiently(self, call: ModelCall, spent: Spent) -> Reply:
        """One call, made again where the server is busy: after the wait that it names, else after ours."""
        wait = FIRST_WAIT_S
        for attempt in range(RETRIES + 1):
            try:
                spent.calls += 1
                reply = self.send(call)
            except (ModelError, Timeout) as error:
                details = error.details or {}
                busy = isinstance(error, Timeout) or details.get("status") in BUSY
                if attempt == RETRIES or not busy:
                    raise
                told = details.get("retryAfterMs")
                self.sleep(min(told / 1000 if isinstance(told, int) else wait, LONGEST_WAIT_S))
                wait *= 4
                continue
            spent.usage += reply.usage
            return reply
        raise AssertionError


@attrs.define
class Spent:
    """The cost of one question so far, with its retries and halves."""

    calls: int = 0
    usage: Usage = attrs.field(factory=Usage)

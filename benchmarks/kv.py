"""What a stable prefix saves on a real local engine, and whether the simulated cache agrees with it.

llama.cpp (``xllamacpp``) answers the 60 requests of one session with the sample novel, and reports for each how
many tokens it found in its cache. Compared with (a), our prompts as they are sent, are (b) the same content with
the parts of the system message in another order each time, and (c) what was recalled in the system message
instead of behind it. Without ``--model`` a tiny model of random weights is made: what is cached, and how many tokens
have to be read anew, do not depend on what the weights mean; times do depend on the model's size.
Run: ``python benchmarks/kv.py [--model FILE.gguf] [--turns N]``
"""

from __future__ import annotations

import argparse
import json
import random
import re
import statistics
import tempfile
import time
import urllib.request
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
from _figures import header
from _tiny_model import make_model

from cache import in_system, session
from underdraft.cache.provider_rules import rules_for
from underdraft.cache.simulator import CacheSimulator, SentRequest
from underdraft.text.shared import shared_length

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from underdraft import Message

TURNS = 60
OTHERS = 12
"""Turns of the two other ways: each has to be read nearly whole, and is as long as the last."""
TWO = 14
"""Turns of each of two projects in turn."""

ERROR_SHARE = 0.03
"""Largest summed error of the predictions, as a share of the cached tokens."""

CONTEXT = 32_768
TIMEOUT_S = 600
PARTS = re.compile(r"(?m)^(?=## )")


class Engine:
    """llama.cpp with one slot.

    By default it has no prompts beside the slot, so that ways are compared that share one; with ``defaults`` it keeps
    those of earlier requests in 8 GiB of memory, as the server does unless told otherwise.
    """

    def __init__(self, model: Path, *, defaults: bool = False, threads: int = 0) -> None:
        import xllamacpp

        params = xllamacpp.CommonParams()
        params.model.path = str(model)
        params.n_ctx = CONTEXT
        params.n_parallel = 1
        if not defaults:
            params.cache_ram_mib = 0  # prompts of earlier sessions would be put back from there
        if threads:  # on a busy machine one is faster than several that wait for each other
            params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads
        params.use_jinja = True
        params.port = 0
        params.verbosity = -1
        self._server = xllamacpp.Server(params)

    @property
    def address(self) -> str:
        """Where it listens."""
        return str(self._server.listening_address)

    def post(self, path: str, **body: object) -> Any:
        """What the server answers."""
        request = urllib.request.Request(  # noqa: S310 - a server of our own
            self._server.listening_address + path,
            json.dumps(body).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:  # noqa: S310
            return json.loads(answer.read())

    def encode(self, messages: Sequence[Message]) -> list[int]:
        """The tokens of a request as the engine sees them."""
        plain = [attrs.asdict(message) for message in messages]
        prompt = self.post("/apply-template", messages=plain)["prompt"]
        found = self.post("/tokenize", content=prompt, add_special=True, parse_special=True)
        return [int(token) for token in found["tokens"]]

    def answer(self, messages: Sequence[Message]) -> tuple[int, int, float]:
        """Tokens of the request, those found in the cache, and milliseconds to the first token."""
        plain = [attrs.asdict(message) for message in messages]
        begin = time.perf_counter()
        said = self.post("/v1/chat/completions", messages=plain, max_tokens=1, temperature=0)
        taken = (time.perf_counter() - begin) * 1000
        usage = said["usage"]
        return usage["prompt_tokens"], usage["prompt_tokens_details"]["cached_tokens"], taken


@attrs.frozen
class TokenRuler:
    """Compares the engine's own tokens; in the place of :class:`underdraft.cache.simulator.TextRuler`."""

    encode: Callable[[Sequence[Message]], Sequence[int]]

    def ends(self, request: SentRequest) -> Sequence[int]:
        """Marks lie between blocks, of which an engine's own tokens know nothing."""
        return [len(self.encode(request.messages))] * len(request.blocks)

    def shared(self, held: SentRequest, request: SentRequest, *, reply: bool) -> int:
        """Tokens that both requests begin with."""
        return shared_length(self.encode(held.messages), self.encode(request.messages))


def in_changing_order(requests: Sequence[tuple[Message, ...]]) -> list[tuple[Message, ...]]:
    """The same requests, the parts of each system message in another order."""
    chance = random.Random(1)
    changed = []
    for system, *rest in requests:
        first, *parts = PARTS.split(system.content)
        chance.shuffle(parts)
        changed.append((attrs.evolve(system, content="".join((*parts, first))), *rest))
    return changed


def measured(engine: Engine, name: str, requests: Sequence[tuple[Message, ...]]) -> tuple[float, float]:
    """Send them; print and return the cached share and the median time, without the first request."""
    answers = [engine.answer(messages) for messages in requests][1:]
    sent, cached = (sum(column) for column in list(zip(*answers, strict=True))[:2])
    median = statistics.median(taken for _, _, taken in answers)
    print(
        f"{name:44} {len(answers):3} requests  cached {cached:9,} of {sent:9,} ({100 * cached / sent:5.1f} %)  "
        f"first token {median:8.1f} ms"
    )
    return cached / sent, median


def worst_error(engine: Engine, requests: Sequence[tuple[Message, ...]]) -> int:
    """Send a session; the largest difference of one request between what is predicted and what is reported."""
    rules = attrs.evolve(rules_for("llamafile/any"), keeps_requests=1)
    simulator = CacheSimulator(rules, TokenRuler(engine.encode))
    engine.answer(requests[-1][-1:])  # something else is in the slot
    worst = total = 0
    for number, messages in enumerate(requests):
        predicted = simulator.send(SentRequest(messages=messages)).cached_tokens
        tokens, cached, _ = engine.answer(messages)
        if number:  # what the slot held before, the simulator cannot know
            worst = max(worst, abs(cached - predicted))
            total += cached
        assert tokens, messages
    print(
        f"simulated cache against the engine over {len(requests)} requests: {total:,} tokens cached, "
        f"largest error {worst} tokens (block size {rules.block_tokens})"
    )
    return worst


def two_projects(engine: Engine, requests: Sequence[tuple[Message, ...]]) -> tuple[int, int, int]:
    """Send two projects in turn: tokens cached, the summed error of the prediction, and how often it found nothing wrongly."""
    simulator = CacheSimulator(rules_for("llamafile/any"), TokenRuler(engine.encode))
    cached = error = lost = 0
    for messages in requests:
        for project in ("", "另一个项目。\n"):
            system = attrs.evolve(messages[0], content=project + messages[0].content)
            sent = (system, *messages[1:])
            predicted = simulator.send(SentRequest(messages=sent)).cached_tokens
            _, found, _ = engine.answer(sent)
            cached += found
            error += abs(found - predicted)
            lost += predicted < found // 2
    print(
        f"two projects in turn, the server's defaults: {cached:,} tokens cached, summed error {error}, lost {lost} times"
    )
    return cached, error, lost


def main() -> None:
    """Measure, and fail where the simulator and the engine disagree or a stable prefix does not pay."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", type=Path)
    parser.add_argument("--turns", type=int, default=TURNS)
    asked = parser.parse_args()
    missing = [name for name in ("xllamacpp", *([] if asked.model else ["gguf"])) if find_spec(name) is None]
    if missing:
        print(f"skipped: {' and '.join(missing)} is not installed (pip install 'underdraft[bench]')")
        return
    header(f"Prefix reuse on llama.cpp over {asked.turns} turns")
    requests = session(recall=True, block="auto")[: asked.turns]
    with tempfile.TemporaryDirectory() as folder:
        model = asked.model or Path(folder) / "tiny.gguf"
        if asked.model is None:
            make_model(model)
        engine = Engine(model)
        rules = rules_for("llamafile/any")
        error = worst_error(engine, requests)
        cached, off, lost = two_projects(Engine(model, defaults=True), requests[:TWO])
        late = requests[-OTHERS - 1 :]
        ours = measured(engine, "(a) our prompts", late)
        others = [
            measured(engine, "(b) the same in changing order", in_changing_order(late)),
            measured(engine, "(c) what is recalled in the system message", in_system(late)),
        ]
    for name, (share, median) in zip("bc", others, strict=True):
        print(
            f"(a) against ({name}): {ours[0] / max(share, 0.001):.1f} times the cached share, {median / ours[1]:.1f} times as fast"
        )
    if off > ERROR_SHARE * cached or lost:
        raise SystemExit("the simulator and the engine with its defaults disagree")
    if error > rules.block_tokens or any(ours[0] <= share for share, _ in others):
        raise SystemExit("the simulator and the engine disagree, or a stable prefix does not pay")


if __name__ == "__main__":
    main()

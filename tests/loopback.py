"""A model provider on loopback: real HTTP, a scripted model, a real prefix cache.

It speaks two dialects, ``/v1/chat/completions`` (OpenAI) and ``/v1/messages`` (Anthropic), streamed
and whole. What it writes is scripted; what it counts is not: tokens are counted over the request's
own text, and cached tokens are the longest prefix that an earlier request left in the cache.
"""

from __future__ import annotations

import json
import re
import select
import threading
import time
from collections import defaultdict, deque
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Literal, Self

import attrs

if TYPE_CHECKING:
    import socket
    from collections.abc import Iterator, Mapping, Sequence

_TOKEN = re.compile(r"[⺀-鿿豈-﫿]|\w+|\s+|[^\w\s]")


def tokens_of(text: str) -> list[str]:
    """Split into one token a CJK character, word, run of white space or mark; joining gives ``text``."""
    return _TOKEN.findall(text)


@attrs.frozen(kw_only=True)
class Scripted:
    """How the server treats one request.

    Attributes:
        kind: ``reply`` answers; ``error`` sends ``status`` and ``body``; ``hang`` reads the request and
            says nothing; ``cut`` drops the connection after the first half of the pieces; ``short``
            ends the stream there in good order, as a proxy does whose own upstream broke.
        pieces: The reply, one streamed event a piece.
        delay: Seconds before each piece.
        status: HTTP status of an error.
        body: Body of an error; whatever a careless provider would put there.
        location: Where a redirect (an error of status 307, say) sends the request on to.
        tool_calls: ``(id, name, JSON arguments)`` of the tools that the model asks for.
        finish: The finish reason; by default ``stop``, or ``tool_calls`` when there are any.
    """

    kind: Literal["reply", "error", "hang", "cut", "short"] = "reply"
    pieces: Sequence[str] = ("灯笼", "在风里", "晃了晃。")
    delay: float = 0.0
    status: int = 500
    body: str = "{}"
    location: str | None = None
    tool_calls: Sequence[tuple[str, str, str]] = ()
    finish: str | None = None

    @property
    def finish_reason(self) -> str:
        """The finish reason in OpenAI's words."""
        return self.finish or ("tool_calls" if self.tool_calls else "stop")


@attrs.frozen(kw_only=True)
class Received:
    """One request as it arrived."""

    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]


class PrefixCache:
    """Remembers token prefixes, by routing key, in whole blocks.

    Args:
        block: Tokens a block; a hit is a whole number of blocks.
        minimum: Prompts shorter than this are neither stored nor found.
    """

    def __init__(self, *, block: int = 16, minimum: int = 0) -> None:
        self._block = block
        self._minimum = minimum
        self._seen: dict[str, list[list[str]]] = defaultdict(list)
        self._lock = threading.Lock()

    def read_and_write(self, key: str, tokens: list[str]) -> int:
        """Count the cached tokens of a prompt, then store it."""
        if len(tokens) < self._minimum:
            return 0
        with self._lock:
            longest = max((_common(tokens, seen) for seen in self._seen[key]), default=0)
            self._seen[key].append(tokens)
        hit = longest // self._block * self._block
        return hit if hit >= self._minimum else 0


def _common(left: list[str], right: list[str]) -> int:
    for count, (a, b) in enumerate(zip(left, right, strict=False)):
        if a != b:
            return count
    return min(len(left), len(right))


class Loopback:
    """The server; a context manager that listens on a free port of 127.0.0.1.

    Attributes:
        requests: What was received, in order.
        script: Behaviours for the next requests; when it is empty, ``default`` answers.
        dropped: Set when a client went away before its reply was finished.
    """

    def __init__(
        self,
        *script: Scripted,
        default: Scripted | None = None,
        cache: PrefixCache | None = None,
        honours_n: bool = True,
    ) -> None:
        self.requests: list[Received] = []
        self.script: deque[Scripted] = deque(script)
        self.default = default or Scripted()
        self.cache = cache or PrefixCache()
        self.honours_n = honours_n
        self.breakpoints: set[str] = set()
        self.dropped = threading.Event()
        self.stopping = threading.Event()
        handler = type("Handler", (_Handler,), {"loopback": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    @property
    def root(self) -> str:
        """The address without a path."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def base_url(self) -> str:
        """The OpenAI-style base address."""
        return f"{self.root}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stopping.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def next_behaviour(self) -> Scripted:
        """Take the next behaviour."""
        return self.script.popleft() if self.script else self.default


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    loopback: Loopback
    connection: socket.socket

    def log_message(self, *_: object) -> None:
        """Stay silent."""

    def do_POST(self) -> None:
        """Record the request and play the next behaviour."""
        raw = self.rfile.read(int(self.headers.get("content-length", 0)))
        body = json.loads(raw)
        self.loopback.requests.append(Received(path=self.path, headers=dict(self.headers), body=body))
        behaviour = self.loopback.next_behaviour()
        if behaviour.kind == "error":
            self._send(behaviour.status, behaviour.body.encode(), behaviour.location)
        elif behaviour.kind == "hang":
            self._wait_for_client(60)
            self.close_connection = True
        elif body.get("stream"):
            self._stream(body, behaviour)
        else:
            self._send(200, json.dumps(_whole(self.loopback, body, behaviour)).encode())

    def _send(self, status: int, content: bytes, location: str | None = None) -> None:
        self.send_response(status)
        if location is not None:
            self.send_header("location", location)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def _stream(self, body: dict[str, Any], behaviour: Scripted) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("transfer-encoding", "chunked")
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True
        events = _anthropic_events if self.path.endswith("/messages") else _openai_events
        try:
            for event in events(self.loopback, body, behaviour):
                if behaviour.delay and self._wait_for_client(behaviour.delay):
                    return
                self._write_chunk(event.encode())
            if behaviour.kind != "cut":
                self._write_chunk(b"")
        except (BrokenPipeError, ConnectionResetError):
            self.loopback.dropped.set()

    def _write_chunk(self, content: bytes) -> None:
        self.wfile.write(b"%x\r\n%s\r\n" % (len(content), content))
        self.wfile.flush()

    def _wait_for_client(self, seconds: float) -> bool:
        """Wait; true when the client hung up or the server stops."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and not self.loopback.stopping.is_set():
            readable, _, _ = select.select([self.connection], [], [], min(0.02, seconds))
            if readable:
                self.loopback.dropped.set()
                return True
        return self.loopback.stopping.is_set()


# --- what is counted --------------------------------------------------------------------------


def _text_of(content: object) -> str:
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "".join(str(block.get("text", block.get("content", ""))) for block in content)
    return ""


def _prompt_tokens(body: Mapping[str, Any]) -> list[str]:
    tools = json.dumps(body["tools"], sort_keys=True) if body.get("tools") else ""
    texts = [tools, *(f"\x01{m['role']}\x02{_text_of(m.get('content'))}" for m in body["messages"])]
    return tokens_of("".join(texts))


def _openai_usage(loopback: Loopback, body: Mapping[str, Any], written: str) -> dict[str, object]:
    prompt = _prompt_tokens(body)
    cached = loopback.cache.read_and_write(str(body.get("prompt_cache_key", "")), prompt)
    completion = len(tokens_of(written))
    return {
        "prompt_tokens": len(prompt),
        "completion_tokens": completion,
        "total_tokens": len(prompt) + completion,
        "prompt_tokens_details": {"cached_tokens": cached},
    }


def _blocks(content: str | list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"text": content}] if isinstance(content, str) else content


def _anthropic_usage(loopback: Loopback, body: Mapping[str, Any]) -> dict[str, int]:
    read = total = marked = 0
    prefix = ""
    for block in (
        *_blocks(body.get("system") or []),
        *(b for m in body["messages"] for b in _blocks(m["content"])),
    ):
        prefix += _text_of([block])
        total += len(tokens_of(_text_of([block])))
        if prefix in loopback.breakpoints:  # the provider looks back from each mark, some 20 blocks
            read = total
        if "cache_control" in block:
            loopback.breakpoints.add(prefix)
            marked = total
    return {
        "input_tokens": total - max(marked, read),
        "cache_read_input_tokens": read,
        "cache_creation_input_tokens": max(marked - read, 0),
        "output_tokens": 0,
    }


# --- what is said -----------------------------------------------------------------------------


def _candidates(loopback: Loopback, body: Mapping[str, Any]) -> range:
    return range(int(body.get("n") or 1) if loopback.honours_n else 1)


def _tool_calls(behaviour: Scripted) -> list[dict[str, object]]:
    return [
        {"index": i, "id": id_, "type": "function", "function": {"name": name, "arguments": arguments}}
        for i, (id_, name, arguments) in enumerate(behaviour.tool_calls)
    ]


def _whole(loopback: Loopback, body: Mapping[str, Any], behaviour: Scripted) -> dict[str, object]:
    text = "".join(behaviour.pieces)
    message = {"role": "assistant", "content": text, "tool_calls": _tool_calls(behaviour) or None}
    return {
        "id": "chatcmpl-loopback",
        "object": "chat.completion",
        "created": 0,
        "model": body["model"],
        "choices": [
            {"index": i, "message": message, "finish_reason": behaviour.finish_reason}
            for i in _candidates(loopback, body)
        ],
        "usage": _openai_usage(loopback, body, text),
    }


def _openai_events(loopback: Loopback, body: Mapping[str, Any], behaviour: Scripted) -> Iterator[str]:
    def chunk(choices: list[dict[str, object]], **more: object) -> str:
        event = {
            "id": "chatcmpl-loopback",
            "object": "chat.completion.chunk",
            "created": 0,
            "model": body["model"],
            "choices": choices,
            **more,
        }
        return f"data: {json.dumps(event)}\n\n"

    def delta(index: int, content: dict[str, object], finish: str | None = None) -> str:
        return chunk([{"index": index, "delta": content, "finish_reason": finish}])

    usage = _openai_usage(loopback, body, "".join(behaviour.pieces))
    candidates = _candidates(loopback, body)
    for i in candidates:
        yield delta(i, {"role": "assistant", "content": ""})
    for number, piece in enumerate(behaviour.pieces):
        if behaviour.kind in ("cut", "short") and number >= max(1, len(behaviour.pieces) // 2):
            return
        for i in candidates:
            yield delta(i, {"content": piece if i == 0 else f"{piece}{i}"})
    if behaviour.tool_calls:
        yield delta(0, {"tool_calls": _tool_calls(behaviour)})
    for i in candidates:
        yield delta(i, {}, behaviour.finish_reason)
    if (body.get("stream_options") or {}).get("include_usage"):
        yield chunk([], usage=usage)
    yield "data: [DONE]\n\n"


def _anthropic_events(loopback: Loopback, body: Mapping[str, Any], behaviour: Scripted) -> Iterator[str]:
    def event(kind: str, **more: object) -> str:
        return f"event: {kind}\ndata: {json.dumps({'type': kind, **more})}\n\n"

    message = {
        "id": "msg_loopback",
        "type": "message",
        "role": "assistant",
        "model": body["model"],
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": _anthropic_usage(loopback, body),
    }
    yield event("message_start", message=message)
    yield event("content_block_start", index=0, content_block={"type": "text", "text": ""})
    for number, piece in enumerate(behaviour.pieces):
        if behaviour.kind in ("cut", "short") and number >= max(1, len(behaviour.pieces) // 2):
            return
        yield event("content_block_delta", index=0, delta={"type": "text_delta", "text": piece})
    yield event("content_block_stop", index=0)
    for i, (id_, name, arguments) in enumerate(behaviour.tool_calls, start=1):
        block = {"type": "tool_use", "id": id_, "name": name, "input": {}}
        yield event("content_block_start", index=i, content_block=block)
        yield event(
            "content_block_delta", index=i, delta={"type": "input_json_delta", "partial_json": arguments}
        )
        yield event("content_block_stop", index=i)
    stop = {
        "stop": "end_turn",
        "tool_calls": "tool_use",
        "length": "max_tokens",
        "content_filter": "refusal",
    }[behaviour.finish_reason]
    written = len(tokens_of("".join(behaviour.pieces)))
    yield event(
        "message_delta", delta={"stop_reason": stop, "stop_sequence": None}, usage={"output_tokens": written}
    )
    yield event("message_stop")

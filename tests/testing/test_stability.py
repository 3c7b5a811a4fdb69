from __future__ import annotations

import itertools

import attrs
import pytest

from underdraft import (
    Chunk,
    Fetcher,
    Layer,
    LayerFailed,
    Part,
    Ref,
)
from underdraft.testing import (
    assert_stable,
    inputs,
    run_fetcher,
)


def fetcher(fetch, **options):
    """A fetcher of layer 3."""
    return Fetcher(**{"name": "f", "layer": Layer.PROJECT, "fetch": fetch, "stable": True, **options})


def gives(text):
    """A fetch function of one chunk; ``text`` may look at the inputs."""
    return lambda run: [Chunk(text=text(run) if callable(text) else text, source="s")]


def test_a_fetcher_is_run_as_the_engine_does():
    """Chunks are stamped, faults are warnings, required ones raise; the rule is switched on."""
    seen = []
    got = run_fetcher(
        fetcher(
            lambda run: seen.append(run.rules["weather"]) or [Chunk(text="a\r\n", source="s")], rule="weather"
        ),
        inputs(),
    )
    assert seen == [True]
    assert [(c.text, c.layer, c.plugin) for c in got.chunks] == [("a", Layer.PROJECT, "test")]
    [warning] = run_fetcher(fetcher(lambda _: 5), inputs()).warnings
    assert warning.startswith("FETCHER_FAILED: f: ")
    with pytest.raises(LayerFailed):
        run_fetcher(fetcher(lambda _: 5, required=True), inputs())
    off = fetcher(gives("x"), rule="weather")
    assert run_fetcher(off, inputs(rules={"weather": False})).chunks == ()


def test_a_stable_fetcher_passes():
    """A fetcher that looks at content alone passes, and its chunks are given back."""
    stable = fetcher(gives(lambda run: run.project.name))
    assert [c.text for c in assert_stable(stable, inputs(document="x"))] == ["test-project"]


def test_what_changes_with_each_run_is_found():
    """Id, time, query, session and document id may not reach the prefix; in layer 4 they may."""
    numbers = itertools.count()
    for text in (
        lambda run: run.run_id,
        lambda run: run.now,
        lambda run: run.query,
        lambda run: run.request.session_id,
        lambda run: run.request.document_id,
        lambda run: str(next(numbers)),
    ):
        with pytest.raises(AssertionError, match="f gave other chunks for the same content"):
            assert_stable(fetcher(gives(text)), inputs(document="x"))
    assert assert_stable(fetcher(gives(lambda run: run.query), layer=Layer.RECENT), inputs(document="x"))


def test_a_difference_is_a_diff_of_text():
    """Each field of a chunk and of its parts is lines of a unified diff."""
    part = Part(text="fog\nrain")
    chunk = Chunk(text="Log:", source="w", ref=Ref(path="a.md"), parts=(part,))
    moody = fetcher(lambda run: [attrs.evolve(chunk, score=float(run.now[9]))])
    with pytest.raises(
        AssertionError, match=r"\n ref.path: a.md\n-score: 1.0\n\+score: 2.0\n parts\[1\].text: fog\n rain"
    ):
        assert_stable(moody, inputs())


@pytest.mark.parametrize(
    "text", ["at 2026-01-02T03:04", "/home/me/x", "123e4567-e89b-12d3-a456-426614174000"]
)
def test_volatile_text_is_found(text):
    """What looks like a time, a path or an id may not stand in the prefix."""
    with pytest.raises(AssertionError, match="PREFIX_VOLATILE"):
        assert_stable(fetcher(gives(text)), inputs())


def test_nothing_proves_nothing():
    """A fetcher that fails or gives nothing has not been checked."""
    with pytest.raises(AssertionError, match="gave no chunk"):
        assert_stable(fetcher(lambda _: []), inputs())
    with pytest.raises(AssertionError, match="FETCHER_FAILED"):
        assert_stable(fetcher(lambda _: 5), inputs())


def test_a_failing_fetcher_shows_what_it_raised(caplog):
    """The testing kit chains the exception; the log says at WARNING where it was raised."""

    def fetch(_):
        raise KeyError("wind")

    with caplog.at_level("WARNING", "underdraft"):
        outcome = run_fetcher(fetcher(fetch), inputs())
    assert isinstance(outcome.errors[0], KeyError)
    assert "KeyError at testing/test_stability.py:" in outcome.warnings[0]
    assert "KeyError at testing/test_stability.py:" in caplog.text
    with pytest.raises(AssertionError, match="KeyError at") as caught:
        assert_stable(fetcher(fetch), inputs())
    assert isinstance(caught.value.__cause__, KeyError)
    with pytest.raises(LayerFailed) as required:
        run_fetcher(fetcher(fetch, required=True), inputs())
    assert isinstance(required.value.__cause__, KeyError)


@pytest.mark.long
def test_another_hash_seed(tmp_path, monkeypatch):
    """What stands in the order of a set is found out in a process with another hash seed."""
    code = """
from underdraft import Chunk
def shuffled(run):
    return [Chunk(text=" ".join({"fog", "rain", "wind", "sun", "ice", "hail", "dew"}), source="w")]
def ordered(run):
    return [Chunk(text=" ".join(sorted({"fog", "rain", "wind"})), source="w")]
"""
    (tmp_path / "hashed_weather.py").write_text(code, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    import hashed_weather

    assert assert_stable(fetcher(hashed_weather.ordered), inputs())
    with pytest.raises(AssertionError, match="another hash seed"):
        assert_stable(fetcher(hashed_weather.shuffled), inputs())

"""What may change the prefix, and what may not; test_stability_with_memories varies the processes."""

from __future__ import annotations

import itertools
import types
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdraft import Chunk, Fetcher, Layer, Workspace, hookimpl


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """A workspace on the novel with a plugin whose chunks a test can set."""
    chunks: dict[Layer, list[Chunk]] = {}

    def fetcher(layer):
        return Fetcher(
            name=f"set{layer.value}", layer=layer, fetch=lambda _: chunks.get(layer), stable=True, inline=True
        )

    plugin = types.SimpleNamespace(name="set", underdraft_fetchers=None)

    @hookimpl
    def underdraft_fetchers():
        return [fetcher(layer) for layer in Layer]

    plugin.underdraft_fetchers = underdraft_fetchers
    novel = Path(__file__).parents[2] / "examples" / "novel"
    numbers = itertools.count()
    with Workspace.open(
        novel,
        store=tmp_path_factory.mktemp("store") / "s.db",
        plugins=[plugin],
        clock=lambda: f"2026-01-01T00:00:{next(numbers) % 60:02}.000Z",
    ) as workspace:
        yield workspace, chunks


DOCUMENT = "雾从海上来。沈砚敲了敲门。\n没有人应。"
CHUNKS = st.lists(
    st.builds(
        Chunk,
        text=st.text(min_size=1, max_size=200),
        source=st.sampled_from(["x:1", "x:2"]),
        id=st.none() | st.sampled_from("ab"),
        score=st.none() | st.floats(0, 1),
        pinned=st.booleans(),
    ),
    max_size=4,
)


@pytest.mark.seed("003.3.2", "003.6.2", "003.6.4")
@given(
    recent=CHUNKS,
    current=CHUNKS,
    instruction=st.none() | st.text(max_size=300),
    document_id=st.none() | st.sampled_from(["d1", "d2"]),
    timeout_ms=st.sampled_from([None, 5_000]),
    candidates=st.integers(1, 8),
)
def test_layers_4_and_5_leave_the_prefix_alone(
    shared, recent, current, instruction, document_id, timeout_ms, candidates
):
    """Whatever is recalled, asked for or at hand, the prefix has the same bytes and layers 0-3 their hashes."""
    workspace, chunks = shared
    chunks.clear()
    base = workspace.preview_sync("polish", document=DOCUMENT)
    chunks.update({Layer.RECENT: recent, Layer.CURRENT: current})
    other = workspace.preview_sync(
        "polish",
        document=DOCUMENT,
        instruction=instruction,
        document_id=document_id,
        timeout_ms=timeout_ms,
        candidates=candidates,
    )
    assert other.stable_prefix == base.stable_prefix
    assert other.stable_prefix_hash == base.stable_prefix_hash
    assert [other.prompt.layer_hashes[la] for la in list(Layer)[:4]] == [
        base.prompt.layer_hashes[la] for la in list(Layer)[:4]
    ]
    assert other.prompt.skill_block == base.prompt.skill_block


def test_platform_newlines_do_not_matter(underdraft_workspace):
    """The same files and manuscript with other newlines, or a byte order mark, give the same prompt."""
    files = {
        ".underdraft/rules/a.md": "No rain.\nNo snow.\n",
        ".underdraft/style-guide.md": "# Style\n\nShort.\n",
    }
    plain = underdraft_workspace(files).preview_sync("polish", document="a\nb\n\nc", selection=(2, 3))
    windows = underdraft_workspace(
        {path: b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode() for path, text in files.items()}
    ).preview_sync("polish", document="a\r\nb\r\n\r\nc", selection=(3, 4))
    assert windows.prompt_hash == plain.prompt_hash

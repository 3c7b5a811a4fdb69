"""The memories' service: health of the index, making it anew, the model's tool."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from memory.service_samples import Faulty, LetterEmbedder, add, close, open_service
from underdraft.errors import StoreError
from underdraft.memory.notes.search_tool import SETTING
from underdraft.memory.settings import update_settings
from underdraft.types.memory import IndexHealth

pytestmark = pytest.mark.both_stores


def test_the_index_tells_its_state(tmp_path):
    """Counts and names when healthy, the degradation when not."""
    service = open_service(tmp_path / "u.db", LetterEmbedder())
    add(service, *(f"记忆 {n}" for n in range(2)))
    assert service.indexer.wait(10)
    assert service.index_state() == IndexHealth(embedder="letters", dimensions=64, texts=2, vectors=2)
    close(service)
    service = open_service(tmp_path / "u.db", None)
    assert service.index_state().diagnostics.code == "EMBEDDER_NONE"
    close(service)


def test_reindexing_without_an_embedder_makes_the_lexical_index(tmp_path):
    """The vectors cannot be made, and it says why; the words are found."""
    embedder = Faulty()
    service = open_service(tmp_path / "u.db", embedder)
    service.items.create(type="note", scope="global", content="巷口的灯笼")
    with service.database.write() as connection:
        connection.exec_driver_sql("DELETE FROM posting")
    assert service.by_words(None, "灯笼", 5) == ()
    with pytest.raises(StoreError) as raised:
        service.reindex()
    assert raised.value.details == {"reason": "EMBEDDER_FAILED"}
    assert len(service.by_words(None, "灯笼", 5)) == 1
    close(service)


def test_the_tool_is_there_where_it_is_wanted_and_allowed(service):
    """The skill asks for memories, and the writer has switched it on."""

    def inputs(*rules):
        asked = SimpleNamespace(asks_for=rules.__contains__)
        return SimpleNamespace(rules=asked, project=None, locale="zh", memory=service)

    assert service.tools(inputs("memories")) == ()
    update_settings(service.database, {SETTING: True})
    assert service.tools(inputs("other")) == ()
    [tool] = service.tools(inputs("memories"))
    assert tool.name == "memory_search"

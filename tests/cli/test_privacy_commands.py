"""``privacy-check``."""

from __future__ import annotations


def add(terminal, content="偏好短句", *options):
    """Add a memory."""
    return terminal.json("memory", "add", content, *options)


def test_a_text_is_looked_for_in_the_store(terminal, novel):
    """privacy-check --find tells where a text stands, and by its status whether it does."""
    add(terminal, "金丝雀在井口唱歌")
    found = terminal("privacy-check", "--find", "金丝雀在井口唱歌")
    assert found.exit_code == 1
    assert "memory_item.content" in found.stdout
    terminal("memory", "purge", "--all", "--yes")
    assert terminal("privacy-check", "--find", "金丝雀在井口唱歌").exit_code == 0


def test_the_privacy_check_holds(terminal, novel):
    """privacy-check names every entry and ends with ok."""
    done = terminal("privacy-check")
    assert done.exit_code == 0, done.output
    assert "ai:skill:run" in done.stdout
    assert "kept on purpose, gone after a purge" in done.stdout
    assert done.stdout.splitlines()[-1] == "ok"
    assert not terminal.home.exists()

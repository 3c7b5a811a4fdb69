"""What keys may call."""

from __future__ import annotations

import pytest

from underdraft.boundary.permission import READING, Permission
from underdraft.channels import CHANNELS
from underdraft.errors import NotFound, Unauthorized

NAMES = sorted(name for names in CHANNELS.values() for name in names.split())
WRITES = {
    "add",
    "append",
    "archive",
    "cancel",
    "clear",
    "collect",
    "create",
    "delete",
    "end",
    "export",
    "feedback",
}
WRITES |= {
    "import",
    "ingest",
    "judge",
    "lock",
    "propose",
    "purge",
    "put",
    "record",
    "restore",
    "run",
    "settle",
}
WRITES |= {"start", "update"}


@pytest.mark.parametrize("name", NAMES)
def test_a_key_for_reading_calls_what_changes_nothing(name):
    """Each channel's last word is known to read or to write; one that is not known would be refused."""
    verb = name.rpartition(":")[2]
    assert (verb in READING) != (verb in WRITES)
    reads = Permission(projects=None, read_only=True)
    if verb in WRITES:
        with pytest.raises(Unauthorized):
            reads.check(name, {})
    else:
        reads.check(name, {"projectId": "any", "all": True})


@pytest.mark.parametrize("payload", [{"projectId": "b"}, {"items": [{"x": {"projectId": "b"}}]}])
def test_another_project_is_not_there(payload):
    """However deep a payload names it."""
    key = Permission(projects=frozenset({"a"}), read_only=False)
    with pytest.raises(NotFound):
        key.check("memory:list", payload)
    key.check("memory:list", {"projectId": "a", "items": [{"projectId": None}]})


@pytest.mark.parametrize(("channel", "payload"), [("memory:import", {}), ("memory:purge", {"all": True})])
def test_a_key_for_a_project_does_nothing_for_all(channel, payload):
    """Neither by a flag nor by lines that name projects of their own."""
    with pytest.raises(Unauthorized):
        Permission(projects=frozenset({"a"}), read_only=False).check(channel, payload)

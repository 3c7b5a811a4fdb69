from __future__ import annotations

import pytest

from underdraft.errors import InvalidArgument
from underdraft.knowledge.graph.fields import parse_evidence
from underdraft.knowledge.graph.model import Evidence
from underdraft.knowledge.graph.read_yaml import read_fact, read_facts
from underdraft.project.strict_yaml import Place


def test_evidence_without_ref_is_the_fact_itself():
    """A fact that names no evidence points at its own lines in the knowledge file."""
    graph = read_facts(
        "events:\n  - id: a\n    at: 1\n    what: x\n    who: [A]\n  - {id: b, at: 2, what: y}\n",
        Place("k.yaml"),
    )
    assert [e.refs for e in graph.events] == [(Evidence("k.yaml", 2, 5),), (Evidence("k.yaml", 6, 6),)]


@pytest.mark.parametrize(
    "text",
    [
        "/etc/passwd",
        "a/../../x#L1",
        "file:///etc/hosts",
        "ref:https://example.org/x#L1",
        "x#L1-L2#",
        "#L3",
        "sk-aaaaaaaaaaaaaaaaaaaaaaaa",
    ],
)
def test_evidence_outside_the_project_is_refused(text):
    """No absolute path, parent or secret becomes a ref, and the message repeats none."""
    with pytest.raises(InvalidArgument) as caught:
        parse_evidence(text)
    assert text not in caught.value.message
    with pytest.raises(InvalidArgument):
        read_fact("event", {"id": "a", "at": "1", "what": "x", "ref": text})

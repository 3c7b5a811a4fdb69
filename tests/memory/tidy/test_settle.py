"""What the writer answers to an offer to tidy."""

from __future__ import annotations

import pytest


@pytest.fixture
def ws(underdraft_workspace):
    """A workspace whose statements are compared by their words alone."""
    return underdraft_workspace(embedder="none")


def offer_of(ws, *contents, **how):
    """The offer to tidy these memories."""
    for content in contents:
        ws.memory.create(content=content, type="preference", **{"scope": "global", **how})
    [offer] = ws.rules.offers().offers
    return offer


def live(ws):
    """What is remembered."""
    return {item.content for item in ws.memory.list().items}


def code(ws, **payload):
    """The code of the error of an answer."""
    return ws.invoke_sync("memory:preferences:settle", payload)["error"]["code"]


def test_one_stays_and_each_is_taken_back(ws):
    """It may say something else; each is taken back by its history, and both are offered again."""
    offer = offer_of(ws, "偏好短句", "偏好短句。")
    kept = ws.rules.settle(id=offer.id, action="confirm", keep=offer.refs[1], content="句子要短").item
    assert (f"memory:{kept.id}", kept.user_confirmed, live(ws)) == (offer.refs[1], True, {"句子要短"})
    archived = ws.store.memory.items.get(offer.statements[0].id)
    assert (archived.state, archived.metadata) == ("deleted", {"mergedInto": offer.refs[1]})
    for item in offer.statements:
        ws.memory.restore(id=item.id, to_version=1)
    assert live(ws) == {"偏好短句", "偏好短句。"}
    assert ws.store.memory.items.get(archived.id).metadata == {}
    assert len(ws.rules.offers().offers) == 1


def test_a_fact_stays_in_place_of_a_memory(ws):
    """The fact says something else, as its next version; both can be taken back."""
    fact = ws.facts.create(content="Mara is left-handed.", project_id=None)
    offer = offer_of(ws, "Mara is left-handed")
    answer = {"keep": f"atomic:{fact.id}", "content": "Mara uses her left hand."}
    kept = ws.rules.settle(id=offer.id, action="confirm", **answer).item
    assert (kept.id, kept.version, kept.content) == (fact.id, 2, "Mara uses her left hand.")
    assert live(ws) == set()
    for item in offer.statements:
        ws.memory.restore(id=item.id, to_version=1)
    assert [one.content for one in ws.facts.list().items] == ["Mara is left-handed."]
    assert live(ws) == {"Mara is left-handed"}


def test_all_stay(ws):
    """They are never offered again, until one says something else."""
    offer = offer_of(ws, "偏好短句", "偏好短句。")
    assert ws.rules.settle(id=offer.id, action="refuse").item == offer.statements[0]
    assert ws.rules.offers().offers == ()
    assert code(ws, id=offer.id, action="refuse") == "NOT_FOUND"
    ws.memory.update(id=offer.statements[0].id, patch={"content": "偏好短句！"})
    assert len(ws.rules.offers().offers) == 1


def test_what_is_refused(ws):
    """What all projects share gives way to no project's own, nor anything to what was not offered; nothing is written."""
    ws.memory.create(content="偏好短句", type="preference", scope="project", project_id="p")
    ws.memory.create(content="偏好短句。", type="preference", scope="global")
    [offer] = ws.rules.offers(project_id="p").offers
    asked = {"id": offer.id, "projectId": "p", "action": "confirm"}
    assert code(ws, **asked, keep=offer.refs[1]) == "INVALID_ARGUMENT"
    assert code(ws, **asked, keep="memory:none") == "INVALID_ARGUMENT"
    assert code(ws, **asked | {"action": "refuse"}, content="x") == "INVALID_ARGUMENT"
    assert code(ws, **asked | {"projectId": "q"}) == "NOT_FOUND"
    assert ws.rules.offers(project_id="p").offers == (offer,)


def test_offers_are_limited(ws):
    """As many as are asked for."""
    for text in ("偏好短句", "偏好短句。", "喜欢长句", "喜欢长句。"):
        ws.memory.create(content=text, type="preference", scope="global")
    found = ws.rules.offers(limit=1)
    assert (len(found.offers), found.total) == (1, 2)
    assert ws.invoke_sync("memory:offers:list", {"limit": 0})["error"]["code"] == "INVALID_ARGUMENT"


def test_nobody_is_asked_in_vain(ws):
    """Without near pairs no model is needed."""
    ws.facts.create(content="a b c")
    assert ws.rules.offers(model=True).judged.questions == 0

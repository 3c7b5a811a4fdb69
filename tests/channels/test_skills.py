"""The channels of skills."""

from __future__ import annotations

from channels.envelopes import data, error


def test_skills(underdraft_workspace):
    """The list has names and descriptions, a skill its rules, and a text can be checked without storing it."""
    ws = underdraft_workspace()
    items = data(ws, "skill:list")["items"]
    assert {
        "polish",
        "condense",
        "expand",
        "continue",
        "dialogue",
        "rewrite",
        "consistency-check",
        "chat",
    } <= {i["id"] for i in items}
    assert all(i["description"] and "instruction" not in i for i in items)
    skill = data(ws, "skill:get", {"skillId": "polish"})
    assert (skill["id"], skill["name"]) == ("polish", "polish")
    assert skill["instruction"]
    assert skill["contextRules"]["surrounding"] > 0
    markdown = "---\nname: a\ndescription: b\ncontext_rules:\n  surrounding: 5\n---\nDo."
    assert data(ws, "skill:validate", {"markdown": markdown})["contextRules"]["surrounding"] == 5
    wrong = error(ws, "skill:validate", {"markdown": markdown.replace("5", "'5'")})
    assert wrong["code"] == "INVALID_ARGUMENT"
    assert "context_rules.surrounding" in wrong["message"]
    assert error(ws, "skill:get", {"skillId": "polsh"})["details"]["near"][0] == "polish"


def test_a_broken_skill_is_listed(underdraft_workspace):
    """It says why it cannot be used, and disturbs no other."""
    ws = underdraft_workspace({".underdraft/skills/bad/SKILL.md": "nothing"})
    items = {item["id"]: item for item in data(ws, "skill:list")["items"]}
    assert items["bad"]["error"]
    assert items["polish"]["error"] is None
    assert error(ws, "skill:get", {"skillId": "bad"})["code"] == "INVALID_ARGUMENT"

"""The semantic layer: its budget and its place. Nothing distils rules from episodes yet."""

from __future__ import annotations

from underdraft.errors import CapacityExceeded
from underdraft.types.episodes import SEMANTIC_RULE_BUDGET, SemanticRules


def semantic_rules(project_id: str | None) -> SemanticRules:  # noqa: ARG001 - what a store of rules will need
    """The rules of a project, for the settings view; always empty until something distils them."""
    return SemanticRules()


def check_rule_budget(count: int, budget: int = SEMANTIC_RULE_BUDGET) -> None:
    """See that so many rules fit.

    Raises:
        CapacityExceeded: There are more than ``budget``.
    """
    if count > budget:
        raise CapacityExceeded(
            f"a project has room for {budget} semantic rules", details={"limit": budget, "count": count}
        )

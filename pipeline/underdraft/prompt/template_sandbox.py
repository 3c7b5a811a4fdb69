"""The Jinja environment for templates: a form that is filled in, and nothing else within reach.

A project may bring its own templates, and a project may come from a stranger. A template prints texts that it is
given, on conditions and in one loop at a time; it makes no text, list or number of its own. So its cost is bounded by
its length and by what it is given, and no clock, randomness, file, method or object can be reached or printed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import jinja2
    from jinja2 import nodes


TOKENS_MAXIMUM = 1_000
"""Maximum words and signs of a template's code; the shipped ones have some 150."""

TEXT_MAXIMUM = 1_000_000
"""Maximum characters that a template prints beyond twice those that it is given."""

_FILTERS = frozenset({"default", "first", "last", "length"})
"""Filters that take no longer for a longer text."""

_NODES = frozenset(
    (
        "And", "Compare", "CondExpr", "Const", "Filter", "For", "Getattr", "Getitem", "If", "Keyword", "Name", "Not",
        "Operand", "Or", "Output", "Template", "TemplateData", "Test",
    )
)  # fmt: skip
_PATHS = frozenset({"Name", "Getattr", "Getitem"})


def closed_environment(sources: Mapping[str, str]) -> jinja2.Environment:
    """An environment over these sources, by file name."""
    import jinja2

    environment: jinja2.Environment = _environment_class()(
        undefined=jinja2.StrictUndefined,
        loader=jinja2.DictLoader(sources),
        autoescape=False,  # the output is Markdown for a model; fences guard it
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        newline_sequence="\n",
        finalize=_plain,
        auto_reload=False,
    )
    environment.globals.clear()
    environment.filters = {name: environment.filters[name] for name in _FILTERS}
    environment.tests = {"defined": environment.tests["defined"]}
    return environment


def refuse_more(environment: jinja2.Environment, source: str, name: str) -> None:
    """Refuse a template that does more than to print what it is given, with the line."""
    import jinja2

    if sum(1 for _ in environment.lex(source, name)) > TOKENS_MAXIMUM:
        raise jinja2.TemplateSyntaxError(f"more than {TOKENS_MAXIMUM} words of Jinja", 1, name)
    for node, looped in _walk(environment.parse(source, name)):
        kind = type(node).__name__
        if kind not in _NODES or (looped and kind == "For") or not _is_cheap(node):
            what = "a loop in a loop" if kind == "For" and looped else kind
            raise jinja2.TemplateSyntaxError(
                f"not to be had: {what}; a template prints what it is given, in loops and on conditions",
                node.lineno,
                name,
            )


def _walk(node: nodes.Node, *, looped: bool = False) -> Iterator[tuple[nodes.Node, bool]]:
    """Yield each node, and whether it stands in a loop."""
    yield node, looped
    inside = looped or type(node).__name__ == "For"
    for child in node.iter_child_nodes():
        yield from _walk(child, looped=inside)


def _is_cheap(node: Any) -> bool:
    """Whether a node takes no longer for a longer text: loops go over what is given, and comparisons are with constants."""
    kind = type(node).__name__
    if kind == "For":
        return not node.recursive and type(node.iter).__name__ in _PATHS
    if kind == "Compare":
        sides = [node.expr, *(operand.expr for operand in node.ops)]
        plain = all(operand.op not in {"in", "notin"} for operand in node.ops)
        return plain and sum(type(side).__name__ != "Const" for side in sides) <= 1
    return True


@lru_cache(maxsize=1)
def _environment_class() -> type[jinja2.Environment]:
    from jinja2.runtime import LoopContext
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    class Closed(ImmutableSandboxedEnvironment):
        """Without attributes: the keys of mappings, and what a loop says of itself."""

        def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
            return isinstance(obj, LoopContext) and super().is_safe_attribute(obj, attr, value)

        def getattr(self, obj: Any, attribute: str) -> Any:
            # The key first: a chunk may have one with the name of a mapping's method.
            if isinstance(obj, Mapping) and attribute in obj:
                return obj[attribute]
            return super().getattr(obj, attribute)

    return Closed


def _plain(value: Any) -> Any:
    """Let only plain values be printed."""
    import jinja2

    if isinstance(value, (str, bool, int, jinja2.Undefined)):
        return value
    raise jinja2.TemplateRuntimeError("only text and whole numbers can be printed")

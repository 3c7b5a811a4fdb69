"""The Jinja environment for templates: text in, text out, and nothing else within reach.

A project may bring its own templates, and a project may come from a stranger. From a template no clock,
randomness, file, attribute or method can be reached, and no object can be printed whose text would differ
from process to process (a memory address). What it may cost is bounded: see :mod:`underdraft.prompt.template_budget`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, wraps
from typing import TYPE_CHECKING, Any

from underdraft.prompt.template_budget import (
    TooMuch,
    check_filter,
    check_operator,
    concat,
    joined,
    kept,
    spend,
)

if TYPE_CHECKING:
    import jinja2
    from jinja2 import nodes
    from jinja2.compiler import CodeGenerator, Frame


TOKENS_MAXIMUM = 4_000
"""Maximum words and signs of a template's code; the shipped ones have some 150."""

_WITHOUT = (
    *("attr", "pprint", "random", "striptags", "tojson", "urlize", "xmlattr"),
    *("batch", "center", "format", "round", "slice", "sum", "wordwrap"),
)
"""Filters that a prompt does not need: by chance, for HTML, a way to attributes and to ``repr``, or to much of nothing."""


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
    for name in _WITHOUT:
        environment.filters.pop(name, None)
    for name, function in environment.filters.items():
        environment.filters[name] = _counted(name, function)
    tests: dict[str, Any] = environment.tests
    for name, function in tests.items():
        tests[name] = _counted(name, function)
    return environment


def refuse_blocks(environment: jinja2.Environment, source: str, name: str) -> None:
    """Refuse blocks and inheritance, whose objects print their memory address, and what takes long to compile."""
    import jinja2
    from jinja2 import nodes

    if sum(1 for _ in environment.lex(source, name)) > TOKENS_MAXIMUM:
        raise TooMuch(f"more than {TOKENS_MAXIMUM} words of Jinja")
    for node in environment.parse(source, name).find_all((nodes.Block, nodes.Extends)):
        raise jinja2.TemplateSyntaxError(
            "blocks and 'extends' are not to be had; 'include' is", node.lineno, name
        )


def _opening(node: nodes.Node) -> str:
    """Return the call around an expression that counts it: new values, and operations that take as long as their operands."""
    kind, of = type(node).__name__, getattr(node, "ctx", "")
    if kind == "Compare":
        return "(environment.spend(1) or "
    sliced = kind == "Getitem" and type(getattr(node, "arg", None)).__name__ == "Slice"
    made = kind in {"List", "Dict"} or (kind == "Tuple" and of == "load")
    return "environment.kept(" if sliced or made else ""


def _code_generator() -> type[CodeGenerator]:
    from jinja2.compiler import CodeGenerator

    class Counting(CodeGenerator):
        """Writes the counting into the code of a template."""

        def blockvisit(self, nodes: Iterable[nodes.Node], frame: Frame) -> None:
            self.writeline("environment.spend(1)")
            super().blockvisit(nodes, frame)

        def visit(self, node: nodes.Node, *args: Any, **options: Any) -> None:
            opening = _opening(node)
            if opening:
                self.write(opening)
            super().visit(node, *args, **options)
            if opening:
                self.write(")")

        def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802 - as all of Jinja's
            self.write("environment.joined((")
            for part in node.nodes:
                self.visit(part, frame)
                self.write(", ")
            self.write("))")

    return Counting


@lru_cache(maxsize=1)
def _environment_class() -> type[jinja2.Environment]:
    from jinja2.runtime import LoopContext
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    class Closed(ImmutableSandboxedEnvironment):
        """Without attributes: the keys of mappings, and what a loop says of itself."""

        code_generator_class = _code_generator()
        intercepted_binops = frozenset({"+", "*", "**", "%"})
        spend, kept, joined = staticmethod(spend), staticmethod(kept), staticmethod(joined)
        concat = staticmethod(concat)

        def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
            check_operator(operator, left, right)
            return kept(super().call_binop(context, operator, left, right))

        def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
            return isinstance(obj, LoopContext) and super().is_safe_attribute(obj, attr, value)

        def getattr(self, obj: Any, attribute: str) -> Any:
            # The key first: a chunk may have one with the name of a mapping's method.
            if isinstance(obj, Mapping) and attribute in obj:
                return obj[attribute]
            return super().getattr(obj, attribute)

        def wrap_str_format(self, value: Any) -> Callable[..., str] | None:  # noqa: ARG002
            return None  # no methods at all, so not str.format either

    return Closed


def _counted(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """The filter or test, counted, with a list where it would give a generator, which prints its address."""

    @wraps(function)  # with the attribute by which Jinja knows what to pass
    def call(*args: Any, **options: Any) -> Any:
        check_filter(name, args, options)
        result = function(*args, **options)
        return kept(list(result) if isinstance(result, Iterator) else result)

    return call


def _plain(value: Any) -> Any:
    """Let only plain values be printed."""
    import jinja2

    if isinstance(value, (str, bool, int, jinja2.Undefined)):
        return value
    raise jinja2.TemplateRuntimeError("only text and whole numbers can be printed")

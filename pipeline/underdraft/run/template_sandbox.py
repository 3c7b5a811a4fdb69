"""The Jinja environment for templates: text in, text out, and nothing else within reach.

A project may bring its own templates, and a project may come from a stranger. From a template no clock,
randomness, file, attribute or method can be reached, and no object can be printed whose text would differ
from process to process (a memory address).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, wraps
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import jinja2


_WITHOUT = ("attr", "pprint", "random", "tojson", "urlize", "xmlattr")
"""Filters that a prompt does not need: by chance, for HTML, or a way to attributes and to ``repr``."""


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
        environment.filters[name] = _listed(function)
    return environment


def refuse_blocks(environment: jinja2.Environment, source: str, name: str) -> None:
    """Refuse blocks and inheritance, whose objects print their memory address."""
    import jinja2
    from jinja2 import nodes

    for node in environment.parse(source, name).find_all((nodes.Block, nodes.Extends)):
        raise jinja2.TemplateSyntaxError(
            "blocks and 'extends' are not to be had; 'include' is", node.lineno, name
        )


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

        def wrap_str_format(self, value: Any) -> Callable[..., str] | None:  # noqa: ARG002
            return None  # no methods at all, so not str.format either

    return Closed


def _listed(function: Callable[..., Any]) -> Callable[..., Any]:
    """The filter with a list where it would give a generator, which prints its address."""

    @wraps(function)  # with the attribute by which Jinja knows what to pass
    def call(*args: Any, **options: Any) -> Any:
        result = function(*args, **options)
        return list(result) if isinstance(result, Iterator) else result

    return call


def _plain(value: Any) -> Any:
    """Let only plain values be printed."""
    import jinja2

    if isinstance(value, (str, bool, int, jinja2.Undefined)):
        return value
    raise jinja2.TemplateRuntimeError("only text and whole numbers can be printed")

"""Template sets: where the three templates and the fixed words come from, and how they are run."""

from __future__ import annotations

import json
import tomllib
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import attrs

from underdraft.errors import InvalidArgument
from underdraft.layers import Layer
from underdraft.packaged import builtin
from underdraft.text import canonical_text, one_line, sha256

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from importlib.resources.abc import Traversable

    import jinja2

__all__ = ["TEMPLATE_NAMES", "TemplateSet", "Words", "load_templates"]

TEMPLATE_NAMES = ("stable_prefix.md.j2", "skill.md.j2", "dynamic.md.j2", "strings.toml")
DEFAULT_LOCALE = "zh"


@attrs.frozen(kw_only=True)
class Words:
    """The fixed words of one locale: headings of the six layers, labels, the placeholder."""

    placeholder: str
    default_task: str
    skill_heading: str
    headings: Mapping[str, str]
    labels: Mapping[str, str]


@attrs.frozen
class TemplateSet:
    """The sources of one set of templates; equal sources are equal sets.

    Attributes:
        sources: File name to source, for each of :data:`TEMPLATE_NAMES`.
    """

    sources: Mapping[str, str] = attrs.field(hash=False)
    digest: str = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        canonical = json.dumps(dict(self.sources), sort_keys=True, ensure_ascii=False)
        object.__setattr__(self, "digest", sha256(canonical))

    @property
    def words(self) -> Words:
        """The fixed words.

        Raises:
            InvalidArgument: ``strings.toml`` is malformed or lacks a key.
        """
        return _words(self)

    def render(self, name: str, context: Mapping[str, Any]) -> str:
        """Run one template over plain strings, mappings and tuples.

        Raises:
            InvalidArgument: The template is broken or uses a name that does not exist; the message
                names the template and the line.
        """
        import jinja2

        try:
            return canonical_text(_compiled(self, name).render(context))
        except jinja2.TemplateSyntaxError as error:
            raise InvalidArgument(f"template {name}, line {error.lineno}: {one_line(error.message or '')}") from None
        except jinja2.TemplateError as error:
            raise InvalidArgument(f"template {name}: {one_line(error.message or type(error).__name__)}") from None
        except (TypeError, ValueError, ArithmeticError, LookupError, AttributeError, RecursionError) as error:
            raise InvalidArgument(f"template {name}: {type(error).__name__} while it ran") from None


def load_templates(locale: str, folders: Sequence[Traversable]) -> TemplateSet:
    """The templates of a locale, each from the first folder that has it, at last the shipped one.

    Args:
        locale: ``"zh"``, ``"en"`` or another one that a folder serves.
        folders: The project's template folder, then those of plugins. Each holds ``<locale>/<name>``,
            or ``<name>`` itself for every locale.

    Raises:
        InvalidArgument: No folder serves the locale, or a file is not UTF-8.
    """
    places = [*folders, builtin("templates")]
    return TemplateSet({name: _source(name, locale, places) for name in TEMPLATE_NAMES})


def _source(name: str, locale: str, places: Sequence[Traversable]) -> str:
    for place in places:
        for candidate in (place / locale / name, place / name):
            if candidate.is_file():
                try:
                    return canonical_text(candidate.read_text(encoding="utf-8"))
                except (OSError, UnicodeDecodeError):
                    raise InvalidArgument(f"template {name}: cannot be read as UTF-8") from None
    raise InvalidArgument(f"locale: no template {name} for this locale; 'zh' and 'en' are shipped")


@lru_cache(maxsize=16)
def _words(templates: TemplateSet) -> Words:
    try:
        raw = tomllib.loads(templates.sources["strings.toml"])
        words = Words(
            placeholder=str(raw["placeholder"]),
            default_task=str(raw["default_task"]),
            skill_heading=str(raw["skill_heading"]),
            headings={layer.name: one_line(raw["headings"][layer.name]) for layer in Layer},
            labels={str(k): one_line(str(v)) for k, v in raw["labels"].items()},
        )
    except tomllib.TOMLDecodeError as error:
        raise InvalidArgument(f"template strings.toml: {one_line(str(error))}") from None
    except (KeyError, TypeError, AttributeError) as error:
        raise InvalidArgument(f"template strings.toml: {error} is missing or has the wrong type") from None
    if any(not h.startswith("# ") for h in (*words.headings.values(), words.skill_heading)):
        raise InvalidArgument("template strings.toml: every heading begins with '# '")
    if len({*words.headings.values(), words.skill_heading}) != len(Layer) + 1:
        raise InvalidArgument("template strings.toml: the headings are not all different")
    return words


@lru_cache(maxsize=64)
def _compiled(templates: TemplateSet, name: str) -> jinja2.Template:
    return _environment(templates).get_template(name)


@lru_cache(maxsize=16)
def _environment(templates: TemplateSet) -> jinja2.Environment:
    """An environment from which no clock, randomness, memory address or file can be reached."""
    import jinja2
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    environment = ImmutableSandboxedEnvironment(
        undefined=jinja2.StrictUndefined,
        loader=jinja2.DictLoader(dict(templates.sources)),
        autoescape=False,  # noqa: S701 - the output is Markdown for a model; fences guard it
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        newline_sequence="\n",
        finalize=_plain,
        auto_reload=False,
    )
    environment.globals.clear()
    for name in ("random", "shuffle", "pprint", "urlize", "xmlattr", "tojson"):
        environment.filters.pop(name, None)
    return environment


def _plain(value: Any) -> Any:
    """Let only plain values through: the repr of anything else may hold a memory address."""
    import jinja2

    if isinstance(value, str | bool | int) or isinstance(value, jinja2.Undefined):
        return value
    raise jinja2.TemplateRuntimeError("only text and whole numbers can be printed")

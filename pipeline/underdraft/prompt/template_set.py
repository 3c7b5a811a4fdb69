"""Template sets: where the three templates and the fixed words come from, and how they are run."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import attrs

from underdraft.errors import InvalidArgument
from underdraft.project.confined import NotUsable
from underdraft.project.shipped import builtin
from underdraft.project.strict_toml import read_toml
from underdraft.prompt.template_sandbox import TEXT_MAXIMUM, closed_environment, refuse_more
from underdraft.text.clean import canonical_text, one_line, sha256
from underdraft.text.strings import ENGLISH, known_language, languages, whole_text
from underdraft.types.layers import Layer
from underdraft.types.values import frozen

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    import jinja2


WORDS = "strings.toml"
TEMPLATE_NAMES = ("stable_prefix.md.j2", "skill.md.j2", "dynamic.md.j2", WORDS)
MAX_SOURCE = 50_000
"""Maximum characters of a template; the shipped ones have some 1,000."""


@frozen(kw_only=True)
class Words:
    """The fixed words of one locale: headings of the six layers, labels, the placeholder."""

    placeholder: str
    default_task: str
    skill_heading: str
    headings: Mapping[str, str]
    labels: Mapping[str, str]


@frozen
class TemplateSet:
    """The sources of one set of templates, by the names of :data:`TEMPLATE_NAMES`; equal sources are equal sets."""

    sources: Mapping[str, str] = attrs.field(eq=False)
    digest: str = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        canonical = json.dumps(dict(self.sources), sort_keys=True, ensure_ascii=False)
        object.__setattr__(self, "digest", sha256(canonical))

    @property
    def words(self) -> Words:
        """The fixed words; a ``strings.toml`` that is malformed or lacks a key is refused."""
        return _words(self)

    def render(self, name: str, context: Mapping[str, Any]) -> str:
        """Run one template over plain strings, mappings and tuples; an error names the template and the line."""
        import jinja2

        try:
            return canonical_text("".join(_printed(_environment(self).get_template(name), context)))
        except jinja2.TemplateSyntaxError as error:
            raise InvalidArgument(
                f"template {error.name or name}, line {error.lineno}: {one_line(error.message or '')}"
            ) from None
        except jinja2.TemplateError as error:
            raise InvalidArgument(
                f"template {name}: {one_line(error.message or type(error).__name__)}"
            ) from None
        except Exception as error:  # noqa: BLE001 - whatever a project's template runs into is its own fault
            raise InvalidArgument(f"template {name}: {type(error).__name__} while it ran") from None


def load_templates(
    locale: str, folders: Sequence[Traversable], *, own: Mapping[str, str] | None = None
) -> TemplateSet:
    """The templates of a locale, each from the first place that has it, at last the shipped one.

    Args:
        locale: A language of ours (:func:`underdraft.text.strings.languages`), or another one that a folder serves.
        folders: The template folders of plugins. Each holds ``<locale>/<name>``, or ``<name>`` itself for every
            locale.
        own: The project's own, as :func:`template_files` gives them; they come first.

    Raises:
        InvalidArgument: No folder serves the locale, or a file is not UTF-8 or too large.
    """
    return _load(locale, folders, own or {}) if folders or own else _shipped(locale)


def template_files(folder: Traversable, locale: str | None = None) -> Iterator[tuple[str, str]]:
    """The templates that a project has, of a locale or of all: ``templates/<locale>/<name>`` and their texts."""
    places = [("templates", folder)]
    if locale is not None:
        places.insert(0, (f"templates/{locale}", folder / locale))
    elif folder.is_dir():
        inside = sorted((entry for entry in folder.iterdir() if entry.is_dir()), key=lambda entry: entry.name)
        places += [(f"templates/{entry.name}", entry) for entry in inside]
    for prefix, place in places:
        for name in TEMPLATE_NAMES:
            if (text := _text(place / name, name)) is not None:
                yield f"{prefix}/{name}", text


@lru_cache(maxsize=8)
def _shipped(locale: str) -> TemplateSet:
    """The shipped templates do not change while a process runs."""
    return _load(locale, (), {})


def _load(locale: str, folders: Sequence[Traversable], own: Mapping[str, str]) -> TemplateSet:
    return TemplateSet({name: _source(name, locale, folders, own) for name in TEMPLATE_NAMES})


def _source(name: str, locale: str, places: Sequence[Traversable], own: Mapping[str, str]) -> str:
    for key in (f"templates/{locale}/{name}", f"templates/{name}"):
        if key in own:
            return own[key]
    for place in places:
        for candidate in (place / locale / name, place / name):
            if (text := _text(candidate, name)) is not None:
                return text
    language = known_language(locale)
    if language is None:
        known = ", ".join(languages())
        raise InvalidArgument(f"locale: no template {name} for this locale; known are {known}")
    if name == WORDS:
        return canonical_text(whole_text(language, "template"))
    shipped = builtin("templates")
    text = _text(shipped / language / name, name)
    return (
        text if text is not None else canonical_text((shipped / ENGLISH / name).read_text(encoding="utf-8"))
    )


def _text(file: Traversable, name: str) -> str | None:
    """The text of a template; ``None`` where there is no such file."""
    try:
        text = canonical_text(file.read_text(encoding="utf-8")) if file.is_file() else None
    except NotUsable as error:
        raise InvalidArgument(f"template {name}: {error}") from None
    except (OSError, UnicodeDecodeError):
        raise InvalidArgument(f"template {name}: cannot be read as UTF-8") from None
    if text is not None and len(text) > MAX_SOURCE:
        raise InvalidArgument(f"template {name}: larger than {MAX_SOURCE} characters")
    return text


@lru_cache(maxsize=16)
def _words(templates: TemplateSet) -> Words:
    raw = read_toml("template strings.toml: ", templates.sources[WORDS])
    try:
        words = Words(
            placeholder=str(raw["placeholder"]),
            default_task=str(raw["default_task"]),
            skill_heading=str(raw["skill_heading"]),
            headings={layer.name: one_line(raw["headings"][layer.name]) for layer in Layer},
            labels={str(k): one_line(str(v)) for k, v in raw["labels"].items()},
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise InvalidArgument(f"template strings.toml: {error} is missing or has the wrong type") from None
    if any(not h.startswith("# ") for h in (*words.headings.values(), words.skill_heading)):
        raise InvalidArgument("template strings.toml: every heading begins with '# '")
    if len({*words.headings.values(), words.skill_heading}) != len(Layer) + 1:
        raise InvalidArgument("template strings.toml: the headings are not all different")
    return words


@lru_cache(maxsize=16)
def _environment(templates: TemplateSet) -> jinja2.Environment:
    environment = closed_environment(dict(templates.sources))
    for source in templates.sources:
        if source.endswith(".j2"):
            refuse_more(environment, templates.sources[source], source)
    return environment


def _printed(template: jinja2.Template, context: Mapping[str, Any]) -> Iterator[str]:
    """The pieces of what a template prints, if that is not too much."""
    import jinja2

    size, most = 0, TEXT_MAXIMUM
    for piece in template.generate(context):
        size += len(piece)
        if size > most and size > (most := TEXT_MAXIMUM + 2 * _characters_of(context)):
            raise jinja2.TemplateRuntimeError(f"it prints more than {most} characters")
        yield piece


def _characters_of(value: object) -> int:
    """The characters of all texts in a value."""
    if isinstance(value, str):
        return len(value)
    inside = value.values() if isinstance(value, Mapping) else value
    return sum(map(_characters_of, inside)) if isinstance(inside, Iterable) else 0

"""Turns sections into the bytes that are sent, and hashes them."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import attrs

from underdraft.errors import InvalidArgument
from underdraft.prompt.template_set import TemplateSet, Words
from underdraft.text.clean import canonical_text, fenced, one_line, sha256
from underdraft.types.chunk import Chunk
from underdraft.types.identity import cached_for_stable_layers
from underdraft.types.layers import STABLE_LAYERS, Layer
from underdraft.types.prompt import Message, Prompt, Section
from underdraft.types.skill import Skill
from underdraft.types.values import frozen

REMEMBERED = 16
"""Prefixes and skill blocks that are kept, so that what is the same in the next run is not rendered again."""

_ENCODER = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":"))
_MARK = re.compile(r"\n {0,3}(?:(`{3,}|~{3,})(.*)|(?:#(?:[ \t]|$)|=+[ \t]*$).*)", re.MULTILINE)
"""A fence, or a heading of level 1, written with ``#`` or underlined (CommonMark 0.31, sections 4.2, 4.3 and 4.5)."""


def render(
    sections: Sequence[Section], *, skill: Skill, history: Sequence[Message], templates: TemplateSet
) -> Prompt:
    """Render the prompt.

    The stable prefix depends on the templates and the chunks of layers 0-3, on nothing else. A template that is
    broken, or does not print the six headings, each once and in order, is refused.
    """
    words = templates.words
    hashes = {s.layer: layer_hash(s) for s in sections}
    stable = tuple(s for s in sections if s.layer.stable)
    prefix, prefix_hash = _prefix(templates, _Stable(tuple(hashes[s.layer] for s in stable), stable))
    block = _skill_block(templates, skill.id, skill.instruction, skill.output_format or "")
    if skill.client_block and not skill.client_last:
        block += skill.client_block
    dynamic = templates.render(
        "dynamic.md.j2", _context((s for s in sections if not s.layer.stable), templates)
    )
    _check(dynamic, [words.headings[la.name] for la in Layer if not la.stable], "dynamic.md.j2")
    if skill.client_last:
        dynamic = skill.client_block.lstrip("\n") + "\n" + dynamic
    messages = (
        *({"role": m.role, "content": m.content, **({"extra": m.extra} if m.extra else {})} for m in history),
        {
            "role": "user",
            "content": dynamic,
            **({"extra": skill.client_images} if skill.client_images else {}),
        },
    )
    hashed = _system_hash(prefix, block)()
    hashed.update(f",{canonical_json(messages)[1:]}".encode())
    return Prompt(
        sections=tuple(sections),
        stable_prefix=prefix,
        skill_block=block,
        history=tuple(history),
        dynamic=dynamic,
        stable_prefix_hash=prefix_hash,
        prompt_hash=hashed.hexdigest(),
        layer_hashes=hashes,
        template_hash=templates.digest,
        client_images=skill.client_images,
    )


@lru_cache(maxsize=REMEMBERED)
def _system_hash(prefix: str, block: str) -> Callable[[], hashlib._Hash]:
    """Makes a hash that has taken in the messages' canonical JSON as far as the first of them."""
    message = canonical_json({"role": "system", "content": prefix + block})
    return hashlib.sha256(f"[{message}".encode()).copy


@cached_for_stable_layers
def layer_hash(section: Section) -> str:
    """The hash of all that a layer's chunks can put into the prompt."""
    return sha256(section_json(section))


def section_json(section: Section) -> str:
    """Return that as canonical JSON."""
    return canonical_json([chunk_bytes(chunk) for chunk in section.chunks])


def render_stable_prefix(sections: Sequence[Section], templates: TemplateSet) -> str:
    """Layers 0-3 as bytes-to-be; the text ends with an empty line, ready for the skill block.

    The template is not even told of layers 4 and 5, so that no override can put them into the prefix.
    """
    stable = (s for s in sections if s.layer.stable)
    return templates.render("stable_prefix.md.j2", _context(stable, templates))


@frozen
class _Stable:
    """Layers 0-3, known by the hashes of all that they can put into the prompt."""

    hashes: tuple[str, ...]
    sections: tuple[Section, ...] = attrs.field(eq=False)


@lru_cache(maxsize=REMEMBERED)
def _prefix(templates: TemplateSet, layers: _Stable) -> tuple[str, str]:
    """The prefix and its hash; made once for the same layers."""
    prefix = render_stable_prefix(layers.sections, templates)
    headings = [templates.words.headings[layer.name] for layer in STABLE_LAYERS]
    _check(prefix, headings, "stable_prefix.md.j2")
    return prefix, sha256(prefix)


@lru_cache(maxsize=REMEMBERED)
def _skill_block(templates: TemplateSet, skill_id: str, instruction: str, output_format: str) -> str:
    words = templates.words
    output = canonical_text(output_format).strip("\n")
    context = {
        "skill_heading": words.skill_heading,
        "skill": {
            "id": skill_id,
            "instruction": fenced(canonical_text(instruction).strip("\n")),
            "output_format": fenced(output) if output else "",
        },
    }
    block = templates.render("skill.md.j2", context)
    _check(block, [f"{words.skill_heading} {skill_id}"], "skill.md.j2")
    return block


def client_block(instructions: str, *, heading: str, binding: str) -> str:
    """Render a client's instructions as the end of the system message; what makes them binding is outside their fence."""
    text = fenced(canonical_text(instructions).strip("\n"))
    return f"\n{heading}\n\n{binding}\n\n{text}\n"


def canonical_json(value: Any) -> str:
    """JSON with sorted keys, no white space and no escapes beyond those JSON demands."""
    return _ENCODER.encode(value)


def headings_of(text: str) -> list[str]:
    """Lines outside fences that make a heading of level 1, in order; of an underlined one the underline."""
    return [line for _, line in heading_places(text)]


def heading_places(text: str) -> list[tuple[int, str]]:
    """As :func:`headings_of`, each with the line's offset in code points."""
    found: list[tuple[int, str]] = []
    fence = ""
    for mark in _MARK.finditer(f"\n{text}"):
        run, rest = mark.groups()
        if not run:
            if not fence:
                found.append((mark.start(), mark[0][1:]))
        elif not fence:
            if run[0] == "~" or "`" not in rest:
                fence = run
        elif run.startswith(fence) and not rest.strip():
            fence = ""
    return found


def _check(text: str, headings: list[str], template: str) -> None:
    # A heading put at the end is seen only if no fence is still open there, which would swallow what follows.
    if headings_of(f"{text}\n#") != [*headings, "#"]:
        raise InvalidArgument(
            f"template {template}: it must print exactly its headings, each once and in order, outside fences",
            details={"template": template, "headings": headings},
        )


def _context(sections: Iterable[Section], templates: TemplateSet) -> dict[str, Any]:
    return {
        "headings": templates.words.headings,
        "placeholder": templates.words.placeholder,
        "layers": {section.layer.name: _chunk_contexts(section, templates) for section in sections},
    }


@cached_for_stable_layers
def _chunk_contexts(section: Section, templates: TemplateSet) -> tuple[dict[str, str], ...]:
    return tuple(_chunk_context(chunk, templates.words) for chunk in section.chunks)


def _chunk_context(chunk: Chunk, words: Words) -> dict[str, str]:
    body = fenced(chunk.body)
    # In brackets, so that a stranger's source never reads like one of the fixed labels.
    label = words.labels.get(chunk.kind) or f"[{one_line(chunk.source, 80)}]"
    ref = one_line(chunk.ref.render(chunk.text), 300) if chunk.ref else ""
    head = " · ".join(["## " + label, *filter(None, (one_line(chunk.title, 120), ref))])
    return {
        "label": label,
        "ref": ref,
        "fenced": body,
        "block": f"{head}\n\n{body}",
    }


def chunk_bytes(chunk: Chunk) -> Mapping[str, str]:
    """Return the parts of a chunk that can reach the prompt."""
    return {
        "kind": chunk.kind,
        "source": chunk.source,
        "title": chunk.title,
        "ref": chunk.ref.render(chunk.text) if chunk.ref else "",
        "body": chunk.body,
    }

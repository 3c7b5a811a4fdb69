"""A prompt as a readable text that a test compares with."""

from __future__ import annotations

from underdraft.types.run import Preview


def prompt_text(preview: Preview) -> str:
    """A prompt as one readable text: the messages in order, then warnings, trims and hashes."""
    parts = [
        f"===== {number} {message.role} =====\n{message.content}"
        for number, message in enumerate(preview.messages, start=1)
    ]
    trims = [
        f"{t.layer.name} {t.source} {t.id or ''}: {t.tokens_before} to {t.tokens_after} tokens ({t.reason})"
        for t in preview.trims
    ]
    hashes = [
        f"layer {layer.value} {layer.name}: {h}" for layer, h in sorted(preview.prompt.layer_hashes.items())
    ]
    for title, lines in (("warnings", preview.warnings), ("trims", trims), ("hashes", hashes)):
        parts.append("\n".join([f"===== {title} =====", *lines]))
    parts.append(f"stable prefix: {preview.stable_prefix_hash}\nprompt: {preview.prompt_hash}\n")
    return "\n".join(parts)

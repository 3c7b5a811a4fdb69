"""Renders a recorded run again, from the recorded chunks and templates, and compares the bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar

import attrs

from underdraft.errors import Conflict
from underdraft.prompt.render import render
from underdraft.prompt.template_set import TEMPLATE_NAMES, TemplateSet
from underdraft.types.json_marks import HIDE, OfPart, shown
from underdraft.types.prompt import Message, Prompt, ShowsHashes
from underdraft.types.values import frozen

if TYPE_CHECKING:
    from underdraft.memory.runs.store import StoredRun


SHOWN = 5
"""Maximum number of purged things that a message names."""


@frozen(kw_only=True)
class PromptHashes:
    """The two hashes that tell whether a prompt is the same."""

    stable_prefix_hash: str
    prompt_hash: str


@frozen(kw_only=True)
class Replayed(ShowsHashes):
    """A run's prompt, rendered a second time."""

    run_id: str
    differs: Annotated[
        tuple[str, ...],
        "Which parts came out otherwise: of `stable_prefix`, `skill_block`, `dynamic`, `layer_hashes`, "
        "`prompt_hash`; empty when every byte is the same.",
    ]
    recorded: Annotated[PromptHashes, "As the record has them."]
    prompt: Annotated[Prompt, "As it was rendered now."] = attrs.field(metadata=HIDE)

    @property
    @shown
    def same(self) -> bool:
        """Whether text and hashes are those of the record, byte for byte."""
        return not self.differs

    messages: ClassVar[OfPart[tuple[Message, ...]]] = OfPart("prompt.messages", "As they were rendered now.")


def replay(stored: StoredRun) -> Replayed:
    """Render the run's stored chunks with its stored templates.

    Raises:
        Conflict: The record does not hold all texts: the run was recorded in privacy mode, or something
            that stood in its prompt has been purged since.
        InvalidArgument: A stored template is broken.
    """
    _check_complete(stored)
    run = stored.record
    recorded = run.preview.prompt
    prompt = render(
        recorded.sections,
        skill=run.preview.skill,
        history=recorded.history,
        templates=TemplateSet(stored.templates),
    )
    parts = ("stable_prefix", "skill_block", "dynamic", "layer_hashes", "prompt_hash")
    differs = [name for name in parts if getattr(prompt, name) != getattr(recorded, name)]
    hashes = PromptHashes(stable_prefix_hash=recorded.stable_prefix_hash, prompt_hash=recorded.prompt_hash)
    return Replayed(run_id=run.id, prompt=prompt, recorded=hashes, differs=tuple(differs))


def _check_complete(stored: StoredRun) -> None:
    if stored.privacy:
        reason, why = "privacy", "it was recorded in privacy mode, which keeps hashes and no texts"
    elif not stored.complete:
        what = f" ({', '.join(stored.purged[:SHOWN])})" if stored.purged else ""
        reason, why = "purged", f"texts that stood in its prompt have been purged since{what}"
    elif any(name not in stored.templates for name in TEMPLATE_NAMES):
        reason, why = "no_templates", "its templates were not recorded"
    else:
        return
    raise Conflict(
        f"runId: this run cannot be rendered again: {why}", details={"field": "runId", "reason": reason}
    )

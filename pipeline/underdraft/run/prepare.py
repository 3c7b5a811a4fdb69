"""Stage: a request, checked, with what the workspace knows -> the inputs for fetchers and the run's settings.

Pure: what depends on the clock, ids, files and plugins is handed in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from underdraft.cache.provider_rules import block_for, window_for
from underdraft.errors import FILE_REFUSED, InvalidArgument
from underdraft.project.config import FOLDER, Config
from underdraft.project.source_files import project_files
from underdraft.run.check_request import check_request
from underdraft.run.client_words import fitting, with_instructions
from underdraft.run.quarantine import Quarantine
from underdraft.run.scene_type import scene_of
from underdraft.text.clean import one_line
from underdraft.text.tokens import TokenCounter, counter_for, estimate
from underdraft.types.files import ProjectFiles
from underdraft.types.identity import cached_for_same_objects
from underdraft.types.layers import FORCE_TRIM_PERCENT, Layer, caps_for
from underdraft.types.model_call import NOTHING, ModelInput
from underdraft.types.prefix import PrefixUpdates
from underdraft.types.request import RunRequest, Selection
from underdraft.types.run_inputs import Project, RunInputs
from underdraft.types.skill import Skill
from underdraft.types.values import frozen

if TYPE_CHECKING:
    from underdraft.prompt.template_set import TemplateSet
    from underdraft.run.fetch import Registered

TEMPLATE_TOKENS = 1_000
"""Ample for the templates' own words and headings (the shipped ones take some 500)."""
QUERY_LIMIT = 300
"""Code points of a query that are embedded; 10 ms with the local embedder (measured, 200: 10 ms)."""

PASSAGE_LIMIT = 1_000
"""Code points of a passage whose names and rare words are looked for."""

MEMORY_READERS = frozenset({"conversation", "episodes", "memory", "working"})
"""Readers of a run's inputs that give what is remembered of the writer."""

OTHER_PROJECT = f"{FILE_REFUSED}: {FOLDER}: not read, since this run is not about the folder's own project"
"""The warning of a run that names another project, or none, where the workspace has one."""


@frozen(kw_only=True)
class RunSettings:
    """Settings of a run for its stages, besides the inputs.

    Attributes:
        counter: Counts tokens as the model does, or estimates.
        config: The project's settings, which also hold the output reserve and the cache's lifetime and family.
        caps: Caps that replace the layers' own (the skill's over the project's).
        quarantine: Which stable fetchers stand behind the prefix.
        token_share: See :meth:`underdraft.run.calibration.Calibration.share`.
        prefix_updates: When additions to layer 2 enter the prefix.
        off_loop: Whether nothing that reads the store may run on the event loop, since each read is a journey.
    """

    fetchers: Sequence[Registered]
    templates: TemplateSet
    model: str
    counter: TokenCounter
    window_tokens: int
    config: Config
    caps: Mapping[Layer, int] = attrs.field(factory=dict)
    warnings: tuple[str, ...] = ()
    quarantine: Quarantine = attrs.field(factory=Quarantine)
    token_share: float = 1.0
    off_loop: bool = False
    prefix_updates: PrefixUpdates = "when_cold"

    @property
    def budget_tokens(self) -> int:
        """The window less the output reserve, over 0 (anything else is refused), in tokens as they are estimated."""
        reserve = self.config.output_reserve_tokens
        budget = self.window_tokens - reserve
        if budget <= 0:
            raise InvalidArgument(
                "output_reserve_tokens: larger than the model's context window",
                details={"window": self.window_tokens, "reserve": reserve},
            )
        return max(1, int(budget / self.token_share))


Prepared = tuple[RunInputs, RunSettings]
"""Inputs and settings of a run, for the stages."""


def prepare(
    request: RunRequest,
    *,
    config: Config,
    skill: Skill,
    fetchers: Sequence[Registered],
    templates: TemplateSet,
    files: ProjectFiles,
    readers: Mapping[str, Any],
    run_id: str,
    now: str,
    warnings: tuple[str, ...] = (),
    quarantine: Quarantine,
    given: ModelInput = NOTHING,
) -> Prepared:
    """All that the stages need, of a request that :func:`resolve` gave, resolved before the first of them."""
    skill = with_instructions(skill, given, config.locale)
    scene = scene_of(request)
    request = attrs.evolve(request, scene_type=scene.type)
    project = _project(request, config)
    other = project != config.project
    model = request.model or skill.model or config.model
    window_tokens, caps, room_tokens = _rooms(skill, config, model)
    transcript, cut = fitting(given.transcript, room_tokens)
    warnings = (*warnings, *cut)
    if given.memory == "off":
        readers = {name: reader for name, reader in readers.items() if name not in MEMORY_READERS}
    inputs = RunInputs(
        request=request,
        skill=skill,
        rules=skill.rules,
        project=project,
        locale=config.locale,
        query=query_of(request),
        passage=passage_of(request),
        files=project_files(None, {}) if other else files,
        run_id=run_id,
        now=now,
        default_task=templates.words.default_task,
        room_tokens=room_tokens,
        transcript=transcript,
        apart=given.apart or given.memory != "on",
        caps=caps,
        auto_block=block_for(model, config.cache_family),
        scene=scene,
        **readers,
    )
    settings = RunSettings(
        fetchers=fetchers,
        templates=templates,
        model=model,
        counter=counter_for(model),
        window_tokens=window_tokens,
        config=config,
        caps=caps,
        warnings=(*warnings, OTHER_PROJECT) if other and _has_material(files) else warnings,
        quarantine=quarantine,
        prefix_updates=request.prefix_updates or config.prefix_updates,
    )
    return inputs, settings


@cached_for_same_objects
def _rooms(skill: Skill, config: Config, model: str) -> tuple[int, Mapping[Layer, int], int]:
    """The model's window, the layers' caps, and the room for earlier turns, in tokens."""
    window_tokens = window_for(model, config)
    budget_tokens = window_tokens - config.output_reserve_tokens
    caps = caps_for(budget_tokens, {**config.caps, **skill.caps})
    return (
        window_tokens,
        caps,
        room_for_history(budget_tokens, caps, skill.instruction + skill.client_block),
    )


def _has_material(files: ProjectFiles) -> bool:
    """Whether the project has rules, cards or other texts for its prompts."""
    below = (path.split("/")[1] for path in files.list(FOLDER))
    return any(name not in {"skills", "templates"} for name in below)


def _project(request: RunRequest, config: Config) -> Project | None:
    """The workspace's own project, a bare one for a foreign id, or none."""
    if not isinstance(request.project_id, str):
        return None
    if config.project is not None and config.project.id == request.project_id:
        return config.project
    return Project(id=request.project_id, name=request.project_id)


def resolve(request: RunRequest, config: Config) -> RunRequest:
    """The request, checked, with the workspace's own project put in."""
    meant = config.project_meant(request.project_id)
    return check_request(request if meant is request.project_id else attrs.evolve(request, project_id=meant))


def room_for_history(budget_tokens: int, caps: Mapping[Layer, int], instruction: str) -> int:
    """Estimated tokens that earlier turns may take when every layer is as large as it may be.

    At least a quarter of the budget: on small models the layers seldom reach their caps.
    """
    fixed = TEMPLATE_TOKENS + estimate(instruction) + sum(caps.values())
    return max(1, budget_tokens // 4, FORCE_TRIM_PERCENT * budget_tokens // 100 - fixed)


def query_of(request: RunRequest) -> str:
    """Build the text to recall by: the instruction, then as much of the passage's end as fits."""
    passage = " ".join(passage_of(request).split())
    asked = one_line(request.instruction or "", QUERY_LIMIT // 2 if passage else QUERY_LIMIT)
    return one_line(f"{asked} {passage[len(asked) + 1 - QUERY_LIMIT :]}", QUERY_LIMIT)


def passage_of(request: RunRequest) -> str:
    """The end of the selection, or of the text before the cursor."""
    document = request.document or ""
    selection = request.selection or Selection(len(document), len(document))
    start = selection.start if selection.end > selection.start else 0
    return document[max(start, selection.end - PASSAGE_LIMIT) : selection.end]

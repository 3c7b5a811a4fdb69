"""Every extension point, in the order in which they are called.

A plugin is a module or an object with functions of these names, marked with
:data:`underdraft.hookimpl` and registered through the entry-point group ``underdraft``. A function
may leave out arguments that it does not need.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pluggy

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
    from pathlib import Path

    from underdraft.boundary.channel import Channel
    from underdraft.types.feedback import FeedbackEvent, PreferenceWriter
    from underdraft.types.fetcher import Fetcher
    from underdraft.types.imports import ImportPlan, ImportSource
    from underdraft.types.knowledge import ToldBeside
    from underdraft.types.memory import CandidateMemory
    from underdraft.types.model_call import AskModel, Embedder, Model, ModelCall, Reply, TextDelta
    from underdraft.types.run import RunRecord, Turn
    from underdraft.types.skill import RuleField

PROJECT_NAME = "underdraft"

hookspec = pluggy.HookspecMarker(PROJECT_NAME)
hookimpl = pluggy.HookimplMarker(PROJECT_NAME)


@hookspec
def underdraft_context_rules() -> Iterable[RuleField]:  # type: ignore[empty-body]
    """Called once, when a workspace opens: new keys for ``context_rules``.

    Returns:
        Fields to add. A name that exists already, or one that is not lower case with underscores,
        is an error that names the plugin. Keys that nobody registered stay errors.
    """


@hookspec
def underdraft_fetchers() -> Iterable[Fetcher]:  # type: ignore[empty-body]
    """Called once, when a workspace opens: fetchers that fill layers.

    Returns:
        Fetchers with names that are unique among all plugins. One for layers 0-3 must declare
        ``stable=True``: equal content, equal bytes.
    """


@hookspec
def underdraft_skill_dirs() -> Iterable[Path]:  # type: ignore[empty-body]
    """Called once, when a workspace opens: folders of ``<name>/SKILL.md``.

    Returns:
        Folders. A project's skill of the same name wins over a plugin's, which wins over a shipped one.
    """


@hookspec
def underdraft_template_dirs() -> Iterable[Path]:  # type: ignore[empty-body]
    """Called once, when a workspace opens: folders of ``<locale>/*.md.j2``.

    Returns:
        Folders, looked into after the project's own and before the shipped ones.
    """


@hookspec
def underdraft_channels() -> Iterable[Channel]:  # type: ignore[empty-body]
    """Called at the first ``invoke``: channels that the application may call by name.

    Returns:
        Functions marked with ``@channel("area:verb")``; their names are unique among all plugins. The
        built-in ones come this way too.
    """


@hookspec(firstresult=True)
def underdraft_import(source: ImportSource) -> ImportPlan | None:
    """Called by ``underdraft import``, before anything is written: what a file or folder becomes.

    Args:
        source: What the writer points at; an importer never opens a file itself. A malformed one of its kind
            is an ``InvalidArgument`` that begins with the name.

    Returns:
        The plan, or ``None`` for "not mine"; the first answer counts, an installed plugin's before a built-in one's.
    """


@hookspec(firstresult=True)
def underdraft_contradictions(pairs: Sequence[ToldBeside]) -> Sequence[float] | None:
    """Called by a check, once a chapter, with or without a model: which sentences contradict a fact.

    Args:
        pairs: Each told sentence of the chapter beside each fact about those whom it names.

    Returns:
        How likely each pair is a contradiction, 0 to 1; 0 also for those that were not read. ``None`` for "not mine".
    """


@hookspec(firstresult=True)
def underdraft_embedder(name: str) -> Embedder | None:
    """Called when a text must be embedded for the first time: who embeds.

    Args:
        name: The configured embedder's name, e.g. ``"local"``, ``"litellm/text-embedding-3-small"``.

    Returns:
        The embedder, or ``None`` for "not mine".
    """


@hookspec(firstresult=True)
def underdraft_model(name: str) -> Model | None:
    """Called before a model call, and when a workspace is opened with a model: who answers.

    Args:
        name: The model's full name.

    Returns:
        The model, or ``None`` for "not mine"; the litellm plugin answers to every name, last. One that has
        to load something first may offer :class:`underdraft.types.model_call.Preparable` as well.
    """


@hookspec
def underdraft_before_model_call(call: ModelCall) -> None:
    """Called right before the model is called, outside all wrappers: observe only.

    Args:
        call: What will be sent. What this raises becomes a warning.
    """


@hookspec
def underdraft_wrap_model_call(  # type: ignore[empty-body]
    call: ModelCall, proceed: Callable[[ModelCall], AsyncIterator[TextDelta | Reply]]
) -> AsyncIterator[TextDelta | Reply] | Awaitable[Reply]:
    """Called around the model call, as middleware; ordered by plugin name, the first outermost.

    Args:
        call: What would be sent.
        proceed: Calls the next wrapper or the model. ``await proceed(call)`` gives the whole reply,
            ``async for event in proceed(call)`` its deltas and then the reply. It may be called more
            than once (a retry) or not at all (a cached answer).

    Returns:
        Written as ``async def`` with ``return reply``, or as an async generator of deltas that ends
        with a reply.
    """
    ...


@hookspec
def underdraft_after_model_call(call: ModelCall, reply: Reply) -> None:
    """Called after the reply, outside all wrappers: observe only.

    Args:
        call: What was sent.
        reply: What came back. What this raises becomes a warning.
    """


@hookspec
def underdraft_run_ended(run: RunRecord) -> None:
    """Called when a run is over and recorded, one that failed or was canceled too: observe only.

    Args:
        run: The run with its prompt, reply, tokens and times. What this raises is logged, and changes nothing.
    """


@hookspec
def underdraft_feedback(event: FeedbackEvent, preferences: PreferenceWriter) -> None:
    """Called when a writer has judged a run, right before that is stored: observe, and learn.

    Feedback that is in the store already is not announced again. Listeners run one after another, by
    plugin name, in a worker thread; one may also be ``async def``.

    Args:
        event: What the writer did, and what the edit shows.
        preferences: Takes signals for preferences; they are stored together with the event, or not at
            all. What this hook raises is logged, costs the signals of this plugin and nothing else.
    """


@hookspec
def underdraft_extract_memories(  # type: ignore[empty-body]
    turn: Turn,
    turns: Sequence[Turn],
    ask: AskModel | None,
    known: Sequence[str],
    embedder: Embedder | None,
    at_once: bool,  # noqa: FBT001 - a plugin names it as it names the others
) -> Iterable[CandidateMemory]:
    """Called in the background: what the writer said that is worth remembering.

    Without a model it is called after each reply of a session; with one, once for a few turns, so that one
    call reads them all. An extractor that takes ``at_once`` is called after each reply in any case.

    Args:
        turn: One exchange, with the texts that came from memory so that they are not learned anew. Who
            takes it is called for each of the turns.
        turns: One exchange or a few of one project, oldest first.
        ask: Asks the model that the run had; ``None`` where that is the stand-in, or the writer does not
            allow it (``memory.enable_model_extraction``), or a call has just failed.
        known: What is remembered and may be meant, as it is stored; a candidate's ``replaces`` is one of them.
        embedder: The workspace's embedder, or ``None``.
        at_once: Only what is said outright is wanted; a model reads these turns later.

    Returns:
        Candidates; the engine drops what was not said, echoes and duplicates, marks what is replaced or
        contradicted, and cuts to the limit.
    """
    ...
